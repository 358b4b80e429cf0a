/**
 * Presses come first: updates from the server wait until the page has painted the result of a press. This also keeps things in place
 * while a finger is down on them.
 */

/** Milliseconds after which nothing waits any longer: a finger may stay down, and a browser may not paint. */
const LONGEST = 250;
/** Milliseconds within which a click follows the lifting of a finger. */
const LIFTED = 60;

let isFree = true;
/** The number of presses so far: if several overlap, only the last one ends the wait. */
let presses = 0;
/** The number of waits so far: each one ends soon, whatever is pressed in the meantime. */
let waits = 0;
let waiting: (() => void)[] = [];

/** Run something once no press waits to be painted, in the order of the calls. */
export function afterPress(act: () => void): void {
  if (isFree) act();
  else waiting.push(act);
}

function begin(event: Event): number {
  // only people press, and a hidden page is not painted
  if (!event.isTrusted || document.visibilityState === "hidden") return 0;
  if (isFree) {
    isFree = false;
    const wait = ++waits;
    setTimeout(() => wait === waits && end(presses), LONGEST);
  }
  return ++presses;
}

/** A finger is lifted: any click follows at once. Requesting a frame here would paint one before it. */
function lift(event: Event): void {
  const press = begin(event);
  if (press) setTimeout(() => end(press), LIFTED);
}

function answer(event: Event): void {
  const press = begin(event);
  // the second frame begins after the first has been painted
  if (press) requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => end(press))));
}

function end(press: number): void {
  if (press !== presses || isFree) return;
  isFree = true;
  const acts = waiting;
  waiting = [];
  for (const act of acts) {
    try {
      act();
    } catch (error) {
      // a failing callback must not affect the others
      reportError(error);
    }
  }
}

const EARLY = { capture: true, passive: true };
addEventListener("pointerdown", begin, EARLY);
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, lift, EARLY);
for (const name of ["click", "keydown"]) addEventListener(name, answer, EARLY);
