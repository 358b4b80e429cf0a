/** Words for things on a table: the verbs of its game, places, and whole moves as the page says them. */

import { humanised, t, tOr } from "../texts";
import type { Choice } from "../wire";
import type { Board } from "./board.svelte";
import { spoken } from "./cards";
import { moveOf, onlyMove, pickOf, verbOf, type Pick } from "./picking";

/** A word of a game as a button shows it. */
export function label(word: string, game: string, otherwise = humanised(word)): string {
  return tOr(`${game}.word.${word}`, otherwise);
}

const PLAY = "play";
/** The verbs for deck and pile, in games that have such a word. */
const VERBS = { deck: ["draw"], pile: ["take", "pick up"] };

/** The move that pressing something would mean; empty if unclear. */
export function wordsFor(on: Pick, board: Board): string {
  if (on.on === "deck" || on.on === "pile") return VERBS[on.on].find((verb) => label(verb, board.view.game, "")) ?? "";
  if (on.on !== "card") return "";
  const example = board.moves.find((move) => move.picks.some((other) => pickOf(other).on === "card"));
  return `${example ? verbOf(example.words) : PLAY} ${on.card}`;
}

/** The question before a move, if the game has one for its verb. */
export function questionOf(move: Choice, game: string): string {
  return tOr(`${game}.word.${verbOf(move.words)}.ask`, "");
}

/** The name of a place in a grid; people count from one. */
export function slotName(board: Board, owner: number, slot: number): string {
  if (owner === board.viewer) return t("table.ownSlot", { slot: slot + 1 });
  return t("table.slotOf", { slot: slot + 1, name: board.name(owner) });
}

/** The name of something that can be picked. */
export function described(pick: string, board: Board): string {
  const on = pickOf(pick);
  switch (on.on) {
    case "card":
      return spoken(on.card);
    case "deck":
    case "pile":
      return t(`table.${on.on}`);
    case "place":
      return slotName(board, on.seat, on.slot);
    case "seat":
      return board.name(on.seat);
    case "button":
      return label(on.name, board.view.game);
  }
}

/** A move with a seat as its button says it: with the player's name, if the game has a text for that. */
export function seatMoveSaid(move: Choice, seat: number, board: Board): string {
  const verb = verbOf(move.words);
  return tOr(`${board.view.game}.word.${verb}.seat`, label(verb, board.view.game), { name: board.name(seat) });
}

/** A move in words: “Play: 8 of hearts”. For deck, pile and buttons the verb is enough. */
export function moveSaid(move: Choice, board: Board): string {
  const verb = label(verbOf(move.words), board.view.game);
  const things = move.picks.filter((pick) => ["card", "place", "seat"].includes(pickOf(pick).on));
  return things.length ? t("table.moveSaid", { verb, what: things.map((pick) => described(pick, board)).join(", ") }) : verb;
}

/** What is picked, and the move that it makes. */
export function picksSaid(picked: readonly string[], board: Board): string {
  if (!picked.length) return t("table.nothingPicked");
  const what = picked.map((pick) => described(pick, board)).join(", ");
  const move = moveOf(board.moves, picked) ?? onlyMove(board.moves, picked);
  return move ? t("table.pickedReady", { what, verb: label(verbOf(move.words), board.view.game) }) : t("table.picked", { what });
}
