/** Keeps the database of the house on this device in IndexedDB, and finished games for the house of the server. A browser may forbid it,
 * or have no space. */

const DATABASE = "parlour";
const STORE = "house";
const FINISHED = "finished";
const KEY = "image";

/** A finished game, to be handed over to the house of the server. */
export interface Finished {
  save: string;
  seat: number;
  /** The house that belonged to the pages when the server refused the game: others may succeed. */
  refused?: string;
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      for (const name of [STORE, FINISHED]) request.result.createObjectStore(name);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error ?? new Error("blocked"));
  });
}

async function run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>, name = STORE): Promise<T> {
  const database = await opened();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(name, mode);
      const request = act(transaction.objectStore(name));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error("aborted"));
    });
  } finally {
    database.close();
  }
}

/** The database that was kept; empty if there is none, or if this browser keeps nothing. */
export async function taken(): Promise<Uint8Array> {
  try {
    const found: unknown = await run("readonly", (store) => store.get(KEY));
    return found instanceof Uint8Array ? found : new Uint8Array(0);
  } catch {
    return new Uint8Array(0);
  }
}

/** Keep the database; false if this browser refuses. */
export async function put(image: Uint8Array): Promise<boolean> {
  try {
    await run("readwrite", (store) => store.put(image, KEY));
    return true;
  } catch {
    return false;
  }
}

/** Set a damaged database aside, so that a new one can begin. */
export async function setAside(): Promise<void> {
  const image = await taken();
  try {
    await run("readwrite", (store) => store.put(image, `${KEY}.damaged`));
    await run("readwrite", (store) => store.delete(KEY));
  } catch {
    // nothing was kept
  }
}

/** Note a finished game under the id of its replay; false if this browser refuses. */
export async function putFinished(id: string, game: Finished): Promise<boolean> {
  try {
    await run("readwrite", (store) => store.put(game, id), FINISHED);
    return true;
  } catch {
    return false;
  }
}

/** The ids of the games that were not handed over yet. */
export const finished = () => run<IDBValidKey[]>("readonly", (store) => store.getAllKeys(), FINISHED);

/** A game that was not handed over yet. */
export const finishedGame = (id: IDBValidKey) => run<Finished>("readonly", (store) => store.get(id), FINISHED);

/** Forget a game that was handed over. */
export const dropFinished = (id: IDBValidKey) => run("readwrite", (store) => store.delete(id), FINISHED);
