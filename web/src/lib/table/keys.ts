/** The keyboard shortcuts of a table. */

import type { Board } from "./board.svelte";
import { readAloud } from "./speech";

/** Handle a key; returns whether it did anything. `jump` goes to a card of the hand, or back to it. */
export function keyed(board: Board, { key, repeat, defaultPrevented }: KeyboardEvent, jump: (place?: number) => void): boolean {
  if (defaultPrevented) return false;
  if (key === "Escape") escape(board);
  else if ((key === "ArrowLeft" || key === "ArrowRight") && !board.session.isReplay) jump();
  else if (/^[0-9]$/.test(key)) jump((Number(key) + 9) % 10);
  else if (key === "u" && board.session.takeBack) {
    if (!repeat) board.session.takeBack.begin();
  } else if (key === "t" || key === "h" || key === "l") readAloud(board, key);
  else if (key !== "d" || board.viewer === null) return false;
  else if (!repeat) board.press("deck");
  return true;
}

function escape(board: Board): void {
  if (board.magnified !== null) board.magnified = null;
  else if (board.advised) board.session.closeAdvice();
  else board.clear();
}
