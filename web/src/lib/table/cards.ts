/** The texts of cards: what to draw on a face, and how a card is spoken. */

import { humanised, t, tOr } from "../texts";

export const HIDDEN = "??";
export const EMPTY = "-";

export type Suit = "clubs" | "diamonds" | "hearts" | "spades";
export type Colour = "red" | "yellow" | "green" | "blue";

export type Face =
  | { kind: "suited"; rank: string; suit: Suit }
  | { kind: "joker"; colour: "red" | "black" }
  | { kind: "coloured"; colour: Colour; sign: string }
  | { kind: "wild"; sign: string }
  | { kind: "hidden" }
  | { kind: "empty" }
  | { kind: "other"; text: string };

const SUITS: Record<string, Suit> = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const COLOURS: Record<string, Colour> = { r: "red", y: "yellow", g: "green", b: "blue" };
const SUIT_LETTERS: Record<string, string> = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };
export const SUIT_SIGNS: Record<Suit, string> = { clubs: "♣", diamonds: "♦", hearts: "♥", spades: "♠" };

const faces = new Map<string, Face>();

/** The parsed text of a card, cached. */
export function faceOf(text: string): Face {
  let face = faces.get(text);
  if (!face) faces.set(text, (face = read(text)));
  return face;
}

function read(text: string): Face {
  if (text === HIDDEN) return { kind: "hidden" };
  if (text === EMPTY) return { kind: "empty" };
  if (text === "J1" || text === "J2") return { kind: "joker", colour: text === "J1" ? "red" : "black" };
  const suited = /^([2-9TJQKA])([cdhs])$/.exec(text);
  if (suited) return { kind: "suited", rank: suited[1] === "T" ? "10" : suited[1]!, suit: SUITS[suited[2]!]! };
  const coloured = /^([rygb])([0-9]|S|R|\+2)$/.exec(text);
  if (coloured) return { kind: "coloured", colour: COLOURS[coloured[1]!]!, sign: coloured[2]! };
  if (/^W(\+\d+)?$/.test(text)) return { kind: "wild", sign: text.slice(1) };
  return { kind: "other", text };
}

/** A card as it is spoken: “8 of hearts”; a hidden card is “a hidden card”. */
export function spoken(text: string): string {
  const face = faceOf(text);
  switch (face.kind) {
    case "suited":
      return t("card.suited", { rank: tOr(`rank.${face.rank}`, face.rank), suit: t(`suit.${face.suit}`) });
    case "joker":
      return t(`card.joker.${face.colour}`);
    case "coloured":
      return humanised(t("card.coloured", { colour: t(`colour.${face.colour}`), sign: tOr(`sign.${face.sign}`, face.sign) }));
    case "wild":
      return face.sign ? t("card.wildDraw", { sign: face.sign }) : t("card.wild");
    case "hidden":
      return t("card.hidden");
    case "empty":
      return t("card.empty");
    case "other":
      return face.text;
  }
}

/** A card as sentences show it: `♥8`, or its name if it has no symbol. */
export function written(text: string): string {
  const face = faceOf(text);
  return face.kind === "suited" ? SUIT_SIGNS[face.suit] + face.rank : spoken(text);
}

const WRITTEN = /([♠♥♦♣])(10|[2-9JQKA])?/gu;

/** A sentence with spoken card names in place of symbols. */
export function aloud(text: string): string {
  return text.replace(WRITTEN, (_, sign: string, rank?: string) => {
    const suit = SUIT_LETTERS[sign]!;
    return rank ? spoken(`${rank === "10" ? "T" : rank}${suit}`) : t(`suit.${SUITS[suit]!}`);
  });
}

const RANK_ORDER = "23456789TJQKA";

/** The sort key of a card: by suit or colour first, or by rank. */
export function sortKey(text: string, by: "suit" | "rank"): number {
  const suited = /^([2-9TJQKA])([cdhs])$/.exec(text);
  // alternate black and red suits, so that neighbours differ in colour
  const group = suited ? "cdsh".indexOf(suited[2]!) : "rygbW".indexOf(text[0] ?? "");
  // wild cards come last
  const rank = suited ? RANK_ORDER.indexOf(suited[1]!) : "0123456789SR+".indexOf(text[1] ?? "") + (text[0] === "W" ? 20 : 0);
  return by === "suit" ? group * 100 + rank : rank * 100 + group;
}
