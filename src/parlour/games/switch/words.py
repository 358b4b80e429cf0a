"""The texts of Switch: moves to words and back, and why a move cannot be made."""

from collections.abc import Iterator
from itertools import pairwise

from ...core.bits import bit_count, members_of
from ...core.cards import ACE, STANDARD_PACK, SUIT_NAMES, SUIT_SIGNS, of_rank, rank_of, rank_sign
from ...core.game import Illegal
from ...core.sentence import shortened
from ...core.texts import OwnTexts, called, counted
from ...core.view import Choice
from ...kit.plays import named_cards, plays
from ...kit.seats import refuse_out_of_turn
from ...kit.stock import drawable, top
from . import state
from .cards import TRICKS
from .modes import has_open_mistake
from .options import CASUAL, STANDARD
from .rules import is_on_two_of_hearts, legal
from .state import Switch

say = OwnTexts(__name__)
PACK = STANDARD_PACK

IN_TURN = ("name", "draw", "pass", "attempt")
"""The verbs that are never used to cut in."""
PLAIN = {"announce": state.ANNOUNCE, "challenge": state.CHALLENGE, "take back": state.TAKE_BACK}


def must_pass(s: Switch) -> bool:
    """SW-2.1: whether there is nothing to draw or take, so that `pass` takes the place of `draw`."""
    return not (s.penalty or s.run or drawable(s))


# ---- moves to words -----------------------------------------------------------------------------------------------


def choices(s: Switch, seat: int) -> Iterator[Choice]:
    """List every move of a seat, except attempts."""
    actions = legal(s, seat)
    for cards in card_plays(s, seat, actions & state.CARDS):
        names = [PACK.name(card) for card in cards]
        yield Choice(f"play {' '.join(names)}", tuple(names))
    if actions >> state.DRAW & 1:
        yield Choice("pass", ("button pass",)) if must_pass(s) else Choice("draw", ("deck",))
    for suit in range(4):
        if actions >> (state.NAMES + suit) & 1:
            yield Choice(f"name {SUIT_NAMES[suit]}", (f"button {SUIT_NAMES[suit]}",))
    for words, action in PLAIN.items():
        if actions >> action & 1:
            yield Choice(words, (f"button {words}",))


def card_plays(s: Switch, seat: int, first: int) -> list[list[int]]:
    """SW-2.3, SW-9.2: list every play of cards, climbs as far as the list allows; a seat that cuts in plays one."""
    if seat != s.turn:
        return [[card] for card in members_of(first)]
    climbing = 0
    if not s.penalty and (s.chains or s.mode != STANDARD):
        climbing = first if s.run else first & of_rank(3)
    return plays(list(members_of(s.hands[seat])), first, rank_of, climbing)


# ---- words to moves -----------------------------------------------------------------------------------------------


def parse(s: Switch, seat: int, text: str) -> tuple[list[int], str]:
    """Return the actions of a move and its words, or raise Illegal."""
    verb, _, rest = text.partition(" ")
    verb = verb.lower()
    if verb in IN_TURN or (verb == "play" and not (s.interrupts and s.phase == state.PLAY)):
        refuse_out_of_turn(s, seat)
    if verb == "name":
        return parse_name(rest)
    if s.phase == state.NAME and seat == s.turn:
        raise Illegal(say("refusal.nameFirst"))
    if verb in ("play", "attempt"):
        return parse_cards(s, seat, verb, rest)
    if text.lower() in ("draw", "pass"):
        return parse_draw(s, text.lower())
    if text.lower() in PLAIN:
        refuse_in_standard(s, text.lower())
        return [PLAIN[text.lower()]], text.lower()
    raise Illegal(say("refusal.noMove", text=shortened(text)))


def parse_cards(s: Switch, seat: int, verb: str, rest: str) -> tuple[list[int], str]:
    """Read `play 2s 2h` or `attempt 3c 4d 6h`."""
    if verb == "attempt":
        refuse_in_standard(s, verb)
    cards = named_cards(s.hands[seat], verb, rest)
    spoken = f"{verb} {PACK.text(cards)}"
    if verb == "attempt":
        return [state.ATTEMPT, *cards], spoken
    refuse_mixed(s, seat, cards)
    return cards, spoken


def refuse_mixed(s: Switch, seat: int, cards: list[int]) -> None:
    """SW-2.3, SW-9.2, SW-11.4: refuse cards of different ranks, unless they climb where that is allowed."""
    if seat != s.turn and len(cards) > 1:
        raise Illegal(say("refusal.oneOutOfTurn"))
    climbing = (s.chains or s.mode != STANDARD) and (s.run or rank_of(cards[0]) == 3) and not s.penalty
    for before, card in pairwise(cards):
        step = rank_of(card) - rank_of(before)
        if step and not (climbing and step == 1):
            raise Illegal(follow_reason(s, PACK.sign(before), PACK.sign(card)))


def parse_name(rest: str) -> tuple[list[int], str]:
    """Read `name hearts`."""
    if rest.lower() not in SUIT_NAMES:
        raise Illegal(say("refusal.noSuit", text=shortened(rest)))
    return [state.NAMES + SUIT_NAMES.index(rest.lower())], f"name {rest.lower()}"


