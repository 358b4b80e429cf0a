"""Switch, written a second time, naively and straight from its rule sheet.

Cards are strings ("8h"), hands and piles are lists, and every try-out is a deep copy. Nothing here is fast.
The docstrings name the statements of the sheet (SW-…, ALL-…) that a function carries out.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice

RANKS = "A23456789TJQK"
SUITS = "cdhs"
SUIT_NAMES = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
ALL_CARDS = [rank + suit for rank in RANKS for suit in SUITS]

RUN_ORDER = "3456789TJQKA"
RANK_VALUE = {"A": 14, "T": 10, "J": 11, "Q": 12, "K": 13} | {str(number): number for number in range(2, 10)}
TRICK_RANKS = "2378JA"
SCORES = {"A": 20, "2": 20, "3": 15, "7": 15, "8": 15, "J": 15, "Q": 10, "K": 10} | {rank: RANK_VALUE[rank] for rank in "4569T"}
MOST_PLAYS_LISTED = 1000

SWITCHES = {"finish_on_trick": False, "interrupts": False, "chains": False}
CHOICES = {"mode": ("standard", "cutthroat", "casual"), "start_card": ("dead", "active")}
NUMBERS = {"last_card_penalty": (0, 5, 2), "timeout_penalty": (0, 5, 1), "max_turns": (100, 5000, 1000)}
SCARCE_OPTIONS = ("option mode:", "option interrupts:", "option timeout_penalty:")
ELSEWHERE = ("first_seat", "turn_seconds", "rounds", "target")


class NeedsShuffle(ValueError):
    """Two or more cards must be shuffled, and only the real engine has the random stream for that."""


def card_order(card: str) -> tuple[int, int]:
    """The sort key of a card: by rank along a run (2 first), then clubs, diamonds, hearts, spades."""
    return RANK_VALUE[card[0]], SUITS.index(card[1])


def next_in_run(rank: str) -> str:
    """The rank that follows in a run; K is followed by A (SW-9.2)."""
    return RUN_ORDER[RUN_ORDER.index(rank) + 1]


def is_trick(card: str) -> bool:
    """Whether a card is a trick card outside a run."""
    return card[0] in TRICK_RANKS or card == "5h"


def card_score(card: str) -> int:
    """What a card counts in a loser's hand (SW-10.3)."""
    return 25 if card == "5h" else SCORES[card[0]]


@dataclass
class Laid:
    """A play that lies on the pile: what is still needed to end its turn, and to judge a challenge."""

    seat: int
    again: bool
    jacks: int
    left_one: bool
    fine: int | None
    before: dict[str, object] | None
    may_take_back: bool
    announced: bool = False
    turn_passed: bool = False


class Position:
    """The lines of a position text, sorted by what they say."""

    def __init__(self, text: str) -> None:
        self.header: dict[str, str] = {}
        self.hands: dict[int, list[str]] = {}
        self.options: dict[str, str] = {}
        self.facts: dict[str, str] = {}
        for line in text.splitlines():
            if line.strip():
                self._read(line.strip())
        if "seats" not in self.header:
            raise ValueError("The position has no line 'switch seats=…'.")

    def _read(self, line: str) -> None:
        first = line.split(maxsplit=1)[0]
        if first == "switch":
            self._read_header(line)
            return
        key, colon, value = line.partition(":")
        if not colon:
            raise ValueError(f"The line {line!r} is not understood.")
        words = key.split()
        if words[0] == "hand" and len(words) == 2:
            self._store_hand(int(words[1]), value)
        elif words[0] == "option" and len(words) == 2:
            self._store(self.options, words[1], value.strip())
        elif len(words) == 1:
            self._store(self.facts, words[0], value.strip())
        else:
            raise ValueError(f"The line {line!r} is not understood.")

    def _read_header(self, line: str) -> None:
        for word in line.split()[1:]:
            key, equals, value = word.partition("=")
            if not equals or key not in ("seats", "turn", "direction", "seed"):
                raise ValueError(f"{word!r} does not belong in the first line.")
            self._store(self.header, key, value)

    def _store_hand(self, seat: int, value: str) -> None:
        if seat in self.hands:
            raise ValueError(f"The hand of seat {seat} is given twice.")
        self.hands[seat] = value.split()

    @staticmethod
    def _store(where: dict[str, str], key: str, value: str) -> None:
        if key in where:
            raise ValueError(f"{key} is given twice.")
        where[key] = value


