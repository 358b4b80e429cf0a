"""Tips for beginners in positions of each game, worked out from the rule sheets."""

import pytest

from parlour import Table
from parlour.core.faceup import open_view
from parlour.core.tips import tip_for

CAMBIO = """
cambio seats=2 turn=0
grid 0: Qh Jh 3d Th
grid 1: Qc Jc Kc Tc
knows 0: 0:2
knows 1:
pile: 5s
deck: {deck} 2d 4d 6d
"""
MANIA = "match_mania seats=2 turn=0\nhand 0: {hand}\nhand 1: y4 y6\npile: {pile}\ndeck: g9 y1 y2 b9\n"
SWAP = "swap_switch seats=2 turn=0\nhand 0: {hand}\nhand 1: 4c 6d\npile: {pile}\ndeck: 3h 7s Ts\n"
SWISH = "swish seats=2 turn=0\nhand 0: {hand}\nhand 1: 4c 6d\ndown 0: 3s 8c\ndown 1: 9s Kd\npile: {pile}\nrest: out\n"


def told(position: str, *moves: str, **parts: str) -> str:
    table = Table.from_position(position.format(**parts))
    for move in moves:
        table.play(move)
    return tip_for(table, 0).now


@pytest.mark.parametrize(
    ("deck", "moves", "now"),
    [
        ("7d", (), "Draw, or take ♠5 (5 points). Call only with the lowest total."),
        ("2h", ("draw",), "Swap ♥2 (2 points) with one of your cards if it's lower, or discard it."),
        ("7d", ("draw",), "Swap ♦7 (7 points) with one of your cards, or discard it to look at one of yours."),
        ("9d", ("draw",), "Swap ♦9 (9 points) with one of your cards, or discard it to look at somebody else's card."),
        ("Jd", ("draw",), "Swap ♦J (10 points) with one of your cards, or discard it to switch any two cards."),
        (
            "Ks",
            ("draw",),
            "Swap ♠K (10 points) with one of your cards, or discard it to look at two cards and switch any two.",
        ),
        ("2h", ("draw", "discard"), "Match your discard with a card of the same rank, or pass."),
    ],
)
@pytest.mark.rules("CA-2.1", "CA-2.3")
def test_cambio(deck: str, moves: tuple[str, ...], now: str) -> None:
    assert told(CAMBIO, *moves, deck=deck) == now


@pytest.mark.parametrize(
    ("hand", "pile", "now"),
    [
        ("r3 b7", "r5", "Match red or 5, play a Wild, or draw."),
        ("g3 b7", "r5", "You have nothing that matches red or 5: draw a card."),
    ],
)
@pytest.mark.rules("MM-2.1")
def test_match_mania(hand: str, pile: str, now: str) -> None:
    assert told(MANIA, hand=hand, pile=pile) == now


@pytest.mark.parametrize(
    ("moves", "now"),
    [(("play W",), "Name the colour you hold most of: it counts next."), (("play W", "name green"), "")],
)
def test_match_mania_wild(moves: tuple[str, ...], now: str) -> None:
    assert told(MANIA, *moves, hand="W g3 b7", pile="r5") == now


@pytest.mark.parametrize(
    ("hand", "now"),
    [("9c 4s", "Match ♥ or 9"), ("4s Kd", "You have no ♥, no 9, no Ace and no Queen: draw a card.")],
)
def test_swap_switch(hand: str, now: str) -> None:
    assert told(SWAP, hand=hand, pile="9h").startswith(now)


@pytest.mark.parametrize(
    ("hand", "pile", "now"),
    [
        ("9h 4s", "Ah", "Match ♥, or play an Ace or a Queen."),
        ("9c 4s", "Qh", "You have no ♥, no Ace and no Queen: draw a card."),
    ],
)
def test_swap_switch_on_a_card_that_goes_on_anything(hand: str, pile: str, now: str) -> None:
    assert told(SWAP, hand=hand, pile=pile) == now


@pytest.mark.parametrize(
    ("hand", "pile", "now"),
    [
        ("9c 4s", "8h", "Play 8 or higher, or a 2 or a 10."),
        ("9c As", "Ah", "Only an Ace, a 2 or a 10 beats an Ace."),
        ("5c 4s", "8h", "Nothing you have beats ♥8: pick up the pile."),
        ("5c 4s", "", "Play any card. Low ones are hard to get rid of later."),
        ("", "8h", "Flip any of your face-down cards. If it's too low, you take the pile."),
        ("", "", "Flip any of your face-down cards: this time any card will do."),
    ],
)
def test_swish(hand: str, pile: str, now: str) -> None:
    assert told(SWISH, hand=hand, pile=pile) == now


def test_an_open_table_shows_every_card_of_the_position() -> None:
    grids = shown(CAMBIO.format(deck="7d"), "grid")
    assert grids == [("Qh", "Jh", "3d", "Th"), ("Qc", "Jc", "Kc", "Tc")]
    assert shown(SWISH.format(hand="9c 4s", pile="8h"), "hand") == [("9c", "4s"), ("4c", "6d")]


def shown(position: str, kind: str) -> list[tuple[str, ...]]:
    """The cards in the zones of a kind, seat by seat, with everything face up."""
    view = open_view(Table.from_position(position))
    return [zone.cards for zone in view.zones if zone.kind == kind]
