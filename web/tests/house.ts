/** A made-up house for tests: a WebSocket whose answers the test decides, and a visit to one of its rooms. */

import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, vi } from "vitest";
import { Session } from "../src/lib/session.svelte";
import { PROTOCOL, type Chair, type Done, type Left, type Refused, type RoomTold, type Told, type Update } from "../src/lib/wire";

/** A message with only those fields that a test is about. */
type Brief<T extends { type: string }> = Partial<T> & Pick<T, "type">;

export class Socket {
  static all: Socket[] = [];
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    Socket.all.push(this);
  }

  static get last(): Socket {
    return this.all.at(-1)!;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.readyState = 3;
  }

  /** Break the connection. */
  cut(): void {
    this.readyState = 3;
    this.onclose?.();
  }

  say(message: Told | Brief<Done> | Brief<Refused> | Brief<Left>): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** Greet, and let the client in. */
  async greet(): Promise<void> {
    this.say({ type: "hello", protocol: PROTOCOL, name: "Guest", colour: "red", levels: [], emotes: [] });
    await this.follow("enter");
  }

  /** Answer the last request of a kind with success. */
  async follow(type: string): Promise<void> {
    const asked = this.asked(type).at(-1);
    this.say({ type: "done", id: String(asked?.["id"]), number: 0, hint: "" });
    await vi.advanceTimersByTimeAsync(0);
  }

  asked(type: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message["type"] === type);
  }
}

const chair = (name: string, kind: Chair["kind"]): Chair => ({
  kind,
  name,
  colour: "red",
  character: "",
  level: kind === "bot" ? "skilled" : "",
  present: true,
  stand_in: "",
  muted: false,
  waits: "",
  asked: false,
  overdue: false,
  blocked: false,
});

export const room = (parts: Partial<RoomTold> = {}): RoomTold => ({
  type: "room",
  code: "ABCDEF",
  phase: "playing",
  plan: { game: "sample", seats: 4, options: {}, rounds: 1, target: 0, public: false, watchers: true, pace: 900, grace: 30, patience: 0, hints: false },
  chairs: [chair("Guest", "person"), chair("Ada", "bot"), chair("Bruno", "bot"), chair("Clara", "bot")],
  watchers: [],
  host: 0,
  you: 0,
  you_host: true,
  commitment: "",
  pledges: [],
  dealing: "",
  left_out: [],
  games: 1,
  round: 1,
  scores: [],
  result: null,
  replay: "",
  removed: [],
  arranging: false,
  shut: false,
  votes: [],
  seats_for_you: [],
  hints: true,
  practice: "",
  challenge: "",
  ...parts,
});

export const games = import.meta.glob<Update[]>("./fixtures/*.json", { eager: true, import: "default" });

/** The visit of the test that runs. */
export let session: Session;
let shown: Record<string, unknown> | null = null;

/** Every test of a file begins in a room and leaves it at the end. */
export function visiting(): void {
  beforeEach(async () => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", Socket);
    Socket.all = [];
    session = new Session("ABCDEF");
    await Socket.last.greet();
    Socket.last.say(room());
  });

  afterEach(async () => {
    if (shown) await unmount(shown);
    shown = null;
    session.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

/** Show a part of the page by itself, instead of the previous one. */
export function show<Props extends Record<string, unknown>>(what: Component<Props>, props: Props): HTMLElement {
  if (shown) void unmount(shown);
  const target = document.createElement("div");
  document.body.replaceChildren(target);
  shown = mount(what, { target, props }) as Record<string, unknown>;
  flushSync();
  return target;
}
