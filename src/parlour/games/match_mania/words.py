"""Match Mania in words: its events, its moves both ways, and why a move cannot be made."""

from collections.abc import Iterator

from ...core.bits import members_of
from ...core.events import Kind
from ...core.game import Illegal
from ...core.sentence import shortened
from ...core.view import Choice
from ...kit.stock import drawable
from . import happenings as h
from .cards import COLOURS, FACE_NAMES, KINDS, PACK, WILD, WILD_FOUR, kind_name, kind_of, kind_sign
from .fits import four_goes, is_answerable
from .options import AUTO, NO_COLOUR, NO_STACKING, TWOS_AND_FOURS
from .rules import legal
from .state import CALL, CATCH, CHALLENGE, DRAW, DRAWN, NAME, NAMES, START, SWAP, MatchMania

EVENTS = {
    h.GOT: Kind("got", "{who} gets {card} from {seat}.", "You get {card} from {seat}.", "hand", "hand"),
    h.SAW: Kind("saw", "{who} sees {card} in the hand of {seat}.", "You see {card} in the hand of {seat}."),
    h.PUT_BACK: Kind("put_back", "A card that may not start goes back into the deck."),
    h.SKIPPED: Kind("skipped", "{who} loses a turn.", "You lose your turn."),
    h.REVERSED: Kind("reversed", "The direction turns."),
    h.OPENED_PENALTY: Kind("opened_penalty", "{who} is to draw {cards}.", "You are to draw {cards}."),
    h.TOOK_PENALTY: Kind(
        "took_penalty", "{who} takes the penalty of {cards}.", "You take the penalty of {cards}.", counts="penalty"
    ),
    **{
        h.NAMED + colour: Kind(f"named_{name}", f"{{who}} names {name}.", f"You name {name}.")
        for colour, name in enumerate(COLOURS)
    },
    h.KEPT: Kind("kept", "{who} keeps what was drawn.", "You keep what you have drawn."),
    h.CHALLENGED: Kind("challenged", "{who} challenges the Wild +4 of {seat}.", "You challenge the Wild +4 of {seat}."),
    h.WAS_GUILTY: Kind("was_guilty", "{who} had a card of the colour: guilty.", "You had a card of the colour: guilty."),
    h.WAS_INNOCENT: Kind(
        "was_innocent", "{who} had no card of the colour: not guilty.", "You had no card of the colour: not guilty."
    ),
    h.JUMPED_IN: Kind("jumped_in", "{who} jumps in.", "You jump in."),
    h.SWAPPED: Kind("swapped", "{who} swaps hands with {seat}.", "You swap hands with {seat}."),
    h.PASSED_HANDS_ON: Kind("passed_hands_on", "All hands are passed on in the direction of play."),
    h.ON_LAST_CARD: Kind("on_last_card", "{who} has one card left.", "You have one card left."),
    h.CALLED: Kind("called", "{who} calls: “Last card!”", "You call: “Last card!”"),
    h.CAUGHT: Kind(
        "caught",
        "{who} catches {seat}, who had not called: 2 cards.",
        "You catch {seat}, who had not called: 2 cards.",
        counts="catch",
    ),
}

OTHER_THAN_PLAY = ("draw", "pass", "accept", "keep")


def do_without_word(s: MatchMania) -> str:
    """MM-7.1, MM-7.8: what not playing is called now."""
    if s.phase == DRAWN:
        return "keep"
    if s.penalty and s.kind == WILD_FOUR and s.challenge:
        return "accept"
    return "draw" if drawable(s) else "pass"


# ---- moves to words -----------------------------------------------------------------------------------------------


def choices(s: MatchMania, seat: int) -> Iterator[Choice]:
    """Every move of a seat."""
    actions = legal(s, seat)
    if s.phase == SWAP:
        yield from (Choice(f"swap {other}", (f"seat {other}",)) for other in members_of(actions))
        return
    for kind in members_of(actions & (1 << KINDS) - 1):
        yield Choice(f"play {kind_name(kind)}", (kind_name(kind),))
    if actions >> DRAW & 1:
        word = do_without_word(s)
        yield Choice(word, ("deck",) if word == "draw" else (f"button {word}",))
    for colour, name in enumerate(COLOURS):
        if actions >> (NAMES + colour) & 1:
            yield Choice(f"name {name}", (f"button {name}",))
    if actions >> CHALLENGE & 1:
        yield Choice("challenge", ("button challenge",))
    if actions >> CALL & 1:
        yield Choice("call", ("button call",))
    if actions >> CATCH & 1:
        yield Choice(f"catch {s.catch}", (f"seat {s.catch}",))


