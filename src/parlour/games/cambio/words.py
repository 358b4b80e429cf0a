"""The texts of Cambio: moves to words and back, and why a move cannot be made."""

from collections.abc import Iterator
from itertools import combinations

from ...core.bits import bit_count, members_of
from ...core.game import Illegal
from ...core.sentence import shortened
from ...core.texts import OwnTexts, counted, place_name
from ...core.view import Choice
from . import rules, state
from .options import OFF_MATCHING, OWN_TURN, SNAP_ANY
from .rules import legal
from .state import Cambio
from .targets import is_locked, matches_others, reachable, slots_looked

say = OwnTexts(__name__)

ACTIONS = {"call": state.CALL, "draw": state.DRAW, "take": state.TAKE, "discard": state.DISCARD}
PICKS = {state.DRAW: "deck", state.TAKE: "pile", state.DISCARD: "pile"}
EFFECT_PHASES = (state.PEEK, state.SPY, state.SWITCH, state.KING)
NO_SEAT, NO_SLOT = "refusal.noSeat", "refusal.noSlot"


# ---- moves to words -----------------------------------------------------------------------------------------------


def choices(s: Cambio, seat: int) -> Iterator[Choice]:
    """List every move of a seat."""
    actions = legal(s, seat)
    for words, action in ACTIONS.items():
        if actions >> action & 1:
            yield Choice(words, (PICKS.get(action, f"button {words}"),))
    if seat == rules.must(s):
        yield from turn_choices(s, seat, actions)
    for slot in members_of(actions >> state.MATCH_OWN & 0xFFF):
        yield Choice(f"match {slot}", (f"{seat}:{slot}", "pile"))
    for owner in members_of(actions >> state.MATCH_AT & 0xFF):
        for slot in members_of(reachable(s, owner)):
            yield Choice(f"match {owner}:{slot}", (f"{owner}:{slot}", "pile"))
    if actions >> state.DECLINE & 1:
        word = "pass" if s.phase == state.MATCH else "decline"
        yield Choice(word, (f"button {word}",))


def turn_choices(s: Cambio, seat: int, actions: int) -> Iterator[Choice]:
    """List what only the seat in turn, or the one that gives, can do with a slot."""
    for slot in members_of(actions & 0xFFF):
        if s.phase == state.PEEK:
            yield Choice(f"look {seat}:{slot}", (f"{seat}:{slot}",))
        else:
            yield Choice(f"{'give' if s.phase == state.GIVE else 'swap'} {slot}", (f"{seat}:{slot}",))
    for owner in members_of(actions >> state.LOOK_AT & 0xFF):
        for slot in members_of(reachable(s, owner) & ~slots_looked(s, owner)):
            yield Choice(f"look {owner}:{slot}", (f"{owner}:{slot}",))
    owners = list(members_of(actions >> state.SWITCH_AT & 0xFF))
    places = [f"{owner}:{slot}" for owner in owners for slot in members_of(reachable(s, owner))]
    for first, second in combinations(places, 2):
        yield Choice(f"switch {first} {second}", (first, second))


# ---- words to moves -----------------------------------------------------------------------------------------------


def parse(s: Cambio, seat: int, text: str) -> tuple[list[int], str]:
    """Return the actions of a move and its words, or raise Illegal.

    Out of turn only matches are examined closely: for anything else the first reason is the turn.
    """
    verb, *rest = text.lower().split()
    if verb in ACTIONS and not rest:
        return [ACTIONS[verb]], verb
    if verb in ("decline", "pass") and not rest:
        return parse_decline(s, seat, verb), verb
    if verb in ("swap", "give") and len(rest) == 1:
        return parse_slot(s, seat, verb, rest[0]), f"{verb} {rest[0]}"
    if verb == "match" and len(rest) == 1:
        return parse_match(s, seat, rest[0])
    if verb == "look" and len(rest) == 1:
        owner, slot = place(s, rest[0])
        return parse_look(s, seat, owner, slot), f"look {owner}:{slot}"
    if verb == "switch" and len(rest) == 2:
        return parse_switch(s, seat, place(s, rest[0]), place(s, rest[1]))
    raise Illegal(say("refusal.noMove", text=shortened(text)))


