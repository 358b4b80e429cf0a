/**
 * What a table is drawn from: a room, or a finished game in replay. Everything a part of the table needs from either is declared here.
 */

import type { Session } from "../session.svelte";

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
  /** In a replay: the seat on which the person played. */
  readonly own?: number | null;
};
