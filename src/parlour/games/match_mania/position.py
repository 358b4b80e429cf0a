"""Positions of Match Mania: reads and writes its own lines, fills in what follows from the cards, finds what is impossible."""

from collections import Counter
from collections.abc import Iterator

from ...core.bits import bit_count, members_of, set_of
from ...core.sentence import Invalid, shortened
from ...core.state import NONE
from ...core.texts import OwnTexts, sentence
from ...kit.stock import drawable, top
from .cards import COLOURS, PACK, REVERSE, SKIP, WILD, WILD_FOUR, kind_name, kind_of, penalty_of
from .hands import smallest
from .matching import is_answerable, playable
from .options import ALL, AUTO, DECK, MANUAL, NUMBER, TWOS_AND_FOURS
from .state import DRAWN, NAME, OVER, PHASES, PLAY, START, SWAP, MatchMania, count_hands, is_guilty, judge, layer

say = OwnTexts(__name__)

derived = ("phase", "winners")
own_words = ("colour", "before", "alone", "drawn", "window", "knows", "recycled")
SUM_OF_TWOS = SUM_OF_FOURS = 16
"""The sum of the penalties of all +2s in a deck, and of all its Wild +4s."""


# ---- lines --------------------------------------------------------------------------------------------------------


def own_lines(s: MatchMania) -> Iterator[str]:
    """Return the lines that only this game has."""
    if s.kind >= WILD and s.colour >= 0:
        yield f"colour: {COLOURS[s.colour]}"
    if s.before >= 0 and s.before != colour_under(s):
        yield f"before: {COLOURS[s.before]}"
    if s.alone >= 0:
        yield f"alone: {PACK.name(s.alone)}"
    if s.drawn >= 0:
        yield f"drawn: {PACK.name(s.drawn)}"
    if s.window:
        yield "window: open"
    for seat in range(s.seats):
        known = known_cards(s, seat)
        if known:
            yield f"knows {seat}: {' '.join(f'{holder}:{kind_name(kind)}' for holder, kind in known)}"
    if s.shuffles:
        kinds = sorted(kind_of(card) for card in range(s.decks * DECK) if s.since[card] == s.shuffles)
        yield f"recycled: {' '.join(kind_name(kind) for kind in kinds)}".rstrip()


def known_cards(s: MatchMania, seat: int) -> list[tuple[int, int]]:
    """Return what a seat knows about other hands: holder and kind, ascending."""
    cards = (card for card in range(s.decks * DECK) if s.holder[card] >= 0 and s.knowers[card] >> seat & 1)
    return sorted((s.holder[card], kind_of(card)) for card in cards)


def colour_under(s: MatchMania) -> int:
    """Return the colour of the card under the top, NONE if it has none."""
    kind = kind_of(s.pile[s.pile_size - 2]) if s.pile_size > 1 else WILD
    return kind // 13 if kind < WILD else NONE


def read_own(s: MatchMania, key: str, text: str) -> None:
    """Read a line that only this game has, or raise ValueError."""
    word, *which = key.split()
    if word == "knows":
        read_knows(s, seat_of(s, " ".join(which)), text)
    elif which:
        raise Invalid(sentence("position.noSeat", line=word))
    elif word == "colour":
        s.colour = colour_of(text)
    elif word == "before":
        s.before = colour_of(text)
    elif word == "alone":
        s.alone = card_in_hand(s, (s.turn - s.direction) % s.seats, text)
    elif word == "drawn":
        s.drawn = card_in_hand(s, s.turn, text)
    elif word == "window":
        if text != "open":
            raise Invalid(say("position.windowOpen", given=shortened(text)))
        s.window = 1
    else:
        read_recycled(s, text)


def colour_of(text: str) -> int:
    """Return the number of a colour."""
    if text not in COLOURS:
        raise Invalid(
            sentence(
                "position.notOneOf", given=shortened(text), what=say.part("position.colourWord"), values=", ".join(COLOURS)
            )
        )
    return COLOURS.index(text)


