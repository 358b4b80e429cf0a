"""The texts of Match Mania: moves to words and back, and why a move cannot be made."""

from collections.abc import Iterator

from ...core.bits import members_of
from ...core.game import Illegal
from ...core.sentence import shortened
from ...core.texts import OwnTexts, about, called, counted, sentence, whose
from ...core.view import Choice
from ...kit.stock import drawable
from .cards import COLOURS, KINDS, PACK, WILD, WILD_FOUR, colour_word, face_word, kind_name, kind_of, kind_sign, of_colour
from .matching import stacking_twos, stacks_fours
from .options import AUTO, NO_COLOUR
from .rules import legal
from .state import CALL, CATCH, CHALLENGE, DRAW, DRAW_BIT, DRAWN, NAME, NAMES, START, SWAP, MatchMania

say = OwnTexts(__name__)

OTHER_THAN_PLAY = ("draw", "pass", "accept", "keep")


def do_without_word(s: MatchMania) -> str:
    """MM-7.1, MM-7.8: return the word for not playing now."""
    if s.phase == DRAWN:
        return "keep"
    if s.penalty and s.kind == WILD_FOUR and s.challenge:
        return "accept"
    return "draw" if drawable(s) else "pass"


# ---- moves to words -----------------------------------------------------------------------------------------------


def choices(s: MatchMania, seat: int) -> Iterator[Choice]:
    """List every move of a seat."""
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

BARE = (*OTHER_THAN_PLAY, "challenge", "call")
"""Verbs of moves that consist of the verb alone."""
VERBS = (*BARE, "play", "name", "swap", "catch")
CUT_IN = ("call", "catch")
"""Verbs that are also possible out of turn."""
DUE = {NAME: "name", START: "name", SWAP: "swap"}
"""The phases in which the seat in turn has only one thing to do."""


def parse(s: MatchMania, seat: int, text: str) -> tuple[list[int], str]:
    """Return the actions of a move and its words, or raise Illegal."""
    verb, *rest = text.lower().split()
    if verb not in VERBS or (rest and verb in BARE):
        raise Illegal(say("refusal.noMove", text=shortened(text)))
    refuse_timing(s, seat, verb)
    if verb == "play":
        return parse_play(s, seat, rest)
    if verb == "name":
        return parse_name(s, rest)
    if verb == "swap":
        return parse_swap(s, seat, rest)
    if verb == "catch":
        return parse_catch(s, seat, rest)
    if verb == "call":
        refuse_calls(s)
        return [CALL], verb
    if verb == "challenge":
        return [CHALLENGE], verb
    return parse_do_without(s, seat, verb)


def refuse_timing(s: MatchMania, seat: int, verb: str) -> None:
    """ALL-4: check first whose turn it is, then what has to be done before anything else."""
    if seat != s.turn:
        if verb not in CUT_IN and not (verb == "play" and s.jump_in):
            raise Illegal(waits(s, seat))
    elif verb != DUE.get(s.phase, verb):
        raise Illegal(say("refusal.swapFirst") if s.phase == SWAP else say("refusal.nameFirst"))


def waits(s: MatchMania, seat: int) -> str:
    """Return the refusal that tells a seat whose turn it is."""
    return about(seat, "refusal.turn", must=whose(s.turn))


def parse_play(s: MatchMania, seat: int, names: list[str]) -> tuple[list[int], str]:
    """Read `play r5`."""
    if len(names) != 1:
        raise Illegal(say("refusal.whichCard"))
    try:
        kind = kind_of(PACK.number(names[0]))
    except ValueError as error:
        raise Illegal(*error.args) from None
    if seat != s.turn:
        refuse_jump(s, seat, kind)
    if not s.kinds[seat] >> kind & 1:
        raise Illegal(sentence("refusal.notHeld", card=kind_sign(kind)))
    return [kind], f"play {kind_name(kind)}"


