"""Match Mania, written a second time, naively and straight from its rule sheet.

Cards are strings ("r5", "g+2", "W+4"), hands and piles are lists (a card can occur twice), and every try-out is a deep copy.
Nothing here is fast. The docstrings name the statements of the sheet (MM-…, ALL-…) that a function carries out.

The lines of a position besides the header, `hand`, `pile`, `deck`, `option` and `rest`:

    colour: red          the valid colour, where the top is a Wild
    penalty: 4           the open sum that the seat in turn has to answer
    guilty: yes          the +4 on top was laid with a card of the colour valid before it
    phase: name          or start, swap, drawn (with the line `drawn: r5`)
    window: open         the top may be jumped in on
    catch: 2             the seat that can be caught
    called: yes          the seat in turn has called before playing
    turns: 12            turns ended
    passes: 1            turns in a row without a play and without a card drawn
    knows 0: 1:r5 2:W    cards that seat 0 knows to be in other hands
    recycled: r5 g7      the cards of the last reshuffle
"""

from __future__ import annotations

import copy
import random
from collections import Counter

COLOURS = "rygb"
COLOUR_NAMES = {"red": "r", "yellow": "y", "green": "g", "blue": "b"}
NUMBERS_ON_CARDS = "0123456789"
FACES = [*NUMBERS_ON_CARDS, "S", "R", "+2"]
WILDS = ["W", "W+4"]
CARD_WORDS = [colour + face for colour in COLOURS for face in FACES] + WILDS

PHASES = ("turn", "name", "start", "swap", "drawn")
STACKING = ("off", "twos", "twos_and_fours", "all")
SWITCHES = {
    "force_play": False,
    "draw_to_match": False,
    "play_drawn": True,
    "challenge": False,
    "jump_in": False,
    "seven_o": False,
}
CHOICES = {
    "start_card": ("active", "number"),
    "stacking": STACKING,
    "wild_four": ("anytime", "no_colour", "no_play"),
    "call_out": ("auto", "manual"),
}
RANGES = {"hand_size": (3, 15, 7), "decks": (1, 4, 1), "max_turns": (100, 5000, 1000)}
ELSEWHERE = ("first_seat", "turn_seconds", "rounds", "target", "bot_delay")
CARDS_IN_A_DECK = 108


class NeedsShuffle(ValueError):
    """Two or more cards must be shuffled, and only the real engine has the random stream for that."""


def is_wild(card: str) -> bool:
    """Whether the card is a Wild or a Wild +4."""
    return card in WILDS


def colour_of(card: str) -> str | None:
    """The card's colour letter; Wilds have none (MM-7.2)."""
    return None if is_wild(card) else card[0]


def face_of(card: str) -> str:
    """The number or action of a coloured card, or the Wild itself."""
    return card if is_wild(card) else card[1:]


def copies(card: str) -> int:
    """How often one deck holds the card (MM-1.1)."""
    if is_wild(card):
        return 4
    return 1 if face_of(card) == "0" else 2


def points(card: str) -> int:
    """What the card counts in a loser's hand (MM-5.2)."""
    if is_wild(card):
        return 50
    return int(face_of(card)) if face_of(card) in NUMBERS_ON_CARDS else 20


def in_order(cards: list[str]) -> list[str]:
    """The cards ascending: red, yellow, green, blue, then Wilds."""
    return sorted(cards, key=CARD_WORDS.index)


def whole_deck(decks: int) -> Counter[str]:
    """All cards of the game (MM-1.1, MM-4.3)."""
    return Counter({card: decks * copies(card) for card in CARD_WORDS})


