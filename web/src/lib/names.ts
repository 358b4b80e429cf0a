/** The name that this person plays under, also if it changes in another tab. The house decides what can be a name. */

import { rename, type Me } from "./api";
import { store, stored } from "./settings.svelte";

const PLACE = "parlour.name";

/** Change the name; other tabs are notified. */
export async function takeName(name: string): Promise<Me> {
  const changed = await rename({ name: name.trim() });
  store(PLACE, changed.name);
  return changed;
}

/** Listen for a name changed in another tab. */
export function onNamed(hear: (name: string) => void): () => void {
  const heard = (event: StorageEvent) => event.key === PLACE && hear(stored(PLACE, ""));
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}
