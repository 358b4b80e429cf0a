/**
 * The stage: where things are drawn, and cards in motion between places. Cards never delay anything: the view is drawn at once, and a
 * card in motion is hidden at its destination.
 */

import { tick } from "svelte";
import { SvelteSet } from "svelte/reactivity";
import { afterPress } from "../painting";
import { lasting } from "../settings.svelte";
import type { GameEvent, View } from "../wire";
import { HIDDEN } from "./cards";
import { arrivals, isOpen, waysOf, type Way } from "./motion";

/** The position of a card: its upper left corner if it were straight, its size, and its rotation in degrees. */
export interface Spot {
  x: number;
  y: number;
  width: number;
  height: number;
  turn: number;
}

export interface Flight {
  id: number;
  card: string;
  /** Whether it starts face up, and whether it flips on the way. */
  isUp: boolean;
  turns: boolean;
  from: Spot;
  to: Spot;
  delay: number;
  lasts: number;
  /** Out of the game: it fades. */
  fades: boolean;
  /** Whether it is invisible before it starts. */
  isLate: boolean;
  /** Whether it comes to the viewer's own hand. */
  isMine: boolean;
  /** Whether the card continues elsewhere as soon as it arrives. */
  passes: boolean;
  key: string;
  /** Whether it meets others half way, and how high it flies, as a share of the way. */
  isSwap: boolean;
  lift: number;
}

const MOST_EVENTS = 120;
export const FLIGHT = 320;
/** Hands that change places meet on the way. */
const SWAP = 900;
/** Milliseconds between two cards that are counted as they come, and for all of them. */
const VOLLEY = 190;
const WHOLE_VOLLEY = 2_000;
const BETWEEN = 130;
const ALTOGETHER = 1_000;
/** Milliseconds between two cards that start with the same event. */
const IN_STEP = 35;
/** Milliseconds for which landed cards wait for others, to be put down together: each time costs a page update. */
const GATHER = 100;
/** How far the destination may move from a card in motion, in its widths: beyond that it is put down at once. */
const ASTRAY = 0.3;
/** How far a card that leaves the game flies, in its own heights. */
const FAR = 2.4;
/** How high a card flies above the straight line, as a share of the distance. */
const LIFT = 0.12;
/** The height of a card relative to its width. */
const TALL = 1.4;

export class Stage {
  flights = $state.raw<Flight[]>([]);
  /** The drawn cards that are still in motion, and those of them that arrive face down. */
  hidden = new SvelteSet<string>();
  covered = new SvelteSet<string>();
  /** How often a pile was cleared, and the delay of the last time in milliseconds. */
  clearings = $state(0);
  clearsAfter = 0;

  /** Completes the layout before it is measured, ahead of the browser's own notifications. */
  settle: () => void = () => {};

