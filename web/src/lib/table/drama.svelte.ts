/** Dramatises events: mistakes shake, cards that others look at are lifted, cards that a seat has to take are counted, and at the end seat after seat shows its
cards. */

import { SvelteMap } from "svelte/reactivity";
import { lasting } from "../settings.svelte";
import type { GameEvent, View } from "../wire";
import { EMPTY, HIDDEN } from "./cards";
import { drawersOf, drawnBy, placeOf, waysOf } from "./motion";
import { FLIGHT, startsOf, type Stage } from "./stage.svelte";

/** Milliseconds for which a number of cards is shown beside a seat. */
const COUNTED = 1_400;
/** Milliseconds for each seat's cards at the end, if its points are counted up. */
const PER_SEAT = 700;
/** Milliseconds for which a card is lifted while somebody else looks at it. */
const LIFTED = 900;
/** Milliseconds for each seat's cards at the end, if nothing is counted. */
const PER_HAND = 300;
/** How many numbers are shown on the way to a total. */
const STEPS = 10;

type Timer = ReturnType<typeof setTimeout>;

export class Drama {
  /** What is counted up beside seats: cards that they draw, or their points at the end. */
  counts = new SvelteMap<number, string>();
  /** Whether the cards at the end of a game are still being turned up. */
  isRevealing = $state(false);
  /** Whether the winner is shown. */
  isEndShown = $state(false);

  #stage: Stage;
  /** Pending actions; a press runs all of them at once. */
  #later = new Map<Timer, () => void>();

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Dramatise an update whose view is already drawn. */
  show(events: readonly GameEvent[], before: View | null, after: View): void {
    // remove the totals of the last game
    if (before?.result && !after.result) this.counts.clear();
    if (!this.#stage.canMove(events)) {
      this.#count(events);
      return;
    }
    const ways = waysOf(events, before);
    for (const event of events.filter(({ wrong, seat }) => wrong && seat !== null)) {
      const place = event.looks ? `grid ${placeOf(event.value)}` : `seat ${event.seat}`;
      this.#in(ways.length ? FLIGHT : 0, () => this.#shake(place));
    }
    for (const event of events.filter(({ looks, wrong, seat, move }) => looks && !wrong && move > 0 && seat !== after.viewer)) this.#lift(`grid ${placeOf(event.value)}`);
    const starts = startsOf(ways);
    for (const seat of drawersOf(events)) {
      const landings = ways.filter((way) => way.pace === "volley" && ownerOf(way.to) === seat).map((way) => (starts.get(way.step) ?? 0) + FLIGHT);
      landings.forEach((at, i) => this.#in(at, () => this.counts.set(seat, `+${i + 1}`)));
      this.#in((landings.at(-1) ?? 0) + COUNTED, () => this.counts.delete(seat));
    }
    if (after.result && before && !before.result) this.#reveal(events, before, after);
  }

  /** Without motion, the cards that a seat has to take are still counted beside it, for long enough to be read. */
  #count(events: readonly GameEvent[]): void {
    for (const [seat, cards] of drawnBy(events)) {
      this.counts.set(seat, `+${cards}`);
      this.#later.set(setTimeout(() => this.counts.delete(seat), COUNTED), () => this.counts.delete(seat));
    }
  }

  /** The pending actions. */
  get pending(): readonly Timer[] {
    return [...this.#later.keys()];
  }

  /** Run all pending actions at once, or only the given ones and everything that follows from them. */
  finish(timers: readonly Timer[] = this.pending): void {
    let due = timers;
    while (due.length) {
      const before = new Set(this.pending);
      for (const timer of due) {
        const act = this.#later.get(timer);
        clearTimeout(timer);
        this.#later.delete(timer);
        act?.();
      }
      due = this.pending.filter((timer) => !before.has(timer));
    }
  }

  /** Do something after this many milliseconds, or as soon as somebody presses; returns a function that cancels it. */
  after(milliseconds: number, act: () => void): () => void {
    const timer = this.#in(milliseconds, act);
    return () => {
      clearTimeout(timer);
      this.#later.delete(timer);
    };
  }

  #in(milliseconds: number, act: () => void): Timer {
    const timer = setTimeout(() => {
      this.#later.delete(timer);
      act();
    }, lasting(milliseconds));
    this.#later.set(timer, act);
    return timer;
  }

  #shake(place: string): void {
    const steps = [0, -7, 7, -5, 5, -2, 0].map((x) => ({ translate: `${x}px 0` }));
    this.#stage.elementAt(place)?.animate(steps, { duration: lasting(FLIGHT), easing: "ease-out" });
  }

  /** Lift a card that somebody else looks at. */
  #lift(place: string): void {
    const steps = [
      { translate: "0 0", rotate: "0deg" },
      { translate: "0 -14%", rotate: "-5deg", offset: 0.25, easing: "linear" },
      { translate: "0 -14%", rotate: "-5deg", offset: 0.75 },
      { translate: "0 0", rotate: "0deg" },
    ];
    this.#stage.elementAt(place)?.animate(steps, { duration: lasting(LIFTED), easing: "ease-in-out" });
  }

  /** Turn up the cards that nobody has seen seat by seat, and count up the totals. */
  #reveal(events: readonly GameEvent[], before: View, after: View): void {
    const { covered } = this.#stage;
    const order = revealed(before, after);
    if (!order.length) return;
    const each = events.some(({ reveals }) => reveals === "total") ? PER_SEAT : PER_HAND;
    this.isRevealing = true;
    order.forEach(({ seat, places }, i) => {
      for (const place of places) covered.add(place);
      const total = events.findLast((event) => event.seat === seat && event.reveals === "total")?.value;
      this.#in((i + 1) * each, () => {
        for (const place of places) covered.delete(place);
        if (total !== undefined) this.#countUp(seat, total);
      });
    });
    this.#in((order.length + 1) * each, () => {
      this.isRevealing = false;
      // badges show the same numbers from now on
      this.counts.clear();
    });
  }

  #countUp(seat: number, total: number): void {
    for (let i = 0; i <= STEPS; i++) {
      const number = String(Math.round((total * i) / STEPS)).replace("-", "−");
      this.#in((i / STEPS) * PER_SEAT * 0.6, () => this.counts.set(seat, number));
    }
  }
}

/** The seat that a place belongs to: 2 for `hand 2` and `grid 2:1`. */
function ownerOf(place: string): number {
  return Number(place.split(" ")[1]?.split(":")[0]);
}

/** The seats whose cards are turned up at the end, in order with the winners last, each with the places that were face down before. */
export function revealed(before: View, after: View): { seat: number; places: string[] }[] {
  const found = Array.from({ length: after.seats }, (_, seat) => ({ seat, places: turnedUp(seat, before, after) }));
  const isWinner = (seat: number) => Number(after.result?.winners.includes(seat) ?? false);
  return found.filter(({ places }) => places.length).sort((one, other) => isWinner(one.seat) - isWinner(other.seat) || one.seat - other.seat);
}

function turnedUp(seat: number, before: View, after: View): string[] {
  const of = (view: View, kind: string) => view.zones.find((zone) => zone.kind === kind && zone.owner === seat)?.cards ?? [];
  const known = of(before, "grid");
  const slots = of(after, "grid").flatMap((card, slot) => (card !== HIDDEN && card !== EMPTY && known[slot] === HIDDEN ? [`grid ${seat}:${slot}`] : []));
  const isHandNew = seat !== after.viewer && of(before, "hand").includes(HIDDEN) && of(after, "hand").some((card) => card !== HIDDEN);
  return isHandNew ? [...slots, `hand ${seat}`] : slots;
}
