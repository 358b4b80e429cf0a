/** What happened, in the server's sentences. The page chooses which to show; it neither makes nor parses any. */

import type { GameEvent, Line, NarratedMove } from "../wire";
import type { Board } from "./board.svelte";
import { spoken } from "./cards";
import { isOpenNow } from "./glimpses.svelte";
import { listed } from "./lines";

/** A sentence as text; beyond `most`, cards are counted. */
export function textOf(line: Line, most = Infinity): string {
  return line.parts.map((part) => (typeof part === "string" ? part : part.cards.length > most ? part.count : part.text)).join("");
}

/** A spoken sentence: cards have names instead of symbols. */
export function aloudOf(line: Line): string {
  return line.parts.map((part) => (typeof part === "string" ? part : listed(part.cards.map(spoken)))).join("");
}

/** The sentences of a move: without the cards that were shown for a moment, unless `isOpen`. */
export function linesOf({ lines, later }: NarratedMove, isOpen: boolean): Line[] {
  return isOpen ? lines : (later ?? lines);
}

/** The sentences about these events, from moves that may cover more. */
export function about(lines: readonly Line[], events: readonly GameEvent[]): Line[] {
  return lines.filter(({ first, last }) => events.some(({ number }) => number >= first && number <= last));
}

/** What a table says about a move now: a card that lies face down again is not named. */
export function linesNow(paragraph: NarratedMove, { session, view, glimpses }: Board): Line[] {
  const [first, last] = [paragraph.lines[0]?.first ?? 0, paragraph.lines.at(-1)?.last ?? 0];
  const shown = () => session.events.filter(({ number, fleeting }) => fleeting && number >= first && number <= last);
  const isOpen = session.isReplay || view.result !== null || !paragraph.later;
  return linesOf(paragraph, isOpen || shown().every((event) => isOpenNow(event, view, glimpses)));
}
