/** Making a table fit: everything on it gets a little smaller until nothing lies outside the window. */

const STEPS = [1, 0.92, 0.85, 0.78, 0.71, 0.64, 0.57, 0.5];
/** What is chosen if one must scroll anyway. */
const SCROLLED = 0.85;

/** The largest step that fits, by halving; if none does, another size. */
export function largestFitting(steps: readonly number[], fits: (step: number) => boolean, otherwise: number): number {
  let [low, high] = [0, steps.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(steps[middle]!)) high = middle;
    else low = middle + 1;
  }
  const found = steps[low] ?? otherwise;
  return fits(found) ? found : otherwise;
}

/** Set `--fit` of a table so that the page needs no scrolling, if that is possible. */
export function fit(table: HTMLElement): void {
  const room = table.parentElement ?? table;
  const fits = (step: number) => {
    table.style.setProperty("--fit", String(step));
    return room.getBoundingClientRect().top + scrollY + room.scrollHeight <= innerHeight + 1;
  };
  const now = Number(table.style.getPropertyValue("--fit")) || 1;
  const place = Math.max(STEPS.indexOf(now), 0);
  // nothing to do if it fits and could not be one step larger
  if (fits(now) && (place === 0 || !fits(STEPS[place - 1]!))) table.style.setProperty("--fit", String(now));
  else table.style.setProperty("--fit", String(largestFitting(STEPS, fits, SCROLLED)));
}