def read_options(given: dict[str, str], seats: int) -> dict[str, object]:
    """All options with their values; refuses what the option table does not allow."""
    options: dict[str, object] = {"hand_size": "auto", "mode": "standard", "start_card": "dead"}
    options.update(SWITCHES)
    options.update({name: default for name, (_, _, default) in NUMBERS.items()})
    for name, value in given.items():
        if name not in ELSEWHERE:
            options[name] = read_option(name, value, seats)
    return options


def read_option(name: str, value: str, seats: int) -> object:
    """One option's value from its text."""
    if name in SWITCHES:
        if value not in ("on", "off"):
            raise ValueError(f"{name} must be on or off, not {value!r}.")
        return value == "on"
    if name in CHOICES:
        if value not in CHOICES[name]:
            raise ValueError(f"{name} must be one of {', '.join(CHOICES[name])}, not {value!r}.")
        return value
    if name == "hand_size":
        return read_hand_size(value, seats)
    if name not in NUMBERS:
        raise ValueError(f"Switch has no option {name!r}.")
    low, high, _ = NUMBERS[name]
    if not low <= int(value) <= high:
        raise ValueError(f"The option {name} goes from {low} to {high}.")
    return int(value)


def read_hand_size(value: str, seats: int) -> object:
    """`hand_size`: auto or 3 to 10, and the deal must leave a card to turn up."""
    if value == "auto":
        return value
    size = int(value)
    if not 3 <= size <= 10:
        raise ValueError("The option hand_size is auto or goes from 3 to 10.")
    if seats * size + 1 > len(ALL_CARDS):
        raise ValueError(f"The option hand_size {size} asks for too many cards with {seats} seats.")
    return size


