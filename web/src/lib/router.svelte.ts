/** Maps the address to a screen. Links are plain anchors; a click on an internal one stays on the page. */

import { isHere, request } from "./house";

export type Route =
  | { screen: "landing" }
  | { screen: "room"; code: string }
  | { screen: "replay"; id: string }
  /** A deal that somebody shares. */
  | { screen: "challenge"; id: string }
  | { screen: "me" }
  /** The settings of one game, or of all if none is named. */
  | { screen: "settings"; game: string }
  /** A lesson of a game, or the one to continue with if none is named. */
  | { screen: "learn"; game: string; lesson: string }
  /** A puzzle, the one of the day (`today`), or all of them, those of a game first if one is named. */
  | { screen: "puzzles"; wanted: string }
  | { screen: "lost" };

/** The route of a path. */
export function routeOf(path: string): Route {
  if (path === "/" || path === "") return { screen: "landing" };
  if (/^\/me\/?$/.test(path)) return { screen: "me" };
  const settings = /^\/settings(?:\/(\w{1,40}))?\/?$/.exec(path);
  if (settings) return { screen: "settings", game: settings[1] ?? "" };
  const learn = /^\/learn\/(\w{1,40})(?:\/(\w{1,40}))?\/?$/.exec(path);
  if (learn?.[1]) return { screen: "learn", game: learn[1], lesson: learn[2] ?? "" };
  const puzzles = /^\/puzzles(?:\/([\w-]{1,64}))?\/?$/.exec(path);
  if (puzzles) return { screen: "puzzles", wanted: puzzles[1] ?? "" };
  const room = /^\/r\/([A-Za-z]{6})\/?$/.exec(path);
  if (room?.[1]) return { screen: "room", code: room[1].toUpperCase() };
  const challenge = /^\/beat\/([\w-]{1,64})\/?$/.exec(path);
  if (challenge?.[1]) return { screen: "challenge", id: challenge[1] };
  const replay = /^\/replay\/([\w-]{1,64})\/?$/.exec(path);
  return replay?.[1] ? { screen: "replay", id: replay[1] } : { screen: "lost" };
}

/** The path that the address names, with its query: in the house of this page it is the part after `#`. */
const address = () => (isHere ? location.hash.slice(1) || "/" : location.pathname + location.search);
const pathOf = (place: string) => place.split("?")[0]!;

/** The query of the address. */
export const query = () => new URLSearchParams(address().split("?")[1] ?? "");

/** A link to a path of the house. */
export const linkTo = (path: string) => (isHere ? `#${path}` : path);

class Router {
  route = $state<Route>(routeOf(pathOf(address())));

  constructor() {
    addEventListener("popstate", () => this.#read());
    document.addEventListener("click", (event) => this.#follow(event));
    if (isHere) for (const name of ["pointerover", "pointerdown", "focusin"]) document.addEventListener(name, point, true);
  }

  go(path: string): void {
    if (path !== address()) history.pushState(null, "", linkTo(path));
    this.#read();
    scrollTo(0, 0);
  }

  #read(): void {
    this.route = routeOf(pathOf(address()));
  }

  #follow(event: MouseEvent): void {
    point(event);
    if (download(event)) return;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!isPlain || event.defaultPrevented || !link || link.target || link.origin !== location.origin) return;
    const path = isHere ? link.hash.slice(1) : link.pathname + link.search;
    if (routeOf(pathOf(path)).screen === "lost" || (isHere && !path)) return;
    event.preventDefault();
    this.go(path);
  }
}

/** Make a link lead into the house of this page; links are written for the house of a server. */
function point(event: Event): void {
  const link = isHere && event.target instanceof Element ? event.target.closest("a") : null;
  const path = link?.getAttribute("href");
  if (link && path?.startsWith("/") && routeOf(pathOf(path)).screen !== "lost") link.setAttribute("href", linkTo(path));
}

/** A file of the house in this page has no address of its own: hand it over when its link is pressed. */
function download(event: Event): boolean {
  const link = isHere && event.target instanceof Element ? event.target.closest("a") : null;
  const path = link?.getAttribute("href");
  if (!link || !path?.startsWith("/api/")) return false;
  event.preventDefault();
  void request(path).then(async (answer) => {
    const given = document.createElement("a");
    given.href = URL.createObjectURL(await answer.blob());
    given.download = link.download || `${path.split("/").at(-1)}.json`;
    given.click();
    setTimeout(() => URL.revokeObjectURL(given.href), 10_000);
  });
  return true;
}

export const router = new Router();
