/** The house in a worker of this page, and what is wrong with it. A worker that fails is replaced: its games are kept. */

import { asset, parts, type Line } from "../lib/house";
import { keeping } from "./keeping.svelte";
import type { Failure, FromWorker, ToWorker } from "./messages";

interface Asked {
  resolve(response: Response): void;
  reject(why: Error): void;
}

/** Failures after which another worker may succeed. */
const PASSING: Failure[] = ["stopped"];
const MOST_RESTARTS = 3;

class DeviceHouse {
  /** Why the house can't be used. */
  failure = $state<Failure | "">("");
  /** Whether games are kept on this device. */
  isKept = $state(true);
  /** Whether the house is open. */
  isOpen = $state(false);

  #worker: Worker | null = null;
  #count = 0;
  #restarts = 0;
  #early: ToWorker[] = [];
  #asked = new Map<number, Asked>();
  #lines = new Map<number, DeviceLine>();
  #lives = new WeakMap<Worker, string>();

  ask(address: string, { method = "GET", headers = {}, body = null }: RequestInit, who: string): Promise<Response> {
    const id = (this.#count += 1);
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      void bytes(body).then((given) =>
        this.#send({ type: "ask", id, who, method, address, headers: Object.fromEntries(new Headers(headers)), body: given }),
      );
    });
  }

  connect(address: string, who: string): Line {
    const id = (this.#count += 1);
    const line = new DeviceLine((message) => this.#send(message), id);
    this.#lines.set(id, line);
    this.#send({ type: "connect", id, who, address });
    return line;
  }

  /** Open the house before anybody asks anything. */
  begin(): void {
    if (!this.#worker && !this.failure) this.#start("keep");
  }

  /** Set damaged games aside and open the house without them. */
  beginAnew(): void {
    this.failure = "";
    this.#start("forget");
  }

  #send(message: ToWorker): void {
    if (this.failure) this.#give(this.failure);
    else {
      if (!this.#worker) this.#start("keep");
      if (this.isOpen) this.#worker?.postMessage(message);
      else this.#early.push(message);
    }
  }

  #start(image: "keep" | "forget"): void {
    this.#worker?.terminate();
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#worker === worker && this.#take(data);
    worker.onerror = () => this.#worker === worker && this.#fail("stopped");
    this.#worker = worker;
    const files = new URL(asset("/offline/"), document.baseURI).href;
    const life = `parlour.worker.${crypto.randomUUID()}`;
    worker.postMessage({ type: "open", files, list: parts, image, isFresh: this.#restarts > 0, life } satisfies ToWorker);
    this.#lives.set(worker, life);
  }

  /** Notice the death of a worker: no event reports it, but its lock becomes free. */
  #watch(worker: Worker): void {
    void navigator.locks.request(this.#lives.get(worker) ?? "", () => {
      if (this.#worker === worker) this.#fail("stopped");
    });
  }

  #take(message: FromWorker): void {
    switch (message.type) {
      case "alive":
        if (this.#worker) this.#watch(this.#worker);
        break;
      case "opened":
        this.isOpen = true;
        for (const early of this.#early.splice(0)) this.#worker?.postMessage(early);
        if (keeping.isPossible && keeping.state !== "kept") void keeping.keep();
        break;
      case "failed":
        this.#fail(message.why);
        break;
      case "answer":
        this.#asked.get(message.id)?.resolve(
          new Response(message.body, { status: message.status, headers: { "content-type": message.media } }),
        );
        this.#asked.delete(message.id);
        break;
      case "told":
        this.#lines.get(message.id)?.told(message.text);
        break;
      case "closed":
        this.#drop(message.id);
        break;
      case "kept":
        this.isKept = message.isKept;
    }
  }

  #fail(why: Failure): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.isOpen = false;
    if (PASSING.includes(why) && this.#restarts < MOST_RESTARTS) this.#restarts += 1;
    else this.failure = why;
    this.#give(why);
  }

  /** Reject all waiting requests, and close all lines. */
  #give(why: Failure): void {
    this.#early = [];
    for (const asked of this.#asked.values()) asked.reject(new Error(why));
    this.#asked.clear();
    for (const id of [...this.#lines.keys()]) this.#drop(id);
  }

  #drop(id: number): void {
    const line = this.#lines.get(id);
    this.#lines.delete(id);
    line?.closed();
  }
}

/** One line to the house. */
class DeviceLine implements Line {
  onmessage: Line["onmessage"] = null;
  onclose: Line["onclose"] = null;
  readyState: number = WebSocket.OPEN;
  #send: (message: ToWorker) => void;
  #id: number;

  constructor(send: (message: ToWorker) => void, id: number) {
    this.#send = send;
    this.#id = id;
  }

  send(text: string): void {
    this.#send({ type: "say", id: this.#id, text });
  }

  close(): void {
    if (this.readyState !== WebSocket.OPEN) return;
    this.readyState = WebSocket.CLOSING;
    this.#send({ type: "close", id: this.#id });
  }

  told(text: string): void {
    this.onmessage?.call(this as unknown as WebSocket, new MessageEvent("message", { data: text }));
  }

  closed(): void {
    this.readyState = WebSocket.CLOSED;
    // later, as with a WebSocket: the caller that has just opened it must first set `onclose`
    setTimeout(() => this.onclose?.call(this as unknown as WebSocket, new CloseEvent("close")));
  }
}

async function bytes(body: BodyInit | null): Promise<Uint8Array> {
  return body === null ? new Uint8Array(0) : new Uint8Array(await new Response(body).arrayBuffer());
}

export const house = new DeviceHouse();
