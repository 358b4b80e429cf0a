/** What a screen reader is told: events politely, one line after the other, and refusals at once.

A line is taken away again after a while: what was told is not to be found there later.
*/

import { untrack } from "svelte";

export interface Line {
  id: number;
  text: string;
}

const LASTS = 8_000;

class Announcer {
  lines = $state.raw<Line[]>([]);
  urgent = $state("");
  #last = 0;
  #flip = false;

  /** The last line that was said politely. */
  get polite(): string {
    return this.lines.at(-1)?.text ?? "";
  }

  say(text: string, lasts = LASTS): void {
    if (!text) return;
    const id = ++this.#last;
    // whoever says something does not depend on what else is said
    this.lines = [...untrack(() => this.lines), { id, text }].slice(-8);
    setTimeout(() => (this.lines = this.lines.filter((line) => line.id !== id)), lasts);
  }

  interrupt(text: string): void {
    // a text that differs from the one before, also if it says the same
    this.#flip = !this.#flip;
    this.urgent = this.#flip ? text : `${text}\u200b`;
  }
}

export const announcer = new Announcer();

class Notices {
  list = $state<{ id: number; text: string; danger: boolean }[]>([]);
  /** How many refusals there were. */
  refusals = $state(0);
  #last = 0;

  /** Show a sentence for a while, and tell it to screen readers. */
  show(text: string, danger = false): void {
    const id = ++this.#last;
    this.list = [...untrack(() => this.list).filter((notice) => notice.text !== text), { id, text, danger }].slice(-3);
    if (danger) this.refusals = untrack(() => this.refusals) + 1;
    if (danger) announcer.interrupt(text);
    else announcer.say(text);
    setTimeout(() => this.drop(id), 2500 + text.length * 45);
  }

  drop(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }
}

export const notices = new Notices();
