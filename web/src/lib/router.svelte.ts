/** Which screen the address asks for. Links are plain anchors; a click on one of the house stays on the page. */

export type Route = { screen: "landing" } | { screen: "room"; code: string } | { screen: "lost" };

/** The route of a path. */
export function routeOf(path: string): Route {
  if (path === "/" || path === "") return { screen: "landing" };
  const room = /^\/r\/([A-Za-z]{6})\/?$/.exec(path);
  return room?.[1] ? { screen: "room", code: room[1].toUpperCase() } : { screen: "lost" };
}

class Router {
  route = $state<Route>(routeOf(location.pathname));

  constructor() {
    addEventListener("popstate", () => this.#read());
    document.addEventListener("click", (event) => this.#follow(event));
  }

  go(path: string): void {
    if (path !== location.pathname) history.pushState(null, "", path);
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
    this.go(link.pathname);
  }
}

export const router = new Router();
