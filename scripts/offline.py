"""Builds the offline version for browsers: Python for browsers, an archive of Parlour and its dependencies, and the WebAssembly
kernels.

    python scripts/offline.py [FOLDER]

Everything comes from the packages installed here, from web/node_modules and from the package index. `parts-….json` names the
files; each name contains a hash of its file, so that files of two versions can't be mixed up.
"""

import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import distribution, packages_distributions
from importlib.util import find_spec
from pathlib import Path

from parlour import __version__
from parlour.core.game import find_game, game_ids
from parlour.fast import ahead

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src/parlour"
PYODIDE = ROOT / "web/node_modules/pyodide"
OUT = PACKAGE / "server/pages/offline"
WORK = ROOT / "build/offline"
LEFT_OUT = (
    "envs",
    "fullscreen",
    "guest",
    "lab",
    "terminal",
    "testing",
    "kernels",
    "server/program",
    "server/backup",
    "server/pages",
    "server/store/migrations",
)
"""Parts of Parlour that are unused in a browser."""
BORROWED = {
    "sqlalchemy": ("orm", "ext", "testing", "dialects/mysql", "dialects/postgresql", "dialects/oracle", "dialects/mssql"),
    "typing_extensions": (),
    "starlette": ("middleware",),
    "markdown_it": ("cli",),
    "mdurl": (),
}
"""Packages in pure Python that are copied as installed here, without these parts."""
BINARY = "msgspec"
UNUSED = r"""_pyrepl|pdb|doctest|unittest|xmlrpc|wsgiref|pydoc|pydoc_data
|imaplib|mailbox|smtplib|poplib|ftplib|turtle|tkinter|idlelib
|multiprocessing|ensurepip|venv|curses|dbm|profile|cProfile|pstats|tabnanny|trace|webbrowser|pickletools|_pydecimal|_pydatetime|_pyio
|sqlite3/__main__|sqlite3/dump|http/server|http/cookiejar
|encodings/(?!__init__|aliases|ascii|utf_8|latin_1|idna|cp437|punycode).*"""
"""Modules of Python's library that are left out."""
DATE = (1980, 1, 1, 0, 0, 0)


def main() -> None:
    """Build everything."""
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else OUT
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    library, house = WORK / "library", WORK / "house"
    copy_library(library)
    copy_parlour(house / "parlour")
    for name, without in BORROWED.items():
        copy_package(name, without, house)
    unpack_binary(house)
    subprocess.run([ROOT / ".venv/bin/node", ROOT / "scripts/offline.mjs", PYODIDE, library, house], check=True)
    parts = {
        "python": keep_python(out),
        "library": keep(out, "library.zip", zipped(library)),
        "house": keep(out, "house.bin", packed(house)),
        "native": next(path.relative_to(house).as_posix() for path in house.rglob("*.so")),
        "kernels": keep_kernels(out),
    }
    keep_pictures(out / "pictures")
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text())
    files = sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file() and path.suffix != ".gz")
    told = {"version": __version__, **parts, "lock": {"info": lock["info"], "packages": {}}, "files": files}
    keep(out, "parts.json", json.dumps(told, separators=(",", ":")).encode())
    (out / "licences.txt").write_text(licences(), encoding="utf-8")
    for path in sorted(path for path in out.rglob("*") if path.is_file() and path.suffix != ".gz"):
        print(f"{path.stat().st_size:>9} {len(gzip.compress(path.read_bytes(), 9)):>9}  {path.relative_to(out)}")


def keep(out: Path, name: str, content: bytes) -> str:
    """Write a file under a name with its hash, and return the name."""
    stem, _, rest = name.partition(".")
    named = f"{stem}-{hashed([content])}.{rest}"
    (out / named).write_bytes(content)
    return named


def hashed(contents: Iterable[bytes]) -> str:
    """Return the hash that is part of a name."""
    digest = hashlib.sha256()
    for content in contents:
        digest.update(content)
    return digest.hexdigest()[:12]


