// Compiles Python to bytecode with the Python that will run it: node offline.mjs PYODIDE_FOLDER FOLDER...
// In each folder every module is replaced by its bytecode; those under a folder named in KEEP stay beside it.
import { pathToFileURL } from "node:url";
import path from "node:path";

const [pyodide, ...folders] = process.argv.slice(2).map((name) => path.resolve(name));
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
folders.forEach((folder, i) => python.mountNodeFS(`/folder${i}`, folder));
python.globals.set("count", folders.length);
python.runPython(`
import pathlib, py_compile

KEEP = ("core", "kit", "fast", "games")  # a kernel is checked against their sources
for i in range(count):
    top = pathlib.Path(f"/folder{i}")
    for source in sorted(top.rglob("*.py")):
        parts = source.relative_to(top).parts
        kept = parts[0] == "parlour" and parts[1] in KEEP
        cache = source.parent / "__pycache__"
        cache.mkdir(exist_ok=True) if kept else None
        target = cache / f"{source.stem}.cpython-314.pyc" if kept else source.with_suffix(".pyc")
        how = py_compile.PycInvalidationMode.UNCHECKED_HASH
        # the docstrings of others only take space; some of ours are shown
        level = 0 if parts[0] == "parlour" else 2
        name = "/" + "/".join(parts)
        py_compile.compile(str(source), str(target), dfile=name, doraise=True, optimize=level, invalidation_mode=how)
        if not kept:
            source.unlink()
`);
