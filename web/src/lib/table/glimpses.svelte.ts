/** Glimpses: a card in a grid is shown for as long as one may look at it, then it is turned back. Remembering is the game.

A table has such cards if it says for how many seconds (`look_seconds`), unless it leaves what one knows face up.
*/

import { SvelteMap, SvelteSet } from "svelte/reactivity";
import type { GameEvent, Values, View } from "../wire";
import { faceOf, HIDDEN, SUIT_SIGNS } from "./cards";
import { placeOf } from "./ways";

const LOOKS = ["looked", "mismatched"];

export class Glimpses {
  /** What is being looked at, by place. */
  #looks = new SvelteMap<string, string>();
  /** What was looked at long enough though the house still shows it. */
  #over = new SvelteSet<string>();
  #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #seconds: number | null = null;

  take(view: View, events: readonly GameEvent[], options: Values, live: boolean): void {
    this.#seconds = lookSeconds(view, options);
    if (this.#seconds === null) {
      this.stop();
      return;
    }
    for (const event of events) this.#follow(event, live);
    for (const [place, card] of shownPlaces(view)) {
      if (card === HIDDEN) for (const over of [...this.#over]) if (over.startsWith(`${place} `)) this.#over.delete(over);
      if (card !== HIDDEN && !this.#over.has(`${place} ${card}`)) this.#look(place, card);
    }
  }

  /** What lies face up at a place, given what the house shows there. */
  face(place: string, card: string): string {
    if (this.#seconds === null) return card;
    if (card === HIDDEN) return this.#looks.get(place) ?? HIDDEN;
    return this.#over.has(`${place} ${card}`) ? HIDDEN : card;
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#looks.clear();
    this.#over.clear();
  }

  #follow(event: GameEvent, live: boolean): void {
    const place = placeOf(event.value);
    if (LOOKS.includes(event.kind) && event.card && event.card !== HIDDEN && live) this.#look(place, event.card);
    const isTouched = event.source === "grid" || event.target === "grid" || event.kind.startsWith("switched");
    if (isTouched) this.#end(place);
  }

  #look(place: string, card: string): void {
    if (this.#looks.get(place) === card) return;
    this.#end(place);
    this.#looks.set(place, card);
    const end = () => {
      this.#end(place);
      this.#over.add(`${place} ${card}`);
    };
    this.#timers.set(place, setTimeout(end, (this.#seconds ?? 0) * 1000));
  }

  #end(place: string): void {
    clearTimeout(this.#timers.get(place));
    this.#timers.delete(place);
    this.#looks.delete(place);
  }
}

/** For how long a card may be looked at; null: whatever is shown stays. */
export function lookSeconds(view: View, options: Values): number | null {
  const seconds = options["look_seconds"];
  return typeof seconds === "number" && !options["memory_aid"] && !view.result ? seconds : null;
}

/** A sentence of the log without a card that only the viewer saw and that may lie face down again. */
export function masked(event: GameEvent, view: View, options: Values): string {
  const isFleeting = LOOKS.includes(event.kind) || event.target === "held" || event.target === "grid";
  const isOwn = event.seat === view.viewer && event.card !== null;
  if (!isOwn || !isFleeting || lookSeconds(view, options) === null) return event.text;
  return event.text.replace(signOf(event.card ?? ""), "…");
}

function* shownPlaces(view: View): Generator<[string, string]> {
  for (const zone of view.zones) {
    if (zone.kind !== "grid") continue;
    for (const [slot, card] of zone.cards.entries()) yield [`${zone.owner}:${slot}`, card];
  }
}

/** A card as the house's sentences write it. */
function signOf(card: string): string {
  const face = faceOf(card);
  if (face.kind === "suited") return SUIT_SIGNS[face.suit] + face.rank;
  return face.kind === "joker" ? `${face.colour} joker` : card;
}
