"""The pages of the house: files that lie in `pages`, found by looking there, so that no address leads anywhere else."""

import gzip
import hashlib
import math
import os
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.types import Receive, Scope, Send

from ..core.texts import text
from .http import NOT_FOUND, Refused, cookie_header, header, new_guest, person_of, respond

if TYPE_CHECKING:
    from .house import House

FOLDER = Path(__file__).parent / "pages"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
}
SQUEEZED = (".html", ".js", ".css", ".json", ".webmanifest", ".svg", ".txt")
NEVER_CHANGES = re.compile(r"[.-][A-Za-z0-9_-]{8,}\.[a-z0-9]+$")
"""A name with a hash of its contents in it, under `assets`, as builders of pages make them."""


@dataclass(frozen=True)
class File:
    """A file as it is sent."""

    media: str
    body: bytes
    squeezed: bytes | None
    tag: str
    stamp: tuple[int, int]
    is_fixed: bool


class Shelf:
    """The files under a folder by their address; one that is written anew is read anew."""

    def __init__(self, folder: Path = FOLDER, clock: Callable[[], float] = time.monotonic) -> None:
        self.folder = folder
        self._clock = clock
        self._paths: dict[str, Path] = {}
        self._files: dict[str, File] = {}
        self._looked_at = -math.inf

    def find(self, *names: str) -> File | None:
        """The first file of these names that there is."""
        return next((file for name in names if (file := self._find(name)) is not None), None)

    def _find(self, name: str) -> File | None:
        path = self._paths.get(name) or self._look().get(name)
        if path is None:
            return None
        try:
            found = os.stat(path)
            stamp = found.st_mtime_ns, found.st_size
            if name not in self._files or self._files[name].stamp != stamp:
                self._files[name] = _read(name, path, stamp)
        except OSError:
            return None
        return self._files[name]

    def _look(self) -> dict[str, Path]:
        """See what there is, but not more often than once a second."""
        if self._clock() - self._looked_at > 1:
            self._looked_at = self._clock()
            self._paths = {
                path.relative_to(self.folder).as_posix(): path for path in sorted(self.folder.rglob("*")) if _is_page(path)
            }
        return self._paths


def _is_page(path: Path) -> bool:
    return path.suffix in TYPES and path.is_file() and not path.is_symlink() and not path.name.startswith(".")


def _read(name: str, path: Path, stamp: tuple[int, int]) -> File:
    body = path.read_bytes()
    squeezed = gzip.compress(body, 9, mtime=0) if path.suffix in SQUEEZED else None
    if squeezed is not None and len(squeezed) >= len(body):
        squeezed = None
    tag = hashlib.sha256(body).hexdigest()[:24]
    is_fixed = "/assets/" in f"/{name}" and bool(NEVER_CHANGES.search(name))
    return File(TYPES[path.suffix], body, squeezed, tag, stamp, is_fixed)


class Pages:
    """Answers with a page (`pages`: always the first of these that there is, for a guest) or the file that is asked for."""

    def __init__(self, house: "House", shelf: Shelf, *pages: str) -> None:
        self.house = house
        self.shelf = shelf
        self.pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the file."""
        file = self.shelf.find(*(self.pages or (scope["path_params"]["name"],)))
        if file is None:
            raise Refused(404, text(NOT_FOUND))
        scope["parlour.path"] = "page" if self.pages else "file"
        if scope["method"] not in ("GET", "HEAD"):
            raise Refused(405, "That cannot be done here.", allow="GET, HEAD")
        headers = {"vary": "accept-encoding", "cache-control": _caching(file)}
        body = file.body
        tag = f'"{file.tag}"'
        if file.squeezed is not None and takes_gzip(header(scope, b"accept-encoding") or ""):
            body, tag = file.squeezed, f'"{file.tag}-gzip"'
            headers["content-encoding"] = "gzip"
        headers["etag"] = tag
        if self.pages:
            await self._greet(scope, headers)
        if tag in [part.strip().removeprefix("W/") for part in (header(scope, b"if-none-match") or "").split(",")]:
            headers.pop("content-encoding", None)
            await respond(send, 304, b"", file.media, headers)
        else:
            await respond(send, 200, body, file.media, headers)

    async def _greet(self, scope: Scope, headers: dict[str, str]) -> None:
        """Whoever opens a page is a guest from now on; a page is shown also to one guest too many."""
        if await person_of(self.house, scope) is not None or scope["method"] != "GET":
            return
        try:
            person = await new_guest(self.house, scope)
        except Refused:
            return
        headers["set-cookie"] = cookie_header(self.house.people.cookie(person), scope)


def _caching(file: File) -> str:
    return "public, max-age=31536000, immutable" if file.is_fixed else "private, no-cache"


def takes_gzip(accepted: str) -> bool:
    """Whether a client takes gzip: it is named, and not with a weight of nothing."""
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() in ("gzip", "*"):
            return not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", weight)
    return False
