/** Lessons: their data from the house, which are done on this device, and one in progress as the source of a table. */

import { announcer, notices } from "./announce.svelte";
import { ApiError, ask, type GameTold } from "./api";
import { Conversation } from "./conversation.svelte";
import { keep, kept } from "./kept.svelte";
import { roomOf } from "./replay.svelte";
import type { Advice, News } from "./session.svelte";
import { lasting } from "./settings.svelte";
import type { Source } from "./table/source";
import { t } from "./texts";
import type { GameEvent, NarratedMove, Update, Values, View } from "./wire";

export interface LessonTold {
  lesson: string;
  title: string;
  names: string[];
  options: Values;
  /** Whether the move that was tried was accepted. */
  done: boolean;
  /** The answer to it. */
  says: string;
  /** What to do now, and a move that does it; both empty once the lesson is over. */
  task: string;
  hint: string;
  over: boolean;
  moves: string[];
  steps: { seat: number | null; events: GameEvent[]; story: NarratedMove[]; view: View }[];
}

type Watcher = (update: Update, news: News, apply: () => void) => void;

const PLACE = "lessons";
/** Milliseconds between the moves of others. */
const PAUSE = 1_100;
const LEARNER = 0;

// ---- what is done --------------------------------------------------------------------------------------------------

/** The lessons of a game that were done on this device. */
export function lessonsDone(game: string): string[] {
  const found = kept<Record<string, string[]>>(PLACE)?.[game];
  return Array.isArray(found) ? found : [];
}

/** Whether any lesson was done on this device. */
export const hasLearnt = () => kept(PLACE) !== null;

function note(game: string, lesson: string): void {
  const done = lessonsDone(game);
  if (!done.includes(lesson)) keep(PLACE, { ...kept<Record<string, string[]>>(PLACE), [game]: [...done, lesson] });
}

/** The lesson to go on with: the first that was not done, else the first of all. */
export function lessonToGoOnWith({ id, lessons = [] }: GameTold): string {
  const done = lessonsDone(id);
  return (lessons.find((lesson) => !done.includes(lesson.id)) ?? lessons[0])?.id ?? "";
}

/** The table at the end of a lesson: nothing is asked any more. */
function ended(view: View): View {
  return { ...view, must: null, moves: [], attempt: "", prompt: t("learn.over") };
}

// ---- one in progress -----------------------------------------------------------------------------------------------

export class Lesson implements Source {
  readonly isReplay = false;
  readonly isLesson = true;
  readonly updatedAt = 0;
  readonly talk = [];
  readonly conversation = new Conversation("", { earlierChat: () => Promise.reject() }, () => null);
  readonly emotes = [];
  readonly game: string;
  readonly id: string;
  unshown: News = { events: [], story: [], live: true };

  told = $state.raw<LessonTold | null>(null);
  update = $state.raw<Update | null>(null);
  events = $state.raw<GameEvent[]>([]);
  story = $state.raw<NarratedMove[]>([]);
  pending = $state("");
  advice = $state.raw<Advice | null>(null);
  /** The answer to the last move that was tried. */
  answer = $state.raw<{ isRight: boolean; text: string } | null>(null);
  /** Why there is nothing to learn. */
  error = $state.raw<ApiError | null>(null);

  room = $derived.by(() => {
    const { told } = this;
    if (!told) return null;
    const { names, options } = told;
    const bots = names.map((_, seat) => seat !== LEARNER);
    const called = names.map((name, seat) => (seat === LEARNER ? t("table.you") : name));
    const room = roomOf({ game: this.game, seats: names.length, options, names: called, bots, rounds: 1, round: 0, viewer: String(LEARNER) });
    return { ...room, phase: "playing" as const, you: LEARNER, plan: { ...room.plan, options } };
  });

  #watcher: Watcher | null = null;
  #isClosed = false;

  constructor(game: string, id: string) {
    this.game = game;
    this.id = id;
  }

  get code(): string {
    return `${this.game} ${this.id}`;
  }

  /** Begin, or begin again. */
  async load(): Promise<void> {
    this.error = null;
    try {
      const told = await this.#try([]);
      const [now] = told.steps;
      if (!now || this.#isClosed) return;
      this.told = told;
      this.answer = null;
      this.events = [];
      this.story = [];
      this.#show(now.view, [], [], false);
      announcer.say(told.task);
    } catch (problem) {
      this.error = problem instanceof ApiError ? problem : new ApiError(0, t("connection.mistake"));
    }
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Mark the move to make. */
  askHint(): void {
    if (this.told?.hint && this.update) this.advice = { words: this.told.hint, why: "", number: this.update.number };
  }

  #try(moves: string[], move = ""): Promise<LessonTold> {
    return ask<LessonTold>("POST", `/api/games/${encodeURIComponent(this.game)}/lessons/${encodeURIComponent(this.id)}`, { moves, move });
  }

  // ---- what a table asks of a room -----------------------------------------------------------------------------------

  /** Try a move; returns whether it solves the task. The others' moves follow one by one. */
  async move(words: string): Promise<boolean> {
    if (this.pending || !this.told) return false;
    this.pending = words;
    try {
      const told = await this.#try(this.told.moves, words);
      if (this.#isClosed) return false;
      if (told.done) await this.#follow(told);
      else this.#answer(false, told.says);
      return told.done;
    } catch (problem) {
      notices.show(problem instanceof ApiError ? problem.message : t("connection.mistake"), true);
      return false;
    } finally {
      this.pending = "";
    }
  }

  async #follow(told: LessonTold): Promise<void> {
    this.advice = null;
    for (const [i, { view, events, story }] of told.steps.entries()) {
      if (i) await new Promise((resolve) => setTimeout(resolve, lasting(PAUSE)));
      if (this.#isClosed) return;
      const isLast = told.over && i === told.steps.length - 1;
      this.#show(isLast ? ended(view) : view, events, story, true);
    }
    this.told = told;
    if (told.over) note(this.game, this.id);
    this.#answer(true, told.says);
    announcer.say(told.task);
  }

  #answer(isRight: boolean, text: string): void {
    this.answer = { isRight, text };
    announcer.say(text);
  }

  #show(view: View, events: GameEvent[], story: NarratedMove[], live: boolean): void {
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

  /** Why a move cannot be made, in the house's words. */
  async whyNot(words: string): Promise<string> {
    const told = this.told && (await this.#try(this.told.moves, words).catch(() => null));
    return told && !told.done ? told.says : "";
  }

  closeAdvice = () => (this.advice = null);
  ask = () => Promise.resolve(false);
  tryTo = () => Promise.resolve(null);
  refusalOf = () => Promise.resolve("");
}
