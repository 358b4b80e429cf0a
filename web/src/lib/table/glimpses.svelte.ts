/**
 * Glimpses: a card in a grid is shown for as long as the player may look at it, then it is turned back. Remembering is the
 * game.
 *
 * A table has such cards if it sets a number of seconds (`look_seconds`), unless known cards stay face up. The start of a look is stored
 * on this device, so that a page that is reloaded or opened twice shows nothing for longer. Only time while the page is visible counts.
 */

import { SvelteMap, SvelteSet } from "svelte/reactivity";
import { store, stored } from "../settings.svelte";
import type { GameEvent, View } from "../wire";
import { EMPTY, HIDDEN } from "./cards";
import { placeOf, placesOf } from "./motion";

const PLACE = "parlour.looks";
/** How many games are remembered: more than anybody plays at once. */
const MOST_GAMES = 20;

/** When looking at a card at a place began, in one game; 0: it is over; negative: milliseconds left once the page is visible. */
interface Begun {
  game: string;
  at: Record<string, number>;
  /** The last event that a page of this game has processed: another page starts nothing again for it. */
  last: number;
}

export class Glimpses {
  /** The cards being looked at, by place, and until when. */
  #looks = new SvelteMap<string, { card: string; until: number }>();
  /** Cards that were looked at long enough although the server still shows them. */
  #over = new SvelteSet<string>();
  #timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** The time limit for looking; null: none. Everything drawn before it was known is drawn again. */
  #seconds = $state<number | null>(null);
  #begun: Begun = { game: "", at: {}, last: 0 };
  /** Milliseconds until cards that are on their way lie where they are looked at. */
  #delay = 0;

