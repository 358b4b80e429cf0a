/** Making a table fit: everything on it gets a little smaller until nothing lies outside the window. */

const STEPS = [1, 0.92, 0.85, 0.78, 0.71, 0.64, 0.57, 0.5, 0.43, 0.37];
/** What is chosen if one must scroll anyway, a little or far. */
const SCROLLED = 0.57;
const SCROLLED_FAR = 0.85;
const FAR = 1.3;
/** By so many steps larger letters may make the cards smaller; then one scrolls, and they are as with usual letters. */
const FOR_LETTERS = 4;
/** A table grows again only by so many steps at once: it should not change its size with every card. */
const WORTH_GROWING = 2;

/** What is less than a pixel: it is not scrolled for. */
const PART = 0.4;

/** How high the page would be at a step, in windows: at most 1 fits. */
type Measure = (step: number) => number;
/** Does something while letters have their usual size; the answer is what that gives, or null if that is the size they have. */
type Usually = <T>(measure: () => T) => T | null;

/**
 * Finds the size of a table. It comes to rest whatever is measured: only what somebody did (a deal, a move, another window) makes
 * things larger; `shrink`, called whenever anything has changed its size, can only make them smaller.
 */
export class Fitting {
  /** The place in `STEPS`; beyond its end one must scroll. */
  #place = 0;
  #step = 1;
  /** The place with usual letters, and the one at which nothing gets smaller any more. */
  #wanted = STEPS.length;
  #last = STEPS.length;
  #measure: Measure;
  #usually: Usually | null;

  constructor(measure: Measure, usually: Usually | null = null) {
    this.#measure = measure;
    this.#usually = usually;
  }

  /** The largest step that fits: for a new deal or another window. */
  begin(): number {
    this.#last = STEPS.length;
    this.#wanted = this.#usually?.(() => this.#found(0)) ?? STEPS.length;
    this.#last = Math.min(this.#wanted + FOR_LETTERS + 1, STEPS.length);
    return this.#search(0);
  }

  /** The step when there is more or less on the table than before. */
  settle(): number {
    // each measure lays the whole table out; nothing can be larger than the largest, and `shrink` has seen to the rest
    if (this.#place === 0) return this.#step;
    const larger = this.#place === this.#last ? this.#place - 1 : Math.max(this.#place - WORTH_GROWING, 0);
    return this.#fits(larger) ? this.#search(0) : this.#take(this.#place);
  }

  /** The step when something has grown by itself: a sentence that needs another line. */
  shrink(): number {
    // at the end nothing gets smaller any more; whether one must scroll may have changed
    return this.#place === this.#last ? this.#set(this.#step) : this.#search(this.#place);
  }

  /** The first step from a place on that fits. Not by halving: a grid may take other columns at a smaller step, and need more room. */
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

/** How high the window is for whatever is as high as the window: for a moment after a change not yet `innerHeight`. */
export function windowHeight(): number {
  return parseFloat(getComputedStyle(document.body).minHeight) || innerHeight;
}

/** Sets `--fit` of a table so that the page needs no scrolling, if that is possible; `lay` lays its parts out at once. */
export function fitting(table: HTMLElement, lay: () => void): Fitting {
  const room = table.parentElement ?? table;
  const measure = (step: number) => {
    table.style.setProperty("--fit", String(step));
    table.removeAttribute("data-scrolls");
    lay();
    // where the page ends when all cards have come to rest: one that still slides may hang out at the bottom for a moment;
    // a window that is not shown has no size: nothing follows from that
    const high = (room.getBoundingClientRect().bottom + scrollY - PART) / (windowHeight() || Infinity);
    table.toggleAttribute("data-scrolls", high > 1);
    return high;
  };
  return new Fitting(measure, withUsualLetters);
}

/** Whoever has chosen larger letters still gets cards as large as with usual ones. */
function withUsualLetters<T>(act: () => T): T | null {
  const { style } = document.documentElement;
  const chosen = style.getPropertyValue("--text-size");
  if (!(Number(chosen) > 1)) return null;
  // small letters would scroll a panel back that is open beside the table
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
