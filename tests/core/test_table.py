"""The public interface of the library, exactly as the README of the rule sheets describes it."""

import json

import pytest

import parlour
from parlour import Illegal, Match, Table, find_game, game_ids, games
from parlour.core.view import View
from parlour.testing import flaw_of
from tests.core.helpers.situations import GAME, finish_round, table_after

every_game = pytest.mark.parametrize("game_id", game_ids(examples=True))


def refusal(act: object, *arguments: object) -> str:
    """The sentence with which something is refused."""
    with pytest.raises(ValueError) as caught:
        act(*arguments)  # type: ignore[operator]
    return str(caught.value)


def test_the_public_surface_of_the_library() -> None:
    assert {"Illegal", "Match", "Table", "games"} <= set(parlour.__all__)
    assert games is parlour.games
    assert issubclass(Illegal, ValueError)
    for name in (
        "must",
        "may",
        "moves",
        "play",
        "time_up",
        "view",
        "events",
        "result",
        "save",
        "load",
        "position",
        "from_position",
        "new",
    ):
        assert hasattr(Table, name)
    for name in ("table", "scores", "next_round", "result", "save", "load"):
        assert hasattr(Match.new(GAME), name)


@every_game
def test_a_table_as_the_readme_shows_it(game_id: str) -> None:
    table = Table.new(game_id, seats=3, seed=7)
    assert table.must in range(3) and isinstance(table.may, list) and table.result is None
    assert table.moves() == table.moves(table.must) == table.moves(seat=None)
    before = table.position()
    table.play(table.moves()[0])
    assert table.position() != before
    table.play(table.moves(table.must)[-1], seat=table.must)
    assert len(table.log) == 2
    table.time_up()
    assert table.log[-1][1] == "time up"
    assert isinstance(table.view(0), View) and isinstance(table.view(None), View)
    json.dumps(table.view(None).as_dict())
    assert [event.number for event in table.events] == list(range(1, len(table.events) + 1))
    assert Table.load(table.save()).position() == table.position()
    assert Table.from_position(table.position()).position() == table.position()
    finish_round(table)
    assert table.must is None and table.result is not None
    assert table.result.winners and len(table.result.scores) == 3


@every_game
@pytest.mark.rules("ALL-1")
def test_a_seed_is_a_number_or_a_text(game_id: str) -> None:
    deals = [Table.new(game_id, seed=seed).position().split("\n", 1)[1] for seed in (0, 1, 2**256 - 1, "", "a", "b")]
    assert len(set(deals)) == len(deals)
    assert Table.new(game_id, seed="a").position() == Table.new(game_id, seed="a").position()
    assert Table.new(game_id).seed != Table.new(game_id).seed, "without one, every game is a new one"


@every_game
@pytest.mark.rules("ALL-6")
def test_the_first_seat_begins(game_id: str) -> None:
    # (The card turned up may skip the first seat, so `must` can be another seat.)
    assert Table.new(game_id, seats=3, seed=1)._state.first == 0
    chosen = {Table.new(game_id, seats=3, seed=seed, options={"first_seat": "random"})._state.first for seed in range(30)}
    assert chosen == {0, 1, 2}
    assert Table.new(game_id, seats=3, seed=1, first=2)._state.first == 2
    assert 0 in {Table.new(game_id, seats=3, seed=seed).must for seed in range(3)}


@pytest.mark.parametrize("words", ["", " ", None, 7, b"draw", "x" * 501, ["draw"]])
@pytest.mark.rules("ALL-4")
def test_other_words_are_refused_and_change_nothing(words: object) -> None:
    table = table_after(3)
    before = table.save(), table.position(), table.events
    with pytest.raises(Illegal) as caught:
        table.play(words)  # type: ignore[arg-type]
    assert not flaw_of(str(caught.value))
    assert (table.save(), table.position(), table.events) == before


