/** The texts of the page, by key, from the catalogue shared with server and terminal; a translation is one file. */

import en from "$texts/en.json";

export type Key = keyof typeof en;
type Parts = Record<string, string | number>;

/** English, overlaid with the texts of another language. */
let catalogue: Record<string, string> = en;

let plurals = new Intl.PluralRules("en");

/** Use these texts from now on; missing ones stay as they are. */
export function learn(texts: Record<string, string>, language = ""): void {
  catalogue = { ...catalogue, ...texts };
  if (language) plurals = new Intl.PluralRules(language);
}

/** The text of a key; `{name}` in it is replaced by that part. */
export function t(key: Key, parts: Parts = {}): string {
  return filled(catalogue[key] ?? key, parts);
}

/** The text of a key built at run time, or a fallback. */
export function tOr(key: string, otherwise: string, parts: Parts = {}): string {
  const text = catalogue[key];
  return text === undefined ? otherwise : filled(text, parts);
}

/** The text for a number, by the plural forms of the language: `cards.one`, `cards.other` and others it has. */
export function counted(key: string, count: number, parts: Parts = {}): string {
  const form = `${key}.${plurals.select(count)}`;
  return tOr(form in catalogue ? form : `${key}.other`, String(count), { count, ...parts });
}

function filled(text: string, parts: Parts): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(parts[name] ?? whole));
}

/** A name such as `finish_on_trick` as people write it. */
export function humanised(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
