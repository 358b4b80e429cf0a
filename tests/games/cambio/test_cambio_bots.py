"""Cambio, the memory of bots: CA-7.2. The top level remembers what it has seen, weaker levels forget."""

from typing import Any, cast

import pytest

from parlour import Table, find_game
from parlour.bots import LEVELS, choose
from parlour.bots.memory import faded
from parlour.games.cambio.state import Cambio
from parlour.testing import is_available
from tests.games.helpers.cambio import play, quiet_turn, table

SEEDS = range(40)
WEAKER = [name for name, level in LEVELS.items() if level.memory < 1]
BY_THUMB = [name for name, level in LEVELS.items() if not level.playouts]
"""Levels that do not search: for these nothing has to be compiled."""
DECK = "3d 4d 5d 6d 3c 4c 5c 6c 3s 4s"


def three_points(own: str = "Ah 2h", deck: str = DECK, **options: Any) -> Table:
    """Seat 0 has seen both of its cards: a bot that remembers their three points calls; any other draws or takes."""
    return table(f"{own} - -", "Qh Jh Kc Th", deck=deck, knows={0: "0:0 0:1", 1: ""}, matching="off", **options)


def calls(t: Table, level: str, memory_seed: int) -> bool:
    return choose(t, 0, level, memory_seed=memory_seed) == "call"


def forgets(t: Table, level: str, memory_seed: int, card: str) -> bool:
    lost = faded(t, 0, LEVELS[level].memory, memory_seed)
    return bool(lost >> t.game.pack.number(card) & 1)


# ---- who forgets


@pytest.mark.rules("CA-7.2")
def test_skilled_uses_everything_it_has_seen() -> None:
    assert all(calls(three_points(), "skilled", seed) for seed in SEEDS)


@pytest.mark.rules("CA-7.2")
@pytest.mark.parametrize("level", WEAKER)
def test_weaker_levels_forget_some_of_it(level: str) -> None:
    called = [calls(three_points(), level, seed) for seed in SEEDS]
    assert any(called) and not all(called)


@pytest.mark.rules("CA-7.2")
def test_the_weaker_the_level_the_more_it_forgets() -> None:
    called = [sum(calls(three_points(), level, seed) for seed in range(200)) for level in BY_THUMB]
    assert called == sorted(called)
    assert len(set(called)) == len(called)


@pytest.mark.rules("CA-7.2", "CA-7.1")
def test_where_the_table_keeps_marks_nothing_is_forgotten() -> None:
    assert all(calls(three_points(memory_aid=True), "beginner", seed) for seed in SEEDS)


@pytest.mark.rules("CA-7.2", "CA-3.6")
def test_what_everybody_was_shown_is_not_forgotten() -> None:
    """All saw Ah tried on 3d, and 2d taken: the whole grid is known, so even a beginner calls with 3 points."""
    deck = "3d 2d 5d 6d 3c 4c 5c"
    t = table("Qh Ah - -", "Qc Jc Kc Th", deck=deck, knows={0: "0:1", 1: ""}, match_penalty_cards=0)
    play(t, "draw", "discard", "match 1")
    quiet_turn(t)
    play(t, "take", "swap 0")
    quiet_turn(t)
    assert all(calls(t, level, seed) for level in BY_THUMB for seed in SEEDS)


@pytest.mark.rules("CA-7.2", "CA-5.2")
@pytest.mark.parametrize("level", WEAKER)
def test_a_bot_does_not_guess_a_forgotten_card(level: str) -> None:
    """Seat 0 has seen that 0:1 matches its discard: it is matched or forgotten, but no other card is tried."""
    t = table("Qh 5h Kc Th", "Ac 2c 3c 4c", deck="5d 2d 3d 4d", knows={0: "0:1"})
    play(t, "draw", "discard")
    assert choose(t, 0, "skilled") == "match 1"
    assert {choose(t, 0, level, seed, seed) for seed in SEEDS} == {"match 1", "pass"}


# ---- what is forgotten stays forgotten


@pytest.mark.rules("CA-7.2")
@pytest.mark.parametrize("level", WEAKER)
def test_a_forgotten_card_stays_forgotten_and_a_kept_one_kept(level: str) -> None:
    t = three_points()
    at_first = [calls(t, level, seed) for seed in SEEDS]
    for _ in range(4):
        quiet_turn(t)
        quiet_turn(t)
        assert [calls(t, level, seed) for seed in SEEDS] == at_first


