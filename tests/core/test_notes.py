"""Sentences that a player reads before a move: what it risks, and why a card can't be played yet."""

import random

import pytest

from parlour import Table, game_ids
from parlour.core.notes import cautions, idle_moves, needs
from parlour.core.sentence import Sentence
from tests.games.helpers.swish import table as swish
from tests.helpers import SOAK


def warnings(table: Table) -> dict[str, str]:
    """Return the keys of the warnings for the seat in turn, by the move that each is about."""
    view = table.view(table.must)
    assert all(isinstance(note.text, Sentence) for note in cautions(table, view))
    return {note.about: note.text.key.partition(".")[2] for note in cautions(table, view) if isinstance(note.text, Sentence)}


def position(game: str, *lines: str) -> Table:
    return Table.from_position("\n".join([f"{game} turn=0 seed=7", *lines]))


@pytest.mark.rules("SW-10.2", "SW-9.8")
def test_a_last_card_that_may_not_finish_says_so() -> None:
    """Only plays that can't finish the game, because of a trick card or a run, carry the warning."""
    rest = ("hand 1: Ks 3s", "pile: 4d 9h")
    assert warnings(position("switch seats=2", "hand 0: 8h", *rest)) == {"play": "caution.finish"}
    assert warnings(position("switch seats=2", "hand 0: 9c 9d 6h", *rest)) == {}
    assert warnings(position("switch seats=2", "hand 0: 6h", *rest)) == {}
    assert warnings(position("switch seats=2", "option finish_on_trick: on", "hand 0: 8h", *rest)) == {}
    assert warnings(position("switch seats=2", "hand 0: 6h", "run: 5", "hand 1: Ks 4s", "pile: 4d 5h")) == {
        "play": "caution.finishInRun"
    }


@pytest.mark.rules("SW-10.2", "SW-9.8")
def test_the_warning_is_never_wrong() -> None:
    """In games with small hands: a play carries a warning if and only if its player can't finish with it."""
    seen = set()
    for seed in range(200 if SOAK else 25):
        table, rng = Table.new("switch", seats=2, seed=seed, options={"hand_size": 3, "chains": True}), random.Random(seed)
        while (seat := table.must) is not None and table.turns < 60:
            view = table.view(seat)
            warned = {note.about for note in cautions(table, view)}
            for words in table.moves():
                trial = table.trial(words)
                missed = any(table.game.all_kinds[raw[0]].name == "missed_finish" for raw in trial.events)
                assert missed == bool(warned & {words, words.split()[0]}), (words, view)
                seen.add(missed)
            table.play(rng.choice(table.moves()))
    assert seen == {True, False}


@pytest.mark.rules("SW-11.2", "SW-11.3")
def test_mistakes_and_announcements_say_what_they_cost() -> None:
    rest = ("hand 1: Ks 3s 9d", "pile: 4d 9h")
    strict = position("switch seats=2", "option mode: cutthroat", "hand 0: 6h 4c", *rest)
    assert warnings(strict)["play"] == "caution.announce"
    assert "draw 2 cards" in next(note.text for note in cautions(strict, strict.view(0)) if note.about == "attempt")
    assert idle_moves(strict, strict.view(0)) == []
    many = position("switch seats=2", "option mode: casual", "hand 0: 6h 4c 5s Td Jc", *rest)
    assert idle_moves(many, many.view(0)) == ["announce"], "nobody is offered “last card” with five cards"
    assert warnings(many) == {"attempt": "caution.attemptCasual"}
    many.play("play 6h")
    assert [note.about for note in cautions(many, many.view(1))] == ["challenge", "attempt"]


@pytest.mark.rules("CA-4.3", "CA-5.2")
def test_a_call_and_a_match_say_what_they_risk() -> None:
    table = Table.new("cambio", seats=2, seed=1, options={"matching": "snap_own"})
    said = {note.about: str(note.text) for note in cautions(table, table.view(0))}
    assert said == {
        "call": "A wrong call costs you 10 points.",
        "match": "A wrong match costs you 1 card.",
    }
    free = Table.new("cambio", seats=2, seed=1, options={"wrong_call_penalty": 0, "matching": "off"})
    assert warnings(free) == {}


@pytest.mark.rules("SH-5.1")
def test_a_flip_says_what_it_risks() -> None:
    low = swish("", "Ks", pile="4d 9h")
    assert [str(note.text) for note in cautions(low, low.view(0))] == [
        "If it doesn't beat ♥9, you take it and the pile: 3 cards."
    ]
    assert warnings(swish("", "Ks")) == {}


@pytest.mark.rules("SS-3.4")
def test_a_jack_warns_that_a_small_hand_is_given_away() -> None:
    table = position("swap_switch seats=2", "hand 0: Jh 4c", "hand 1: 5s 6s 7s", "pile: 9h")
    assert warnings(table) == {"play": "caution.swap"}
    assert warnings(position("swap_switch seats=2", "hand 0: Jh 4c 5c 6c", "hand 1: 5s 6s", "pile: 9h")) == {}


@pytest.mark.rules("MM-3.6", "MM-4.4", "MM-7.2")
def test_a_wild_four_and_a_last_card_say_what_they_risk() -> None:
    guilty = position(
        "match_mania seats=2",
        "option challenge: on",
        "option wild_four: no_colour",
        "hand 0: W+4 r5 g2",
        "hand 1: y4 y6",
        "pile: r9",
    )
    assert warnings(guilty) == {"play W+4": "caution.guilty"}
    guilty.play("play W+4")
    guilty.play("name blue")
    assert warnings(guilty) == {"challenge": "caution.challenge"}
    manual = position("match_mania seats=2", "option call_out: manual", "hand 0: r5 g2", "hand 1: y4 y6", "pile: r9")
    assert warnings(manual) == {"play": "caution.callFirst"}
    manual.play("call")
    assert warnings(manual) == {}


@pytest.mark.rules("SW-2.3", "ALL-4")
def test_a_card_says_what_it_needs() -> None:
    table = position("switch seats=2", "hand 0: 6h 6c Ks", "hand 1: 3s 4s", "pile: 9h")
    assert [(note.about, str(note.text)) for note in needs(table, table.view(0))] == [
        ("6c", "♣6 matches neither ♥ nor 9. Put ♥6 first."),
        ("Ks", "♠K matches neither ♥ nor 9."),
    ]
    assert needs(table, table.view(1)) == [], "only the seat in turn has to choose a card"


@pytest.mark.parametrize("game", game_ids())
def test_every_card_either_begins_a_move_or_says_why_not(game: str) -> None:
    table, rng = Table.new(game, seed=5), random.Random(5)
    for _ in range(40):
        if (seat := table.must) is None:
            break
        view = table.view(seat)
        hand = view.zone("hand", seat)
        cards = set(hand.cards) if hand else set()
        assert {note.about for note in needs(table, view)} == cards - {move.picks[0] for move in view.moves}
        table.play(rng.choice(table.moves()))
