/** What a person may have missed: which moves came since their last one, and what cost them something. */

import type { GameEvent } from "../wire";
import { waysOf } from "./motion";

/** How the statistics classify something that costs a seat. */
const COSTS = ["penalty", "fine", "fine card", "taken back"];
/** An event in which one seat makes another one pay. */
const CATCH = "catch";

/** The number of the last move that a seat made itself; 0 before its first one. */
export function lastMoveOf(seat: number | null, events: readonly GameEvent[]): number {
  if (seat === null) return 0;
  // the seat named first in a move made it
  const isFirst = (event: GameEvent, i: number) => event.move > 0 && events[i - 1]?.move !== event.move;
  return events.findLast((event, i) => event.seat === seat && isFirst(event, i))?.move ?? 0;
}

/** Whether an event costs a seat something. */
function costs(event: GameEvent, seat: number): boolean {
  if (event.move === 0) return false;
  if (event.counts === CATCH) return event.value === seat;
  return event.seat === seat && (event.wrong || COSTS.includes(event.counts));
}

/** What cost a seat something in its last move or since then. It is over when the seat has moved again. */
export function costsOf(seat: number | null, events: readonly GameEvent[]): GameEvent[] {
  if (seat === null) return [];
  const last = lastMoveOf(seat, events);
  return events.filter((event) => event.move >= last && costs(event, seat));
}

/** The events since a seat's last move, from the first one after the deal on. */
export function newsFor(seat: number | null, events: readonly GameEvent[]): GameEvent[] {
  if (seat === null) return [];
  const last = lastMoveOf(seat, events);
  return events.filter((event) => event.move > last);
}

/** The places that others have changed since a seat's last move: the pile, slots, and hands that got cards. */
export function changesFor(seat: number | null, events: readonly GameEvent[]): ReadonlySet<string> {
  const ways = waysOf(newsFor(seat, events), null);
  const slots = ways.map(({ from }) => from).filter((from) => from.startsWith("grid "));
  return new Set([...slots, ...ways.map(({ to }) => to).filter((to) => /^(pile|grid|hand)/.test(to) && to !== `hand ${seat}`)]);
}

/** A move in which nothing happened. */
const PASSED = "passed";

/** Whether an event changes a seat's own cards. */
function touches(seat: number, events: readonly GameEvent[]): boolean {
  const ways = waysOf(events, null).flatMap(({ from, to }) => [from, to]);
  return ways.some((place) => place === `hand ${seat}` || place.startsWith(`grid ${seat}:`)) || events.some(({ exchanges, value }) => exchanges === "hands" && value === seat);
}

/** The most important of some moves, in their order: the last one, those that changed the player's own cards, then the latest; passes go first. */
export function keptMoves(seat: number | null, events: readonly GameEvent[], moves: readonly number[], most: number): number[] {
  if (moves.length <= most) return [...moves];
  const own = lastMoveOf(seat, events);
  const weight = (move: number, i: number) => {
    const made = events.filter((event) => event.move === move);
    if (i === moves.length - 1) return 4;
    if (move <= own) return 0;
    if (made.every(({ kind }) => kind === PASSED)) return 1;
    return seat !== null && touches(seat, made) ? 3 : 2;
  };
  const weighed = moves.map((move, i) => ({ move, i, weight: weight(move, i) }));
  const kept = weighed.toSorted((a, b) => b.weight - a.weight || b.i - a.i).slice(0, most);
  return kept.map(({ move }) => move).toSorted((a, b) => a - b);
}
