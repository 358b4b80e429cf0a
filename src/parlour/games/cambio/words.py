"""Cambio in words: its events, its moves both ways, and why a move cannot be made."""

from collections.abc import Iterator
from itertools import combinations

from ...core.bits import members_of
from ...core.cards import JOKER_PACK
from ...core.events import DEALT, DREW, Kind
from ...core.game import Illegal
from ...core.sentence import shortened
from ...core.view import Choice
from . import happenings, rules
from .fits import reachable, slots_looked
from .options import OFF_MATCHING, OWN_TURN
from .rules import legal
from .state import (
    CALL,
    DECLINE,
    DISCARD,
    DRAW,
    DRAWN,
    GIVE,
    KING,
    LOOK_AT,
    MATCH,
    MATCH_AT,
    MATCH_OWN,
    PEEK,
    SLOTS,
    SPY,
    START,
    SWITCH,
    SWITCH_AT,
    TAKE,
    TAKEN,
    Cambio,
)

PACK = JOKER_PACK

KINDS = {
    DEALT: Kind("dealt", "{who} is dealt a card.", "You are dealt a card.", "deck", "grid"),
    DREW: Kind("drew", "{who} draws a card.", "You draw {card}.", "deck", "held"),
    happenings.LOOKED: Kind("looked", "{who} looks at {whose} card {place}.", "You look at {whose} card {place}: {card}."),
    happenings.CALLED: Kind(
        "called",
        "{who} calls Cambio: everybody else has one more turn.",
        "You call Cambio: everybody else has one more turn.",
    ),
    happenings.TOOK: Kind(
        "took", "{who} takes {card} from the discard pile.", "You take {card} from the discard pile.", "pile", "held"
    ),
    happenings.SWAPPED_IN: Kind(
        "swapped_in", "{who} puts {card} in slot {slot}.", "You put {card} in slot {slot}.", "held", "grid"
    ),
    happenings.SWAPPED_OUT: Kind("swapped_out", "{card} from there goes on the discard pile.", "", "grid", "pile", "played"),
    happenings.DISCARDED: Kind("discarded", "{who} discards {card}.", "You discard {card}.", "held", "pile", "played"),
    happenings.DECLINED: Kind("declined", "{who} does not use the effect.", "You do not use the effect."),
    happenings.SWITCHED: Kind("switched", "{who} switches {whose} card {place} …", "You switch {whose} card {place} …"),
    happenings.SWITCHED_WITH: Kind("switched_with", "… with {whose} card {place}."),
    happenings.MATCHED: Kind(
        "matched",
        "{who} matches with {whose} card {place}: {card}.",
        "You match with {whose} card {place}: {card}.",
        "grid",
        "pile",
        "played",
    ),
    happenings.MISMATCHED: Kind(
        "mismatched",
        "{who} tries to match with {whose} card {place}, but it is {card}: everybody has seen it.",
        "You try to match with {whose} card {place}, but it is {card}: everybody has seen it.",
    ),
    happenings.PENALTY_DEALT: Kind(
        "penalty_dealt",
        "{who} gets a card unseen in slot {slot}.",
        "You get a card unseen in slot {slot}.",
        "deck",
        "grid",
        "fine card",
    ),
    happenings.GAVE: Kind(
        "gave", "{who} gives a card: it goes to {place}.", "You give a card: it goes to {place}.", "grid", "grid"
    ),
    happenings.EMPTIED: Kind("emptied", "{who} has no cards left.", "You have no cards left."),
    happenings.SHOWED: Kind("showed", "{who} shows {card}.", "You show {card}."),
    happenings.TOTALLED: Kind("totalled", "{who} has {points}.", "You have {points}."),
    happenings.WRONG_CALL: Kind(
        "wrong_call",
        "{who} called without the lowest total alone: {points} more.",
        "You called without the lowest total alone: {points} more.",
    ),
    happenings.LEFT_IT: Kind("left_it", "{who} matches nothing.", "You match nothing."),
    happenings.NOTHING_TO_DRAW: Kind("nothing_to_draw", "There is nothing left to draw: the round is counted."),
}

ACTIONS = {"call": CALL, "draw": DRAW, "take": TAKE, "discard": DISCARD}
PICKS = {DRAW: "deck", TAKE: "pile", DISCARD: "pile"}
EFFECTS = (PEEK, SPY, SWITCH, KING)


# ---- moves to words -----------------------------------------------------------------------------------------------


