"""The texts of Swap Switch: moves to words and back, and why a move cannot be made."""

from collections.abc import Iterator

from ...core.bits import bit_count, lowest_bit, members_of
from ...core.cards import JACK, STANDARD_PACK, SUIT_SIGNS, rank_of, rank_sign, suit_of
from ...core.game import Illegal
from ...core.sentence import shortened
from ...core.texts import OwnTexts, counted, sentence
from ...core.view import Choice
from ...kit.seats import refuse_out_of_turn
from ...kit.stock import drawable, top
from .rules import fitting, legal
from .state import CARDS, DECLINE, DRAW, DRAW_BIT, SWAP, SWAPS, SwapSwitch

say = OwnTexts(__name__)
PACK = STANDARD_PACK
VERBS = ("play", "draw", "swap", "pass")


# ---- moves to words -----------------------------------------------------------------------------------------------


def choices(s: SwapSwitch, seat: int) -> Iterator[Choice]:
    """List every move of a seat."""
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
    """Return the action of a move and its words, or raise Illegal."""
    refuse_out_of_turn(s, seat)
    verb, *rest = text.split()
    verb = verb.lower()
    if verb not in VERBS or (rest and verb in ("draw", "pass")):
        raise Illegal(say("refusal.noMove", text=shortened(text)))
    refuse_in_phase(s, verb)
    if verb == "play":
        return parse_play(s, seat, rest)
    if verb == "swap":
        return parse_swap(s, seat, rest)
    return [parse_draw(s, seat) if verb == "draw" else parse_pass(s, seat)], verb


def refuse_in_phase(s: SwapSwitch, verb: str) -> None:
    """SS-3.4: refuse anything but the swap after a Jack, and a swap without a Jack."""
    if s.phase == SWAP and s.swap_is_optional and verb in ("play", "draw"):
        raise Illegal(say("refusal.mustSwapOrPass"))
    if s.phase == SWAP and not s.swap_is_optional and verb != "swap":
        raise Illegal(say("refusal.mustSwap"))
    if s.phase != SWAP and verb == "swap":
        raise Illegal(say("refusal.jackOnly"))


def parse_play(s: SwapSwitch, seat: int, rest: list[str]) -> tuple[list[int], str]:
    """Read `play Jh`."""
    if not rest:
        raise Illegal(say("refusal.whichCard"))
    if len(rest) > 1:
        raise Illegal(say("refusal.oneCard"))
    try:
        card = PACK.number(rest[0])
    except ValueError as error:
        raise Illegal(*error.args) from None
    if not s.hands[seat] >> card & 1:
        raise Illegal(sentence("refusal.notHeld", card=PACK.sign(card)))
    return [card], f"play {PACK.name(card)}"


def parse_swap(s: SwapSwitch, seat: int, rest: list[str]) -> tuple[list[int], str]:
    """Read `swap 2`."""
    text = " ".join(rest)
    if not text.isdecimal() or not text.isascii() or len(text) > 2 or int(text) >= s.seats:
        raise Illegal(say("refusal.whichSeat", last=s.seats - 1))
    if int(text) == seat:
        raise Illegal(say("refusal.notYourself"))
    return [SWAPS + int(text)], f"swap {int(text)}"


def parse_draw(s: SwapSwitch, seat: int) -> int:
    """Read `draw`: one card, or the penalty."""
    if legal(s, seat) & DRAW_BIT and not drawable(s):
        raise Illegal(say("refusal.noDraw"))
    return DRAW


def parse_pass(s: SwapSwitch, seat: int) -> int:
    """Read `pass`: nothing can be drawn, or an optional swap is declined."""
    if s.phase == SWAP:
        return DECLINE
    if legal(s, seat) & DRAW_BIT and drawable(s):
        raise Illegal(say("refusal.noPass"))
    return DRAW


# ---- why not ------------------------------------------------------------------------------------------------------


def reason(s: SwapSwitch, seat: int, action: int) -> str:
    """ALL-4: return why the seat in turn can't play this card, or can't draw."""
    if action == DRAW:
        card = lowest_bit(s.hands[seat] & fitting(top(s)))
        return say("refusal.mustDiscard", card=PACK.sign(card))
    return card_reason(s, action)


def card_reason(s: SwapSwitch, card: int) -> str:
    """SS-2.1, option `stacking`: return why a card cannot be played in turn."""
    rank = rank_sign(rank_of(top(s)))
    if s.penalty:
        return say("refusal.noAnswer", card=PACK.sign(card), rank=rank)
    return say("refusal.noFit", card=PACK.sign(card), suit=SUIT_SIGNS[suit_of(top(s))], rank=rank)


# ---- before a move ------------------------------------------------------------------------------------------------


def caution(s: SwapSwitch, seat: int, choice: Choice) -> str:
    """SS-3.4: warn that a Jack gives away the rest of the hand if nobody has fewer cards."""
    if not choice.words.startswith("play ") or rank_of(PACK.number(choice.picks[0])) != JACK or s.swap_is_optional:
        return ""
    left = bit_count(s.hands[seat]) - 1
    is_fewest = all(left < bit_count(s.hands[other]) for other in range(s.seats) if other != seat)
    return say("caution.swap", cards=counted("table.cards", left)) if left and is_fewest else ""
