"""Positions of Cambio: fills in what follows from the cards, and finds what is impossible."""

from collections.abc import Iterator

from ...core.bits import set_of
from ...core.state import NONE
from ...core.texts import OwnTexts
from ...kit.stock import drawable, top
from .cards import EFFECTS, alike
from .options import ENDS_ROUND, OWN_TURN, SNAP_ANY, SNAP_OWN
from .rules import begin_turn, winning_seats
from .state import DRAWN, GIVE, JOKER, KING, MATCH, OVER, PEEK, SLOTS, START, TAKEN, Cambio
from .targets import effect_moves, is_locked

say = OwnTexts(__name__)

derived = ("turns", "filled", "peeks", "owed", "open")
CLOSED = (TAKEN, GIVE, OVER)
"""The phases in which no discard can be snapped."""
INTERRUPTED = (START, DRAWN, *range(PEEK, KING + 1))
"""The phases in which a snap may interrupt the turn."""


def settle(s: Cambio, said: set[str]) -> None:
    """Fill in what the lines leave out: what everybody knows at the start, the turns left after a call, and what can be
    snapped.
    """
    if "phase" not in said and s.held >= 0 and s.phase == START:
        s.phase = DRAWN
    s.turns = sum(s.turns_each)
    s.peeks = int(any(s.peek))
    for seat in range(s.seats):
        s.filled[seat] = set_of(slot for slot in range(SLOTS) if s.grid[seat * SLOTS + slot] >= 0)
    for seat in range(s.seats):
        if f"knows {seat}" not in said:
            for i in range(s.memory_cards):
                card = s.grid[seat * SLOTS + (i + 2) % 4]
                if card >= 0:
                    s.known[seat] |= 1 << card
        s.known[seat] |= s.shown
    if s.caller >= 0 and "owed" not in said and s.phase != OVER:
        s.owed = turns_up_to_caller(s)
    if "open" not in said:
        s.open = int(s.matching >= SNAP_OWN and s.pile_size > 0 and s.phase not in CLOSED)
    if s.phase == START and not flaw(s):
        begin_turn(s)


def turns_up_to_caller(s: Cambio) -> int:
    """CA-4.1: return the seats from the one in turn up to the caller."""
    return set_of((s.turn + i) % s.seats for i in range((s.caller - s.turn) % s.seats))


def deal_size(s: Cambio, name: str) -> int:
    """Return how many cards a place gets if no line names it."""
    return s.start_discard if name == "pile" else 4


def in_play(s: Cambio) -> int:
    """CA-1.4: return the cards in play: 52 plus the jokers."""
    return (1 << (JOKER + s.jokers)) - 1


# ---- impossible positions ------------------------------------------------------------------------------------


def flaw(s: Cambio) -> str:
    """Return why this position is impossible; empty if it is possible."""
    return next(
        (why for found in (phase_flaws, call_flaws, snap_flaws, gift_flaws, look_flaws, end_flaws) for why in found(s)), ""
    )


def turn_phase(s: Cambio) -> int:
    """Return the phase of the turn; during a gift the one that it interrupts."""
    return s.resume if s.phase == GIVE else s.phase


def phase_flaws(s: Cambio) -> Iterator[str]:
    """Return what is inconsistent with the phase."""
    phase = turn_phase(s)
    if s.direction < 0:
        yield say("position.direction")
    if s.at_seat >= 0 or s.at_place >= 0:
        yield say("position.picking")
    if (s.held >= 0) != (phase in (DRAWN, TAKEN)):
        yield say("position.held")
    if phase == TAKEN and not (s.filled[s.turn] and s.draw_from_discard):
        yield say("position.taken")
    if phase == MATCH and not (s.matching == OWN_TURN and s.pile_size and s.filled[s.turn]):
        yield say("position.match")
    if PEEK <= phase <= KING:
        yield from effect_flaws(s, phase)


def effect_flaws(s: Cambio, phase: int) -> Iterator[str]:
    """CA-2.5, CA-2.6: return what is inconsistent with the effect in use."""
    if s.pile_size < 1 + is_matched(s) or EFFECTS[s.pile[s.pile_size - 1 - is_matched(s)]] != phase:
        yield say("position.effect")
    elif s.phase != GIVE and s.rules > 1 and not effect_moves(s, s.turn):
        yield say("position.target")


