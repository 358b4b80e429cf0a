/** One room as this person has it: the room, the game in view, and what has been told so far. */

import { notices } from "./announce.svelte";
import { Connection, Refusal } from "./connection.svelte";
import { remember } from "./remembered";
import { t } from "./texts";
import type { Done, GameEvent, Request, RoomTold, Said, Told, Update } from "./wire";

export interface News {
  /** Events that were not told before. */
  events: GameEvent[];
  /** Whether one saw them happen: not on coming in, nor after a long absence. */
  live: boolean;
}

type Watcher = (update: Update, news: News, apply: () => void) => void;

const MOST_TALK = 50;

export class Session {
  readonly code: string;
  readonly connection: Connection;
  room = $state.raw<RoomTold | null>(null);
  update = $state.raw<Update | null>(null);
  /** When the update came, for the clock. */
  updatedAt = $state(0);
  /** The events of the game in play. */
  events = $state.raw<GameEvent[]>([]);
  talk = $state.raw<(Said & { at: number })[]>([]);
  /** Why one cannot be here; empty if one can. */
  barred = $state("");
  /** Whether the host looks at seats and rules again after the end. */
  isRearranging = $state(false);
  /** The words of the move that is on its way. */
  pending = $state("");

  /** News that came before anybody watched. */
  unshown: GameEvent[] = [];

  #seen = 0;
  #base = -1;
  #live = false;
  /** Whether the last update had a gap, so that the next one is taken as it is. */
  #resynced = false;
  #watcher: Watcher | null = null;

  constructor(code: string) {
    this.code = code;
    this.connection = new Connection({
      wanted: () => (this.barred ? null : { room: this.code, seen: this.#seen }),
      entered: () => {
        if (this.room) remember(this.code, this.room.plan.game);
      },
      barred: (why) => this.#bar(why),
      told: (message) => this.#told(message),
    });
  }

  close(): void {
    this.connection.close();
  }

  /** Let somebody show each update: `apply` makes it so. */
  watch(watcher: Watcher): () => void {
    this.#watcher = watcher;
    return () => {
      if (this.#watcher === watcher) this.#watcher = null;
    };
  }

  // ---- asking --------------------------------------------------------------------------------------------------------

  /** Ask, and show the sentence if it is refused. Whether it was followed. */
  async ask(request: Request): Promise<boolean> {
    return (await this.tryTo(request)) !== null;
  }

  async tryTo(request: Request): Promise<Done | null> {
    try {
      return await this.connection.ask(request);
    } catch (error) {
      notices.show(error instanceof Refusal ? error.message : t("connection.mistake"), true);
      return null;
    }
  }

  /** Make a move; at most one is on its way. Whether it was made. */
  async move(words: string): Promise<boolean> {
    if (this.pending) return false;
    this.pending = words;
    try {
      return await this.ask({ type: "move", move: words, seen: this.#seen });
    } finally {
      this.pending = "";
    }
  }

  /** Why a move cannot be made, in the house's words; the house changes nothing for one that it refuses. */
  async whyNot(words: string): Promise<string> {
    try {
      await this.connection.ask({ type: "move", move: words, seen: this.#seen });
      return "";
    } catch (error) {
      return error instanceof Refusal ? error.message : "";
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
        this.talk = [...this.talk, { ...message, at: Date.now() }].slice(-MOST_TALK);
        break;
      case "left":
        this.#bar(message.why || t("room.left"));
        break;
      case "stopping":
        notices.show(t("connection.stopping"));
        break;
    }
  }

  #takeRoom(room: RoomTold): void {
    if (!this.room) {
      remember(this.code, room.plan.game);
      // who comes before the deal sees it happen
      this.#live = room.phase === "gathering";
    }
    if (room.phase !== "over") this.isRearranging = false;
    this.room = room;
  }

  #takeUpdate(update: Update): void {
    const events = update.events.filter((event) => update.base + event.number > this.#seen);
    const first = events[0];
    const isNew = update.base !== this.#base;
    const expected = isNew ? update.base + 1 : this.#seen + 1;
    const hasGap = first ? update.base + first.number > expected : update.number > this.#seen;
    if (hasGap && !this.#resynced) {
      this.#resynced = true;
      void this.ask({ type: "resync", seen: this.#seen });
      return;
    }
    this.#resynced = false;
    const news: News = { events, live: this.#live };
    this.#live = true;
    const apply = () => {
      this.#seen = update.number;
      this.#base = update.base;
      this.events = isNew ? events : [...this.events, ...events];
      this.update = update;
      this.updatedAt = performance.now();
    };
    if (this.#watcher) {
      this.#watcher(update, news, apply);
      return;
    }
    if (news.live) this.unshown = events;
    apply();
  }

  #bar(why: string): void {
    this.barred = why;
    this.connection.close();
  }
}
