/** The end of a round or a game in words: who won, and what decided it. */

import { counted, t } from "../texts";
import type { Outcome } from "../wire";
import type { Board } from "./board.svelte";
import { highlights, isEnd, type Highlight } from "./highlights";
import { linesNow, textOf } from "./story";

/** The outcome that counts now: of the whole game when it is over, else of the round. */
export function outcomeOf({ session, view }: Board): Outcome {
  const round = view.result ?? { winners: [], scores: [] };
  return session.room?.phase === "over" ? (session.room.result ?? round) : round;
}

/** Who won. */
export function titleOf(board: Board): string {
  const isRound = board.session.room?.phase === "scored";
  const { winners } = outcomeOf(board);
  const names = winners.map((seat) => board.name(seat)).join(", ");
  if (winners.length === 1 && winners[0] === board.viewer) return t(isRound ? "result.round.youWin" : "result.youWin");
  if (winners.length === 1) return t(isRound ? "result.round.wins" : "result.wins", { names });
  return winners.length ? t(isRound ? "result.round.win" : "result.win", { names }) : t(isRound ? "result.round.over" : "result.over");
}

/** What was remarkable, the most telling first: why it ended, if the game says so. */
export function remarksOf(board: Board): string[] {
  const { events } = board.session;
  const why = events.findLast(isEnd)?.text;
  const round = board.view.result ?? { winners: [], scores: [] };
  return [...(why ? [why] : []), ...highlights(events, round).map((highlight) => said(highlight, board))];
}

/** What decided the game, in one sentence: if nothing else was remarkable, the last thing that was done. */
export function decisionOf(board: Board): string {
  const last = board.session.story.at(-1);
  const lines = last ? linesNow(last, board) : [];
  return remarksOf(board)[0] ?? (lines[0] ? textOf(lines[0], 3) : "");
}

function said({ what, seat, count }: Highlight, board: Board): string {
  const whose = seat === null ? "" : seat === board.viewer ? ".you" : ".other";
  return counted(`remark.${what}${whose}`, count, { name: seat === null ? "" : board.name(seat) });
}

/** How far a match has got: “Round 2 of 3”, or how many points end it; empty for a single game. */
export function standingOf({ session }: Board): string {
  const { room } = session;
  if (!room || (room.plan.rounds < 2 && !room.plan.target)) return "";
  if (room.plan.target) return t("result.roundTo", { round: room.round, target: room.plan.target });
  return t("result.roundOf", { round: room.round, rounds: room.plan.rounds });
}
