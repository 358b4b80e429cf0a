"""The levels of bots: what they are, and what holds for all of them at any table. Nothing here names a game."""

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from parlour import Table, find_game, game_ids
from parlour.bots import LEVELS, Level, choose, usual_level
from parlour.bots.levels import find_level
from parlour.testing import situations
from parlour.testing.secrecy import pairs, twin
from parlour.testing.sentences import flaw_of
from parlour.testing.trials import expect, random_table
from tests.bots.helpers.arena import play_out

BY_THUMB = [name for name, level in LEVELS.items() if not level.playouts]
"""Levels that do not search. More is guaranteed of these than test_search.py checks for the others."""
every_game = pytest.mark.parametrize("game_id", game_ids())
RESTING = ("draw", "pass", "keep", "accept", "pick up", "decline")
"""The moves of a player who doesn't take a chance to cut in."""
WORLDS = 6


def asked(table: Table) -> list[int]:
    """The seats that have a move now."""
    return [] if table.must is None else [table.must, *table.may]


def positions(game_id: str, games: int) -> Iterator[tuple[Table, random.Random]]:
    """Positions from random games under random house rules in which somebody has a move."""
    for now in situations(find_game(game_id), games, seed=4, moments=12, stride=9):
        if now.table.must is not None:
            yield now.table, now.rng


# ---- the levels


def test_levels_go_from_weak_to_strong() -> None:
    levels = list(LEVELS.values())
    assert [level.name for level in levels] == list(LEVELS)
    assert list(LEVELS) == ["beginner", "casual", "skilled", "strong", "expert"]
    for weak, strong in pairwise(levels):
        assert weak.slip >= strong.slip and weak.memory <= strong.memory
    assert usual_level in LEVELS


@pytest.mark.parametrize("level", LEVELS.values(), ids=list(LEVELS))
def test_a_level_explains_itself_in_a_sentence(level: Level) -> None:
    assert not flaw_of(level.says)
    assert level.name.isidentifier() and level.name.islower()
    assert 0 <= level.slip <= 1 and 0 <= level.memory <= 1


@pytest.mark.parametrize("level", ["skilled", "expert"])
@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"table": None}, "A bot needs a table made by Table.new"),
        ({"table": Table.new(game_ids()[0], seed=0).view(0)}, "A bot needs a table made by Table.new"),
        ({"seat": None}, "There is no seat"),
        ({"seat": True}, "There is no seat"),
        ({"memory_seed": "x"}, "A seed must be a whole number"),
        ({"memory_seed": -1}, "A seed must be a whole number"),
        ({"table": play_out(Table.new(game_ids()[0], 2, seed=0), ["skilled"] * 2, 1)}, "The game is over"),
        ({"table": Table.new(game_ids()[-1], 2, seed=0), "seat": 1}, "Seat 1 has no move now"),
    ],
)
def test_every_level_refuses_the_same_in_a_sentence(given: dict[str, object], why: str, level: str) -> None:
    with pytest.raises(ValueError, match=why) as caught:
        choose(**{"table": Table.new(game_ids()[0], seed=0), "seat": 0, "level": level, **given})  # type: ignore[arg-type]
    assert not flaw_of(str(caught.value))


@pytest.mark.parametrize("name", ["grandmaster", "", "Skilled", "x" * 500, None, 3])
def test_an_unknown_level_is_refused_in_a_sentence(name: str) -> None:
    with pytest.raises(ValueError, match="Unknown bot level") as caught:
        choose(Table.new(game_ids()[0], seed=1), 0, name)
    assert not flaw_of(str(caught.value))
    assert all(level in str(caught.value) for level in LEVELS)
    with pytest.raises(ValueError, match="Unknown bot level"):
        find_level(name)


# ---- at any table


@every_game
def test_skilled_is_the_games_own_advice(game_id: str) -> None:
    for table, rng in positions(game_id, 12):
        for seat in asked(table):
            seed = rng.getrandbits(60)
            assert choose(table, seat, "skilled", seed, rng.randrange(9)) == table.advice(seat, seed)
            assert choose(table, seat, seed=seed) == table.advice(seat, seed)


@every_game
def test_every_level_makes_a_legal_move_and_the_same_when_asked_again(game_id: str) -> None:
    for table, rng in positions(game_id, 12):
        before = table.position()
        for seat in asked(table):
            for level in BY_THUMB:
                seed, memory = rng.getrandbits(60), rng.randrange(99)
                words = choose(table, seat, level, seed, memory)
                expect(words == choose(table.copy(), seat, level, seed, memory), table, f"{level} changes its mind.")
                if words is None:
                    expect(seat != table.must, table, f"{level} has no move for seat {seat}, which must move.")
                else:
                    table.copy().play(words, seat)
        assert table.position() == before


