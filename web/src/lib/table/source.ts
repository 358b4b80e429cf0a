/**
 * What a table is drawn from: a room, a finished game in replay, a lesson or a puzzle. Everything a part of the table needs from any of them
 * is declared here.
 */

import type { Session } from "../session.svelte";
import type { TakeBack } from "../takeback.svelte";

export type Source = Pick<
  Session,
  | "code"
  | "room"
  | "update"
  | "updatedAt"
  | "events"
  | "story"
  | "talk"
  | "conversation"
  | "pending"
  | "unshown"
  | "watch"
  | "ask"
  | "tryTo"
  | "move"
  | "whyNot"
  | "isReplay"
  | "emotes"
  | "refusalOf"
  | "advice"
  | "closeAdvice"
> & {
  /** At a table: take the player's last move back. */
  readonly takeBack?: TakeBack;
  /** In a replay: the seat on which the person played. */
  readonly own?: number | null;
  /** Whether it is a lesson or a puzzle: one person moves, but nobody talks, and nothing is won. */
  readonly isPretend?: boolean;
  /** Whether nothing ever happens at it: a puzzle. */
  readonly isStill?: boolean;
};
