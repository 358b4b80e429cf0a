"""Switch in words: its events, its moves both ways, and why a move cannot be made."""

from collections.abc import Iterator
from itertools import pairwise

from ...core.bits import members_of
from ...core.cards import ACE, RANKS, STANDARD_PACK, SUIT_NAMES, SUIT_SIGNS, of_rank, rank_of
from ...core.events import Kind
from ...core.game import Illegal
from ...core.sentence import shortened
from ...core.view import Choice
from ...kit.plays import MOST_PLAYS, named_cards, plays
from ...kit.stock import drawable, top
from . import happenings
from .options import STANDARD
from .rules import legal
from .state import (
    ANNOUNCE,
    ATTEMPT,
    CARDS,
    CHALLENGE,
    DRAW,
    LAY,
    NAME,
    NAMES,
    PLAY,
    TAKE_BACK,
    TWO_OF_HEARTS,
    Switch,
)

PACK = STANDARD_PACK

KINDS = {
    happenings.GAVE_UP_RUN: Kind(
        "gave_up_run",
        "{who} gives up the run at {rank}: {number} cards.",
        "You give up the run at {rank}: {number} cards.",
        counts="penalty",
    ),
    happenings.TOOK_PENALTY: Kind(
        "took_penalty", "{who} takes the penalty of {cards}.", "You take the penalty of {cards}.", counts="penalty"
    ),
    happenings.RAISED_PENALTY: Kind("raised_penalty", "The penalty is now {cards}."),
    happenings.STARTED_RUN: Kind("started_run", "A run begins at 3: suits do not matter until it ends."),
    happenings.ENDED_RUN: Kind("ended_run", "The run is over."),
    happenings.REVERSED: Kind("reversed", "The direction turns."),
    happenings.SKIPPED: Kind("skipped", "{who} is skipped.", "You are skipped."),
    happenings.PLAYS_AGAIN: Kind("plays_again", "{who} plays again.", "You play again."),
    happenings.NAMED: Kind("named", "{who} names {suit}.", "You name {suit}."),
    happenings.ON_LAST_CARD: Kind("on_last_card", "{who} has one card left.", "You have one card left."),
    happenings.MISSED_FINISH: Kind(
        "missed_finish", "{who} cannot finish on a trick card and draws one.", "You cannot finish on a trick card and draw one."
    ),
    happenings.TOOK_CARDS_BACK: Kind(
        "took_cards_back", "{who} takes {card} back.", "You take {card} back.", "pile", "hand", "taken back"
    ),
    happenings.FINED: Kind("fined", "{who} draws {cards} for the mistake.", "You draw {cards} for the mistake.", counts="fine"),
    happenings.ANNOUNCED: Kind("announced", "{who}: “Last card!”", "You announce your last card."),
    happenings.FORGOT_TO_ANNOUNCE: Kind(
        "forgot_to_announce",
        "{who} did not announce the last card: {cards}.",
        "You did not announce your last card: {cards}.",
        counts="fine",
    ),
    happenings.CHALLENGED: Kind("challenged", "{who} challenges {seat}.", "You challenge {seat}."),
    happenings.WAS_WRONG: Kind("was_wrong", "The play of {who} was wrong.", "Your play was wrong."),
    happenings.WAS_RIGHT: Kind("was_right", "The play of {who} was right.", "Your play was right."),
    happenings.TOOK_BACK: Kind("took_back", "{who} takes the mistake back.", "You take the mistake back."),
    happenings.CUT_IN: Kind("cut_in", "{who} cuts in.", "You cut in."),
    happenings.TRIED: Kind("tried", "{who} tries a play.", "You try a play."),
}

PLAIN = {"announce": ANNOUNCE, "challenge": CHALLENGE, "take back": TAKE_BACK}


def must_pass(s: Switch) -> bool:
    """SW-2.1: nothing can be drawn and nothing is to be taken, so `pass` takes the place of `draw`."""
    return not (s.penalty or s.run or drawable(s))


# ---- moves to words -----------------------------------------------------------------------------------------------


def choices(s: Switch, seat: int) -> Iterator[Choice]:
    """Every move of a seat, attempts excepted."""
    actions = legal(s, seat)
    for cards in card_plays(s, seat, actions & CARDS):
        names = [PACK.name(card) for card in cards]
        yield Choice(f"play {' '.join(names)}", tuple(names))
    if actions >> DRAW & 1:
        yield Choice("pass", ("button pass",)) if must_pass(s) else Choice("draw", ("deck",))
    for suit in range(4):
        if actions >> (NAMES + suit) & 1:
            yield Choice(f"name {SUIT_NAMES[suit]}", (f"button {SUIT_NAMES[suit]}",))
    for words, action in PLAIN.items():
        if actions >> action & 1:
            yield Choice(words, (f"button {words}",))


def card_plays(s: Switch, seat: int, first: int) -> list[list[int]]:
    """Every play of cards; a seat that cuts in plays one."""
    if seat != s.turn:
        return [[card] for card in members_of(first)]
    hand = list(members_of(s.hands[seat]))
    if s.penalty or not (s.chains or s.mode != STANDARD):
        return plays(hand, first, rank_of, never)
    if s.run:
        return plays(hand, first, rank_of, below_ace)
    threes = first & of_rank(3)
    found = plays(hand, first & ~threes, rank_of, never) + plays(hand, threes, rank_of, below_ace)
    return sorted(found, key=len)[:MOST_PLAYS]


def never(rank: int) -> bool:
    """A play that stays on its rank."""
    return False


def below_ace(rank: int) -> bool:
    """SW-9.2: a climb goes up to the Ace."""
    return rank < ACE


