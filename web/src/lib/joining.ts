/** Sentences about one and the same person, read as one: who it is about is named once, and what is done again is counted. */

import { HIDDEN, written } from "./table/cards";
import { listed, whole } from "./table/lines";
import { isDraw } from "./table/tally";
import { counted, t } from "./texts";
import type { GameEvent } from "./wire";

/** A sentence, and what it tells of. */
export interface Told {
  text: string;
  event?: GameEvent;
}

/** What is said of whoever is named: the words before and after the cards or the numbers of places, or all words, and how often in a row. */
interface Clause {
  words: [string, string];
  cards: string[];
  places: string[];
  times: number;
}

interface Part {
  name: string;
  clauses: Clause[];
}

/** `Ada draws a card.` and `Ada plays ♥7.` together are `Ada draws a card and plays ♥7.`; `names` are those who may be named first. */
export function joined(news: readonly Told[], names: readonly string[]): string {
  return whole(together(news, names)).join(" ");
}

/** The same, one sentence after the other; more cards than `most` are counted. */
export function together(news: readonly Told[], names: readonly string[], most = Infinity): string[] {
  const parts: Part[] = [];
  for (const { text, event } of once(handedOn(news, names[0] ?? ""), most)) {
    const name = text.endsWith(".") ? firstOf(text, names) : "";
    const clause = clauseOf(name ? text.slice(name.length + 1, -1) : text, event);
    const last = parts.at(-1);
    if (!name || last?.name !== name || !again(last.clauses, clause)) parts.push({ name, clauses: [clause] });
  }
  return parts.map((part) => said(part, most));
}

const isHanded = (told?: Told) => told?.event?.source === "hand" && told.event.target === "hand";

/** Cards that go from hand to hand are told with what they go for: `Ada swaps hands with you: you get ♥7 from Ada.` Only one's own are. */
function handedOn(news: readonly Told[], you: string): Told[] {
  return news.flatMap((told, i) => {
    const first = news.findLastIndex((other, j) => j <= i && !isHanded(other));
    if (first < 0) return [told];
    if (first < i) return [];
    const next = news.findIndex((other, j) => j > i && !isHanded(other));
    const own = news.slice(i + 1, next < 0 ? news.length : next).filter(({ text }) => text.startsWith(`${you} `));
    return [own.length ? { ...told, text: `${told.text.slice(0, -1)}: ${handed(own)}` } : told];
  });
}

function handed(own: readonly Told[]): string {
  const { text, event } = own[0]!;
  const cards = own.map((told) => told.event?.card ?? HIDDEN);
  // several are counted: they are seen in the hand
  return text.charAt(0).toLowerCase() + text.slice(1).replace(written(event?.card ?? HIDDEN), several(cards, 1));
}

/** What is due and done at once is told once, and so are the cards of which a sentence says how many: it names them instead. */
function once(news: readonly Told[], most: number): Told[] {
  const found: Told[] = [];
  for (let i = 0; i < news.length; i++) {
    const told = news[i]!;
    const [event, next] = [told.event, news[i + 1]];
    const count = event?.value ? counted("table.cards", event.value) : "";
    const isSame = next?.event && next.event.seat === event?.seat;
    if (!event || !count || !isSame || !told.text.includes(count)) found.push(told);
    else if (!next.text.includes(count)) {
      const drawn = drawnBy(event, news.slice(i + 1));
      found.push(drawn.length ? { ...told, text: told.text.replace(count, several(drawn, most)) } : told);
      i += drawn.length;
    }
  }
  return found;
}

/** The cards that follow something of which there are that many, as far as they are drawn one after the other. */
function drawnBy({ seat, value }: GameEvent, news: readonly Told[]): string[] {
  const end = news.findIndex(({ event }) => !event || event.seat !== seat || !isDraw(event));
  return news.slice(0, Math.min(end < 0 ? news.length : end, value)).map(({ event }) => event?.card ?? HIDDEN);
}

/** Several cards in words: unseen ones are counted, and so are more than `most`. */
function several(cards: readonly string[], most: number): string {
  return cards.includes(HIDDEN) || cards.length > most ? counted("table.cards", cards.length) : listed(cards.map(written));
}

/** The card is known by the event, not by how it is written; one that is not told any more is a word like others.

The number of a place at the end counts like a card: `look at your card 3` and the same of 4 are `look at your card 3 and 4`.
*/
function clauseOf(text: string, event?: GameEvent): Clause {
  const sign = event?.card && event.card !== HIDDEN ? written(event.card) : "";
  const card = sign && text.includes(sign) ? sign : "";
  const place = card ? "" : (/ (\d+)$/.exec(text)?.[1] ?? "");
  const [found, at] = [card || place, text.lastIndexOf(card || place)];
  const words: [string, string] = found ? [text.slice(0, at), text.slice(at + found.length)] : [text, ""];
  return { words, cards: card ? [card] : [], places: place ? [place] : [], times: 1 };
}

/** What is done again is counted; with another card, that card is added to the others. No more follows in a sentence with a colon. */
function again(clauses: Clause[], clause: Clause): boolean {
  const last = clauses.at(-1)!;
  const isAlike = !last.cards.length === !clause.cards.length && !last.places.length === !clause.places.length;
  if (isAlike && last.words.join("\n") === clause.words.join("\n")) {
    last.cards.push(...clause.cards);
    last.places.push(...clause.places);
    last.times += 1;
    return true;
  }
  const isClosed = /[,:;]/.test(last.words.join(""));
  return isClosed ? false : Boolean(clauses.push(clause));
}

function said({ name, clauses }: Part, most: number): string {
  const named = (cards: readonly string[]) => (cards.length > most ? counted("table.cards", cards.length) : listed(cards));
  const texts = clauses.map(({ words: [before, after], cards, places, times }) => {
    if (!cards.length && !places.length) return repeated(before, times);
    return before + (cards.length ? named(cards) : listed(places)) + after;
  });
  return name ? `${name} ${clear(texts)}.` : texts.join(" ");
}

/** `plays ♥7 and ♠7, and wins`: a comma where there is more than one “and”. */
function clear(texts: readonly string[]): string {
  const [first, last] = [texts.slice(0, -1), texts.at(-1)!];
  const and = t("list.and", { first: "", last: "" });
  return first.some((text) => text.includes(and)) ? listed([`${first.join(", ")},`, last]) : listed(texts);
}

/** `draws a card` three times is `draws 3 cards`, anything else is counted. */
function repeated(text: string, times: number): string {
  if (times === 1) return text;
  const many = text.replace(t("part.card"), counted("table.cards", times));
  return many === text ? `${text} ×${times}` : many;
}

/** The name that a sentence begins with: of two that fit, the longer one. */
function firstOf(text: string, names: readonly string[]): string {
  const fit = names.filter((name) => name && text.startsWith(`${name} `));
  return fit.reduce((longest, name) => (name.length > longest.length ? name : longest), "");
}
