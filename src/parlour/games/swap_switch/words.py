"""Swap Switch in words: its events, its moves both ways, and why a move cannot be made."""

from collections.abc import Iterator

from ...core.bits import lowest_bit, members_of
from ...core.cards import RANKS, STANDARD_PACK, SUIT_SIGNS, rank_of, suit_of
from ...core.events import Kind
from ...core.game import Illegal
from ...core.sentence import shortened
from ...core.texts import OwnTexts, sentence
from ...core.view import Choice
from ...kit.stock import drawable, top
from . import rules
from .rules import fitting, legal
from .state import CARDS, DECLINE, DRAW, SWAP, SWAPS, SwapSwitch

say = OwnTexts(__name__)
PACK = STANDARD_PACK

KINDS = {
    rules.RAISED_PENALTY: Kind("raised_penalty"),
    rules.TOOK_PENALTY: Kind("took_penalty", counts="penalty"),
    rules.RAN_SHORT: Kind("ran_short"),
    rules.SKIPPED: Kind("skipped"),
    rules.REVERSED: Kind("reversed"),
    rules.SWAPPED: Kind("swapped"),
    rules.GOT: Kind("got", "hand", "hand"),
    rules.KEPT_HAND: Kind("kept_hand"),
}


# ---- moves to words -----------------------------------------------------------------------------------------------


def choices(s: SwapSwitch, seat: int) -> Iterator[Choice]:
    """Every move of a seat."""
    actions = legal(s, seat)
    for card in members_of(actions & CARDS):
        yield Choice(f"play {PACK.name(card)}", (PACK.name(card),))
    if actions >> DRAW & 1:
        yield Choice("draw", ("deck",)) if drawable(s) else Choice("pass", ("button pass",))
    for partner in range(s.seats):
        if actions >> (SWAPS + partner) & 1:
            yield Choice(f"swap {partner}", (f"seat {partner}",))
    if actions >> DECLINE & 1:
        yield Choice("pass", ("button pass",))


# ---- words to moves -----------------------------------------------------------------------------------------------


def parse(s: SwapSwitch, seat: int, text: str) -> tuple[list[int], str]:
    """The action of a move and how it is spoken, or Illegal in a sentence."""
    verb, *rest = text.split()
    verb = verb.lower()
    if verb == "play":
        return parse_play(s, seat, rest)
    if verb == "swap":
        return parse_swap(s, seat, rest)
    if verb in ("draw", "pass") and not rest:
        return [parse_pass(s, seat) if verb == "pass" else parse_draw(s)], verb
    raise Illegal(say("refusal.noMove", text=shortened(text)))


def parse_play(s: SwapSwitch, seat: int, rest: list[str]) -> tuple[list[int], str]:
    """`play Jh`."""
    if not rest:
        raise Illegal(say("refusal.whichCard"))
    if len(rest) > 1:
        raise Illegal(say("refusal.oneCard"))
    try:
        card = PACK.number(rest[0])
    except ValueError as error:
        raise Illegal(str(error)) from None
    if not s.hands[seat] >> card & 1:
        raise Illegal(sentence("refusal.notHeld", card=PACK.sign(card)))
    return [card], f"play {PACK.name(card)}"


def parse_swap(s: SwapSwitch, seat: int, rest: list[str]) -> tuple[list[int], str]:
    """`swap 2`."""
    text = " ".join(rest)
    if not text.isdecimal() or not text.isascii() or len(text) > 2 or int(text) >= s.seats:
        raise Illegal(say("refusal.whichSeat", last=s.seats - 1, text=shortened(text)))
    if int(text) == seat:
        raise Illegal(say("refusal.notYourself"))
    return [SWAPS + int(text)], f"swap {int(text)}"


def parse_draw(s: SwapSwitch) -> int:
    """`draw`: one card, or what waits."""
    if not (s.phase == SWAP or drawable(s)):
        raise Illegal(say("refusal.noDraw"))
    return DRAW


def parse_pass(s: SwapSwitch, seat: int) -> int:
    """`pass`: nothing can be drawn, or an optional swap is declined."""
    if s.phase == SWAP and seat == s.turn:
        return DECLINE
    if drawable(s):
        raise Illegal(say("refusal.noPass"))
    return DRAW


# ---- why not ------------------------------------------------------------------------------------------------------


def reason(s: SwapSwitch, seat: int, action: int) -> str:
    """ALL-4: why an action that is not legal cannot be made; nothing where only the turn is missing."""
    if seat != s.turn:
        return ""
    if s.phase == SWAP:
        return say("refusal.mustSwapOrPass" if s.swap_is_optional else "refusal.mustSwap")
    if action >= SWAPS:
        return say("refusal.jackOnly")
    if action == DRAW:
        card = lowest_bit(s.hands[seat] & fitting(top(s)))
        return say("refusal.mustDiscard", card=PACK.sign(card))
    return card_reason(s, action)


def card_reason(s: SwapSwitch, card: int) -> str:
    """SS-2.1, option `stacking`: why a card cannot be played in turn."""
    rank = rank_word(rank_of(top(s)))
    if s.penalty:
        return say("refusal.noAnswer", card=PACK.sign(card), rank=rank)
    return say("refusal.noFit", card=PACK.sign(card), suit=SUIT_SIGNS[suit_of(top(s))], rank=rank)


def rank_word(rank: int) -> str:
    """A rank as a sentence writes it."""
    return RANKS[rank - 2].replace("T", "10")
