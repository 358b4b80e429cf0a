"""The programs in examples/ run, and the report is a self-contained page."""

import json
import re
import runpy
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from parlour.cli import main

ROOT = Path(__file__).parents[2]
EXAMPLES = {
    "lab_simulate": r"seat 3 wins \d+\.\d%.*the seat that begins wins.*win_share",
    "lab_compare": r"first_seat=random instead of first_seat=seat0:",
    "lab_arena": r"advice wins \d\d\.\d% .*random wins.*advice is better",
    "lab_observer": r"the lead changes \d+\.\d\d times a game",
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_run(
    name: str, smallest: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = [str(tmp_path / "report.html")] if name == "lab_compare" else []
    monkeypatch.setattr(sys, "argv", [f"{name}.py", smallest, "400", *page])
    runpy.run_path(str(ROOT / "examples" / f"{name}.py"), run_name="__main__")
    printed = capsys.readouterr().out
    assert re.search(EXAMPLES[name], printed, re.DOTALL), printed
    if page:
        Page().feed(Path(page[0]).read_text(encoding="utf-8"))


def test_every_example_is_run() -> None:
    assert {path.stem for path in (ROOT / "examples").glob("lab_*.py")} == set(EXAMPLES)


class Page(HTMLParser):
    """Reads a page and fails if it refers to anything outside; collects its tags, ids, and the labels of its charts."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.labels: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert tag not in ("script", "link", "img", "iframe", "object"), tag
        for name, value in given.items():
            assert "//" not in (value or ""), (tag, name, value)
            if name.endswith("href"):
                assert (value or "").startswith("#"), value
        if given.get("role") == "img":
            self.labels.append(given.get("aria-label") or "")
        if given.get("id"):
            self.ids.append(str(given["id"]))
        self.tags.append(tag)


def test_a_report_needs_nothing_from_outside_and_says_all_in_words(
    smallest: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "report.html"
    with pytest.raises(SystemExit):
        arguments = ["--vary", "first_seat=seat0,random", "--games", "1000", "--seed", "<b>", "--out", str(path), "--json"]
        main(["compare", smallest, *arguments])
    data = json.loads(capsys.readouterr().out)
    text = path.read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    assert page.tags.count("svg") == len(page.labels) >= 2 and all(len(label) > 40 for label in page.labels)
    assert page.tags.count("table") >= 3 and page.tags.count("h1") == 1
    assert len(page.ids) == len(set(page.ids))
    assert "http" not in text and "<b>" not in text and "&lt;b&gt;" in text
    assert "prefers-color-scheme: dark" in text
    begins = next(one for one in data["variants"][1]["differences"] if one["measure"] == "win_0")
    assert f"{100 * begins['after']:.1f}%" in text
    assert "o difference seen" in text
