"""Files of pages: found by listing, read again when they change, cached for long only if their name has a hash."""

import os
from pathlib import Path

from parlour.server.http.requests import accepts_gzip
from parlour.server.http.static import PageFolder


class Clock:
    """A clock that the test advances."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_only_listed_files_are_pages(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    (pages / "app" / "assets").mkdir(parents=True)
    for name in (
        "index.html",
        "app/assets/index-BM1mE9yF.css",
        "app/assets/plain.css",
        ".hidden.html",
        "notes.py",
        "no_suffix",
    ):
        (pages / name).write_text(f"this is {name}")
    (tmp_path / "secret.txt").write_text("secret")
    (pages / "link.txt").symlink_to(tmp_path / "secret.txt")
    folder = PageFolder(pages)
    assert folder.find("index.html") and folder.find("nothing.html", "index.html")
    for name in (".hidden.html", "notes.py", "no_suffix", "link.txt", "../secret.txt", "", "/index.html", "app", "app/assets/"):
        assert folder.find(name) is None, name
    hashed, plain = folder.find("app/assets/index-BM1mE9yF.css"), folder.find("app/assets/plain.css")
    assert hashed and hashed.is_immutable and plain and not plain.is_immutable


def test_changes_are_noticed(tmp_path: Path) -> None:
    clock = Clock()
    folder = PageFolder(tmp_path, clock)
    assert folder.find("a.txt") is None
    (tmp_path / "a.txt").write_text("one")
    assert folder.find("a.txt") is None
    clock.now = 2
    first = folder.find("a.txt")
    assert first and first.body == b"one" and first.compressed is None
    (tmp_path / "a.txt").write_text("one and two" * 100)
    os.utime(tmp_path / "a.txt", (1, 1))
    second = folder.find("a.txt")
    assert second and second.etag != first.etag and second.compressed
    (tmp_path / "a.txt").unlink()
    assert folder.find("a.txt") is None


def test_accept_encoding_decides_about_gzip() -> None:
    assert all(map(accepts_gzip, ("gzip", "br, gzip", "GZIP;q=0.1", "*", "gzip; q=1")))
    assert not any(map(accepts_gzip, ("", "br", "gzip;q=0", "gzip; q=0.000", "identity", "xgzip")))
