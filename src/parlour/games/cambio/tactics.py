"""The ideas behind the moves of Cambio, in sentences. They use only what the seat knows."""

from ...core.sentence import Sentence
from ...core.texts import OwnTexts, called, counted
from ...core.view import Choice
from ...kit.stock import top
from ...kit.tactics import ideas
from . import state
from .advice import best_swap, estimate, is_low, leader, match_gain, matching_slot, mean_unseen, twin, value
from .cards import EFFECTS, PACK, RANKS, points
from .options import OFF_MATCHING
from .state import SLOTS, Cambio

say = OwnTexts(__name__)


def tactics(s: Cambio, seat: int, choice: Choice) -> list[str]:
    """Return the ideas behind a move, the main one first."""
    verb = choice.words.split()[0]
    places = [place_of(pick) for pick in choice.picks if ":" in pick]
    if verb == "swap":
        return swap_ideas(s, seat, places[0])
    if verb == "discard":
        return discard_ideas(s, seat)
    if verb == "switch":
        return ideas(switching(s, seat, *places))
    return ideas(*other_ideas(s, seat, verb, places))


def place_of(pick: str) -> int:
    """Return the place of a pick such as `1:3`."""
    owner, slot = map(int, pick.split(":"))
    return owner * SLOTS + slot


def knows(s: Cambio, seat: int, place: int) -> bool:
    """Whether a seat knows the card in a place."""
    return bool(s.known[seat] >> s.grid[place] & 1)


def about(tenths: int) -> str:
    """Return a value in tenths of a point as points."""
    return counted("played.points", round(tenths / 10))


def other_ideas(s: Cambio, seat: int, verb: str, places: list[int]) -> list[Sentence | None]:
    """Return the ideas behind the moves that neither swap nor discard."""
    if verb == "call":
        return calling(s, seat)
    if verb == "draw":
        mean = mean_unseen(s, seat)
        can_call = s.caller < 0 and not is_low(s, seat, mean)
        return [say("tactic.draw", points=about(estimate(s, seat, seat, mean))) if can_call else None]
    if verb == "take":
        return [taking(s, seat)]
    if verb == "look":
        return [looking(s, seat, places[0])]
    if verb == "match":
        return [matching(s, seat, places[0])]
    if verb == "give":
        return [giving(s, seat, places[0])]
    sure = verb == "pass" and matching_slot(s, seat, seat) < 0
    return [say("tactic.noMatch", card=PACK.sign(top(s))) if sure else None]


# ---- a turn -------------------------------------------------------------------------------------------------------


def calling(s: Cambio, seat: int) -> list[Sentence | None]:
    """CA-4.1: say that the seat has few points, and that the others seem to have more."""
    mean = mean_unseen(s, seat)
    own = estimate(s, seat, seat, mean)
    is_sure = all(knows(s, seat, seat * SLOTS + slot) for slot in slots_of(s, seat))
    others = min(estimate(s, seat, other, mean) for other in range(s.seats) if other != seat)
    count = say("tactic.callKnown" if is_sure else "tactic.callAbout", points=about(own))
    return [count, say("tactic.othersMore", points=about(others)) if others > own else None]


def slots_of(s: Cambio, seat: int) -> list[int]:
    """Return the slots of a seat that hold a card."""
    return [slot for slot in range(SLOTS) if s.filled[seat] >> slot & 1]


def taking(s: Cambio, seat: int) -> Sentence | None:
    """CA-2.2: say that the top discard is better than a card of the seat."""
    card, mean = top(s), mean_unseen(s, seat)
    slot = best_swap(s, seat, card, mean, 0) & 255
    old, worth = value(s, seat, seat * SLOTS + slot, mean), 10 * points(card)
    return say("tactic.take", card=PACK.sign(card), points=about(worth), old=about(old)) if old > worth else None


