/** Keeps the focus: when the focused element is removed, something sensible gets it. */

const NEXT = [
  ".question button",
  ".result h2",
  '.hand button[tabindex="0"]',
  ".hand button",
  ".me .grid button.can",
  ".seat button.can",
  ".place.can",
  ".choices button",
  '.me button[tabindex="0"]',
  ".me button",
];

/** Elements that disappear by themselves, perhaps during a key press: afterwards the focus is where no key works. */
const BRIEF = ".looking";
const HARMLESS = ".me";

/** Watch a table; the returned function stops it. Call `settle` after every redraw. */
export function focusKeeper(table: HTMLElement): { settle: () => void; stop: () => void } {
  let last: Element | null = null;
  let isBrief = false;
  let isPointed = false;
  let frame = 0;
  let question: Element | null = null;
  const onfocusin = (event: FocusEvent) => {
    last = event.target as Element;
    isBrief = last.closest(BRIEF) !== null;
    isPointed = !last.matches(":focus-visible");
  };
  const onfocusout = (event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && !table.contains(event.relatedTarget)) last = null;
  };
  table.addEventListener("focusin", onfocusin);
  table.addEventListener("focusout", onfocusout);

  // a person who arrives at a table starts at the table, not at the top of the page
  if (isNowhere()) table.focus({ preventScroll: true });

  /** Checking visibility forces a layout: for pointer users it can wait for the next frame, which does it anyway. */
  function settle(): void {
    cancelAnimationFrame(frame);
    if (isPointed) frame = requestAnimationFrame(find);
    else find();
  }

  function find(): void {
    const asked = table.querySelector(".question");
    const isNews = asked !== null && asked !== question;
    question = asked;
    const isLost = last !== null && isNowhere() && !(last.isConnected && isVisible(last));
    if (!isLost && !(isNews && (isNowhere() || table.contains(document.activeElement)))) return;
    for (const selector of isLost && isBrief ? [HARMLESS, ...NEXT] : NEXT) {
      const all = [...table.querySelectorAll<HTMLElement>(selector)];
      const found = all.find(isVisible);
      if (!found) continue;
      found.focus({ preventScroll: true });
      return;
    }
  }

  return {
    settle,
    stop: () => {
      cancelAnimationFrame(frame);
      table.removeEventListener("focusin", onfocusin);
      table.removeEventListener("focusout", onfocusout);
    },
  };
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function isVisible(element: Element): boolean {
  return element.checkVisibility?.({ visibilityProperty: true }) ?? true;
}
