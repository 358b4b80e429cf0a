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
"""Texts that are lists of words."""


def write_pseudo(folder: Path) -> None:
    """The file of the made-up language."""
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
    """Return what is left of a text without the parts from the catalogue."""
    while (rest := INNERMOST.sub("", text)) != text:
        text = rest
    return text


def is_wrapped(text: str) -> bool:
    """Whether a text comes from the catalogue as a whole."""
    return text.startswith("‹") and text.endswith("›") and not unwrapped(text)