# ---- words to moves -----------------------------------------------------------------------------------------------


def parse(s: Switch, seat: int, text: str) -> tuple[list[int], str]:
    """The actions of a move and how it is spoken, or Illegal in a sentence."""
    verb, _, rest = text.partition(" ")
    verb = verb.lower()
    if verb == "name":
        return parse_name(rest)
    if s.phase == NAME and seat == s.turn:
        raise Illegal("First name a suit: clubs, diamonds, hearts or spades.")
    if verb in ("play", "attempt"):
        return parse_cards(s, seat, verb, rest)
    if text.lower() in ("draw", "pass"):
        return parse_draw(s, text.lower())
    if text.lower() in PLAIN:
        refuse_in_standard(s, text.lower())
        return [PLAIN[text.lower()]], text.lower()
    raise Illegal(f"“{shortened(text)}” is no move of Switch: try play, draw or name.")


def parse_cards(s: Switch, seat: int, verb: str, rest: str) -> tuple[list[int], str]:
    """`play 2s 2h`, `attempt 3c 4d 6h`."""
    if verb == "attempt":
        refuse_in_standard(s, verb)
    cards = named_cards(s.hands[seat], verb, rest)
    spoken = f"{verb} {PACK.text(cards)}"
    if verb == "attempt":
        return [ATTEMPT, *cards], spoken
    refuse_mixed(s, seat, cards)
    return cards, spoken


def refuse_mixed(s: Switch, seat: int, cards: list[int]) -> None:
    """SW-2.3, SW-9.2, SW-11.4: the cards of one play have one rank, or climb where that is allowed."""
    if seat != s.turn and len(cards) > 1:
        raise Illegal("Out of turn you may play one card only.")
    climbing = (s.chains or s.mode != STANDARD) and (s.run or rank_of(cards[0]) == 3) and not s.penalty
    for before, card in pairwise(cards):
        step = rank_of(card) - rank_of(before)
        if step and not (climbing and step == 1):
            raise Illegal(follow_reason(s, PACK.sign(before), PACK.sign(card)))


def parse_name(rest: str) -> tuple[list[int], str]:
    """`name hearts`."""
    if rest.lower() not in SUIT_NAMES:
        raise Illegal(f"Name clubs, diamonds, hearts or spades, not “{shortened(rest)}”.")
    return [NAMES + SUIT_NAMES.index(rest.lower())], f"name {rest.lower()}"


def parse_draw(s: Switch, word: str) -> tuple[list[int], str]:
    """`draw`, or `pass` when there is nothing to draw."""
    if word == "pass" and not must_pass(s):
        raise Illegal("You cannot pass while there is something to draw: draw instead.")
    if word == "draw" and must_pass(s):
        raise Illegal("There is nothing left to draw: pass instead.")
    return [DRAW], word


def refuse_in_standard(s: Switch, word: str) -> None:
    """SW-11.1: no mistakes, so nothing to try, announce or challenge."""
    if s.mode == STANDARD:
        raise Illegal(f"In the standard mode there is no “{word}”: only legal cards can be played.")


# ---- why not ------------------------------------------------------------------------------------------------------


def reason(s: Switch, seat: int, action: int) -> str:
    """ALL-4: why a step that is not legal cannot be made; nothing where only the turn is missing."""
    if action < DRAW:
        return card_reason(s, seat, action) if seat == s.turn else cut_in_reason(s, action)
    if action == CHALLENGE:
        return "There is no play that you could challenge now."
    if action == TAKE_BACK:
        return "You have no mistake to take back now; one a turn is forgiven."
    if action == ANNOUNCE:
        return "You have announced your last card already." if seat == s.turn else "You have nothing to announce now."
    if NAMES <= action < ANNOUNCE:
        return "A suit is named only after playing an Ace." if seat == s.turn else ""
    return ""


def card_reason(s: Switch, seat: int, card: int) -> str:
    """Why a card cannot be played in turn."""
    sign = PACK.sign(card)
    if s.phase == LAY:
        return follow_reason(s, PACK.sign(top(s)), sign)
    if s.penalty and s.answer == 5:
        return f"{sign} does not answer the five of hearts: only ♥2 does."
    if s.penalty:
        also = ", or ♥5 on ♥2" if top(s) == TWO_OF_HEARTS else ""
        return f"{sign} does not answer the penalty of an active 2: only 2s do{also}."
    if s.run:
        return f"{sign} does not continue the run: it needs {rank_word(s.run)} or {rank_word(s.run + 1)}."
    return f"{sign} matches neither {SUIT_SIGNS[s.suit]} nor {rank_word(s.rank)}."


def cut_in_reason(s: Switch, card: int) -> str:
    """SW-11.4: why a card cannot be played out of turn."""
    if not s.interrupts or s.phase != PLAY:
        return ""
    if s.penalty or s.run:
        return f"It is the turn of seat {s.turn}: nobody cuts in while a penalty or a run is on."
    return f"It is the turn of seat {s.turn}: out of turn only a {rank_word(s.rank)} may be played now, not {PACK.sign(card)}."


def follow_reason(s: Switch, before: str, sign: str) -> str:
    """Why a card cannot follow another in the same play."""
    if s.run:
        how = "goes up rank by rank" if s.chains or s.mode != STANDARD else "has one rank"
        return f"{sign} cannot follow {before} in this run: a play {how}."
    return f"{sign} cannot go with {before}: the cards of one play have the same rank."


def rank_word(rank: int) -> str:
    """A rank as a sentence writes it."""
    return RANKS[rank - 2].replace("T", "10")
