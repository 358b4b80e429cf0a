/** The house that this page talks to: the server's, or one in a worker of the page, whose addresses begin with `#/`. */

/** The name of the list of files of the house for browsers, given by the host of this page; empty if it has none. */
export const parts = document.querySelector<HTMLMetaElement>('meta[name="house"]')?.content ?? "";

/** Whether this is a static site. */
export const isSite = import.meta.env.MODE === "site";

/** Whether a house can be opened on this device. */
export const canBeHere = isSite || parts !== "";

/** Whether the house is in this page: always on a static site, elsewhere by the address. */
export const isHere = isSite || location.hash.startsWith("#/");

/** The address of one of our files; `path` begins at the root of the house. */
export const asset = (path: string) => (isSite ? new URL(`.${path}`, document.baseURI).pathname : path);

/** Leave the house of the server for the one on this device, or go back. */
export function moveTo(place: "device" | "server"): void {
  location.replace(place === "device" ? "/#/" : "/");
  if (place === "device") location.reload();
}

/** The part of a WebSocket that is used here. */
export type Line = Pick<WebSocket, "onmessage" | "onclose" | "send" | "close"> & { readonly readyState: number };

const device = () => import("../offline/device.svelte");

/** Milliseconds after which a server that doesn't answer counts as unreachable, and the same while it checks a whole game. */
const PATIENCE = 10_000;
export const LONG_PATIENCE = 60_000;

/** Ask the house over HTTP; rejects if it cannot be reached. `who` is one of several people at this device. */
export async function request(path: string, init: RequestInit = {}, who = "", patience = PATIENCE): Promise<Response> {
  if (isHere) return (await device()).house.ask(path, init, who);
  const waiting = new AbortController();
  setTimeout(() => waiting.abort(), patience);
  return fetch(path, { ...init, signal: waiting.signal });
}

/** Open a WebSocket to the house; `path` is relative to the address of the page. */
export function connected(path: string, who = ""): Line {
  if (!isHere) return new WebSocket(new URL(path, location.href).href.replace(/^http/, "ws"));
  return new Later(device().then(({ house }) => house.connect(path, who)));
}

/** A line to a house whose code is still being loaded. */
class Later implements Line {
  onmessage: Line["onmessage"] = null;
  onclose: Line["onclose"] = null;
  #line: Line | null = null;
  #isClosed = false;

  constructor(coming: Promise<Line>) {
    coming.then(
      (line) => {
        this.#line = line;
        line.onmessage = (event) => this.onmessage?.call(line as WebSocket, event);
        line.onclose = (event) => this.onclose?.call(line as WebSocket, event);
        if (this.#isClosed) line.close();
      },
      () => this.onclose?.call(null as unknown as WebSocket, new CloseEvent("close")),
    );
  }

  get readyState(): number {
    return this.#line?.readyState ?? WebSocket.CONNECTING;
  }

  send(data: string): void {
    this.#line?.send(data);
  }

  close(): void {
    this.#isClosed = true;
    this.#line?.close();
  }
}
