/** The messages between a page and the worker with its house. */

export type ToWorker =
  /** `files`: the folder of the house, `list`: the list of its files there; `isFresh`: begin with a new Python rather than with the memory
   * of an earlier one; `life`: a lock to hold. */
  | { type: "open"; files: string; list: string; image: "keep" | "forget"; isFresh: boolean; life: string }
  | { type: "ask"; id: number; who: string; method: string; address: string; headers: Record<string, string>; body: Uint8Array }
  | { type: "connect"; id: number; who: string; address: string }
  | { type: "say"; id: number; text: string }
  | { type: "close"; id: number };

export type FromWorker =
  /** The worker holds its lock. */
  | { type: "alive" }
  | { type: "opened" }
  /** The house can't be opened, or has failed; `why` is the key of a sentence. */
  | { type: "failed"; why: Failure }
  | { type: "answer"; id: number; status: number; media: string; body: Uint8Array<ArrayBuffer> }
  | { type: "told"; id: number; text: string }
  | { type: "closed"; id: number }
  /** Games can't be kept on this device now, or can be again. */
  | { type: "kept"; isKept: boolean };

/** `unsupported`: this browser can't run it; `incomplete`: its files are missing or damaged; `elsewhere`: another tab has it;
 * `unreadable`: the games kept here can't be read; `stopped`: it has failed. */
export type Failure = "unsupported" | "incomplete" | "elsewhere" | "unreadable" | "stopped";
