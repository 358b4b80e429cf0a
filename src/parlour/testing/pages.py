"""Checks of the labels of a game's moves, its rule sheet and its picture."""

import re
from xml.etree import ElementTree

from ..core.game import find_game
from ..core.sentence import Invalid
from ..core.texts import has_text
from ..core.view import verb_of
from .trials import expect, situations

LEAST_TIPS, MOST_TIPS = 5, 8
MOST_PICTURE_BYTES = 60_000
BUTTON = "button "
SVG = "{http://www.w3.org/2000/svg}svg"
OUTSIDE = re.compile(
    rb"<script|\bon\w+\s*=|(?:href|src)\s*=\s*[\"'](?!#)|url\(\s*[\"']?(?!#)|<!DOCTYPE|<!ENTITY|@import", re.IGNORECASE
)
"""Matches what a picture must not have: scripts, and anything from another file."""


def check_labels(game_id: str, *, games: int = 20, seed: int = 1) -> None:
    """Check that the verb of every move has a label for its button."""
    game = find_game(game_id)
    for now in situations(game, games, seed):
        for choice in now.table.view(now.table.must).moves if now.table.must is not None else ():
            first = choice.words.split()[0]
            buttons = [pick.removeprefix(BUTTON) for pick in choice.picks if pick.startswith(BUTTON)]
            is_said = any(has_text(f"{game_id}.word.{name}") for name in (verb_of(choice.words), first, *buttons))
            expect(is_said, now.table, f"texts.json has no label word.{first} for “{choice.words}”.")


def check_rules(game_id: str, *, games: int = 20, seed: int = 1) -> None:
    """Check the rule sheet: its title, an entry with an example and rule ids for every house rule, and tips at its end."""
    from ..rulebook import rulebook_of
    from ..rulebook.tree import ids_in, parts_of, plain

    game = find_game(game_id)
    assert game.name in game.rules_text.partition("\n")[0], f"{game_id}: RULES.md does not begin with the name of the game."
    try:
        book = rulebook_of(game)
    except Invalid as error:
        raise AssertionError(f"{game_id}: RULES.md cannot be read: {error}") from None
    missing = sorted(set(game.options) ^ set(book.entries))
    assert not missing, f"{game_id}: RULES.md and the options disagree about {', '.join(missing)}."
    sections = [section for section in book.sections if not section.is_house_rules]
    known = {rule_id for section in sections for rule_id in ids_in(parts_of(section.blocks))}
    for name, entry in book.entries.items():
        assert plain(entry.example).strip(), f"{game_id}: the house rule {name} has no example in RULES.md."
        assert set(entry.ids) & known, f"{game_id}: the house rule {name} cites no statement of RULES.md."
    last = game.rules_text.partition("\n## Tips\n")[2]
    assert "\n## " not in last, f"{game_id}: RULES.md goes on after its tips."
    tips = len(re.findall(r"^- \*\*", last, re.MULTILINE))
    assert LEAST_TIPS <= tips <= MOST_TIPS, f"{game_id}: RULES.md ends with {tips} tips, not {LEAST_TIPS} to {MOST_TIPS}."


def check_picture(game_id: str, *, games: int = 20, seed: int = 1) -> None:
    """Check that the picture is a small drawing that needs nothing else."""
    picture = find_game(game_id).picture
    assert len(picture) <= MOST_PICTURE_BYTES, f"{game_id}: picture.svg has more than {MOST_PICTURE_BYTES} bytes."
    assert not OUTSIDE.search(picture), f"{game_id}: picture.svg has a script or needs another file."
    try:
        root = ElementTree.fromstring(picture)
    except ElementTree.ParseError as error:
        raise AssertionError(f"{game_id}: picture.svg cannot be read: {error}.") from None
    assert root.tag == SVG and root.get("viewBox"), f"{game_id}: picture.svg isn't an SVG drawing with a viewBox."