def number(text: str, most: int, otherwise: str) -> int:
    """Return a small number in a move; `otherwise` is the key of the refusal."""
    if not text.isdecimal() or not text.isascii() or len(text) > 2 or int(text) > most:
        raise Illegal(say(otherwise, text=shortened(text), most=most))
    return int(text)


def place(s: Cambio, text: str) -> tuple[int, int]:
    """Read a place such as `1:3`: its seat and slot."""
    seat, colon, slot = text.partition(":")
    if not colon:
        raise Illegal(say("refusal.noPlace", text=shortened(text)))
    return number(seat, s.seats - 1, NO_SEAT), number(slot, state.SLOTS - 1, NO_SLOT)


def parse_decline(s: Cambio, seat: int, verb: str) -> list[int]:
    """Read `decline`, which ends an effect, or `pass`, which declines a match."""
    if seat == rules.must(s):
        if verb == "pass" and s.phase in EFFECT_PHASES:
            raise Illegal(say("refusal.useOrDecline"))
        if verb == "decline" and s.phase == state.MATCH:
            raise Illegal(say("refusal.matchOrPass"))
    return [state.DECLINE]


def parse_slot(s: Cambio, seat: int, verb: str, text: str) -> list[int]:
    """Read `swap 2`, which places the card in hand, or `give 0`, which answers a match of an opponent's card."""
    slot = number(text, state.SLOTS - 1, NO_SLOT)
    if seat == rules.must(s):
        if verb == "swap" and s.phase not in (state.DRAWN, state.TAKEN):
            raise Illegal(say("refusal.nothingToSwap"))
        if verb == "give" and s.phase != state.GIVE:
            raise Illegal(say("refusal.nothingToGive"))
        refuse_empty(s, seat, slot)
    return [slot]


def parse_match(s: Cambio, seat: int, text: str) -> tuple[list[int], str]:
    """Read `match 2` with the seat's own card, or `match 1:2` with an opponent's."""
    if s.matching == OFF_MATCHING:
        raise Illegal(say("refusal.noMatching"))
    owner, slot = place(s, text) if ":" in text else (seat, number(text, state.SLOTS - 1, NO_SLOT))
    if s.matching != OWN_TURN or seat == rules.must(s):
        refuse_match(s, seat, owner)
        refuse_unreachable(s, owner, slot)
        if ":" in text and owner == seat:
            raise Illegal(say("refusal.ownByNumber", slot=slot))
    if owner == seat:
        return [state.MATCH_OWN + slot], f"match {slot}"
    return [state.MATCH_AT + owner, slot], f"match {owner}:{slot}"


def parse_look(s: Cambio, seat: int, owner: int, slot: int) -> list[int]:
    """Read `look 1:3`."""
    if seat == rules.must(s):
        if s.phase not in (state.PEEK, state.SPY, state.KING):
            raise Illegal(say("refusal.noLook"))
        if s.phase == state.PEEK and owner != seat:
            raise Illegal(say("refusal.ownOnly"))
        if s.phase == state.SPY and owner == seat:
            raise Illegal(say("refusal.othersOnly"))
        if s.looks == 2:
            raise Illegal(say("refusal.twoLooks"))
        refuse_unreachable(s, owner, slot)
        if slots_looked(s, owner) >> slot & 1:
            raise Illegal(say("refusal.lookedAlready"))
    return [slot] if s.phase == state.PEEK else [state.LOOK_AT + owner, slot]


