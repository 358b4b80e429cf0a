"""Events as sentences: what is joined, what is listed, and what is left out when a card is turned back."""

from parlour import Table
from parlour.core.narration import Cards

NAMES = ["Ana", "Ben", "Cleo"]
SWITCH = """switch seats=3 turn=0
hand 0: 8h 8c 2c 7d
hand 1: Ks 3s 4c
hand 2: Kd 3d 4d
pile: 4h 9h
deck: 2s 5h 6h 7h
"""


def told(table: Table, seat: int | None, since: int = 0) -> list[str]:
    return [paragraph.text for paragraph in table.narrate(seat, since, NAMES)]


def after(position: str, *moves: str) -> Table:
    table = Table.from_position(position)
    for move in moves:
        table.play(move)
    return table


def test_cards_of_one_play_are_listed_and_the_seat_is_named_once() -> None:
    table = after(SWITCH, "play 8h 8c")
    assert told(table, 0) == ["You play ♥8 and ♣8, and go again."]
    assert told(table, 1) == ["Ana plays ♥8 and ♣8, and goes again."]


def test_a_number_of_cards_is_told_with_the_cards_that_are_drawn() -> None:
    table = after(SWITCH + "penalty: 4\n", "draw")
    assert told(table, 0) == ["You draw ♠2, ♥5, ♥6 and ♥7 as a penalty."]
    assert told(table, 2) == ["Ana draws 4 cards as a penalty."]


def test_a_shuffle_between_draws_is_told_after_them() -> None:
    table = after(SWITCH.replace("deck: 2s 5h 6h 7h", "deck: 2s\nrest: out") + "penalty: 2\n", "draw")
    assert told(table, 1) == ["Ana draws 2 cards as a penalty. The pile is shuffled into a new deck of 1 card."]


def test_cards_stay_data_in_a_sentence() -> None:
    (paragraph,) = after(SWITCH, "play 8h 8c").narrate(0, names=NAMES)
    (line,) = paragraph.lines
    assert line.parts == ("You play ", Cards(("8h", "8c"), "♥8 and ♣8", "2 cards"), ", and go again.")
    assert (line.first, line.last, line.seat) == (1, 3, 0)


def test_a_seat_without_a_name_begins_with_a_capital() -> None:
    assert after(SWITCH, "draw").narrate(1)[0].text == "Seat 0 draws a card."


CAMBIO = """cambio seats=2 turn=0
grid 0: 7h 2c 3c 4c
grid 1: 5h 6h 9s Td
pile: 6s
deck: 8d 9c Js Ah
"""


def test_a_look_is_told_without_its_card_when_it_is_over() -> None:
    table = after(CAMBIO, "draw", "discard", "look 0:1")
    looked = table.narrate(0, names=NAMES)[-1]
    assert looked.text == "You look at your slot 2: ♣2."
    assert looked.later is not None
    assert [line.text for line in looked.later] == ["You look at your slot 2."]
    watched = table.narrate(1, names=NAMES)[-1]
    assert (watched.text, watched.later) == ("Ana looks at their own slot 2.", None)


def test_looks_at_several_cards_are_told_together_when_they_are_over() -> None:
    dealt = Table.new("cambio", 2, seed=1).narrate(0, names=NAMES)[0]
    assert dealt.later is not None
    assert [line.text for line in dealt.later][-1] == "You look at your slots 3 and 4."


def test_two_halves_of_a_switch_are_one_sentence() -> None:
    table = after(CAMBIO.replace("8d 9c Js", "Js 9c 8d"), "draw", "discard", "switch 0:0 1:2")
    assert told(table, 1)[-1] == "Ana switches their own slot 1 with your slot 3."


def test_cards_from_another_hand_are_named_to_their_receiver() -> None:
    position = "swap_switch seats=2 turn=0\nhand 0: Jh 3h\nhand 1: 4c 5c\npile: 9h\ndeck: 2s 5h\n"
    table = after(position, "play Jh", "swap 1")
    assert told(table, 1)[-1] == "Ana swaps hands with you: you get ♥3 from Ana."
    assert told(table, None)[-1] == "Ana swaps hands with Ben."