def swap_ideas(s: Cambio, seat: int, place: int) -> list[str]:
    """CA-2.3: say that the card in hand replaces a higher or unseen one, and that the replaced one can be matched."""
    old, new = s.grid[place], {"new": PACK.sign(s.held), "points": about(10 * points(s.held))}
    if not knows(s, seat, place):
        return ideas(say("tactic.swapUnseen", **new))
    may_match = s.phase == state.DRAWN and s.matching != OFF_MATCHING
    pair = say("tactic.pair", card=PACK.sign(old)) if may_match and match_gain(s, seat, old, 1 << place % SLOTS) > 0 else None
    better = points(old) > points(s.held)
    return ideas(say("tactic.swap", old=PACK.sign(old), worth=about(10 * points(old)), **new) if better else None, pair)


def discard_ideas(s: Cambio, seat: int) -> list[str]:
    """CA-2.3, CA-3.1 to CA-3.4, CA-5.1: say that the card in hand is too high, has an effect, or has a match."""
    card = s.held
    slot = twin(s, seat, card, 0) if s.matching != OFF_MATCHING and points(card) >= 0 else -1
    pair = say("tactic.pair", card=PACK.sign(card)) if slot >= 0 else None
    keys = {
        state.PEEK: "tactic.effect.peek",
        state.SPY: "tactic.effect.spy",
        state.SWITCH: "tactic.effect.switch",
        state.KING: "tactic.effect.king",
    }
    use = say(keys[EFFECTS[card]]) if EFFECTS[card] in keys else None
    known = [s.grid[seat * SLOTS + slot] for slot in slots_of(s, seat) if knows(s, seat, seat * SLOTS + slot)]
    is_high = all(points(other) <= points(card) for other in known)
    return ideas(pair, use, say("tactic.tooHigh", card=PACK.sign(card)) if is_high else None)


# ---- effects and matches ------------------------------------------------------------------------------------------


def looking(s: Cambio, seat: int, place: int) -> Sentence | None:
    """CA-3.1, CA-3.2: say that the seat learns one of its own cards, or one of the opponent who seems to be ahead."""
    if knows(s, seat, place):
        return None
    owner = place // SLOTS
    if owner == seat:
        return say("tactic.lookOwn")
    return say("tactic.lookLeader", who=called(owner)) if owner == leader(s, seat, mean_unseen(s, seat)) else None


def switching(s: Cambio, seat: int, one: int, other: int) -> Sentence | None:
    """CA-3.3: say that the seat exchanges one of its own cards for somebody else's lower one."""
    if (one // SLOTS == seat) == (other // SLOTS == seat):
        return None
    own, far = (one, other) if one // SLOTS == seat else (other, one)
    mean = mean_unseen(s, seat)
    give, get = value(s, seat, own, mean), value(s, seat, far, mean)
    if give <= get:
        return None
    given = PACK.sign(s.grid[own]) if knows(s, seat, own) else say.part("tactic.unseen")
    who, parts = called(far // SLOTS), {"given": given, "points": about(give), "worth": about(get)}
    if knows(s, seat, far):
        return say("tactic.switchKnown", who=who, card=PACK.sign(s.grid[far]), **parts)
    return say("tactic.switchKept" if knows(s, far // SLOTS, far) else "tactic.switchUnseen", who=who, **parts)


def matching(s: Cambio, seat: int, place: int) -> Sentence | None:
    """CA-5.1: say that the seat knows that the card matches."""
    card = s.grid[place]
    if not knows(s, seat, place) or RANKS[card] != RANKS[top(s)]:
        return None
    if place // SLOTS == seat:
        return say("tactic.match", card=PACK.sign(card), points=about(10 * points(card)))
    return say("tactic.matchOther", card=PACK.sign(card), who=called(place // SLOTS))


def giving(s: Cambio, seat: int, place: int) -> Sentence | None:
    """CA-5.1: say that the seat gives away its highest card."""
    mean = mean_unseen(s, seat)
    worth = value(s, seat, place, mean)
    if worth < max(value(s, seat, seat * SLOTS + slot, mean) for slot in slots_of(s, seat)):
        return None
    return say("tactic.give", card=PACK.sign(s.grid[place])) if knows(s, seat, place) else say("tactic.giveUnseen")
