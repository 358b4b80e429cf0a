"""The ideas behind moves: the sentences with which a hint begins."""

import random

import pytest

from parlour import Table, game_ids
from parlour.core.game import find_game

CASES = {
    # Switch
    "switch seats=2 turn=0; hand 0: 9h; hand 1: Ks 3s; pile: 4d 9c | play 9h": ["It's your last card, so it wins."],
    "switch seats=2 turn=0; hand 0: 8h; hand 1: Ks 3s; pile: 4d 9h | play 8h": [],
    "switch seats=2 turn=0; hand 0: 8h 8c 2c 7c; hand 1: Ks 3s; pile: 4d 9h | play 8h 8c": [
        "You play again at once.",
        "It leaves clubs on top, the suit of your last 2 cards.",
    ],
    "switch seats=3 turn=0; hand 0: 8h 4c 6c 9c; hand 1: Ks 5s; hand 2: 3s Js; pile: 4d 9h | play 8h": [
        "Play reverses: seat 2 is next, not seat 1, who has only 2 cards left.",
        "It gets rid of a trick card and leaves ♣4, which you can finish on.",
    ],
    "switch seats=3 turn=0; hand 0: Jh 2c 4c; hand 1: Ks 5s 6s; hand 2: 3s; pile: 4d 9h | play Jh": [
        "It skips seat 1.",
        "It gets rid of a trick card and leaves ♣4, which you can finish on.",
    ],
    "switch seats=3 turn=0; hand 0: 3h 4c 9c; hand 1: Ks 5s; hand 2: 3s; pile: 4d 9h | play 3h": [
        "It starts a run: seat 1 needs a 3 or a 4, or draws 3 cards.",
        "If the run comes back, you have ♣4 for it.",
    ],
    "switch seats=2 turn=0; option chains: on; hand 0: 3h 4h 5c 6h 7h 8h 9d Tc Jh Qh Kh Ah 2c; hand 1: Ks 5s; pile: 4d 9h "
    "| play 3h 4h 5c 6h 7h 8h 9d Tc Jh Qh Kh Ah": [],
    "switch seats=2 turn=0; hand 0: 6h 4c 9c; hand 1: Ks 5s; pile: 3d 5h; run: 5 | play 6h": [
        "It answers the run, so you don't have to draw 5 cards."
    ],
    "switch seats=2 turn=0; hand 0: 4c 9c; hand 1: Ks 5s; pile: 3d 5h; run: 5 | draw": ["You have nothing to answer it with."],
    "switch seats=2 turn=0; hand 0: 2h 4c 9c Kd; hand 1: Ks 5s; pile: 4d 9h | play 2h": [
        "Seat 1 must answer with a 2 or draw 2 cards.",
        "It gets rid of a trick card and leaves ♣4, which you can finish on.",
    ],
    "switch seats=2 turn=0; hand 0: 2h 4c 9c Kd 5d; hand 1: Ks 5s; pile: 4d 2c; penalty: 2 | play 2h": [
        "It passes the penalty on: seat 1 faces 4 cards."
    ],
    "switch seats=2 turn=0; hand 0: 5h 4c 9c Kd 6d; hand 1: Ks 5s; pile: 4d 9h | play 5h": [
        "Seat 1 must draw 5 cards, unless they hold ♥2."
    ],
    "switch seats=2 turn=0; hand 0: As 4c 9c Kc 6d; hand 1: Ks 5s; pile: 4d 9h | play As": [
        "The Ace lets you name clubs, and you hold 3 cards of that suit."
    ],
    "switch seats=2 turn=0; hand 0: 7s 4c 9c Kd 6d; hand 1: Ks 5s; pile: 4d 9h | play 7s": [
        "The 7 goes on anything, and the next player must still match hearts or 9."
    ],
    "switch seats=2 turn=0; hand 0: 8h Kc 4c; hand 1: Ks 5s; pile: 4d 9h | play 8h": [
        "It gets rid of a trick card and leaves ♣4, which you can finish on."
    ],
    "switch seats=2 turn=0; hand 0: 9c 4c; hand 1: Ks 3s; pile: 4d 9h | play 9c": ["Your last card, ♣4, would fit it."],
    "switch seats=2 turn=0; hand 0: 9c 4c Kc; hand 1: Ks 3s; pile: 4d 9h | play 9c": [
        "It leaves clubs on top, the suit of your last 2 cards."
    ],
    "switch seats=2 turn=0; hand 0: 9c 4d Kc 7s; hand 1: Ks 3s; pile: 4h 9h | play 9c": [
        "You keep your ♠7 for when nothing else fits."
    ],
    "switch seats=2 turn=0; hand 0: 9c 9d 4c Kc 5s 6d; hand 1: Ks 3s; pile: 4h 9h | play 9d 9c": [
        "It gets rid of 2 cards at once.",
        "It leaves clubs on top, and you hold 2 cards of that suit.",
    ],
    "switch seats=2 turn=0; hand 0: 4c Kc 5s; hand 1: Ks 3s; pile: 4h 9h | draw": ["Nothing in your hand fits."],
    "switch seats=2 turn=0; hand 0: As Kc 5s; hand 1: Ks 3s; pile: 4h 9h | draw": [
        "You keep your ♠A for when nothing else fits."
    ],
    "switch seats=2 turn=0; hand 0: As Kc 5c 4d; hand 1: Ks 3s; pile: 4h 9h | play As, name clubs": [
        "You hold 2 cards of clubs, at least as many as of any other suit."
    ],
    "switch seats=2 turn=0; hand 0: As Kc 5c 4d; hand 1: Ks 3s; pile: 4h 9h | play As, name diamonds": [],
    "switch seats=2 turn=0; hand 0: 9c 4c; hand 1: Ks 3s; pile: 4d 9h; option mode: cutthroat | announce": [
        "Once it's announced, your last card can't cost you anything."
    ],
    # Swap Switch
    "swap_switch seats=2 turn=0; hand 0: 9c; hand 1: Ks 3s; pile: 4d 9h | play 9c": ["It's your last card, so it wins."],
    "swap_switch seats=2 turn=0; hand 0: Jh 2h 4c 5c; hand 1: Ks 3s; pile: 4d 9h | play Jh": [
        "With the Jack you can swap your 3 cards for seat 1's 2 cards."
    ],
    "swap_switch seats=2 turn=0; hand 0: Jh 2h 4c 5c; hand 1: Ks 3s; pile: 4d 9h | play Jh, swap 1": [
        "Seat 1 has only 2 cards, and you have 3."
    ],
    "swap_switch seats=3 turn=0; hand 0: Jh 2h; hand 1: Ks 3s; hand 2: 5s 6s 7s; pile: 4d 9h | play Jh, swap 1": [
        "Nobody else has fewer cards than seat 1."
    ],
    "swap_switch seats=3 turn=0; hand 0: Qs 2h; hand 1: Ks 3s; hand 2: 5s; pile: 4d 9h | play Qs": [
        "Seat 1 must draw 4 cards."
    ],
    "swap_switch seats=3 turn=0; hand 0: 8h 2c; hand 1: Ks; hand 2: 5s; pile: 4d 9h | play 8h": [
        "It skips seat 1, who has only 1 card left."
    ],
    "swap_switch seats=2 turn=0; hand 0: 8h 2c; hand 1: Ks; pile: 4d 9h | play 8h": ["You play again at once."],
    "swap_switch seats=3 turn=0; hand 0: Kh 2c 4s; hand 1: Ks 3s 5d; hand 2: 5s; pile: 4d 9h | play Kh": [
        "Play reverses: seat 2 is next, not seat 1."
    ],
    "swap_switch seats=2 turn=0; hand 0: Ah 2c 4s; hand 1: Ks 3s; pile: 4d 9s | play Ah": ["The Ace goes on anything."],
    "swap_switch seats=2 turn=0; hand 0: 4c 5c; hand 1: Ks 3s; pile: 4d 9h | draw": ["Nothing in your hand fits."],
    "swap_switch seats=2 turn=0; hand 0: 2c 5c; hand 1: Ks 3s; pile: 4d 2h; penalty: 2; option stacking: on | play 2c": [
        "It passes the penalty on: seat 1 faces 4 cards.",
        "Your last card, ♣5, would fit it.",
    ],
    "swap_switch seats=2 turn=0; hand 0: 6c 5c; hand 1: Ks 3s; pile: 4d 2h; penalty: 2; option stacking: on | draw": [
        "You have nothing to answer it with."
    ],
    # Swish
    "swish seats=2 turn=0; hand 0: 9h 9c 9d Ks; hand 1: Kd 3d; pile: 4d 9s | play 9c 9d 9h": [
        "It makes four of a kind: the pile is removed from the game, and you play again."
    ],
    "swish seats=2 turn=0; hand 0: Th 9c; hand 1: Kd 3d; pile: 4d 9s | play Th": [
        "The 10 removes the pile of 2 cards from the game, and you play again."
    ],
    "swish seats=2 turn=0; hand 0: Th 9c; hand 1: Kd 3d; pile: | play Th": ["After a 10 you play again."],
    "swish seats=2 turn=0; hand 0: 2h 9c; hand 1: Kd 3d; pile: 9s | play 2h": [
        "The 2 goes on anything, and you play again with any card."
    ],
    "swish seats=2 turn=0; hand 0: 4h 5c; hand 1: Kd 3d; pile: 9s | pick up": ["Nothing in your hand beats ♠9."],
    "swish seats=2 turn=0; hand 0: 9h; down 0: - - - - - -; hand 1: Kd 3d; pile: 4s; rest: out | play 9h": [
        "It's your last card, so it wins."
    ],
    "swish seats=2 turn=0; hand 0:; down 0: 9h 8h - - - -; hand 1: Kd 3d; pile: 4s; rest: out | flip 0": [
        "Nobody knows the face-down cards, so each of them is as good as the others."
    ],
    "swish seats=2 turn=0; hand 0:; down 0: 9h - - - - -; hand 1: Kd 3d; pile: 4s; rest: out | flip 0": [
        "It's your last face-down card."
    ],
    # Match Mania
    "match_mania seats=2 turn=0; hand 0: r5; hand 1: g1 g2; pile: r1 | play r5": ["It's your last card, so it wins."],
    "match_mania seats=3 turn=0; hand 0: rS r5 b4; hand 1: g1; hand 2: g2 y4; pile: r1 | play rS": [
        "It skips seat 1, who has only 1 card left."
    ],
    "match_mania seats=3 turn=0; hand 0: rR g5 b4; hand 1: g1; hand 2: g2 y4; pile: r1 | play rR": [
        "Play reverses: seat 2 is next, not seat 1, who has only 1 card left.",
        "It's your only red card, and nothing else in your hand goes with it.",
    ],
    "match_mania seats=2 turn=0; hand 0: rS r5 r7; hand 1: g1; pile: r1 | play rS": [
        "You play again at once.",
        "All your other cards are red.",
    ],
    "match_mania seats=2 turn=0; hand 0: r+2 r5; hand 1: g1 g4; pile: r1 | play r+2": [
        "Seat 1 must draw 2 cards.",
        "Your last card is red too.",
    ],
    "match_mania seats=2 turn=0; hand 0: b1 b5 b7 y2; hand 1: g1 g4; pile: r1 | play b1": [
        "It changes the colour to blue, and you hold 2 cards more of that colour."
    ],
    "match_mania seats=2 turn=0; hand 0: r3 r5 r7 y2 W; hand 1: g1 g4; pile: r1 | play r3": [
        "It keeps the colour red, and you hold 2 cards more of that colour.",
        "You keep your Wild for when nothing else fits.",
    ],
    "match_mania seats=2 turn=0; hand 0: b3 b5 y2 W; hand 1: g1 g4; pile: r1 | play W": [
        "The Wild lets you name blue, and you hold 2 cards of that colour."
    ],
    "match_mania seats=2 turn=0; hand 0: b3 b5 y2 W; hand 1: g1 g4; pile: r1 | play W, name blue": [
        "You hold 2 cards of that colour, at least as many as of any other."
    ],
    "match_mania seats=2 turn=0; hand 0: b3 b5 y2 W; hand 1: g1 g4; pile: r1 | draw": [
        "You keep your Wild for when nothing else fits."
    ],
    "match_mania seats=2 turn=0; hand 0: b3 b5 y2; hand 1: g1 g4; pile: r1 | draw": ["Nothing in your hand fits."],
    "match_mania seats=2 turn=0; hand 0: r7 b5 y2 g3; hand 1: g1; pile: r1; option seven_o: on | play r7": [
        "You can swap hands with seat 1: you have 3 cards left, and seat 1 only 1 card.",
        "It's your only red card, and nothing else in your hand goes with it.",
    ],
    "match_mania seats=2 turn=0; hand 0: r7 b5 y2 g3; hand 1: g1; pile: r1; option seven_o: on | play r7, swap 1": [
        "Seat 1 has 1 card, and you have 3."
    ],
    "match_mania seats=2 turn=0; hand 0: r7 b5; hand 1: g1 g2; pile: r1; option call_out: manual | call": [
        "Once it's called, nobody can catch you."
    ],
    "match_mania seats=2 turn=0; hand 0: r7 b5; hand 1: g1 g2; pile: r+2; penalty: 2; option stacking: twos | draw": [
        "You have nothing to answer it with."
    ],
    # Cambio
    "cambio seats=2 turn=0; grid 0: 2h Kh 3d -; knows 0: 0:0 0:1 0:2; grid 1: 8h 4d 6s 5c; pile: 7c | call": [
        "You know all your cards: together they're worth 4 points.",
        "The others seem to have more: even the lowest has about 22 points.",
    ],
    "cambio seats=2 turn=0; grid 0: 2h Qh 3d -; knows 0: 0:1; grid 1: 8h 4d 6s 5c; pile: Ac | take": [
        "♣A is worth only 1 point and can replace a card of yours worth about 10 points."
    ],
    "cambio seats=2 turn=0; grid 0: 2h Qh 3d -; knows 0: 0:1; grid 1: 8h 4d 6s 5c; pile: Kd | take": [
        "♦K is worth only −1 point and can replace a card of yours worth about 10 points."
    ],
    "cambio seats=2 turn=0; grid 0: Kh Kd - -; knows 0: 0:0 0:1; grid 1: 8h 4d 6s 5c; pile: 7c | call": [
        "You know all your cards: together they're worth −2 points.",
        "The others seem to have more: even the lowest has about 22 points.",
    ],
    "cambio seats=2 turn=0; grid 0: 2h Qh 3d Js; knows 0: 0:1; grid 1: 8h 4d 6s 5c; pile: 7c; deck: 4s | draw, swap 1": [
        "♠4 is worth 4 points and replaces ♥Q, which is worth 10 points."
    ],
    "cambio seats=2 turn=0; grid 0: 2h Qh 3d Js; knows 0: 0:1; grid 1: 8h 4d 6s 5c; pile: 7c; deck: 4s | draw, swap 0": [
        "♠4 is worth 4 points and replaces a card that you haven't seen."
    ],
    "cambio seats=2 turn=0; grid 0: 6h Qh 6d Js; knows 0: 0:0 0:2; grid 1: 8h 4d 6s 5c; pile: 7c; deck: 4s | draw, swap 0": [
        "♠4 is worth 4 points and replaces ♥6, which is worth 6 points.",
        "♥6 has a match among your cards, which can go with it.",
    ],
    "cambio seats=2 turn=0; grid 0: 6h Qh 2d Js; knows 0: 0:0 0:2; grid 1: 8h 4d 6s 5c; pile: 7c; deck: 8s | draw, discard": [
        "When you discard it, you may look at a card of your own.",
        "As far as you know, none of your cards is higher than ♠8.",
    ],
    "cambio seats=2 turn=0; grid 0: 6h Qh 2d Js; knows 0: 0:0 0:2; grid 1: 8h 4d 6s 5c; pile: 7c; deck: 8s | "
    "draw, discard, look 0:1": ["You don't know this card of yours yet."],
    "cambio seats=2 turn=0; grid 0: 6h Qh 2d Js; knows 0: 0:0 0:2; grid 1: 8h 4d 6s 5c; pile: 7c; deck: 9s | "
    "draw, discard, look 1:1": ["Seat 1 seems to have the lowest cards."],
    "cambio seats=2 turn=0; grid 0: Qh 6h 2d Js; knows 0: 0:0 1:1; grid 1: 8h Kd 6s 5c; pile: 7c; deck: Jd | "
    "draw, discard, switch 0:0 1:1": ["You give ♥Q, about 10 points, and get seat 1's ♦K."],
    "cambio seats=2 turn=0; grid 0: Qh 6h 2d Js; knows 0: 0:0; knows 1: 1:1; grid 1: 8h Kd 6s 5c; pile: 7c; deck: Jd | "
    "draw, discard, switch 0:0 1:1": [
        "You give ♥Q, about 10 points, and get a card that seat 1 has seen and kept, so it's probably low."
    ],
    "cambio seats=2 turn=0; grid 0: 6h Qh 6d Js; knows 0: 0:0 0:2; grid 1: 8h 4d 6s 5c; pile: 7c; deck: 4s | "
    "draw, swap 0, match 2": ["Your ♦6 matches: you get rid of it and have one card fewer."],
    "cambio seats=2 turn=0; grid 0: 6h Qh 2d Js; knows 0: 0:0 1:1; grid 1: 8h 4d 6s 5c; pile: 7c; deck: 4s; "
    "option matching: snap_any | draw, discard, match 1:1": [
        "You know that seat 1's ♦4 matches, and seat 1 gets one of your cards in return."
    ],
    "cambio seats=2 turn=0; grid 0: 6h Qh 2d Js; knows 0: 0:0 0:1 0:2 0:3 1:1; grid 1: 8h 4d 6s 5c; pile: 7c; deck: 4s; "
    "option matching: snap_any | draw, discard, match 1:1, give 1": ["♥Q is your highest card."],
    "cambio seats=2 turn=0; grid 0: 6h Qh 2d Js; grid 1: 8h 4d 6s 5c; pile: 7c | draw": [
        "Your cards are worth about 24 points, too many to call."
    ],
    "cambio seats=2 turn=0; grid 0: 6h Qh 2d Js; knows 0: 0:0 0:2; grid 1: 8h 4d 6s 5c; pile: 7c; deck: 4s | "
    "draw, swap 0, pass": ["As far as you know, none of your cards matches ♥6."],
}


@pytest.mark.parametrize("case", CASES)
def test_the_idea_behind_a_move(case: str) -> None:
    position, _, moves = case.partition(" | ")
    *before, words = moves.split(", ")
    table = Table.from_position(position.replace("; ", "\n"))
    for move in before:
        table.play(move, 0)
    choices = {choice.words: choice for choice in table.view(0).moves}
    assert [str(idea) for idea in table.tactics(0, choices[words])] == CASES[case]


@pytest.mark.parametrize("game_id", game_ids())
def test_every_move_has_two_ideas_at_most_and_each_is_a_sentence(game_id: str) -> None:
    rng = random.Random(3)
    for seed in range(3):
        table = Table.new(game_id, seats=find_game(game_id).usual_seats, seed=seed)
        while table.must is not None:
            seat = table.must
            moves = table.view(seat).moves
            for choice in moves[:12]:
                said = [str(idea) for idea in table.tactics(seat, choice)]
                assert len(said) <= 2 and all(idea.endswith(".") and "{" not in idea for idea in said), said
            table.play(rng.choice(moves).words, seat)