def seat_of(s: MatchMania, text: str) -> int:
    """Return the number of a seat."""
    if not text.isdecimal() or not text.isascii() or len(text) > 2 or int(text) >= s.seats:
        raise Invalid(sentence("position.seat", seat=f"'{shortened(text)}'", seats=s.seats))
    return int(text)


def card_in_hand(s: MatchMania, seat: int, text: str) -> int:
    """Return a card of a seat; of several copies, the first."""
    for card in PACK.copies(text):
        if s.holder[card] == seat:
            return card
    raise Invalid(say("position.notHeld", seat=seat, card=shortened(text)))


def read_knows(s: MatchMania, seat: int, text: str) -> None:
    """Read `1:r5 1:r5 2:W`; of several copies, the first ones are known."""
    for place, times in Counter(text.split()).items():
        owner, _, name = place.partition(":")
        holder = seat_of(s, owner)
        held = [card for card in PACK.copies(name) if s.holder[card] == holder]
        if holder == seat:
            raise Invalid(say("position.knowsOwn", seat=seat))
        if times > len(held):
            raise Invalid(say("position.knowsMore", seat=seat, count=times, card=shortened(name), other=holder))
        for card in held[:times]:
            s.knowers[card] |= 1 << seat


def read_recycled(s: MatchMania, text: str) -> None:
    """Read the cards of the last shuffle: the deck holds no others, and those not in it were drawn since."""
    s.shuffles = 1
    wanted = Counter(kind_of(PACK.number(name)) for name in text.split())
    pile = s.pile[: s.pile_size]
    hands = [card for card in range(s.decks * DECK) if s.holder[card] >= 0]
    for card in [*s.deck[: s.deck_size], *reversed(pile), *hands]:
        kind = kind_of(card)
        if wanted[kind] > 0:
            wanted[kind] -= 1
            s.since[card] = 1
    if any(s.since[card] == 0 for card in s.deck[: s.deck_size]):
        raise Invalid(say("position.recycledDeck"))
    if wanted.total():
        raise Invalid(say("position.recycledNowhere"))


# ---- what follows -------------------------------------------------------------------------------------------------


def settle(s: MatchMania, said: set[str]) -> None:
    """Fill in what the lines leave out: hand counts, the colours of the top two cards, guilt, and whether the game is over."""
    count_hands(s)
    if not s.pile_size:
        return
    s.kind = kind_of(top(s))
    if s.kind < WILD and s.colour < 0:
        s.colour = s.kind // 13
    if has_ended(s):
        if "phase" not in said:
            s.phase = OVER
        if "winners" not in said:
            s.winners = fitting_winners(s)
    if s.before < 0 and is_challengeable(s):
        s.before = colour_under(s)
    if "guilty" not in said:
        judge(s)


def empty_hands(s: MatchMania) -> int:
    """Return the set of the seats without cards."""
    return set_of(seat for seat in range(s.seats) if s.sizes[seat] == 0)


def has_ended(s: MatchMania) -> bool:
    """Whether a seat has no cards left, every seat in turn has passed, or the turns have run out."""
    return bool(empty_hands(s) or s.passes >= s.seats or s.turns >= s.max_turns)


def fitting_winners(s: MatchMania) -> int:
    """MM-5.1, ALL-5, ALL-9: return the seat without cards, else those with the fewest."""
    return empty_hands(s) or smallest(s)


def is_challengeable(s: MatchMania) -> bool:
    """Whether there is a Wild +4 on top that has not been answered yet."""
    return bool(s.challenge and s.kind == WILD_FOUR and (s.phase == NAME or (s.phase == PLAY and s.penalty)))


def deal_size(s: MatchMania, name: str) -> int:
    """Return how many cards a place gets if no line names it."""
    return 1 if name == "pile" else s.hand_size


def in_play(s: MatchMania) -> int:
    """MM-4.3: return the set of cards in play: one or more decks of 108 cards."""
    return (1 << s.decks * DECK) - 1