def is_matched(s: Cambio) -> int:
    """Whether the top discard was matched by a snap with the one below."""
    return int(s.matching >= SNAP_OWN and not s.open)


def call_flaws(s: Cambio) -> Iterator[str]:
    """CA-4.1, CA-5.3: return what is inconsistent with the call."""
    if s.caller < 0:
        if s.owed or s.uncounted:
            yield say("position.owed")
        return
    if s.owed >> s.caller & 1:
        yield say("position.callerTurn")
    others = [seat for seat in ((s.turn + i) % s.seats for i in range(s.seats)) if seat != s.caller]
    left = s.owed.bit_count()
    runs_out = s.empty_grid == ENDS_ROUND and s.matching >= SNAP_OWN
    if s.uncounted and not (runs_out and turn_phase(s) in INTERRUPTED[1:] and left == len(others)):
        yield say("position.uncounted")
    if s.phase != OVER and not s.uncounted and not s.owed >> s.turn & 1:
        yield say("position.turnLeft")
    if s.owed and (s.owed != set_of(others[:left]) if runs_out else s.owed != turns_up_to_caller(s)):
        yield say("position.owedOrder")


def snap_flaws(s: Cambio) -> Iterator[str]:
    """CA-5.1: return what is inconsistent with the rules of matching."""
    if s.open and not (s.pile_size and s.matching >= SNAP_OWN and s.phase not in CLOSED):
        yield say("position.open")
    if s.tried and not s.open:
        yield say("position.tried")
    if turn_phase(s) in INTERRUPTED and is_matched(s) and not is_pair(s):
        yield say("position.pair")


def is_pair(s: Cambio) -> bool:
    """Whether the top discard was matched with the one below, as far as the pile shows."""
    if s.pile_size > 1:
        return bool(alike(top(s), s.pile[s.pile_size - 2]))
    # nothing was discarded yet, or the draw has renewed the deck and left only the top
    return s.phase == DRAWN or (s.phase == START and not s.pile_size)


def gift_flaws(s: Cambio) -> Iterator[str]:
    """CA-5.1, CA-4.4: return what is inconsistent with a gift."""
    if (s.phase == GIVE) != (s.actor >= 0) or (s.phase == GIVE) != (s.gift >= 0):
        yield say("position.gift")
    elif s.phase != GIVE:
        if s.resume != START:
            yield say("position.resume")
    elif s.matching != SNAP_ANY:
        yield say("position.giftMode")
    elif s.resume not in INTERRUPTED:
        yield say("position.giftPhase")
    elif s.grid[s.gift] != NONE or not s.filled[s.actor] or s.gift // SLOTS == s.actor:
        yield say("position.giftPlace")
    elif is_locked(s, s.gift // SLOTS) or (s.rules > 1 and is_locked(s, s.actor)):
        yield say("position.giftLocked")


def look_flaws(s: Cambio) -> Iterator[str]:
    """CA-3.4, CA-3.6: return what is inconsistent with the cards that were seen."""
    on_table = set_of(card for card in s.grid if card >= 0)
    if s.shown & ~on_table or s.flash & ~s.shown or any(s.peek[seat] & ~s.known[seat] for seat in range(s.seats)):
        yield say("position.shown")
    if turn_phase(s) != KING:
        if s.looks or s.looked >= 0:
            yield say("position.looks")
    elif s.looked < 0:
        if s.looks and not is_matched(s):
            yield say("position.lookedWhere")
    elif not s.looks or s.grid[s.looked] < 0 or not s.known[s.turn] >> s.grid[s.looked] & 1:
        yield say("position.looked")


def end_flaws(s: Cambio) -> Iterator[str]:
    """CA-4.2, CA-6: return what is inconsistent with the end of the round."""
    limit_reached = s.caller < 0 and s.turns_each[s.turn] >= s.max_turns_each
    most = s.max_turns_each + (s.caller >= 0)  # a seat that runs out of cards in the last turns leaves the others one more
    if max(s.turns_each) > most:
        yield say("position.turnsEach", most=most, turns=max(s.turns_each))
    if (s.phase == OVER) != (s.winners > 0):
        yield say("position.winners")
    elif s.phase == OVER:
        if s.winners != winning_seats(s):
            yield say("position.lowest")
        if not (limit_reached or drawable(s) == 0 or (s.caller >= 0 and not s.owed)):
            yield say("position.over")
    elif limit_reached and s.phase != START:
        yield say("position.noTurn")
