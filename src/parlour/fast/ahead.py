"""Kernels built ahead: where they are, and which of them fit this program. This module needs only the standard library.

A kernel is one file for a game and a platform. The label file beside it says what it is and which sources it was made from. A
kernel that doesn't fit is refused with a one-sentence warning, and the game is compiled instead.
"""

import hashlib
import json
import logging
import os
import platform as machine
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from ..core.game import Game

say = logging.getLogger("parlour.fast")

ABI = 4
"""The version of the signatures of entries (`entries.py`) and of how they are called."""
PACKAGE = Path(__file__).parent.parent
FOLDER = PACKAGE / "kernels"
"""The folder in which `make kernels` puts kernels, and in which they are looked for."""
ENTRIES = ("rate", "simulate", "matches", "study", "observe")
"""The entries of every kernel: the search, random games, games of rule bots, the same with the built-in statistics, and what
seats observe."""
WASM = "wasm32"
SYSTEMS = {"linux": ("linux", ".so"), "darwin": ("macos", ".dylib"), "win32": ("windows", ".dll")}
PROCESSORS = {"x86_64": "x86_64", "amd64": "x86_64", "aarch64": "arm64", "arm64": "arm64"}


def _host() -> str:
    system = SYSTEMS.get(sys.platform, (sys.platform, ""))[0]
    processor = machine.machine().lower()
    return f"{system}-{PROCESSORS.get(processor, processor)}"


HOST = _host()
"""The platform of this machine."""


def file_name(game: Game, platform: str) -> str:
    """Return the name of a game's kernel for a platform."""
    suffixes = {system: suffix for system, suffix in SYSTEMS.values()}
    return f"{game.id}-{platform}{'.wasm' if platform == WASM else suffixes.get(platform.partition('-')[0], '.so')}"


def path_of(game: Game, platform: str) -> Path:
    """Return the path of the kernel of a game for a platform, if there is one."""
    return FOLDER / file_name(game, platform)


def label_path(path: Path) -> Path:
    """Return the path of a kernel's label file."""
    return path.with_name(f"{path.name}.json")


def sources(game: Game) -> list[Path]:
    """Return the folders whose code is compiled into a game's rules."""
    return [PACKAGE / "core", PACKAGE / "kit", PACKAGE / "fast", game.folder]


def cache_folder() -> Path:
    """Return the folder of compiled rules: PARLOUR_CACHE, else the user's cache folder."""
    chosen = os.environ.get("PARLOUR_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "parlour"


def hash_of(folders: Iterable[Path], files: Iterable[Path] = (), also: str = "") -> str:
    """Return a hash of all sources in these folders and of these files."""
    digest = hashlib.sha256(also.encode())
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    for path in files:
        digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def sources_hash(game: Game) -> str:
    """Return the hash of everything that a game's kernel is made from."""
    return hash_of(sources(game))


def symbol(name: str) -> str:
    """Return the name of an entry in a kernel."""
    return f"parlour_{name}"


def has_any(platform: str) -> bool:
    """Whether there are kernels for this platform, fitting or not."""
    return any(FOLDER.glob(f"*-{platform}.*"))


def kernel(game: Game, platform: str) -> Path | None:
    """Return the kernel of a game for this platform; None if there is none, or if it doesn't fit, which is reported."""
    path = path_of(game, platform)
    if not exists(path):
        return None
    flaw = flaw_of(game, platform)
    if flaw:
        refuse(path, flaw)
        return None
    return path


def exists(path: Path) -> bool:
    """Whether there is a kernel at this path. If its folder can't be read, assume that there is: it is refused later."""
    try:
        return path.is_file()
    except OSError:
        return True


def refuse(path: Path, flaw: str) -> None:
    """Report that a kernel is not used."""
    say.warning("The kernel %s isn't used: %s. Install Parlour again, or build it with `make kernels`.", path.name, flaw)


def flaw_of(game: Game, platform: str) -> str:
    """Return why the kernel of a game for a platform doesn't fit; empty if it does."""
    path = path_of(game, platform)
    try:
        label: Any = json.loads(label_path(path).read_text(encoding="utf-8"))
        code = path.read_bytes()
    except OSError:
        return "its label is missing or cannot be read"
    except (ValueError, RecursionError):
        return "its label is damaged"
    if not isinstance(label, dict):
        return "its label is damaged"
    if label.get("abi") != ABI:
        return "it was built for another version of Parlour"
    if (label.get("game"), label.get("platform")) != (game.id, platform):
        return "it is for another game or another machine"
    if label.get("sources") != sources_hash(game):
        return "it was built from other sources"
    if label.get("bytes") != len(code) or label.get("sha256") != hashlib.sha256(code).hexdigest():
        return "it is incomplete or was changed"
    return ""
