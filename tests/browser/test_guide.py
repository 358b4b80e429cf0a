"""The rules at a table are said to somebody who looks: no seat or slot 0, no house rule by the name that one types."""

import re

import pytest

from .screens import DIALOG, loaded
from .tables import GAMES, make_room
from .visitors import STILL, Visit

TYPED = re.compile(r"\b(?:seat|slot)s? 0\b|\b[a-z]+_[a-z_]+\b|\bseat0\b", re.IGNORECASE)


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_said_as_a_page_says_them(visit: Visit, game: str):
    visitor = visit(STILL)
    page = visitor.open(f"/r/{make_room(visitor, game)}")
    page.get_by_role("button", name="Rules of this table").click()
    page.wait_for_selector(f"{DIALOG} [data-section=rules-1]")
    loaded(page)
    text = page.locator(DIALOG).evaluate("dialog => dialog.textContent")
    assert "Example" in text
    assert not TYPED.findall(text)
