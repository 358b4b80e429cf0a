/** Lessons: their data from the house, those done on this device, and the one in progress as the source of a table. */

import { announcer, notices } from "./announce.svelte";
import { ApiError, ask, type GameTold } from "./api";
import { keep, kept } from "./kept.svelte";
import { PretendTable } from "./pretend.svelte";
import { lasting } from "./settings.svelte";
import { t } from "./texts";
import type { GameEvent, NarratedMove, Values, View } from "./wire";

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

const PLACE = "lessons";
/** Milliseconds between the moves of others. */
const PAUSE = 1_100;
const LEARNER = 0;

// ---- lessons done --------------------------------------------------------------------------------------------------

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

/** The lesson to continue with: the first that was not done, else the first of all. */
export function lessonToGoOnWith({ id, lessons = [] }: GameTold): string {
  const done = lessonsDone(id);
  return (lessons.find((lesson) => !done.includes(lesson.id)) ?? lessons[0])?.id ?? "";
}

/** The table at the end of a lesson: nothing is asked any more. */
function ended(view: View): View {
  return { ...view, must: null, moves: [], attempt: "", prompt: t("learn.over") };
}

// ---- one in progress -----------------------------------------------------------------------------------------------

export class Lesson extends PretendTable {
  readonly game: string;
  readonly id: string;

  told = $state.raw<LessonTold | null>(null);
  /** The answer to the last move that was tried. */
  answer = $state.raw<{ isRight: boolean; text: string } | null>(null);

  constructor(game: string, id: string) {
    super();
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
      if (!now || this.isClosed) return;
      this.told = told;
      this.answer = null;
      this.lay(this.game, told.names, told.options, LEARNER, now.view);
      announcer.say(told.task);
    } catch (problem) {
      this.error = problem instanceof ApiError ? problem : new ApiError(0, t("connection.mistake"));
    }
  }

  /** Mark the move to make. */
  askHint(): void {
    this.markMove(this.told?.hint ?? "");
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
      if (this.isClosed) return false;
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
      if (this.isClosed) return;
      const isLast = told.over && i === told.steps.length - 1;
      this.show(isLast ? ended(view) : view, events, story, true);
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

  /** Why a move cannot be made, in the house's words. */
  async whyNot(words: string): Promise<string> {
    const told = this.told && (await this.#try(this.told.moves, words).catch(() => null));
    return told && !told.done ? told.says : "";
  }
}
