// Plays games in Python for browsers, in Node or in a page: the same code plays them in Python, and the results must be the same.

/** Start Python with the house's code and some kernels, and return what `code` has put into `results`. */
export async function played(loadPyodide, options, house, kernels, code, jobs) {
  const python = await loadPyodide(options);
  python.unpackArchive(house, "gztar", { extractDir: "/home/pyodide" });
  python.FS.mkdirTree("/home/pyodide/parlour/kernels");
  for (const [name, content] of kernels) python.FS.writeFile(`/home/pyodide/parlour/kernels/${name}`, content);
  python.globals.set("jobs", jobs);
  return python.runPython(`${code}\nresults`);
}

if (typeof process !== "undefined" && process.argv[2]) {
  const { readFileSync } = await import("node:fs");
  const { pathToFileURL } = await import("node:url");
  const { folder, library, house, lock, kernels, code, jobs } = JSON.parse(readFileSync(process.argv[2], "utf-8"));
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
  const read = (path) => new Uint8Array(readFileSync(path));
  const files = Object.entries(kernels).map(([name, path]) => [name, read(path)]);
  const options = { indexURL: `${folder}/`, stdLibURL: library, lockFileContents: JSON.stringify(lock) };
  console.log(await played(loadPyodide, options, read(house), files, code, JSON.stringify(jobs)));
}
