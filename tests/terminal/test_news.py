"""News in as few sentences as possible, what only one person was shown, and what a typed line means."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from parlour import Table
from parlour.core.view import Choice, Zone
from parlour.terminal.glimpses import Glimpses
from parlour.terminal.ink import Ink
from parlour.terminal.menu import MOST_SHOWN, Menu
from parlour.terminal.news import news

NAMES = ["Ana", "Ben"]
POSITION = """switch seats=2 turn=0
hand 0: 8h 2c 7d
hand 1: Ks 3s
pile: 4d 9h
deck: 2s 5h 6h 7h
"""


def after(*moves: str, position: str = POSITION) -> Table:
    table = Table.from_position(position)
    for move in moves:
        table.play(move)
    return table


def test_a_card_drawn_is_told_to_its_owner_only() -> None:
    table = after("draw")
    assert news(table, 0, 0, NAMES).paragraphs == ["You draw ♠2."]
    assert news(table, 0, 0, NAMES).secrets == {"2s"}
    for viewer in (1, None):
        assert news(table, viewer, 0, NAMES).paragraphs == ["Ana draws a card."]
        assert news(table, viewer, 0, NAMES).secrets == set()


def test_sentences_that_differ_in_the_card_alone_become_one() -> None:
    table = after("draw", position=POSITION + "penalty: 4\n")
    assert news(table, 0, 0, NAMES).paragraphs == ["You draw ♠2, ♥5, ♥6 and ♥7 as a penalty."]
    assert news(table, 1, 0, NAMES).paragraphs == ["Ana draws 4 cards as a penalty."]


def test_each_turn_has_a_paragraph_and_old_news_is_not_repeated() -> None:
    table = after("play 8h", "draw")
    told = news(table, 1, 0, NAMES).paragraphs
    assert [text.split(".")[0] for text in told] == ["Ana plays ♥8", "You draw ♠2"]
    since = table.view(None).events_told
    assert news(table, 1, since, NAMES).paragraphs == []


def test_the_deal_is_told_by_what_turned_up() -> None:
    table = Table.new("switch", 2, seed=1)
    assert len(news(table, 0, 0, NAMES).paragraphs) == 1
    assert news(table, 0, 0, NAMES).paragraphs[0].endswith("is turned up.")


def test_a_card_out_of_view_is_not_repeated() -> None:
    table = after("draw")
    assert news(table, 0, 0, NAMES, known=set()).paragraphs == ["You draw a card."]
    assert news(table, 0, 0, NAMES, known={"2s"}).paragraphs == ["You draw ♠2."]


# ---- glimpses


def test_a_card_in_view_stays_and_a_card_out_of_view_fades() -> None:
    seen = Glimpses()
    seen.show({"8h", "3c"}, {"8h"})
    assert not seen.faded({"8h", "2c"})
    assert seen.faded({"2c"}) == {"8h"}
    seen.wiped()
    assert not seen.faded(set())


def test_what_came_to_hand_or_was_seen_by_all_does_not_fade() -> None:
    seen = Glimpses()
    seen.show({"8h", "3c"}, {"8h"})
    seen.show(set(), set(), {"8h"})
    assert not seen.faded(set())


def test_a_silent_move_is_told_as_part_of_the_move_before_it() -> None:
    position = "match_mania seats=2 turn=0\nhand 0: b5 b6\nhand 1: y3 y4\npile: r1\ndeck: {} g2 g3 g4\noption seven_o: on\n"
    chosen = after("draw", "keep", position=position.format("r9"))
    forced = after("draw", position=position.format("g9"))
    assert chosen.must == forced.must == 1
    for viewer in (1, None):
        told = news(chosen, viewer, 0, NAMES).paragraphs
        assert told == news(forced, viewer, 0, NAMES).paragraphs
        assert len(told) == 1


def test_what_was_answered_is_read_until_somebody_else_moves() -> None:
    seen = Glimpses()
    seen.show({"8h"}, {"8h"})
    assert seen.unread == {"8h"}
    seen.answered()
    seen.show({"8h", "2c"}, set())
    assert seen.unread == {"2c"}
    seen.answered()
    seen.turn_passed()
    seen.show({"8h"}, {"8h"})
    assert seen.unread == {"8h"}


# ---- the menu


def menu_of(*moves: Choice, names: Sequence[str] = (), hand: Sequence[str] = ()) -> Menu:
    table = Table.new("switch", 3, seed=0)
    zones = (Zone("hand", 0, tuple(hand), len(hand)),)
    return Menu(table.game, replace(table.view(0), moves=moves, zones=zones), names)


def menu(*words: str) -> Menu:
    return menu_of(*(Choice(text, tuple(word for word in text.split() if word != "play")) for text in words))


MOVES = menu("play 8h", "play 8c 8h", "draw", "take back")


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("1", "play 8h"),
        ("4", "take back"),
        ("0", None),
        ("5", None),
        ("99999999999", None),
        ("draw", "draw"),
        ("DRAW", "draw"),
        ("take   back", "take back"),
        ("8h", "play 8h"),
        ("8♥", "play 8♥"),
        ("8c, 8h", "play 8c 8h"),
        ("10h", "play 10h"),
        ("hint", None),
        ("8h please", None),
        ("٣", None),
    ],
)
def test_what_a_line_means(line: str, meaning: str | None) -> None:
    assert MOVES.meaning(line) == meaning


NAMED = menu_of(
    Choice("name diamonds", ("button diamonds",)),
    Choice("take back", ("button take back",)),
    Choice("swap 1", ("seat 1",)),
    names=NAMES,
)


@pytest.mark.parametrize(
    ("line", "meaning"),
    [("Diamonds", "name diamonds"), ("back", "take back"), ("swap ben", "swap 1"), ("Ben", "swap 1"), ("Ana", None)],
)
def test_what_a_line_can_only_mean(line: str, meaning: str | None) -> None:
    assert NAMED.guess(line) == meaning
    assert NAMED.written("catch ana") == "catch 0"


def test_moves_come_in_the_order_of_the_hand() -> None:
    moves = [Choice("play 8h", ("8h",)), Choice("draw", ("deck",)), Choice("play 2c", ("2c",))]
    assert [move.words for move in menu_of(*moves, hand=["2c", "8h"]).moves] == ["play 2c", "draw", "play 8h"]


def test_cards_alone_mean_the_verb_that_takes_cards() -> None:
    assert menu_of(Choice("lay 8h", ("8h",)), Choice("draw", ("deck",))).meaning("2c") == "lay 2c"
    assert menu_of(Choice("draw", ("deck",))).meaning("2c") == "play 2c"


def test_many_moves_show_the_short_ones_first_and_count_the_rest() -> None:
    sets = [f"play 8h 8{suit}" for suit in "cds"] * 10
    many = menu(*sets, "draw")
    lines = many.lines(80, Ink(False))
    assert lines[0].startswith("   1) draw")
    assert lines[-1] == f"  … and {31 - MOST_SHOWN} more: type the words, or `moves` to see them all"
    assert len(many.lines(80, Ink(False), None)) > len(lines)
    assert many.meaning("1") == "draw"
    assert many.meaning("31") == "play 8h 8s"
