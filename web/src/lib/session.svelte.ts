/** One room as this person sees it: the room, the current view, and the events so far. */

import { notices } from "./announce.svelte";
import { note } from "./commitments";
import { Connection } from "./connection.svelte";
import { Conversation } from "./conversation.svelte";
import { inserted } from "./inserting";
import { Randomness } from "./randomness";
import { Refusal } from "./refusal";
import { remember } from "./remembered";
import { TakeBack } from "./takeback.svelte";
import { t } from "./texts";
import type { Done, GameEvent, NarratedMove, Request, RoomTold, Said, Told, Update } from "./wire";

export interface News {
  /** New events, and the same in sentences. */
  events: GameEvent[];
  story: NarratedMove[];
  /** Whether they happened before the person's eyes: not on entering, nor after a long absence. */
  live: boolean;
}

/** A hint from the server: the words of a move, the reasons, the number of the last event it knew, and the moves with their chances, best first. */
export type Advice = { words: string } & Pick<Done, "why" | "number"> & Partial<Pick<Done, "rated" | "reasons">>;

type Watcher = (update: Update, news: News, apply: () => void) => void;

/** The longest time for which an accepted move stays pending until it is shown. */
const SHOWN_WITHIN = 1_500;

export class Session {
  readonly code: string;
  /** A room is played in; a replay is only watched. */
  readonly isReplay: boolean = false;
  readonly connection: Connection;
  room = $state.raw<RoomTold | null>(null);
  update = $state.raw<Update | null>(null);
  /** When the update arrived, for the clock. */
  updatedAt = $state(0);
  /** The events of the current game. */
  events = $state.raw<GameEvent[]>([]);
  /** The same in sentences. */
  story = $state.raw<NarratedMove[]>([]);
  readonly conversation: Conversation;
  /** Why this person can't be here; empty if they can. */
  barred = $state("");
  /** The key of that sentence. */
  barredCode = $state("");
  /** Whether the game waits for this person, by the latest update; the screen may be a moment behind. */
  isTurn = $state(false);
  /** The words of the pending move. */
  pending = $state("");
  advice = $state.raw<Advice | null>(null);
  readonly takeBack = new TakeBack(this, () => this.#seen);

  /** Updates that arrived before anybody listened. */
  unshown: News = { events: [], story: [], live: true };

  /** The number of the last event received; the last one shown is the update's own. */
  #seen = 0;
  #base = -1;
  #onshown: (() => void)[] = [];
  #live = false;
  /** Whether the last update had a gap, so that the next one is applied without animation. */
  #resynced = false;
  #watcher: Watcher | null = null;
  /** Whether the person asked to stand up. */
  #rises = false;
  #randomness = new Randomness();

  /** `sits`: enter by taking the seat of a bot, if nobody may watch. `who` is one of several people at this device. */
  constructor(code: string, sits = false, who = "") {
    this.code = code;
    this.connection = new Connection({
      wanted: () => (this.barred ? null : { room: this.code, seen: this.#seen, sit: sits }),
      entered: () => {
        if (this.room) remember(this.code, this.room.plan.game);
      },
      barred: (why, code) => this.#bar(why, code),
      told: (message) => this.#told(message),
    }, who);
    this.conversation = new Conversation(code, this.connection, () => this.room?.chairs[this.room.you ?? -1]?.name ?? null);
  }

  close(): void {
    this.connection.close();
  }

  /** Everything that was said here. */
  get talk(): Said[] {
    return this.conversation.lines;
  }

  /** Register the function that shows each update: `apply` puts it into effect. */
  watch(watcher: Watcher): () => void {
    this.#watcher = watcher;
    return () => {
      if (this.#watcher === watcher) this.#watcher = null;
    };
  }

  // ---- asking --------------------------------------------------------------------------------------------------------

  /** Send a request, and show the sentence if it is refused. Returns whether it succeeded. */
  async ask(request: Request): Promise<boolean> {
    return (await this.tryTo(request)) !== null;
  }

  async tryTo(request: Request): Promise<Done | null> {
    this.#rises ||= request.type === "rise";
    try {
      return await this.connection.ask(request);
    } catch (error) {
      notices.show(error instanceof Refusal ? error.message : t("connection.mistake"), true);
      return null;
    }
  }

  /** Send a request; returns the sentence if it is refused, to be shown where it was made, else nothing. */
  async refusalOf(request: Request): Promise<string> {
    try {
      await this.connection.ask(request);
      return "";
    } catch (error) {
      return error instanceof Refusal ? error.message : t("connection.mistake");
    }
  }

  /** Ask what a bot would do here. */
  async askAdvice(): Promise<void> {
    const done = await this.tryTo({ type: "hint" });
    if (done?.hint) this.advice = { ...done, words: done.hint, why: done.why ?? "" };
  }

  closeAdvice(): void {
    this.advice = null;
  }

  /** The emotes that can be sent here. */
  get emotes(): string[] {
    return this.connection.hello?.emotes ?? [];
  }

  /**
   * Make a move; at most one is pending. Returns whether it was made. A move that came too late is sent once more if `again` says that
   * it still means the same.
   */
  async move(words: string, again: () => boolean = () => false): Promise<boolean> {
    if (this.pending) return false;
    this.pending = words;
    try {
      const done = await this.#make(words).catch((error: unknown) => {
        if (error instanceof Refusal && error.stale && again()) return this.#make(words);
        throw error;
      });
      await this.#shown(done.number);
      return true;
    } catch (error) {
      notices.show(error instanceof Refusal ? error.message : t("connection.mistake"), true);
      return false;
    } finally {
      this.pending = "";
    }
  }

  #make(words: string): Promise<Done> {
    return this.connection.ask({ type: "move", move: words, seen: this.update?.number ?? 0 });
  }

  /** Wait until the event with this number is shown, within limits. */
  async #shown(number: number): Promise<void> {
    const end = performance.now() + SHOWN_WITHIN;
    while ((this.update?.number ?? 0) < number && performance.now() < end) {
      await new Promise<void>((resolve) => {
        this.#onshown.push(resolve);
        setTimeout(resolve, SHOWN_WITHIN);
      });
    }
  }

