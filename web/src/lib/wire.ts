/**
 * The wire: every message between page and server, under the names that the page uses. The types come from the server:
 * scripts/protocol.py writes `protocol.ts`.
 */

import type { FromClient, Plan } from "./protocol";

export { PROTOCOL } from "./protocol";
export type {
  Badge,
  Cards as CardsNamed,
  Chair,
  ChatLine as Said,
  Choice,
  Done,
  Event as GameEvent,
  FromHouse as Told,
  Hello,
  Left,
  Line,
  Outcome,
  NarratedMove,
  Past,
  PastChat,
  Plan,
  SeatPledge,
  Pong as Ponged,
  Refused,
  Remedy,
  RoomState as RoomTold,
  Stopping,
  Update,
  View,
  Vote,
  Zone,
} from "./protocol";

export type Values = Plan["options"];
export type Value = Values[string];

/** What is played and how, at a table or in new games. */
export type GamePlan = Pick<Plan, "game" | "seats" | "options" | "rounds" | "target" | "pace">;

/** Changes to a plan; house rules that are not named stay as they are. */
export type Change = Partial<Omit<Plan, "game">>;

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;
/** A request; the connection adds an id. */
export type Request = WithoutId<FromClient>;