  #places = new Map<string, Element>();
  #last = 0;
  /** Flights that are over and still drawn where they ended. */
  #over = new Set<Flight>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** An attachment that registers an element as a named place. */
  place = (name: string) => (element: Element) => {
    this.#places.set(name, element);
    return () => {
      if (this.#places.get(name) === element) this.#places.delete(name);
    };
  };

  /** Apply an update, and animate the cards of its events. */
  show(events: readonly GameEvent[], before: View | null, after: View, apply: () => void): void {
    const ways = this.canMove(events) ? waysOf(events, before) : [];
    const froms = this.#starts(ways, before?.viewer ?? null);
    const keys = landings(ways, before, after);
    apply();
    if (!ways.length) return;
    ways.forEach((way, i) => {
      const key = keys[i];
      if (!key) return;
      this.hidden.add(key);
      if (!isOpen(after, way.to, nameOf(way, key))) this.covered.add(key);
    });
    void tick().then(() => {
      this.settle();
      this.#review(ways);
      this.#launch(ways, froms, keys, before, after);
    });
  }

  /** How many milliseconds the cards of some events are on their way. */
  lengthOf(events: readonly GameEvent[], before: View | null): number {
    const ways = this.canMove(events) ? waysOf(events, before) : [];
    return ways.length ? lasting(Math.max(...startsOf(ways).values()) + FLIGHT) : 0;
  }

  canMove(events: readonly GameEvent[]): boolean {
    return lasting(FLIGHT) > 0 && document.visibilityState === "visible" && events.length <= MOST_EVENTS;
  }

  /** Put cards down at once, all unless some are named: somebody wants to see the table as it is. */
  finish(flights: readonly Flight[] = this.flights): void {
    for (const flight of flights) if (this.flights.includes(flight)) this.#over.add(flight);
    if (this.#over.size) this.#putDown();
  }

  /** What is drawn at a place. */
  elementAt(name: string): Element | undefined {
    return this.#places.get(name);
  }

  /**
   * A card has arrived. It is already drawn there, so it can wait for others about to land, except in the player's own hand, where
   * cards overlap in order, or if it moves on.
   */
  landed(flight: Flight): void {
    if (!this.flights.includes(flight)) return;
    this.#over.add(flight);
    const isDue = flight.isMine || flight.passes || this.#over.size === this.flights.length;
    if (isDue) afterPress(this.#putDown);
    else this.#timer ??= setTimeout(() => afterPress(this.#putDown), GATHER);
  }

  /** A card is needed at its destination although it is still in motion. */
  fetch(key: string): void {
    const flight = this.flights.find((other) => other.key === key);
    if (!flight) return;
    this.#over.add(flight);
    this.#putDown();
  }

  /** Cards whose place is gone or has moved have nowhere to fly to, and on a pile the next one comes on top. */
  #review(ways: readonly Way[]): void {
    const isLaid = ways.some((way) => way.to === "pile");
    for (const flight of this.flights) {
      if (!flight.key) continue;
      const spot = this.#spot(flight.key);
      const isLate = isLaid && flight.key.startsWith("pile ");
      if (!spot || isLate || Math.hypot(spot.x - flight.to.x, spot.y - flight.to.y) > ASTRAY * spot.width) this.#over.add(flight);
    }
    if (this.#over.size) this.#putDown();
  }

  #putDown = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { key } of this.#over) {
      this.hidden.delete(key);
      this.covered.delete(key);
    }
    this.flights = this.flights.filter((flight) => !this.#over.has(flight));
    this.#over.clear();
  };

  #starts(ways: readonly Way[], viewer: number | null): (Spot | null)[] {
    const used = new Map<string, number>();
    return ways.map((way) => {
      if (way.from !== `hand ${viewer}`) return this.#spot(way.from);
      const copy = used.get(way.card) ?? 0;
      used.set(way.card, copy + 1);
      return this.#spot(`card ${way.card}#${copy}`) ?? this.#spot(way.from);
    });
  }

  #launch(ways: readonly Way[], froms: readonly (Spot | null)[], keys: readonly string[], before: View | null, after: View): void {
    const starts = startsOf(ways);
    const flights: Flight[] = [];
    const cleared = ways.find((way) => way.to === "away");
    if (cleared) this.clearsAfter = lasting(starts.get(cleared.step) ?? 0);
    if (cleared) this.clearings += 1;
    ways.forEach((way, i) => {
      const key = keys[i] ?? "";
      const from = froms[i] ?? this.#spot(way.from);
      const to = way.to === "away" ? from && off(from, i) : (this.#spot(key) ?? this.#spot(way.to));
      if (!from || !to) {
        this.hidden.delete(key);
        this.covered.delete(key);
        return;
      }
      const card = nameOf(way, key);
      const isUp = way.card !== HIDDEN && isOpen(way.isFresh ? after : before, way.from, card);
      const inStep = ways.slice(0, i).filter((other) => other.step === way.step).length;
      flights.push({
        id: ++this.#last,
        card,
        isUp,
        turns: isUp !== isOpen(after, way.to, card),
        from,
        to,
        delay: lasting((starts.get(way.step) ?? 0) + inStep * IN_STEP),
        lasts: lasting(way.pace === "swap" ? SWAP : FLIGHT),
        fades: way.to === "away",
        isLate: way.isFresh ?? false,
        isMine: way.to === `hand ${after.viewer}`,
        passes: ways.slice(i + 1).some((other) => other.isFresh && other.from === way.to && other.card === way.card),
        key,
        isSwap: way.pace === "swap",
        // cards of one seat that follow one another on to the pile climb
        lift: way.to === "pile" ? LIFT * (1 + 0.6 * ways.slice(0, i).filter((other) => other.to === "pile").length) : LIFT,
      });
    });
    this.flights = [...this.flights, ...flights];
  }

  /** Where a card lies or would lie: a hand is wider than one card. */
  #spot(name: string): Spot | null {
    const element = this.#places.get(name);
    const rect = element?.getBoundingClientRect();
    if (!(element instanceof HTMLElement) || !rect?.width) return null;
    // a rotated element takes more room than its size
    const height = element.offsetHeight;
    const width = Math.min(element.offsetWidth, height / TALL);
    const [x, y] = [rect.x + rect.width / 2, rect.y + rect.height / 2];
    return { x: x - width / 2, y: y - height / 2, width, height, turn: parseFloat(element.style.getPropertyValue("--turn")) || 0 };
  }
}

