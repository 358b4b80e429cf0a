/** One WebSocket to the server. It reconnects by itself, and resends an unanswered move under its id. */

import { connected, isHere, type Line } from "./house";
import { asked } from "./language";
import { afterPress } from "./painting";
import { Refusal } from "./refusal";
import { t } from "./texts";
import { PROTOCOL, type Done, type Hello, type Past, type PastChat, type Request, type Told } from "./wire";

/** `connecting`; `connected`; `away`: lost, retrying soon; `offline`: this device has no network. */
export type State = "connecting" | "connected" | "away" | "offline";

export interface Listener {
  /** The room to enter, and the number of the last event already received. */
  wanted(): { room: string; seen: number; sit: boolean } | null;
  /** Back in the room, after a gap of unknown length. */
  entered(): void;
  /** The server refuses entry to the room. */
  barred(why: string, code: string): void;
  told(message: Told): void;
}

interface Waiting {
  request: Request;
  resolve(answer: Done | Past | PastChat): void;
  reject(refusal: Refusal): void;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8_000;
/** How many times in a row a move to another server is followed at once; later ones wait as after any lost connection. */
const MOST_MOVES = 3;

/** Whether a server may send us there: to the same host over the same kind of connection, whatever the port. */
export function isOurs(url: string): boolean {
  try {
    const where = new URL(url, location.href);
    return where.hostname === location.hostname && where.protocol.replace("ws", "http") === location.protocol;
  } catch {
    return false;
  }
}

/** A connection is checked after this long without a message; if nobody looks at the page, after the second, longer time. */
const QUIET = 4_000;
const QUIET_UNSEEN = 30_000;
const PONG_WITHIN = 3_000;
/** How long opening a connection may take. */
const OPEN_WITHIN = 10_000;
/** After an action a dead connection is noticed soon, and sooner still if this device reports that it has no network. */
const PONG_WITHIN_ACTING = 2_500;
const PONG_WITHIN_OFFLINE = 1_000;
/** A connection on which something has just arrived is not checked. */
const FRESH = 1_000;

export class Connection {
  state = $state<State>("connecting");
  hello = $state.raw<Hello | null>(null);
  /** The server speaks another protocol version: only a reload helps. */
  outdated = $state(false);
  /** The server announced that it stops: it will be back soon. */
  isStopping = $state(false);

  #listener: Listener;
  #who: string;
  #socket: Line | null = null;
  #waiting = new Map<string, Waiting>();
  #entered = false;
  #tries = 0;
  /** Where the server that keeps the room is, for the next attempt. */
  #moved = "";
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setTimeout> | undefined;
  #pong: ReturnType<typeof setTimeout> | undefined;
  #heardAt = 0;
  #closed = false;
  #undo: (() => void)[] = [];

  /** `who` is one of several people at this device. */
  constructor(listener: Listener, who = "") {
    this.#listener = listener;
    this.#who = who;
    this.#on(window, "online", () => this.#hurry());
    this.#on(window, "offline", () => this.#check(PONG_WITHIN_OFFLINE));
    this.#on(document, "visibilitychange", () => document.visibilityState === "visible" && this.#hurry());
    this.#on(window, "pageshow", () => this.#hurry());
    this.#open();
  }

  /** Send a request; rejects with a sentence if it is refused, or if the connection breaks before the answer. Moves survive that. */
  ask(request: Request): Promise<Done> {
    return this.#ask(request) as Promise<Done>;
  }

  /** Request events after `since` up to `until` that an update left out. */
  earlier(since: number, until: number): Promise<Past> {
    return this.#ask({ type: "earlier", since, until }) as Promise<Past>;
  }

  /** Ask for what was said up to the message with this number. */
  earlierChat(until: number): Promise<PastChat> {
    return this.#ask({ type: "earlier_chat", until }) as Promise<PastChat>;
  }

  #ask(request: Request): Promise<Done | Past | PastChat> {
    const id = mark();
    return new Promise((resolve, reject) => {
      if (request.type !== "move" && !this.#entered && !this.#isEntering()) {
        reject(new Refusal(t("connection.notNow")));
        return;
      }
      this.#waiting.set(id, { request, resolve, reject });
      if (this.#entered) this.#send(id, request);
    });
  }

  /** Whether the room is being entered: it may appear slightly before the server confirms, and requests made then wait. */
  #isEntering = () => [...this.#waiting.values()].some(({ request }) => request.type === "enter");

  /** Somebody doesn't want to wait: retry now. */
  retry = () => this.#hurry();

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#drop();
    for (const undo of this.#undo) undo();
    this.#refuseAll(() => true);
  }

  #on(target: Window | Document, name: string, act: () => void): void {
    target.addEventListener(name, act);
    this.#undo.push(() => target.removeEventListener(name, act));
  }

  // ---- the line ------------------------------------------------------------------------------------------------------