@pytest.mark.rules("CA-7.2", "CA-3.3")
def test_a_forgotten_card_is_not_remembered_when_it_is_moved() -> None:
    t = three_points(deck="3d Jd 4d 5d")
    at_first = [calls(t, "beginner", seed) for seed in SEEDS]
    quiet_turn(t)
    play(t, "draw", "discard", "switch 0:0 0:1")
    assert [calls(t, "beginner", seed) for seed in SEEDS] == at_first


@pytest.mark.rules("CA-7.2", "CA-3.1")
def test_a_card_that_is_seen_again_may_be_kept_this_time() -> None:
    t = three_points(deck="7d 4d 5d 6d 3c")
    before = [calls(t, "beginner", seed) for seed in SEEDS]
    play(t, "draw", "discard", "look 0:0")
    quiet_turn(t)
    after = [calls(t, "beginner", seed) for seed in SEEDS]
    assert any(now and not then for now, then in zip(after, before, strict=True))


@pytest.mark.rules("CA-7.2", "CA-3.4")
def test_what_was_seen_in_this_turn_is_still_in_mind() -> None:
    """A black King shows Qh and then Ac: even a bot with hardly any memory switches the two."""
    t = table("Qh - - -", "Ac - - -", deck="Ks 2d 3d 4d", knows={0: "", 1: ""}, matching="off")
    play(t, "draw", "discard", "look 0:0", "look 1:0")
    for level in BY_THUMB:
        assert {choose(t, 0, level, memory_seed=seed) for seed in SEEDS} == {"switch 0:0 1:0"}
    assert not any(forgets(t, level, seed, card) for level in LEVELS for seed in SEEDS for card in ("Qh", "Ac"))


@pytest.mark.rules("CA-7.2", "CA-7.1")
def test_what_a_seat_is_looking_at_is_not_forgotten() -> None:
    t = Table.new("cambio", seats=2, seed=17)
    for seat in range(2):
        state = t._state.copy()
        find_game("cambio").forget(state, seat, -1)  # type: ignore[misc]
        assert state == t._state
    t.play("draw")
    before = cast(Cambio, t._state)
    state = before.copy()
    find_game("cambio").forget(state, 1, -1)  # type: ignore[misc]
    assert (state.known[0], state.known[1]) == (before.known[0], 0)


# ---- honesty


@pytest.mark.rules("CA-7.2", "ALL-3")
def test_a_forgotten_card_has_no_part_in_the_choice() -> None:
    """A bot that has forgotten the Ace plays as it does at the same table with a forgotten Queen in its place."""
    ace, queen = three_points("Ah 2h"), three_points("Qd 2h")
    seeds = [seed for seed in range(200) if forgets(ace, "beginner", seed, "Ah") and forgets(queen, "beginner", seed, "Qd")]
    assert len(seeds) > 20
    for seed in seeds:
        assert choose(ace, 0, "beginner", 5, seed) == choose(queen, 0, "beginner", 5, seed)


@pytest.mark.rules("CA-7.2", "ALL-3")
def test_a_card_never_seen_has_no_part_in_it() -> None:
    one = table("Ah 2h - -", "Qh Jh Kc Th", deck=DECK, knows={0: "0:0 0:1", 1: ""})
    other = table("Ah 2h - -", "Qh 3d Kc Th", deck=DECK.replace("3d", "Jh"), knows={0: "0:0 0:1", 1: ""})
    for name in BY_THUMB:  # test_no_peeking shows the same of levels that search
        ones, others = ([choose(real, 0, name, seed, seed) for seed in SEEDS] for real in (one, other))
        assert ones == others


@pytest.mark.rules("CA-7.2")
def test_the_real_table_is_left_as_it_is() -> None:
    t = three_points()
    before = t.position()
    for seed in SEEDS:
        choose(t, 0, "beginner", seed, seed)
    assert t.position() == before


@pytest.mark.rules("CA-7.2")
@pytest.mark.skipif(not is_available("numba"), reason="needs Numba")
def test_forgetting_is_the_same_compiled() -> None:
    from parlour.fast.compiler import compiled, from_row, rows, to_row

    game = find_game("cambio")
    assert game.forget is not None
    fast = compiled(game.forget, game)
    start = cast(Cambio, three_points()._state)
    for seat in range(2):
        for cards in (0, 5, -1, start.known[0] & -start.known[0]):
            plain, array, back = start.copy(), rows(game.state, 1), game.state()
            to_row(plain, array[0])
            game.forget(plain, seat, cards)
            fast(array[0], seat, cards)
            from_row(array[0], back)
            assert back == plain
