/** Makes a table fit: everything on it shrinks until nothing is outside the window. */

const STEPS = [1, 0.92, 0.85, 0.78, 0.71, 0.64, 0.57, 0.5, 0.43, 0.37];
/** The steps used if the page has to scroll, a little or a long way. */
const SCROLLED = 0.57;
const SCROLLED_FAR = 0.85;
const FAR = 1.3;
/** Larger text may shrink the cards by this many steps; beyond that the page scrolls, and cards keep their normal-text size. */
const FOR_LETTERS = 4;
/** A table grows by at most this many steps at once: it should not change its size with every card. */
const WORTH_GROWING = 2;

/** From this step on no space is reserved for what comes and goes: small cards would be worse than a table that moves a little. */
const TIGHT = 0.8;

/** Less than a pixel: not worth scrolling. */
const PART = 0.4;

/** The height of the page at a step, in windows: at most 1 fits. */
type Measure = (step: number) => number;
/** Runs something with text at its normal size; returns its result, or null if the text already has that size. */
type Usually = <T>(measure: () => T) => T | null;

/**
 * Finds the size of a table. It always settles: only actions (a deal, a move, a resized window) make things larger; `shrink`, called
 * whenever something changes its size, can only make them smaller.
 */
export class Fitting {
  /** The index in `STEPS`; beyond its end the page scrolls. */
  #place = 0;
  #step = 1;
  /** The index with normal text, and the one beyond which nothing shrinks any further. */
  #wanted = STEPS.length;
  #last = STEPS.length;
  #measure: Measure;
  #usually: Usually | null;

  constructor(measure: Measure, usually: Usually | null = null) {
    this.#measure = measure;
    this.#usually = usually;
  }

  /** Find the largest step that fits: for a new deal or a resized window. */
  begin(): number {
    this.#last = STEPS.length;
    this.#wanted = this.#usually?.(() => this.#found(0)) ?? STEPS.length;
    this.#last = Math.min(this.#wanted + FOR_LETTERS + 1, STEPS.length);
    return this.#search(0);
  }

  /** The same, where the step found before is probably right: only it and the next larger one are measured. */
  confirm(): number {
    const isRight = this.#place < this.#last && (this.#place === 0 || !this.#fits(this.#place - 1)) && this.#fits(this.#place);
    return isRight ? this.#step : this.begin();
  }

  /** Find the step after the table has gained or lost something. */
  settle(): number {
    // each measurement lays out the whole table; nothing can exceed the largest step, and `shrink` handles the rest
    if (this.#place === 0) return this.#step;
    const larger = this.#place === this.#last ? this.#place - 1 : Math.max(this.#place - WORTH_GROWING, 0);
    return this.#fits(larger) ? this.#search(0) : this.#take(this.#place);
  }

  /** Find the step after something has grown by itself, such as a sentence that needs another line. */
  shrink(): number {
    // at the last step nothing shrinks any further; whether the page scrolls may have changed
    return this.#place === this.#last ? this.#set(this.#step) : this.#search(this.#place);
  }

  /** The first step from an index on that fits. No bisection: at a smaller step a grid may use other columns and need more room. */
  #search(from: number): number {
    return this.#take(this.#found(from));
  }

  #found(from: number): number {
    let place = from;
    while (place < this.#last && !this.#fits(place)) place++;
    return place;
  }

  #fits(place: number): boolean {
    return this.#measure(STEPS[place]!) <= 1;
  }

  #take(place: number): number {
    this.#place = place;
    this.#step = STEPS[place === this.#last ? this.#wanted : place] ?? (this.#measure(STEPS.at(-1)!) > FAR ? SCROLLED_FAR : SCROLLED);
    return this.#set(this.#step);
  }

  #set(step: number): number {
    this.#measure(step);
    return step;
  }
}

/** The window height for full-height elements: right after a change, `innerHeight` may be outdated. */
export function windowHeight(): number {
  return parseFloat(getComputedStyle(document.body).minHeight) || innerHeight;
}

/** Sets `--fit` of a table so that the page needs no scrolling, if possible; `lay` lays out its parts at once. */
export function fitting(table: HTMLElement, lay: () => void): Fitting {
  const room = table.parentElement ?? table;
  const measure = (step: number) => {
    table.style.setProperty("--fit", String(step));
    table.toggleAttribute("data-tight", step < TIGHT);
    table.removeAttribute("data-scrolls");
    lay();
    // the page's end once all cards have come to rest: a sliding card may hang out at the bottom for a moment;
    // a hidden window has no size, and any table fits it
    const high = (room.getBoundingClientRect().bottom + scrollY - PART) / (windowHeight() || Infinity);
    table.toggleAttribute("data-scrolls", high > 1);
    return high;
  };
  return new Fitting(measure, withUsualLetters);
}

/** With larger text, cards stay as large as with normal text. */
function withUsualLetters<T>(act: () => T): T | null {
  const { style } = document.documentElement;
  const chosen = style.getPropertyValue("--text-size");
  if (!(Number(chosen) > 1)) return null;
  // small text would scroll back a panel that is open beside the table
  const panel = document.querySelector("dialog[open]");
  const top = panel?.scrollTop ?? 0;
  style.setProperty("--text-size", "1");
  try {
    return act();
  } finally {
    style.setProperty("--text-size", chosen);
    panel?.scrollTo(0, top);
  }
}
