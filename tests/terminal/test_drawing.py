"""Views of any game as lines of text."""

import pytest

from parlour import Table, find_game, game_ids
from parlour.core.cards import JOKER_PACK, Pack
from parlour.core.faceup import open_view
from parlour.core.view import Badge, View, Zone
from parlour.terminal.drawing import Drawing, cards_in, order, score_lines, winners_sentence
from parlour.terminal.ink import Ink
from parlour.terminal.layout import width_of
from parlour.terminal.menu import Menu
from parlour.terminal.seats import bot_move

NAMES = ["You", "Ada", "Bruno"]
TABLE = [Zone("pile", None, ("2c", "4d", "9h", "3s", "8h"), 5), Zone("deck", None, (), 30)]


def view(*zones: Zone, badges: tuple[Badge, ...] = (), viewer: int | None = 0, seats: int = 3, must: int = 1) -> View:
    return View("any", seats, viewer, must, 0, 0, "", zones, badges, (), None)


def drawn(seen: View, width: int = 80, pack: Pack = JOKER_PACK) -> list[str]:
    return Drawing(pack, NAMES, width, Ink(False)).table(seen)


def test_hands_are_counted_and_known_cards_are_named() -> None:
    lines = drawn(view(Zone("hand", 1, ("8h", "??", "??"), 3), Zone("hand", 2, ("??",), 1), *TABLE))
    assert lines[0] == "▸ Ada    3 cards   known: ♥8"
    assert lines[1] == "  Bruno  1 card"


def test_the_top_of_a_pile_comes_first_and_the_deck_is_counted() -> None:
    lines = drawn(view(*TABLE))
    assert "  Pile: ♥8 on ♠3 ♥9 ♦4 …, 5 cards   Deck: 30 cards" in lines
    assert "  Pile: empty" in drawn(view(Zone("pile", None, (), 0)))


def test_the_own_hand_is_sorted_in_groups() -> None:
    lines = drawn(view(Zone("hand", 0, ("Ks", "J1", "8h", "2c", "Ah", "9c"), 6)))
    assert lines[-2:] == ["  You  6 cards", "    ♣2 ♣9   ♥8 ♥A   ♠K   red joker"]


def test_a_pack_without_suits_is_grouped_by_the_first_letter() -> None:
    pack = Pack(("r1", "r2", "g1", "W"), {"r1": "red 1", "r2": "red 2", "g1": "green 1", "W": "wild"}.__getitem__)
    lines = drawn(view(Zone("hand", 0, ("W", "g1", "r2", "r1"), 4)), pack=pack)
    assert lines[-1] == "    red 1, red 2   green 1   wild"


def test_grids_are_rows_of_numbered_slots_side_by_side() -> None:
    hidden = ("??", "7h", "-", "??")
    lines = drawn(view(Zone("grid", 1, hidden, 3, 2), Zone("grid", 2, hidden, 3, 2), Zone("grid", 0, hidden, 3, 2)))
    assert lines == [
        "▸ Ada                    Bruno",
        "    1 [?? ]  2 [♥7 ]       1 [?? ]  2 [♥7 ]",
        "    3 [   ]  4 [?? ]       3 [   ]  4 [?? ]",
        "  You",
        "    1 [?? ]  2 [♥7 ]",
        "    3 [   ]  4 [?? ]",
    ]


def test_a_grid_without_columns_fills_the_line() -> None:
    assert drawn(view(Zone("grid", 0, ("??",) * 12, 12)))[-2].startswith("     1 [?? ]   2 [?? ]")


def test_a_held_card_is_shown_to_its_holder_and_hidden_from_others() -> None:
    assert drawn(view(Zone("held", 0, ("7h",), 1)))[-1] == "    Held: ♥7"
    assert drawn(view(Zone("held", 1, ("??",), 1)))[0] == "▸ Ada    holds ??"


def test_badges_stand_on_the_table_or_beside_their_seat() -> None:
    badges = (Badge("direction", "-", "down"), Badge("penalty", "4", "Take 4 or answer"), Badge("caller", "2", "Called", 2))
    lines = drawn(view(*TABLE, badges=badges))
    assert "  Turn order from here: Ada → You → Bruno   Take 4 or answer" in lines
    assert "  Bruno  (Called)" in lines


def test_many_seats_are_not_all_written_out() -> None:
    assert order("ABCD", "+") == "A → B → C → D"
    assert order("ABCD", "-", 1) == "B → A → D → C"
    assert order("ABCDEFGHIJ", "-", 9) == "J → I → H → … → A"


def test_a_spectator_sits_nowhere() -> None:
    lines = drawn(view(Zone("hand", 0, ("??",), 1), viewer=None))
    assert lines[0] == "  You    1 card"
    assert not any("(you)" in line for line in lines)


def test_scores_and_winners_in_words() -> None:
    lines = score_lines(NAMES, [("terminal.score.points", [1, 12, 105])], 80, Ink(False))
    assert lines[:2] == [f"  {NAMES[0]}       1 point", "  Ada      12 points"]
    assert winners_sentence(NAMES, [1], "game") == "Ada wins the game."
    assert winners_sentence(NAMES, [0], "round") == "You win the round."
    assert winners_sentence(["you", "Ada"], [0, 1], "match") == "You and Ada win the match."


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("game_id", game_ids(examples=True))
def test_every_game_fits_its_paper_from_the_deal_to_the_end(game_id: str, width: int) -> None:
    game = find_game(game_id)
    for seats in (game.least_seats, game.usual_seats, min(game.most_seats, 10)):
        table = Table.new(game_id, seats, seed=seats)
        drawing = Drawing(game.pack, [f"Seat {seat}" for seat in range(seats)], width, Ink(True))
        for _ in range(25):
            must = table.must
            if must is None:
                break
            for viewer in (None, must, (must + 1) % seats):
                seen = table.view(viewer)
                menu = Menu(game, seen).lines(width, Ink(True)) if viewer is not None else []
                lines = [*drawing.table(seen), *menu]
                assert all(width_of(line) <= width for line in lines), lines
            words = bot_move(table, must)
            assert words is not None
            table.play(words)


@pytest.mark.parametrize("game_id", game_ids(examples=True))
def test_an_open_view_hides_nothing_that_lies_before_a_seat(game_id: str) -> None:
    table = Table.new(game_id, seed=1)
    seen = open_view(table)
    assert "??" not in [card for zone in seen.zones if zone.owner is not None for card in zone.cards]
    for seat in range(table.seats):
        assert cards_in(table.view(seat)) <= cards_in(seen)
