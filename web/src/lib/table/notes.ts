/** Warnings from the house before a move: what it risks, and why a card can't be played. No rules are known here. */

import type { Choice } from "../wire";
import type { Board } from "./board.svelte";
import { pickOf, verbOf } from "./picking";
import { questionOf } from "./words";

/** What a move risks, in the game's words; empty if nothing. */
export function cautionOf(move: Choice, { session }: Board): string {
  const notes = session.update?.cautions ?? [];
  const of = (words: string) => notes.find(({ about }) => about === words)?.text;
  return of(move.words) ?? of(verbOf(move.words)) ?? "";
}

/** Why a card can't be played now; empty if the house doesn't say. */
export function needOf(card: string, { session }: Board): string {
  return session.update?.needs?.find(({ about }) => about === card)?.text ?? "";
}

/** Whether a move would change nothing now: it is not offered. */
export function isIdle(move: Choice, { session }: Board): boolean {
  return session.update?.idle?.includes(move.words) ?? false;
}

const isOfCards = ({ picks }: Choice) => picks.length > 0 && picks.every((pick) => pickOf(pick).on === "card");

/** The note before the next press: the risk of the picked cards, what they still need, or the risk of an offered move. */
export function warningFor(board: Board): string {
  if (board.ready) return cautionOf(board.ready, board);
  const last = board.picked.at(-1);
  if (last !== undefined) return needOf(last, board) || common([...board.next.values()].flat().map((move) => cautionOf(move, board)));
  // cards, and moves with a question, are asked about when they are pressed; a longer move gets its warning once it is begun
  const others = board.isMyTurn ? board.moves.filter((move) => move.picks.length === 1 && !isOfCards(move) && !questionOf(move, board.view.game)) : [];
  return [...new Set(others.map((move) => cautionOf(move, board)))].filter(Boolean).join(" ");
}

/** The question before a move: the game's own, or whether to take the risk of playing a card. */
export function questionBefore(move: Choice, board: Board): string {
  const question = questionOf(move, board.view.game);
  const isTried = verbOf(move.words) === board.view.attempt;
  return [question, question || (isOfCards(move) && !isTried) ? cautionOf(move, board) : ""].filter(Boolean).join(" ");
}

/** The text that all of these share, or nothing. */
function common(texts: readonly string[]): string {
  return new Set(texts).size === 1 ? texts[0]! : "";
}
