/** First games: until two games of a kind are finished on this device, they are explained while they are played. */

import { keep, kept } from "./kept.svelte";
import { settings } from "./settings.svelte";
import type { Board } from "./table/board.svelte";

const PLACE = "finished";
const FIRST = 2;

/** The unique marks of finished games of a kind; no more are stored than needed. */
const finished = (game: string) => kept<Record<string, string[]>>(PLACE)?.[game] ?? [];

/** Count a finished game, once. */
export function noteFinished(game: string, mark: string): void {
  const marks = finished(game);
  if (marks.length < FIRST && !marks.includes(mark)) keep(PLACE, { ...kept<object>(PLACE), [game]: [...marks, mark] });
}

/** Whether games of this kind are still explained here. */
export function areExplained(game: string): boolean {
  return settings.tips && finished(game).length < FIRST;
}

/** The prompt at a table; in first games it is written for a beginner. */
export function promptOf({ session, isMyTurn, view }: Board): string {
  const simple = isMyTurn ? session.update?.tip?.now : "";
  return simple && areExplained(view.game) ? simple : view.prompt;
}