  /** Why a move cannot be made, in the server's words; a refused move changes nothing. */
  async whyNot(words: string): Promise<string> {
    try {
      await this.#make(words);
      return "";
    } catch (error) {
      return error instanceof Refusal && !error.stale ? error.message : "";
    }
  }

  // ---- hearing -------------------------------------------------------------------------------------------------------

  #told(message: Told): void {
    switch (message.type) {
      case "room":
        this.#takeRoom(message);
        break;
      case "update":
        this.#takeUpdate(message);
        break;
      case "said":
        this.conversation.take(message);
        break;
      case "left":
        this.#bar(message.why || t("room.left"), message.code);
        break;
    }
  }

  #takeRoom(room: RoomTold): void {
    if (!this.room) {
      remember(this.code, room.plan.game);
      // a person who arrives before the deal sees it happen
      this.#live = room.phase === "gathering";
    }
    if (this.room && this.room.you !== null && room.you === null && !this.#rises) notices.show(t("room.unseated"));
    if (this.room && !this.room.you_host && room.you_host) notices.show(t("room.youHost"));
    this.#rises &&= room.you !== null;
    // a person who takes a seat during a game knows what that seat knows from now on, and gets all events again
    if (this.room && room.phase === "playing" && this.room.you === null && room.you !== null) this.#restart();
    this.room = room;
    note(room);
    const asked = this.#randomness.answer(room);
    if (asked) this.connection.ask(asked).catch(() => this.#randomness.retry());
  }

  #takeUpdate(update: Update): void {
    const events = update.events.filter((event) => update.base + event.number > this.#seen);
    const first = events[0];
    const isNew = update.base !== this.#base;
    const expected = isNew ? update.base + 1 : this.#seen + 1;
    const skipped = update.skipped ?? 0;
    const hasGap = first ? update.base + first.number > expected + skipped : update.number > this.#seen;
    if (hasGap && !this.#resynced) {
      this.#resynced = true;
      void this.ask({ type: "resync", seen: this.#seen });
      return;
    }
    this.#resynced = false;
    const told = performance.now();
    const seen = this.#seen - update.base;
    const story = update.story.filter(({ lines }) => (lines.at(-1)?.last ?? 0) > seen);
    // after moves were taken back, the events that remain come again: there is nothing new to show
    const isBack = isNew && this.#base >= 0 && Boolean(update.undone);
    const news: News = isBack ? { events: [], story: [], live: false } : { events, story, live: this.#live };
    if (isBack) this.conversation.move(this.#base, update.base, update.number - update.base);
    this.#live = true;
    this.#seen = update.number;
    this.#base = update.base;
    this.isTurn = update.view.viewer !== null && update.view.must === update.view.viewer;
    const apply = () => {
      this.events = isNew ? events : [...this.events, ...events];
      this.story = isNew ? story : [...this.story, ...story];
      this.update = update;
      // the clock runs from when the update arrived, not from when it is shown
      this.updatedAt = told;
      for (const resolve of this.#onshown.splice(0)) resolve();
      if (skipped && first) void this.#fill(update.base, first.number - skipped - 1, first.number - 1);
    };
    if (this.#watcher) {
      this.#watcher(update, news, apply);
      return;
    }
    if (news.live) this.unshown = news;
    apply();
  }

  /** Forget all events: the next update then has a gap, and everything is requested again. */
  #restart(): void {
    this.#seen = 0;
    this.#base = -1;
    this.#live = false;
  }

  /** Request the events after `since` up to `until` of this game, latest first. */
  async #fill(base: number, since: number, until: number): Promise<void> {
    while (until > since) {
      const past = await this.connection.earlier(base + since, base + until).catch(() => null);
      const [first] = past?.events ?? [];
      if (!past || !first || past.base !== base || this.#base !== base) return;
      this.events = inserted(this.events, past.events, (event) => event.number);
      this.story = inserted(this.story, past.story, ({ lines }) => lines[0]?.first ?? 0);
      until = first.number - 1;
    }
  }

  #bar(why: string, code = ""): void {
    this.barred = why;
    this.barredCode = code;
    this.connection.close();
  }
}