@every_game
@pytest.mark.rules("ALL-3")
def test_choices_do_not_depend_on_hidden_cards(game_id: str) -> None:
    compared = 0
    for table, rng in positions(game_id, 12):
        for seat in asked(table):
            for a, b in pairs(table, seat, rng, 2):
                other = twin(table, a, b)
                for level in BY_THUMB:
                    seed, memory = rng.getrandbits(60), rng.randrange(99)
                    same = choose(table, seat, level, seed, memory) == choose(other, seat, level, seed, memory)
                    expect(same, table, f"{level} in seat {seat} decides by a card that it cannot know.")
                    compared += 1
    assert compared > 200


# ---- weaker, but never obviously stupid


def is_rest(words: str | None) -> bool:
    return words is None or words.startswith(RESTING)


def wins(table: Table, seat: int, words: str) -> bool:
    """Whether a move wins at once, whatever the hidden cards are."""
    for number in range(WORLDS):
        world = Table(table.game, table.world(seat, number), table.seed)
        world.play(words, seat)
        if world.result is None or seat not in world.result.winners:
            return False
    return True


@every_game
def test_no_level_misses_a_move_that_wins_at_once(game_id: str) -> None:
    """No level misses a move that wins at once, unless it has forgotten where a card lies."""
    chances = 0
    for number in range(8):
        rng = random.Random(number)
        table = Table.new(game_id, seed=number) if number < 4 else random_table(find_game(game_id), rng)
        log = play_out(table.copy(), ["beginner"] * table.seats, number).log
        for step, (mover, said) in enumerate(log):
            for seat in asked(table) if len(log) - step < 12 else []:
                winning = [words for words in table.moves(seat) if not is_rest(words) and wins(table, seat, words)]
                chances += len(winning) > 0
                for level in BY_THUMB if winning else ():
                    seed = rng.getrandbits(60)
                    words = choose(table, seat, level, seed, memory_seed=number)
                    forgets = table.game.forget is not None and LEVELS[level].memory < 1
                    sees_it = not is_rest(words) or (words is not None and wins(table, seat, words)) or forgets
                    expect(sees_it, table, f"{level} in seat {seat} says {words}.")
                    awake = words == table.advice(seat, seed)
                    expect(awake or table.game.forget, table, f"{level} in seat {seat} slips when it can win: {words}.")
            table.play(said, mover)
    assert chances or find_game(game_id).lowest_wins


def cards_after(table: Table, seat: int, words: str | None = None) -> int:
    """Return how many cards a seat has, after a move if one is given."""
    after = table.copy()
    if words is not None:
        after.play(words, seat)
    return sum(zone.count for zone in after.view(seat).zones if zone.owner == seat)


@every_game
def test_in_turn_a_slip_is_another_move_of_the_same_kind(game_id: str) -> None:
    """A slip does not cost cards. (A bot that has forgotten something may make any other move.)"""
    slips = 0
    for number in range(8):
        rng = random.Random(number)
        table = Table.new(game_id, seed=number) if number < 4 else random_table(find_game(game_id), rng)
        for _ in range(60):
            if table.must is None:
                break
            seat, seed = table.must, rng.getrandbits(60)
            words, advice = choose(table, seat, "beginner", seed), table.advice(seat, seed)
            assert words is not None and advice is not None
            if words != advice and not table.game.forget:
                expect(words.split()[0] == advice.split()[0], table, f"{words} is a slip for {advice}.")
                most = max(cards_after(table, seat), cards_after(table, seat, advice))
                expect(cards_after(table, seat, words) <= most, table, f"{words} is a slip for {advice} that costs cards.")
            slips += words != advice
            table.play(words)
    assert slips > 8


def test_out_of_turn_a_slip_is_a_missed_chance() -> None:
    """Over all games: bots miss some chances to cut in, and never cut in against the advice."""
    missed = taken = 0
    for game_id in game_ids():
        for table, rng in positions(game_id, 25):
            for seat in table.may:
                seed = rng.getrandbits(60)
                advice, words = table.advice(seat, seed), choose(table, seat, "beginner", seed)
                if not table.game.forget:
                    assert words in (advice, None)
                missed += advice is not None and words is None
                taken += words is not None
    assert missed and taken