@pytest.mark.parametrize("seat", [-1, 99, "0", 1.0, True])
def test_an_unknown_seat_is_refused(seat: object) -> None:
    table = Table.new(GAME, seats=2, seed=1)
    for act in (table.moves, table.view, table.events_for, table.hand_points):
        assert refusal(act, seat).startswith("There is no seat ")
    assert refusal(table.play, "draw", seat).startswith("There is no seat ")


def test_an_unknown_game_is_refused() -> None:
    for game_id in ("chess", "", "Switch ", "../core", "x" * 500):
        sentence = refusal(Table.new, game_id)
        assert sentence.startswith("Unknown game '") and sentence.endswith(".") and len(sentence) < 200


def test_words_may_have_any_case_and_spaces() -> None:
    table = table_after(2)
    words = table.moves()[0]
    spaced = table.copy()
    spaced.play(f"  {words.replace(' ', '   ')}\t")
    table.play(words)
    assert spaced.position() == table.position() and spaced.log == table.log


@every_game
def test_replay_to_any_move_and_take_back(game_id: str) -> None:
    table = table_after(10, game_id=game_id)
    assert table.at(10).position() == table.position()
    assert table.at(0).log == []
    for count in (-1, 11, True, "1", None):
        assert "has moves 0 to 10" in refusal(table.at, count)
    for left in range(9, -1, -1):
        table.undo()
        assert len(table.log) == left
    with pytest.raises(Illegal, match="no move to take back"):
        table.undo()


def test_a_copy_is_independent() -> None:
    table = table_after(4)
    copy = table.copy()
    before = table.position(), len(table.events), len(table.log)
    copy.play(copy.moves()[0])
    assert (table.position(), len(table.events), len(table.log)) == before


def test_moves_out_of_a_log() -> None:
    table = table_after(2, seats=2)
    must = table.must
    assert must is not None
    with pytest.raises(Illegal, match="can't run out"):
        table.copy().repeat(1 - must, "time up")
    table.repeat(must, "time up")
    assert table.log[-1] == (must, "time up")


@every_game
def test_a_finished_game_refuses_everything(game_id: str) -> None:
    table = Table.new(game_id, seats=2, seed=3)
    finish_round(table)
    assert table.must is None and table.may == [] and table.moves() == [] and table.view(0).prompt == "The game is over."
    for act in (table.time_up, lambda: table.play("draw"), lambda: table.play("draw", 0)):
        with pytest.raises(Illegal, match="The game is over"):
            act()


@every_game
def test_names_are_used_in_what_is_told(game_id: str) -> None:
    table = table_after(6, game_id=game_id, seats=2)
    told = " ".join(event.text for event in table.events_for(None, names=["Ada", "Grace"]))
    assert "Ada" in told and "Grace" in told and "Seat" not in told
    waiting = table.view(1 - (table.must or 0), names=["Ada", "Grace"])
    cuts_in = " You may cut in." if waiting.moves else ""
    assert waiting.prompt == f"Waiting for {['Ada', 'Grace'][table.must or 0]}.{cuts_in}"


@every_game
def test_events_since_a_number(game_id: str) -> None:
    table = table_after(6, game_id=game_id)
    everything = table.events_for(0)
    assert table.events_for(0, since=len(everything)) == []
    assert table.events_for(0, since=3) == everything[3:]
    assert table.view(0).events_told == len(everything) and table.view(0).seats == find_game(game_id).usual_seats


@every_game
def test_advice_is_a_move_and_spoken_in_words(game_id: str) -> None:
    table = table_after(3, game_id=game_id)
    advice = table.advice()
    assert advice is not None
    table.copy().play(advice)
    assert table.advice(seed=1) == table.advice(seed=1)


def test_a_seat_that_cannot_move_is_told_to_wait() -> None:
    table = Table.new(GAME, seats=2, seed=1)
    words = table.moves()[0]
    other = 1 - (table.must or 0)
    if other not in table.may:
        sentence = refusal(table.play, words, other)
        assert "seat" in sentence.lower() and not flaw_of(sentence)
