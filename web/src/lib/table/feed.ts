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
