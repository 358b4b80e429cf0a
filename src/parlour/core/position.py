"""Prints and reads a whole position as text, one fact per line.

    GAME seats=2 turn=0 direction=+ seed=7
    hand 0: 8h 2c 7d
    pile: 4d 9h
    option finish_on_trick: on

The lines come from the fields of the state; anything missing has its starting value. See games/RULES.md for the
language and each game's RULES.md for its own lines.
"""

from collections.abc import Iterator

from .bits import members_of, set_of
from .cards import EMPTY, RANKS, SUIT_NAMES
from .chance import bytes_used, plant, seed_number, shuffle
from .game import Game, find_game
from .options import Option
from .sentence import Invalid, shortened
from .state import HEARD, NONE, SCRATCH, Field, S, State
from .texts import sentence
from .texts import text as said

HEADER = ("seats", "turn", "direction", "seed")
SILENT = {"seats", "turn", "direction", "key", "block", "blocks", "used", "quick"}
LONGEST = 100_000
MOST_CHANCE = 1 << 24
OWN = "own"
"""Marks a field that the game's own code writes and reads, on lines that begin with one of its `own_words`."""
UNWRITTEN = (SCRATCH, HEARD, "follows")


# ---- printing -----------------------------------------------------------------------------------------------------


def print_position(game: Game[S], s: S, seed: int) -> str:
    """Return the text of a state."""
    sign = "+" if s.direction > 0 else "-"
    lines = [f"{game.id} seats={s.seats} turn={s.turn} direction={sign} seed={seed}"]
    plain = _settled(game, s)
    for name, field in s.fields.items():
        if not _is_written(name, field):
            continue
        if name in game.derived and getattr(s, name) == getattr(plain, name):
            continue
        lines += _lines(game, s, name, field)
    lines += game.own_lines(s)
    if bytes_used(s):
        lines.append(f"chance: {bytes_used(s)}")
    if _placed(s) != game.cards_in_play(s):
        lines.append("rest: out")
    return "\n".join(lines) + "\n"


def _is_written(name: str, field: Field) -> bool:
    """Whether this module writes lines for a field. The size of a stack shows in its cards, but `hand_size` is an option."""
    if isinstance(field, Option):
        return True
    return not (name in SILENT or name.endswith("_size") or field.holds in UNWRITTEN or field.reads == OWN)


def _settled(game: Game[S], s: S) -> S:
    """Return the same state with its derived fields recomputed."""
    plain = s.copy()
    for name in game.derived:
        setattr(plain, name, plain.fields[name].initial())
    game.settle(plain, set())
    return plain


def _lines(game: Game[S], s: S, name: str, field: Field) -> Iterator[str]:
    value = getattr(s, name)
    if isinstance(field, Option):
        if value != field.start:
            yield f"option {name}: {field.text(value)}"
    elif field.holds == "stack":
        cards = s.value(name)
        yield f"{field.word}: {game.pack.text(reversed(cards) if field.reads == 'next first' else cards)}".rstrip()
    elif field.holds == "tally":
        for number in sorted(set(value) - {0}):
            cards = (card for card in range(len(value)) if value[card] == number)
            yield f"{field.word} {number}: {game.pack.text(cards)}"
    elif not field.length:
        hidden = field.reads == "phase" and value in game.hidden_phases
        if (value != field.start or name in game.derived) and not hidden:
            yield f"{field.word}: {_text(game, s, field, value)}"
    elif field.holds == "number":
        if any(number != field.start for number in value):
            yield f"{field.word}: {' '.join(str(number) for number in value[: s.seats])}"
    else:
        yield from _seat_lines(game, s, name, field)


def _seat_lines(game: Game[S], s: S, name: str, field: Field) -> Iterator[str]:
    value = getattr(s, name)
    for seat in range(s.seats):
        if field.holds == "owner":
            held = (card for card in range(field.length) if value[card] == seat)
            yield f"{field.word} {seat}: {game.pack.text(sorted(held, key=game.pack.order))}".rstrip()
        elif field.holds == "set":
            if field.place or value[seat] or field.reads == "places":
                yield f"{field.word} {seat}: {_cards(game, s, field, value[seat])}".rstrip()
        else:
            row = value[seat * field.each : (seat + 1) * field.each]
            while len(row) > game.deal_size(s, name) and row[-1] == NONE:
                row.pop()
            texts = (EMPTY if card == NONE else game.pack.name(card) for card in row)
            yield f"{field.word} {seat}: {' '.join(texts)}".rstrip()


def _cards(game: Game[S], s: S, field: Field, cards: int) -> str:
    if field.reads == "places":
        return " ".join(place for card, place in sorted(_places(game, s).items(), key=_by_place) if cards >> card & 1)
    return game.pack.set_text(cards)