def choices(s: Cambio, seat: int) -> Iterator[Choice]:
    """Every move of a seat."""
    actions = legal(s, seat)
    for words, action in ACTIONS.items():
        if actions >> action & 1:
            yield Choice(words, (PICKS.get(action, f"button {words}"),))
    if seat == rules.must(s):
        yield from turn_choices(s, seat, actions)
    for slot in members_of(actions >> MATCH_OWN & 0xFFF):
        yield Choice(f"match {slot}", (f"{seat}:{slot}", "pile"))
    for owner in members_of(actions >> MATCH_AT & 0xFF):
        for slot in members_of(reachable(s, owner)):
            yield Choice(f"match {owner}:{slot}", (f"{owner}:{slot}", "pile"))
    if actions >> DECLINE & 1:
        word = "pass" if s.phase == MATCH else "decline"
        yield Choice(word, (f"button {word}",))


def turn_choices(s: Cambio, seat: int, actions: int) -> Iterator[Choice]:
    """What only the seat in turn, or the one that gives, can do with a slot."""
    for slot in members_of(actions & 0xFFF):
        if s.phase == PEEK:
            yield Choice(f"look {seat}:{slot}", (f"{seat}:{slot}",))
        else:
            yield Choice(f"{'give' if s.phase == GIVE else 'swap'} {slot}", (f"{seat}:{slot}",))
    for owner in members_of(actions >> LOOK_AT & 0xFF):
        for slot in members_of(reachable(s, owner) & ~slots_looked(s, owner)):
            yield Choice(f"look {owner}:{slot}", (f"{owner}:{slot}",))
    owners = list(members_of(actions >> SWITCH_AT & 0xFF))
    places = [f"{owner}:{slot}" for owner in owners for slot in members_of(reachable(s, owner))]
    for first, second in combinations(places, 2):
        yield Choice(f"switch {first} {second}", (first, second))


# ---- words to moves -----------------------------------------------------------------------------------------------


def parse(s: Cambio, seat: int, text: str) -> tuple[list[int], str]:
    """The actions of a move and how it is spoken, or Illegal in a sentence."""
    verb, *rest = text.lower().split()
    if verb in ACTIONS and not rest:
        return [ACTIONS[verb]], verb
    if verb in ("decline", "pass") and not rest:
        return parse_decline(s, verb), verb
    if verb in ("swap", "give") and len(rest) == 1:
        return parse_slot(s, seat, verb, rest[0]), f"{verb} {rest[0]}"
    if verb == "match" and len(rest) == 1:
        return parse_match(s, seat, rest[0])
    if verb == "look" and len(rest) == 1:
        owner, slot = place(s, rest[0])
        return parse_look(s, seat, owner, slot), f"look {owner}:{slot}"
    if verb == "switch" and len(rest) == 2:
        return parse_switch(s, place(s, rest[0]), place(s, rest[1]))
    raise Illegal(f"“{shortened(text)}” is no move of Cambio: try call, draw, take, swap 2, discard or look 1:3.")


def number(text: str, most: int, what: str) -> int:
    """A small number in a move."""
    if not text.isdecimal() or not text.isascii() or len(text) > 2 or int(text) > most:
        raise Illegal(f"There is no {what} “{shortened(text)}”: it is a number from 0 to {most}.")
    return int(text)


def place(s: Cambio, text: str) -> tuple[int, int]:
    """`1:3`: seat and slot."""
    seat, colon, slot = text.partition(":")
    if not colon:
        raise Illegal(f"“{shortened(text)}” is no place: write seat and slot, as in 1:3.")
    return number(seat, s.seats - 1, "seat"), number(slot, SLOTS - 1, "slot")


def parse_decline(s: Cambio, verb: str) -> list[int]:
    """`decline` ends an effect, `pass` lets a match go."""
    if verb == "pass" and s.phase in EFFECTS:
        raise Illegal("Use the effect or decline it.")
    if verb == "decline" and s.phase == MATCH:
        raise Illegal("There is no effect to decline: match a card or pass.")
    return [DECLINE]


def parse_slot(s: Cambio, seat: int, verb: str, text: str) -> list[int]:
    """`swap 2` places the card in hand, `give 0` answers a match of an opponent's card."""
    slot = number(text, SLOTS - 1, "slot")
    if seat == rules.must(s):
        if verb == "swap" and s.phase not in (DRAWN, TAKEN):
            raise Illegal("There is no card in hand to swap: draw or take one first.")
        if verb == "give" and s.phase != GIVE:
            raise Illegal("There is nothing to give: that follows a match of an opponent's card.")
        if not s.filled[seat] >> slot & 1:
            raise Illegal(f"Slot {slot} is empty.")
    return [slot]


