"""Builds the documentation site into build/docs/site. `make docs` runs it.

Pages come from docs/ and from documents kept elsewhere: README, the rules of each game, benchmarks. Links
between them are rewritten to the pages of the site; a link to a Python file leads to a page with its source. These are errors:
a link that leads nowhere, a page that is missing from the navigation, and anything that a page loads from another server.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import partial
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
OUT = ROOT / "build" / "docs"
PAGES, SITE = OUT / "pages", OUT / "site"
GAMES = ROOT / "build" / "site"
"""The static site with the offline version, which the page “Try it” leads to."""
ZENSICAL = ROOT / ".venv-docs" / "bin" / "zensical"
FENCE = re.compile(r"^\s*(```|~~~)")
LINK = re.compile(r"\]\((?P<path>[^)\s#:]+)(?P<anchor>#[^)\s]*)?\)")
PATTERN = re.compile(r'"([^"\s]*\*[^"\s]*\.md)"')
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
LOADS = {"script": "src", "img": "src", "iframe": "src", "link": "href"}


class Wrong(Exception):
    """Raised for a mistake in the documents, described in a sentence."""


def documents() -> dict[Path, str]:
    """Return every document of the tree, with the name of its page."""
    games = ROOT / "src" / "parlour" / "games"
    return {
        **{path: path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")},
        **{path: path.name.lower().replace("_", "-") for path in ROOT.glob("*.md")},
        **{path: f"benchmarks/{path.name.lower()}" for path in ROOT.glob("benchmarks/*.md")},
        **{path: f"games/{path.parent.name}.md" for path in games.glob("*/RULES.md")},
        games / "RULES.md": "games/index.md",
        ROOT / "web" / "README.md": "how/pages.md",
        ROOT / "README.md": "index.md",
    }


def assets() -> list[Path]:
    """Return the pictures and scripts of the pages."""
    return [path for path in DOCS.rglob("*") if path.is_file() and path.suffix not in (".md", ".toml")]


class Collection:
    """The pages of the site as they are collected: linked files are included."""

    def __init__(self) -> None:
        self.names = documents()
        self.names |= {path: path.relative_to(DOCS).as_posix() for path in assets()}

    def collect(self) -> None:
        """Write all pages, and all files that they link to, into PAGES."""
        shutil.rmtree(OUT, ignore_errors=True)
        left = list(self.names)
        for source in left:  # grows while links are followed
            target = PAGES / self.names[source]
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.suffix == ".md":
                target.write_text(self._linked(source, left), encoding="utf-8")
            elif target.suffix == ".md":
                target.write_text(listing(source), encoding="utf-8")
            else:
                shutil.copyfile(source, target)

    def _linked(self, source: Path, left: list[Path]) -> str:
        """Return the text of a document with its links rewritten."""
        lines, fenced = [], False
        for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
            fenced ^= bool(FENCE.match(line))
            place = f"{source.relative_to(ROOT)}, line {number}"
            lines.append(line if fenced else LINK.sub(partial(self._link, source, place, left), line))
        return "\n".join(lines) + "\n"

    def _link(self, source: Path, place: str, left: list[Path], link: re.Match[str]) -> str:
        target = Path(os.path.normpath(source.parent / link["path"]))
        if not target.is_file() or not target.is_relative_to(ROOT):
            raise Wrong(f"{place}: there is no file {link['path']}.")
        if target not in self.names:
            self.names[target] = file_name(target)
            left.append(target)
        path = os.path.relpath(self.names[target], Path(self.names[source]).parent)
        return f"]({path}{link['anchor'] or ''})"


def file_name(path: Path) -> str:
    """Return the site name of a file that is not a document: a page for Python, a copy for anything else."""
    name = f"files/{path.relative_to(ROOT).as_posix()}"
    return f"{name}.md" if path.suffix == ".py" else name


def listing(source: Path) -> str:
    """Return a page with the source of a Python file."""
    return f"# {source.relative_to(ROOT)}\n\n```python\n{source.read_text(encoding='utf-8')}```\n"


def configuration(names: list[str]) -> str:
    """Return the settings of the site with navigation patterns expanded; every page must be in it."""
    settings = (DOCS / "zensical.toml").read_text(encoding="utf-8")

    def matching(pattern: re.Match[str]) -> str:
        found = [name for name in names if fnmatch(name, pattern[1]) and f'"{name}"' not in settings]
        return ", ".join(f'"{name}"' for name in sorted(found))

    expanded = PATTERN.sub(matching, settings)
    for name in names:
        if f'"{name}"' not in expanded:
            raise Wrong(f"The page {name} is missing from the navigation in docs/zensical.toml.")
    return expanded


class Loading(HTMLParser):
    """Finds what a page loads from other servers."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record an address with a host."""
        address = dict(attrs).get(LOADS.get(tag, "")) or ""
        if re.match(r"(https?:)?//", address):
            self.found.append(address)


def loaded_from_elsewhere() -> Iterator[str]:
    """Return the pages that need a network, with what they load."""
    for path in sorted(SITE.rglob("*.html")):
        loading = Loading()
        loading.feed(path.read_text(encoding="utf-8"))
        yield from (f"{path.relative_to(SITE)} loads {address}." for address in loading.found)


def main() -> int:
    """Build the site and return the exit status."""
    try:
        Collection().collect()
        (OUT / "zensical.toml").write_text(configuration(list(documents().values())), encoding="utf-8")
        built = subprocess.run([ZENSICAL, "build", "--strict", "--clean"], cwd=OUT, capture_output=True, text=True)
        if built.returncode:
            said = COLOUR.sub("", f"{built.stdout}{built.stderr}")
            raise Wrong(said.partition("Traceback")[0].rstrip())
        if elsewhere := list(loaded_from_elsewhere()):
            raise Wrong("\n".join(elsewhere))
        if not (GAMES / "index.html").is_file():
            raise Wrong("There is no static site for “Try it”: run `make site` first.")
        shutil.copytree(GAMES, SITE / "try")
    except Wrong as error:
        print(error, file=sys.stderr)
        return 1
    print(f"The site is built: open {(SITE / 'index.html').relative_to(ROOT)}.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
