"""Files of pages: found by listing, read again when they change, cached for long only if their name has a hash."""

import gzip
import json
import os
from pathlib import Path

import pytest

from parlour import __version__
from parlour.server.http import kept
from parlour.server.http.requests import accepts_gzip
from parlour.server.http.static import PREVIEW_PLACE, PageFolder


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


# ---- the house for browsers ------------------------------------------------------------------------------------------

PARTS = "parts-0123456789ab.json"
PYTHON = "python-0123456789ab/python.wasm"
PAGE = "<head><!-- link preview --></head>"
SERVICE = 'const PARTS = "", HOUSE = [];\nthe rest'


def built_pages(folder: Path) -> Path:
    (folder / "app").mkdir(parents=True)
    (folder / "app" / "index.html").write_text(PAGE)
    (folder / "app" / "worker.js").write_text(SERVICE)
    return folder


def built_house(folder: Path, **changes: object) -> Path:
    """A house whose largest file exists only in compressed form, as in the package."""
    (folder / PYTHON).parent.mkdir(parents=True)
    (folder / f"{PYTHON}.gz").write_bytes(gzip.compress(b"python"))
    (folder / PARTS).write_text(json.dumps({"version": __version__, "files": [PYTHON], **changes}))
    return folder


def bodies(pages: Path, *names: str) -> list[str]:
    folder = PageFolder(pages)
    return [file.body.decode() if (file := folder.find(name)) else "" for name in names]


def test_pages_name_the_house_that_they_can_keep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = built_pages(tmp_path / "pages")
    wanted = ("app/index.html", "app/worker.js", f"offline/{PARTS}", f"offline/{PYTHON}")
    assert bodies(pages, *wanted) == [PAGE, SERVICE, "", ""]
    # a house for browsers that is installed as a package
    package = tmp_path / "packages" / kept.PACKAGE
    built_house(package / "files")
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(package.parent))
    page, service, listed, python = bodies(pages, *wanted)
    assert f'<meta name="house" content="{PARTS}">' in page and PREVIEW_PLACE.decode() in page
    assert service == f'const PARTS = "{PARTS}", HOUSE = ["offline/{PARTS}", "offline/{PYTHON}"];\nthe rest'
    assert json.loads(listed)["files"] == [PYTHON] and python == "python"
    # the house of the checkout comes first
    built_house(pages / "offline", files=[])
    assert 'HOUSE = ["offline/parts-0123456789ab.json"];' in bodies(pages, "app/worker.js")[0]


def test_a_house_that_does_not_fit_is_not_offered(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    cases: list[tuple[dict[str, object], str]] = [
        ({"version": "0.0.1"}, f"it is version 0.0.1, and this is {__version__}"),
        ({"files": [PYTHON, "library-0123456789ab.zip"]}, "library-0123456789ab.zip is missing"),
        ({"files": ["../secret.txt"]}, f"{PARTS} can't be read"),
        ({"files": None}, f"{PARTS} can't be read"),
    ]
    for number, (changes, why) in enumerate(cases):
        pages = built_pages(tmp_path / str(number))
        built_house(pages / "offline", **changes)
        assert bodies(pages, "app/index.html", f"offline/{PARTS}") == [PAGE, ""]
        assert caplog.messages[-1] == f"The house for browsers in {pages / 'offline'} is not offered: {why}."
    (pages / "offline" / PARTS).unlink()
    assert bodies(pages, "app/index.html") == [PAGE]
    assert caplog.messages[-1].endswith("it has 0 lists of files, not one.")
