/** A table without a room: a lesson or a puzzle. The house answers each move and keeps nothing. */

import type { ApiError } from "./api";
import { Conversation } from "./conversation.svelte";
import { roomOf } from "./replay.svelte";
import type { Advice, News } from "./session.svelte";
import type { Source } from "./table/source";
import { t } from "./texts";
import type { GameEvent, NarratedMove, RoomTold, Update, Values, View } from "./wire";

type Watcher = (update: Update, news: News, apply: () => void) => void;

/** The table of a game with made-up opponents, as a room. */
function tableOf(game: string, names: string[], options: Values, seat: number): RoomTold {
  const bots = names.map((_, other) => other !== seat);
  const called = names.map((name, other) => (other === seat ? t("table.you") : name));
  const room = roomOf({ game, seats: names.length, options, names: called, bots, rounds: 1, round: 0, viewer: String(seat) });
  return { ...room, phase: "playing", you: seat, plan: { ...room.plan, options } };
}

export abstract class PretendTable implements Source {
  readonly isReplay = false;
  readonly isPretend = true;
  readonly updatedAt = 0;
  readonly talk = [];
  readonly conversation = new Conversation("", { earlierChat: () => Promise.reject() }, () => null);
  readonly emotes = [];
  unshown: News = { events: [], story: [], live: true };

  room = $state.raw<RoomTold | null>(null);
  update = $state.raw<Update | null>(null);
  events = $state.raw<GameEvent[]>([]);
  story = $state.raw<NarratedMove[]>([]);
  pending = $state("");
  advice = $state.raw<Advice | null>(null);

  protected isClosed = false;
  #watcher: Watcher | null = null;

  /** Why there is no table. */
  error = $state.raw<ApiError | null>(null);

  abstract get code(): string;
  /** Begin, or begin again. */
  abstract load(): Promise<void>;
  abstract move(words: string): Promise<boolean>;
  abstract whyNot(words: string): Promise<string>;

  close(): void {
    this.isClosed = true;
  }

  /** Set up the table in its first position. */
  protected lay(game: string, names: string[], options: Values, seat: number, view: View): void {
    this.room = tableOf(game, names, options, seat);
    this.events = [];
    this.story = [];
    this.show(view, [], [], false);
  }

  /** Mark a move on the table. */
  protected markMove(words: string): void {
    if (words && this.update) this.advice = { words, why: "", number: this.update.number };
  }

  protected show(view: View, events: GameEvent[], story: NarratedMove[], live: boolean): void {
    const update = { type: "update", number: view.events_told, base: 0, events, story, view, window: [], clock: null, skipped: 0, cautions: [], needs: [], idle: [], tip: null } as unknown as Update;
    const apply = () => {
      this.events = [...this.events, ...events];
      this.story = [...this.story, ...story];
      this.update = update;
    };
    if (this.#watcher) this.#watcher(update, { events, story, live }, apply);
    else apply();
  }

  watch(watcher: Watcher): () => void {
    this.#watcher = watcher;
    return () => {
      if (this.#watcher === watcher) this.#watcher = null;
    };
  }

  closeAdvice = () => (this.advice = null);
  ask = () => Promise.resolve(false);
  tryTo = () => Promise.resolve(null);
  refusalOf = () => Promise.resolve("");
}
