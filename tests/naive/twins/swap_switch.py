"""Swap Switch, written a second time, naively and straight from its rule sheet.

Cards are strings ("8h"), hands and piles are lists, and every move is tried on a deep copy. Nothing here is fast.
The docstrings name the statements of the sheet (SS-…, ALL-…) that a function carries out.
"""

from __future__ import annotations

import copy

GAME = "swap_switch"
RANKS = "A23456789TJQK"
SUITS = "cdhs"
ALL_CARDS = [rank + suit for rank in RANKS for suit in SUITS]
FACE_VALUE = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10} | {str(number): number for number in range(2, 10)}
PENALTY = {"2": 2, "Q": 4}

SWITCHES = {"must_discard": True, "stacking": False, "swap_is_optional": False}
CHOICES = {"start_card": ("dead", "active")}
NUMBERS = {"hand_size": (3, 10, 7), "max_turns": (100, 5000, 1000)}
ELSEWHERE = ("first_seat", "turn_seconds", "rounds", "target")


class NeedsShuffle(ValueError):
    """Two or more cards must be shuffled, and only the real engine has the random stream for that."""


def card_order(card: str) -> tuple[int, int]:
    """The sort key of a card: A lowest, K highest, then clubs, diamonds, hearts, spades (SS-7.1)."""
    return RANKS.index(card[0]), SUITS.index(card[1])


def fits(card: str, top: str) -> bool:
    """Whether a card may be discarded on this top card (SS-2.1)."""
    return card[0] == top[0] or card[1] == top[1] or card[0] in "AQ"


def hand_value(hand: list[str]) -> int:
    """What a hand counts for a winner (SS-6.1)."""
    return sum(FACE_VALUE[card[0]] for card in hand)


class Position:
    """The lines of a position text, sorted by what they say."""

    def __init__(self, text: str) -> None:
        self.header: dict[str, str] = {}
        self.hands: dict[str, str] = {}
        self.knows: dict[str, str] = {}
        self.options: dict[str, str] = {}
        self.facts: dict[str, str] = {}
        for line in text.splitlines():
            if line.strip():
                self._read(line.strip())
        if "seats" not in self.header:
            raise ValueError(f"The position has no line '{GAME} seats=…'.")

    def _read(self, line: str) -> None:
        if line.split()[0] == GAME:
            self._read_header(line)
            return
        key, colon, value = line.partition(":")
        words = key.split()
        several = {"hand": self.hands, "knows": self.knows, "option": self.options}
        if colon and len(words) == 2 and words[0] in several:
            self._store(several[words[0]], words[1], value.strip())
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


def read_options(given: dict[str, str]) -> dict[str, object]:
    """All options with their values; refuses what the option table does not allow."""
    options: dict[str, object] = {**SWITCHES, "start_card": "dead"}
    options.update({name: default for name, (_, _, default) in NUMBERS.items()})
    for name, value in given.items():
        if name not in ELSEWHERE:
            options[name] = read_option(name, value)
    return options


def read_option(name: str, value: str) -> object:
    """One option's value from its text."""
    if name in SWITCHES:
        if value not in ("on", "off"):
            raise ValueError(f"{name} must be on or off, not {value!r}.")
        return value == "on"
    if name in CHOICES:
        if value not in CHOICES[name]:
            raise ValueError(f"{name} must be one of {', '.join(CHOICES[name])}, not {value!r}.")
        return value
    if name not in NUMBERS:
        raise ValueError(f"Swap Switch has no option {name!r}.")
    low, high, _ = NUMBERS[name]
    if not low <= int(value) <= high:
        raise ValueError(f"The option {name} goes from {low} to {high}.")
    return int(value)