class Naive:
    """One game of Switch."""

    def __init__(self, seats: int, options: dict[str, object]) -> None:
        self.seats = seats
        self.finish_on_trick = bool(options["finish_on_trick"])
        self.interrupts = bool(options["interrupts"])
        self.chains = bool(options["chains"])
        self.mode = str(options["mode"])
        self.start_card = str(options["start_card"])
        self.last_card_penalty = int(str(options["last_card_penalty"]))
        self.timeout_penalty = int(str(options["timeout_penalty"]))
        self.max_turns = int(str(options["max_turns"]))

        self.hands: list[list[str]] = []
        self.pile: list[str] = []
        self.deck: list[str] = []
        self.turn = 0
        self.direction = 1
        self.rank = ""
        self.suit = ""
        self.penalty = 0
        self.answer: str | None = None
        self.run: str | None = None
        self.turns = 0
        self.passes = 0
        self.announced: set[int] = set()
        self.owing: int | None = None
        self.took_back = False
        self.naming: Laid | None = None
        self.window: Laid | None = None
        self.winners: list[int] | None = None
        self.scores: list[int] | None = None
        self.shuffled: list[list[str]] = []
        """The decks that the engine shuffles in the move to come, each in the order in which its cards are drawn."""

    # --- reading a position ------------------------------------------------------------------------------

    @classmethod
    def from_position(cls, text: str) -> Naive:
        """A game from its position text; every card must have a place that no seed decides."""
        position = Position(text)
        seats = int(position.header["seats"])
        if not 2 <= seats <= 8:
            raise ValueError("Switch is for 2 to 8 seats.")
        game = cls(seats, read_options(position.options, seats))
        game._read_header(position.header)
        facts = dict(position.facts)
        game._read_cards(position.hands, facts)
        game._read_top(facts)
        game._read_penalty_and_run(facts)
        game._read_counters(facts)
        game._read_phase(facts)
        if facts:
            raise ValueError(f"The line {next(iter(facts))!r} is not understood.")
        return game

    def _read_header(self, header: dict[str, str]) -> None:
        self.turn = int(header.get("turn", "0"))
        if not 0 <= self.turn < self.seats:
            raise ValueError(f"There is no seat {self.turn}.")
        directions = {"+": 1, "-": -1}
        if header.get("direction", "+") not in directions:
            raise ValueError("The direction is + or -.")
        self.direction = directions[header.get("direction", "+")]

    def _read_cards(self, hands: dict[int, list[str]], facts: dict[str, str]) -> None:
        if sorted(hands) != list(range(self.seats)):
            raise ValueError("Every seat needs its hand line: a hand that is not named is dealt by the seed.")
        self.hands = [list(hands[seat]) for seat in range(self.seats)]
        if not all(self.hands):
            raise ValueError("A seat without cards has no place in a running game.")
        self.pile = facts.pop("pile", "").split()
        if not self.pile:
            raise ValueError("The position needs a pile: otherwise the seed turns up its first card.")
        self.deck = facts.pop("deck", "").split()
        self._read_rest(facts.pop("rest", "deck"))

    def _read_rest(self, rest: str) -> None:
        named = [card for cards in [*self.hands, self.pile, self.deck] for card in cards]
        unknown = [card for card in named if card not in ALL_CARDS]
        if unknown:
            raise ValueError(f"{unknown[0]!r} is not a card.")
        if len(set(named)) != len(named):
            raise ValueError("A card is named twice.")
        if rest not in ("deck", "out"):
            raise ValueError("The rest is in the deck or out.")
        missing = [card for card in ALL_CARDS if card not in named]
        if rest == "deck":
            if len(missing) > 1:
                raise ValueError(f"{len(missing)} cards are not named and would be shuffled by the seed.")
            self.deck += missing

    def _read_top(self, facts: dict[str, str]) -> None:
        """SW-5: a 7 on the pile mirrors the card under it unless the position says otherwise or a run is on."""
        top = self.pile[-1]
        if "run" not in facts:
            others = [card for card in self.pile if card[0] != "7"]
            top = others[-1] if others else self.pile[0]
        self.rank, self.suit = top[0], top[1]
        if "suit" in facts:
            suit = facts.pop("suit")
            if suit not in SUIT_NAMES:
                raise ValueError(f"{suit!r} is not a suit.")
            self.suit = SUIT_NAMES[suit]
        if "rank" in facts:
            self.rank = facts.pop("rank")
            if self.rank not in list(RANKS):
                raise ValueError(f"{self.rank!r} is not a rank.")

    def _read_penalty_and_run(self, facts: dict[str, str]) -> None:
        self.penalty = int(facts.pop("penalty", "0"))
        answer = facts.pop("answer", None)
        if self.penalty < 0 or answer not in (None, "2", "5"):
            raise ValueError("The penalty or its answer is not understood.")
        if self.penalty:
            self.answer = answer or ("5" if self.rank == "5" else "2")
        if "run" in facts:
            self.run = facts.pop("run")
            if self.run not in list("3456789TJQK"):
                raise ValueError(f"A run cannot stand at {self.run!r}.")
            if self.penalty:
                raise ValueError("A penalty and a run are never active together.")

    def _read_counters(self, facts: dict[str, str]) -> None:
        self.turns = int(facts.pop("turns", "0"))
        self.passes = int(facts.pop("passes", "0"))
        self.announced = {int(word) for word in facts.pop("announced", "").split()}

    def _read_phase(self, facts: dict[str, str]) -> None:
        phase = facts.pop("phase", "play")
        if phase not in ("play", "name"):
            raise ValueError(f"Switch has no phase {phase!r}.")
        if phase == "name":
            if self.pile[-1][0] != "A" or self.run is not None:
                raise ValueError("A suit is named only for an Ace on top, outside a run.")
            self.naming = Laid(self.turn, False, 0, False, None, None, False)

    def turn_up(self) -> None:
        """SW-1.3 with `start_card = active`, for a fresh deal only: the turned-up card has its power.

        A position never does this by itself: it says in its own lines what is active.
        """
        card = self.pile[-1]
        if self.start_card != "active":
            return
        if card[0] == "2" or card == "5h":
            self.penalty, self.answer = (2, "2") if card[0] == "2" else (5, "5")
        elif card[0] == "3":
            self.run = "3"
        elif card[0] == "J":
            self.turn = self._seat_after(self.turn, 1)
        elif card[0] == "8":
            self.direction = -self.direction

    # --- whose move it is --------------------------------------------------------------------------------

    @property
    def must(self) -> int | None:
        """The seat the game waits for."""
        return None if self.winners is not None else self.turn

    @property
    def may(self) -> list[int]:
        """The other seats that have a move now."""
        if self.winners is not None:
            return []
        return [seat for seat in range(self.seats) if seat != self.turn and self.moves(seat)]

    def _seat_after(self, seat: int, steps: int) -> int:
        return (seat + steps * self.direction) % self.seats

    # --- listing moves -----------------------------------------------------------------------------------

    def moves(self, seat: int) -> list[str]:
        """All moves of a seat; attempts are never listed (SW-11.2)."""
        if self.winners is not None:
            return []
        if self.naming is not None:
            return [f"name {suit}" for suit in SUIT_NAMES] if seat == self.turn else []
        if seat == self.turn:
            plays = self._plays(seat)
            words = ["play " + " ".join(cards) for cards in plays]
            words.append("draw" if self._draw_is_due() else "pass")
        else:
            words = [f"play {card}" for card in self._quick_cards(seat)]
        if self._may_announce(seat):
            words.append("announce")
        if self._may_challenge(seat):
            words.append("challenge")
        if self._may_take_back(seat):
            words.append("take back")
        return words

    def _draw_is_due(self) -> bool:
        """SW-2.1: `pass` takes the place of `draw` when nothing can be drawn in normal play."""
        return bool(self.penalty) or self.run is not None or self._can_draw()

    def _can_draw(self) -> bool:
        return bool(self.deck) or len(self.pile) > 1

    def _plays(self, seat: int) -> list[list[str]]:
        """Every single card, set and climb once, shortest first, 1,000 at most."""
        hand = sorted(self.hands[seat], key=card_order)
        return list(islice(self._all_plays(hand), MOST_PLAYS_LISTED))

    def _all_plays(self, hand: list[str]) -> Iterator[list[str]]:
        for size in range(1, len(hand) + 1):
            yield from self._sets_of_size(hand, size)
            if self._climbs_allowed():
                yield from self._climbs_of_size(hand, size)

    def _sets_of_size(self, hand: list[str], size: int) -> Iterator[list[str]]:
        """SW-2.3: sets of one rank, each with every possible top, in an order that is legal."""
        if size > len(SUITS):
            return
        for rank in RANKS:
            same = [card for card in hand if card[0] == rank]
            for chosen in combinations(same, size):
                for top in chosen:
                    ordered = self._legal_order(list(chosen), top)
                    if ordered is not None:
                        yield ordered

    def _legal_order(self, cards: list[str], top: str) -> list[str] | None:
        """The lowest legal first card, the others ascending, the given top last; None if no order is legal."""
        others = [card for card in cards if card != top]
        if not others:
            return [top] if self._fine_for([top]) is None else None
        for first in others:
            middle = [card for card in others if card != first]
            ordered = [first, *middle, top]
            if self._fine_for(ordered) is None:
                return ordered
        return None

    def _climbs_of_size(self, hand: list[str], size: int) -> Iterator[list[str]]:
        """SW-9.2 with climbing: plays of exactly `size` cards over two or more ranks."""
        if self.penalty:
            return
        starts = ["3"] if self.run is None else [self.run, next_in_run(self.run)]
        for start in starts:
            for groups in self._stairs(hand, start, size):
                if len(groups) > 1:
                    yield from self._ordered_climbs(groups)

    def _stairs(self, hand: list[str], rank: str, size: int) -> Iterator[list[list[str]]]:
        """Every choice of `size` cards that takes some of `rank`, some of the next rank, and so on.

        Outside a run, a climb from 3s must include a 3 that can start a run.
        """
        same = [card for card in hand if card[0] == rank]
        for count in range(1, min(size, len(same)) + 1):
            for chosen in combinations(same, count):
                if rank == "3" and self.run is None and not any(self._starts_run(card) for card in chosen):
                    continue
                if count == size:
                    yield [list(chosen)]
                elif rank != "A":
                    for later in self._stairs(hand, next_in_run(rank), size - count):
                        yield [list(chosen), *later]

    def _ordered_climbs(self, groups: list[list[str]]) -> Iterator[list[str]]:
        """A climb once for each top; its first card is the lowest legal one."""
        for top in groups[-1]:
            last = [card for card in groups[-1] if card != top]
            between = [card for group in groups[1:-1] for card in group]
            for first in groups[0]:
                rest = [card for card in groups[0] if card != first]
                ordered = [first, *rest, *between, *last, top]
                if self._fine_for(ordered) is None:
                    yield ordered
                    break

    def _quick_cards(self, seat: int) -> list[str]:
        """SW-11.4: single cards of the top's effective rank, for seats not in turn, while nothing is active.

        Not for the seat whose own play can still be challenged as a mistake.
        """
        if not self.interrupts or self.penalty or self.run is not None or self.naming is not None:
            return []
        if seat == self.turn:
            return []
        if self.window is not None and self.window.seat == seat and self.window.fine is not None:
            return []
        return [card for card in sorted(self.hands[seat], key=card_order) if card[0] == self.rank]

    def _may_announce(self, seat: int) -> bool:
        """SW-11.2, SW-11.3: once, before playing or cutting in, or late in casual play."""
        if self.mode == "standard" or self.naming is not None or seat in self.announced:
            return False
        return seat == self.turn or bool(self._quick_cards(seat)) or self._may_announce_late(seat)

    def _may_announce_late(self, seat: int) -> bool:
        """SW-11.3: the seat that played last, with exactly one card, while the window is open."""
        window = self.window
        if window is None or window.seat != seat:
            return False
        return window.left_one and window.turn_passed and len(self.hands[seat]) == 1 and not window.announced

    def _may_challenge(self, seat: int) -> bool:
        """SW-11.3: any other seat, while the window is open."""
        return self.window is not None and self.window.seat != seat

    def _may_take_back(self, seat: int) -> bool:
        """SW-11.3: only the player, only a mistake, once a turn."""
        return self.window is not None and self.window.seat == seat and self.window.may_take_back

    # --- judging cards -----------------------------------------------------------------------------------

    def _climbs_allowed(self) -> bool:
        """SW-9.2 (`chains`) and SW-9.6 (a clean climb is legal in the modes with mistakes)."""
        return self.chains or self.mode != "standard"

    def _fits_top(self, card: str) -> bool:
        """SW-2.2, SW-5.1, SW-8.1: the first card in normal play."""
        return card[0] == self.rank or card[1] == self.suit or card[0] in "A7"

    def _answers_penalty(self, card: str) -> bool:
        """SW-3.1, SW-3.3, SW-4.2, SW-4.3: the first card on an active penalty."""
        if self.answer == "5":
            return card == "2h"
        if card == "5h":
            return self.rank == "2" and self.suit == "h"
        return card[0] == "2"

    def _starts_run(self, card: str) -> bool:
        """SW-9.1: a 3 that fits in normal play starts a run."""
        return self.run is None and not self.penalty and card[0] == "3" and self._fits_top(card)

    def _fine_for(self, cards: list[str]) -> int | None:
        """None for a legal play, else what a wrong attempt costs at its first wrong card (SW-9.6, 9.7, 11.2)."""
        first = cards[0]
        if self.run is not None:
            return self._fine_in_run(cards, self.run)
        if self._starts_run(first):
            return self._fine_in_run(cards, "3")
        fits = self._answers_penalty(first) if self.penalty else self._fits_top(first)
        if fits and all(card[0] == first[0] for card in cards):
            return None
        return self.penalty + 2

    def _fine_in_run(self, cards: list[str], reached: str) -> int | None:
        """SW-9.2, 9.4, 9.6, 9.7: walk up the run card by card; `reached` is the rank the run stands at."""
        for card in cards:
            rank = card[0]
            if reached == "A":
                if rank != "A":
                    return RANK_VALUE["A"] + 2
                continue
            if rank == "A" and reached != "K":
                return 13 + 2 + RANK_VALUE[reached]
            if rank not in (reached, next_in_run(reached)):
                return RANK_VALUE[next_in_run(reached)] + 2
            if not self._climbs_allowed() and rank != cards[0][0]:
                return RANK_VALUE[next_in_run(reached)] + 2
            reached = rank
        return None

    # --- making moves ------------------------------------------------------------------------------------

    def play(self, words: str, seat: int) -> None:
        """Make a move; a move that is not allowed raises ValueError and changes nothing (ALL-4)."""
        before = copy.deepcopy(self.__dict__)
        try:
            self._play(words, seat)
        except ValueError:
            self.__dict__ = before
            raise

    def _play(self, words: str, seat: int) -> None:
        if self.winners is not None:
            raise ValueError("The game is over.")
        if seat != self.turn and seat not in self.may:
            raise ValueError(f"Seat {seat} has no move now.")
        parts = words.split()
        if not parts:
            raise ValueError("There is no move without words.")
        if parts[0] in ("play", "attempt"):
            self._play_cards(parts[0], parts[1:], seat)
        elif words not in self.moves(seat):
            raise ValueError(f"Seat {seat} cannot {words!r} now.")
        elif parts[0] == "name":
            self._name(SUIT_NAMES[parts[1]])
        elif words in ("draw", "pass"):
            self._give_up_turn(0)
        elif words == "announce":
            self._announce(seat)
        elif words == "challenge":
            self._challenge(seat)
        elif words == "take back":
            self._take_back()

    def _play_cards(self, verb: str, cards: list[str], seat: int) -> None:
        """`play` and `attempt`."""
        if self.naming is not None:
            raise ValueError("First a suit must be named.")
        if verb == "attempt" and self.mode == "standard":
            raise ValueError("Nothing can be attempted in the standard mode.")
        if not cards or len(set(cards)) != len(cards) or any(card not in self.hands[seat] for card in cards):
            raise ValueError(f"Seat {seat} does not hold these cards.")
        if seat != self.turn:
            self._cut_in(seat, cards)
            return
        fine = self._fine_for(cards)
        if fine is None:
            self._lay(seat, cards, None)
        elif verb == "play":
            raise ValueError(f"{' '.join(cards)} is not a legal play.")
        elif self.mode == "cutthroat" or len(cards) == len(self.hands[seat]) or self._ends_by_turn_limit():
            self._punish(seat, fine)
        else:
            self._lay(seat, cards, fine)

    def _ends_by_turn_limit(self) -> bool:
        """SW-11.3, ALL-9: whether this turn is the last one, in which a mistake is judged at once."""
        return self.turns + 1 >= self.max_turns

    def _cut_in(self, seat: int, cards: list[str]) -> None:
        """SW-11.4: one card of the same effective rank, out of turn; play goes on from that seat."""
        if len(cards) != 1 or cards[0] not in self._quick_cards(seat):
            raise ValueError(f"Seat {seat} cannot cut in with {' '.join(cards)}.")
        if self.owing is not None:
            self._collect_missing_announcement(self.owing)
        self.turn = seat
        self.took_back = False
        self._lay(seat, cards, None)

    def _give_up_turn(self, extra: int) -> None:
        """SW-2.1, 3.2, 4.4, 9.5: draw one, take the penalty or give up the run (and `extra` by SW-11.5); or pass."""
        seat = self.turn
        count = 1
        if self.penalty:
            count = self.penalty
        elif self.run is not None:
            count = RANK_VALUE[self.run]
        self._lift_penalty()
        self.run = None
        self._end_idle_turn(seat, self._draw(seat, count + extra))

    def _punish(self, seat: int, fine: int) -> None:
        """SW-11.2: the cards go back into the hand, the fine is drawn, a penalty ends, a run stays."""
        self._lift_penalty()
        self._end_idle_turn(seat, self._draw(seat, fine))

    def _lift_penalty(self) -> None:
        self.penalty = 0
        self.answer = None

    def _name(self, suit: str) -> None:
        """SW-8.1: the suit for the whole set."""
        assert self.naming is not None
        laid = self.naming
        self.naming = None
        self.suit = suit
        self._complete(laid)

    def _announce(self, seat: int) -> None:
        """SW-11.2; late in casual play by SW-11.3."""
        if self._may_announce_late(seat):
            assert self.window is not None
            self.window.announced = True
        else:
            self.announced.add(seat)

    def _challenge(self, seat: int) -> None:
        """SW-11.3: a wrong play is punished, else a missing announcement, else the challenger draws 1."""
        assert self.window is not None
        window = self.window
        self.window = None
        if window.fine is not None:
            self._restore(window)
            self._punish(window.seat, window.fine)
        elif self._announcement_missing(window):
            self._draw(window.seat, self.last_card_penalty)
        else:
            self._draw(seat, 1)

    def _announcement_missing(self, window: Laid) -> bool:
        if not window.left_one or not window.turn_passed or window.announced:
            return False
        return len(self.hands[window.seat]) == 1

    def _take_back(self) -> None:
        """SW-11.3: everything as before the play, and the same seat is to move again."""
        assert self.window is not None
        self._restore(self.window)
        self.took_back = True

    def _restore(self, window: Laid) -> None:
        assert window.before is not None
        deck, hand, shuffled = self.deck, self.hands[window.seat], self.shuffled
        self.__dict__.update(copy.deepcopy(window.before))
        drawn = [card for card in hand if card not in self.hands[window.seat]]
        self.hands[window.seat] += drawn  # by the clock while a suit was to be named: that is not undone
        self.deck = deck
        self.shuffled = shuffled
        self.window = None

    # --- laying cards ------------------------------------------------------------------------------------

    def _lay(self, seat: int, cards: list[str], fine: int | None) -> None:
        """Lay a play, or in casual play a mistake (with its fine) that stands until it is challenged."""
        self.window = None
        before = None if fine is None else copy.deepcopy(self.__dict__)
        in_run = self.run is not None
        normal = cards if not in_run else []
        self.hands[seat] = [card for card in self.hands[seat] if card not in cards]
        self.pile += cards
        self.passes = 0
        self.owing = None
        again = False
        jacks = 0
        if not in_run:
            normal = self._before_run(cards)
            again = self._lay_in_normal_play(normal)
            jacks = sum(card[0] == "J" for card in normal)
            in_run = self.run is not None
        if len(normal) < len(cards):
            self._lay_in_run(cards[-1])
        left_one = len(self.hands[seat]) == 1
        laid = Laid(seat, again, jacks, left_one, fine, before, fine is not None and not self.took_back)
        if not self.hands[seat] and self._finish(seat, cards[-1], in_run):
            return
        if cards[-1][0] == "A" and not in_run:
            self.naming = laid
        else:
            self._complete(laid)

    def _before_run(self, cards: list[str]) -> list[str]:
        """The cards up to the first 3 that starts a run: those after it are laid in that run."""
        penalty = bool(self.penalty)
        for count, card in enumerate(cards, 1):
            penalty = penalty or card[0] == "2" or card == "5h"
            if card[0] == "3" and not penalty:
                return cards[:count]
        return cards

    def _lay_in_run(self, last: str) -> None:
        """SW-9.2 to 9.4, 11.3: no powers; the last rank is the run's, an Ace (or a mistaken 2) ends it."""
        self.rank, self.suit = last[0], last[1]
        self.run = None if last[0] in "A2" else last[0]

    def _lay_in_normal_play(self, cards: list[str]) -> bool:
        """The powers of all cards in order (SW-2.4); True when the same seat plays again through 8s (SW-6.1)."""
        for card in cards:
            if card[0] == "2":
                self.penalty += 2
                self.answer = "2"
            elif card == "5h":
                self.penalty += 5
                self.answer = "5"
            if card[0] != "7":
                self.rank, self.suit = card[0], card[1]
        if cards[-1][0] == "3" and not self.penalty:
            self.run = "3"
        eights = sum(card[0] == "8" for card in cards)
        if eights % 2 == 1:
            self.direction = -self.direction
        return eights > 0 and eights % 2 == 0 and not any(card[0] == "J" for card in cards)

    def _finish(self, seat: int, top: str, in_run: bool) -> bool:
        """SW-10.1, SW-10.2, SW-9.8: the last card is down. True when the game is won."""
        if self.finish_on_trick or not (in_run or is_trick(top)):
            self.turns += 1
            self._end_game([seat])
            return True
        self._draw(seat, 1)
        return False

    def _complete(self, laid: Laid) -> None:
        """The play is complete: find the next seat, check the announcement, open the window, end the turn."""
        following = self._seat_after_play(laid)
        laid.announced = laid.seat in self.announced
        laid.turn_passed = following != laid.seat
        kept: set[int] = set()
        owing: int | None = None
        if self.mode == "cutthroat" and laid.left_one and laid.turn_passed:
            self._collect_missing_announcement(laid.seat)
        elif laid.left_one and not laid.turn_passed:
            kept = self.announced & {laid.seat}
            owing = laid.seat if self.mode == "cutthroat" else None
        self._end_turn(following)
        self.announced = kept
        self.owing = owing
        self.window = laid if self.mode == "casual" and self.winners is None else None

    def _seat_after_play(self, laid: Laid) -> int:
        """SW-6.1, SW-7.1: an even number of 8s plays again; k Jacks skip k seats, but nobody skips itself."""
        if laid.again:
            return laid.seat
        return self._seat_after(laid.seat, 1 + min(laid.jacks, self.seats - 1))

    def _collect_missing_announcement(self, seat: int) -> None:
        """SW-11.2: one card left and nothing said."""
        if seat not in self.announced and len(self.hands[seat]) == 1:
            self._draw(seat, self.last_card_penalty)

    # --- drawing, ending turns, ending the game ----------------------------------------------------------

    def _draw(self, seat: int, count: int) -> int:
        """ALL-2: draw up to `count` cards; returns how many there were."""
        for drawn in range(count):
            if not self.deck:
                self._turn_pile_over()
            if not self.deck:
                return drawn
            self.hands[seat].append(self.deck.pop(0))
        return count

    def _turn_pile_over(self) -> None:
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

    def _end_idle_turn(self, seat: int, drawn: int) -> None:
        """A turn without a play; one that draws nothing counts as a pass (SW-2.1)."""
        self.passes = 0 if drawn else self.passes + 1
        self.window = None
        self._end_turn(self._seat_after(seat, 1))

    def _end_turn(self, following: int) -> None:
        """Count the turn and hand it on; ALL-5 and ALL-9 end the game."""
        self.turn = following
        self.turns += 1
        self.took_back = False
        self.announced = set()
        self.owing = None
        if self.passes >= self.seats or self.turns >= self.max_turns:
            fewest = min(len(hand) for hand in self.hands)
            self._end_game([seat for seat in range(self.seats) if len(self.hands[seat]) == fewest])

    def _end_game(self, winners: list[int]) -> None:
        """SW-10.3: each winner gets the sum of the losers' hands."""
        losers = [seat for seat in range(self.seats) if seat not in winners]
        total = sum(card_score(card) for seat in losers for card in self.hands[seat])
        self.winners = winners
        self.scores = [total if seat in winners else 0 for seat in range(self.seats)]
        self.window = None
        self.naming = None

    def time_up(self) -> None:
        """SW-11.5, ALL-8: the house moves for the seat in turn."""
        before = copy.deepcopy(self.__dict__)
        try:
            self._time_up()
        except ValueError:
            self.__dict__ = before
            raise

    def _time_up(self) -> None:
        if self.winners is not None:
            raise ValueError("The game is over.")
        if self.naming is None:
            self._give_up_turn(self.timeout_penalty)
            return
        laid, under = self.naming, len(self.pile)
        self._draw(self.turn, self.timeout_penalty)
        self._name(self.pile[-1][1])
        if laid.fine is not None and len(self.pile) < under:
            self.window = None  # SW-11.5: the pile was reshuffled over a mistake, which therefore stands

    # --- comparing ---------------------------------------------------------------------------------------

    def facts(self) -> dict[str, object]:
        """A summary to compare with another engine."""
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "pile": list(self.pile),
            "deck": list(self.deck),
            "must": self.must,
            "may": self.may,
            "direction": "+" if self.direction == 1 else "-",
            "rank": self.rank,
            "suit": self.suit,
            "penalty": self.penalty,
            "answer": self.answer,
            "run": self.run,
            "phase": "play" if self.naming is None else "name",
            "turns": self.turns,
            "passes": self.passes,
            "announced": sorted(self.announced),
            "window": None if self.window is None else self.window.seat,
            "winners": self.winners,
            "scores": self.scores,
        }


def scarce(text: str, rng: random.Random) -> str:
    """A deal with few cards or few turns left in which mistakes are possible, which random games hardly ever reach."""
    kept = [line for line in text.splitlines() if not line.startswith(("deck:", "rest:", *SCARCE_OPTIONS))]
    deck = next(line for line in text.splitlines() if line.startswith("deck:")).split()[1:]
    most = next((int(line.split()[-1]) for line in kept if line.startswith("option max_turns:")), NUMBERS["max_turns"][2])
    kept += [f"option mode: {rng.choice(('casual', 'casual', 'cutthroat'))}"]
    kept += [f"option interrupts: {rng.choice(('on', 'off'))}", f"option timeout_penalty: {rng.randint(0, 5)}"]
    kept += [f"deck: {' '.join(deck[: rng.randint(0, 8)])}", "rest: out"]
    if rng.random() < 0.5:
        kept += [f"turns: {most - rng.randint(1, 20)}"]
    return "\n".join(kept) + "\n"


def perft(game: Naive, depth: int) -> int:
    """Return how many move sequences of this length there are, over the seat in turn and all that may cut in."""
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
