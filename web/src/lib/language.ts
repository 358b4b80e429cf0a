/** The language of the page: the one that was chosen here, else the best that the browser asks for and the house has. */

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

const ENGLISH = "en";
const PLACE = "parlour.language";
let current = ENGLISH;

/** The language that is spoken. */
export const spoken = () => current;

/** The language that was chosen on this device; empty: as the browser wants it. */
export const chosen = () => stored<string>(PLACE, "");

/** Read in another language from now on; what is on the screen is told anew. */
export function choose(code: string): void {
  store(PLACE, code);
  location.reload();
}

/** What to say to the house in a request, so that it answers in the language of the page. */
export function languageHeader(): Record<string, string> {
  return chosen() ? { "accept-language": chosen() } : {};
}

/** The address of the line to the house: a socket can carry no header of its own. */
export function asked(address: string): string {
  return chosen() && chosen() === current ? `${address}?lang=${encodeURIComponent(current)}` : address;
}

async function told(): Promise<TextsTold> {
  const response = await fetch("/api/texts", { headers: languageHeader() });
  return (await response.json()) as TextsTold;
}

/** The languages of the house; none if it cannot be asked. */
export async function languages(): Promise<Language[]> {
  try {
    return (await told()).languages ?? [];
  } catch {
    return [];
  }
}

/** Learn the texts before anything is shown. Who reads English has them already. */
export async function prepare(): Promise<void> {
  const wanted = chosen() || navigator.language || ENGLISH;
  if (wanted.toLowerCase().split("-")[0] === ENGLISH && !chosen()) return;
  try {
    const { language, texts } = await told();
    current = language;
    learn(texts, language);
    document.documentElement.lang = language;
  } catch {
    // a house that cannot be reached says so in English
  }
}
