/** What a key reads aloud: the table, the hand, or the last lines of the log. Hidden cards stay hidden. */

import { promptOf } from "../firstgames.svelte";
import { counted, t } from "../texts";
import type { Board } from "./board.svelte";
import { EMPTY, HIDDEN, spoken } from "./cards";
import { slotName } from "./words";
import { aloudOf, linesNow } from "./story";

const LINES = 5;

export function reading(board: Board, key: "t" | "h" | "l"): string {
  if (key === "h") return handRead(board);
  return key === "l" ? logRead(board) : tableRead(board);
}

function handRead(board: Board): string {
  const { viewer } = board;
  if (viewer === null) return t("table.watching");
  const grid = board.zone("grid", viewer);
  const held = board.zone("held", viewer);
  const parts: string[] = [];
  if (board.zone("hand", viewer)) {
    const cards = board.hand.map(({ card }) => spoken(card) + (board.canPick(card) ? ` (${t("table.isPlayable")})` : ""));
    parts.push(counted("table.hand", cards.length), ...cards);
  }
  if (grid) parts.push(counted("table.front", grid.count), ...grid.cards.flatMap((card, slot) => slotRead(board, viewer, slot, card)));
  if (held?.cards[0]) parts.push(t("table.youHold", { card: spoken(held.cards[0]) }));
  return `${parts.join(", ")}.`;
}

/** A slot with its card, if the card is face up now. */
function slotRead(board: Board, owner: number, slot: number, card: string): string[] {
  if (card === EMPTY) return [];
  const face = board.glimpses.face(`${owner}:${slot}`, card);
  return face === HIDDEN ? [] : [`${slotName(board, owner, slot)}: ${spoken(face)}`];
}

function logRead(board: Board): string {
  const lines = board.session.story.slice(-LINES).flatMap((paragraph) => linesNow(paragraph, board));
  return lines.slice(-LINES).map(aloudOf).join(" ") || t("log.empty");
}

function tableRead(board: Board): string {
  const pile = board.zone("pile");
  const deck = board.zone("deck");
  const top = pile?.cards.at(-1);
  const parts = [promptOf(board)];
  if (top) parts.push(t("table.topIs", { card: spoken(top) }));
  if (deck) parts.push(`${t("table.deck")}: ${counted("table.cards", deck.count)}`);
  parts.push(...board.view.badges.filter((badge) => badge.owner === null && badge.name !== "direction").map((badge) => badge.text));
  if (board.direction) parts.push(t(board.direction < 0 ? "table.goesBack" : "table.goesOn"));
  for (let seat = 0; seat < board.view.seats; seat++) {
    const zone = board.zone("hand", seat) ?? board.zone("grid", seat);
    const badges = board.badges(seat).map((badge) => badge.text);
    parts.push([`${board.name(seat)}: ${counted("table.cards", zone?.count ?? 0)}`, ...badges].join(", "));
  }
  return parts.map((part) => (part.endsWith(".") ? part : `${part}.`)).join(" ");
}