def parse_match(s: Cambio, seat: int, text: str) -> tuple[list[int], str]:
    """`match 2` with an own card, `match 1:2` with another's."""
    if s.matching == OFF_MATCHING:
        raise Illegal("Matching is switched off at this table.")
    if ":" not in text:
        slot = number(text, SLOTS - 1, "slot")
        refuse_empty(s, seat, slot)
        return [MATCH_OWN + slot], f"match {slot}"
    owner, slot = place(s, text)
    if owner == seat:
        raise Illegal(f"Your own card is matched by its slot alone: match {slot}.")
    refuse_empty(s, owner, slot)
    return [MATCH_AT + owner, slot], f"match {owner}:{slot}"


def parse_look(s: Cambio, seat: int, owner: int, slot: int) -> list[int]:
    """`look 1:3`."""
    refuse_empty(s, owner, slot)
    if s.phase == PEEK and seat == s.turn:
        if owner != seat:
            raise Illegal("A 7 or 8 lets you look at a card of your own only.")
        return [slot]
    if s.phase not in (SPY, KING):
        raise Illegal("There is no effect that lets you look at a card now.")
    if s.phase == SPY and owner == seat:
        raise Illegal("A 9 or 10 lets you look at a card of an opponent only.")
    return [LOOK_AT + owner, slot]


def parse_switch(s: Cambio, first: tuple[int, int], second: tuple[int, int]) -> tuple[list[int], str]:
    """`switch 0:1 2:3`, in either order."""
    if first == second:
        raise Illegal("A switch is of two different cards.")
    if s.phase not in (SWITCH, KING):
        raise Illegal("There is no effect that lets you switch cards now.")
    first, second = sorted((first, second))
    refuse_empty(s, *first)
    refuse_empty(s, *second)
    actions = [SWITCH_AT + first[0], first[1], SWITCH_AT + second[0], second[1]]
    return actions, f"switch {first[0]}:{first[1]} {second[0]}:{second[1]}"


def refuse_empty(s: Cambio, owner: int, slot: int) -> None:
    """CA-2.6, CA-4.4: an empty slot, or one of a locked caller, cannot be chosen."""
    if not s.filled[owner] >> slot & 1:
        raise Illegal(f"Slot {owner}:{slot} is empty.")
    if not reachable(s, owner):
        raise Illegal(f"Seat {owner} has called: its cards are locked.")


# ---- why not ------------------------------------------------------------------------------------------------------


def reason(s: Cambio, seat: int, action: int) -> str:
    """ALL-4: why a step that is not legal cannot be made; nothing where only the turn is missing."""
    if MATCH_OWN <= action < SWITCH_AT:
        return match_reason(s, seat, action)
    if seat != rules.must(s):
        return ""
    if action == CALL and s.phase == START:
        return f"Seat {s.caller} has called already: only the first call counts."
    if action == TAKE and s.phase == START:
        return take_reason(s, seat)
    if action in (CALL, DRAW, TAKE):
        return "That is possible only at the start of a turn, before drawing."
    if action == DISCARD:
        taken = "A card from the discard pile must be swapped with one of yours."
        return taken if s.phase == TAKEN else "There is no drawn card to discard."
    if action == DECLINE:
        return "There is nothing to decline or to pass."
    if s.looks:
        return "You have looked at that card already: a black King looks at two different cards at most."
    return "That card cannot be chosen now."


def take_reason(s: Cambio, seat: int) -> str:
    """CA-2.2, CA-2.4: why the top discard cannot be taken."""
    if not s.draw_from_discard:
        return "At this table nobody takes from the discard pile."
    if not s.pile_size:
        return "The discard pile is empty."
    return "You have no card to swap the discard with."


def match_reason(s: Cambio, seat: int, action: int) -> str:
    """CA-5.1: why no match can be tried."""
    if s.matching == OWN_TURN:
        if seat != s.turn:
            return ""
        if action >= MATCH_AT:
            return "Only your own cards can be matched at this table."
        return "A match is tried once, after your own discard."
    if s.phase == GIVE:
        return "First the gift for the last match is to be made."
    if s.tried >> seat & 1:
        return "You have tried this discard already: one try each."
    if not s.open:
        return "There is no discard to match now."
    return "Only your own cards can be matched at this table."