  #open(): void {
    if (this.#closed || this.#socket) return;
    clearTimeout(this.#retry);
    this.state = "connecting";
    const socket = connected(asked(this.#address()), this.#who);
    this.#socket = socket;
    // messages received before the connection broke still count: both directions are in order
    socket.onmessage = (event) => afterPress(() => this.#socket === socket && this.#take(event.data));
    socket.onclose = () => afterPress(() => this.#socket === socket && this.#lost());
    this.#expect(OPEN_WITHIN);
  }

  /** Where to connect: the shared address with the code, by which a proxy finds the server, or where that server sent us. */
  #address(): string {
    const room = this.#listener.wanted()?.room;
    return this.#moved || (room ? `/ws/${room}` : "/ws");
  }

  #lost(wait?: number): void {
    this.#drop();
    this.#moved = "";
    // requests other than moves are dropped: the caller is told, and can ask again
    this.#refuseAll((waiting) => waiting.request.type !== "move");
    if (this.#closed) return;
    this.state = navigator.onLine === false ? "offline" : "away";
    const backOff = Math.min(FIRST_WAIT * 2 ** this.#tries++, LONGEST_WAIT);
    this.#retry = setTimeout(() => this.#open(), wait ?? backOff * (0.75 + Math.random() / 2));
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#entered = false;
    clearTimeout(this.#ping);
    clearTimeout(this.#pong);
    if (socket && socket.readyState < WebSocket.CLOSING) socket.close();
  }

  /** Something suggests that now is a good moment: reconnect at once, or check whether the connection still works. */
  #hurry(): void {
    if (this.#socket) this.#check();
    else {
      this.#tries = 0;
      this.#open();
    }
  }

  /** Check the connection once it has been silent for a while: somebody who waits for others should know that it is dead. */
  #watch(): void {
    clearTimeout(this.#ping);
    const isSeen = document.visibilityState === "visible";
    if (!isHere) this.#ping = setTimeout(() => this.#pong === undefined && this.#check(), isSeen ? QUIET : QUIET_UNSEEN);
  }

  #check(within = PONG_WITHIN): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ type: "ping", id: mark() }));
    this.#expect(within);
  }

  /** After this long without a message, the connection is considered dead. */
  #expect(milliseconds: number): void {
    clearTimeout(this.#pong);
    // a house in this page reports its own failure
    if (!isHere) this.#pong = setTimeout(() => this.#lost(), milliseconds);
  }

  // ---- in and out ----------------------------------------------------------------------------------------------------

  #send(id: string, request: Request): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    // ping first: the answer to the request may take a while
    if (Date.now() - this.#heardAt > FRESH) this.#check(PONG_WITHIN_ACTING);
    this.#socket.send(JSON.stringify({ ...request, id }));
  }

  #take(data: unknown): void {
    clearTimeout(this.#pong);
    this.#pong = undefined;
    this.#heardAt = Date.now();
    this.#watch();
    let message: Told;
    try {
      message = JSON.parse(String(data)) as Told;
    } catch {
      return;
    }
    switch (message.type) {
      case "hello":
        this.hello = message;
        this.outdated = message.protocol !== PROTOCOL;
        void this.enter();
        break;
      case "done":
      case "past":
      case "past_chat":
      case "refused":
        this.#answered(message);
        break;
      case "moved":
        this.#lost(this.#tries < MOST_MOVES ? 0 : undefined);
        this.#moved = isOurs(message.url) ? message.url : "";
        break;
      case "stopping":
        this.isStopping = true;
        this.#listener.told(message);
        this.#lost(message.retry + Math.random() * 500);
        break;
      case "pong":
        break;
      default:
        this.#listener.told(message);
    }
  }

  /** Enter the wanted room; afterwards resend everything unanswered. */
  async enter(): Promise<void> {
    const wanted = this.#listener.wanted();
    if (!wanted) return;
    const id = mark();
    try {
      await new Promise<Done | Past | PastChat>((resolve, reject) => {
        const request: Request = { type: "enter", ...wanted };
        this.#waiting.set(id, { request, resolve, reject });
        this.#send(id, request);
      });
    } catch (error) {
      this.#refuseAll((waiting) => waiting.request.type !== "move");
      if (this.#socket && error instanceof Refusal) this.#listener.barred(error.message, error.code);
      return;
    }
    this.#tries = 0;
    this.#entered = true;
    this.state = "connected";
    this.isStopping = false;
    this.#listener.entered();
    for (const [again, waiting] of this.#waiting) this.#send(again, waiting.request);
  }

  #answered(answer: Extract<Told, { type: "done" | "past" | "past_chat" | "refused" }>): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (answer.type === "refused") waiting?.reject(new Refusal(answer.why, answer));
    else waiting?.resolve(answer);
  }

  #refuseAll(which: (waiting: Waiting) => boolean): void {
    for (const [id, waiting] of this.#waiting) {
      if (!which(waiting)) continue;
      this.#waiting.delete(id);
      waiting.reject(new Refusal(t("connection.lost")));
    }
  }
}

/** An id that no other request of this person has. */
function mark(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
