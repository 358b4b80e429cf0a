"""The board: everything fits, nothing hidden is shown, and picks make moves."""

import random

import pytest

from parlour import Table, find_game, game_ids
from parlour.core.cards import EMPTY, HIDDEN
from parlour.core.view import Choice
from parlour.fullscreen.board import Board
from parlour.fullscreen.dialogs import _hanging
from parlour.fullscreen.paint import FELT, face
from parlour.fullscreen.picking import completed, continuations, final, is_set, move_of, of_stack, offered, toggled
from parlour.fullscreen.picture import Picture
from parlour.fullscreen.remarks import scores_text
from parlour.fullscreen.spots import Spot, at_point, moved
from parlour.terminal.drawing import cards_in
from parlour.terminal.seats import bot_move
from tests.terminal.helpers.desk import cards_told

SIZES = ((60, 20), (80, 24), (120, 40), (200, 60))
MOVES = [
    Choice("play 8h", ("8h",)),
    Choice("play 8h 8c", ("8h", "8c")),
    Choice("play 8c 8h", ("8c", "8h")),
    Choice("draw", ("deck",)),
    Choice("name hearts", ("button hearts",)),
]


def drawn(table: Table, seat: int | None, width: int, height: int, *, ascii_only: bool = False) -> Board:
    names = [f"Name {seat}" for seat in range(table.seats)]
    view = table.view(seat, names)
    picture = Picture(
        table.game, view, names, "Title", view.prompt, feed=["Something happened."], cursor=0, ascii_only=ascii_only
    )
    board = Board(picture, width, height)
    board.draw()
    return board


@pytest.mark.parametrize("game_id", game_ids(examples=True))
def test_everything_that_can_be_picked_is_on_the_board_in_every_size(game_id: str) -> None:
    game = find_game(game_id)
    dice = random.Random(game_id)
    for seats in (game.least_seats, game.most_seats):
        options = {"decks": 2} if "decks" in game.options and seats > 10 else {}
        table = Table.new(game_id, seats, seed=seats, options=options)
        for _ in range(12):
            must = table.must
            if must is None:
                break
            for width, height in SIZES:
                board = drawn(table, must, width, height)
                picks = {spot.pick for spot in board.spots}
                assert picks >= offered(table.view(must).moves, []), (width, height)
                assert all(_is_inside(spot, width, height) for spot in board.spots), (width, height, str(board.canvas))
                view = table.view(must)
                facts = " ".join([view.prompt, *(badge.text for badge in view.badges)])
                told = cards_told(str(board.canvas), game.pack) - cards_told(facts, game.pack)
                assert not told - cards_in(view) - {EMPTY, HIDDEN}
            words = dice.choice(table.moves()) if dice.random() < 0.5 else bot_move(table, must)
            table.play(words or table.moves()[0])


def _is_inside(spot: Spot, width: int, height: int) -> bool:
    return spot.x >= 0 and spot.x + spot.width <= width and spot.y >= 0 and spot.y + spot.height <= height


@pytest.mark.parametrize(("width", "height"), SIZES[1:])
def test_cards_stay_in_place_while_the_prompt_changes(width: int, height: int) -> None:
    table = Table.new("switch", 4, seed=4)
    view = table.view(0)
    places = []
    for prompt, notes in (("Short.", ()), ("Short.", ("A note.", "Another one."))):
        picture = Picture(table.game, view, ["A", "B", "C", "D"], prompt=prompt, notes=notes, asking_rows=3)
        board = Board(picture, width, height)
        board.draw()
        places.append(board.spots)
    assert places[0] == places[1] and board.asking_rows == 3


def test_a_name_that_is_too_long_for_its_card_is_written_out() -> None:
    table = Table.new("match_mania", 4, seed=5)
    seat = table.must
    view = table.view(seat)
    long = [place for place, spot in enumerate(drawn(table, seat, 80, 24).spots) if spot.pick == "r+2"]
    for cursor in (long[0], -1):
        board = Board(Picture(table.game, view, ["A", "B", "C", "D"], cursor=cursor), 80, 24)
        assert ("7 cards  Red +2" in str(board.draw())) == (cursor >= 0)


