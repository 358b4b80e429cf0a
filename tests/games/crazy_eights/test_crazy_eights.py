"""Crazy Eights, statement by statement, worked out by hand from its RULES.md."""

import pytest

from parlour import Illegal, Match, Table


def table(*hands: str, pile: str, deck: str = "Jc Qc", **lines: object) -> Table:
    """A table with exactly these cards; other lines by name, `option_x` for an option."""
    text = [f"crazy_eights seats={len(hands)} turn=0 seed=7", "rest: out", f"pile: {pile}", f"deck: {deck}"]
    text += [f"hand {seat}: {cards}" for seat, cards in enumerate(hands)]
    text += [f"{name.replace('option_', 'option ')}: {value}" for name, value in lines.items()]
    return Table.from_position("\n".join(text))


def hand(now: Table, seat: int) -> list[str]:
    zone = now.view(seat).zone("hand", seat)
    assert zone is not None
    return list(zone.cards)


def refusal(now: Table, words: str, seat: int | None = None) -> str:
    before = now.position()
    with pytest.raises(Illegal) as caught:
        now.play(words, seat)
    assert now.position() == before
    return str(caught.value)


@pytest.mark.rules("CE-1.1", "ALL-6")
def test_the_deal() -> None:
    for seats, size in ((2, 5), (6, 8)):
        dealt = Table.new("crazy_eights", seats, seed=1, options={"hand_size": size}, first=1)
        assert dealt.must == 1
        assert [len(hand(dealt, seat)) for seat in range(seats)] == [size] * seats
        deck, pile = dealt.view(None).zone("deck"), dealt.view(None).zone("pile")
        assert deck is not None and pile is not None
        assert (deck.count, pile.count) == (52 - seats * size - 1, 1)


@pytest.mark.rules("CE-1.2")
def test_an_8_turned_up_counts_as_its_suit() -> None:
    seed = next(seed for seed in range(99) if "pile: 8" in Table.new("crazy_eights", 2, seed).position())
    dealt = Table.new("crazy_eights", 2, seed)
    assert dealt.must == 0 and "suit:" not in dealt.position()
    now = table("4h 4s", "2d", pile="8h")
    assert now.moves() == ["play 4h"]


@pytest.mark.rules("CE-2.1", "ALL-4")
def test_suit_or_rank() -> None:
    now = table("4h 9c 9s Ks 8d", "2d", pile="9h")
    assert now.moves() == ["play 9c", "play 8d", "play 4h", "play 9s"]
    assert refusal(now, "play Ks") == "♠K matches neither ♥ nor 9."
    assert refusal(now, "play Kd") == "You don't hold ♦K."
    assert refusal(now, "play 9c 9s") == "You can only play one card per turn."
    assert refusal(now, "dance") == "Crazy Eights has no move “dance”. Try play, draw, pass or name."
    assert "It's seat 0's turn" in refusal(now, "play 2d", 1)
    now.play("play 9s")
    assert now.must == 1 and hand(now, 0) == ["9c", "8d", "4h", "Ks"]


@pytest.mark.rules("CE-2.2")
def test_an_8_changes_the_suit() -> None:
    now = table("8c 4h", "3s 3h 8d", pile="Kh")
    assert refusal(now, "name spades") == "You can only name a suit after playing an 8."
    now.play("play 8c")
    assert now.must == 0
    assert now.moves() == ["name clubs", "name diamonds", "name hearts", "name spades"]
    assert refusal(now, "play 4h") == "Name a suit first: clubs, diamonds, hearts or spades."
    now.play("name spades")
    assert [badge.value for badge in now.view(1).badges] == ["spades"]
    assert now.must == 1
    assert now.moves() == ["play 8d", "play 3s"]
    assert refusal(now, "play 3h") == "♥3 matches neither ♠ nor 8."


@pytest.mark.rules("CE-2.3")
def test_draw_only_if_nothing_fits_and_the_turn_is_over() -> None:
    now = table("3c 4h", "2d", pile="9h", deck="Kh")
    assert refusal(now, "draw") == "You have a card that fits, so you must play."
    now = table("3c", "2d", pile="9h", deck="Kh")
    assert now.moves() == ["draw"]
    assert refusal(now, "pass") == "You can't pass while there are cards to draw."
    now.play("draw")
    assert now.must == 1 and hand(now, 0) == ["3c", "Kh"]


@pytest.mark.rules("CE-2.4")
def test_draw_until_a_card_fits() -> None:
    now = table("3c", "2d", pile="9h", deck="4s Kh", option_draw_until_playable="on")
    now.play("draw")
    assert now.must == 0 and now.moves() == ["draw"]
    now.play("draw")
    assert now.must == 0 and now.moves() == ["play Kh"]
    now.play("play Kh")
    assert now.must == 1


@pytest.mark.rules("CE-2.5", "ALL-2")
def test_pass_when_nothing_is_left_to_draw() -> None:
    now = table("3c", "2d 4d", pile="5s 9h", deck="")
    now.play("draw")
    assert hand(now, 0) == ["3c", "5s"]
    now = table("3c", "2d 4d", pile="9h", deck="")
    assert now.moves() == ["pass"]
    assert refusal(now, "draw") == "There is nothing left to draw: pass instead."
    now.play("pass")
    assert now.must == 1


@pytest.mark.rules("CE-3.1")
def test_the_last_card_wins_even_if_it_is_an_8() -> None:
    now = table("8c", "2d 4d", pile="9h")
    now.play("play 8c")
    assert now.result is not None and now.result.winners == [0]


@pytest.mark.rules("CE-3.2", "ALL-7")
def test_the_winner_gets_the_points_of_the_other_hands() -> None:
    now = table("4h", "8d Kc", "As 7d Tc", pile="9h")
    assert [now.hand_points(seat) for seat in range(3)] == [4, 60, 18]
    now.play("play 4h")
    assert now.result is not None and now.result.scores == [78, 0, 0]
    match = Match.new("crazy_eights", 2, seed=1, rounds=2)
    assert match.scores == [0, 0]


@pytest.mark.rules("CE-3.3", "ALL-5", "ALL-9")
def test_a_blocked_game_and_the_turn_limit() -> None:
    now = table("3c 3d", "2d", "5d", pile="9h", deck="")
    for _ in range(3):
        now.play("pass")
    assert now.result is not None and (now.result.winners, now.result.scores) == ([1, 2], [0, 6, 6])
    now = table("3c 4h", "2d 5d", pile="9h", turns=99, option_max_turns=100)
    now.play("play 4h")
    assert now.result is not None and now.result.winners == [0]


@pytest.mark.rules("CE-3.4", "ALL-8")
def test_the_clock_plays_the_first_card_that_fits() -> None:
    now = table("4h 9c Kh", "2d", pile="9h")
    now.time_up()
    assert now.must == 1 and hand(now, 0) == ["4h", "Kh"]
    now = table("3c 8d", "2d", pile="9h")
    now.time_up()
    now.time_up()
    assert [badge.value for badge in now.view(1).badges] == ["clubs"]
    now = table("3c", "2d", pile="9h", deck="5c")
    now.time_up()
    assert hand(now, 0) == ["3c", "5c"]


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ({"suit": "clubs"}, "only if an 8"),
        ({"phase": "name"}, "only if an 8"),
        ({"passes": 1}, "nothing can be drawn"),
        ({"winners": 0}, "The winners don't fit"),
        ({"since 3": "2c"}, "needs as many shuffles"),
        ({"shuffles": 1}, "must come from the last one"),
    ],
)
def test_impossible_positions_are_refused(lines: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        table("3c", "2d", pile="9h", deck="2c", **lines)
