/** The highlights of a game, from its events alone. */

import type { GameEvent, Outcome } from "../wire";
import { isDraw, isPlay, penalties, tallies } from "./tally";

export interface Highlight {
  /** Which sentence: `remark.` plus this. */
  what: "penalty" | "giver" | "turn" | "comeback" | "close" | "cleared" | "turned" | "untouched" | "drew" | "margin" | "ahead";
  seat: number | null;
  count: number;
  /** How remarkable it is. */
  weight: number;
}

const MOST = 2;
/** A win by at most this many points was close. */
const NARROW = 3;

/** Kinds of events that end an unfinished game or change the points at its end: their sentence says why. */
export const isEnd = (event: GameEvent) => event.counts === "end";

/** The highlights, most remarkable first. */
export function highlights(events: readonly GameEvent[], outcome: Outcome, most = MOST): Highlight[] {
  const { winners, scores } = outcome;
  const seats = scores.length;
  const found = [
    ...biggestPenalty(events),
    ...longestTurn(events),
    ...hands(events, seats, winners),
    ...actions(events, seats, winners),
    ...piles(events),
    ...margin(events, outcome),
  ];
  return found.sort((one, other) => other.weight - one.weight).slice(0, most);
}

function biggestPenalty(events: readonly GameEvent[]): Highlight[] {
  const all = penalties(events);
  const worst = largest(all, (penalty) => penalty.cards);
  return worst && worst.cards >= 4 ? [{ what: "penalty", seat: worst.seat, count: worst.cards, weight: worst.cards }] : [];
}

/** The most cards that one seat played in a row. */
function longestTurn(events: readonly GameEvent[]): Highlight[] {
  let [best, seat, count]: [{ seat: number; count: number } | null, number | null, number] = [null, null, 0];
  for (const event of events) {
    if (event.seat === null || !(isPlay(event) || isDraw(event))) continue;
    if (event.seat !== seat) [seat, count] = [event.seat, 0];
    if (!isPlay(event)) count = 0;
    else if (++count > (best?.count ?? 2)) best = { seat: event.seat, count };
  }
  return best ? [{ what: "turn", ...best, weight: best.count * 1.6 }] : [];
}

/** Hand sizes: a win from far behind, and who was close. */
function hands(events: readonly GameEvent[], seats: number, winners: readonly number[]): Highlight[] {
  const held = Array<number>(seats).fill(0);
  const most = Array<number>(seats).fill(0);
  const dealt = Array<number>(seats).fill(0);
  let hasHands = false;
  for (const event of events) {
    if (event.seat === null || event.seat >= seats) continue;
    const count = event.source === "pile" && event.card === null ? event.value : 1;
    if (event.target === "hand") held[event.seat]! += count;
    if (event.source === "hand" && event.target === "hand" && event.value < seats) held[event.value]! -= 1;
    else if (event.source === "hand") held[event.seat]! -= 1;
    if (event.move === 0) dealt[event.seat] = held[event.seat]!;
    hasHands ||= event.target === "hand";
    most[event.seat] = Math.max(most[event.seat]!, held[event.seat]!);
  }
  const found: Highlight[] = [];
  for (const seat of winners.filter((winner) => most[winner]! >= dealt[winner]! + 5)) {
    found.push({ what: "comeback", seat, count: most[seat]!, weight: most[seat]! - dealt[seat]! + 3 });
  }
  const close = held.findIndex((count, seat) => count === 1 && !winners.includes(seat));
  if (hasHands && winners.length === 1 && close >= 0) found.push({ what: "close", seat: close, count: 1, weight: 3.5 });
  return found;
}

/** Where points are the value of the cards left: the margin of the win. */
function margin(events: readonly GameEvent[], { winners, scores }: Outcome): Highlight[] {
  const [seat] = winners;
  if (winners.length !== 1 || seat === undefined || events.some((event) => event.target === "hand")) return [];
  const distances = scores.filter((_, other) => other !== seat).map((score) => Math.abs(score - scores[seat]!));
  const count = Math.min(...distances);
  if (count > NARROW) return [{ what: "ahead", seat, count, weight: 1.5 }];
  return count > 0 ? [{ what: "margin", seat, count, weight: 8 - count }] : [];
}

function actions(events: readonly GameEvent[], seats: number, winners: readonly number[]): Highlight[] {
  const all = tallies(events, seats).map((tally, seat) => ({ ...tally, seat }));
  const found: Highlight[] = [];
  const giver = largest(all, (tally) => tally.given);
  if (giver && giver.given >= 6) found.push({ what: "giver", seat: giver.seat, count: giver.given, weight: giver.given * 0.45 });
  const drawer = largest(all, (tally) => tally.drawn);
  if (drawer && drawer.drawn >= 8) found.push({ what: "drew", seat: drawer.seat, count: drawer.drawn, weight: 1 });
  const untouched = all.find((tally) => winners.includes(tally.seat) && tally.drawn === 0 && tally.taken === 0 && tally.played >= 5);
  if (untouched) found.push({ what: "untouched", seat: untouched.seat, count: untouched.played, weight: 9 });
  return found;
}

/** Cleared piles, and how often the direction changed. */
function piles(events: readonly GameEvent[]): Highlight[] {
  const found: Highlight[] = [];
  const cleared = largest(
    events.filter((event) => event.source === "pile" && event.target === ""),
    (event) => event.value,
  );
  if (cleared && cleared.value >= 8) found.push({ what: "cleared", seat: cleared.seat, count: cleared.value, weight: cleared.value * 0.5 });
  const turns = events.filter((event) => event.counts === "reversal").length;
  if (turns >= 4) found.push({ what: "turned", seat: null, count: turns, weight: turns * 0.8 });
  return found;
}

function largest<T>(list: readonly T[], size: (thing: T) => number): T | undefined {
  return list.reduce<T | undefined>((best, thing) => (best && size(best) >= size(thing) ? best : thing), undefined);
}