def _by_place(item: tuple[int, str]) -> tuple[int, ...]:
    return tuple(int(part) for part in item[1].split(":"))


def _places(game: Game[S], s: S) -> dict[int, str]:
    """Return every card in a grid with its place, `1:3`."""
    return {
        card: f"{i // field.each}:{i % field.each}"
        for name, field in s.fields.items()
        if field.holds == "card" and field.length
        for i, card in enumerate(getattr(s, name))
        if card != NONE
    }


def _grid_width(s: State) -> int:
    """Return how many slots a seat's grid has."""
    return max(field.each for field in s.fields.values())


def _text(game: Game[S], s: S, field: Field, value: int) -> str:
    if field.holds == "card":
        return game.pack.name(value)
    if field.holds == "set":
        return game.pack.set_text(value)
    match field.reads:
        case "suit":
            return SUIT_NAMES[value]
        case "rank":
            return RANKS[value - 2] if value else "0"
        case "sign":
            return "+" if value > 0 else "-"
        case "seats":
            return " ".join(str(seat) for seat in members_of(value))
        case "order":
            return " ".join(str(seat) for seat in seats_in_order(value))
        case "phase":
            return game.phases[value]
        case "flag":
            return "yes" if value else "no"
        case "seat":
            return str(value) if value >= 0 else "none"
        case "place":
            return f"{value // _grid_width(s)}:{value % _grid_width(s)}" if value >= 0 else "none"
    return str(value)


def seats_in_order(order: int) -> list[int]:
    """Return the seats of a field that holds an order: four bits per seat, the first lowest, each stored as seat + 1."""
    return [(order >> shift & 15) - 1 for shift in range(0, order.bit_length(), 4)]


def order_of(seats: list[int]) -> int:
    """Return the value of such a field, or raise ValueError if a seat comes twice."""
    if len(set(seats)) < len(seats):
        raise Invalid(sentence("position.order"))
    return sum(seat + 1 << 4 * i for i, seat in enumerate(seats))


def _placed(s: State) -> int:
    """Return the set of all cards that have been placed."""
    return set_of(card for _, card in cards_by_place(s))


def cards_by_place(s: State) -> Iterator[tuple[str, int]]:
    """Return every card with the name of the field it lies in."""
    for name, field in s.fields.items():
        if not field.place:
            continue
        value = s.value(name)
        if field.holds == "owner":
            yield from ((name, card) for card, seat in enumerate(value) if seat != NONE)
            continue
        for entry in value if field.length else [value]:
            if field.holds == "set":
                yield from ((name, card) for card in members_of(entry))
            elif entry != NONE:
                yield name, entry


# ---- parsing ------------------------------------------------------------------------------------------------------


def parse_position(text: str, version: int | None = None) -> tuple[Game, State, int]:
    """Return the game, the state and the seed of a text, or raise ValueError.

    `version` is the version of the rules to use where no line names one; without it, the latest.
    """
    if not isinstance(text, str):
        raise Invalid(sentence("position.text"))
    if len(text) > LONGEST:
        raise Invalid(sentence("position.length", most=LONGEST))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    headers = [line for line in lines if ":" not in line]
    if len(headers) != 1:
        raise Invalid(sentence("position.header"))
    game, header = _read_header(headers[0])
    facts = _read_facts([line for line in lines if ":" in line])
    options = {key.removeprefix("option "): facts.pop(key) for key in list(facts) if key.startswith("option ")}
    seats = game.checked_seats(_whole(header.get("seats", str(game.usual_seats)), "seats"))
    s = game.fresh(seats, game.checked_options(options, seats), version)
    seed = seed_number(_whole(header.get("seed", "0"), "seed"))
    s.turn = _checked_seat(header.get("turn", "0"), s)
    s.direction = _sign(header.get("direction", "+"))
    _Reader(game, s, seed).read(facts)
    flaw = game.flaw(s)
    if flaw:
        raise Invalid(flaw)
    return game, s, seed


def _read_header(line: str) -> tuple[Game, dict[str, str]]:
    game_id, *pairs = line.split()
    game = find_game(game_id)
    header = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or key not in HEADER or key in header:
            raise Invalid(sentence("position.inHeader", given=shortened(pair)))
        header[key] = value
    return game, header


def _read_facts(lines: list[str]) -> dict[str, str]:
    facts: dict[str, str] = {}
    for line in lines:
        key, _, value = line.partition(":")
        key = " ".join(key.split())
        if key in facts:
            raise Invalid(sentence("position.twice", line=shortened(key)))
        facts[key] = value.strip()
    return facts