# ---- words to moves -----------------------------------------------------------------------------------------------


def parse(s: MatchMania, seat: int, text: str) -> tuple[list[int], str]:
    """The actions of a move and how it is spoken, or Illegal in a sentence."""
    verb, *rest = text.lower().split()
    due = what_is_due(s) if seat == s.turn else ""
    if verb == "name" and len(rest) == 1:
        return parse_name(rest[0])
    if verb == "swap" and len(rest) == 1:
        return parse_swap(s, seat, rest[0])
    if due:
        raise Illegal(due)
    if verb == "play":
        return parse_play(s, seat, rest)
    if verb in OTHER_THAN_PLAY and not rest:
        return parse_do_without(s, seat, verb)
    if verb == "challenge" and not rest:
        return [CHALLENGE], verb
    if verb == "call" and not rest:
        refuse_calls(s)
        return [CALL], verb
    if verb == "catch" and len(rest) == 1:
        return parse_catch(s, seat, rest[0])
    raise Illegal(f"“{shortened(text)}” is no move of Match Mania: try play r5, draw or name red.")


def what_is_due(s: MatchMania) -> str:
    """The one thing that the seat in turn has to do first."""
    if s.phase in (NAME, START):
        return f"First name a colour: {', '.join(COLOURS[:3])} or {COLOURS[3]}."
    if s.phase == SWAP:
        return "First choose a seat to swap hands with, as in “swap 1”."
    return ""


def parse_play(s: MatchMania, seat: int, names: list[str]) -> tuple[list[int], str]:
    """`play r5`."""
    if len(names) != 1:
        raise Illegal("Say which card to play, one at a time, as in “play r5”.")
    try:
        kind = kind_of(PACK.number(names[0]))
    except ValueError as error:
        raise Illegal(str(error)) from None
    if not s.kinds[seat] >> kind & 1:
        raise Illegal(f"You do not hold {kind_sign(kind)}.")
    if s.phase == SWAP:
        raise Illegal(f"It is not the turn of seat {seat}: seat {s.turn} has to choose whom to swap hands with.")
    return [kind], f"play {kind_name(kind)}"


def parse_do_without(s: MatchMania, seat: int, verb: str) -> tuple[list[int], str]:
    """`draw`, `pass`, `accept` or `keep`, whichever is due."""
    due = do_without_word(s)
    if seat == s.turn and verb != due:
        raise Illegal(DO_WITHOUT[verb, due])
    return [DRAW], verb


DO_WITHOUT = {
    **{("keep", due): "You have not drawn a card that you could keep." for due in ("draw", "pass", "accept")},
    **{("accept", due): "There is no Wild +4 that you could accept or challenge." for due in ("draw", "pass", "keep")},
    ("draw", "keep"): "You have drawn already: play the card, or keep it.",
    ("pass", "keep"): "You have drawn a card that fits: play it, or keep it.",
    ("draw", "accept"): "The Wild +4 can be challenged: accept it and draw, or challenge it.",
    ("pass", "accept"): "The Wild +4 can be challenged: accept it and draw, or challenge it.",
    ("draw", "pass"): "There is nothing left to draw: pass instead.",
    ("pass", "draw"): "You cannot pass while there is something to draw: draw instead.",
}


def parse_name(text: str) -> tuple[list[int], str]:
    """`name red`."""
    if text not in COLOURS:
        raise Illegal(f"Name red, yellow, green or blue, not “{shortened(text)}”.")
    return [NAMES + COLOURS.index(text)], f"name {text}"


def seat_number(s: MatchMania, text: str) -> int:
    """A seat in a move."""
    if not text.isdecimal() or not text.isascii() or len(text) > 2 or int(text) >= s.seats:
        raise Illegal(f"There is no seat “{shortened(text)}”: it is a number from 0 to {s.seats - 1}.")
    return int(text)