def opens(s: MatchMania, card: int) -> bool:
    """Whether a card may start a pile that no line names: only a number may."""
    return kind_of(card) < WILD and kind_of(card) % 13 < SKIP


# ---- impossible positions -----------------------------------------------------------------------------------------


def flaw(s: MatchMania) -> str:
    """Return why this position is impossible; empty if it is possible."""
    if not s.pile_size:
        return sentence("position.noPile")
    checks = (end_flaw, colour_flaw, penalty_flaw, guilt_flaw, phase_flaw, window_flaw, call_flaw, past_flaw)
    return next(filter(None, (check(s) for check in checks)), "")


def end_flaw(s: MatchMania) -> str:
    """MM-5.1, ALL-5, ALL-9: check that only a game that is over has winners, and that they fit the cards."""
    if bit_count(empty_hands(s)) > 1:
        return say("position.emptyHands")
    if s.turns > s.max_turns:
        return sentence("position.turns", most=s.max_turns, turns=s.turns)
    if s.passes > s.seats:
        return say("position.passes", seats=s.seats, passes=s.passes)
    if s.phase == OVER and not has_ended(s):
        return say("position.over")
    if s.phase != OVER and has_ended(s):
        return say("position.phase", phase=PHASES[s.phase])
    if s.phase != OVER and s.winners:
        return say("position.noWinners")
    if s.phase == OVER and s.winners != fitting_winners(s):
        return say("position.winners", winners=" ".join(str(seat) for seat in members_of(fitting_winners(s))))
    return ""


def colour_flaw(s: MatchMania) -> str:
    """Check that the valid colour is the top's, or named for a Wild; none is named for a last card (MM-7.7)."""
    if s.kind < WILD:
        return "" if s.colour == s.kind // 13 else say("position.colour", card=PACK.sign(top(s)))
    if s.phase in (NAME, START):
        return say("position.colourNamed") if s.colour >= 0 else ""
    if empty_hands(s):
        return say("position.colourLast") if s.colour >= 0 else ""
    return "" if s.colour >= 0 else say("position.colourWild")


def penalty_flaw(s: MatchMania) -> str:
    """MM-3.3, MM-7.1: check that a sum is open only on a +2 or Wild +4 that leaves a choice, and is the sum of such cards."""
    if not s.penalty:
        return ""
    if not (penalty_of(s.kind) and s.phase in (PLAY, NAME)):
        return say("position.penalty")
    if s.phase == NAME:
        return stacked_flaw(s)
    if not is_answerable(s):
        return say("position.penaltyDrawn")
    return sum_flaw(s, s.kind)


def stacked_flaw(s: MatchMania) -> str:
    """Check that, while a colour is to be named, the open sum is the one that the Wild +4 was stacked on."""
    under = kind_of(s.pile[s.pile_size - 2]) if s.pile_size > 1 else WILD
    fours = s.stacking == ALL or (under == WILD_FOUR and s.stacking == TWOS_AND_FOURS)
    if not (penalty_of(under) and fours):
        return say("position.penaltyUnder")
    return sum_flaw(s, under)


def sum_flaw(s: MatchMania, kind: int) -> str:
    """Check that a sum can be made of +2s and Wild +4s that may lie on each other, the last of them of this kind."""
    own = penalty_of(kind)
    most = s.decks * SUM_OF_TWOS
    step = own
    if s.stacking == ALL:
        most, step = s.decks * (SUM_OF_TWOS + SUM_OF_FOURS), 2
    elif kind == WILD_FOUR and s.stacking != TWOS_AND_FOURS:
        most = own
    if own <= s.penalty <= most and s.penalty % step == 0:
        return ""
    return say("position.penaltySum", penalty=s.penalty)


