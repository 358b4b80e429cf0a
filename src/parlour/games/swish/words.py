"""The texts of Swish: moves to words and back, and why a move cannot be made."""

from collections.abc import Iterator

from ...core.bits import members_of
from ...core.cards import ACE, STANDARD_PACK, rank_of, rank_sign
from ...core.game import Illegal
from ...core.sentence import shortened
from ...core.state import Record
from ...core.texts import OwnTexts, counted, place_name
from ...core.view import Choice
from ...kit.plays import named_cards, plays
from ...kit.seats import refuse_out_of_turn
from ...kit.stock import top
from .rules import beating, is_in, legal, slots_each
from .state import AGAIN, CARDS, FLIPS, FREE_OF_COUNT, PICK_UP, Swish

say = OwnTexts(__name__)
PACK = STANDARD_PACK


# ---- moves to words -----------------------------------------------------------------------------------------------


def choices(s: Swish, seat: int) -> Iterator[Choice]:
    """List every move of a seat, the pick-up last."""
    actions = legal(s, seat)
    for cards in card_plays(s, seat, actions & CARDS):
        names = [PACK.name(card) for card in cards]
        yield Choice(f"play {' '.join(names)}", tuple(names))
    for slot in members_of(actions >> FLIPS):
        yield Choice(f"flip {slot}", (f"{seat}:{slot}",))
    if actions >> PICK_UP & 1:
        yield Choice("pick up", ("pile",))


def card_plays(s: Swish, seat: int, first: int) -> Iterator[list[int]]:
    """List every distinct set that may be played."""
    for cards in plays(list(members_of(s.hands[seat])), first, rank_of):
        if len(cards) >= needed(s, cards[0]):
            yield cards


def needed(s: Swish, card: int) -> int:
    """match_count: return how many cards of its rank a play needs."""
    return 1 if FREE_OF_COUNT >> card & 1 else max(s.count, 1)


# ---- words to moves -----------------------------------------------------------------------------------------------


def parse(s: Swish, seat: int, text: str) -> tuple[list[int], str]:
    """Return the actions of a move and its words, or raise Illegal."""
    refuse_finished(s, seat)
    refuse_out_of_turn(s, seat)
    verb, _, rest = text.lower().partition(" ")
    if verb == "play":
        return parse_play(s, seat, rest)
    if verb == "flip":
        return parse_flip(s, seat, rest)
    if text.lower() == "pick up":
        return [PICK_UP], "pick up"
    raise Illegal(say("refusal.noMove", text=shortened(text)))


def refuse_finished(s: Swish, seat: int) -> None:
    """SH-6.1: refuse any move of a seat that is out."""
    if not is_in(s, seat):
        raise Illegal(say.about(seat, "refusal.finished"))


def parse_play(s: Swish, seat: int, rest: str) -> tuple[list[int], str]:
    """Read `play 3s 3d`."""
    cards = named_cards(s.hands[seat], "play", rest)
    refuse_set(s, cards)
    return cards, f"play {PACK.text(cards)}"


def refuse_set(s: Swish, cards: list[int]) -> None:
    """SH-2.3, match_count: refuse cards of different ranks, or too few of them."""
    for card in cards:
        if rank_of(card) != rank_of(cards[0]):
            raise Illegal(follow_reason(cards[0], card))
    if beating(s) >> cards[0] & 1 and len(cards) < needed(s, cards[0]):
        raise Illegal(count_reason(s, cards[0]))


def parse_flip(s: Swish, seat: int, rest: str) -> tuple[list[int], str]:
    """Read `flip 4`."""
    if s.hands[seat]:
        raise Illegal(say("refusal.handFirst"))
    most = slots_each(s) - 1
    if not rest.isdecimal() or not rest.isascii() or len(rest) > 2 or int(rest) > most:
        raise Illegal(say("refusal.noSlot", last=most))
    slot = int(rest)
    if not s.filled[seat] >> slot & 1:
        raise Illegal(say("refusal.empty", place=place_name(seat, slot)))
    return [FLIPS + slot], f"flip {slot}"


# ---- why not ------------------------------------------------------------------------------------------------------


def reason(s: Swish, seat: int, action: int) -> str:
    """ALL-4: return why the seat in turn cannot pick up the pile, or why its card does not beat the top."""
    return pick_up_reason(s, seat) if action == PICK_UP else higher_reason(action, top(s))


def higher_reason(card: int, beaten: int) -> str:
    """SH-2.2: return why a card does not beat another, naming what would."""
    signs = {"card": PACK.sign(card), "top": PACK.sign(beaten)}
    if rank_of(beaten) == ACE:
        return say("refusal.ace", **signs)
    return say("refusal.higher", **signs, rank=rank_sign(rank_of(beaten)))


def count_reason(s: Swish, card: int) -> str:
    """match_count: return why these are too few cards."""
    return say("refusal.count", card=PACK.sign(card), count=s.count)


def follow_reason(before: int, card: int) -> str:
    """Return why a card cannot be played together with another."""
    return say("refusal.mixed", card=PACK.sign(card), before=PACK.sign(before))


def pick_up_reason(s: Swish, seat: int) -> str:
    """SH-3.5, SH-4.1, SH-4.2: return why the pile cannot be picked up."""
    if s.phase == AGAIN:
        return say("refusal.playAgain")
    if not s.pile_size:
        return say("refusal.noPile")
    if not s.hands[seat]:
        return say("refusal.mustFlip")
    return say("refusal.mustPlay")


# ---- moves that are alike ----------------------------------------------------------------------------------------


def alike(s: Swish, evidence: Record, seat: int, choice: Choice) -> str:
    """SH-2.2, SH-5.1: return a key that equivalent moves share: suits and the choice of a face-down card don't matter."""
    if choice.words.startswith("flip "):
        return "flip"
    if not choice.words.startswith("play "):
        return choice.words
    cards = [PACK.number(pick) for pick in choice.picks]
    return f"play {sorted((rank_of(card), s.known[seat] >> card & 1) for card in cards)}"


# ---- before a move ------------------------------------------------------------------------------------------------


def caution(s: Swish, seat: int, choice: Choice) -> str:
    """SH-5.1: warn that a flipped card that is too low is taken up with the whole pile."""
    if not choice.words.startswith("flip ") or beating(s) == CARDS:
        return ""
    return say("caution.flip", top=PACK.sign(top(s)), cards=counted("table.cards", s.pile_size + 1))
