const CONTROL = "select:enabled, button:enabled, a[href]";
const isNowhere = () => !document.activeElement || document.activeElement === document.body;

/** Move the focus to the heading of a new screen, instead of leaving it nowhere. */
export function arrive(heading: HTMLElement): void {
  if (isNowhere() && navigator.userActivation?.hasBeenActive) heading.focus({ preventScroll: true });
}

/**
 * Keep the keyboard focus when the focused control is removed, because a seat was taken or a question answered: another control of the
 * same section gets it, else the main action, else the nearest control.
 */
export function keepFocus(root: HTMLElement): () => void {
  let last: Element | null = null;
  const note = (event: FocusEvent) => (last = event.target instanceof Element ? event.target : null);
  const observer = new MutationObserver((changes) => {
    const gone = last;
    if (!gone || gone.isConnected || !isNowhere()) return;
    const change = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)));
    for (let at = change?.target ?? null; at instanceof HTMLElement && root.contains(at); at = at.parentElement) {
      const next = (at.matches("section") && root.querySelector<HTMLElement>(".main:enabled")) || at.querySelector<HTMLElement>(CONTROL);
      if (next) return next.focus({ preventScroll: true });
    }
  });
  root.addEventListener("focusin", note);
  observer.observe(root, { childList: true, subtree: true });
  return () => {
    root.removeEventListener("focusin", note);
    observer.disconnect();
  };
}
