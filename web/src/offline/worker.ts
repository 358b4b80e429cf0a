/** The worker with a house in it: Python for browsers runs the server's own code, and the kernels search. */

import type { Failure, FromWorker, ToWorker } from "./messages";
import { put, setAside, taken } from "./shelf";

interface Parts {
  python: string;
  library: string;
  house: string;
  kernels: Record<string, string>;
  lock: object;
}

interface Line {
  say(text: string): void;
  close(): void;
}

interface Desk {
  ask(who: string, method: string, address: string, headers: object, body: Uint8Array): Promise<[number, string, Uint8Array<ArrayBuffer>]>;
  connect(who: string, address: string, told: (text: string) => void, closed: () => void): Line;
  image(): Uint8Array;
}

interface Python {
  unpackArchive(archive: ArrayBuffer, kind: string, where: { extractDir: string }): void;
  pyimport(name: string): { open_desk(image: Uint8Array, onCommit: () => void): Promise<Desk | undefined> };
  FS: { mkdirTree(path: string): void; writeFile(path: string, content: Uint8Array): void };
}

/** Where Python looks for modules first. */
const PACKAGES = "/home/pyodide";
declare const PARTS: string;
const LOCK = "parlour.house";
/** Longest pause in milliseconds between a change and its copy on this device. */
const SOON = 20;

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

async function fetched(files: string, name: string): Promise<ArrayBuffer> {
  const response = await fetch(files + name);
  if (!response.ok) throw new Error(name);
  return response.arrayBuffer();
}

async function open(files: string, keepsImage: boolean): Promise<void> {
  if (typeof WebAssembly === "undefined") return fail("unsupported");
  if (!keepsImage) await setAside();
  let python: Python;
  let image: Uint8Array;
  try {
    const parts = JSON.parse(new TextDecoder().decode(await fetched(files, PARTS))) as Parts;
    const loading = import(/* @vite-ignore */ `${files}${parts.python}/pyodide.mjs`) as Promise<{ loadPyodide(options: object): Promise<Python> }>;
    const [{ loadPyodide }, house, kernels] = await Promise.all([
      loading,
      fetched(files, parts.house),
      Promise.all(Object.entries(parts.kernels).map(async ([name, file]) => [name, await fetched(files, file).catch(() => null)] as const)),
    ]);
    python = await loadPyodide({
      indexURL: `${files}${parts.python}/`,
      stdLibURL: files + parts.library,
      lockFileContents: JSON.stringify(parts.lock),
    });
    python.unpackArchive(house, "zip", { extractDir: PACKAGES });
    python.FS.mkdirTree(`${PACKAGES}/parlour/kernels`);
    for (const [name, kernel] of kernels) if (kernel) python.FS.writeFile(`${PACKAGES}/parlour/kernels/${name}`, new Uint8Array(kernel));
    await taking();
    image = await taken();
  } catch (problem) {
    console.error(problem);
    return fail("incomplete");
  }
  try {
    const opened = await python.pyimport("parlour.offline.boot").open_desk(image, keepSoon);
    if (!opened) return fail("unreadable");
    desk = opened;
    tell({ type: "opened" });
    keepSoon();
  } catch (problem) {
    console.error(problem);
    fail("incomplete");
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
  if (message.type === "open") void open(message.files, message.image === "keep");
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

/** Python itself has failed: the page starts another worker, which goes on from what was kept. */
function stop(problem: unknown): void {
  console.error(problem);
  desk = null;
  fail("stopped");
}
