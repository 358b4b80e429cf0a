/* Keeps one version of the pages, and on request the house for this device, so that both work without a network.
 * All files but the page itself have a hash in their name, so that no version can get a file of another one. */

/* The host of the pages fills in the files of its house, which scripts/offline.py has made. */
const PARTS = "", HOUSE = [];
const CACHE = `parlour-${VERSION}${PARTS.slice(5, -5)}`;
const PAGE = new URL("./", location.href).href;
const [SHELL_FILES, HOUSE_FILES] = [SHELL, HOUSE].map((names) => names.map((name) => new URL(name, PAGE).href));
const KNOWN = new Set([...SHELL_FILES, ...HOUSE_FILES]);
const PATIENCE = 3_000;

/** Put files into the cache of this version: all of them, or an error. What an older version has is not fetched again. */
async function fill(files) {
  const cache = await caches.open(CACHE);
  const older = await Promise.all((await others()).map((name) => caches.open(name)));
  const known = async (file) => (await Promise.all(older.map((kept) => kept.match(file)))).find((response) => response);
  await Promise.all(
    files.map(async (file) => {
      if (await cache.match(file)) return;
      const found = file === PAGE ? await fetch(file, { cache: "no-cache" }) : ((await known(file)) ?? (await fetch(file)));
      if (!found.ok) throw new Error(file);
      await cache.put(file, found);
    }),
  );
}

const others = async () => (await caches.keys()).filter((name) => name.startsWith("parlour-") && name !== CACHE);

async function hadHouse() {
  for (const name of await others()) {
    const kept = await (await caches.open(name)).keys();
    if (kept.some(({ url }) => url.includes("/offline/"))) return true;
  }
  return false;
}

addEventListener("install", (event) => event.waitUntil(fill([PAGE, ...SHELL_FILES]).then(async () => (await hadHouse()) && fill(HOUSE_FILES))));
addEventListener("activate", (event) =>
  event.waitUntil(
    others()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  ),
);

addEventListener("message", (event) => {
  if (event.data === "switch") return void skipWaiting();
  if (event.data !== "keep") return;
  const [port] = event.ports;
  event.waitUntil(
    fill(HOUSE_FILES).then(
      () => port.postMessage(true),
      () => port.postMessage(false),
    ),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(location.origin)) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (KNOWN.has(request.url)) event.respondWith(kept(request));
});

/** Return the page from the network, else the copy kept here. */
async function page(request) {
  const late = new Promise((resolve, reject) => setTimeout(reject, PATIENCE));
  try {
    return await Promise.race([fetch(request), late]);
  } catch {
    return (await (await caches.open(CACHE)).match(PAGE)) ?? fetch(request);
  }
}

async function kept(request) {
  return (await (await caches.open(CACHE)).match(request.url)) ?? fetch(request);
}
