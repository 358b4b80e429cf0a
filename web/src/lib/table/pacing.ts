/** Spaces out updates that arrive quickly, so that they can be followed; an urgent one is shown at once, after all the others. */

import { afterPress } from "../painting";

/** From this many waiting updates on, the pauses get shorter. */
const RELAXED = 3;

export class Pacer {
  #gap: () => number;
  #waiting: (() => void)[] = [];
  #last = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `gap` is the minimum number of milliseconds between two updates. */
  constructor(gap: () => number) {
    this.#gap = gap;
  }

  get isBehind(): boolean {
    return this.#waiting.length > 0;
  }

  push(show: () => void, isUrgent: boolean): void {
    this.#waiting.push(show);
    if (isUrgent || this.#gap() <= 0) this.flush();
    else this.#arm();
  }

  /** Show everything that waits, now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#waiting.length) this.#show();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
  }

  #arm(): void {
    if (this.#timer !== undefined || !this.#waiting.length) return;
    const gap = this.#gap() / Math.max(1, this.#waiting.length - RELAXED);
    const wait = this.#last + gap - performance.now();
    if (wait <= 0) {
      this.#show();
      this.#arm();
    } else {
      this.#timer = setTimeout(() => afterPress(() => this.#due()), wait);
    }
  }

  #due(): void {
    this.#timer = undefined;
    this.#show();
    this.#arm();
  }

  #show(): void {
    this.#last = performance.now();
    this.#waiting.shift()?.();
  }
}
