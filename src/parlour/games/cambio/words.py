"""Cambio in words: its events, its moves both ways, and why a move cannot be made."""

from collections.abc import Iterator
from itertools import combinations

from ...core.bits import members_of
from ...core.cards import JOKER_PACK
from ...core.events import DEALT, DREW, TURNS_RAN_OUT, Kind
from ...core.game import Illegal
from ...core.sentence import shortened
from ...core.texts import OwnTexts, place_name
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

say = OwnTexts(__name__)
PACK = JOKER_PACK

KINDS = {
    DEALT: Kind("dealt", "deck", "grid"),
    DREW: Kind("drew", "deck", "held"),
    TURNS_RAN_OUT: Kind("turns_ran_out", counts="end"),
    happenings.LOOKED: Kind("looked"),
    happenings.CALLED: Kind("called"),
    happenings.TOOK: Kind("took", "pile", "held"),
    happenings.SWAPPED_IN: Kind("swapped_in", "held", "grid"),
    happenings.SWAPPED_OUT: Kind("swapped_out", "grid", "pile", "played"),
    happenings.DISCARDED: Kind("discarded", "held", "pile", "played"),
    happenings.DECLINED: Kind("declined"),
    happenings.SWITCHED: Kind("switched"),
    happenings.SWITCHED_WITH: Kind("switched_with"),
    happenings.MATCHED: Kind("matched", "grid", "pile", "played"),
    happenings.MISMATCHED: Kind("mismatched"),
    happenings.PENALTY_DEALT: Kind("penalty_dealt", "deck", "grid", "fine card"),
    happenings.GAVE: Kind("gave", "grid", "grid"),
    happenings.EMPTIED: Kind("emptied"),
    happenings.SHOWED: Kind("showed"),
    happenings.TOTALLED: Kind("totalled"),
    happenings.WRONG_CALL: Kind("wrong_call", counts="end"),
    happenings.LEFT_IT: Kind("left_it"),
    happenings.NOTHING_TO_DRAW: Kind("nothing_to_draw", counts="end"),
}

ACTIONS = {"call": CALL, "draw": DRAW, "take": TAKE, "discard": DISCARD}
PICKS = {DRAW: "deck", TAKE: "pile", DISCARD: "pile"}
EFFECTS = (PEEK, SPY, SWITCH, KING)
NO_SEAT, NO_SLOT = "refusal.noSeat", "refusal.noSlot"


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
    raise Illegal(say("refusal.noMove", text=shortened(text)))


def number(text: str, most: int, otherwise: str) -> int:
    """A small number in a move; `otherwise` is the key of what is said if it is none."""
    if not text.isdecimal() or not text.isascii() or len(text) > 2 or int(text) > most:
        raise Illegal(say(otherwise, text=shortened(text), most=most))
    return int(text)


def place(s: Cambio, text: str) -> tuple[int, int]:
    """`1:3`: seat and slot."""
    seat, colon, slot = text.partition(":")
    if not colon:
        raise Illegal(say("refusal.noPlace", text=shortened(text)))
    return number(seat, s.seats - 1, NO_SEAT), number(slot, SLOTS - 1, NO_SLOT)


def parse_decline(s: Cambio, verb: str) -> list[int]:
    """`decline` ends an effect, `pass` lets a match go."""
    if verb == "pass" and s.phase in EFFECTS:
        raise Illegal(say("refusal.useOrDecline"))
    if verb == "decline" and s.phase == MATCH:
        raise Illegal(say("refusal.matchOrPass"))
    return [DECLINE]


def parse_slot(s: Cambio, seat: int, verb: str, text: str) -> list[int]:
    """`swap 2` places the card in hand, `give 0` answers a match of an opponent's card."""
    slot = number(text, SLOTS - 1, NO_SLOT)
    if seat == rules.must(s):
        if verb == "swap" and s.phase not in (DRAWN, TAKEN):
            raise Illegal(say("refusal.nothingToSwap"))
        if verb == "give" and s.phase != GIVE:
            raise Illegal(say("refusal.nothingToGive"))
        if not s.filled[seat] >> slot & 1:
            raise Illegal(say("refusal.empty", place=place_name(seat, slot)))
    return [slot]