class Position:
    """The lines of a position text, sorted by what they say."""

    def __init__(self, text: str) -> None:
        self.header: dict[str, str] = {}
        self.hands: dict[int, list[str]] = {}
        self.knows: dict[int, list[str]] = {}
        self.options: dict[str, str] = {}
        self.facts: dict[str, str] = {}
        for line in text.splitlines():
            if line.strip():
                self._read(line.strip())
        if "seats" not in self.header:
            raise ValueError("The position has no line 'match_mania seats=…'.")

    def _read(self, line: str) -> None:
        if line.split()[0] == "match_mania":
            self._read_header(line)
            return
        key, colon, value = line.partition(":")
        words = key.split()
        if colon and len(words) == 2 and words[0] in ("hand", "knows"):
            seat, where = int(words[1]), self.hands if words[0] == "hand" else self.knows
            if seat in where:
                raise ValueError(f"{key} is given twice.")
            where[seat] = value.split()
        elif colon and len(words) == 2 and words[0] == "option":
            self._store(self.options, words[1], value.strip())
        elif colon and len(words) == 1:
            self._store(self.facts, words[0], value.strip())
        else:
            raise ValueError(f"The line {line!r} is not understood.")

    def _read_header(self, line: str) -> None:
        for word in line.split()[1:]:
            key, equals, value = word.partition("=")
            if not equals or key not in ("seats", "turn", "direction", "seed"):
                raise ValueError(f"{word!r} does not belong in the first line.")
            self._store(self.header, key, value)

    @staticmethod
    def _store(where: dict[str, str], key: str, value: str) -> None:
        if key in where:
            raise ValueError(f"{key} is given twice.")
        where[key] = value


def read_switch(name: str, value: str) -> bool:
    """An option that is on or off."""
    if value not in ("on", "off"):
        raise ValueError(f"{name} must be on or off, not {value!r}.")
    return value == "on"


def read_choice(name: str, value: str) -> str:
    """An option with named values."""
    if value not in CHOICES[name]:
        raise ValueError(f"{name} must be one of {', '.join(CHOICES[name])}, not {value!r}.")
    return value


def read_number(name: str, value: str) -> int:
    """An option that is a number in a range."""
    low, high, _ = RANGES[name]
    if not value.isdigit() or not low <= int(value) <= high:
        raise ValueError(f"The option {name} goes from {low} to {high}; {value!r} does not fit.")
    return int(value)


class Options:
    """The house rules of one game."""

    def __init__(self, given: dict[str, str], seats: int) -> None:
        for name in given:
            if name not in [*SWITCHES, *CHOICES, *RANGES, *ELSEWHERE]:
                raise ValueError(f"There is no option {name!r}.")
        switches = {n: read_switch(n, given[n]) if n in given else default for n, default in SWITCHES.items()}
        choices = {n: read_choice(n, given[n]) if n in given else values[0] for n, values in CHOICES.items()}
        numbers = {n: read_number(n, given[n]) if n in given else spec[2] for n, spec in RANGES.items()}
        self.force_play = switches["force_play"]
        self.draw_to_match = switches["draw_to_match"]
        self.play_drawn = switches["play_drawn"]
        self.challenge = switches["challenge"]
        self.jump_in = switches["jump_in"]
        self.seven_o = switches["seven_o"]
        self.stacking = choices["stacking"]
        self.wild_four = choices["wild_four"]
        self.call_out = choices["call_out"]
        self.hand_size = numbers["hand_size"]
        self.decks = numbers["decks"]
        self.max_turns = numbers["max_turns"]
        self._refuse_clashes(seats)

    def _refuse_clashes(self, seats: int) -> None:
        """MM-2.5, MM-3.6, MM-4.3, MM-7.10: combinations that make no sense."""
        if not 2 <= seats <= 20:
            raise ValueError("Match Mania is for 2 to 20 seats.")
        if not self.play_drawn and (self.force_play or self.draw_to_match):
            name = "force_play" if self.force_play else "draw_to_match"
            raise ValueError(f"{name} clashes with play_drawn: off.")
        if self.challenge and self.wild_four != "no_colour":
            raise ValueError("challenge clashes with wild_four: it needs wild_four: no_colour.")
        if seats > 10 and self.decks < 2:
            raise ValueError("More than 10 seats need 2 decks or more.")
        if seats * self.hand_size + 1 > CARDS_IN_A_DECK * self.decks:
            raise ValueError(f"{seats} seats with a hand_size of {self.hand_size} need more decks.")


