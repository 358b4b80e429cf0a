/** What styles far away follow, as attributes of the root: a panel is open, a result is shown. Asked from above by `:has()`, it would
be asked again at every change of the table, and each press would wait for that. */

const counts = new Map<string, number>();

/** Mark the page, until what is returned is called; what was marked twice is marked until both are done. */
export function mark(name: string): () => void {
  count(name, 1);
  return () => count(name, -1);
}

function count(name: string, by: number): void {
  const now = (counts.get(name) ?? 0) + by;
  counts.set(name, now);
  document.documentElement.toggleAttribute(`data-${name}`, now > 0);
}
