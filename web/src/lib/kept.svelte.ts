/** Values kept on this device under a name. A component that shows one sees it change, here or in another tab. */

import { store, stored } from "./settings.svelte";

const OURS = "parlour.";
let changes = $state(0);

/** The object kept at a place; null if there is none. */
export function kept<T extends object>(place: string): T | null {
  void changes;
  const found = stored<T | null>(OURS + place, null);
  return found !== null && typeof found === "object" ? found : null;
}

/** Keep an object; an empty one is forgotten. */
export function keep(place: string, value: object): void {
  if (Object.keys(value).length) store(OURS + place, value);
  else forget(OURS + place);
  changes += 1;
}

function forget(place: string): void {
  try {
    localStorage.removeItem(place);
  } catch {
    // a browser that keeps nothing has nothing to forget
  }
}

addEventListener("storage", (event) => {
  if (event.key === null || event.key.startsWith(OURS)) changes += 1;
});
