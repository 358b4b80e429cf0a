/** Finished games from the server: step by step, as a file, and what the file proves. */

import { ApiError, ask } from "./api";
import { LONG_PATIENCE, request } from "./house";
import { t } from "./texts";
import type { GameEvent, NarratedMove, Values, View } from "./wire";

export interface StepTold {
  /** Who moved; nobody in step 0, the deal. */
  seat: number | null;
  words: string;
  events: GameEvent[];
  story: NarratedMove[];
  view: View;
}

export interface ReplayTold {
  game: string;
  seats: number;
  options: Values;
  names: string[];
  /** Which seats were bots, and everybody's colours and characters; empty where the file does not say. */
  bots?: boolean[];
  colours?: string[];
  characters?: string[];
  rounds: number;
  round: number;
  /** `open`, `watcher`, or a seat. */
  viewer: string;
  steps: StepTold[];
}

export interface Verdict {
  proved: boolean;
  /** Whether somebody besides the house added randomness. */
  fair: boolean;
  /** What is proved, in one sentence. */
  title: string;
  why: string;
  commitment: string;
  additions: string[];
  numbers: { seat: number; commitment: string; number: string }[];
  sentences: string[];
  compare: string[];
}

export const fileOf = (id: string) => `/api/replays/${encodeURIComponent(id)}`;

export const stepsOf = (id: string, round: number, viewer: string) =>
  ask<ReplayTold>("GET", `${fileOf(id)}/steps?round=${round}&viewer=${encodeURIComponent(viewer)}`);

export const goOn = (id: string, asked: { step: number; seat: number; round: number; level?: string; pace?: number }) =>
  ask<{ code: string }>("POST", `${fileOf(id)}/go_on`, asked);

/** What the file of a game proves about its deal; `shown` is what this browser noted before the deal, if anything. */
export async function verdictOn(id: string, shown: { commitment: string; number: string }): Promise<Verdict> {
  const file = await fetched(fileOf(id));
  const answer = await fetched(`/api/verify?${new URLSearchParams(shown).toString()}`, await file.text());
  return (await answer.json()) as Verdict;
}

async function fetched(path: string, body?: string): Promise<Response> {
  let response: Response;
  try {
    const headers = { "content-type": "application/json" };
    response = await request(path, body === undefined ? {} : { method: "POST", headers, body }, "", LONG_PATIENCE);
  } catch {
    throw new ApiError(0, t("connection.unreachable"));
  }
  if (response.ok) return response;
  const answer = (await response.json().catch(() => ({}))) as { error?: string };
  throw new ApiError(response.status, answer.error || t("connection.mistake"));
}
