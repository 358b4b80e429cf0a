/** HTTP requests to the server. A refusal is an `ApiError` with the server's own sentence. */

import builtIn from "virtual:games";
import { asset, isHere, request } from "./house";
import { languageHeader, spoken } from "./language";
import { learn, t } from "./texts";
import type { Remedy, RoomTold, Value, Values } from "./wire";

export interface OptionTold {
  name: string;
  kind: "toggle" | "choice" | "number";
  label: string;
  says: string;
  default: Value;
  values: (number | string)[];
  /** The label of each value. */
  labels: string[];
  low: number | null;
  high: number | null;
  nothing: string | null;
  nothing_label: string | null;
  /** What the server itself uses it for: `bot_pause`, or nothing. */
  role?: string;
}

/** A bot level. */
export interface LevelTold {
  name: string;
  label: string;
  says: string;
  usual?: boolean;
  /** Whether bots can play at this level in this house; if not, `says` says so. */
  can_play?: boolean;
}

export interface Preset {
  name: string;
  says: string;
  options: Values;
}

export interface GameTold {
  id: string;
  name: string;
  pitch: string;
  /** What points are given for; may be empty. */
  scoring: string;
  least_seats: number;
  most_seats: number;
  usual_seats: number;
  target: number;
  lowest_wins: boolean;
  options: OptionTold[];
  /** The hue of the game's ground in degrees, or a colour. */
  ground?: number | string;
  /** The address of the game's picture. */
  picture?: string;
  presets?: Preset[];
  /** The labels of verbs and buttons, and the question before a move: `call.ask`. */
  words?: Record<string, string>;
  /** The lessons of the game, in order. */
  lessons?: LessonListed[];
  /** How many puzzles it has. */
  puzzles?: number;
}

export interface LessonListed {
  id: string;
  title: string;
  /** Whether it is about a house rule. */
  extra?: boolean;
}

export interface Catalogue {
  games: GameTold[];
  levels: LevelTold[];
}

export interface Me {
  name: string;
  colour: string;
  colours: string[];
  /** The chosen one; empty: it follows from the name. */
  character: string;
  characters: string[];
}

export interface RoomAsked {
  game: string;
  seats?: number;
  options?: Values;
  rounds?: number;
  target?: number;
  pace?: number;
  bots?: string[];
}

export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, why: string) {
    super(why);
    this.status = status;
  }
}

/** `who` is one of several people at this device. */
export async function ask<T>(method: string, path: string, body?: unknown, who = "", patience?: number): Promise<T> {
  let response: Response;
  try {
    response = await request(path, {
      method,
      headers: { ...languageHeader(), ...(body === undefined ? {} : { "content-type": "application/json" }) },
      body: body === undefined ? null : JSON.stringify(body),
    }, who, patience);
  } catch {
    throw new ApiError(0, t("connection.unreachable"));
  }
  const answer: unknown = await response.json().catch((problem: Error) => {
    if (problem.name === "SyntaxError") return {};
    throw new ApiError(0, t("connection.unreachable")); // the answer broke off
  });
  if (!response.ok) throw new ApiError(response.status, sentence(answer));
  return answer as T;
}

function sentence(answer: unknown): string {
  const error = (answer as { error?: unknown } | null)?.error;
  return typeof error === "string" && error ? error : t("connection.mistake");
}

/** The games as they were when the pages were built, to be shown before the house has answered; null if they are in another language. */
export const knownCatalogue = (): Catalogue | null => (spoken() === "en" && builtIn.games.length ? pictured(builtIn) : null);

/** Point to the picture files if the house is on this device. */
function pictured({ games, levels }: Catalogue): Catalogue {
  return { levels, games: games.map((game) => (isHere && game.picture ? { ...game, picture: asset(`/offline/pictures/${game.id}.svg`) } : game)) };
}

let catalogued: Promise<Catalogue> | null = null;

/** The games of the house; requested once, since they only change with the server. */
export function catalogue(): Promise<Catalogue> {
  catalogued ??= ask<Catalogue>("GET", "/api/games").then(
    (told) => {
      for (const game of told.games) learn(byKey(`${game.id}.word`, game.words ?? {}));
      return pictured(told);
    },
    (error: unknown) => {
      catalogued = null;
      throw error;
    },
  );
  return catalogued;
}

function byKey(start: string, texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${start}.${name}`, text]));
}

/** Whether two values of a house rule are equal. Rooms and devices of earlier versions store the number of a choice as text. */
export const isSameValue = (one: Value, other: Value) => String(one) === String(other);

/** The label of a value of a house rule. */
export function valueLabel(option: OptionTold, value: Value): string {
  if (value === option.nothing) return option.nothing_label ?? value;
  const name = typeof value === "boolean" ? (value ? "on" : "off") : value;
  return option.labels[option.values.findIndex((known) => isSameValue(known, name))] ?? String(name);
}

/** House rules with their values as people read them; rules at their default are left out. */
export function changedRules(game: Pick<GameTold, "options">, values: Partial<Values>): string[] {
  return game.options
    .map((option) => ({ option, value: values[option.name] }))
    .filter(({ option, value }) => value !== undefined && !isSameValue(value, option.default))
    .map(({ option, value }) => `${option.label}: ${valueLabel(option, value!)}`);
}

export interface Addresses {
  /** Whether others can reach this house at all. */
  open: boolean;
  addresses: string[];
}

export interface OwnTable {
  code: string;
  seated: boolean;
  game: string;
  phase: string;
  others: string[];
  turn: boolean;
}

/** Where others can open this house. */
export const addressesForOthers = () => ask<Addresses>("GET", "/api/addresses");
/** The tables among these that this person may look at. */
export const ownTables = (codes: string[]) => ask<{ tables: OwnTable[] }>("GET", `/api/me/tables?codes=${codes.join(",")}`);
export const me = () => ask<Me>("GET", "/api/me");
export const rename = (change: { name?: string; colour?: string; character?: string }, who = "") => ask<Me>("PATCH", "/api/me", change, who);
export const openRoom = (asked: RoomAsked) => ask<{ code: string; link: string }>("POST", "/api/rooms", asked);
export const roomTold = (code: string) => ask<RoomTold>("GET", `/api/rooms/${encodeURIComponent(code)}`);
/** Ask whether house rules are compatible; a remedy keeps what was `changed`. */
export const check = (game: string, seats: number, options: Values, changed: string[] = []) =>
  ask<{ ok: boolean; why: string; code?: string; remedy?: Remedy | null }>("POST", `/api/games/${encodeURIComponent(game)}/check`, { seats, options, changed });
