"""The house rules of Match Mania."""

from collections.abc import Mapping

from ...core.options import ON, Preset, between, choice, toggle
from ...core.state import number, scratch, stack, tally
from ...kit.stock import Stock

DECK = 108
MOST_CARDS = 4 * DECK
SEATS_OF_ONE_DECK = 10

ACTIVE, NUMBER = range(2)
NO_STACKING, TWOS, TWOS_AND_FOURS, ALL = range(4)
ANYTIME, NO_COLOUR, NO_PLAY = range(3)
AUTO, MANUAL = range(2)


class Options(Stock):
    """Every option of the sheet, as fields of the state; the stock of up to four decks, in which cards have copies."""

    deck: list[int] = stack(MOST_CARDS, next_first=True)
    pile: list[int] = stack(MOST_CARDS)
    shuffles: int = number(reads="own")
    since: list[int] = tally(MOST_CARDS, reads="own")
    pool: list[int] = scratch(MOST_CARDS)
    mapping: list[int] = scratch(MOST_CARDS, bits=32)

    hand_size: int = between(3, 15, 7, "Cards dealt to each seat.")
    decks: int = between(1, 4, 1, "Decks of 108 cards shuffled together.")
    start_card: int = choice(
        "active number",
        "Whether an action turned up at the start hits the first seat, or cards are turned up until one is a number.",
    )
    force_play: int = toggle("A card you draw must be played if it can be.")
    draw_to_match: int = toggle("You draw only when you cannot play, and then until a card can be played, which you must play.")
    play_drawn: int = toggle("A card you draw may be played at once if it fits.", ON)
    stacking: int = choice(
        "off twos twos_and_fours all",
        "What may be laid on a penalty to pass the sum on: nothing, a +2 on a +2, also a Wild +4 on a Wild +4, "
        "or also a Wild +4 on a +2 and a +2 of the named colour on a Wild +4.",
    )
    wild_four: int = choice(
        "anytime no_colour no_play",
        "When a Wild +4 may be played: always, only without a card of the current colour, or only when nothing else fits.",
    )
    challenge: int = toggle("The seat hit by a Wild +4 may challenge it: was there a card of the colour in that hand?")
    jump_in: int = toggle("Whoever holds the very card on top may play it out of turn.")
    seven_o: int = toggle("A 7 swaps hands with a seat of your choice, a 0 passes all hands on.")
    call_out: int = choice(
        "auto manual", "Whether the game announces a last card, or players must call it and can be caught when they do not."
    )
    max_turns: int = between(100, 5000, 1000, "Turns after which the game ends and the fewest cards win.")
    bot_delay: int = between(0, 50, 8, "Tenths of a second that a bot seems to think where people watch.")


def clash(values: Mapping[str, int], seats: int) -> str:
    """MM-2.5, MM-3.6, MM-7.10: which two settings make no sense together, in a sentence."""
    for name in ("force_play", "draw_to_match"):
        if values[name] and not values["play_drawn"]:
            return f"The option {name} clashes with play_drawn off: a drawn card would have to be played and may not be."
    if values["challenge"] and values["wild_four"] != NO_COLOUR:
        return "The option challenge needs wild_four no_colour: without that rule there is nothing to challenge."
    if seats > SEATS_OF_ONE_DECK and values["decks"] < 2:
        return f"The option decks {values['decks']} clashes with {seats} seats: more than 10 seats need 2 decks or more."
    needed = seats * values["hand_size"] + 1
    if needed > DECK * values["decks"]:
        return (
            f"The option hand_size {values['hand_size']} clashes with decks {values['decks']} at {seats} seats: "
            f"that needs {needed} of {DECK * values['decks']} cards."
        )
    return ""


PRESETS = (
    Preset("Family", "A +2 may be passed on, and 7s and 0s move whole hands.", {"stacking": "twos", "seven_o": True}),
    Preset(
        "Sharp",
        "Call your last card, challenge a Wild +4, and jump in with the same card.",
        {"call_out": "manual", "challenge": True, "wild_four": "no_colour", "jump_in": True, "stacking": "all"},
    ),
)
