/** A press is answered first: what the house tells meanwhile waits until the page has shown what the press did.

It also keeps things where they are while a finger is down on them.
*/

/** Milliseconds after which nothing waits any more: a finger may rest, and a browser need not paint. */
const LONGEST = 250;
/** Milliseconds within which a click follows when a finger is lifted. */
const LIFTED = 60;

let isFree = true;
/** How many presses there were: of several at once only the last one ends the waiting. */
let presses = 0;
/** How often there was something to wait for: each time it is over soon, whatever is pressed meanwhile. */
let waits = 0;
let waiting: (() => void)[] = [];

/** Do something as soon as no press waits to be shown; in the order in which it was asked for. */
export function afterPress(act: () => void): void {
  if (isFree) act();
  else waiting.push(act);
}

function begin(event: Event): number {
  // only people press, and a page that nobody looks at is not painted
  if (!event.isTrusted || document.visibilityState === "hidden") return 0;
  if (isFree) {
    isFree = false;
    const wait = ++waits;
    setTimeout(() => wait === waits && end(presses), LONGEST);
  }
  return ++presses;
}

/** A finger is lifted: what it pressed comes at once if anything does. To ask for a picture here would put one before it. */
function lift(event: Event): void {
  const press = begin(event);
  if (press) setTimeout(() => end(press), LIFTED);
}

function answer(event: Event): void {
  const press = begin(event);
  // the second frame begins when the first has been drawn
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
      // one that fails takes nothing else along
      reportError(error);
    }
  }
}

const EARLY = { capture: true, passive: true };
addEventListener("pointerdown", begin, EARLY);
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, lift, EARLY);
for (const name of ["click", "keydown"]) addEventListener(name, answer, EARLY);
