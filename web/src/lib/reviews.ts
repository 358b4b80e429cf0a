/** Reviews of finished games, as the house sends them. */

import { ask } from "./api";
import { LONG_PATIENCE } from "./house";
import { fileOf } from "./replays";

export type Label = "best" | "fine" | "slip" | "mistake" | "unlucky" | "lucky";

export interface Decision {
  /** The step of the replay. */
  move: number;
  label: Label;
  chance: number;
  best_chance: number;
  cost: number;
  play: number;
  guess: number;
  why: string[];
}

export const PARTS = ["deal", "draws", "play", "guesses", "others"] as const;

export interface Review {
  round: number;
  seat: number;
  /** For each step the chance of every seat, 0 to 1. */
  chances: number[][];
  decisions: Decision[];
  parts: Record<(typeof PARTS)[number] | "before" | "result", number>;
  /** The 95% margins of error of the parts. */
  margins: Record<(typeof PARTS)[number] | "before", number>;
  turn: { move: number; before: number; after: number; is_luck: boolean } | null;
}

export const reviewOf = (id: string, round: number, seat: number) => ask<Review>("GET", `${fileOf(id)}/review?round=${round}&seat=${seat}`, undefined, "", LONG_PATIENCE);

/** A chance as whole percent. */
export const percent = (chance: number) => Math.round(100 * chance);

/** Whole percentage points with a sign: a part is rarely known to a tenth. */
export function signed(points: number): string {
  const value = Math.round(100 * points);
  return value ? `${value < 0 ? "−" : "+"}${Math.abs(value)}` : "0";
}

/** A margin of error in whole points, rounded up; nothing for a value that is exact. */
export const marginOf = (margin: number) => (margin > 0 ? `± ${Math.ceil(100 * margin)}` : "");

/** The path of an SVG chart, 100 high and as wide as there are steps. */
export const pathOf = (chances: number[]) => chances.map((chance, step) => `${step ? "L" : "M"}${step} ${(100 - 100 * chance).toFixed(1)}`).join("");

/** The step under a place across a chart, 0 at its left and 1 at its right. */
export const stepAt = (place: number, last: number) => Math.round(Math.min(Math.max(place, 0), 1) * last);
