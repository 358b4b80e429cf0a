/** Deals that are played again: from a finished game, or by a link that somebody shares. */

import { notices } from "./announce.svelte";
import { ApiError, ask } from "./api";
import { shareOrCopy } from "./clipboard";
import { fileOf } from "./replays";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";
import { t } from "./texts";
import type { Values } from "./wire";

/** How somebody did with a shared deal. */
export interface AttemptTold {
  name: string;
  you: boolean;
  /** Whether they shared the deal. */
  shared: boolean;
  place: number;
  won: boolean;
  points: number;
  moves: number;
  /** The id of their finished game. */
  replay: string;
  /** What their play and their guesses were worth; null if that is unknown, perhaps only for now. */
  play: number | null;
  guesses: number | null;
}

/** A deal shared by link. */
export interface ChallengeTold {
  id: string;
  game: string;
  seats: number;
  options: Values;
  rounds: number;
  target: number;
  seat: number;
  /** The level of the bot on each seat; empty for the person's own. */
  levels: string[];
  /** How many of the others were people in the original game. */
  people: number;
  by: string;
  state: "new" | "playing" | "left" | "finished";
  code: string;
  names: string[];
  finished: number;
  results: AttemptTold[];
  pending: boolean;
}

const challengePath = (id: string) => `/api/challenges/${encodeURIComponent(id)}`;

/** A shared deal; `isReviewed`: luck is taken out of some results first, which takes a while. */
export const challengeTold = (id: string, isReviewed = false) => ask<ChallengeTold>("GET", `${challengePath(id)}${isReviewed ? "?reviewed=true" : ""}`);

/** Go to a table where the deal of a finished game is played again. */
export const playAgain = (id: string) => goTo("POST", `${fileOf(id)}/again`);

/** Go to the table where a shared deal is played. */
export const playChallenge = (id: string) => goTo("POST", `${challengePath(id)}/play`);

async function goTo(method: string, path: string): Promise<void> {
  await shown(async () => {
    const { code } = await ask<{ code: string }>(method, path, { pace: settings.pace });
    router.go(`/r/${code}`);
  });
}

/** Share the deal of a finished game: through the share sheet of the device, or by copying the link. */
export async function shareDeal(id: string): Promise<void> {
  await shown(async () => {
    const made = await ask<{ id: string }>("POST", `${fileOf(id)}/challenge`);
    await shareLink(made.id);
  });
}

export const shareLink = (id: string) => shareOrCopy(`/beat/${id}`, t("deal.dare"), t("deal.copied"));

/** Do something, and show the sentence if the house refuses it. */
async function shown(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (problem) {
    notices.show(problem instanceof ApiError ? problem.message : t("connection.mistake"), true);
  }
}