/** When the cards of each step start: soon after one another, but not before the cards they carry on have arrived. */
export function startsOf(ways: readonly Way[]): Map<number, number> {
  const between = Math.min(BETWEEN, ALTOGETHER / new Set(ways.map((way) => way.step)).size);
  const counted = Math.min(VOLLEY, WHOLE_VOLLEY / Math.max(ways.filter((way) => way.pace === "volley").length, 1));
  const starts = new Map<number, number>();
  let last = -between;
  ways.forEach((way, i) => {
    const first = way.isFresh ? ways.slice(0, i).findLast((other) => other.to === way.from) : undefined;
    const there = first ? starts.get(first.step)! + FLIGHT : 0;
    // a whole hand goes at once
    const gap = way.pace === "swap" ? IN_STEP : way.pace === "volley" && i > 0 ? counted : between;
    const start = starts.get(way.step) ?? last + gap;
    starts.set(way.step, (last = Math.max(start, there)));
  });
  return starts;
}

/** The face of a card in motion: a card coming to the viewer's hand is known there. */
function nameOf(way: Way, key: string): string {
  return way.card === HIDDEN && key.startsWith("card ") ? key.slice("card ".length).split("#")[0]! : way.card;
}

/** Somewhere off the pile, differently for each card. */
function off(spot: Spot, i: number): Spot {
  const angle = i * 2.4 - Math.PI / 2;
  const far = spot.height * FAR;
  return { ...spot, x: spot.x + Math.cos(angle) * far, y: spot.y + Math.sin(angle) * far, turn: (i % 2 ? 50 : -40) - i * 9 };
}

/** For each move the drawn card that must wait for it: in the viewer's hand, on the pile, in a slot. */
export function landings(ways: readonly Way[], before: View | null, after: View): string[] {
  const mine = `hand ${after.viewer}`;
  const fresh = arrivals(handOf(before), handOf(after));
  const copies = new Map<string, number>();
  const pile = after.zones.find((zone) => zone.kind === "pile")?.cards ?? [];
  const swept = ways.findLastIndex((way) => way.from === "pile");
  const laid = ways.filter((way, i) => way.to === "pile" && i > swept).length;
  let next = pile.length - laid;
  return ways.map((way, i) => {
    if (way.to === "pile") return i > swept && next >= 0 && pile[next] === way.card ? `pile ${next++}` : (next++, "");
    if (way.to === mine) {
      const place = way.card === HIDDEN ? 0 : fresh.indexOf(way.card);
      const card = place < 0 ? undefined : fresh.splice(place, 1)[0];
      if (card === undefined) return "";
      const held = handOf(after).filter((other) => other === card).length;
      const used = copies.get(card) ?? 0;
      copies.set(card, used + 1);
      return `card ${card}#${Math.max(held - 1 - used, 0)}`;
    }
    return way.to.startsWith("grid ") || way.to.startsWith("held ") ? way.to : "";
  });
}

function handOf(view: View | null): readonly string[] {
  return view?.zones.find((zone) => zone.kind === "hand" && zone.owner === view.viewer)?.cards ?? [];
}
