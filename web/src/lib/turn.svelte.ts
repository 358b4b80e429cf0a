/** Tells you that it is your turn: in the title and the icon of the tab, by a vibration and, where allowed, by a notification. */

import { asset } from "./house";
import { settings } from "./settings.svelte";
import { t } from "./texts";

const ICON = asset("/icon.svg");
const ICON_OF_TURN = asset("/icon-turn.svg");
const WORKER = asset("/worker.js");
/** Milliseconds after a press without a vibration: a person who has just pressed something sees that it is their turn. */
const WAITS_AFTER = 4_000;
const BUZZ = [70, 60, 70];

let pressedAt = 0;
addEventListener("pointerdown", () => (pressedAt = performance.now()), true);
addEventListener("keydown", () => (pressedAt = performance.now()), true);

/** Set the title and the icon of the tab, marked while it is your turn. */
export function titled(title: string, isTurn: boolean): void {
  document.title = isTurn ? t("turn.title", { title }) : title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = isTurn ? ICON_OF_TURN : ICON;
  if (icon && icon.getAttribute("href") !== wanted) icon.href = wanted;
}

/** Tell this person, who may be elsewhere, that it is their turn; returns a function that takes it back. */
export function call(game: string): () => void {
  if (performance.now() - pressedAt > WAITS_AFTER && !document.hidden && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ);
  if (!isAway() || !settings.notify || permission() !== "granted") return () => {};
  const shown = show(game);
  const close = () => void shown.then((notification) => notification?.close());
  const seen = () => !isAway() && close();
  addEventListener("focus", seen);
  document.addEventListener("visibilitychange", seen);
  return () => {
    removeEventListener("focus", seen);
    document.removeEventListener("visibilitychange", seen);
    close();
  };
}

function isAway(): boolean {
  return document.hidden || !document.hasFocus();
}

/** What the browser allows; `none`: it has no notifications here. */
export function permission(): NotificationPermission | "none" {
  return typeof Notification === "undefined" || !isSecureContext ? "none" : Notification.permission;
}

/** Ask for permission, after the press that needs it; returns whether it was given. */
export async function askPermission(): Promise<boolean> {
  return permission() !== "none" && (await Notification.requestPermission()) === "granted";
}

async function show(game: string): Promise<{ close(): void } | null> {
  const title = t("turn.notice");
  const options = { body: game, icon: ICON_OF_TURN, tag: location.pathname, data: location.href };
  try {
    const notification = new Notification(title, options);
    notification.onclick = () => {
      focus();
      notification.close();
    };
    return notification;
  } catch {
    return showByWorker(title, options);
  }
}

/** Show a notification by a worker, as phones require. */
async function showByWorker(title: string, options: NotificationOptions): Promise<{ close(): void } | null> {
  try {
    await navigator.serviceWorker.register(WORKER);
    const worker = await navigator.serviceWorker.ready;
    await worker.showNotification(title, options);
    return (await worker.getNotifications({ tag: options.tag ?? "" }))[0] ?? null;
  } catch {
    return null;
  }
}
