/** Keeps the database of the house on this device in IndexedDB. A browser may forbid it, or have no space. */

const DATABASE = "parlour";
const STORE = "house";
const KEY = "image";

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error ?? new Error("blocked"));
  });
}

async function run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await opened();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
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
