/**
 * State that distant styles depend on, as attributes of the root: a panel is open, a result is shown. With `:has()`, the browser would
 * re-evaluate it at every change of the table, and every press would wait for that.
 */

const counts = new Map<string, number>();

/** Mark the page until the returned function is called; marks are counted. */
export function mark(name: string): () => void {
  count(name, 1);
  return () => count(name, -1);
}

function count(name: string, by: number): void {
  const now = (counts.get(name) ?? 0) + by;
  counts.set(name, now);
  document.documentElement.toggleAttribute(`data-${name}`, now > 0);
}