  /** Process an update; `game` identifies this game. Looks begin after `delay` milliseconds, when cards have landed. */
  take(view: View, events: readonly GameEvent[], live: boolean, game = "", delay = 0): void {
    this.#delay = delay;
    this.#seconds = lookSeconds(view);
    if (this.#seconds === null) {
      this.stop();
      return;
    }
    if (this.#begun.game !== game) this.#recall(game);
    const { last } = this.#begun;
    for (const event of events) this.#follow(event, live, event.number > last);
    this.#begun.last = Math.max(last, events.at(-1)?.number ?? 0);
    for (const [place, card] of shownPlaces(view)) {
      if (card === EMPTY) this.#end(place);
      // a card shown by an event stays for its time although the server hides it again
      if (card === EMPTY || (card === HIDDEN && !this.#looks.has(place))) this.#erase(place);
      else if (card !== HIDDEN && !this.#over.has(`${place} ${card}`)) this.#look(place, card);
    }
  }

  /** The face-up card at a place, given what the server shows there. */
  face(place: string, card: string): string {
    if (this.#seconds === null) return card;
    if (card === HIDDEN) return this.#looks.get(place)?.card ?? HIDDEN;
    return this.#over.has(`${place} ${card}`) ? HIDDEN : card;
  }

  /** The number of cards being looked at. */
  get count(): number {
    return this.#looks.size;
  }

  /** Those cards, each with its place. */
  get open(): string[] {
    return [...this.#looks].map(([place, { card }]) => `${place} ${card}`);
  }

  /** When the last of them is turned back, in milliseconds since 1970. */
  get until(): number {
    return Math.max(0, ...[...this.#looks.values()].map(({ until }) => until));
  }

  /** Turn all of them back for good, when the person has seen enough. */
  end(): void {
    for (const [place, { card }] of [...this.#looks]) {
      const mark = `${place} ${card}`;
      this.#begun.at[mark] = 0;
      this.#end(place);
      this.#over.add(mark);
    }
    this.#store();
  }

  /** Run the timers while the page is visible, in step with other pages of the same game; the returned function stops them. */
  listen(): () => void {
    const onstorage = (event: StorageEvent) => {
      if (event.key === PLACE) this.#goOn();
    };
    const onsight = () => {
      if (document.hidden) for (const [place, { card }] of [...this.#looks]) this.#time(place, card);
      else this.#goOn();
    };
    addEventListener("storage", onstorage);
    document.addEventListener("visibilitychange", onsight);
    return () => {
      removeEventListener("storage", onstorage);
      document.removeEventListener("visibilitychange", onsight);
    };
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#looks.clear();
    this.#over.clear();
  }

  #recall(game: string): void {
    this.stop();
    this.#begun = remembered().find((found) => found.game === game && game) ?? { game, at: {}, last: 0 };
  }

  /** Continue with the latest state: another page of this game may have begun or ended a look. */
  #goOn(): void {
    this.#begun = remembered().find(({ game }) => game === this.#begun.game) ?? this.#begun;
    // a hidden page only learns what is over: visible pages keep the time
    for (const [place, { card }] of [...this.#looks]) {
      if (!document.hidden || this.#begun.at[`${place} ${card}`] === 0) this.#time(place, card);
    }
  }

  #store(): void {
    if (this.#begun.game) store(PLACE, [...remembered().filter(({ game }) => game !== this.#begun.game), this.#begun].slice(-MOST_GAMES));
  }

  #follow(event: GameEvent, live: boolean, isNew: boolean): void {
    const isTouched = event.source === "grid" || event.target === "grid" || event.exchanges === "cards";
    const isLook = event.looks && event.card !== null && event.card !== HIDDEN && live;
    if (!isTouched && !isLook) return;
    for (const place of placesOf(event)) {
      // another card may lie here now, or the same one is looked at again
      this.#end(place);
      this.#erase(place, isNew);
      if (isLook) this.#look(place, event.card!);
    }
  }

  #look(place: string, card: string): void {
    if (this.#looks.get(place)?.card === card) return;
    this.#time(place, card);
  }

  /** Turn a card back when its time is over; the timer pauses while the page is hidden. */
  #time(place: string, card: string): void {
    this.#end(place);
    const mark = `${place} ${card}`;
    const [now, whole] = [Date.now(), (this.#seconds ?? 0) * 1000];
    const known = this.#begun.at[mark];
    const noted = known ?? now + this.#delay;
    const left = noted < 0 ? Math.min(-noted, whole) : whole - (now - noted);
    if (left <= 0) {
      this.#over.add(mark);
      return;
    }
    this.#begun.at[mark] = document.hidden ? -left : now - (whole - left);
    if (this.#begun.at[mark] !== known) this.#store();
    this.#looks.set(place, { card, until: now + left });
    const end = () => {
      this.#end(place);
      this.#over.add(mark);
    };
    if (!document.hidden) this.#timers.set(place, setTimeout(end, left));
  }

  #erase(place: string, isForAll = true): void {
    const isThere = (mark: string) => mark.startsWith(`${place} `);
    for (const mark of [...this.#over].filter(isThere)) this.#over.delete(mark);
    if (!isForAll) return;
    const marks = Object.keys(this.#begun.at).filter(isThere);
    for (const mark of marks) delete this.#begun.at[mark];
    if (marks.length) this.#store();
  }

  #end(place: string): void {
    clearTimeout(this.#timers.get(place));
    this.#timers.delete(place);
    this.#looks.delete(place);
  }
}

/** The state stored on this device, the latest game last. */
function remembered(): Begun[] {
  const found = stored<Begun[]>(PLACE, []);
  return Array.isArray(found) ? found : [];
}

/** How long a card may be looked at; null: whatever is shown stays. */
export function lookSeconds(view: View): number | null {
  return view.look_seconds ?? null;
}

/** Whether an event shows a card that lies face down again afterwards. */
export function isFleeting(event: GameEvent, view: View): boolean {
  return Boolean(event.fleeting) && !view.result;
}

/** Whether an event is a look at a card that lasts. */
export function isLook(event: GameEvent, view: View, glimpses: Glimpses): boolean {
  return Boolean(event.looks) && event.card !== null && isOpenNow(event, view, glimpses);
}

/** Whether the card of an event is face up right now for the person who was shown it. */
export function isOpenNow(event: GameEvent, view: View, glimpses: Glimpses): boolean {
  if (event.looks) return glimpses.face(placeOf(event.value), HIDDEN) === event.card;
  const held = view.zones.find((zone) => zone.kind === "held" && zone.owner === event.seat);
  return event.target === "held" && held?.cards[0] === event.card;
}

function* shownPlaces(view: View): Generator<[string, string]> {
  for (const zone of view.zones) {
    if (zone.kind !== "grid") continue;
    for (const [slot, card] of zone.cards.entries()) yield [`${zone.owner}:${slot}`, card];
  }
}
