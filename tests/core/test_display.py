"""Tables, views, events, matches and results as the Python prompt, logs and notebooks show them."""

import re
import subprocess
import sys
from html.parser import HTMLParser

import pytest

import parlour
from parlour import Match, Move, Outcome, Table, View, game_ids, rule
from parlour.core.events import Event
from parlour.core.view import Badge
from parlour.testing.secrecy import twin
from parlour.testing.trials import placed_cards

GAMES = game_ids(examples=True)


def played(game: str, moves: int = 9) -> Table:
    """A table after some moves."""
    table = Table.new(game, 3, seed=5)
    for number in range(moves):
        if table.must is not None:
            table.play(table.advice(seed=number) or "")
    return table


class Reading(HTMLParser):
    """Collects the words of a page and checks that every tag is closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("br", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.parametrize("game", GAMES)
def test_a_view_is_drawn_without_hidden_cards(game):
    """Exchange two cards that the viewer can't tell apart: nothing that is printed changes."""
    table = played(game)
    unseen = table.game.unseen(table._state, 1) & table.game.unseen(table._state, -1)
    hidden = [card for _, card in placed_cards(table._state) if unseen >> card & 1]
    twins = (twin(table, one, two) for one in hidden for two in hidden if one < two)
    other = next(twin for twin in twins if str(twin) != str(table))
    assert str(other) != str(table) and other._repr_html_() != table._repr_html_(), "the owner of a table sees every hand"
    for one, two in ((table.view(1), other.view(1)), (table.view(None), other.view(None))):
        assert (repr(one), str(one), one._repr_html_()) == (repr(two), str(two), two._repr_html_())
    assert repr(other) == repr(table)


@pytest.mark.parametrize("game", GAMES)
def test_a_drawing_says_whose_turn_it_is_and_what_can_be_played(game):
    table = played(game)
    assert table.must is not None
    view = table.view(table.must)
    for said in (str(view), "".join(Reading(view._repr_html_()).words)):
        assert f"▸ Seat {table.must}" in said and view.prompt in said
        assert all(move.words in said for move in view.moves)
    assert f"seat {table.must} to move" in repr(table) and f"View of seat {table.must}" in repr(view)


def test_a_line_about_a_table_tells_neither_cards_nor_seed():
    table = Table.new(GAMES[0], 2, seed=123456789)
    match = Match.new(GAMES[0], 2, seed=123456789, rounds=2)
    for line in (repr(table), repr(match), repr(table.view(0))):
        assert "123456789" not in line and "\n" not in line and "0x" not in line
        assert not re.search(r"[♣♦♥♠]", line)


def test_a_result_and_a_match_are_sentences():
    assert str(Outcome([0], [3, 1])) == "Seat 0 wins the game. (seat 0: 3, seat 1: 1)"
    assert repr(Outcome([0], [3, 1])) == "Outcome(winners=[0], scores=[3, 1])"
    assert "Seat 0 and seat 1 win the game." in Reading(Outcome([0, 1], [1, 1])._repr_html_()).words
    match = Match.new("swish", 2, seed=1, rounds=2)
    assert repr(match) == "<Match swish of 2 rounds: round 1, scores [0, 0], seat 0 to move>"
    for _ in range(2):
        while match.table.must is not None:
            match.table.play(match.table.advice(seed=len(match.table.log)) or "")
        if match.result is None:
            assert "round won by seat" in repr(match)
            match.next_round()
    assert "the match" in str(match) and "the match" in "".join(Reading(match._repr_html_()).words)


def test_html_is_escaped():
    view = Table.new(GAMES[0], 2, seed=1).view(0)
    evil = "<script>alert('x')</script>"
    bad = View(
        **{name: getattr(view, name) for name in View.__dataclass_fields__ if name not in ("prompt", "badges", "moves")},
        prompt=evil,
        badges=(Badge("x", "x", evil), Badge("y", "y", evil, owner=0)),
        moves=(Move(evil, ()),),
    )
    event = Event(1, 1, "x", 0, None, 0, evil)
    for html in (bad._repr_html_(), event._repr_html_()):
        assert "<script" not in html and evil in "".join(Reading(html).words)
    assert str(event) == evil and repr(event) == f"<Event 1: x, seat 0: {evil!r}>"


def test_html_names_its_own_colours_and_nothing_from_outside():
    """Text takes the colour of the page; only cards set one, because they have a background of their own."""
    html = Table.new("switch", 2, seed=1)._repr_html_()
    for style in re.findall(r'style="([^"]*)"', html):
        parts = dict(part.split(":", 1) for part in style.split(";") if part)
        has_ground = parts.get("background", "transparent") != "transparent"
        assert (parts.get("color", "inherit") != "inherit") == has_ground, style
    assert not re.search(r"https?:|url\(|<script|<link|class=", html)


def test_without_a_seed_every_deal_is_new():
    assert len({Table.new("switch", 2).seed for _ in range(4)}) == 4
    assert len({Match.new("switch", 2).seed for _ in range(4)}) == 4
    assert Table.new("switch", 2, seed=0).position() == Table.new("switch", 2, seed=0).position()


def test_the_public_names():
    assert set(parlour.__all__) >= {"Event", "Move", "Outcome", "Table", "View", "rule"}
    table = Table.new("switch", 2, seed=1)
    assert isinstance(table.view(0), View) and isinstance(table.view(0).moves[0], Move)
    assert isinstance(table.events[0], parlour.Event) and rule(len) is len


def test_a_missing_package_names_the_extra_to_install():
    script = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = None
try:
    from parlour.lab import simulate
except ImportError as error:
    print(error)
try:
    from parlour.fast import compiled
except ImportError as error:
    print(error)
"""
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.splitlines()
    assert said[0] == 'This needs numpy, which isn\'t installed: pip install "parlour[lab]".'
    assert said[1].endswith('pip install "parlour[fast]".')
