/** Removes damaged files of the house from the cache, so that they are fetched again. A file name contains the hash of the content. */

import type { Parts } from "./python";

const PYTHON = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"];

/** Check every file of the house that the service worker keeps, and remove those that are damaged. Without `parts`, the list itself
 * can't be read, and only the list is checked. */
export async function dropDamaged(files: string, list: string, parts: Parts | null): Promise<void> {
  try {
    await check(files, [list], list);
    if (!parts) return;
    const single = [parts.library, parts.house, ...Object.values(parts.kernels)];
    await Promise.all([...single.map((name) => check(files, [name], name)), check(files, PYTHON.map((name) => `${parts.python}/${name}`), parts.python)]);
  } catch (problem) {
    console.warn(problem);
  }
}

/** Remove some files if the hash of their content is not the one in `named`. */
async function check(files: string, names: string[], named: string): Promise<void> {
  const addresses = names.map((name) => files + name);
  const found = await Promise.all(addresses.map((address) => caches.match(address)));
  if (!found.some((response) => response)) return;
  const contents = await Promise.all(found.map(async (response) => (response ? response.arrayBuffer() : new ArrayBuffer(0))));
  if (named.includes(`-${await hashed(contents)}`)) return;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const address of addresses) await cache.delete(address);
  }
}

/** The hash that is part of a name: the first twelve digits of SHA-256. */
async function hashed(contents: ArrayBuffer[]): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await new Blob(contents).arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, 12);
}
