/** Starts Python for browsers with the house's code. The memory of a Python that has loaded all of it is kept on this device: the next
 * start continues from it and doesn't import anything again. */

/** The files of the house, as `scripts/offline.py` names them. */
export interface Parts {
  python: string;
  library: string;
  /** Parlour and the packages it uses: a compressed tar file. */
  house: string;
  /** The one package with machine code, in `house`. */
  native: string;
  kernels: Record<string, string>;
  lock: object;
}

export interface Python {
  pyimport(name: string): unknown;
  runPython(code: string): unknown;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
  FS: Files;
}

interface Files {
  /** The open files, by number; the first three are input and output. */
  streams: (object | null)[];
  mkdirTree(path: string): void;
  writeFile(path: string, content: Uint8Array, options?: { canOwn: boolean }): void;
}

/** The part of Emscripten's module that is used here. */
interface Module {
  FS: Files;
  HEAP8: Int8Array;
  wasmTable: WebAssembly.Table;
  preloadedWasm: Record<string, unknown>;
  addRunDependency(name: string): void;
  removeRunDependency(name: string): void;
  growMemory(size: number): void;
  loadWebAssemblyModule(code: Uint8Array, flags: object, name: string, scope: object): unknown;
}

type Factory = (settings: { preRun: ((module: Module) => void)[] }) => Promise<Module>;

interface Loader {
  loadPyodide(options: object): Promise<Python>;
}

/** Where Python looks for modules first. */
export const PACKAGES = "/home/pyodide";
/** The module that opens the house. */
export const BOOT = "parlour.offline.boot";
/** Input, output and errors. */
const STANDARD = 3;
/** The service worker doesn't remove caches of this name with an old version. */
const CACHE = "parlour.memory";
/** The end of a memory's cache address, which begins with the address of the list of files; no file of the house has such an address. */
const MEMORY = "?memory";
/** The number of functions that Python had before the native package was loaded. Pointers in a kept memory are only right if it is the same. */
const FUNCTIONS = "x-functions";

/** Return the content of a file of the house, or throw. */
export async function fetched(files: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(files + name);
  if (!response.ok) throw new Error(name);
  return new Uint8Array(await response.arrayBuffer());
}

/** Start Python from the memory that was kept, or else from the beginning; `isFresh`: from the beginning in any case.
 * Return it, and a function that keeps its memory. */
export async function startPython(files: string, name: string, parts: Parts, isFresh: boolean): Promise<[Python, () => Promise<void>]> {
  const house = fetched(files, parts.house).then(unpacked);
  house.catch(() => {}); // the error reaches everything that awaits it
  const kept = isFresh ? undefined : await keptMemory(files + name);
  if (kept)
    try {
      return [await begun(files, parts, house, kept), async () => {}];
    } catch (problem) {
      console.warn(problem);
    }
  return fromTheBeginning(files, name, parts, house);
}

async function fromTheBeginning(files: string, name: string, parts: Parts, house: Promise<File[]>): Promise<[Python, () => Promise<void>]> {
  let functions = 0;
  const python = await begun(files, parts, house, undefined, (count) => (functions = count));
  python.runPython(`import ${BOOT}\n${BOOT}.prepare()`);
  let memory: Uint8Array<ArrayBuffer> | null = null;
  try {
    // a Python that continues from this memory would mistake another file for one that is open now
    if (python.FS.streams.filter((stream) => stream).length > STANDARD) throw new Error("A file is open.");
    memory = python.makeMemorySnapshot();
  } catch (problem) {
    console.warn(problem); // the next start takes longer
  }
  return [python, async () => void (memory && (await keepMemory(files + name, memory, functions).finally(() => (memory = null))))];
}

async function begun(
  files: string,
  parts: Parts,
  house: Promise<File[]>,
  kept?: Response,
  told: (functions: number) => void = () => {},
): Promise<Python> {
  const folder = `${files}${parts.python}/`;
  const factory = (import(/* @vite-ignore */ `${folder}pyodide.asm.mjs`) as Promise<{ default: Factory }>).catch(failing);
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as Loader;
  const memory = kept?.arrayBuffer().then((buffer) => new Uint8Array(buffer));
  let problem: unknown;
  const prepared = async (module: Module) => {
    module.addRunDependency("house");
    try {
      const contents = await house;
      for (const { path, content } of contents) place(module.FS, `${PACKAGES}/${path}`, content);
      const functions = module.wasmTable.length;
      told(functions);
      if (kept && Number(kept.headers.get(FUNCTIONS)) !== functions) throw new Error("The kept memory is of another Python.");
      // before Python runs, so that it has the same place in every memory
      const native = contents.find(({ path }) => path === parts.native);
      if (!native) throw new Error(parts.native);
      const path = `${PACKAGES}/${parts.native}`;
      module.preloadedWasm[path] = module.loadWebAssemblyModule(native.content, { nodelete: true }, path, {});
      if (memory) module.growMemory((await memory).length);
    } catch (found) {
      problem = found;
    }
    module.removeRunDependency("house");
  };
  const python = await loadPyodide({
    indexURL: folder,
    stdLibURL: files + parts.library,
    lockFileContents: JSON.stringify(parts.lock),
    createPyodideModule: async (settings: Parameters<Factory>[0]) => {
      settings.preRun.push((module) => void prepared(module));
      const module = await (await factory).default(settings);
      if (problem) throw problem;
      return module;
    },
    ...(memory ? { _loadSnapshot: memory } : { _makeSnapshot: true }),
  });
  return python;
}

const failing = (problem: unknown): never => {
  throw problem;
};

function place(files: Files, path: string, content: Uint8Array): void {
  files.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  files.writeFile(path, content, { canOwn: true });
}

// ---- the archive -------------------------------------------------------------------------------------------------------

interface File {
  path: string;
  content: Uint8Array;
}

const BLOCK = 512;

/** The files in a compressed tar file. Some hosts send such a file so that the browser has decompressed it already. */
async function unpacked(packed: Uint8Array<ArrayBuffer>): Promise<File[]> {
  const isCompressed = packed[0] === 0x1f && packed[1] === 0x8b;
  const plain = isCompressed ? new Response(packed).body?.pipeThrough(new DecompressionStream("gzip")) : packed;
  const tar = new Uint8Array(await new Response(plain).arrayBuffer());
  const found: File[] = [];
  for (let at = 0; at + BLOCK <= tar.length && tar[at]; ) {
    const size = parseInt(text(tar, at + 124, 12), 8);
    const [prefix, name] = [text(tar, at + 345, 155), text(tar, at, 100)];
    found.push({ path: prefix ? `${prefix}/${name}` : name, content: tar.subarray(at + BLOCK, at + BLOCK + size) });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return found;
}

/** A text in a header, which ends at the first zero. */
function text(bytes: Uint8Array, start: number, length: number): string {
  const field = bytes.subarray(start, start + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
}

// ---- the memory --------------------------------------------------------------------------------------------------------

async function keptMemory(address: string): Promise<Response | undefined> {
  try {
    return await (await caches.open(CACHE)).match(address + MEMORY);
  } catch {
    return undefined; // this browser keeps nothing
  }
}

/** Keep a memory, instead of those of other versions. */
async function keepMemory(address: string, memory: Uint8Array<ArrayBuffer>, functions: number): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    const url = new URL(address + MEMORY, location.href).href;
    for (const other of await cache.keys()) if (other.url !== url) await cache.delete(other);
    await cache.put(url, new Response(memory, { headers: { [FUNCTIONS]: String(functions) } }));
  } catch (problem) {
    console.warn(problem); // there is no space: the next start takes longer
  }
}
