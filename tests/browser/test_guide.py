"""The rules at a table are written for a reader of the page, explain every house rule, and agree with the table.

`tests/rulebook` checks the same of every game, before it is drawn.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.helpers.screens import DIALOG, loaded
from tests.browser.helpers.tables import SOME, make_room, told
from tests.browser.helpers.visitors import STILL, Visit, Visitor

TYPED = re.compile(
    r"\b(?:seat|slot)s? 0\b|\b[a-z]+_[a-z_]+\b|\bseat0\b|"
    r"\bsections? \d|\b[A-Z]{2,4}-\d|`|\bparlour \w|\bseed\b|\bWrit(?:e|ten)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("game", SOME)
def test_rules_are_worded_for_a_page(visit: Visit, game: str):
    visitor = visit(STILL)
    page = _rules(visitor, make_room(visitor, game))
    text = page.locator(DIALOG).evaluate("dialog => dialog.textContent")
    assert not TYPED.findall(text.replace("as written", ""))
    rules = page.locator(f"{DIALOG} .settings > li")
    assert rules.count() == len(told(visitor, game)["options"])
    assert rules.count() == page.locator(f"{DIALOG} .settings .example").count(), "A house rule has no example."
    tips = page.locator(f"{DIALOG} section", has=page.get_by_role("heading", name="Tips", exact=True))
    assert tips.locator("li").count() >= 5


@pytest.mark.parametrize("game", SOME)
def test_changed_house_rules_are_noted_in_place(visit: Visit, game: str):
    visitor = visit(STILL)
    left = {option["name"]: option for option in told(visitor, game)["options"]}
    while left:
        changed = _changed(visitor, game, left)
        assert changed, f"{', '.join(left)} cannot be changed at all."
        page = _rules(visitor, make_room(visitor, game, options={name: value for name, (value, _) in changed.items()}))
        remarks = " ".join(page.locator(f"{DIALOG} .remark").all_text_contents())
        for name, (_, is_own) in changed.items():
            if is_own:
                assert f"At this table: “{left.pop(name)['label']}: " in remarks
        page.close()


def _rules(visitor: Visitor, code: str) -> Page:
    page = visitor.open(f"/r/{code}")
    page.get_by_role("button", name="Rules of this table").click()
    page.wait_for_selector(f"{DIALOG} [data-section=set]")
    loaded(page)
    return page


def _changed(visitor: Visitor, game: str, left: dict[str, dict[str, Any]]) -> dict[str, tuple[Any, bool]]:
    """Return as many compatible house rules as possible, each changed; a rule that needs another one includes it."""
    changed: dict[str, tuple[Any, bool]] = {}
    for name, option in left.items():
        for also in ({}, *_single_changes(told(visitor, game)["options"], name)) if not changed else ({},):
            for value in _others(option):
                options = {key: set_to for key, (set_to, _) in changed.items()} | also | {name: value}
                if name not in changed and visitor.ask("POST", f"/api/games/{game}/check", {"options": options})["ok"]:
                    changed |= {key: (set_to, False) for key, set_to in also.items()} | {name: (value, True)}
    return changed


def _single_changes(options: list[dict[str, Any]], but: str) -> list[dict[str, Any]]:
    return [{option["name"]: value} for option in options if option["name"] != but for value in _others(option)]


def _others(option: dict[str, Any]) -> list[Any]:
    """Return the values other than the default."""
    if option["kind"] == "toggle":
        return [not option["default"]]
    if option["kind"] == "choice":
        return [value for value in option["values"] if value != option["default"]]
    return [value for value in (option["low"], option["high"]) if value != option["default"]]
