/** Parts that arrive out of order. */

/** Put a run of parts into its place among others, by their numbers. */
export function inserted<Part>(all: Part[], run: Part[], numberOf: (part: Part) => number): Part[] {
  const last = run.at(-1);
  if (!last) return all;
  const at = all.findIndex((part) => numberOf(part) > numberOf(last));
  return at < 0 ? [...all, ...run] : [...all.slice(0, at), ...run, ...all.slice(at)];
}
