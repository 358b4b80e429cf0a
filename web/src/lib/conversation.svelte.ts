/** What people say at one table: all of it, and how much of it this person has read. */

import type { Connection } from "./connection.svelte";
import { inserted } from "./inserting";
import { readUpTo, rememberRead } from "./remembered";
import type { Said } from "./wire";

export class Conversation {
  lines = $state.raw<Said[]>([]);
  /** The number of the last message that was read here. */
  read = $state(0);
  /** What others have written since. Emotes appear at their seat and don't count as unread. */
  readonly unread = $derived.by(() => this.lines.filter((line) => line.count > this.read && line.text && line.name !== this.#own()));

  #code: string;
  #connection: Pick<Connection, "earlierChat">;
  /** One's own name at the table, null without a seat. Seats may change between two games, so a seat does not say who spoke. */
  #own: () => string | null;

  constructor(code: string, connection: Pick<Connection, "earlierChat">, own: () => string | null) {
    this.#code = code;
    this.#connection = connection;
    this.#own = own;
    this.read = readUpTo(code);
  }

  take(line: Said): void {
    const known = this.lines.at(-1)?.count ?? 0;
    // the latest messages are sent again after a reconnection
    if (line.count <= known) return;
    this.lines = [...this.lines, line];
    if (line.count > known + 1) void this.#fill(known, line.count - 1);
  }

  /** Ask for what was said after the message numbered `since` up to `until`, the latest first. */
  async #fill(since: number, until: number): Promise<void> {
    while (until > since) {
      const past = await this.#connection.earlierChat(until).catch(() => null);
      const lines = past?.lines.filter((line) => line.count > since) ?? [];
      const [first] = lines;
      if (!first) return;
      this.lines = inserted(this.lines, lines, (line) => line.count);
      until = first.count - 1;
    }
  }

  /** After moves are taken back, events get new numbers: each message stays after the same event, or after the last one that remains. */
  move(from: number, to: number, told: number): void {
    this.lines = this.lines.map((line) => (line.after > from ? { ...line, after: to + Math.min(line.after - from, told) } : line));
  }

  /** Everything said so far counts as read. */
  markRead(): void {
    const last = this.lines.at(-1)?.count ?? 0;
    if (last <= this.read) return;
    this.read = last;
    rememberRead(this.#code, last);
  }
}