def guilt_flaw(s: MatchMania) -> str:
    """MM-7.2: check that only a challengeable Wild +4 has guilt, which follows from the hand that played it."""
    if not is_challengeable(s):
        has_guilt = s.guilty or s.before >= 0 or s.alone >= 0
        return say("position.guilt") if has_guilt else ""
    if colour_under(s) not in (NONE, s.before):
        return say("position.before", colour=COLOURS[colour_under(s)])
    if s.alone >= 0 and not (s.phase == PLAY and s.call_out == MANUAL and s.catch < 0 and s.sizes[layer(s)] <= 3):
        return say("position.alone")
    if s.before >= 0 and s.guilty != is_guilty(s):
        return say("position.guilty" if is_guilty(s) else "position.innocent", seat=layer(s))
    return ""


def phase_flaw(s: MatchMania) -> str:
    """Check that the choice to be made follows from the card on top or the card drawn."""
    if s.phase == NAME and s.kind < WILD:
        return say("position.name")
    if s.phase == START and (s.kind != WILD or s.pile_size > 1 or s.start_card == NUMBER):
        return say("position.start")
    if s.phase == START and (s.turns or s.passes or s.shuffles or s.direction < 0):
        return say("position.firstTurn")
    if s.phase == SWAP and not (s.seven_o and s.kind < WILD and s.kind % 13 == 7):
        return say("position.swap")
    return drawn_flaw(s)


def drawn_flaw(s: MatchMania) -> str:
    """MM-2.2: check that a drawn card that may still be played is playable, in a hand that held others before."""
    if (s.phase == DRAWN) != (s.drawn >= 0):
        return say("position.drawn")
    if s.phase == DRAWN and not (s.play_drawn and playable(s, s.turn) >> kind_of(s.drawn) & 1):
        return say("position.drawnPlayable")
    if s.phase == DRAWN and s.sizes[s.turn] == 1:
        return say("position.drawnAlone")
    return ""


def window_flaw(s: MatchMania) -> str:
    """MM-7.5: check that windows are open only under their options and before the next move."""
    if s.window and not (s.jump_in and s.kind < WILD and s.phase == PLAY):
        return say("position.window")
    if (s.window or s.catch >= 0) and is_answered(s):
        return say("position.answered")
    return ""


def is_answered(s: MatchMania) -> bool:
    """Whether the seat hit by the top card had a choice and has made it."""
    return bool(penalty_of(s.kind) and not s.penalty and is_answerable(s))


def call_flaw(s: MatchMania) -> str:
    """MM-4.4, MM-7.6: check that a seat that has called or can be caught has the right number of cards."""
    if (s.catch >= 0 or s.called) and s.call_out == AUTO:
        return say("position.calls")
    if s.catch >= 0 and not (s.phase == PLAY and s.sizes[s.catch] == 1 and s.catch == last_player(s)):
        return say("position.catch")
    if s.called and not has_cards_to_call(s):
        return say("position.called")
    return ""


def last_player(s: MatchMania) -> int:
    """Return the seat that laid the top card, provided that nobody has moved since."""
    face = s.kind % 13
    skips = s.kind < WILD and (face == SKIP or (face == REVERSE and s.seats == 2))
    steps = 2 if skips or (penalty_of(s.kind) and not s.penalty) else 1
    return (s.turn - steps * s.direction) % s.seats


def has_cards_to_call(s: MatchMania) -> bool:
    """Whether the seat in turn can have called with two cards, and drawn or laid one since."""
    if s.phase in (START, OVER):
        return False
    held = s.sizes[s.turn] + (s.phase in (NAME, SWAP))
    most = 2 if s.phase == PLAY else 3
    return held >= 2 and (held <= most or (s.phase != PLAY and bool(s.draw_to_match)))


def past_flaw(s: MatchMania) -> str:
    """Check that the passes, the cards seen and the shuffles are possible."""
    is_between = s.phase in (PLAY, OVER) and not (s.penalty or s.window or s.catch >= 0 or empty_hands(s))
    if s.passes and (drawable(s) or not is_between):
        return say("position.passed")
    if not (s.seven_o or s.challenge) and any(s.knowers):
        return say("position.knows")
    if s.shuffles and not any(s.since):
        return say("position.recycled")
    return ""
