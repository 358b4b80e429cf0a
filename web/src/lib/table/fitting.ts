/** Making a table fit: everything on it gets a little smaller until nothing lies outside the window. */

const STEPS = [1, 0.92, 0.85, 0.78, 0.71, 0.64, 0.57, 0.5, 0.43, 0.37];
/** What is chosen if one must scroll anyway, a little or far. */
const SCROLLED = 0.57;
const SCROLLED_FAR = 0.85;
const FAR = 1.3;

/**
 * The largest step that fits; if none does, another size. From the top and not by halving: a grid may take other columns at a
 * smaller step, so that a larger one fits again, and the same table must always come to the same size.
 */
export function largestFitting(steps: readonly number[], fits: (step: number) => boolean, otherwise: () => number): number {
  return steps.find(fits) ?? otherwise();
}

/** Set `--fit` of a table so that the page needs no scrolling, if that is possible. */
export function fit(table: HTMLElement): void {
  const room = table.parentElement ?? table;
  const fits = (step: number) => {
    table.style.setProperty("--fit", String(step));
    return room.getBoundingClientRect().top + scrollY + room.scrollHeight <= innerHeight + 1;
  };
  // after the last step that did not fit the table is as small as it gets
  const otherwise = () => (room.scrollHeight > innerHeight * FAR ? SCROLLED_FAR : SCROLLED);
  table.style.setProperty("--fit", String(largestFitting(STEPS, fits, otherwise)));
}