def parse_draw(s: Switch, word: str) -> tuple[list[int], str]:
    """Read `draw`, or `pass` when there is nothing to draw."""
    if word == "pass" and not must_pass(s):
        raise Illegal(say("refusal.noPass"))
    if word == "draw" and must_pass(s):
        raise Illegal(say("refusal.noDraw"))
    return [state.DRAW], word


def refuse_in_standard(s: Switch, word: str) -> None:
    """SW-11.1: refuse attempts, announcements and challenges in the mode without mistakes."""
    if s.mode == STANDARD:
        raise Illegal(say("refusal.standard", word=word))


# ---- why not ------------------------------------------------------------------------------------------------------


def reason(s: Switch, seat: int, action: int) -> str:
    """ALL-4: return why a step that is not legal cannot be made; empty if the only reason is the turn."""
    if action < state.DRAW:
        return card_reason(s, seat, action) if seat == s.turn else cut_in_reason(s, seat, action)
    if action == state.CHALLENGE:
        return say("refusal.nothingToChallenge")
    if action == state.TAKE_BACK:
        return say("refusal.nothingToTakeBack")
    if action == state.ANNOUNCE:
        return say("refusal.announced" if seat == s.turn else "refusal.nothingToAnnounce")
    if state.NAMES <= action < state.ANNOUNCE:
        return say("refusal.aceOnly")
    return ""


def card_reason(s: Switch, seat: int, card: int) -> str:
    """Return why a card cannot be played in turn."""
    sign = PACK.sign(card)
    if s.phase == state.LAY:
        return follow_reason(s, PACK.sign(top(s)), sign)
    if s.penalty and s.answer == 5:
        return say("refusal.fiveOfHearts", card=sign)
    if s.penalty:
        return say("refusal.activeTwoOfHearts" if is_on_two_of_hearts(s) else "refusal.activeTwo", card=sign)
    if s.run:
        return say("refusal.run", card=sign, rank=rank_sign(s.run), next=rank_sign(s.run + 1))
    return say("refusal.noFit", card=sign, suit=SUIT_SIGNS[s.suit], rank=rank_sign(s.rank))


def cut_in_reason(s: Switch, seat: int, card: int) -> str:
    """SW-11.4: return why a card cannot be played out of turn."""
    if s.penalty or s.run:
        return say("refusal.noCutIn", who=called(s.turn))
    if has_open_mistake(s, seat):
        return say("refusal.ownMistake")
    return say("refusal.cutIn", who=called(s.turn), rank=rank_sign(s.rank), card=PACK.sign(card))


def follow_reason(s: Switch, before: str, sign: str) -> str:
    """Return why a card cannot follow another in the same play."""
    if s.run:
        climbs = s.chains or s.mode != STANDARD
        return say("refusal.followClimb" if climbs else "refusal.followRank", card=sign, before=before)
    return say("refusal.mixed", card=sign, before=before)


# ---- before a move ------------------------------------------------------------------------------------------------


def caution(s: Switch, seat: int, choice: Choice) -> str:
    """Return a warning about a move: a finish on a trick card, a last card that is not announced, a mistake."""
    if choice.words == "challenge":
        return say("caution.challenge")
    if choice.words == "attempt":
        return attempt_caution(s)
    if choice.words.startswith("play "):
        return play_caution(s, seat, [PACK.number(pick) for pick in choice.picks])
    return ""


def play_caution(s: Switch, seat: int, cards: list[int]) -> str:
    """SW-9.8, SW-10.2, SW-11.2, SW-11.3: warn of what it costs to play the last cards, or all but one."""
    left = bit_count(s.hands[seat]) - len(cards)
    in_run = s.run or (rank_of(cards[0]) == 3 and not s.penalty)
    if left == 0 and not s.finish_on_trick and (in_run or TRICKS >> cards[-1] & 1):
        return say("caution.finishInRun" if s.run else "caution.finish", card=PACK.sign(cards[-1]))
    if left == 1 and s.mode != STANDARD and s.last_card_penalty and not s.announced >> seat & 1:
        key = "caution.announceCasual" if s.mode == CASUAL else "caution.announce"
        return say(key, cards=counted("table.cards", s.last_card_penalty))
    return ""


def attempt_caution(s: Switch) -> str:
    """SW-9.6, SW-9.7, SW-11.2, SW-11.3: warn of the least that a wrong attempt costs."""
    fine = min(s.run + 1, ACE) + 2 if s.run else s.penalty + 2
    least = counted("table.cards", fine)
    cards = say.part("caution.atLeast", cards=least) if s.run else least
    return say("caution.attemptCasual" if s.mode == CASUAL else "caution.attempt", cards=cards)


def is_idle(s: Switch, seat: int, choice: Choice) -> bool:
    """SW-11.2: whether an announcement would be void, because no play leaves one card."""
    held = bit_count(s.hands[seat])
    if choice.words != "announce" or held <= 2 or (s.unsaid and seat == s.played):
        return False
    return all(held - len(cards) > 1 for cards in card_plays(s, seat, legal(s, seat) & state.CARDS))