def _whole(given: str, what: str) -> int:
    if not given.isdecimal() or not given.isascii() or len(given) > 80 or given != str(int(given)):
        raise Invalid(sentence("position.number", given=shortened(given), what=what))
    return int(given)


def _checked_seat(given: str, s: State) -> int:
    seat = _whole(given, said("position.seatWord"))
    if seat >= s.seats:
        raise Invalid(sentence("position.seat", seat=seat, seats=s.seats))
    return seat


def _sign(given: str) -> int:
    if given not in ("+", "-"):
        raise Invalid(sentence("position.direction", given=shortened(given)))
    return 1 if given == "+" else -1


class _Reader:
    """Reads the facts of a position into a state."""

    def __init__(self, game: Game, s: State, seed: int) -> None:
        self.game = game
        self.s = s
        self.seed = seed
        self.said: set[str] = set()
        self.placed = 0
        self.words = {field.word: name for name, field in s.fields.items() if self._is_readable(name, field)}

    @staticmethod
    def _is_readable(name: str, field: Field) -> bool:
        return _is_written(name, field) and not isinstance(field, Option)

    def read(self, facts: dict[str, str]) -> None:
        rest = facts.pop("rest", "deck")
        if rest not in ("deck", "out"):
            raise Invalid(sentence("position.rest", given=shortened(rest)))
        chance = facts.pop("chance", "")
        later = []
        for key, value in facts.items():
            if self._is_own(key) or self._field(key).reads == "places":
                later.append((key, value))
            else:
                self._fact(key, self._field(key), value)
        plant(self.s, self.seed)
        self._deal(rest)
        for key, value in later:
            if self._is_own(key):
                self.said.add(key)
                self.game.read_own(self.s, key, value)
            else:
                self._fact(key, self._field(key), value)
        if chance:
            used = _whole(chance, "chance")
            if used > MOST_CHANCE:
                raise Invalid(sentence("position.range", line="chance", low=0, high=MOST_CHANCE, given=used))
            plant(self.s, self.seed, used)
        self.game.settle(self.s, self.said)

    def _is_own(self, key: str) -> bool:
        return key.split()[:1] != [] and key.split()[0] in self.game.own_words

    def _field(self, key: str) -> Field:
        name = self.words.get(key.split()[0] if key else "")
        if name is None:
            raise Invalid(sentence("position.noLine", game=self.game.name, line=shortened(key)))
        return self.s.fields[name]

    def _fact(self, key: str, field: Field, value: str) -> None:
        word, _, which = key.partition(" ")
        name = self.words[word]
        self.said.add(key if which else word)
        if field.holds == "tally":
            self._tally(name, _whole(which, word), value)
        elif which and not field.length:
            raise Invalid(sentence("position.noSeat", line=word))
        elif which:
            self._seat_fact(name, field, _checked_seat(which, self.s), value)
        elif field.holds == "stack":
            self._stack(name, field, value)
        elif field.length and field.holds == "number":
            self._numbers(name, field, value)
        elif field.length:
            raise Invalid(sentence("position.needsSeat", line=word))
        else:
            setattr(self.s, name, self._value(field, value))

    def _value(self, field: Field, text: str) -> int:
        if field.holds == "card":
            return self._place(text)
        if field.holds == "set":
            return set_of(self.game.pack.number(part) for part in text.split())
        match field.reads:
            case "suit":
                return _among(text, SUIT_NAMES, said("position.suitWord"))
            case "rank":
                rank = text.upper().replace("10", "T")
                return 0 if text == "0" else _among(rank, tuple(RANKS), said("position.rankWord")) + 2
            case "sign":
                return _sign(text)
            case "seats":
                return set_of(_checked_seat(part, self.s) for part in text.split())
            case "order":
                return order_of([_checked_seat(part, self.s) for part in text.split()])
            case "phase":
                phases = [p for i, p in enumerate(self.game.phases) if i not in self.game.hidden_phases]
                _among(text, tuple(phases), said("position.phaseWord"))
                return self.game.phases.index(text)
            case "flag":
                return _among(text, ("no", "yes"), said("position.flagWord"))
            case "seat":
                return NONE if text == "none" else _checked_seat(text, self.s)
            case "place":
                return NONE if text == "none" else self._grid_place(text)
        return self._bounded(field, text)

    def _grid_place(self, text: str) -> int:
        seat, _, slot = text.partition(":")
        width = _grid_width(self.s)
        if _whole(slot, said("position.slotWord")) >= width:
            raise Invalid(sentence("position.slot", last=width - 1, given=shortened(slot)))
        return _checked_seat(seat, self.s) * width + int(slot)

    @staticmethod
    def _bounded(field: Field, text: str) -> int:
        value = _whole(text, field.word)
        if not field.low <= value <= field.high:
            raise Invalid(sentence("position.range", line=field.word, low=field.low, high=field.high, given=value))
        return value

    def _place(self, text: str) -> int:
        """Return the card that a text names, or raise ValueError if it isn't in play or has been placed already."""
        in_play = self.game.cards_in_play(self.s)
        copies = [card for card in self.game.pack.copies(text) if in_play >> card & 1]
        free = [card for card in copies if not self.placed >> card & 1]
        if not copies:
            raise Invalid(sentence("position.cardOut", card=shortened(text)))
        if not free:
            raise Invalid(sentence("position.cardTwice", card=shortened(text)))
        self.placed |= 1 << free[0]
        return free[0]

    def _stack(self, name: str, field: Field, text: str) -> None:
        cards = [self._place(part) for part in text.split()]
        if field.reads == "next first":
            cards.reverse()
        self._fill(name, cards)

    def _fill(self, name: str, cards: list[int]) -> None:
        getattr(self.s, name)[: len(cards)] = cards
        setattr(self.s, name + "_size", len(cards))

    def _numbers(self, name: str, field: Field, text: str) -> None:
        values = [self._bounded(field, part) for part in text.split()]
        if len(values) != self.s.seats:
            raise Invalid(sentence("position.numbers", line=field.word))
        getattr(self.s, name)[: len(values)] = values

    def _tally(self, name: str, number: int, text: str) -> None:
        if number > 9999:
            raise Invalid(sentence("position.tooLarge", given=number, line=name))
        for part in text.split():
            getattr(self.s, name)[self.game.pack.number(part)] = number

    def _seat_fact(self, name: str, field: Field, seat: int, text: str) -> None:
        value = getattr(self.s, name)
        if field.holds == "set" and field.reads == "places":
            cards = {place: card for card, place in _places(self.game, self.s).items()}
            for part in text.split():
                if part not in cards:
                    raise Invalid(sentence("position.noCard", place=shortened(part)))
                value[seat] |= 1 << cards[part]
        elif field.holds == "set":
            for part in text.split():
                value[seat] |= 1 << (self._place(part) if field.place else self.game.pack.number(part))
        elif field.holds == "owner":
            for part in text.split():
                value[self._place(part)] = seat
        elif field.holds == "card":
            parts = text.split()
            if len(parts) > field.each:
                raise Invalid(sentence("position.slots", line=field.word, most=field.each))
            for slot, part in enumerate(parts):
                if part != EMPTY:
                    value[seat * field.each + slot] = self._place(part)
        else:
            raise Invalid(sentence("position.noSeat", line=field.word))

    def _deal(self, rest: str) -> None:
        """Deal the hands and piles that no line names, using the seed; the rest goes under the deck or out of play."""
        s = self.s
        left = list(members_of(self.game.cards_in_play(s) & ~self.placed))
        places = [(name, field) for name, field in s.fields.items() if field.place and field.length and field.holds != "stack"]
        unnamed = [
            (name, field, seat) for name, field in places for seat in range(s.seats) if f"{field.word} {seat}" not in self.said
        ]
        if unnamed or rest == "deck" or "pile" not in self.said:
            shuffle(s, left, len(left))
        for name, field, seat in unnamed:
            self._deal_to(name, field, seat, left)
        if "pile" in s.fields and "pile" not in self.said:
            self._put_opener_last(left)
            self._fill("pile", _taken(left, self.game.deal_size(s, "pile")))
        if rest == "deck":
            self._fill("deck", left + s.value("deck"))

    def _put_opener_last(self, left: list[int]) -> None:
        """Make the next card one that may open a pile, if there is any."""
        opener = next((i for i in reversed(range(len(left))) if self.game.opens(self.s, left[i])), None)
        if opener is not None:
            left.append(left.pop(opener))

    def _deal_to(self, name: str, field: Field, seat: int, left: list[int]) -> None:
        cards = _taken(left, self.game.deal_size(self.s, name))
        value: list[int] = getattr(self.s, name)
        if field.holds == "set":
            value[seat] = set_of(cards)
        elif field.holds == "owner":
            for card in cards:
                value[card] = seat
        else:
            value[seat * field.each : seat * field.each + len(cards)] = cards


def _taken(left: list[int], count: int) -> list[int]:
    if count > len(left):
        raise Invalid(sentence("position.tooFew"))
    return [left.pop() for _ in range(count)]


def _among(given: str, values: tuple[str, ...], what: str) -> int:
    if given not in values:
        raise Invalid(sentence("position.notOneOf", given=shortened(given), what=what, values=", ".join(values)))
    return values.index(given)
