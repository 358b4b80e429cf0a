/** A person's played games as the server stores them, and the code that links another device to the same person. */

import { ask, type Me } from "./api";

export interface SeatPlayed {
  name: string;
  bot: boolean;
  you: boolean;
  won: boolean;
  score: number;
}

export interface GamePlayed {
  id: string;
  game: string;
  ended_at: number;
  seat: number;
  won: boolean;
  score: number;
  turns: number;
  moves: number;
  seats: SeatPlayed[];
  /** Why it doesn't count; empty if it does. */
  practice: "" | "undone" | "repeated" | "offline";
}

export interface Figures {
  /** A game, or `all` of them. */
  game: string;
  games: number;
  wins: number;
  win_rate: number;
  streak: number;
  best_streak: number;
  cards_played: number;
  penalties_given: number;
  penalties_taken: number;
  longest_game: number;
}

const PAGE = 20;

/** Statistics in one game, before and after a finished one; null where there are none. */
export interface FiguresChanged {
  before: Figures | null;
  after: Figures | null;
}

export const statisticsAfter = (id: string) => ask<FiguresChanged>("GET", `/api/me/statistics/${encodeURIComponent(id)}`);
export const statistics = () => ask<{ name: string; figures: Figures[] }>("GET", "/api/me/statistics");
export const history = (before: string | null) =>
  ask<{ games: GamePlayed[]; before: string | null }>("GET", `/api/me/history?limit=${PAGE}${before ? `&before=${encodeURIComponent(before)}` : ""}`);
/** How many pages of the history are searched for a game. */
const MOST_PAGES = 5;

/** The seat on which the person played a finished game; null if they didn't, or too long ago to be found. */
export async function seatIn(id: string): Promise<number | null> {
  let before: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const found: Awaited<ReturnType<typeof history>> = await history(before);
    const game = found.games.find((played) => played.id === id);
    if (game) return game.seat;
    before = found.before;
    if (!before) return null;
  }
  return null;
}

export const takeAlong = () => ask<{ code: string; seconds: number }>("POST", "/api/me/code");
export const redeem = (code: string) => ask<Me>("POST", "/api/me/redeem", { code });

/** Log out in all other browsers; returns how many there were. */
export const logOut = () => ask<{ count: number }>("POST", "/api/me/logout", {});
export const deleteMe = () => ask<{ count: number }>("DELETE", "/api/me");

/** Somebody whom this person has blocked, under the name they had then. */
export interface BlockedPerson {
  key: string;
  name: string;
  at: number;
}

export const blocked = () => ask<{ blocks: BlockedPerson[] }>("GET", "/api/me/blocks");
export const unblock = (key: string) => ask<{ blocks: BlockedPerson[] }>("POST", "/api/me/unblock", { key });