class Naive:
    """One game of Match Mania."""

    def __init__(self, seats: int, options: Options) -> None:
        self.seats = seats
        self.options = options
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.pile: list[str] = []
        self.deck: list[str] = []
        self.turn = 0
        self.direction = 1
        self.phase = "turn"
        self.colour: str | None = None
        self.penalty = 0
        self.guilty = False
        self.drawn: str | None = None
        self.window = False
        self.catchable: int | None = None
        self.called = False
        self.turns = 0
        self.passes = 0
        self.knows: list[list[Counter[str]]] = [[Counter() for _ in range(seats)] for _ in range(seats)]
        self.recycled: list[str] = []
        self.shuffled: list[list[str]] = []
        self.winners: list[int] | None = None
        self.scores: list[int] | None = None

    # ---- reading a position

    @classmethod
    def from_position(cls, text: str) -> Naive:
        """A game from its text; all cards must have their place."""
        position = Position(text)
        seats = int(position.header["seats"])
        game = cls(seats, Options(position.options, seats))
        game._read_header(position.header)
        game._read_cards(position)
        game._read_table(position.facts)
        game._read_knowledge(position.knows)
        if position.facts:
            raise ValueError(f"Not understood: {', '.join(position.facts)}.")
        game._look_for_an_end()
        game._check_colour()
        return game

    def _read_header(self, header: dict[str, str]) -> None:
        self.turn = int(header.get("turn", "0"))
        if not 0 <= self.turn < self.seats:
            raise ValueError(f"There is no seat {self.turn}.")
        if header.get("direction", "+") not in ("+", "-"):
            raise ValueError("The direction is + or -.")
        self.direction = 1 if header.get("direction", "+") == "+" else -1

    def _read_cards(self, position: Position) -> None:
        """Hands, pile and deck; what is left over must be out of the game, or be one card at most."""
        if set(position.hands) != set(range(self.seats)):
            raise ValueError("Every hand has to be named: a hand without a line is dealt by the seed.")
        self.hands = [list(position.hands[seat]) for seat in range(self.seats)]
        self.pile = position.facts.pop("pile", "").split()
        self.deck = position.facts.pop("deck", "").split()
        if not self.pile:
            raise ValueError("The pile has to be named: a start card is turned up by the seed.")
        left = whole_deck(self.options.decks)
        left.subtract(card for cards in [*self.hands, self.pile, self.deck] for card in cards)
        for card, count in left.items():
            if card not in CARD_WORDS or count < 0:
                raise ValueError(f"{card} is not a card of this game, or is named too often.")
        self._read_rest(position.facts.pop("rest", "deck"), list(left.elements()))

    def _read_rest(self, rest: str, unnamed: list[str]) -> None:
        if rest not in ("deck", "out"):
            raise ValueError("rest is deck or out.")
        if rest == "deck" and len(unnamed) > 1:
            raise ValueError("The cards that no line names would be shuffled by the seed; say 'rest: out'.")
        if rest == "deck":
            self.deck += unnamed

    def _read_table(self, facts: dict[str, str]) -> None:
        self.colour = colour_of(self.pile[-1])
        if "colour" in facts:
            self._read_colour(facts.pop("colour"))
        self.turns = int(facts.pop("turns", "0"))
        self.passes = int(facts.pop("passes", "0"))
        self.guilty = self._read_yes(facts, "guilty", "yes")
        self.called = self._read_yes(facts, "called", "yes")
        self.window = self._read_yes(facts, "window", "open")
        self.recycled = in_order(facts.pop("recycled", "").split())
        self._read_phase(facts)
        self._read_penalty(facts)
        if "catch" in facts:
            self.catchable = int(facts.pop("catch"))
            if self.options.call_out != "manual" or len(self.hands[self.catchable]) != 1:
                raise ValueError("Only a seat with one card can be caught, and only with call_out: manual.")

    def _read_colour(self, name: str) -> None:
        if name not in COLOUR_NAMES:
            raise ValueError(f"{name!r} is not a colour.")
        if not is_wild(self.pile[-1]) and COLOUR_NAMES[name] != self.colour:
            raise ValueError(f"{name} is not the colour of the top {self.pile[-1]}.")
        self.colour = COLOUR_NAMES[name]

    @staticmethod
    def _read_yes(facts: dict[str, str], key: str, word: str) -> bool:
        value = facts.pop(key, None)
        if value not in (None, word):
            raise ValueError(f"{key} can only be {word!r}.")
        return value == word

    def _read_phase(self, facts: dict[str, str]) -> None:
        self.phase = facts.pop("phase", "turn")
        self.drawn = facts.pop("drawn", None)
        if self.phase not in PHASES:
            raise ValueError(f"{self.phase!r} is not a phase.")
        if (self.phase == "drawn") != (self.drawn is not None):
            raise ValueError("'phase: drawn' and the drawn card go together.")
        if self.drawn is not None and self.drawn not in self.hands[self.turn]:
            raise ValueError(f"{self.drawn} is not in the hand of seat {self.turn}.")
        if self.phase in ("name", "start") and not is_wild(self.pile[-1]):
            raise ValueError("A colour is named for a Wild only.")
        if self.phase == "swap" and face_of(self.pile[-1]) != "7":
            raise ValueError("Hands are swapped for a 7 only.")

    def _read_penalty(self, facts: dict[str, str]) -> None:
        self.penalty = int(facts.pop("penalty", "0"))
        if self.penalty and face_of(self.pile[-1]) not in ("+2", "W+4"):
            raise ValueError("A penalty needs a +2 or W+4 on top.")
        if self.penalty and self.phase not in ("turn", "name"):
            raise ValueError(f"No penalty can be open in 'phase: {self.phase}'.")

    def _read_knowledge(self, knows: dict[int, list[str]]) -> None:
        for viewer, words in knows.items():
            for word in words:
                owner, _, card = word.partition(":")
                self.knows[viewer][int(owner)][card] += 1
            for seat in range(self.seats):
                if self.knows[viewer][seat] - Counter(self.hands[seat]):
                    raise ValueError(f"Seat {viewer} cannot know what seat {seat} does not hold.")

    def _check_colour(self) -> None:
        """A Wild on top has its colour named, unless the naming is still to come."""
        if self.winners is None and self.colour is None and self.phase not in ("name", "start"):
            raise ValueError("The top is a Wild: say which colour is valid, or 'phase: name'.")

    def _look_for_an_end(self) -> None:
        """A position may be that of a finished game."""
        empty = [seat for seat in range(self.seats) if not self.hands[seat]]
        if len(empty) > 1:
            raise ValueError("Only one seat can have run out of cards.")
        if empty:
            self._finish(empty)
        else:
            self._end_if_stuck()

    # ---- who may move

    @property
    def must(self) -> int | None:
        """The seat the game waits for."""
        return None if self.winners is not None else self.turn

    @property
    def may(self) -> list[int]:
        """The seats that may cut in (MM-7.4, MM-7.5, MM-7.6)."""
        if self.winners is not None:
            return []
        return [seat for seat in range(self.seats) if seat != self.turn and self.moves(seat)]

    def moves(self, seat: int) -> list[str]:
        """Every move of the seat in words, each once."""
        if self.winners is not None:
            return []
        due = self._moves_in_turn() if seat == self.turn else self._jump_ins(seat)
        return due + self._call_moves(seat)

    def _moves_in_turn(self) -> list[str]:
        if self.phase in ("name", "start"):
            return [f"name {name}" for name in COLOUR_NAMES]
        if self.phase == "swap":
            return [f"swap {other}" for other in range(self.seats) if other != self.turn]
        if self.phase == "drawn":
            return [f"play {self.drawn}"] + ([] if self._drawn_is_forced() else ["keep"])
        if self.penalty:
            return self._answers()
        plays = self._plays()
        if self.options.draw_to_match and plays:
            return plays
        return [*plays, "draw" if self._can_draw() else "pass"]

    def _drawn_is_forced(self) -> bool:
        """MM-2.3, MM-2.4: whether a drawn card that can be played must be."""
        return self.options.force_play or self.options.draw_to_match

    def _plays(self) -> list[str]:
        """MM-2.1: a play for every card word that goes now."""
        return [f"play {card}" for card in in_order(list(set(self.hands[self.turn]))) if self._is_playable(card)]

    def _answers(self) -> list[str]:
        """MM-7.1: what the victim of an open penalty may do."""
        hand = in_order(list(set(self.hands[self.turn])))
        stacks = [f"play {card}" for card in hand if self._can_be_stacked(card)]
        if self._can_be_challenged():
            return [*stacks, "accept", "challenge"]
        return [*stacks, "draw" if self._can_draw() else "pass"]

    def _jump_ins(self, seat: int) -> list[str]:
        """MM-4.1, MM-7.4: the twin of the top card, out of turn; no Wilds."""
        top = self.pile[-1]
        if self.window and self.options.jump_in and not is_wild(top) and top in self.hands[seat]:
            return [f"play {top}"]
        return []

    def _call_moves(self, seat: int) -> list[str]:
        """MM-4.4, MM-7.6: calls and catches."""
        moves = []
        if self._may_call(seat):
            moves.append("call")
        if self.catchable is not None and self.catchable != seat:
            moves.append(f"catch {self.catchable}")
        return moves

    def _may_call(self, seat: int) -> bool:
        """MM-7.6: with two cards in turn before playing, or with one card while the seat can be caught."""
        if self.options.call_out != "manual":
            return False
        before_playing = seat == self.turn and self.phase in ("turn", "drawn")
        return self.catchable == seat or (before_playing and len(self.hands[seat]) == 2 and not self.called)

    # ---- what goes

    def _matches(self, card: str) -> bool:
        """MM-2.1: a coloured card goes by colour, number or action; on a Wild only the colour counts."""
        return not is_wild(card) and (colour_of(card) == self.colour or face_of(card) == face_of(self.pile[-1]))

    def _is_playable(self, card: str) -> bool:
        """MM-2.1, MM-3.4, MM-3.5: whether the card goes when no penalty is open."""
        if card == "W+4":
            return self._four_is_allowed()
        return card == "W" or self._matches(card)

    def _four_is_allowed(self) -> bool:
        """MM-3.5, MM-7.2, MM-7.3: whether the seat in turn may lay a Wild +4."""
        hand = self.hands[self.turn]
        if self.options.challenge or self.options.wild_four == "anytime":
            return True
        if self.options.wild_four == "no_colour":
            return not self._has_colour(hand)
        if self.penalty:
            return not any(self._can_be_stacked(card) for card in hand if card != "W+4")
        return not any(card == "W" or self._matches(card) for card in hand)

    def _has_colour(self, cards: list[str]) -> bool:
        return any(colour_of(card) == self.colour for card in cards if not is_wild(card))

    def _can_be_stacked(self, card: str) -> bool:
        """MM-3.3: whether the card may be laid on the open penalty."""
        kinds = self._stackable_faces()
        if face_of(card) not in kinds:
            return False
        if card == "W+4":
            return self._four_is_allowed()
        return face_of(self.pile[-1]) == "+2" or colour_of(card) == self.colour

    def _stackable_faces(self) -> set[str]:
        """MM-3.3: which faces the option lets go on the top card."""
        stacking = self.options.stacking
        if stacking == "all":
            return {"+2", "W+4"}
        if face_of(self.pile[-1]) == "+2":
            return set() if stacking == "off" else {"+2"}
        return {"W+4"} if stacking == "twos_and_fours" else set()

    def _can_be_challenged(self) -> bool:
        """MM-3.6, MM-7.2: only the +4 on top."""
        return self.options.challenge and self.pile[-1] == "W+4"

    def _can_draw(self) -> bool:
        return bool(self.deck) or len(self.pile) > 1

    # ---- moving

    def play(self, words: str, seat: int) -> None:
        """Make a move; a move that is not allowed changes nothing (ALL-4). After NeedsShuffle the game cannot be used any
        more."""
        if words not in self.moves(seat):
            listed = ", ".join(self.moves(seat)) or "nothing"
            raise ValueError(f"Seat {seat} cannot '{words}' now; it may: {listed}.")
        self._act(words, seat)

    def _act(self, words: str, seat: int) -> None:
        verb, _, what = words.partition(" ")
        if verb == "play":
            self._play_card(seat, what)
        elif verb == "name":
            self._name(COLOUR_NAMES[what])
        elif verb == "swap":
            self._swap(int(what))
        elif verb == "call":
            self._call(seat)
        elif verb == "catch":
            self._catch(int(what))
        else:
            self._close_windows()
            {
                "draw": self._draw,
                "keep": self._keep,
                "pass": self._pass,
                "accept": self._take_penalty,
                "challenge": self._challenge,
            }[verb]()

    def _close_windows(self) -> None:
        """MM-7.5: any play, draw, keep, pass, accept or challenge ends what the last play opened."""
        self.window = False
        self.catchable = None

    def _play_card(self, seat: int, card: str) -> None:
        """A play in turn, or a jump-in by which the turn comes to the jumper (MM-4.1, MM-7.4)."""
        self._close_windows()
        if seat != self.turn:
            self.turn = seat
            self.called = False
        self.hands[seat].remove(card)
        self._forget_one(seat, card)
        # MM-7.2: guilt is fixed now, by the colour valid until now and by the rest of the hand.
        self.guilty = card == "W+4" and self.options.challenge and self._has_colour(self.hands[seat])
        self.pile.append(card)
        self.colour = colour_of(card)
        self.passes = 0
        self.phase = "turn"
        self.drawn = None
        if not self.hands[seat]:
            self._win(seat)
        elif is_wild(card):
            self.phase = "name"
        elif face_of(card) == "7" and self.options.seven_o:
            self.phase = "swap"
        else:
            self._complete(laid_down_to_one=len(self.hands[seat]) == 1)

    def _name(self, colour: str) -> None:
        """MM-3.4; MM-1.2 for the Wild that was turned up: its seat still has its turn."""
        self.colour = colour
        at_the_start = self.phase == "start"
        self.phase = "turn"
        if not at_the_start:
            self._complete(laid_down_to_one=len(self.hands[self.turn]) == 1)

    def _swap(self, other: int) -> None:
        """MM-4.2: the 7."""
        down_to_one = len(self.hands[self.turn]) == 1
        sources = list(range(self.seats))
        sources[self.turn], sources[other] = other, self.turn
        self._move_hands(sources)
        self.phase = "turn"
        self._complete(laid_down_to_one=down_to_one)

    def _move_hands(self, sources: list[int]) -> None:
        """Every seat gets the hand of its source; a giver knows what it gave, what others knew goes along."""
        before, known = self.hands, self.knows
        self.hands = [before[sources[seat]] for seat in range(self.seats)]
        self.knows = [[known[viewer][sources[seat]] for seat in range(self.seats)] for viewer in range(self.seats)]
        for seat in range(self.seats):
            giver = sources[seat]
            self.knows[giver][seat] = Counter(self.hands[seat])
        for seat in range(self.seats):
            self.knows[seat][seat] = Counter()

    def _complete(self, *, laid_down_to_one: bool) -> None:
        """The play of the seat in turn is complete: its effect, the turn, and what it opens (MM-3, MM-7.5)."""
        seat = self.turn
        called = self.called
        self.called = False
        self.turns += 1
        self._take_effect(face_of(self.pile[-1]))
        self.window = self.options.jump_in and not is_wild(self.pile[-1])
        one_card = laid_down_to_one and len(self.hands[seat]) == 1
        if self.options.call_out == "manual" and one_card and not called:
            self.catchable = seat
        self._end_if_stuck()

    def _take_effect(self, face: str) -> None:
        """MM-3.1 to MM-3.5, MM-4.2: the effect of the completed card, and whose turn it is."""
        if face == "0" and self.options.seven_o:
            self._move_hands([self._seat_after(seat, -self.direction) for seat in range(self.seats)])
        if face == "R" and self.seats > 2:
            self.direction = -self.direction
        self.turn = self._next(self.turn)
        if face == "S" or (face == "R" and self.seats == 2):
            self.turn = self._next(self.turn)
        elif face in ("+2", "W+4"):
            self.penalty += 2 if face == "+2" else 4
            self._hit()

    def _hit(self) -> None:
        """MM-7.1: a penalty without a choice is drawn at once; one with a choice waits for its victim."""
        if self._stackable_faces() or self._can_be_challenged():
            return
        self._draw_cards(self.turn, self.penalty)
        self.penalty = 0
        self.turn = self._next(self.turn)

    def _next(self, seat: int) -> int:
        return self._seat_after(seat, self.direction)

    def _seat_after(self, seat: int, step: int) -> int:
        return (seat + step) % self.seats

    # ---- drawing

    def _draw_cards(self, seat: int, count: int) -> list[str]:
        """ALL-2: draw this many; cards missing after a reshuffle are not drawn."""
        cards: list[str] = []
        while len(cards) < count and self._can_draw():
            if not self.deck:
                self._reshuffle()
            cards.append(self.deck.pop(0))
        self.hands[seat] += cards
        if cards:
            self.passes = 0
        return cards

    def _reshuffle(self) -> None:
        """ALL-2: the pile except its top becomes the deck, in the order in which the engine shuffled these cards."""
        under = self.pile[:-1]
        if self.shuffled:
            order = self.shuffled.pop(0)
            if sorted(order) != sorted(under):
                raise ValueError(f"The engine shuffles {order}, but under the top there are {under}.")
            under = order
        elif len(under) > 1:
            raise NeedsShuffle(f"{len(under)} cards would have to be shuffled.")
        self.deck = under
        self.pile = self.pile[-1:]
        self.recycled = in_order(self.deck)

    def _draw(self) -> None:
        """MM-2.2 to MM-2.5, MM-7.8: draw for the turn, or take the open sum."""
        if self.penalty:
            self._take_penalty()
            return
        while self._can_draw():
            card = self._draw_cards(self.turn, 1)[0]
            if self.options.play_drawn and self._is_playable(card):
                self.phase = "drawn"
                self.drawn = card
                return
            if not self.options.draw_to_match:
                break
        self._end_turn(idle=False)

    def _keep(self) -> None:
        """MM-2.2: the drawn card stays in the hand."""
        self.phase = "turn"
        self.drawn = None
        self._end_turn(idle=False)

    def _pass(self) -> None:
        """MM-7.8: nothing can be drawn; an open sum is gone."""
        self.penalty = 0
        self._end_turn(idle=True)

    def _take_penalty(self) -> None:
        """MM-3.3, MM-3.5: the victim draws the sum and loses its turn."""
        self._lose_turn_drawing(self.penalty)

    def _lose_turn_drawing(self, count: int) -> None:
        self.penalty = 0
        self.guilty = False
        drawn = self._draw_cards(self.turn, count)
        self._end_turn(idle=not drawn)

    def _challenge(self) -> None:
        """MM-3.6, MM-7.2: the challenger sees the hand; a guilty seat draws the sum, else the challenger the sum + 2."""
        layer = self._seat_after(self.turn, -self.direction)
        self.knows[self.turn][layer] = Counter(self.hands[layer])
        if not self.guilty:
            self._lose_turn_drawing(self.penalty + 2)
            return
        self._draw_cards(layer, self.penalty)
        self.penalty = 0
        self.guilty = False

    def _end_turn(self, *, idle: bool) -> None:
        """End a turn without a play."""
        self.turns += 1
        self.called = False
        if idle:
            self.passes += 1
        self.turn = self._next(self.turn)
        self._end_if_stuck()

    def _forget_one(self, owner: int, card: str) -> None:
        """Forget one known card of the seat that laid it."""
        for viewer in range(self.seats):
            self.knows[viewer][owner] -= Counter([card])

    # ---- calling

    def _call(self, seat: int) -> None:
        """MM-7.6: late, while the seat can be caught, or before playing."""
        if self.catchable == seat:
            self.catchable = None
        else:
            self.called = True

    def _catch(self, seat: int) -> None:
        """MM-4.4: the caught seat draws 2; nothing closes (MM-7.5)."""
        self.catchable = None
        self._draw_cards(seat, 2)

    # ---- the end

    def _win(self, seat: int) -> None:
        """MM-5.1, MM-7.7: the last card wins at once; a pending sum is drawn before points are counted."""
        face = face_of(self.pile[-1])
        if face in ("+2", "W+4"):
            self._draw_cards(self._next(seat), self.penalty + (2 if face == "+2" else 4))
        self.penalty = 0
        self.guilty = False
        self.turns += 1
        self._finish([seat])

    def _end_if_stuck(self) -> None:
        """ALL-5, ALL-9: blocked, or too many turns; the fewest cards win, after an open sum is drawn (MM-7.7)."""
        if self.passes >= self.seats or self.turns >= self.options.max_turns:
            self._draw_cards(self.turn, self.penalty)
            self.penalty = 0
            self.guilty = False
            fewest = min(len(hand) for hand in self.hands)
            self._finish([seat for seat in range(self.seats) if len(self.hands[seat]) == fewest])

    def _finish(self, winners: list[int]) -> None:
        """MM-5.2, MM-7.10: every winner scores the hands of the seats that did not win."""
        self._close_windows()
        self.called = False
        pot = sum(points(card) for seat in range(self.seats) if seat not in winners for card in self.hands[seat])
        self.winners = winners
        self.scores = [pot if seat in winners else 0 for seat in range(self.seats)]

    # ---- the clock

    def time_up(self) -> None:
        """MM-6.5: the house brings the turn of the seat it waits for to its end."""
        if self.winners is not None:
            raise ValueError("The game is over.")
        seat, turns, only_the_colour = self.turn, self.turns, self.phase == "start"
        while self.winners is None and self.turns == turns:
            self._act(self._house_move(), seat)
            if only_the_colour:
                return

    def _house_move(self) -> str:
        """The clock's next step for the seat in turn."""
        if self.phase in ("name", "start"):
            return f"name {self._commonest_colour()}"
        if self.phase == "swap":
            return f"swap {self._next(self.turn)}"
        listed = self._moves_in_turn()
        for words in ("keep", "accept", "draw", "pass"):
            if words in listed:
                return words
        return listed[0]

    def _commonest_colour(self) -> str:
        """Ties go to red, yellow, green, blue in this order."""
        counts = Counter(colour_of(card) for card in self.hands[self.turn])
        return max(COLOUR_NAMES, key=lambda name: counts[COLOUR_NAMES[name]])

    # ---- comparing

    def facts(self) -> dict[str, object]:
        """Return everything that can be compared with another implementation."""
        return {
            "hands": [in_order(hand) for hand in self.hands],
            "pile": list(self.pile),
            "deck": list(self.deck),
            "must": self.must,
            "may": self.may,
            "direction": "+" if self.direction > 0 else "-",
            "phase": None if self.winners is not None else self.phase,
            "colour": {letter: name for name, letter in COLOUR_NAMES.items()}.get(self.colour or ""),
            "penalty": self.penalty,
            "guilty": self.guilty,
            "drawn": self.drawn,
            "window": self.window,
            "catch": self.catchable,
            "called": self.called,
            "turns": self.turns,
            "passes": self.passes,
            "knows": [self._known_to(seat) for seat in range(self.seats)],
            "recycled": list(self.recycled),
            "winners": self.winners,
            "scores": self.scores,
        }

    def _known_to(self, viewer: int) -> list[str]:
        """The words of a `knows` line."""
        held = self.knows[viewer]
        return [f"{seat}:{card}" for seat in range(self.seats) for card in in_order(list(held[seat].elements()))]


