/** From events to animation: which card moves from where to where, in terms of the places drawn on the table. */

import { HIDDEN } from "./cards";
import type { GameEvent, View } from "../wire";

/** A moving card. Places are `deck`, `pile`, `hand 2`, `grid 2:1`, `held 2`; `away` is out of the game. */
export interface Way {
  card: string;
  from: string;
  to: string;
  /** The index of the event in the batch: cards of one event start together. */
  step: number;
  /** Whether it arrived at its starting place in the same batch, and must not be visible there before. */
  isFresh?: boolean;
  /** How it moves: one of several cards that a seat has to take, or of a hand that goes to another seat. */
  pace?: "volley" | "swap" | undefined;
}

const SLOTS = 16;
const PLACES = 256;
const MOST_AT_ONCE = 7;

/** Events encode a place in a grid as seat * 16 + slot. */
export function placeOf(value: number): string {
  return `${Math.floor(value / SLOTS)}:${value % SLOTS}`;
}

/** The grid places of an event: one, or source and target of a card. */
export function placesOf(event: GameEvent): string[] {
  if (event.source !== "grid" || event.target !== "grid") return [placeOf(event.value)];
  return [placeOf(Math.floor(event.value / PLACES)), placeOf(event.value % PLACES)];
}

/** The moves of all cards in these events. */
export function waysOf(events: readonly GameEvent[], before: View | null): Way[] {
  const ways: Way[] = [];
  const givers = new Map<number, number>();
  const drawers = drawersOf(events);
  const pile = [...(before?.zones.find((zone) => zone.kind === "pile")?.cards ?? [])];
  let old = pile.length;
  events.forEach((event, step) => {
    if (event.exchanges === "hands" && event.seat !== null) {
      givers.set(event.seat, event.value).set(event.value, event.seat);
    }
    if (event.exchanges === "cards") ways.push(...switched(events[step - 1], event, step));
    if (!event.source) return;
    const way: Way = { card: event.card ?? HIDDEN, from: start(event, givers), to: end(event), step, pace: paceOf(event, drawers) };
    // a card that is drawn and played at once; exchanged hands move at the same time
    const isHandedOn = event.source === "hand" && event.target === "hand";
    way.isFresh = !isHandedOn && ways.some((other) => other.to === way.from && (other.card === way.card || other.card === HIDDEN));
    const isWholePile = event.source === "pile" && event.card === null;
    if (isWholePile) ways.push(...gathered(way, pile, event.value, pile.length - old));
    else ways.push(way);
    if (event.target === "pile") pile.push(way.card);
    else if (event.source === "pile") pile.splice(isWholePile ? 0 : pile.length - 1);
    old = Math.min(old, pile.length);
  });
  return named(ways, before);
}

const isDrawn = (event: GameEvent) => event.move > 0 && event.source === "deck" && event.target !== "pile" && event.seat !== null;

/** How many cards each seat draws after the deal, if it draws several at once. */
export function drawnBy(events: readonly GameEvent[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { seat } of events.filter(isDrawn)) counts.set(seat!, (counts.get(seat!) ?? 0) + 1);
  return new Map([...counts].filter(([, cards]) => cards > 1));
}

export const drawersOf = (events: readonly GameEvent[]) => new Set(drawnBy(events).keys());

function paceOf(event: GameEvent, drawers: ReadonlySet<number>): Way["pace"] {
  if (event.source === "hand" && event.target === "hand") return "swap";
  return isDrawn(event) && drawers.has(event.seat!) ? "volley" : undefined;
}

/** Own cards that go to somebody else are reported face down, but their owner knows them. */
function named(ways: readonly Way[], before: View | null): Way[] {
  if (before?.viewer == null) return [...ways];
  const mine = `hand ${before.viewer}`;
  const hand = before.zones.find((zone) => zone.kind === "hand" && zone.owner === before.viewer)?.cards ?? [];
  const left = arrivals(
    ways.filter((way) => way.from === mine).map((way) => way.card),
    hand,
  );
  return ways.map((way) => (way.from === mine && way.card === HIDDEN && !way.isFresh ? { ...way, card: left.shift() ?? HIDDEN } : way));
}

/** A moving pile: its upper cards as they lie; face down if they go back to the deck. */
function gathered(way: Way, pile: readonly string[], count: number, fresh: number): Way[] {
  const shown = Math.min(count || pile.length, MOST_AT_ONCE);
  const upper = way.to === "deck" ? [] : pile.slice(-shown);
  return Array.from({ length: shown }, (_, i) => ({ ...way, card: upper[i] ?? HIDDEN, isFresh: i >= shown - fresh }));
}

/** Two grid cards change places, unseen. */
function switched(first: GameEvent | undefined, second: GameEvent, step: number): Way[] {
  if (first?.exchanges !== "cards" || first.kind === second.kind) return [];
  const [one, other] = [`grid ${placeOf(first.value)}`, `grid ${placeOf(second.value)}`];
  return [
    { card: HIDDEN, from: one, to: other, step },
    { card: HIDDEN, from: other, to: one, step },
  ];
}

function start(event: GameEvent, givers: Map<number, number>): string {
  if (event.source === "grid") return `grid ${placesOf(event)[0]}`;
  if (event.source === "hand" && event.target === "hand" && event.seat !== null) {
    return `hand ${givers.get(event.seat) ?? event.value}`;
  }
  return owned(event.source, event);
}

function end(event: GameEvent): string {
  if (!event.target) return "away";
  return event.target === "grid" ? `grid ${placesOf(event).at(-1)}` : owned(event.target, event);
}

function owned(zone: string, event: GameEvent): string {
  return zone === "deck" || zone === "pile" ? zone : `${zone} ${event.seat}`;
}

/** The cards that are new in a hand, as often as each is new. */
export function arrivals(before: readonly string[], after: readonly string[]): string[] {
  const left = [...before];
  return after.filter((card) => {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

/** Whether a card lies face up in a place, as a viewer sees it. */
export function isOpen(view: View | null, place: string, card: string): boolean {
  if (card === HIDDEN || place === "deck") return false;
  const [kind, where = ""] = place.split(" ");
  const [owner, slot] = where.split(":").map(Number);
  if (kind === "pile" || kind === "away" || (kind === "hand" && owner === view?.viewer)) return true;
  const cards = view?.zones.find((zone) => zone.kind === kind && zone.owner === owner)?.cards ?? [];
  return slot === undefined ? cards.includes(card) : cards[slot] === card;
}
