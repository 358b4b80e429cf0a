/** The stage: where things are drawn, and the cards that are on their way from one place to another.

Cards never hold anything up: the view is drawn at once, and a card that is still on its way is hidden where it will lie.
*/

import { tick } from "svelte";
import { SvelteSet } from "svelte/reactivity";
import { afterPress } from "../painting";
import { lasting } from "../settings.svelte";
import type { GameEvent, View } from "../wire";
import { HIDDEN } from "./cards";
import { arrivals, waysOf, type Way } from "./ways";

/** Where a card lies: its upper left corner if it lay straight, its size, and by how many degrees it is turned. */
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
  /** Whether it sets off face down and is turned on the way. */
  turns: boolean;
  from: Spot;
  to: Spot;
  delay: number;
  lasts: number;
  /** Out of the game: it fades. */
  fades: boolean;
  /** Whether it is not to be seen before it sets off. */
  isLate: boolean;
  key: string;
}

const MOST_EVENTS = 120;
const FLIGHT = 280;
const BETWEEN = 130;
const ALTOGETHER = 1_000;
/** Milliseconds for which cards that have landed wait for others, to be put down together: each time is work for the page. */
const GATHER = 100;
/** How far a card that goes out of the game flies, in its own heights. */
const FAR = 1.5;
/** How much taller than wide a card is. */
const TALL = 1.4;

export class Stage {
  flights = $state.raw<Flight[]>([]);
  /** The drawn cards that are still on their way. */
  hidden = new SvelteSet<string>();
  /** How often a pile was cleared away. */
  clearings = $state(0);

  #places = new Map<string, Element>();
  #last = 0;
  /** Flights that are over and still drawn where they ended. */
  #over = new Set<Flight>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** An attachment that makes an element the place of a name. */
  place = (name: string) => (element: Element) => {
    this.#places.set(name, element);
    return () => {
      if (this.#places.get(name) === element) this.#places.delete(name);
    };
  };

  /** Make an update so, and let the cards of its events travel. */
  show(events: readonly GameEvent[], before: View | null, after: View, apply: () => void): void {
    const isShown = lasting(FLIGHT) > 0 && document.visibilityState === "visible" && events.length <= MOST_EVENTS;
    const ways = isShown ? waysOf(events, before) : [];
    const froms = this.#starts(ways, before?.viewer ?? null);
    const keys = landings(ways, before, after);
    apply();
    if (!ways.length) return;
    for (const key of keys) if (key) this.hidden.add(key);
    void tick().then(() => this.#launch(ways, froms, keys));
  }

  /** A card has come where it will lie. It is drawn there already, so that others that are about to land can be waited for. */
  landed(flight: Flight): void {
    if (!this.flights.includes(flight)) return;
    this.#over.add(flight);
    const isLast = this.#over.size === this.flights.length;
    if (isLast) afterPress(this.#putDown);
    else this.#timer ??= setTimeout(() => afterPress(this.#putDown), GATHER);
  }

  #putDown = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { key } of this.#over) this.hidden.delete(key);
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

  #launch(ways: readonly Way[], froms: readonly (Spot | null)[], keys: readonly string[]): void {
    const steps = [...new Set(ways.map((way) => way.step))];
    const between = Math.min(BETWEEN, ALTOGETHER / steps.length);
    const flights: Flight[] = [];
    if (ways.some((way) => way.to === "away")) this.clearings += 1;
    ways.forEach((way, i) => {
      const from = froms[i] ?? this.#spot(way.from);
      const to = way.to === "away" ? from && off(from, i) : (this.#spot(keys[i] ?? "") ?? this.#spot(way.to));
      if (!from || !to) {
        this.hidden.delete(keys[i] ?? "");
        return;
      }
      const nth = steps.indexOf(way.step) * between + ways.slice(0, i).filter((other) => other.step === way.step).length * 35;
      flights.push({
        id: ++this.#last,
        card: way.card,
        turns: way.card !== HIDDEN && way.from !== "pile" && !this.#isMine(way),
        from,
        to,
        delay: lasting(nth),
        lasts: lasting(FLIGHT),
        fades: way.to === "away",
        isLate: way.isFresh ?? false,
        key: keys[i] ?? "",
      });
    });
    this.flights = [...this.flights, ...flights];
  }

  /** Whether a card sets off from where its viewer sees it face up. */
  #isMine(way: Way): boolean {
    return way.from.startsWith("hand ") && this.#places.get(way.from)?.hasAttribute("data-mine") === true;
  }

  /** Where a card lies or would lie: a hand is wider than one card. */
  #spot(name: string): Spot | null {
    const element = this.#places.get(name);
    const rect = element?.getBoundingClientRect();
    if (!(element instanceof HTMLElement) || !rect?.width) return null;
    // what is turned takes more room than it is large
    const height = element.offsetHeight;
    const width = Math.min(element.offsetWidth, height / TALL);
    const [x, y] = [rect.x + rect.width / 2, rect.y + rect.height / 2];
    return { x: x - width / 2, y: y - height / 2, width, height, turn: parseFloat(element.style.getPropertyValue("--turn")) || 0 };
  }
}

/** Somewhere off the pile, for each card another way. */
function off(spot: Spot, i: number): Spot {
  const angle = i * 2.4 - Math.PI / 2;
  const far = spot.height * FAR;
  return { ...spot, x: spot.x + Math.cos(angle) * far, y: spot.y + Math.sin(angle) * far, turn: (i % 2 ? 50 : -40) - i * 9 };
}

/** For each way the drawn card that must wait for it: the card in the own hand, on the pile, in a slot. */
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
