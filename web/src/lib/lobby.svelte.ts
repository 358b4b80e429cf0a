/** The public tables of the house, asked for now and then while somebody looks. */

import { ask } from "./api";
import type { RoomTold } from "./wire";

export interface RoomShown {
  code: string;
  phase: RoomTold["phase"];
  game: string;
  seats: number;
  taken: number;
  watchers: boolean;
  host: string;
}

const EVERY = 15_000;
const LONGEST = 120_000;

export const join = (code: string) => ask<RoomTold>("POST", `/api/rooms/${encodeURIComponent(code)}/join`, {});

export class Lobby {
  rooms = $state.raw<RoomShown[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #misses = 0;
  #isClosed = false;

  constructor() {
    document.addEventListener("visibilitychange", this.#look);
    void this.#ask();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#look);
  }

  /** Nobody looks at a hidden page; who comes back sees the present tables. */
  #look = () => {
    clearTimeout(this.#timer);
    if (document.visibilityState === "visible") void this.#ask();
  };

  async #ask(): Promise<void> {
    try {
      this.rooms = (await ask<{ rooms: RoomShown[] }>("GET", "/api/rooms")).rooms;
      this.#misses = 0;
    } catch {
      // a house that cannot be reached is asked less and less often
      this.rooms = [];
      this.#misses += 1;
    }
    if (this.#isClosed || document.visibilityState !== "visible") return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), Math.min(EVERY * 2 ** this.#misses, LONGEST));
  }
}