class Naive:
    """One game of Swap Switch."""

    def __init__(self, seats: int, options: dict[str, object]) -> None:
        self.seats = seats
        self.must_discard = bool(options["must_discard"])
        self.stacking = bool(options["stacking"])
        self.swap_is_optional = bool(options["swap_is_optional"])
        self.max_turns = int(str(options["max_turns"]))

        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.pile: list[str] = []
        self.deck: list[str] = []
        self.turn = 0
        self.direction = 1
        self.penalty = 0
        self.swapping = False
        self.turns = 0
        self.passes = 0
        self.knows: list[set[str]] = [set() for _ in range(seats)]
        self.reshuffled: set[str] = set()
        self.winners: list[int] | None = None
        self.scores: list[int] | None = None

    # --- reading a position ------------------------------------------------------------------------------

    @classmethod
    def from_position(cls, text: str) -> Naive:
        """A game from its text; the place of every card must be given."""
        position = Position(text)
        seats = int(position.header["seats"])
        if not 2 <= seats <= 4:
            raise ValueError("Swap Switch is played by 2 to 4 seats.")
        game = cls(seats, read_options(position.options))
        game._read_header(position.header)
        game._read_cards(position)
        game._read_facts(position.facts)
        game._read_knowledge(position.knows)
        game._end_if_finished()
        return game

    def _read_header(self, header: dict[str, str]) -> None:
        self.turn = int(header.get("turn", "0"))
        if not 0 <= self.turn < self.seats:
            raise ValueError(f"There is no seat {self.turn}.")
        signs = {"+": 1, "-": -1}
        sign = header.get("direction", "+")
        if sign not in signs:
            raise ValueError(f"The direction is + or -, not {sign!r}.")
        self.direction = signs[sign]

    def _read_cards(self, position: Position) -> None:
        if set(position.hands) != {str(seat) for seat in range(self.seats)}:
            raise ValueError("Every hand must be named, and no other.")
        for seat in range(self.seats):
            self.hands[seat] = position.hands[str(seat)].split()
        if "pile" not in position.facts:
            raise ValueError("The pile must be named.")
        self.pile = position.facts.pop("pile").split()
        self.deck = position.facts.pop("deck", "").split()
        if not self.pile:
            raise ValueError("The pile has at least its top card.")
        self._read_rest(position.facts.pop("rest", "deck"))

    def _read_rest(self, rest: str) -> None:
        named = [card for cards in (*self.hands, self.pile, self.deck) for card in cards]
        for card in named:
            if card not in ALL_CARDS:
                raise ValueError(f"{card!r} is not a card.")
            if named.count(card) > 1:
                raise ValueError(f"{card} is named twice.")
        if rest not in ("deck", "out"):
            raise ValueError(f"The rest goes to the deck or out, not {rest!r}.")
        unnamed = [card for card in ALL_CARDS if card not in named]
        if rest == "deck":
            if len(unnamed) > 1:
                raise ValueError("Cards that no line names would have to be shuffled by the seed.")
            self.deck += unnamed

    def _read_facts(self, facts: dict[str, str]) -> None:
        self.penalty = int(facts.pop("penalty", "0"))
        self.turns = int(facts.pop("turns", "0"))
        self.passes = int(facts.pop("passes", "0"))
        phase = facts.pop("phase", "play")
        if phase not in ("play", "swap"):
            raise ValueError(f"There is no phase {phase!r}.")
        self.swapping = phase == "swap"
        self.reshuffled = set(facts.pop("reshuffled", "").split())
        if facts:
            raise ValueError(f"The line {next(iter(facts))!r} is not understood.")
        self._check_facts()

    def _check_facts(self) -> None:
        """Refuse facts that cannot be true together."""
        top = self.pile[-1]
        if self.penalty:
            if not self.stacking or self.swapping:
                raise ValueError("A penalty waits only with stacking, at the start of a turn.")
            each = PENALTY.get(top[0])
            if each is None or self.penalty not in (each, 2 * each, 3 * each, 4 * each):
                raise ValueError(f"A penalty of {self.penalty} does not go with {top} on top.")
        if self.swapping and top[0] != "J":
            raise ValueError("A swap needs a J on top.")
        if self.turns < 0 or not 0 <= self.passes <= self.seats:
            raise ValueError("Turns and passes are counted from 0, passes up to the number of seats.")
        if self.passes and (self.swapping or self.penalty or self._can_draw()):
            raise ValueError("A seat passes only when nothing can be drawn.")
        places = {card for cards in (*self.hands, self.deck) for card in cards}
        if not self.reshuffled <= places or (self.reshuffled and not self.reshuffled >= set(self.deck)):
            raise ValueError("Reshuffled cards are in hands or the deck, and then all of the deck is.")

    def _read_knowledge(self, knows: dict[str, str]) -> None:
        for seat_text, cards in knows.items():
            seat = int(seat_text)
            if not 0 <= seat < self.seats:
                raise ValueError(f"There is no seat {seat}.")
            others = {card for other in range(self.seats) if other != seat for card in self.hands[other]}
            self.knows[seat] = set(cards.split())
            if not self.knows[seat] <= others:
                raise ValueError(f"Seat {seat} can know only cards in other hands.")

    def _end_if_finished(self) -> None:
        """A position of a finished game: an empty hand, all passed, or no turns left."""
        empty = [seat for seat in range(self.seats) if not self.hands[seat]]
        if len(empty) > 1:
            raise ValueError("Only one seat can be out of cards.")
        if empty:
            self._win(empty[0])
        elif self.passes == self.seats or (self.turns >= self.max_turns and not self.swapping):
            self._fewest_cards_win()

    # --- what may be done --------------------------------------------------------------------------------

    @property
    def must(self) -> int | None:
        """The seat the game waits for."""
        return self.turn if self.winners is None else None

    @property
    def may(self) -> list[int]:
        """Nobody cuts in."""
        return []

    def moves(self, seat: int) -> list[str]:
        """All moves of a seat in words."""
        if self.must is None or seat != self.must:
            return []
        if self.swapping:
            return self._swap_moves()
        cards = sorted(self._playable(), key=card_order)
        words = [f"play {card}" for card in cards]
        if self.penalty or not self.must_discard or not cards:
            words.append("draw" if self._can_draw() else "pass")
        return words

    def _playable(self) -> list[str]:
        """SS-2.1; under `stacking` only the same rank answers a waiting penalty."""
        hand, top = self.hands[self.turn], self.pile[-1]
        if self.penalty:
            return [card for card in hand if card[0] == top[0]]
        return [card for card in hand if fits(card, top)]

    def _swap_moves(self) -> list[str]:
        """SS-3.4, ALL-10, `swap_is_optional`."""
        words = [f"swap {seat}" for seat in range(self.seats) if seat != self.turn]
        return [*words, "pass"] if self.swap_is_optional else words

    def _can_draw(self) -> bool:
        """SS-7.2: something is in the deck, or under the top of the pile."""
        return bool(self.deck) or len(self.pile) > 1

    # --- moves -------------------------------------------------------------------------------------------

    def play(self, words: str, seat: int) -> None:
        """Make a move; a refused one changes nothing (ALL-4)."""
        if self.must is None:
            raise ValueError("The game is over.")
        if seat != self.must:
            raise ValueError(f"Seat {seat} is not to move.")
        move = " ".join(words.split())
        if move not in self.moves(seat):
            raise ValueError(f"{words!r} is not allowed now; allowed: {', '.join(self.moves(seat))}.")
        after = copy.deepcopy(self)
        after._make(move)
        self.__dict__ = after.__dict__

    def time_up(self) -> None:
        """The clock's move for the seat in turn (SS-7.1)."""
        if self.must is None:
            raise ValueError("The game is over.")
        moves = self.moves(self.turn)
        if self.swapping:
            chosen = "pass" if self.swap_is_optional else f"swap {self._next_seat()}"
        elif moves[-1] in ("draw", "pass"):
            chosen = moves[-1]
        else:
            chosen = moves[0]
        self.play(chosen, self.turn)

    def _make(self, move: str) -> None:
        verb, _, what = move.partition(" ")
        if verb == "play":
            self.hands[self.turn].remove(what)
            self._discard(what)
        elif verb == "swap":
            self._swap_hands(int(what))
            self._end_turn()
        elif verb == "pass" and self.swapping:
            self._end_turn()
        elif self.penalty:
            self._take_penalty()
        elif verb == "draw":
            self._draw_and_discard()
        else:
            self._pass()

    def _discard(self, card: str) -> None:
        """Lay a card that has left the hand; SS-4.1 before its effect."""
        self.pile.append(card)
        self.passes = 0
        self.reshuffled.discard(card)
        for known in self.knows:
            known.discard(card)
        if not self.hands[self.turn]:
            self.turns += 1
            self._win(self.turn)
            return
        self._effect(card[0])

    def _effect(self, rank: str) -> None:
        """SS-3.1 to SS-3.6."""
        if rank == "J":
            self.swapping = True
            return
        if rank == "K":
            self.direction = -self.direction
        if rank in PENALTY:
            self.penalty += PENALTY[rank]
        self._end_turn(skip=rank == "8")

    def _swap_hands(self, other: int) -> None:
        """SS-3.4; each of the two knows what it gave away, everyone else's knowledge follows the cards."""
        mine, theirs = self.hands[self.turn], self.hands[other]
        self.knows[self.turn] = (self.knows[self.turn] - set(theirs)) | set(mine)
        self.knows[other] = (self.knows[other] - set(mine)) | set(theirs)
        self.hands[self.turn], self.hands[other] = theirs, mine

    def _draw_and_discard(self) -> None:
        """SS-2.3: draw one; if it fits it is discarded at once."""
        self.passes = 0
        self._draw_one(self.turn)
        card = self.hands[self.turn][-1]
        if fits(card, self.pile[-1]):
            self.hands[self.turn].remove(card)
            self._discard(card)
        else:
            self._end_turn()

    def _take_penalty(self) -> None:
        """SS-3.1, SS-3.2: draw what is owed, as far as there are cards; the turn goes on."""
        for _ in range(self.penalty):
            if self._can_draw():
                self._draw_one(self.turn)
        self.penalty = 0

    def _pass(self) -> None:
        """ALL-5, SS-7.2: when all have passed in a row the game is blocked."""
        self.passes += 1
        if self.passes == self.seats:
            self.turns += 1
            self._fewest_cards_win()
        else:
            self._end_turn()

    def _draw_one(self, seat: int) -> None:
        """Draw the next card, after a reshuffle if necessary (ALL-2, SS-5.1)."""
        if self.deck:
            self.hands[seat].append(self.deck.pop(0))
            return
        under, top = self.pile[:-1], self.pile[-1]
        if len(under) > 1:
            raise NeedsShuffle(f"{len(under)} cards must be shuffled.")
        self.pile = [top]
        self.reshuffled = set(under)
        self.hands[seat] += under
        for other in range(self.seats):
            if other != seat:
                self.knows[other] |= set(under)

    # --- turns and ends ----------------------------------------------------------------------------------

    def _next_seat(self) -> int:
        return (self.turn + self.direction) % self.seats

    def _end_turn(self, skip: bool = False) -> None:
        """SS-3.3, SS-4.2, ALL-9: count the turn, move on, and let a penalty fall due."""
        self.swapping = False
        self.turns += 1
        if self.turns >= self.max_turns:
            self._fewest_cards_win()
            return
        self.turn = self._next_seat()
        if skip:
            self.turn = self._next_seat()
        if self.penalty and not self.stacking:
            self._take_penalty()

    def _win(self, seat: int) -> None:
        """SS-4.1, SS-6.1."""
        self._end([seat])

    def _fewest_cards_win(self) -> None:
        """ALL-5, ALL-9, SS-7.2."""
        fewest = min(len(hand) for hand in self.hands)
        self._end([seat for seat in range(self.seats) if len(self.hands[seat]) == fewest])

    def _end(self, winners: list[int]) -> None:
        """Every winner scores the hands of the seats that did not win; no penalty is left."""
        self.penalty = 0
        self.swapping = False
        stake = sum(hand_value(self.hands[seat]) for seat in range(self.seats) if seat not in winners)
        self.winners = winners
        self.scores = [stake if seat in winners else 0 for seat in range(self.seats)]

    # --- comparing ---------------------------------------------------------------------------------------

    def facts(self) -> dict[str, object]:
        """A summary to compare with another engine; at the end the direction no longer means anything."""
        sign = "+" if self.direction == 1 else "-"
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "pile": list(self.pile),
            "deck": list(self.deck),
            "must": self.must,
            "may": self.may,
            "direction": sign if self.winners is None else None,
            "penalty": self.penalty,
            "phase": "swap" if self.swapping else "play",
            "turns": self.turns,
            "passes": self.passes,
            "knows": [sorted(known) for known in self.knows],
            "reshuffled": sorted(self.reshuffled),
            "winners": self.winners,
            "scores": self.scores,
        }


def perft(game: Naive, depth: int) -> int:
    """Return how many move sequences of this length there are."""
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
