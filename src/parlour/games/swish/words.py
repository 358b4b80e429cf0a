"""Swish in words: its events, its moves both ways, and why a move cannot be made."""

from collections.abc import Iterator

from ...core.bits import members_of
from ...core.cards import ACE, RANKS, STANDARD_PACK, rank_of
from ...core.events import Kind
from ...core.game import Illegal
from ...core.sentence import shortened
from ...core.texts import OwnTexts, place_name
from ...core.view import Choice
from ...kit.plays import named_cards, plays
from ...kit.stock import top
from . import rules
from .rules import beating, legal, slots_each
from .state import AGAIN, CARDS, FLIPS, FREE_OF_COUNT, LAY, PICK_UP, Swish

say = OwnTexts(__name__)
PACK = STANDARD_PACK

KINDS = {
    rules.DEALT_DOWN: Kind("dealt_down", "deck", "grid"),
    rules.RESET: Kind("reset"),
    rules.FOUR_OF_A_KIND: Kind("four_of_a_kind"),
    rules.DESTROYED: Kind("destroyed", "pile"),
    rules.PLAYS_AGAIN: Kind("plays_again"),
    rules.PICKED_UP: Kind("picked_up", "pile", "hand", "penalty"),
    rules.FLIPPED: Kind("flipped", "grid", "pile", "played"),
    rules.FLIP_FAILED: Kind("flip_failed", "pile", "hand", "taken back"),
    rules.WENT_OUT: Kind("went_out"),
}


# ---- moves to words -----------------------------------------------------------------------------------------------


def choices(s: Swish, seat: int) -> Iterator[Choice]:
    """Every move of a seat, the pick-up last."""
    actions = legal(s, seat)
    for cards in card_plays(s, seat, actions & CARDS):
        names = [PACK.name(card) for card in cards]
        yield Choice(f"play {' '.join(names)}", tuple(names))
    for slot in members_of(actions >> FLIPS):
        yield Choice(f"flip {slot}", (f"{seat}:{slot}",))
    if actions >> PICK_UP & 1:
        yield Choice("pick up", ("pile",))


def card_plays(s: Swish, seat: int, first: int) -> Iterator[list[int]]:
    """Every distinct set that may be played."""
    for cards in plays(list(members_of(s.hands[seat])), first, rank_of, lambda rank: False):
        if len(cards) >= needed(s, cards[0]):
            yield cards


def needed(s: Swish, card: int) -> int:
    """match_count: how many cards of its rank a play needs."""
    return 1 if FREE_OF_COUNT >> card & 1 else max(s.count, 1)


# ---- words to moves -----------------------------------------------------------------------------------------------


def parse(s: Swish, seat: int, text: str) -> tuple[list[int], str]:
    """The actions of a move and how it is spoken, or Illegal in a sentence."""
    verb, _, rest = text.lower().partition(" ")
    if verb == "play":
        return parse_play(s, seat, rest)
    if verb == "flip":
        return parse_flip(s, seat, rest)
    if text.lower() == "pick up":
        return [PICK_UP], "pick up"
    raise Illegal(say("refusal.noMove", text=shortened(text)))


def parse_play(s: Swish, seat: int, rest: str) -> tuple[list[int], str]:
    """`play 3s 3d`."""
    cards = named_cards(s.hands[seat], "play", rest)
    if seat == s.turn:
        refuse_set(s, cards)
    return cards, f"play {PACK.text(cards)}"


def refuse_set(s: Swish, cards: list[int]) -> None:
    """SH-2.3, match_count: the cards of one play have one rank, and are enough."""
    for card in cards:
        if rank_of(card) != rank_of(cards[0]):
            raise Illegal(follow_reason(cards[0], card))
    if beating(s) >> cards[0] & 1 and len(cards) < needed(s, cards[0]):
        raise Illegal(count_reason(s, cards[0]))


def parse_flip(s: Swish, seat: int, rest: str) -> tuple[list[int], str]:
    """`flip 4`."""
    most = slots_each(s) - 1
    if not rest.isdecimal() or not rest.isascii() or len(rest) > 2 or int(rest) > most:
        raise Illegal(say("refusal.noSlot", last=most, text=shortened(rest)))
    slot = int(rest)
    if seat == s.turn and not s.hands[seat] and not s.filled[seat] >> slot & 1:
        raise Illegal(say("refusal.empty", place=place_name(seat, slot)))
    return [FLIPS + slot], f"flip {slot}"


# ---- why not ------------------------------------------------------------------------------------------------------


def reason(s: Swish, seat: int, action: int) -> str:
    """ALL-4: why a step that is not legal cannot be made; nothing where only the turn is missing."""
    if seat != s.turn:
        return ""
    if action < PICK_UP:
        return card_reason(s, action)
    if action == PICK_UP:
        return pick_up_reason(s, seat)
    return say("refusal.handFirst")


def card_reason(s: Swish, card: int) -> str:
    """Why a card cannot be played."""
    if s.phase == LAY:
        return follow_reason(top(s), card)
    if beating(s) >> card & 1:
        return count_reason(s, card)
    return higher_reason(card, top(s))


def higher_reason(card: int, beaten: int) -> str:
    """SH-2.2: what beats a card."""
    signs = {"card": PACK.sign(card), "top": PACK.sign(beaten)}
    if rank_of(beaten) == ACE:
        return say("refusal.ace", **signs)
    return say("refusal.higher", **signs, rank=RANKS[rank_of(beaten) - 2])


def count_reason(s: Swish, card: int) -> str:
    """match_count: too few cards."""
    return say("refusal.count", card=PACK.sign(card), count=s.count)


def follow_reason(before: int, card: int) -> str:
    """Why a card cannot go with another in one play."""
    return say("refusal.mixed", card=PACK.sign(card), before=PACK.sign(before))


def pick_up_reason(s: Swish, seat: int) -> str:
    """SH-3.5, SH-4.1, SH-4.2: why the pile cannot be picked up."""
    if s.phase == AGAIN:
        return say("refusal.playAgain")
    if not s.pile_size:
        return say("refusal.noPile")
    if not s.hands[seat]:
        return say("refusal.mustFlip")
    return say("refusal.mustPlay")