def parse_match(s: Cambio, seat: int, text: str) -> tuple[list[int], str]:
    """`match 2` with an own card, `match 1:2` with another's."""
    if s.matching == OFF_MATCHING:
        raise Illegal(say("refusal.noMatching"))
    if ":" not in text:
        slot = number(text, SLOTS - 1, NO_SLOT)
        refuse_empty(s, seat, slot)
        return [MATCH_OWN + slot], f"match {slot}"
    owner, slot = place(s, text)
    if owner == seat:
        raise Illegal(say("refusal.ownByNumber", slot=slot))
    refuse_empty(s, owner, slot)
    return [MATCH_AT + owner, slot], f"match {owner}:{slot}"


def parse_look(s: Cambio, seat: int, owner: int, slot: int) -> list[int]:
    """`look 1:3`."""
    refuse_empty(s, owner, slot)
    if s.phase == PEEK and seat == s.turn:
        if owner != seat:
            raise Illegal(say("refusal.ownOnly"))
        return [slot]
    if s.phase not in (SPY, KING):
        raise Illegal(say("refusal.noLook"))
    if s.phase == SPY and owner == seat:
        raise Illegal(say("refusal.othersOnly"))
    return [LOOK_AT + owner, slot]


def parse_switch(s: Cambio, first: tuple[int, int], second: tuple[int, int]) -> tuple[list[int], str]:
    """`switch 0:1 2:3`, in either order."""
    if first == second:
        raise Illegal(say("refusal.oneCard"))
    if s.phase not in (SWITCH, KING):
        raise Illegal(say("refusal.noSwitch"))
    first, second = sorted((first, second))
    refuse_empty(s, *first)
    refuse_empty(s, *second)
    actions = [SWITCH_AT + first[0], first[1], SWITCH_AT + second[0], second[1]]
    return actions, f"switch {first[0]}:{first[1]} {second[0]}:{second[1]}"


def refuse_empty(s: Cambio, owner: int, slot: int) -> None:
    """CA-2.6, CA-4.4: an empty slot, or one of a locked caller, cannot be chosen."""
    if not s.filled[owner] >> slot & 1:
        raise Illegal(say("refusal.empty", place=place_name(owner, slot)))
    if not reachable(s, owner):
        raise Illegal(say.about(owner, "refusal.locked"))


# ---- why not ------------------------------------------------------------------------------------------------------


def reason(s: Cambio, seat: int, action: int) -> str:
    """ALL-4: why a step that is not legal cannot be made; nothing where only the turn is missing."""
    if MATCH_OWN <= action < SWITCH_AT:
        return match_reason(s, seat, action)
    if seat != rules.must(s):
        return ""
    if action == CALL and s.phase == START:
        return say.about(s.caller, "refusal.called")
    if action == TAKE and s.phase == START:
        return take_reason(s, seat)
    if action in (CALL, DRAW, TAKE):
        return say("refusal.startOnly")
    if action == DISCARD:
        return say("refusal.mustSwap" if s.phase == TAKEN else "refusal.nothingToDiscard")
    if action == DECLINE:
        return say("refusal.nothingToDecline")
    if s.looks:
        return say("refusal.lookedAlready")
    return say("refusal.notThatCard")


def take_reason(s: Cambio, seat: int) -> str:
    """CA-2.2, CA-2.4: why the top discard cannot be taken."""
    if not s.draw_from_discard:
        return say("refusal.noTaking")
    if not s.pile_size:
        return say("refusal.noDiscards")
    return say("refusal.noOwnCard")


def match_reason(s: Cambio, seat: int, action: int) -> str:
    """CA-5.1: why no match can be tried."""
    if s.matching == OWN_TURN:
        if seat != s.turn:
            return ""
        if action >= MATCH_AT:
            return say("refusal.matchOwnOnly")
        return say("refusal.matchOnce")
    if s.phase == GIVE:
        return say("refusal.giftFirst")
    if s.tried >> seat & 1:
        return say("refusal.triedAlready")
    if not s.open:
        return say("refusal.nothingToMatch")
    return say("refusal.matchOwnOnly")
