"""The offline version for browsers, which pages can keep on a device: finds its files, and tells the pages about it.

It is optional. `make site` builds it into a checkout, and the package `parlour-offline` adds it to an installed Parlour.
"""

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from importlib.util import find_spec
from pathlib import Path

from ... import __version__

logger = logging.getLogger("parlour.server")

PACKAGE = "parlour_offline"
PREFIX = "offline/"
"""The path at which pages find its files."""
LISTS = "parts-*.json"
NAME = re.compile(r"(?!\.)[\w.-]+(/(?!\.)[\w.-]+)?")
NOT_BUILT = b'const PARTS = "", HOUSE = [];'
"""The line of the service worker that `KeptHouse.constants` replaces."""


@dataclass(frozen=True)
class KeptHouse:
    """A folder with all files of the offline version, and the name of the file that lists them."""

    folder: Path
    parts: str
    files: tuple[str, ...]

    @property
    def tag(self) -> bytes:
        """The tag that tells a page that it can keep the offline version."""
        return f'<meta name="house" content="{escape(self.parts)}">'.encode()

    @property
    def constants(self) -> bytes:
        """The line that tells the service worker the names of the files."""
        names = [PREFIX + name for name in (self.parts, *self.files)]
        return f"const PARTS = {json.dumps(self.parts)}, HOUSE = {json.dumps(names)};".encode()


def kept_house(pages: Path) -> KeptHouse | None:
    """Return the offline version in the folder of the pages, else the installed one; None if neither can be used."""
    for folder in house_folders(pages):
        flaw, house = examined(folder)
        if house is not None:
            return house
        logger.warning("The house for browsers in %s is not offered: %s.", folder, flaw)
    return None


def house_folders(pages: Path) -> Iterator[Path]:
    """Yield the folders that may contain an offline version, in the order in which they are tried."""
    if (pages / PREFIX).is_dir():
        yield pages / PREFIX
    spec = find_spec(PACKAGE)
    if spec is not None and spec.origin is not None:
        yield Path(spec.origin).parent / "files"


def examined(folder: Path) -> tuple[str, KeptHouse | None]:
    """Return what is wrong with a folder, or the offline version in it."""
    lists = sorted(folder.glob(LISTS))
    if len(lists) != 1:
        return f"it has {len(lists)} lists of files, not one", None
    try:
        told = json.loads(lists[0].read_text(encoding="utf-8"))
        version, files = told["version"], tuple(told["files"])
    except (OSError, ValueError, TypeError, KeyError):
        return f"{lists[0].name} can't be read", None
    if version != __version__:
        return f"it is version {version}, and this is {__version__}", None
    for name in files:
        if not (isinstance(name, str) and NAME.fullmatch(name)):
            return f"{lists[0].name} can't be read", None
        if not any(path.is_file() for path in (folder / name, folder / f"{name}.gz")):
            return f"{name} is missing", None
    return "", KeptHouse(folder, lists[0].name, files)
