"""Moves as people type them. Cards are shown as in sentences. Slots have names and are counted from 1, while the words of a
move count from 0.

typed_move(game, "play 8h", 0)     # play ♥8
typed_move(game, "swap 2", 0)      # swap slot 3
typed_move(game, "look 1:0", 0)    # look Ada's slot 1
"""

import re
from collections.abc import Sequence

from .game import Game, Illegal
from .texts import catalogue, seat_name, sentence, voice, whose
from .view import View, verb_of

PLACE = re.compile(r"(\d+):(\d+)")
SLOT, YOUR = "slot", "your"
"""Words of typed moves, which are the same in every language, like verbs."""
NAMED = re.compile(rf"\b{SLOT}\s+\d", re.IGNORECASE)
FILLERS = frozenset({"and", "at", "with"})
"""Words that a typed move may have between its slots."""


def typed_move(game: Game, words: str, seat: int) -> str:
    """Return the words of a seat's move as people type them, in the current voice."""
    places = [_place(game, words, word, seat) for word in _objects(words)]
    if not places or None in places:
        return _with_signs(game, words)
    said = [f"{'' if owner == seat else _owner(owner) + ' '}{SLOT} {slot + 1}" for owner, slot in filter(None, places)]
    return f"{verb_of(words)} {' and '.join(said)}"


def _with_signs(game: Game, words: str) -> str:
    names = game.pack.names
    return " ".join(str(game.pack.sign(names.index(word))) if word in names else word for word in words.split())


def with_names(game: Game, line: str) -> str:
    """Return a line with the names of cards in place of what sentences show: `play Red 5` is `play r5`."""
    made: dict[object, tuple[re.Pattern[str], dict[str, str]]] = catalogue().made
    found = made.get((with_names, game))
    if found is None:
        names = {str(sign).lower(): name for sign, name in zip(game.pack.signs, game.pack.names, strict=True)}
        longest_first = sorted(map(re.escape, names), key=len, reverse=True)
        pattern = re.compile(rf"(?<!\S)(?:{'|'.join(longest_first)})(?![^\s,])", re.IGNORECASE)
        found = made[with_names, game] = pattern, names
    pattern, names = found
    return pattern.sub(lambda sign: names[sign[0].lower()], line)


def has_bare_slot(game: Game, line: str) -> bool:
    """Whether a line names a slot by a number alone, which could count from 0 or from 1."""
    verb, *objects = line.lower().split() or [""]
    return verb in game.slot_verbs and bool(objects) and objects[0].isdecimal()


def slots_in(line: str) -> int:
    """Return how many slots a line names, by their name or as files write them."""
    return len(NAMED.findall(line)) + len(PLACE.findall(line))


def untyped_move(game: Game, line: str, view: View, names: Sequence[str]) -> str:
    """Return a line in the words of a move. Raise Illegal for a slot that its owner doesn't have."""
    line = with_names(game, line)
    seat = view.viewer
    people = "|".join(re.escape(name) for name in sorted(filter(None, names), key=len, reverse=True))
    slot = re.compile(rf"(?:(?P<who>{YOUR}|{people})(?:['’]s)?\s+)?{SLOT}\s+(?P<slot>\d{{1,3}})", re.IGNORECASE)
    if seat is None or not slot.search(line):
        return line

    def written(found: re.Match[str]) -> str:
        owner = next((i for i, name in enumerate(names) if name and name.lower() == (found["who"] or "").lower()), seat)
        number = _checked(int(found["slot"]), owner, view) - 1
        is_bare = owner == seat and line.lower().split()[0] in game.slot_verbs
        return str(number) if is_bare else f"{owner}:{number}"

    return " ".join(word for word in slot.sub(written, line).replace(",", " ").split() if word.lower() not in FILLERS)


def _owner(seat: int) -> str:
    """Return `your` or `Ada's`, as it is typed."""
    now = voice()
    return YOUR if seat == now.listener else f"{seat_name(seat, now.names)}'s"


def _checked(number: int, owner: int, view: View) -> int:
    grid = view.zone("grid", owner)
    last = len(grid.cards) if grid else 0
    if not 1 <= number <= last:
        raise Illegal(
            sentence("refusal.noSuchSlot" if last else "refusal.noSlots", number=number, whose=whose(owner), last=last)
        )
    return number


def _objects(words: str) -> list[str]:
    return words.split()[len(verb_of(words).split()) :]


def _place(game: Game, words: str, word: str, seat: int) -> tuple[int, int] | None:
    """Return the owner and the slot that a word of a move stands for."""
    found = PLACE.fullmatch(word)
    if found:
        return int(found[1]), int(found[2])
    return (seat, int(word)) if verb_of(words) in game.slot_verbs and word.isdecimal() else None
