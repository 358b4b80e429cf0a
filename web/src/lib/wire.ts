/** The wire: every message between this page and the house. The house's own types are the authority. */

export type Value = boolean | number | string;
export type Values = Record<string, Value>;

export interface Plan {
  game: string;
  seats: number;
  options: Values;
  rounds: number;
  target: number;
  public: boolean;
  watchers: boolean;
  pace: number;
  grace: number;
}

/** What is to be otherwise in a plan; house rules that are not named stay as they are. */
export type Change = Partial<Omit<Plan, "game">>;

/** A place on the table; cards are texts from bottom or left: `8h`, `??` hidden, `-` an empty slot. */
export interface Zone {
  kind: "hand" | "grid" | "pile" | "deck" | "held";
  owner: number | null;
  cards: string[];
  count: number;
  columns: number;
}

export interface Badge {
  name: string;
  value: string;
  text: string;
  owner: number | null;
}

/** A legal move of the viewer: its words, and what one picks on the table to make it. */
export interface Choice {
  words: string;
  picks: string[];
}

export interface Outcome {
  winners: number[];
  scores: number[];
}

export interface View {
  game: string;
  seats: number;
  viewer: number | null;
  must: number | null;
  moves_made: number;
  events_told: number;
  prompt: string;
  zones: Zone[];
  badges: Badge[];
  moves: Choice[];
  result: Outcome | null;
  /** The verb with which any cards of the hand may be tried, if mistakes can be made at this table now. */
  attempt?: string;
  /** For how many seconds a card that lies face up in a grid may be looked at; none: as long as it lies so. */
  look_seconds?: number | null;
}

export interface GameEvent {
  number: number;
  move: number;
  kind: string;
  seat: number | null;
  card: string | null;
  value: number;
  text: string;
  source: string;
  target: string;
  /** Where its text stands in the catalogue. */
  key: string;
  /** Whether the card lies face down again, so that it is not told for longer. */
  fleeting?: boolean;
  /** What it counts as: `fine`, `end` and others. */
  counts?: string;
}

export interface Chair {
  kind: "free" | "person" | "bot";
  name: string;
  colour: string;
  level: string;
  present: boolean;
  stand_in: string;
  muted: boolean;
  waits?: string;
}

// ---- what the house says -------------------------------------------------------------------------------------------

export interface Hello {
  type: "hello";
  protocol: number;
  name: string;
  colour: string;
  levels: string[];
  emotes: string[];
}

export interface RoomTold {
  type: "room";
  code: string;
  phase: "gathering" | "playing" | "scored" | "over";
  plan: Plan;
  chairs: Chair[];
  watchers: { name: string; muted: boolean }[];
  host: number | null;
  you: number | null;
  you_host: boolean;
  commitment: string;
  added: number[];
  games: number;
  round: number;
  scores: number[];
  result: Outcome | null;
  replay: string;
  /** Whom the host put out; only the host is told. */
  removed?: string[];
  /** After the end the host looks at seats and rules again. */
  arranging?: boolean;
}

export interface Update {
  type: "update";
  number: number;
  base: number;
  events: GameEvent[];
  view: View;
  window: number[];
  clock: number | null;
}

export interface Done {
  type: "done";
  id: string;
  number: number;
  hint: string;
  why?: string;
}

export interface Refused {
  type: "refused";
  id: string;
  why: string;
  stale: boolean;
}

export interface Said {
  type: "said";
  name: string;
  seat: number | null;
  text: string;
  emote: string;
  /** Which one of the room it is, and the number of the last event before it. */
  count: number;
  after: number;
}

export interface Ponged {
  type: "pong";
  id: string;
}

export interface Left {
  type: "left";
  why: string;
}

export interface Stopping {
  type: "stopping";
  retry: number;
}

export type Told = Hello | RoomTold | Update | Done | Refused | Said | Ponged | Left | Stopping;

// ---- what one asks -------------------------------------------------------------------------------------------------

export type Request =
  | { type: "enter"; room: string; seen: number }
  | { type: "leave" }
  | { type: "sit"; seat?: number }
  | { type: "rise" }
  | { type: "add_bot"; seat?: number; level?: string }
  | { type: "unseat"; seat: number }
  | { type: "admit"; removed: number }
  | { type: "replan"; change: Change }
  | { type: "add"; text: string }
  | { type: "start" }
  | { type: "next" }
  | { type: "rematch" }
  | { type: "arrange" }
  | { type: "move"; move: string; seen: number }
  | { type: "resync"; seen: number }
  | { type: "hint" }
  | { type: "chat"; text: string }
  | { type: "emote"; name: string }
  | { type: "mute"; seat?: number; watcher?: number; on: boolean }
  | { type: "pass_host"; seat: number }
  | { type: "close" }
  | { type: "ping" };

export const PROTOCOL = 1;
