/** The commitments that this browser saw, by room and game: what a table showed before the deal, to compare with the game's file. */

import { store, stored } from "./settings.svelte";
import type { RoomTold } from "./wire";

export interface Noted {
  room: string;
  /** The number of the game in the room, from 1. */
  game: number;
  commitment: string;
  /** Whether it was seen before the deal; afterwards it proves less. */
  isBefore: boolean;
  /** The id of the finished game, once it has one. */
  replay: string;
  at: number;
}

const PLACE = "parlour.commitments";
const MOST = 60;

function all(): Noted[] {
  const found = stored<Noted[]>(PLACE, []);
  return Array.isArray(found) ? found : [];
}

/** Record what a room shows now. A commitment seen before a deal is not replaced by one shown after it. */
export function note(room: RoomTold, now = Date.now()): void {
  const notes = all();
  const isBefore = room.phase === "gathering" || room.phase === "over";
  const changed = [noteShown(notes, room, isBefore, now), noteReplay(notes, room)];
  if (changed.includes(true)) store(PLACE, notes.slice(-MOST));
}

function noteShown(notes: Noted[], room: RoomTold, isBefore: boolean, now: number): boolean {
  const game = isBefore ? room.games + 1 : room.games;
  const place = notes.findIndex((other) => other.room === room.code && other.game === game && !other.replay);
  const known = notes[place];
  if (!room.commitment || known?.commitment === room.commitment || (known && !isBefore)) return false;
  if (known) notes.splice(place, 1);
  notes.push({ room: room.code, game, commitment: room.commitment, isBefore, replay: "", at: now });
  return true;
}

function noteReplay(notes: Noted[], room: RoomTold): boolean {
  if (room.phase !== "over" || !room.replay) return false;
  const played = notes.findLast((other) => other.room === room.code && other.game === room.games);
  if (!played || played.replay) return false;
  played.replay = room.replay;
  return true;
}

/** The record of a finished game. */
export function notedOf(replay: string): Noted | null {
  return all().findLast((other) => other.replay === replay) ?? null;
}

/** A shortened commitment: its beginning and its end. */
export function short(commitment: string): string {
  return commitment.length > 16 ? `${commitment.slice(0, 8)}…${commitment.slice(-4)}` : commitment;
}
