"""Advice: moves ranked with their win chances, equal ones called equal, reasons in sentences."""

import random

import pytest

from parlour import Table, find_game, game_ids
from parlour.bots import advise, candidates
from parlour.bots.advice import ROUGH, SpokenMoves
from parlour.bots.comparison import ALMOST
from parlour.core.texts import speaking
from parlour.core.view import Choice, move_said
from parlour.server.wire import reasons
from parlour.testing import situations
from parlour.testing.sentences import flaw_of

every_game = pytest.mark.parametrize("game_id", game_ids())
FIGURES = ("advice.only", "advice.best", "advice.equal", "advice.allEqual")
NAMES = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOPQRST"]


@pytest.mark.usefixtures("machine_code")
@every_game
def test_moves_are_ranked_with_chance_and_interval(game_id: str) -> None:
    for now in situations(find_game(game_id), 8, seed=3, moments=8, stride=9):
        table = now.table
        if table.must is None:
            continue
        advice = advise(table.view(table.must), names=NAMES, seed=now.rng.getrandbits(50), playouts=200)
        assert advice.is_searched and advice.best == advice.moves[0].words and advice.best in table.moves()
        assert len({move.words for move in advice.moves}) == len(advice.moves)
        assert {move.words for move in advice.moves} <= set(table.moves()) | {advice.best}
        spoken = SpokenMoves(table.mind(table.must), NAMES)
        for move in advice.moves:
            assert 0 <= move.low <= move.chance <= move.high <= 1 and move.playouts >= 1
            assert move.idea == str(next(iter(spoken.tactics(move.words)), ""))
        chances = {move.words: move.chance for move in advice.moves}
        assert advice.equal[0] == advice.best
        assert all(chances[advice.best] - chances[words] <= ALMOST for words in advice.equal)
        keys = [reason.key for reason in advice.why]
        if keys[0] == "advice.winsAtOnce":
            assert keys == ["advice.winsAtOnce"]
            continue
        assert "advice.rough" in keys or advice.moves[0].high - advice.moves[0].low <= ROUGH
        figure = next(key for key in keys if key in FIGURES)
        assert all(".tactic." in key or key.startswith("tactic.") for key in keys[: keys.index(figure)])
        assert (figure in ("advice.equal", "advice.allEqual")) == (len(advice.equal) > 1)
        assert advice.why and not [flaw for sentence in advice.why if (flaw := flaw_of(sentence))]
        assert "Seat " not in advice.text


@pytest.mark.usefixtures("machine_code")
@every_game
def test_the_same_seed_gives_the_same_advice(game_id: str) -> None:
    table = Table.new(game_id, seed=5)
    views = [table.view(table.must), table.copy().view(table.must)]
    assert advise(views[0], seed=9, playouts=100) == advise(views[1], seed=9, playouts=100)


