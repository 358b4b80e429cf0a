/** Maps the address to a screen. Links are plain anchors; a click on an internal one stays on the page. */

export type Route =
  | { screen: "landing" }
  | { screen: "room"; code: string }
  | { screen: "replay"; id: string }
  /** A deal that somebody shares. */
  | { screen: "challenge"; id: string }
  | { screen: "me" }
  /** The settings of one game, or of all if none is named. */
  | { screen: "settings"; game: string }
  /** A lesson of a game, or the one to go on with if none is named. */
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

class Router {
  route = $state<Route>(routeOf(location.pathname));

  constructor() {
    addEventListener("popstate", () => this.#read());
    document.addEventListener("click", (event) => this.#follow(event));
  }

  go(path: string): void {
    if (path !== location.pathname + location.search) history.pushState(null, "", path);
    this.#read();
    scrollTo(0, 0);
  }

  #read(): void {
    this.route = routeOf(location.pathname);
  }

  #follow(event: MouseEvent): void {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!isPlain || event.defaultPrevented || !link || link.target || link.origin !== location.origin) return;
    if (routeOf(link.pathname).screen === "lost") return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