def parse_switch(s: Cambio, seat: int, first: tuple[int, int], second: tuple[int, int]) -> tuple[list[int], str]:
    """Read `switch 0:1 2:3`, in either order."""
    first, second = sorted((first, second))
    if seat == rules.must(s):
        if s.phase not in (state.SWITCH, state.KING):
            raise Illegal(say("refusal.noSwitch"))
        refuse_unreachable(s, *first)
        refuse_unreachable(s, *second)
        if first == second:
            raise Illegal(say("refusal.oneCard"))
    actions = [state.SWITCH_AT + first[0], first[1], state.SWITCH_AT + second[0], second[1]]
    return actions, f"switch {first[0]}:{first[1]} {second[0]}:{second[1]}"


# ---- why not ------------------------------------------------------------------------------------------------------


def refuse_empty(s: Cambio, owner: int, slot: int) -> None:
    """CA-2.6: refuse an empty slot."""
    if not s.filled[owner] >> slot & 1:
        raise Illegal(say("refusal.empty", place=place_name(owner, slot)))


def refuse_unreachable(s: Cambio, owner: int, slot: int) -> None:
    """CA-2.6, CA-4.4: refuse an empty slot, or one of a locked caller."""
    refuse_empty(s, owner, slot)
    if is_locked(s, owner):
        raise Illegal(say.about(owner, "refusal.locked"))


def refuse_match(s: Cambio, seat: int, owner: int) -> None:
    """CA-4.4, CA-5.1: refuse a match at the wrong moment or of a card that this seat may not match."""
    why = own_turn_refusal(s) if s.matching == OWN_TURN else snap_refusal(s, seat)
    if not why and owner != seat and not matches_others(s, seat):
        why = "refusal.lockedMatch" if s.matching == SNAP_ANY else "refusal.matchOwnOnly"
    if why:
        raise Illegal(say(why))


def own_turn_refusal(s: Cambio) -> str:
    """Return why the seat in turn cannot match now, as the key of a text."""
    if s.phase in EFFECT_PHASES:
        return "refusal.useOrDecline"
    return "" if s.phase == state.MATCH else "refusal.matchOnce"


def snap_refusal(s: Cambio, seat: int) -> str:
    """Return why a seat cannot snap now, as the key of a text."""
    if s.phase == state.GIVE:
        return "refusal.giftFirst"
    if s.tried >> seat & 1:
        return "refusal.triedAlready"
    return "" if s.open else "refusal.nothingToMatch"


def reason(s: Cambio, seat: int, action: int) -> str:
    """ALL-4: return why a step that is not legal cannot be made; empty if the only reason is the turn."""
    if seat != rules.must(s):
        return ""
    if action == state.CALL and s.phase == state.START:
        return say.about(s.caller, "refusal.called")
    if action == state.TAKE and s.phase == state.START:
        return take_reason(s)
    if action in (state.CALL, state.DRAW, state.TAKE):
        return say("refusal.startOnly")
    if action == state.DISCARD:
        return say("refusal.mustSwap" if s.phase == state.TAKEN else "refusal.nothingToDiscard")
    return say("refusal.nothingToDecline") if action == state.DECLINE else ""


def take_reason(s: Cambio) -> str:
    """CA-2.2, CA-2.4: return why the top discard cannot be taken."""
    if not s.draw_from_discard:
        return say("refusal.noTaking")
    if not s.pile_size:
        return say("refusal.noDiscards")
    return say("refusal.noOwnCard")


# ---- before a move ------------------------------------------------------------------------------------------------


def caution(s: Cambio, seat: int, choice: Choice) -> str:
    """CA-4.3, CA-5.2: return a warning of what a wrong call or a wrong match costs."""
    if choice.words == "call" and s.wrong_call_penalty:
        return say("caution.call", points=counted("played.points", s.wrong_call_penalty))
    cards = min(s.match_penalty_cards, state.SLOTS - bit_count(s.filled[seat]))
    if choice.words.startswith("match ") and cards:
        return say("caution.match", cards=counted("table.cards", cards))
    return ""