def test_a_board_in_ascii_has_nothing_else() -> None:
    assert str(drawn(Table.new("switch", 4, seed=1), 0, 80, 24, ascii_only=True).canvas).isascii()


def test_a_watcher_has_nothing_to_pick() -> None:
    assert drawn(Table.new("switch", 4, seed=1), None, 80, 24).spots == []


def test_picks_become_moves() -> None:
    assert continuations(MOVES, []) == {"8h", "8c", "deck", "button hearts"}
    assert offered(MOVES, ["8h"]) == {"8c", "deck", "button hearts"}
    assert move_of(MOVES, ["8h"]) == MOVES[0]
    assert move_of(MOVES, ["8c", "8h"]) == MOVES[2]
    assert final(MOVES, ["8h"]) is None
    assert final(MOVES, ["8h", "8c"]) == MOVES[1]
    assert final(MOVES, ["deck"]) == of_stack(MOVES, "deck") == MOVES[3]
    assert is_set(["8h", "8c"]) and not is_set(["deck"])


def test_cards_that_must_go_along_are_picked_too() -> None:
    pair = [Choice("play 3s 3d", ("3s", "3d")), Choice("draw", ("deck",))]
    assert completed(pair, ["3s"]) == ["3s", "3d"]
    assert completed(pair, []) == []
    assert completed(MOVES, ["8h"]) == ["8h"]


def test_a_second_press_takes_a_pick_back_and_another_starts_anew() -> None:
    assert toggled(MOVES, ["8h"], "8h") == []
    assert toggled(MOVES, ["8h"], "8c") == ["8h", "8c"]
    assert toggled(MOVES, ["8h"], "deck") == ["deck"]
    assert toggled(MOVES, ["8h"], "Ks") == ["8h"]
    twins = [Choice("play r5 r5", ("r5", "r5"))]
    assert toggled(twins, ["r5"], "r5", copies=2) == ["r5", "r5"]


def test_arrows_and_the_mouse_find_the_nearest_spot() -> None:
    spots = [Spot("a", 0, 0, 4, 3, True), Spot("b", 10, 0, 4, 3, True), Spot("c", 2, 8, 4, 3, True)]
    assert moved(spots, 0, 1, 0) == 1 and moved(spots, 1, -1, 0) == 0
    assert moved(spots, 0, 0, 1) == 2 and moved(spots, 2, 0, -1) == 0
    assert moved(spots, 1, 1, 0) == 1
    assert moved([], 0, 1, 0) == -1
    assert at_point(spots, 11, 2) == 1
    assert at_point(spots, 30, 30) is None


def test_cards_side_by_side_are_all_named_in_full_or_all_shortened() -> None:
    pack = find_game("match_mania").pack
    assert [face(card, pack, 5) for card in ("r2", "g4", "b3")] == ["r2", "g4", "b3"]
    assert face("r2", pack, 14) == "Red 2" and face("bR", pack, 14) == "Blue Reverse"
    assert face("Th", find_game("switch").pack, 3) == "♥10"


def test_a_line_in_two_columns_goes_on_in_the_second() -> None:
    assert _hanging("Esc       clear what is picked", 22) == ["Esc       clear what", "          is picked"]
    assert _hanging("A sentence without columns.", 15) == ["A sentence", "without", "columns."]


def test_the_last_thing_that_happened_stands_out_in_all_its_lines() -> None:
    table = Table.new("switch", 2, seed=1)
    feed = ["Before.", "Ada plays a card and then a lot of things happen that take more than a line of this table to tell."]
    board = Board(Picture(table.game, table.view(0), ["A", "B"], feed=feed), 60, 24)
    board.draw()
    bright = [
        row for row in board.canvas.rows() if any("Ada plays" in part.text or "table to tell" in part.text for part in row)
    ]
    assert len(bright) == 2 and all(any(part.style == FELT and part.text.strip() for part in row) for row in bright)


def test_the_points_of_everybody_fit_at_the_end() -> None:
    names = [f"Player {seat}" for seat in range(20)]
    assert scores_text(names, range(20)).startswith("Player 0 0 · Player 1 1 · ")
    assert scores_text(["Ana", "Ben"], [1, 2], [11, 12]) == "Ana 1 (11 in all) · Ben 2 (12 in all)"