def refuse_jump(s: MatchMania, seat: int, kind: int) -> None:
    """MM-4.1, MM-7.4, MM-7.5: refuse a card that cannot be played out of turn, whatever the seat holds."""
    turn = waits(s, seat)
    if s.phase in DUE:
        raise Illegal(turn)
    if kind >= WILD or s.kind >= WILD:
        raise Illegal(say("refusal.noWildJump", waits=turn))
    if not s.window:
        is_start = s.pile_size == 1 and not s.shuffles
        raise Illegal(say("refusal.noStartJump", waits=turn) if is_start else say("refusal.tooLate", waits=turn))
    if kind != s.kind:
        raise Illegal(say("refusal.jumpIn", waits=turn, top=kind_sign(s.kind), card=kind_sign(kind)))


def parse_do_without(s: MatchMania, seat: int, verb: str) -> tuple[list[int], str]:
    """Read `draw`, `pass`, `accept` or `keep`, whichever is due."""
    due = do_without_word(s)
    if verb != due:
        has_to_play = verb in ("draw", "pass") and not legal(s, seat) & DRAW_BIT
        raise Illegal(must_play_reason(s) if has_to_play else say(DO_WITHOUT[verb, due]))
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


def parse_name(s: MatchMania, names: list[str]) -> tuple[list[int], str]:
    """Read `name red`."""
    if s.phase not in (NAME, START):
        raise Illegal(say("refusal.wildOnly"))
    if len(names) != 1:
        raise Illegal(say("refusal.whichColour"))
    if names[0] not in COLOURS:
        raise Illegal(say("refusal.noColour", text=shortened(names[0])))
    return [NAMES + COLOURS.index(names[0])], f"name {names[0]}"


def seat_number(s: MatchMania, verb: str, names: list[str]) -> int:
    """Return the seat that a move names."""
    if len(names) != 1:
        raise Illegal(say("refusal.whichSeat", verb=verb))
    text = names[0]
    if not text.isdecimal() or not text.isascii() or len(text) > 2 or int(text) >= s.seats:
        raise Illegal(say("refusal.noSeat", text=shortened(text), last=s.seats - 1))
    return int(text)


def parse_swap(s: MatchMania, seat: int, names: list[str]) -> tuple[list[int], str]:
    """Read `swap 2`."""
    if s.phase != SWAP:
        raise Illegal(say("refusal.sevenOnly") if s.seven_o else say("refusal.noSwapping", rule=say.setting("seven_o", "off")))
    other = seat_number(s, "swap", names)
    if other == seat:
        raise Illegal(say("refusal.notYourself"))
    return [other], f"swap {other}"


def refuse_calls(s: MatchMania) -> None:
    """MM-4.4: refuse a call if the game announces last cards itself."""
    if s.call_out == AUTO:
        raise Illegal(say("refusal.noCalls"))


def parse_catch(s: MatchMania, seat: int, names: list[str]) -> tuple[list[int], str]:
    """Read `catch 3`."""
    refuse_calls(s)
    other = seat_number(s, "catch", names)
    if other == seat:
        raise Illegal(say("refusal.notCatchYourself"))
    if other != s.catch:
        raise Illegal(say("refusal.notCaught", who=called(other)))
    return [CATCH], f"catch {other}"


# ---- why not ------------------------------------------------------------------------------------------------------


def reason(s: MatchMania, seat: int, action: int) -> str:
    """ALL-4: return why a move that is well formed, and neither too early nor too late, cannot be made."""
    if action == CALL:
        return call_reason(s, seat)
    if action < DRAW:
        return card_reason(s, seat, action)
    return must_play_reason(s) if action == DRAW else challenge_reason(s)


def call_reason(s: MatchMania, seat: int) -> str:
    """MM-7.6: return why a last card cannot be called."""
    if seat != s.turn:
        return say("refusal.callOutOfTurn", waits=waits(s, seat))
    return say("refusal.called" if s.called else "refusal.callWhen")


