/** Making a table fit: everything on it gets a little smaller until nothing lies outside the window. */

const STEPS = [1, 0.92, 0.85, 0.78, 0.71, 0.64, 0.57, 0.5];
/** What is chosen if one must scroll anyway. */
const SCROLLED = 0.85;

/**
 * The largest step that fits; if none does, another size. From the top and not by halving: a grid may take other columns at a
 * smaller step, so that a larger one fits again, and the same table must always come to the same size.
 */
export function largestFitting(steps: readonly number[], fits: (step: number) => boolean, otherwise: number): number {
  return steps.find(fits) ?? otherwise;
}

/** Set `--fit` of a table so that the page needs no scrolling, if that is possible. */
export function fit(table: HTMLElement): void {
  const room = table.parentElement ?? table;
  const fits = (step: number) => {
    table.style.setProperty("--fit", String(step));
    return room.getBoundingClientRect().top + scrollY + room.scrollHeight <= innerHeight + 1;
  };
  table.style.setProperty("--fit", String(largestFitting(STEPS, fits, SCROLLED)));
}
