/** Sentences about one and the same person, read as one: who it is about is named once, and what is done again is counted. */

import { whole } from "./table/lines";
import { counted, t } from "./texts";

interface Part {
  name: string;
  /** What is said of whoever is named, and how often in a row. */
  clauses: { text: string; times: number }[];
}

/** A card, or several in a row. */
const CARDS = /[♠♥♦♣][\dJQKA]+(, [♠♥♦♣][\dJQKA]+)*/gu;

/** `Ada draws a card.` and `Ada plays ♥7.` together are `Ada draws a card, plays ♥7.`; `names` are those who may be named first. */
export function joined(sentences: readonly string[], names: readonly string[]): string {
  return whole(together(sentences, names)).join(" ");
}

/** The same, one sentence after the other. */
export function together(sentences: readonly string[], names: readonly string[]): string[] {
  const parts: Part[] = [];
  for (const sentence of sentences) {
    const name = firstOf(sentence, names);
    const text = name && sentence.endsWith(".") ? sentence.slice(name.length + 1, -1) : sentence;
    const last = parts.at(-1);
    if (!name || last?.name !== name || text === sentence) parts.push({ name: text === sentence ? "" : name, clauses: [{ text, times: 1 }] });
    else again(last.clauses, text);
  }
  return parts.map(said);
}

/** What is done again is counted; with another card, that card is added to the others. */
function again(clauses: Part["clauses"], text: string): void {
  const last = clauses.at(-1)!;
  const more = last.times > 1 ? "" : withCard(last.text, text);
  if (last.text === text) last.times += 1;
  else if (more) last.text = more;
  else clauses.push({ text, times: 1 });
}

/** `draws ♥2, ♣3` and `draws ♠9` together are `draws ♥2, ♣3, ♠9`; empty if they differ in more than one card. */
function withCard(before: string, text: string): string {
  const frame = (words: string) => words.replace(CARDS, "♠").trim();
  const cards = before.match(CARDS) ?? [];
  const card = text.match(CARDS) ?? [];
  if (cards.length !== 1 || card.length !== 1 || frame(before) !== frame(text)) return "";
  return before.replace(CARDS, `${cards[0]}, ${card[0]}`);
}

/** `draws a card` three times is `draws 3 cards`, anything else is counted. */
function several(text: string, times: number): string {
  const many = text.replace(t("part.card"), counted("table.cards", times));
  return many === text ? `${text} ×${times}` : many;
}

/** A clause that has commas or colons of its own ends with a semicolon. */
function said({ name, clauses }: Part): string {
  if (!name) return clauses[0]?.text ?? "";
  const texts = clauses.map(({ text, times }) => (times > 1 ? several(text, times) : text));
  return `${name} ${texts.reduce((before, text, i) => `${before}${/[,:]/.test(clauses[i - 1]?.text ?? "") ? ";" : ","} ${text}`)}.`;
}

/** The name that a sentence begins with: of two that fit, the longer one. */
function firstOf(text: string, names: readonly string[]): string {
  const fit = names.filter((name) => name && text.startsWith(`${name} `));
  return fit.reduce((longest, name) => (name.length > longest.length ? name : longest), "");
}
