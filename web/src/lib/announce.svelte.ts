/** What a screen reader is told: events politely, one line after the other, and refusals at once.

A line is taken away again after a while: what was told is not to be found there later.
*/

import { untrack } from "svelte";
import { afterPress } from "./painting";
import { aloud } from "./table/cards";

export interface Line {
  id: number;
  text: string;
  /** When it may go. */
  until: number;
  /** Whether it may still be read, if that can end before its time. */
  isStill?: (() => boolean) | undefined;
}

const LASTS = 8_000;

class Announcer {
  lines = $state.raw<Line[]>([]);
  urgent = $state("");
  #last = 0;
  #flip = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The last line that was said politely. */
  get polite(): string {
    return this.lines.at(-1)?.text ?? "";
  }

  say(text: string, lasts = LASTS, isStill?: () => boolean): void {
    // what is only heard is not to keep waiting what is seen
    if (text) afterPress(() => this.#add(text, lasts, isStill));
  }

  #add(text: string, lasts: number, isStill?: () => boolean): void {
    // whoever says something does not depend on what else is said
    const left = untrack(() => this.#left());
    this.lines = [...left, { id: ++this.#last, text: aloud(text), until: performance.now() + lasts, isStill }];
    // each time that lines go the page is drawn: they go with the next line that comes, or together when it has been quiet …
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => afterPress(this.#sweep), LASTS);
    // … but for what may not be read any longer
    if (lasts < LASTS) setTimeout(this.#sweep, lasts);
  }

  #left(): Line[] {
    const now = performance.now();
    return this.lines.filter((line) => line.until > now);
  }

  #sweep = (): void => {
    const left = this.#left();
    if (left.length < this.lines.length) this.lines = left;
  };

  /** Take away what may no longer be read; in an effect: whenever that changes. */
  review(): void {
    const left = this.lines.filter((line) => line.isStill?.() ?? true);
    if (left.length < this.lines.length) this.lines = left;
  }

  /** What was told is of no interest any more: one is elsewhere. */
  forget(): void {
    this.lines = [];
    this.urgent = "";
  }

  interrupt(text: string): void {
    // a text that differs from the one before, also if it says the same
    this.#flip = !this.#flip;
    const urgent = (this.urgent = this.#flip ? aloud(text) : `${aloud(text)}\u200b`);
    setTimeout(() => {
      if (this.urgent === urgent) this.urgent = "";
    }, LASTS);
  }
}

export const announcer = new Announcer();

export interface Notice {
  text: string;
  danger: boolean;
  /** Whether it is about the table as it is, and so over with the next thing that happens there. */
  isOfStep: boolean;
}

class Notices {
  /** What is shown, one at a time. */
  current = $state.raw<Notice | null>(null);
  /** Whether a table shows it where it hides nothing. */
  isAtTable = $state(false);
  /** How many refusals there were. */
  refusals = $state(0);

  /** Show a sentence for a while, and tell it to screen readers. */
  show(text: string, danger = false, isOfStep = danger): void {
    const notice = (this.current = { text, danger, isOfStep });
    if (danger) this.refusals = untrack(() => this.refusals) + 1;
    if (danger) announcer.interrupt(text);
    else announcer.say(text);
    setTimeout(() => this.drop(notice), 2500 + text.length * 45);
  }

  drop(notice: Notice): void {
    if (this.current === notice) this.current = null;
  }

  /** Something has happened at the table: what was refused before is of no interest any more. */
  settle(): void {
    const notice = untrack(() => this.current);
    if (notice?.isOfStep) this.drop(notice);
  }
}

export const notices = new Notices();