def must_play_reason(s: MatchMania) -> str:
    """MM-2.3, MM-2.4, MM-7.8: return why a card has to be played."""
    return say("refusal.mustPlayDrawn" if s.phase == DRAWN else "refusal.mustPlay")


def challenge_reason(s: MatchMania) -> str:
    """MM-3.6: return why there is nothing to challenge."""
    if s.challenge:
        return say("refusal.nothingToChallenge")
    return say("refusal.noChallenges", rule=say.setting("challenge", "off"))


def card_reason(s: MatchMania, seat: int, kind: int) -> str:
    """Return why a card cannot be played in turn."""
    sign = kind_sign(kind)
    if s.phase == DRAWN:
        return say("refusal.afterDrawing", card=sign)
    if s.penalty:
        return penalty_reason(s, seat, kind)
    if kind == WILD_FOUR:
        return four_reason(s, seat)
    if s.kind >= WILD:
        return say("refusal.notNamed", card=sign, colour=colour_word(s.colour))
    return say("refusal.noFit", card=sign, colour=colour_word(s.colour), face=face_word(s.kind % 13))


def four_reason(s: MatchMania, seat: int) -> str:
    """MM-3.5, MM-7.3: return why a Wild +4 cannot be played."""
    if s.wild_four == NO_COLOUR:
        return say("refusal.fourNoColour", colour=colour_word(s.colour))
    if s.penalty and s.kinds[seat] & stacking_twos(s):
        return say("refusal.fourNotStacked")
    return say("refusal.fourNothingElse")


def penalty_reason(s: MatchMania, seat: int, kind: int) -> str:
    """MM-3.3: return why a card does not answer an open penalty."""
    sign = kind_sign(kind)
    if kind == WILD_FOUR and stacks_fours(s):
        return four_reason(s, seat)
    if s.kind != WILD_FOUR:
        return say("refusal.onTwoAlso" if stacks_fours(s) else "refusal.onTwo", card=sign)
    if stacking_twos(s):
        return say("refusal.onFourAlso", card=sign, colour=colour_word(s.colour))
    return say("refusal.onFour" if stacks_fours(s) else "refusal.onFourNothing", card=sign)


# ---- before a move ------------------------------------------------------------------------------------------------

SEVEN, ZERO = 7, 0


def caution(s: MatchMania, seat: int, choice: Choice) -> str:
    """Return a warning about a move, from the seat's own cards and what everybody sees."""
    if choice.words == "challenge":
        return say("caution.challenge", cards=counted("table.cards", s.penalty + 2))
    if choice.words.startswith("play "):
        return play_caution(s, seat, kind_of(PACK.number(choice.picks[0])))
    return ""


def play_caution(s: MatchMania, seat: int, kind: int) -> str:
    """MM-3.6, MM-4.2, MM-4.4: warn that a Wild +4 can be challenged, a hand is given away, or a last card must be called."""
    left = s.sizes[seat] - 1
    if left and kind == WILD_FOUR and s.challenge and s.colour >= 0 and s.kinds[seat] & of_colour(s.colour):
        cards = counted("table.cards", s.penalty + 4)
        return say("caution.guilty", colour=colour_word(s.colour), cards=cards)
    if left == 1 and s.call_out != AUTO and seat == s.turn and not s.called and not is_given_away(s, kind):
        return say("caution.callFirst")
    is_fewest = all(left < s.sizes[other] for other in range(s.seats) if other != seat)
    if left and is_fewest and is_given_away(s, kind):
        return say("caution.swap" if kind % 13 == SEVEN else "caution.passOn", cards=counted("table.cards", left))
    return ""


def is_given_away(s: MatchMania, kind: int) -> bool:
    """MM-4.2: whether a card gives the hand away: a 7 swaps it, a 0 passes it on."""
    return bool(s.seven_o) and kind < WILD and kind % 13 in (SEVEN, ZERO)
