/** The rooms visited on this device, latest first, so that people can return. */

import { store, stored } from "./settings.svelte";

export interface Remembered {
  code: string;
  game: string;
  at: number;
  /** The number of the last message that was read there. */
  read?: number;
}

const PLACE = "parlour.rooms";
const MOST = 8;
const OLDEST = 7 * 86_400_000;

export function rooms(now = Date.now()): Remembered[] {
  const found = stored<Remembered[]>(PLACE, []);
  return Array.isArray(found) ? found.filter((room) => now - room.at < OLDEST) : [];
}

export function remember(code: string, game: string): void {
  const others = rooms().filter((room) => room.code !== code);
  store(PLACE, [{ code, game, at: Date.now(), read: readUpTo(code) }, ...others].slice(0, MOST));
}

export function readUpTo(code: string): number {
  return rooms().find((room) => room.code === code)?.read ?? 0;
}

export function rememberRead(code: string, read: number): void {
  store(PLACE, rooms().map((room) => (room.code === code ? { ...room, read } : room)));
}

export function forget(code: string): void {
  store(PLACE, rooms().filter((room) => room.code !== code));
}