def parse_swap(s: MatchMania, seat: int, text: str) -> tuple[list[int], str]:
    """`swap 2`."""
    other = seat_number(s, text)
    if s.phase != SWAP:
        raise Illegal("Hands are swapped only after a 7." if s.seven_o else "Hands are not swapped here: seven_o is off.")
    if other == seat:
        raise Illegal("You cannot swap hands with yourself.")
    return [other], f"swap {other}"


def refuse_calls(s: MatchMania) -> None:
    """MM-4.4: where the game announces, nobody has to."""
    if s.call_out == AUTO:
        raise Illegal("The game announces last cards by itself at this table: nobody calls or catches.")


def parse_catch(s: MatchMania, seat: int, text: str) -> tuple[list[int], str]:
    """`catch 3`."""
    refuse_calls(s)
    other = seat_number(s, text)
    if other == seat:
        raise Illegal("You cannot catch yourself.")
    if other != s.catch:
        raise Illegal(f"Seat {other} cannot be caught now.")
    return [CATCH], f"catch {other}"


# ---- why not ------------------------------------------------------------------------------------------------------


def reason(s: MatchMania, seat: int, action: int) -> str:
    """ALL-4: why a move that is not legal cannot be made; nothing where only the turn is missing."""
    if action == CALL:
        return call_reason(s, seat)
    if action == CATCH:
        return "There is nobody to catch now."
    if seat != s.turn:
        return jump_reason(s, seat, action) if action < DRAW and s.phase != SWAP else ""
    if action < DRAW:
        return card_reason(s, seat, action)
    if action == DRAW:
        return "A drawn card that fits must be played here." if s.phase == DRAWN else "You can play, so you may not draw here."
    if action == CHALLENGE:
        return "There is no Wild +4 that you could challenge."
    return "A colour is named only after playing a Wild."


def call_reason(s: MatchMania, seat: int) -> str:
    """MM-7.6: why a last card cannot be called."""
    if seat == s.turn and s.called:
        return "You have called already."
    return "You call your last card in your turn with exactly two cards, or with one while you can still be caught."


def jump_reason(s: MatchMania, seat: int, kind: int) -> str:
    """MM-4.1, MM-7.4: why a card cannot be played out of turn."""
    waits = f"It is not the turn of seat {seat}: the game waits for seat {s.turn}."
    if not s.jump_in:
        return waits
    if kind >= WILD:
        return f"{waits} Nobody jumps in with a Wild."
    if not s.window:
        return f"{waits} It is too late to jump in on the top card."
    return f"{waits} Only {kind_sign(s.kind)} itself may jump in, not {kind_sign(kind)}."


def card_reason(s: MatchMania, seat: int, kind: int) -> str:
    """Why a card cannot be played in turn."""
    sign = kind_sign(kind)
    if s.phase == DRAWN:
        return f"{sign} has to wait: after drawing only the drawn card may be played."
    if s.penalty:
        return penalty_reason(s, seat, kind)
    if kind == WILD_FOUR:
        return four_reason(s)
    valid = COLOURS[s.colour]
    if s.kind >= WILD:
        return f"{sign} is not {valid}, the colour that was named."
    return f"{sign} matches neither {valid} nor {FACE_NAMES[s.kind % 13]}."


def four_reason(s: MatchMania) -> str:
    """MM-3.5: why a Wild +4 cannot be played."""
    if s.wild_four == NO_COLOUR:
        return f"Wild +4 is played only without a {COLOURS[s.colour]} card in your hand."
    return "Wild +4 is played only when nothing else in your hand fits."


def penalty_reason(s: MatchMania, seat: int, kind: int) -> str:
    """MM-3.3: why a card does not answer an open penalty."""
    sign = kind_sign(kind)
    if not is_answerable(s) or s.stacking == NO_STACKING:
        return f"{sign} cannot be played on a penalty: stacking is off."
    on_four = s.kind == WILD_FOUR
    if kind == WILD_FOUR and not four_goes(s, s.kinds[seat]) and s.stacking >= TWOS_AND_FOURS:
        return four_reason(s)
    if on_four:
        also = f", or a {COLOURS[s.colour]} +2" if s.stacking > TWOS_AND_FOURS else ""
        return f"{sign} does not pass the penalty of a Wild +4 on: only another Wild +4 does{also}."
    also = " or a Wild +4" if s.stacking > TWOS_AND_FOURS else ""
    return f"{sign} does not pass the penalty of a +2 on: only another +2{also} does."
