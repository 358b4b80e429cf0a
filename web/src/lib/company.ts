/** Votes at a table, as the pages show them. */

import { t } from "./texts";
import type { Chair, RoomTold, Vote } from "./wire";

export interface VoteShown {
  /** Whether this person has voted. */
  isMine: boolean;
  /** How many have voted, and how many votes it takes. */
  says: string;
}

export function votesFor(vote: Vote | undefined, room: RoomTold): VoteShown {
  const isMine = room.you !== null && Boolean(vote?.voters.includes(room.you));
  return { isMine, says: vote ? t("company.votes", { count: vote.voters.length, needed: vote.needed }) : "" };
}

/** Whether people only changed places, as they do before a new deal: then a seat has another name, but nobody came or left. */
export function hasMoved(old: Chair, chair: Chair, before: readonly Chair[], now: readonly Chair[]): boolean {
  const isAmong = (chairs: readonly Chair[], name: string) => chairs.some((other) => other.name === name);
  return old.name !== chair.name && (isAmong(before, chair.name) || isAmong(now, old.name));
}

/** The vote about a seat or a watcher, if there is one. */
export function voteAbout(room: RoomTold, matter: Vote["matter"], who: { seat?: number; watcher?: number } = {}): Vote | undefined {
  return room.votes.find((vote) => vote.matter === matter && (vote.seat ?? undefined) === who.seat && (who.seat !== undefined || (vote.watcher ?? undefined) === who.watcher));
}
