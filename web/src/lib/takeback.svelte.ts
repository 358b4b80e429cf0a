/** Takes the player's last move back at a table. */

import { notices } from "./announce.svelte";
import type { Connection } from "./connection.svelte";
import { Refusal } from "./refusal";
import { t } from "./texts";
import type { RoomTold } from "./wire";

/** How often a stale request is repeated while others move, and after how many milliseconds. */
const TRIES = 10;
const AGAIN = 150;

export class TakeBack {
  /** Whether the person is asked first: a game that counts so far will no longer count. */
  isAsked = $state(false);
  #table: { readonly room: RoomTold | null; readonly connection: Pick<Connection, "ask"> };
  #seen: () => number;

  constructor(table: { readonly room: RoomTold | null; readonly connection: Pick<Connection, "ask"> }, seen: () => number) {
    this.#table = table;
    this.#seen = seen;
  }

  /** Whether moves can be taken back at this table now. */
  get isPossible(): boolean {
    const { room } = this.#table;
    return room !== null && room.you !== null && room.phase === "playing" && !room.challenge;
  }

  /** Take the player's last move back, or ask about it first. */
  begin(): void {
    if (!this.isPossible) return;
    if (this.#table.room?.practice) void this.undo();
    else this.isAsked = true;
  }

  /** Take the player's last move back, or vote about another seat's. Bots that move meanwhile are no reason to give up. */
  async undo(vote: { seat?: number; on?: boolean } = {}): Promise<void> {
    this.isAsked = false;
    for (let tries = 0; ; tries++) {
      try {
        await this.#table.connection.ask({ type: "undo", seen: this.#seen(), seat: vote.seat ?? null, on: vote.on ?? true });
        return;
      } catch (error) {
        const isStale = error instanceof Refusal && error.stale;
        if (!isStale || tries >= TRIES) return notices.show(error instanceof Refusal ? error.message : t("connection.mistake"), true);
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    }
  }
}
