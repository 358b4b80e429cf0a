/** Whoever works with the keyboard goes on where they were: when the control that has the focus is taken away, because a seat was
taken or a question is answered, the nearest other one in this part of the page gets it. */
export function keepFocus(root: HTMLElement): () => void {
  let last: Element | null = null;
  const note = (event: FocusEvent) => (last = event.target instanceof Element ? event.target : null);
  const observer = new MutationObserver((changes) => {
    const gone = last;
    if (!gone || gone.isConnected || (document.activeElement && document.activeElement !== document.body)) return;
    const change = changes.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)));
    for (let at = change?.target ?? null; at instanceof HTMLElement && root.contains(at); at = at.parentElement) {
      const next = at.querySelector<HTMLElement>("select:enabled, button:enabled, a[href]");
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
