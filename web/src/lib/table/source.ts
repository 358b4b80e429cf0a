/** What a table is drawn from: a room that one is in, or a finished game that one looks back at.

What a part of the table needs of either stands here; both then have it.
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
  /** In a replay: the seat on which one played oneself. */
  readonly own?: number | null;
};
