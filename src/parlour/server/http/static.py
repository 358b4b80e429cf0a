"""Static pages: the files in `pages`. Only files found by listing that folder are served, so no path can escape it."""

import gzip
import hashlib
import math
import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from starlette.types import Receive, Scope, Send

from ..house import House
from ..people.people import Person
from .errors import HttpError, not_found
from .guests import cookie_header, is_cookie_due, new_guest, person_of
from .kept import NOT_BUILT, PREFIX, KeptHouse, kept_house
from .previews import preview
from .requests import accepts_gzip, header
from .responses import send_response

FOLDER = Path(__file__).parent.parent / "pages"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".bin": "application/octet-stream",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".ico": "image/x-icon",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
}
COMPRESSED = (".html", ".js", ".mjs", ".css", ".json", ".webmanifest", ".svg", ".txt")
PREVIEW_PLACE = b"<!-- link preview -->"
"""The placeholder in a page that is replaced by the tags of its link preview."""
HASHED_NAME = re.compile(r".*/assets/.*[.-][A-Za-z0-9_-]{8,}\.[a-z0-9]+|/offline/.*-[0-9a-f]{12}[./].*")
"""Paths that contain a hash of the file: bundlers create them in `assets`, `scripts/offline.py` in `offline`."""


@dataclass(frozen=True)
class File:
    """A file ready to be sent."""

    media: str
    body: bytes
    compressed: bytes | None
    etag: str
    stamp: tuple[int, int]
    """The modification time and the size."""
    is_immutable: bool


class PageFolder:
    """The files in a folder by path, and those of the offline version; a file that changes is read again."""

    def __init__(self, folder: Path = FOLDER, clock: Callable[[], float] = time.monotonic) -> None:
        self.folder = folder
        self.house = kept_house(folder)
        self._clock = clock
        self._paths: dict[str, Path] = {}
        self._files: dict[str, File] = {}
        self._listed_at = -math.inf

    def find(self, *names: str) -> File | None:
        """Return the first of these files that exists."""
        return next((file for name in names if (file := self._find(name)) is not None), None)

    def _find(self, name: str) -> File | None:
        path = self._paths.get(name) or self._list().get(name)
        if path is None:
            return None
        try:
            found = os.stat(path)
            stamp = found.st_mtime_ns, found.st_size
            if name not in self._files or self._files[name].stamp != stamp:
                self._files[name] = _read(name, path, stamp, self.house)
        except OSError:
            return None
        return self._files[name]

    def _list(self) -> dict[str, Path]:
        """List the folder, at most once a second."""
        if self._clock() - self._listed_at > 1:
            self._listed_at = self._clock()
            self._paths = {name: path for name, path in _pages(self.folder) if not name.startswith(PREFIX)}
            if self.house is not None:
                self._paths |= {f"{PREFIX}{name}": path for name, path in _pages(self.house.folder)}
        return self._paths


def _pages(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files in a folder by path. A package may have only the compressed form of a file."""
    for path in sorted(folder.rglob("*")):
        plain = path.with_suffix("") if path.suffix == ".gz" else path
        if plain.suffix in TYPES and path.is_file() and not path.is_symlink() and not path.name.startswith("."):
            yield plain.relative_to(folder).as_posix(), path


def _read(name: str, path: Path, stamp: tuple[int, int], house: KeptHouse | None) -> File:
    media, is_immutable = TYPES[Path(name).suffix], HASHED_NAME.fullmatch(f"/{name}") is not None
    if path.suffix == ".gz":  # compressed at build time: compressing a large file here would hold up everybody
        compressed = path.read_bytes()
        body = gzip.decompress(compressed)
        return File(media, body, compressed, hashlib.sha256(body).hexdigest()[:24], stamp, is_immutable)
    body = path.read_bytes()
    if house is not None:
        body = body.replace(PREVIEW_PLACE, PREVIEW_PLACE + house.tag, 1).replace(NOT_BUILT, house.constants, 1)
    return _file(media, body, stamp, is_immutable=is_immutable, compress=path.suffix in COMPRESSED)


def _file(media: str, body: bytes, stamp: tuple[int, int], *, is_immutable: bool, compress: bool) -> File:
    compressed = gzip.compress(body, 9, mtime=0) if compress else None
    if compressed is not None and len(compressed) >= len(body):
        compressed = None
    return File(media, body, compressed, hashlib.sha256(body).hexdigest()[:24], stamp, is_immutable)


class StaticPages:
    """Serves the first of `pages` that exists, and makes its reader a guest; without `pages`, serves the requested file."""

    def __init__(self, house: House, folder: PageFolder, *pages: str) -> None:
        self.house = house
        self.folder = folder
        self.pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the file."""
        file = self.folder.find(*(self.pages or (scope["path_params"]["name"],)))
        if file is None:
            raise not_found()
        scope["parlour.path"] = "page" if self.pages else "file"
        if scope["method"] not in ("GET", "HEAD"):
            raise HttpError(405, "This method is not allowed here.", allow="GET, HEAD")
        headers = {"vary": "accept-encoding", "cache-control": _cache_control(file)}
        person = await person_of(self.house, scope) if self.pages else None
        if PREVIEW_PLACE in file.body:
            file = _with_head(file, await preview(self.house, scope, person))
        body = file.body
        tag = f'"{file.etag}"'
        if file.compressed is not None and accepts_gzip(header(scope, b"accept-encoding") or ""):
            body, tag = file.compressed, f'"{file.etag}-gzip"'
            headers["content-encoding"] = "gzip"
        headers["etag"] = tag
        if self.pages:
            await self._set_cookie(scope, headers, person)
        if tag in [part.strip().removeprefix("W/") for part in (header(scope, b"if-none-match") or "").split(",")]:
            headers.pop("content-encoding", None)
            await send_response(send, 304, b"", file.media, headers)
        else:
            await send_response(send, 200, body, file.media, headers)

    async def _set_cookie(self, scope: Scope, headers: dict[str, str], person: Person | None) -> None:
        """Make the reader a guest. If the address has created too many guests, the page is shown without a cookie."""
        if scope["method"] != "GET":
            return
        if person is not None and not is_cookie_due(self.house, scope):
            return
        try:
            cookie = await cookie_header(self.house, person or await new_guest(self.house, scope), scope)
        except HttpError:
            return
        if cookie is not None:
            headers["set-cookie"] = cookie


def _with_head(file: File, tags: bytes) -> File:
    """Return a page with these tags in its head."""
    body = file.body.replace(PREVIEW_PLACE, tags, 1)
    return _file(file.media, body, file.stamp, is_immutable=False, compress=True)


def _cache_control(file: File) -> str:
    return "public, max-age=31536000, immutable" if file.is_immutable else "private, no-cache"
