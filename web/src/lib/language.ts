/** The language of the page: the one chosen here, else the best match between browser and server. */

import { isHere, request } from "./house";
import { store, stored } from "./settings.svelte";
import { learn } from "./texts";

export interface Language {
  code: string;
  name: string;
}

interface TextsTold {
  language: string;
  languages: Language[];
  texts: Record<string, string>;
}

/** The languages that the pages were built with. */
declare const LANGUAGES: string[];
const ENGLISH = "en";
const PLACE = "parlour.language";
/** Milliseconds to wait for the texts of another language before the page is shown in English. */
const PATIENCE = 3_000;
let current = ENGLISH;

/** The current language. */
export const spoken = () => current;

/** The language chosen on this device; empty: the browser's preference. */
export const chosen = () => stored<string>(PLACE, "");

/** Change the language; everything on the screen is rendered again. */
export function choose(code: string): void {
  store(PLACE, code);
  location.reload();
}

/** The request header that makes the server answer in the language of the page. */
export function languageHeader(): Record<string, string> {
  return chosen() ? { "accept-language": chosen() } : {};
}

/** The WebSocket address with the language: a browser cannot set headers there. */
export function asked(address: string): string {
  if (!chosen() || chosen() !== current) return address;
  return `${address}${address.includes("?") ? "&" : "?"}lang=${encodeURIComponent(current)}`;
}

async function told(): Promise<TextsTold> {
  const response = await request("/api/texts", { headers: languageHeader() }, "", PATIENCE);
  return (await response.json()) as TextsTold;
}

/** The languages of the server; none if it cannot be reached. */
export async function languages(): Promise<Language[]> {
  try {
    return (await told()).languages ?? [];
  } catch {
    return [];
  }
}

/** Load the texts before anything is shown. English is built in. */
export async function prepare(): Promise<void> {
  const wanted = chosen() || navigator.language || ENGLISH;
  const language = wanted.toLowerCase().split("-")[0] ?? "";
  if (language === ENGLISH && !chosen()) return;
  // a house on this device takes seconds to open
  if (isHere && !LANGUAGES.some((known) => known.toLowerCase().split("-")[0] === language)) return;
  try {
    const found = await told();
    current = found.language;
    learn(found.texts, current);
    document.documentElement.lang = current;
  } catch {
    // if the server cannot be reached, English is used
  }
}