def keep_python(out: Path) -> str:
    """Copy the files of Pyodide, which find each other by name, into a folder named by their hash; return its name."""
    files = [PYODIDE / name for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")]
    folder = out / f"python-{hashed(path.read_bytes() for path in files)}"
    folder.mkdir()
    for path in files:
        shutil.copyfile(path, folder / path.name)
        (folder / f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
    return folder.name


def keep_kernels(out: Path) -> dict[str, str]:
    """Copy the kernels that fit, with their labels; return their names in Parlour and here."""
    found: dict[str, str] = {}
    for game in map(find_game, game_ids(examples=False)):
        path = ahead.kernel(game, ahead.WASM)
        if path is None:
            print(f"{game.name}: no kernel, so its bots don't search. Run `make kernels` first.", file=sys.stderr)
            continue
        for file in (path, ahead.label_path(path)):
            found[file.name] = keep(out, file.name, file.read_bytes())
    return found


def licences() -> str:
    """Return the licences of all third-party code."""
    version = json.loads((PYODIDE / "package.json").read_text())["version"]
    source = f"Its source is that of version {version} of Pyodide: https://pyodide.org."
    parts = [f"Python for browsers is Pyodide, under the Mozilla Public License 2.0 (https://mozilla.org/MPL/2.0/). {source}"]
    parts += ["Python and its library are under the PSF License Version 2 (https://docs.python.org/3/license.html)."]
    owners = packages_distributions()
    for name in sorted((*BORROWED, BINARY)):
        found = distribution(owners[name][0])
        texts = [Path(str(file.locate())).read_text("utf-8") for file in found.files or () if "LICEN" in file.name.upper()]
        parts.append("\n\n".join([f"{found.name} {found.version}", *texts]))
    return f"\n\n{'-' * 80}\n\n".join(parts) + "\n"


def keep_pictures(folder: Path) -> None:
    """Write the pictures of the games."""
    folder.mkdir()
    for game in map(find_game, game_ids(examples=False)):
        (folder / f"{game.id}.svg").write_bytes(game.picture)


def copy_library(target: Path) -> None:
    """Copy Python's library without unused modules."""
    unused = re.compile(f"({''.join(UNUSED.split())})(/.*|\\.py)?")
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as given:
        names = [name for name in given.namelist() if not unused.fullmatch(name) and not name.endswith("/")]
        given.extractall(target, names)


def copy_parlour(target: Path) -> None:
    """Copy Parlour without the parts that are unused in a browser."""

    def ignored(folder: str, names: list[str]) -> set[str]:
        where = Path(folder).relative_to(PACKAGE)
        unneeded = {name for name in names if (where / name).as_posix() in LEFT_OUT or name.startswith("golden")}
        return {*unneeded, *(name for name in names if name == "__pycache__")}

    shutil.copytree(PACKAGE, target, ignore=ignored)
    (target / "kernels").mkdir()


def copy_package(name: str, without: tuple[str, ...], target: Path) -> None:
    """Copy the Python files of an installed package."""
    found = find_spec(name)
    assert found is not None and found.origin is not None, name
    origin = Path(found.origin)
    if origin.name != "__init__.py":
        shutil.copy(origin, target / origin.name)
        return
    for path in python_files(origin.parent, without):
        to = target / name / path.relative_to(origin.parent)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, to)


def python_files(folder: Path, without: tuple[str, ...]) -> Iterator[Path]:
    """Yield the Python files of a folder."""
    for path in folder.rglob("*.py"):
        where = path.relative_to(folder).as_posix()
        if not any(where == part or where.startswith(f"{part}/") for part in without):
            yield path


def unpack_binary(target: Path) -> None:
    """Fetch the package that has machine code, as WebAssembly, in the version that is locked, and unpack it."""
    locked = re.search(rf"^({BINARY}==\S+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    assert locked is not None
    info = json.loads((PYODIDE / "pyodide-lock.json").read_text())["info"]
    python = ".".join(info["python"].split(".")[:2])
    platform = f"pyemscripten_{info['abi_version']}_wasm32"
    wheels = ROOT / "build/wheels"
    asked = ["--no-deps", "--only-binary=:all:", "--platform", platform, "--python-version", python]
    subprocess.run([sys.executable, "-m", "pip", "download", "-q", *asked, "-d", wheels, locked[1]], check=True)
    version = locked[1].partition("==")[2]
    (wheel,) = wheels.glob(f"{BINARY}-{version}-*-{platform}.whl")
    with zipfile.ZipFile(wheel) as given:
        given.extractall(target, [name for name in given.namelist() if not name.endswith((".pyi", "RECORD"))])


def packed(folder: Path) -> bytes:
    """Return a folder as a compressed tar file, the same for the same content."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = tarfile.TarInfo(file.relative_to(folder).as_posix())
            entry.size = file.stat().st_size
            with file.open("rb") as content:
                archive.addfile(entry, content)
    return gzip.compress(made.getvalue(), 9, mtime=0)


def zipped(folder: Path) -> bytes:
    """Return a folder as a zip file, from which Python imports, the same for the same content."""
    path = folder.with_suffix(".zip")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            made.writestr(
                zipfile.ZipInfo(file.relative_to(folder).as_posix(), DATE), file.read_bytes(), zipfile.ZIP_DEFLATED, 9
            )
    return path.read_bytes()


if __name__ == "__main__":
    main()
