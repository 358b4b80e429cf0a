/** The public tables of the house, refreshed regularly while the list is visible. */

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

  /** Pause on a hidden page, and refresh when it is shown again. */
  #look = () => {
    clearTimeout(this.#timer);
    if (document.visibilityState === "visible") void this.#ask();
  };

  async #ask(): Promise<void> {
    try {
      this.rooms = (await ask<{ rooms: RoomShown[] }>("GET", "/api/rooms")).rooms;
      this.#misses = 0;
    } catch {
      // retry less and less often while the server cannot be reached
      this.rooms = [];
      this.#misses += 1;
    }
    if (this.#isClosed || document.visibilityState !== "visible") return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), Math.min(EVERY * 2 ** this.#misses, LONGEST));
  }
}
