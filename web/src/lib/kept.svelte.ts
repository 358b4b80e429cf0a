/** Values stored on this device by name. Components that show one are updated when it changes, here or in another tab. */

import { store, stored } from "./settings.svelte";

const OURS = "parlour.";
let changes = $state(0);

/** The object stored under a key; null if there is none. */
export function kept<T extends object>(place: string): T | null {
  void changes;
  const found = stored<T | null>(OURS + place, null);
  return found !== null && typeof found === "object" ? found : null;
}

/** Store an object; an empty one is removed. */
export function keep(place: string, value: object): void {
  if (Object.keys(value).length) store(OURS + place, value);
  else forget(OURS + place);
  changes += 1;
}

function forget(place: string): void {
  try {
    localStorage.removeItem(place);
  } catch {
    // a browser without storage has nothing to remove
  }
}

addEventListener("storage", (event) => {
  if (event.key === null || event.key.startsWith(OURS)) changes += 1;
});
