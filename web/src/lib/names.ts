/** The name that one plays under: what cannot be one, and what it became in another tab. */

import { rename, type Me } from "./api";
import { store, stored } from "./settings.svelte";
import { t } from "./texts";

const PLACE = "parlour.name";
export const LONGEST_NAME = 24;
const SPACES = /[\p{Z}\t-\r\x1c-\x1f\x85]+/gu;
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** What cannot be seen: signs that steer, and letters that are blank. */
const UNSEEN = /[\p{C}\u115f\u1160\u2800\u3164\uffa0]/u;

/** Why a name will not do, in a sentence, else nothing; the house need not be asked for that. */
export function nameRefusal(name: string): string {
  const text = name.normalize("NFC").replace(SPACES, " ").trim();
  const fits = Array.from(text).length <= LONGEST_NAME;
  const isYou = text.toLowerCase() === t("table.you").toLowerCase();
  return fits && SEEN.test(text) && !UNSEEN.test(text) && !isYou ? "" : t("me.nameRefused", { most: LONGEST_NAME, you: t("table.you") });
}

/** Be called otherwise; other tabs hear of it. */
export async function takeName(name: string): Promise<Me> {
  const changed = await rename({ name: name.trim() });
  store(PLACE, changed.name);
  return changed;
}

/** Hear of a name that was taken in another tab. */
export function onNamed(hear: (name: string) => void): () => void {
  const heard = (event: StorageEvent) => event.key === PLACE && hear(stored(PLACE, ""));
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}
