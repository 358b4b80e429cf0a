"""Moves that a player can't tell apart are one move, so that hints don't choose between them."""

from parlour import Table
from parlour.bots import candidates
from parlour.core.view import Choice


def test_blind_flips_are_one_move() -> None:
    table = Table.new("swish", 2, seed=3)
    while not any(words.startswith("flip ") for words in table.moves()) or len(table.moves()) < 2:
        table.play(table.advice() or table.moves()[0])
    assert table.must is not None
    found = candidates.candidates(table.mind(table.must), 1)
    assert len(found.words) == 1 and found.numbers == dict.fromkeys(table.moves(), 0)


def test_suits_mean_nothing_in_swish_unless_others_know_the_cards() -> None:
    table = Table.from_position("swish seats=2 turn=0 seed=7\nhand 0: 9h 9c 9d\nhand 1: Ks 3d\npile: 4d 8h")
    found = candidates.candidates(table.mind(0), 1)
    assert sorted(len(actions) for actions in found.actions) == [1, 2, 3] and set(found.numbers) == set(table.moves())


def test_cards_of_cambio_that_look_alike_are_one_move() -> None:
    """At the start a seat knows two cards of its own; the others of each owner form two groups."""
    table = Table.new("cambio", 3, seed=5)
    mind = table.mind(0)
    keys = {table.game.alike(table._state, mind.evidence(0), 0, Choice(f"look 1:{slot}", (f"1:{slot}",))) for slot in range(4)}
    assert len(keys) == 2
    own = {table.game.alike(table._state, mind.evidence(0), 0, Choice(f"swap {slot}", (f"0:{slot}",))) for slot in range(4)}
    assert len(own) == 3


def test_a_game_with_hundreds_of_moves_offers_those_that_follow_an_idea() -> None:
    table = Table.new("cambio", 8, seed=5)
    table._state.phase = table.game.phases.index("king")
    found = candidates.candidates(table.mind(0), 0)
    assert len(table.moves(0)) > 400 and len(found.words) <= candidates.MOST_MOVES + 1 < found.of
    choices = {choice.words: choice for choice in table.view(0).moves}
    followed = [bool(table.tactics(0, choices[words])) for words in found.words]
    assert followed == sorted(followed, reverse=True) and 5 < sum(followed) < len(followed)
