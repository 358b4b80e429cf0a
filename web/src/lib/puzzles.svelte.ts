/** Puzzles: their data from the house, the results on this device, and the one in progress as the source of a table. */

import { announcer, notices } from "./announce.svelte";
import { ApiError, ask } from "./api";
import { keep, kept } from "./kept.svelte";
import { PretendTable } from "./pretend.svelte";
import { t } from "./texts";
import type { Values, View } from "./wire";

export interface PuzzleListed {
  id: string;
  game: string;
  number: number;
  grade: "easy" | "medium" | "hard";
  seats: number;
  /** The house rules that are not at their default. */
  options: Values;
}

export interface PuzzlesTold {
  of_day: { day: string; today: string; puzzle: PuzzleListed };
  puzzles: PuzzleListed[];
}

export interface PuzzleTold {
  puzzle: PuzzleListed;
  seat: number;
  names: string[];
  options: Values;
  /** Whether cards are face up that a player would have to remember. */
  known: boolean;
  missed: string;
  view: View;
}

interface Judged {
  right: boolean;
  says: string[];
  answer: string;
}

export const GRADES = ["easy", "medium", "hard"] as const;

export const puzzlesTold = () => ask<PuzzlesTold>("GET", "/api/puzzles");

// ---- the results ---------------------------------------------------------------------------------------------------

/** How a puzzle was answered: right at once, right later, or not yet. */
export type Answered = "first" | "later" | "missed";

interface Kept {
  answers: Record<string, Answered>;
  /** For each day, whether the first answer to its puzzle was right. */
  days: Record<string, boolean>;
}

const PLACE = "puzzles";
const DAY = 86_400_000;

const isAnswered = (value: unknown): value is Answered => value === "first" || value === "later" || value === "missed";
const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

function only<T>(values: unknown, isOne: (value: unknown) => value is T): Record<string, T> {
  return Object.fromEntries(Object.entries(isRecord(values) ? values : {}).filter((entry): entry is [string, T] => isOne(entry[1])));
}

/** What this device has kept; parts that are damaged are left out. */
function results(): Kept {
  const found = kept<Partial<Kept>>(PLACE);
  return { answers: only(found?.answers, isAnswered), days: only(found?.days, isBoolean) };
}

/** Whether any of the stored results cannot be read. */
export function areResultsDamaged(): boolean {
  const found = kept<Partial<Kept>>(PLACE);
  if (found === null) return isTextKept();
  const { answers, days } = results();
  const isWhole = (part: unknown, read: object) => isRecord(part) && Object.keys(part).length === Object.keys(read).length;
  return !isWhole(found.answers, answers) || !isWhole(found.days, days);
}

function isTextKept(): boolean {
  try {
    return localStorage.getItem(`parlour.${PLACE}`) !== null;
  } catch {
    return false;
  }
}

/** How a puzzle was answered on this device; nothing if it wasn't. */
export const answeredHere = (id: string): Answered | undefined => results().answers[id];
export const isSolved = (id: string) => ["first", "later"].includes(answeredHere(id) ?? "");
/** Whether the first answer to a day's puzzle was right; nothing if there was none. */
export const daySolved = (day: string): boolean | undefined => results().days[day];

/** Note an answer. The first one to the puzzle of a day counts for the streak. */
export function noteAnswer(id: string, isRight: boolean, day = ""): void {
  const { answers, days } = results();
  const before = answers[id];
  const now: Answered = before === undefined ? (isRight ? "first" : "missed") : before === "missed" && isRight ? "later" : before;
  keep(PLACE, { answers: { ...answers, [id]: now }, days: day && !(day in days) ? { ...days, [day]: isRight } : days });
}

/** On how many days in a row the puzzle of the day was solved at the first answer. A day that is still open does not end it. */
export function streak(today: string): number {
  const { days } = results();
  const at = (ago: number) => new Date(Date.parse(today) - ago * DAY).toISOString().slice(0, 10);
  if (Number.isNaN(Date.parse(today))) return 0;
  const start = today in days ? 0 : 1;
  let length = 0;
  while (days[at(start + length)]) length += 1;
  return length;
}

// ---- one in progress -----------------------------------------------------------------------------------------------

export class Puzzle extends PretendTable {
  readonly isStill = true;
  readonly id: string;
  /** The day whose puzzle this is; empty for any other puzzle. */
  readonly day: string;

  told = $state.raw<PuzzleTold | null>(null);
  /** The answer to the last move, or the solution once it was asked for. */
  answer = $state.raw<{ isRight: boolean; isShown: boolean; says: string[] } | null>(null);

  constructor(id: string, day: string) {
    super();
    this.id = id;
    this.day = day;
  }

  get code(): string {
    return this.id;
  }

  async load(): Promise<void> {
    this.error = null;
    try {
      const told = await ask<PuzzleTold>("GET", this.#path);
      if (this.isClosed) return;
      this.told = told;
      this.answer = null;
      this.lay(told.puzzle.game, told.names, told.options, told.seat, told.view);
      announcer.say(t("puzzles.task"));
    } catch (problem) {
      this.error = problem instanceof ApiError ? problem : new ApiError(0, t("connection.mistake"));
    }
  }

  get #path(): string {
    return `/api/puzzles/${encodeURIComponent(this.id)}`;
  }

  #judge(move = ""): Promise<Judged> {
    return ask<Judged>("POST", this.#path, { move });
  }

  /** Have a move judged; returns whether it is the best. Nothing on the table changes, so that others can be tried as well. */
  move(words: string): Promise<boolean> {
    return this.#answered(words);
  }

  /** Show the solution; a puzzle that was not answered before counts as missed. */
  async showAnswer(): Promise<void> {
    await this.#answered("");
  }

  async #answered(words: string): Promise<boolean> {
    if (this.pending || !this.told) return false;
    this.pending = words || "?";
    try {
      const { right, says, answer } = await this.#judge(words);
      if (this.isClosed) return false;
      noteAnswer(this.id, right, this.day);
      this.answer = { isRight: right, isShown: !words, says };
      this.advice = null;
      this.markMove(answer);
      announcer.say(says.join(" "));
      return right;
    } catch (problem) {
      notices.show(problem instanceof ApiError ? problem.message : t("connection.mistake"), true);
      return false;
    } finally {
      this.pending = "";
    }
  }

  /** Why a move cannot be made, in the house's words; nothing about one that can. */
  async whyNot(words: string): Promise<string> {
    return this.#judge(words).then(
      () => "",
      (problem: unknown) => (problem instanceof ApiError && problem.status === 400 ? problem.message : ""),
    );
  }
}
