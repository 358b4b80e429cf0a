/** The worker with a house in it: Python for browsers runs the server's own code, and the kernels search. */

import type { Failure, FromWorker, ToWorker } from "./messages";
import { dropDamaged } from "./cached";
import { BOOT, fetched, PACKAGES, type Parts, type Python, startPython } from "./python";
import { put, setAside, taken } from "./shelf";

interface Line {
  say(text: string): void;
  close(): void;
}

interface Desk {
  ask(who: string, method: string, address: string, headers: object, body: Uint8Array): Promise<[number, string, Uint8Array<ArrayBuffer>]>;
  connect(who: string, address: string, told: (text: string) => void, closed: () => void): Line;
  image(): Uint8Array;
}

interface Boot {
  open_desk(image: Uint8Array, onCommit: () => void): Promise<Desk | undefined>;
}

const LOCK = "parlour.house";
/** Longest pause in milliseconds between a change and its copy on this device. */
const SOON = 20;
/** Milliseconds until the first table has probably been dealt: only then is there time to keep the memory of Python. */
const LATER = 3_000;

const tell = (message: FromWorker, transfer: Transferable[] = []) => postMessage(message, { transfer });
const fail = (why: Failure) => tell({ type: "failed", why });

let desk: Desk | null = null;
let isLost = false;
const lines = new Map<number, Line>();

/** Only one tab at a time has the house: the newest one. */
function taking(): Promise<void> {
  if (!navigator.locks) return Promise.resolve();
  return new Promise((resolve) => {
    navigator.locks
      .request(LOCK, { steal: true }, () => {
        resolve();
        return new Promise<never>(() => {});
      })
      .catch(() => {
        isLost = true;
        desk = null;
        fail("elsewhere");
      });
  });
}

/** Hold a lock for as long as this worker lives; the page gets the lock when the worker has died. */
function holdLife(name: string): void {
  void navigator.locks?.request(name, () => {
    tell({ type: "alive" });
    return new Promise<never>(() => {});
  });
}

async function open({ files, list, image: wanted, isFresh, life }: Extract<ToWorker, { type: "open" }>): Promise<void> {
  holdLife(life);
  if (typeof WebAssembly === "undefined") return fail("unsupported");
  if (wanted === "forget") await setAside();
  let python: Python;
  let keepMemory: () => Promise<void>;
  let image: Uint8Array;
  let parts: Parts | null = null;
  try {
    parts = JSON.parse(new TextDecoder().decode(await fetched(files, list))) as Parts;
    const [started, kernels] = await Promise.all([
      startPython(files, list, parts, isFresh),
      Promise.all(Object.entries(parts.kernels).map(async ([name, file]) => [name, await fetched(files, file).catch(() => null)] as const)),
    ]);
    [python, keepMemory] = started;
    performance.mark("python");
    python.FS.mkdirTree(`${PACKAGES}/parlour/kernels`);
    for (const [name, kernel] of kernels) if (kernel) python.FS.writeFile(`${PACKAGES}/parlour/kernels/${name}`, kernel);
    await taking();
    image = await taken();
  } catch (problem) {
    console.error(problem);
    await dropDamaged(files, list, parts);
    return fail("incomplete");
  }
  try {
    const opened = await (python.pyimport(BOOT) as Boot).open_desk(image, keepSoon);
    if (!opened) return fail("unreadable");
    desk = opened;
    performance.mark("opened");
    tell({ type: "opened" });
    keepSoon();
    setTimeout(() => void keepMemory(), LATER);
  } catch (problem) {
    stop(problem);
  }
}

// ---- keeping -----------------------------------------------------------------------------------------------------------

let isKeeping = false;
let isDue = false;
let wasKept = true;

/** Keep a copy of the database soon: once for all changes until then, and never two at a time. */
function keepSoon(): void {
  isDue = true;
  if (!isKeeping) setTimeout(() => void keep(), SOON);
  isKeeping = true;
}

async function keep(): Promise<void> {
  while (isDue && desk && !isLost) {
    isDue = false;
    const isKept = await put(desk.image());
    if (isKept !== wasKept) tell({ type: "kept", isKept });
    wasKept = isKept;
  }
  isKeeping = false;
}

// ---- requests ----------------------------------------------------------------------------------------------------------

async function answer(message: Extract<ToWorker, { type: "ask" }>): Promise<void> {
  if (!desk) return;
  const { id, who, method, address, headers, body } = message;
  const [status, media, told] = await desk.ask(who, method, address, headers, body);
  tell({ type: "answer", id, status, media, body: told }, [told.buffer]);
}

function connect({ id, who, address }: Extract<ToWorker, { type: "connect" }>): void {
  const closed = () => {
    lines.delete(id);
    tell({ type: "closed", id });
  };
  const line = desk?.connect(who, address, (text) => tell({ type: "told", id, text }), closed);
  if (line) lines.set(id, line);
}

addEventListener("message", ({ data: message }: MessageEvent<ToWorker>) => {
  if (message.type === "open") void open(message);
  else if (message.type === "ask") answer(message).catch(stop);
  else
    try {
      if (message.type === "connect") connect(message);
      else if (message.type === "say") lines.get(message.id)?.say(message.text);
      else lines.get(message.id)?.close();
    } catch (problem) {
      stop(problem);
    }
});

/** Python itself has failed: the page starts another worker, which continues from what was kept. */
function stop(problem: unknown): void {
  console.error(problem);
  desk = null;
  fail("stopped");
}
