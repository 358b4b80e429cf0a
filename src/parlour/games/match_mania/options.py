"""The house rules of Match Mania."""

from collections.abc import Mapping

from ...core.options import BOT_PAUSE, MOST_TURNS, ON, Preset, between, choice, toggle
from ...core.state import number, scratch, stack, tally
from ...core.texts import OwnTexts
from ...kit.stock import Stock

say = OwnTexts(__name__)

DECK = 108
MOST_CARDS = 4 * DECK
SEATS_OF_ONE_DECK = 10

ACTIVE, NUMBER = range(2)
NO_STACKING, TWOS, TWOS_AND_FOURS, ALL = range(4)
ANYTIME, NO_COLOUR, NO_PLAY = range(3)
AUTO, MANUAL = range(2)


class Options(Stock):
    """Every option of the sheet, as fields of the state, and the stock of up to four decks, in which cards have copies."""

    deck: list[int] = stack(MOST_CARDS, next_first=True)
    pile: list[int] = stack(MOST_CARDS)
    shuffles: int = number(reads="own")
    since: list[int] = tally(MOST_CARDS, reads="own")
    pool: list[int] = scratch(MOST_CARDS)
    mapping: list[int] = scratch(MOST_CARDS, bits=32)

    hand_size: int = between(3, 15, 7)
    decks: int = between(1, 4, 1)
    start_card: int = choice("active number")
    force_play: int = toggle()
    draw_to_match: int = toggle()
    play_drawn: int = toggle(ON)
    stacking: int = choice("off twos twos_and_fours all")
    wild_four: int = choice("anytime no_colour no_play")
    challenge: int = toggle()
    jump_in: int = toggle()
    seven_o: int = toggle()
    call_out: int = choice("auto manual")
    max_turns: int = between(100, 5000, 1000, role=MOST_TURNS)
    bot_delay: int = between(0, 50, 8, role=BOT_PAUSE)


def clash(values: Mapping[str, int], seats: int) -> str:
    """MM-2.5, MM-3.6, MM-7.10: return a sentence that names two incompatible settings; empty if there are none."""
    for name in ("force_play", "draw_to_match"):
        if values[name] and not values["play_drawn"]:
            return say("clash.playDrawn", rule=say.setting(name, "on"), drawn=say.setting("play_drawn", "off"))
    if values["challenge"] and values["wild_four"] != NO_COLOUR:
        wild = say.setting("wild_four", "no_colour")
        return say("clash.challenge", challenge=say.setting("challenge", "on"), wild=wild)
    decks = say.setting("decks", values["decks"])
    if seats > SEATS_OF_ONE_DECK and values["decks"] < 2:
        return say("clash.decks", decks=decks, most=SEATS_OF_ONE_DECK)
    needed = seats * values["hand_size"] + 1
    if needed > DECK * values["decks"]:
        hand, cards = say.setting("hand_size", values["hand_size"]), DECK * values["decks"]
        return say("clash.cards", hand=hand, decks=decks, seats=seats, needed=needed, cards=cards)
    return ""


PRESETS = (
    Preset("family", {"stacking": "twos", "seven_o": True}),
    Preset("sharp", {"call_out": "manual", "challenge": True, "wild_four": "no_colour", "jump_in": True, "stacking": "all"}),
)