@pytest.mark.usefixtures("machine_code")
@every_game
def test_advice_says_if_not_all_moves_were_tried(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    every = situations(find_game(game_id), 20, seed=7, moments=8, stride=5)
    now = next(now for now in every if now.table.must is not None and _distinct(now.table) >= 4)
    view, moves = now.table.view(now.table.must), now.table.moves()
    assert "advice.some" not in [reason.key for reason in advise(view, playouts=100).why]
    monkeypatch.setattr(candidates, "MOST_MOVES", 1)
    advice = advise(view, playouts=100)
    some = next(reason for reason in advice.why if reason.key == "advice.some")
    assert some.parts["tried"] == len(advice.moves) < int(str(some.parts["count"])) <= len(moves) + 1


def test_advice_is_for_a_seat_that_has_a_move() -> None:
    table = Table.new(game_ids()[-1], 4, seed=5)
    wrong: tuple[object, ...] = (table.view(None), table, {}, None)
    for given in wrong:
        with pytest.raises(ValueError, match="A hint needs the view of one of the table's seats") as caught:
            advise(given)  # type: ignore[arg-type]
        assert not flaw_of(str(caught.value))
    idle = next(seat for seat in range(4) if not table.moves(seat))
    with pytest.raises(ValueError, match="has no move now"):
        advise(table.view(idle))
    with pytest.raises(ValueError, match="takes 1 to"):
        advise(table.view(table.must), playouts=0)


def test_a_view_shows_nothing_of_its_mind() -> None:
    table = Table.new(game_ids()[0], seed=random.Random(1).getrandbits(60))
    view = table.view(0)
    assert "mind" not in view.as_dict() and "mind" not in repr(view) and view == table.view(0)
    assert table.view(None).mind is None


def test_a_mind_keeps_the_state_of_its_moment() -> None:
    table = Table.new(game_ids()[-1], 2, seed=4)
    mind = table.view(0).mind
    seen = mind.seen()
    table.play(table.moves()[0])
    assert mind.seen() == seen and len(table.view(0).mind.seen()) > len(seen)
    assert all(card == -1 for _, seat, card, _ in seen if seat == 1 and card >= 0) or table.game.pack


@pytest.mark.parametrize("more", [{"seed": "x"}, {"seed": -1}, {"seconds": -1}, {"seconds": float("nan")}, {"playouts": True}])
def test_invalid_requests_are_refused_in_a_sentence(more: dict[str, object]) -> None:
    from parlour.bots import choose

    table = Table.new(game_ids()[-1], 2, seed=5)
    for ask in (lambda: advise(table.view(0), **more), lambda: choose(table, 0, "expert", **more)):  # type: ignore[arg-type]
        with pytest.raises(ValueError) as caught:
            ask()
        assert not flaw_of(str(caught.value))


def test_an_only_move_is_named_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_SEARCH", "off")
    table = next(table for table in map(_with_one_move, game_ids()) if table)
    advice = advise(table.view(table.must))
    assert (advice.best, advice.why[0].key) == (table.moves()[0], "advice.onlyMove")


def test_a_hint_says_moves_as_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_SEARCH", "off")
    table = Table.from_position("switch seats=2 turn=0 seed=7\nhand 0: 8h 2c\nhand 1: Ks 3s\npile: 4d 9h")
    said = SpokenMoves(table.view(0).mind)
    assert said("play 8h") == "play ♥8"
    with speaking(typed=False, names=["Ana", "Ben"], listener=0):
        assert said("play 8h") == "play ♥8"
        moves = {choice.words: move_said(table.game, choice) for choice in table.view(0).moves}
        assert moves["draw"] == "draw"
        cambio = find_game("cambio")
        assert move_said(cambio, Choice("look 1:3", ("1:3",))) == "look at Ben's slot 4"
        assert move_said(cambio, Choice("switch 0:1 1:0", ("0:1", "1:0"))) == "switch your slot 2 and Ben's slot 1"
        assert move_said(find_game("match_mania"), Choice("swap 1", ("seat 1",))) == "swap with Ben"


def _with_one_move(game: str) -> Table | None:
    table = Table.new(game, 2, seed=4)
    while table.must is not None and len(table.moves()) > 1:
        table.play(table.moves()[0])
    return table if table.must is not None else None


def _distinct(table: Table) -> int:
    """The number of moves that the seat can tell apart, if none of them wins at once."""
    assert table.must is not None
    mind = table.mind(table.must)
    found, said = candidates.candidates(mind, 0), SpokenMoves(mind)
    return 0 if any(said.wins_at_once(words) for words in found.words) else len(found.words)


# ---- ideas --------------------------------------------------------------------------------------------------------


IDEAS = {
    "switch seats=2 turn=0 seed=7; hand 0: 8h 8c 2c 7c; hand 1: Ks 3s; pile: 4d 9h": ("play 8h 8c", "You play again at once."),
    "switch seats=3 turn=0 seed=7; hand 0: Jh 2c 4c; hand 1: Ks; hand 2: 3s 5s; pile: 4d 9h": (
        "play Jh",
        "It skips seat 1, who has only 1 card left.",
    ),
    "switch seats=2 turn=0 seed=7; hand 0: 9c 4c Kc; hand 1: Ks 3s; pile: 4d 9h": (
        "play 9c",
        "It leaves clubs on top, the suit of your last 2 cards.",
    ),
    "swap_switch seats=2 turn=0 seed=7; hand 0: Jh 2h 4c 5c; hand 1: Ks 3s; pile: 4d 9h": (
        "play Jh",
        "With the Jack you can swap your 3 cards for seat 1's 2 cards.",
    ),
    "swish seats=2 turn=0 seed=7; hand 0: 9h 9c 9d Ks; hand 1: Kd 3d; pile: 4d 9s": (
        "play 9c 9d 9h",
        "It makes four of a kind: the pile is removed from the game, and you play again.",
    ),
    "match_mania seats=3 turn=0 seed=7; hand 0: rS r5 b4; hand 1: g1; hand 2: g2 y4; pile: r1": (
        "play rS",
        "It skips seat 1, who has only 1 card left.",
    ),
}


@pytest.mark.parametrize("position", IDEAS)
def test_a_hint_names_the_idea_behind_a_move_first(position: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_SEARCH", "off")
    table = Table.from_position(position.replace("; ", "\n"))
    words, said = IDEAS[position]
    spoken = SpokenMoves(table.view(0).mind)
    assert said in [str(idea) for idea in spoken.tactics(words)]
    advice = advise(table.view(0))
    assert list(advice.why[:-2]) == spoken.tactics(advice.best) and advice.why[-2].key == "advice.byThumb"
    assert advice.has_idea == bool(spoken.tactics(advice.best))
    assert [reason.role == "idea" for reason in reasons(advice)] == [advice.has_idea, *[False] * (len(advice.why) - 1)]


@every_game
def test_ideas_are_sentences(game_id: str) -> None:
    for now in situations(find_game(game_id), 10, seed=5, moments=6, stride=9):
        for seat in range(now.table.seats):
            for choice in now.table.view(seat).moves[:30]:
                for idea in now.table.tactics(seat, choice):
                    assert not flaw_of(idea), (choice, idea)
