"""Match Mania in words: its events, its moves both ways, and why a move cannot be made."""

from collections.abc import Iterator

from ...core.bits import members_of
from ...core.events import Kind
from ...core.game import Illegal
from ...core.sentence import shortened
from ...core.texts import OwnTexts, about, called, sentence
from ...core.view import Choice
from ...kit.stock import drawable
from . import happenings as h
from .cards import COLOURS, KINDS, PACK, WILD, WILD_FOUR, colour_word, face_word, kind_name, kind_of, kind_sign
from .fits import four_goes, is_answerable
from .options import AUTO, NO_COLOUR, NO_STACKING, TWOS_AND_FOURS
from .rules import legal
from .state import CALL, CATCH, CHALLENGE, DRAW, DRAW_BIT, DRAWN, NAME, NAMES, START, SWAP, MatchMania

say = OwnTexts(__name__)

EVENTS = {
    h.GOT: Kind("got", "hand", "hand"),
    h.SAW: Kind("saw"),
    h.PUT_BACK: Kind("put_back"),
    h.SKIPPED: Kind("skipped"),
    h.REVERSED: Kind("reversed"),
    h.OPENED_PENALTY: Kind("opened_penalty"),
    h.TOOK_PENALTY: Kind("took_penalty", counts="penalty"),
    **{h.NAMED + colour: Kind(f"named_{name}") for colour, name in enumerate(COLOURS)},
    h.KEPT: Kind("kept"),
    h.CHALLENGED: Kind("challenged"),
    h.WAS_GUILTY: Kind("was_guilty"),
    h.WAS_INNOCENT: Kind("was_innocent"),
    h.JUMPED_IN: Kind("jumped_in"),
    h.SWAPPED: Kind("swapped"),
    h.PASSED_HANDS_ON: Kind("passed_hands_on"),
    h.ON_LAST_CARD: Kind("on_last_card"),
    h.CALLED: Kind("called"),
    h.CAUGHT: Kind("caught", counts="catch"),
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
    raise Illegal(say("refusal.noMove", text=shortened(text)))


def what_is_due(s: MatchMania) -> str:
    """The one thing that the seat in turn has to do first."""
    if s.phase in (NAME, START):
        return say("refusal.nameFirst")
    if s.phase == SWAP:
        return say("refusal.swapFirst")
    return ""


def parse_play(s: MatchMania, seat: int, names: list[str]) -> tuple[list[int], str]:
    """`play r5`."""
    if len(names) != 1:
        raise Illegal(say("refusal.whichCard"))
    try:
        kind = kind_of(PACK.number(names[0]))
    except ValueError as error:
        raise Illegal(str(error)) from None
    if not s.kinds[seat] >> kind & 1:
        raise Illegal(sentence("refusal.notHeld", card=kind_sign(kind)))
    if s.phase == SWAP:
        raise Illegal(say.about(seat, "refusal.swapPending", must=called(s.turn)))
    return [kind], f"play {kind_name(kind)}"


def parse_do_without(s: MatchMania, seat: int, verb: str) -> tuple[list[int], str]:
    """`draw`, `pass`, `accept` or `keep`, whichever is due."""
    due = do_without_word(s)
    if seat == s.turn and verb != due:
        # a card that must be played is not kept either
        is_bound = due == "keep" and verb != "accept" and not legal(s, seat) & DRAW_BIT
        raise Illegal(say("refusal.mustPlayDrawn" if is_bound else DO_WITHOUT[verb, due]))
    return [DRAW], verb


DO_WITHOUT = {
    **{("keep", due): "refusal.nothingToKeep" for due in ("draw", "pass", "accept")},
    **{("accept", due): "refusal.nothingToAccept" for due in ("draw", "pass", "keep")},
    ("draw", "keep"): "refusal.drawnAlready",
    ("pass", "keep"): "refusal.playOrKeep",
    ("draw", "accept"): "refusal.acceptOrChallenge",
    ("pass", "accept"): "refusal.acceptOrChallenge",
    ("draw", "pass"): "refusal.noDraw",
    ("pass", "draw"): "refusal.noPass",
}


def parse_name(text: str) -> tuple[list[int], str]:
    """`name red`."""
    if text not in COLOURS:
        raise Illegal(say("refusal.noColour", text=shortened(text)))
    return [NAMES + COLOURS.index(text)], f"name {text}"


def seat_number(s: MatchMania, text: str) -> int:
    """A seat in a move."""
    if not text.isdecimal() or not text.isascii() or len(text) > 2 or int(text) >= s.seats:
        raise Illegal(say("refusal.noSeat", text=shortened(text), last=s.seats - 1))
    return int(text)


def parse_swap(s: MatchMania, seat: int, text: str) -> tuple[list[int], str]:
    """`swap 2`."""
    other = seat_number(s, text)
    if s.phase != SWAP:
        raise Illegal(say("refusal.sevenOnly") if s.seven_o else say("refusal.noSwapping", rule=say.setting("seven_o", "off")))
    if other == seat:
        raise Illegal(say("refusal.notYourself"))
    return [other], f"swap {other}"


def refuse_calls(s: MatchMania) -> None:
    """MM-4.4: where the game announces, nobody has to."""
    if s.call_out == AUTO:
        raise Illegal(say("refusal.noCalls"))


def parse_catch(s: MatchMania, seat: int, text: str) -> tuple[list[int], str]:
    """`catch 3`."""
    refuse_calls(s)
    other = seat_number(s, text)
    if other == seat:
        raise Illegal(say("refusal.notCatchYourself"))
    if other != s.catch:
        raise Illegal(say("refusal.notCaught", who=called(other)))
    return [CATCH], f"catch {other}"


# ---- why not ------------------------------------------------------------------------------------------------------


def reason(s: MatchMania, seat: int, action: int) -> str:
    """ALL-4: why a move that is not legal cannot be made; nothing where only the turn is missing."""
    if action == CALL:
        return call_reason(s, seat)
    if action == CATCH:
        return say("refusal.nobodyToCatch")
    if seat != s.turn:
        return jump_reason(s, seat, action) if action < DRAW and s.phase != SWAP else ""
    if action < DRAW:
        return card_reason(s, seat, action)
    if action == DRAW:
        return say("refusal.mustPlayDrawn" if s.phase == DRAWN else "refusal.mustPlay")
    if action == CHALLENGE:
        return say("refusal.nothingToChallenge")
    return say("refusal.wildOnly")


def call_reason(s: MatchMania, seat: int) -> str:
    """MM-7.6: why a last card cannot be called."""
    if seat == s.turn and s.called:
        return say("refusal.called")
    return say("refusal.callWhen")


def jump_reason(s: MatchMania, seat: int, kind: int) -> str:
    """MM-4.1, MM-7.4: why a card cannot be played out of turn."""
    waits = about(seat, "refusal.turn", must=called(s.turn))
    if not s.jump_in:
        return waits
    if kind >= WILD:
        return say("refusal.noWildJump", waits=waits)
    if not s.window:
        return say("refusal.tooLate", waits=waits)
    return say("refusal.jumpIn", waits=waits, top=kind_sign(s.kind), card=kind_sign(kind))


def card_reason(s: MatchMania, seat: int, kind: int) -> str:
    """Why a card cannot be played in turn."""
    sign = kind_sign(kind)
    if s.phase == DRAWN:
        return say("refusal.afterDrawing", card=sign)
    if s.penalty:
        return penalty_reason(s, seat, kind)
    if kind == WILD_FOUR:
        return four_reason(s)
    if s.kind >= WILD:
        return say("refusal.notNamed", card=sign, colour=colour_word(s.colour))
    return say("refusal.noFit", card=sign, colour=colour_word(s.colour), face=face_word(s.kind % 13))


def four_reason(s: MatchMania) -> str:
    """MM-3.5: why a Wild +4 cannot be played."""
    if s.wild_four == NO_COLOUR:
        return say("refusal.fourNoColour", colour=colour_word(s.colour))
    return say("refusal.fourNothingElse")


def penalty_reason(s: MatchMania, seat: int, kind: int) -> str:
    """MM-3.3: why a card does not answer an open penalty."""
    sign = kind_sign(kind)
    if not is_answerable(s) or s.stacking == NO_STACKING:
        return say("refusal.noStacking", card=sign)
    on_four = s.kind == WILD_FOUR
    if kind == WILD_FOUR and not four_goes(s, s.kinds[seat]) and s.stacking >= TWOS_AND_FOURS:
        return four_reason(s)
    if on_four:
        if s.stacking > TWOS_AND_FOURS:
            return say("refusal.onFourAlso", card=sign, colour=colour_word(s.colour))
        return say("refusal.onFour", card=sign)
    return say("refusal.onTwoAlso" if s.stacking > TWOS_AND_FOURS else "refusal.onTwo", card=sign)
