"""A made-up language for tests: every text is in ‹…›, so that text from elsewhere is easy to spot."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from parlour import find_game, game_ids
from parlour.core import texts

PSEUDO = "en-XA"
INNERMOST = re.compile("‹[^‹›]*›")
TO_SPLIT = ("terminal.yes",)
"""Texts that are lists of words, and are not wrapped."""


def write_pseudo(folder: Path) -> None:
    """Write the file of the made-up language."""
    for game_id in game_ids():
        find_game(game_id)
    wrapped = {key: said if key in TO_SPLIT else f"‹{said}›" for key, said in texts.english().items()}
    (folder / f"{PSEUDO}.json").write_text(json.dumps(wrapped), encoding="utf-8")


@contextmanager
def pseudo_spoken(folder: Path, monkeypatch: pytest.MonkeyPatch, **how: object) -> Iterator[None]:
    """Speak the made-up language for a while."""
    write_pseudo(folder)
    monkeypatch.setenv(texts.EXTRA, str(folder))
    texts.forget()
    try:
        with texts.speaking(language=PSEUDO, **how):
            yield
    finally:
        texts.forget()


def unwrapped(text: str) -> str:
    """Return a text without the parts that come from the catalogue."""
    while (rest := INNERMOST.sub("", text)) != text:
        text = rest
    return text


def is_wrapped(text: str) -> bool:
    """Whether the whole of a text comes from the catalogue."""
    return text.startswith("‹") and text.endswith("›") and not unwrapped(text)
