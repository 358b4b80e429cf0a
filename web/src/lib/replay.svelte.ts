/** A finished game for replay: shows the table step by step; no moves can be made. */

import { Conversation } from "./conversation.svelte";
import { ApiError } from "./api";
import type { News } from "./session.svelte";
import { seatIn } from "./records";
import type { Source } from "./table/source";
import { textOf } from "./table/story";
import { t } from "./texts";
import { stepsOf, type ReplayTold } from "./replays";
import type { Chair, RoomTold, Update } from "./wire";

type Watcher = (update: Update, news: News, apply: () => void) => void;

export const SPEEDS = [0.5, 1, 2, 4];
export const OPEN = "open";
export const WATCHER = "watcher";

const PAUSE = 1_300;
const COLOURS = ["teal", "orange", "violet", "green", "blue", "red", "olive", "pink", "indigo", "brown", "amber", "slate"];

/** A line of the log: a step, and whether a different seat moves than in the previous one. */
export interface Line {
  step: number;
  seat: number | null;
  text: string;
  isTurn: boolean;
}

export class Replay implements Source {
  readonly id: string;
  readonly isReplay = true;
  readonly code = "";
  readonly updatedAt = 0;
  readonly talk = [];
  readonly conversation = new Conversation("", { earlierChat: () => Promise.reject() }, () => null);
  readonly pending = "";
  readonly emotes = [];
  readonly advice = null;
  unshown: News = { events: [], story: [], live: true };

  told = $state.raw<ReplayTold | null>(null);
  step = $state(0);
  update = $state.raw<Update | null>(null);
  isPlaying = $state(false);
  isLoading = $state(false);
  speed = $state(1);
  /** The seat on which the person played. */
  own = $state<number | null>(null);
  /** Why there is nothing to show. */
  error = $state.raw<ApiError | null>(null);

  last = $derived((this.told?.steps.length ?? 1) - 1);
  events = $derived((this.told?.steps ?? []).slice(0, this.step + 1).flatMap((step) => step.events));
  story = $derived((this.told?.steps ?? []).slice(0, this.step + 1).flatMap((step) => step.story));
  lines = $derived(this.told ? linesOf(this.told) : []);
  room = $derived(this.told ? roomOf(this.told) : null);

  #watcher: Watcher | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(id: string) {
    this.id = id;
  }

  /** Load a round as a viewer saw it; without a step, the current one stays. */
  async load(round: number, viewer: string, step = this.step): Promise<void> {
    const asked = ++this.#asked;
    this.isLoading = true;
    try {
      const told = await stepsOf(this.id, round, viewer);
      if (asked !== this.#asked) return;
      this.told = told;
      this.error = null;
      this.#show(Math.min(Math.max(step, 0), told.steps.length - 1), false);
    } catch (problem) {
      if (asked !== this.#asked) return;
      this.pause();
      this.error = problem instanceof ApiError ? problem : new ApiError(0, t("connection.mistake"));
    } finally {
      if (asked === this.#asked) this.isLoading = false;
    }
  }

  /** Find out on which seat the person played, if any. */
  async recognise(): Promise<void> {
    this.own = await seatIn(this.id).catch(() => null);
  }

  close(): void {
    this.pause();
    this.#asked += 1;
  }

  // ---- stepping ------------------------------------------------------------------------------------------------------

  /** Go to a step: the next one is animated, any other appears at once. */
  go(to: number): void {
    const step = Math.min(Math.max(to, 0), this.last);
    if (step === this.step || !this.told) return;
    this.#show(step, step === this.step + 1);
    if (step === this.last) this.pause();
    else if (this.isPlaying) this.#wait();
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  /** Play from here; from the beginning if this is the end. */
  play(): void {
    if (!this.told || this.last === 0) return;
    if (this.step === this.last) this.#show(0, false);
    this.isPlaying = true;
    this.#wait();
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.#timer);
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    if (this.isPlaying) this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.go(this.step + 1), PAUSE / this.speed);
  }

  #show(step: number, live: boolean): void {
    const found = this.told?.steps[step];
    if (!found) return;
    const { events, story } = found;
    const view = { ...found.view, moves: [], attempt: "" };
    const update: Update = { type: "update", number: view.events_told, base: 0, events, story, view, window: [], clock: null, skipped: 0, cautions: [], needs: [], idle: [], tip: null, undone: 0 };
    const apply = () => {
      this.step = step;
      this.update = update;
    };
    if (this.#watcher) this.#watcher(update, { events: live ? events : [], story: live ? story : [], live }, apply);
    else apply();
  }

  // ---- what a table asks of a room -----------------------------------------------------------------------------------

  watch(watcher: Watcher): () => void {
    this.#watcher = watcher;
    return () => {
      if (this.#watcher === watcher) this.#watcher = null;
    };
  }

  closeAdvice = () => {};
  ask = () => Promise.resolve(false);
  tryTo = () => Promise.resolve(null);
  move = () => Promise.resolve(false);
  whyNot = () => Promise.resolve("");
  refusalOf = () => Promise.resolve("");
}

/** What happened in each step, in sentences. */
export function linesOf(told: ReplayTold): Line[] {
  return told.steps.map(({ seat, story }, step) => {
    const sentences = story.flatMap(({ lines }) => lines.map((line) => textOf(line)));
    const text = [...(step === 0 ? [t("replay.deal")] : []), ...sentences].join(" ") || t("replay.nothingSeen");
    return { step, seat, text, isTurn: step === 0 || seat !== told.steps[step - 1]?.seat };
  });
}

/** The room of a table that no server keeps. */
export function roomOf(told: Omit<ReplayTold, "steps">): RoomTold {
  const chairs = Array.from({ length: told.seats }, (_, seat): Chair => ({
    kind: told.bots?.[seat] ? "bot" : "person",
    name: told.names[seat] ?? "",
    // a bot has no colour, here or at the table
    colour: told.bots?.[seat] ? "" : told.colours?.[seat] || (COLOURS[seat % COLOURS.length] ?? ""),
    character: told.characters?.[seat] ?? "",
    level: "",
    present: true,
    stand_in: "",
    muted: false,
    waits: "",
    asked: false,
    overdue: false,
    blocked: false,
  }));
  return {
    type: "room",
    code: "",
    phase: "over",
    // the time limits for looking at cards end with the game
    plan: { game: told.game, seats: told.seats, options: {}, rounds: told.rounds, target: 0, public: false, watchers: true, pace: 0, grace: 0, patience: 0, hints: false },
    chairs,
    watchers: [],
    host: null,
    you: null,
    you_host: false,
    commitment: "",
    pledges: [],
    dealing: "",
    left_out: [],
    games: 1,
    round: told.round + 1,
    scores: [],
    result: null,
    replay: "",
    removed: [],
    arranging: false,
    shut: false,
    votes: [],
    seats_for_you: [],
    hints: false,
    practice: "",
    challenge: "",
  };
}
