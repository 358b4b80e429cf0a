/**
 * Messages for screen readers: events politely, one line at a time, and refusals at once. A line is removed after a while, so that it
 * can't be found there later.
 */

import { untrack } from "svelte";
import { afterPress } from "./painting";
import { aloud } from "./table/cards";

export interface Line {
  id: number;
  text: string;
  /** When it may be removed. */
  until: number;
  /** Whether it may still be read, if that can end early. */
  isStill?: (() => boolean) | undefined;
}

const LASTS = 8_000;

class Announcer {
  lines = $state.raw<Line[]>([]);
  urgent = $state("");
  #last = 0;
  #flip = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The last polite line. */
  get polite(): string {
    return this.lines.at(-1)?.text ?? "";
  }

  say(text: string, lasts = LASTS, isStill?: () => boolean): void {
    // delay screen-reader messages until the frame is painted
    if (text) afterPress(() => this.#add(text, lasts, isStill));
  }

  #add(text: string, lasts: number, isStill?: () => boolean): void {
    // the caller must not depend on what else is announced
    const left = untrack(() => this.#left());
    this.lines = [...left, { id: ++this.#last, text: aloud(text), until: performance.now() + lasts, isStill }];
    // removing lines redraws the page, so they go with the next new line, or together after a quiet while …
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => afterPress(this.#sweep), LASTS);
    // … except lines that must not be read any longer
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

  /** Remove lines that may no longer be read; in an effect, repeat that whenever a line may no longer be read. */
  review(): void {
    const left = this.lines.filter((line) => line.isStill?.() ?? true);
    if (left.length < this.lines.length) this.lines = left;
  }

  /** Clear everything: the person is elsewhere now. */
  forget(): void {
    this.lines = [];
    this.urgent = "";
  }

  interrupt(text: string): void {
    // the text must differ from the previous one even if it says the same
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
  /** Whether it is about the current table state, and so ends with the next event there. */
  isOfStep: boolean;
}

class Notices {
  /** The notices shown, one at a time. */
  current = $state.raw<Notice | null>(null);
  /** Whether a table shows it where it covers nothing. */
  isAtTable = $state(false);
  /** The number of refusals so far. */
  refusals = $state(0);

  /** Show a sentence for a while, and announce it to screen readers. */
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

  /** Something happened at the table: earlier refusals no longer matter. */
  settle(): void {
    const notice = untrack(() => this.current);
    if (notice?.isOfStep) this.drop(notice);
  }
}

export const notices = new Notices();
