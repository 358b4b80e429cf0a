"""Sentences that know what they are about, refusals with codes, and remedies for house rules that clash."""

import pickle
from collections.abc import Mapping
from dataclasses import replace

import pytest

from parlour import Illegal, Match, Table, find_game
from parlour.core import texts
from parlour.core.game import Game
from parlour.core.options import options_of
from parlour.core.remedy import Clash
from parlour.core.sentence import CARD, OPTION, Invalid, Part, Sentence, as_str

POSITION = """
    switch seats=2 turn=0 seed=7
    hand 0: 8h 2c 7d
    hand 1: Ks 3s
    pile: 4d 9h
"""


def clash_of(game_id: str, seats: int, **options: object) -> Clash:
    with pytest.raises(Clash) as caught:
        find_game(game_id).checked_options(options, seats)
    return caught.value


# ---- sentences ----------------------------------------------------------------------------------------------------


def test_a_sentence_is_a_text_with_its_key_and_parts() -> None:
    said = texts.sentence("prompt.waiting", who="Ana")
    assert said == "Waiting for Ana."
    assert (said.key, said.parts) == ("prompt.waiting", {"who": "Ana"})


def test_a_sentence_names_what_is_in_its_parts_and_in_their_parts_each_once() -> None:
    card, option = Part("♥8", CARD, "8h"), Part("decks=1", OPTION, "decks")
    inner = Sentence("♥8 and decks=1", "inner", {"card": card, "rule": option})
    outer = Sentence("…", "outer", {"first": inner, "second": card, "number": 3, "who": "Ana"})
    assert (outer.named(CARD), outer.named(OPTION), outer.named("move")) == (("8h",), ("decks",), ())
    assert Sentence("…", "list", {"all": texts.listed([card, Part("♣2", CARD, "2c")])}).named(CARD) == ("8h", "2c")


def test_sentences_and_parts_can_be_pickled_and_encoded() -> None:
    said = Sentence("Take ♥8.", "key", {"card": Part("♥8", CARD, "8h")})
    again = pickle.loads(pickle.dumps(said))
    assert (again, again.key, again.named(CARD)) == (said, "key", ("8h",))
    assert type(as_str(said)) is str
    with pytest.raises(NotImplementedError):
        as_str(3)


# ---- refusals -----------------------------------------------------------------------------------------------------


def test_a_refused_move_has_a_code_and_the_cards_it_is_about() -> None:
    table = Table.from_position(POSITION)
    with pytest.raises(Illegal) as refused:
        table.play("play 2c")
    assert (refused.value.code, refused.value.cards, refused.value.options) == ("switch.refusal.noFit", ("2c",), ())
    with pytest.raises(Illegal) as refused:
        table.play("play 2h")
    assert (refused.value.code, refused.value.cards) == ("refusal.notHeld", ("2h",))
    with pytest.raises(Illegal) as refused:
        table.play("play xx")
    assert (refused.value.code, refused.value.cards) == ("refusal.noCard", ())


def test_a_refused_option_has_a_code_and_its_name() -> None:
    with pytest.raises(Invalid) as refused:
        Table.new("switch", options={"mode": "banana"})
    assert (refused.value.code, refused.value.options) == ("refusal.optionValue", ("mode",))
    with pytest.raises(Invalid) as refused:
        Match.new("switch", options={"nothing": 1})
    assert (refused.value.code, refused.value.options) == ("refusal.noOption", ())


def test_a_refusal_of_a_card_of_another_pack_names_it() -> None:
    table = Table.new("match_mania", seed=1)
    missing = next(card for card in ("r5", "y5", "g5", "b5", "r6") if f"play {card}" not in table.moves())
    with pytest.raises(Illegal) as refused:
        table.play(f"play {missing}")
    assert missing in refused.value.cards


# ---- remedies -----------------------------------------------------------------------------------------------------


def test_a_clash_has_a_remedy() -> None:
    clash = clash_of("match_mania", 20)
    assert (str(clash), clash.code, clash.options) == (
        "More than 10 players need at least 2 decks.",
        "match_mania.clash.decks",
        ("decks",),
    )
    remedy = clash.remedy()
    assert remedy is not None
    assert (remedy.options, remedy.seats, remedy.text) == ({"decks": 2}, None, "Add --set decks=2.")
    with texts.speaking(typed=False):
        assert getattr(clash.remedy(), "text", "") == "Use 2 decks"


def test_what_was_given_is_changed_only_if_nothing_else_helps() -> None:
    given = clash_of("match_mania", 20, decks=1).remedy()
    assert given is not None
    assert (given.options, given.text) == ({"decks": 2}, "Use --set decks=2 instead.")
    challenge = clash_of("match_mania", 4, challenge=True).remedy()
    assert challenge is not None
    assert challenge.options == {"wild_four": "no_colour"}
    drawn = clash_of("match_mania", 4, play_drawn=False, force_play=True, draw_to_match=True)
    with texts.speaking(typed=False):
        found = drawn.remedy(keep=["play_drawn"])
    assert found is not None
    assert found.options == {"force_play": False, "draw_to_match": False}
    assert found.text == "Turn off “Must play a drawn card” and turn off “Draw until it fits”"


def test_seats_are_offered_where_the_house_rule_was_asked_for() -> None:
    clash = clash_of("switch", 8, hand_size=7)
    with texts.speaking(typed=False):
        remedy = clash.remedy(keep=["hand_size"], keep_seats=False)
    assert remedy is not None
    assert (remedy.options, remedy.seats, remedy.text) == ({}, 7, "Play with 7 seats")
    kept = clash.remedy(keep=[], keep_seats=True)
    assert kept is not None
    assert kept.options == {"hand_size": 6}


@pytest.mark.parametrize(("seats", "expected"), [(4, "Use --seats 3 instead."), (2, "")])
def test_a_clash_that_no_option_resolves(seats: int, expected: str) -> None:
    switch = find_game("switch")

    def clash(values: Mapping[str, int], seats: int) -> str:
        return "" if seats == 3 else "Only three can play this."

    game: Game = replace(switch, clash=clash)
    assert options_of(game.state)
    with pytest.raises(Clash) as caught:
        game.checked_options({}, seats)
    remedy = caught.value.remedy()
    assert (remedy.text if remedy else "") == expected