SCARCE_OPTIONS = {"stacking": STACKING, "wild_four": CHOICES["wild_four"], "call_out": CHOICES["call_out"]}


def scarce(text: str, rng: random.Random) -> str:
    """A deal with few cards or few turns left and open sums, which random games hardly ever reach."""
    dropped = ("deck:", "rest:", "penalty:", "option challenge:", *(f"option {name}:" for name in SCARCE_OPTIONS))
    kept = [line for line in text.splitlines() if not line.startswith(dropped)]
    chosen = {name: rng.choice(values) for name, values in SCARCE_OPTIONS.items()}
    kept += [f"option {name}: {value}" for name, value in chosen.items()]
    if chosen["wild_four"] == "no_colour":
        kept += [f"option challenge: {rng.choice(('on', 'off'))}"]
    deck = next(line for line in text.splitlines() if line.startswith("deck:")).split()[1:]
    kept += [f"deck: {' '.join(deck[: rng.randint(0, 8)])}", "rest: out"]
    most = next((int(line.split()[-1]) for line in kept if line.startswith("option max_turns:")), RANGES["max_turns"][2])
    if "phase: start" not in kept and rng.random() < 0.5:
        kept += [f"turns: {most - rng.randint(1, 20)}"]
    return "\n".join(kept) + "\n"


def perft(game: Naive, depth: int) -> int:
    """Return the number of sequences of this many moves by every seat that must or may move."""
    if depth == 0:
        return 1
    if game.must is None:
        return 0
    total = 0
    for seat in [game.must, *game.may]:
        for words in game.moves(seat):
            after = copy.deepcopy(game)
            after.play(words, seat)
            total += perft(after, depth - 1)
    return total
