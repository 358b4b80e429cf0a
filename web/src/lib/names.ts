/** The name that a person plays under: what is not allowed, and changes from other tabs. */

import { rename, type Me } from "./api";
import { store, stored } from "./settings.svelte";
import { t } from "./texts";

const PLACE = "parlour.name";
export const LONGEST_NAME = 24;
const SPACES = /[\p{Z}\t-\r\x1c-\x1f\x85]+/gu;
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Invisible characters: control characters and blank letters. */
const UNSEEN = /[\p{C}\u115f\u1160\u2800\u3164\uffa0]/u;

/** Why a name is not allowed, in a sentence, else nothing; checked without the server. */
export function nameRefusal(name: string): string {
  const text = name.normalize("NFC").replace(SPACES, " ").trim();
  const fits = Array.from(text).length <= LONGEST_NAME;
  const isYou = text.toLowerCase() === t("table.you").toLowerCase();
  return fits && SEEN.test(text) && !UNSEEN.test(text) && !isYou ? "" : t("me.nameRefused", { most: LONGEST_NAME, you: t("table.you") });
}

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
