"""A naive Swish, straight from the rule sheet: plain objects and slow code, to check the real engine.

Lines a position may hold besides those that the rule sheets name (all optional):

    last: 0              who laid the top card
    phase: again         the seat in turn is under the duty to play again
    count: 2             the size of the set to beat (match_count)
    places: 2 0          the seats that are out, first out first (play_on)
    turns: 37            turns completed
    knows 1: 5h 6c       the cards in the hand of seat 1 that everybody knows
"""

from __future__ import annotations

from copy import deepcopy
from itertools import combinations

EMPTY = "-"
SUITS = "cdhs"
BEATING = "3456789JQKA"
CLOCK_ORDER = "3456789JQKA2T"
PACK = [rank + suit for rank in CLOCK_ORDER for suit in SUITS]

SWITCHES = ("match_count", "voluntary_pickup", "play_on")
NUMBERS = {"hand_size": (3, 7, 5), "face_down": (2, 6, 6), "max_turns": (100, 5000, 1000)}
CHOICES: dict[str, tuple[str, ...]] = {
    "after_pickup": ("last_player", "next_player"),
    "first_seat": ("seat0", "random", "previous_winner", "previous_loser"),
}
OUTSIDE_THE_ROUND = ("turn_seconds", "rounds", "target")


class NeedsShuffle(ValueError):
    """Never raised here: Swish does not reshuffle (SH-1.2). Kept because every naive game has it."""


# Cards -----------------------------------------------------------------------------------------------------------


def rank_of(card: str) -> str:
    """The rank letter of a card."""
    return card[0]


def clock_key(card: str) -> tuple[int, int]:
    """SH-6.4: 3 4 5 6 7 8 9 J Q K A 2 10, then clubs, diamonds, hearts, spades."""
    return CLOCK_ORDER.index(card[0]), SUITS.index(card[1])


def in_order(cards: list[str] | set[str]) -> list[str]:
    """The cards from the lowest to the highest."""
    return sorted(cards, key=clock_key)


def written(cards: tuple[str, ...], top: str) -> str:
    """A play in words: cards ascending, the top last."""
    return " ".join(["play", *[card for card in in_order(list(cards)) if card != top], top])


# The game --------------------------------------------------------------------------------------------------------


class Naive:
    """One round of Swish."""

    def __init__(self, seats: int, turn: int, options: dict[str, str]) -> None:
        self.seats = seats
        self.turn = turn
        self.switches, self.numbers, self.choices = read_options(options)
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.downs: list[list[str]] = [[] for _ in range(seats)]
        self.known: list[set[str]] = [set() for _ in range(seats)]
        self.pile: list[str] = []
        self.deck: list[str] = []
        self.last: int | None = None
        self.again = False
        self.count = 0
        self.places: list[int] = []
        self.turns = 0
        self.winners: list[int] | None = None
        self.scores: list[int] | None = None

    @classmethod
    def from_position(cls, text: str) -> Naive:
        """Read a position; refuse one whose cards a seed would have to deal."""
        return Reader(text).game()

    # Who is there

    @property
    def must(self) -> int | None:
        """The seat the game waits for; None at the end."""
        return None if self.winners is not None else self.turn

    @property
    def may(self) -> list[int]:
        """Nobody cuts in in Swish."""
        return []

    def face_down(self, seat: int) -> list[int]:
        """SH-1.1: the filled slots of a seat."""
        return [slot for slot, card in enumerate(self.downs[seat]) if card != EMPTY]

    def cards_left(self, seat: int) -> int:
        """SH-6.2: hand and face-down cards."""
        return len(self.hands[seat]) + len(self.face_down(seat))

    def is_in(self, seat: int) -> bool:
        """SH-6.1: a seat is in while it has cards in hand or face down."""
        return self.cards_left(seat) > 0

    def seat_after(self, seat: int) -> int:
        """The next seat that is in."""
        order = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
        return next(other for other in order if self.is_in(other))

    def seat_before(self, seat: int) -> int:
        """The nearest seat before this one that is in."""
        order = [(seat - step) % self.seats for step in range(1, self.seats + 1)]
        return next(other for other in order if self.is_in(other))

    # What is legal

    def anything_goes(self) -> bool:
        """SH-2.3, SH-3.2: on an empty pile, after a reset, and under the duty to play again."""
        return not self.pile or rank_of(self.pile[-1]) == "2" or self.again

    def beats(self, rank: str) -> bool:
        """SH-2.2, SH-3.1, SH-3.2, SH-3.3: equal or higher; A beats all; 2 and 10 go on anything."""
        if rank in "2T" or self.anything_goes():
            return True
        return BEATING.index(rank) >= BEATING.index(rank_of(self.pile[-1]))

    def is_enough(self, rank: str, number: int) -> bool:
        """Option match_count: as many cards as the set to beat; 2 and 10 need no count."""
        if not self.switches["match_count"] or rank in "2T" or self.anything_goes():
            return True
        return number >= self.count

    def sets(self) -> list[tuple[str, ...]]:
        """SH-2.3: every legal set from the hand of the seat in turn."""
        found: list[tuple[str, ...]] = []
        hand = in_order(self.hands[self.turn])
        for rank in CLOCK_ORDER:
            alike = [card for card in hand if rank_of(card) == rank]
            for number in range(1, len(alike) + 1):
                if self.beats(rank) and self.is_enough(rank, number):
                    found += combinations(alike, number)
        return found

    def can_pick_up(self) -> bool:
        """SH-4.1, SH-4.2: only if nothing can be played, or by choice where the house allows it."""
        if not self.pile or self.again:
            return False
        if self.switches["voluntary_pickup"]:
            return True
        return bool(self.hands[self.turn]) and not self.sets()

    def moves(self, seat: int) -> list[str]:
        """SH-2.3, SH-4.1, SH-4.2, SH-5.1: all moves of a seat in words."""
        if seat != self.must:
            return []
        if self.hands[seat]:
            listed = [written(cards, top) for cards in self.sets() for top in cards]
        else:
            listed = [f"flip {slot}" for slot in self.face_down(seat)]
        return listed + (["pick up"] if self.can_pick_up() else [])

    # Moving

    def play(self, words: str, seat: int) -> None:
        """Make a move; ValueError if it is not allowed."""
        if self.must is None:
            raise ValueError("The game is over.")
        if seat != self.must:
            raise ValueError(f"It is the turn of seat {self.must}, not of seat {seat}.")
        name, *rest = words.split() or [""]
        if name == "play":
            self.play_set(rest)
        elif name == "flip" and len(rest) == 1:
            self.flip(rest[0])
        elif words.split() == ["pick", "up"]:
            self.pick_up()
        else:
            raise ValueError(f"{words!r} is not a move of Swish.")

    def play_set(self, cards: list[str]) -> None:
        """SH-2.3: lay one or more cards of one rank."""
        self.check_set(cards)
        for card in cards:
            self.hands[self.turn].remove(card)
            self.known[self.turn].discard(card)
        self.lay(cards)

    def check_set(self, cards: list[str]) -> None:
        """SH-2.2, SH-2.3 and match_count: refuse a play that is not legal."""
        hand = self.hands[self.turn]
        if not cards:
            raise ValueError("A play needs a card.")
        missing = [card for card in cards if card not in hand]
        if missing:
            raise ValueError(f"{missing[0]} is not in the hand.")
        if len(set(cards)) < len(cards):
            raise ValueError("A card is named twice.")
        if len({rank_of(card) for card in cards}) > 1:
            raise ValueError("The cards of a play are of one rank.")
        if not self.beats(rank_of(cards[0])):
            raise ValueError(f"{cards[0]} does not beat {self.pile[-1]}.")
        if not self.is_enough(rank_of(cards[0]), len(cards)):
            raise ValueError(f"The set to beat has {self.count} cards.")

    def flip(self, word: str) -> None:
        """SH-5.1, SH-5.2: one face-down card; if it fails, the pile and the card go into the hand."""
        if self.hands[self.turn]:
            raise ValueError("The hand is played before a face-down card is flipped.")
        if word not in [str(slot) for slot in self.face_down(self.turn)]:
            raise ValueError(f"There is no face-down card in slot {word}.")
        slot = int(word)
        card = self.downs[self.turn][slot]
        self.downs[self.turn][slot] = EMPTY
        if self.beats(rank_of(card)) and self.is_enough(rank_of(card), 1):
            self.lay([card])
        else:
            self.take([*self.pile, card])

    def pick_up(self) -> None:
        """SH-4.1, SH-4.2: take the whole pile."""
        if not self.pile:
            raise ValueError("There is no pile to pick up.")
        if self.again:
            raise ValueError("A seat that must play again cannot pick up.")
        if not self.can_pick_up():
            raise ValueError("A seat that can play must play.")
        self.take(list(self.pile))

    def take(self, cards: list[str]) -> None:
        """SH-4.1, SH-5.1: the cards go into the hand, seen by all; nothing is drawn; who starts is decided."""
        seat = self.turn
        self.hands[seat] += cards
        self.known[seat] |= set(cards)
        self.pile = []
        starter = self.last
        if self.choices["after_pickup"] == "next_player" or starter is None or not self.is_in(starter):
            starter = self.seat_after(seat)
        self.complete_turn(starter)

    def lay(self, cards: list[str]) -> None:
        """SH-3.2 to SH-3.5: the cards lie on the pile and take effect."""
        self.pile += cards
        self.last = self.turn
        self.count = len(cards)
        rank = rank_of(cards[0])
        destroyed = rank == "T" or self.has_four_on_top()
        if destroyed:
            self.pile = []
        self.again = False
        if destroyed or rank == "2":
            self.go_on()
        else:
            self.end_play()

    def has_four_on_top(self) -> bool:
        """SH-3.4: four cards of one rank on top of each other."""
        top = self.pile[-4:]
        return len(top) == 4 and len({rank_of(card) for card in top}) == 1

    def go_on(self) -> None:
        """SH-3.5: the duty to play again: from the hand, which is filled up only if it is empty, else by a flip."""
        if not self.hands[self.turn]:
            self.draw_up()
        if self.is_in(self.turn):
            self.again = True
        else:
            self.end_play()

    def draw_up(self) -> None:
        """SH-2.4: draw up to the hand size while the deck lasts."""
        hand = self.hands[self.turn]
        while self.deck and len(hand) < self.numbers["hand_size"]:
            hand.append(self.deck.pop(0))

    def end_play(self) -> None:
        """SH-2.4, SH-6.1: draw, perhaps go out, and hand on the turn."""
        self.draw_up()
        if not self.is_in(self.turn):
            self.places.append(self.turn)
        others = [seat for seat in range(self.seats) if seat != self.turn and self.is_in(seat)]
        self.complete_turn(self.seat_after(self.turn) if others else self.turn)

    def complete_turn(self, following: int) -> None:
        """ALL-9, SH-6.1: count the turn, see whether the game is over, and let the next seat move."""
        self.turns += 1
        self.settle()
        if self.winners is None:
            self.turn = following

    # The end

    def settle(self) -> None:
        """SH-6.1, SH-6.2, SH-6.3: if the game is over, who has won and what it scores."""
        still_in = [seat for seat in range(self.seats) if self.is_in(seat)]
        if self.switches["play_on"]:
            over = len(still_in) <= 1
        else:
            over = bool(self.places)
        if not over and self.turns < self.numbers["max_turns"]:
            return
        self.winners = self.first_places()
        if self.switches["play_on"]:
            self.scores = [self.placed_behind(seat) for seat in range(self.seats)]
        else:
            self.scores = [int(seat in self.winners) for seat in range(self.seats)]

    def first_places(self) -> list[int]:
        """SH-6.1, SH-6.2: the first seat out; if nobody is, the seats with the fewest cards."""
        if self.places:
            return [self.places[0]]
        fewest = min(self.cards_left(seat) for seat in range(self.seats))
        return [seat for seat in range(self.seats) if self.cards_left(seat) == fewest]

    def placed_behind(self, seat: int) -> int:
        """SH-6.3: how many seats are placed behind this one."""
        if seat in self.places:
            return self.seats - 1 - self.places.index(seat)
        return len([other for other in range(self.seats) if self.cards_left(other) > self.cards_left(seat)])

    # The clock

    def time_up(self) -> None:
        """SH-6.4: the lowest play that is legal; or the pick-up; or the lowest free slot."""
        if self.must is None:
            raise ValueError("The game is over.")
        self.play(self.clock_move(), self.turn)

    def clock_move(self) -> str:
        """SH-6.4: what the house does: the lowest rank that goes, in the number that is asked for, of the lowest suits."""
        if not self.hands[self.turn]:
            return f"flip {self.face_down(self.turn)[0]}"
        sets = self.sets()
        if not sets:
            return "pick up"
        lowest = min(sets, key=lambda cards: (CLOCK_ORDER.index(rank_of(cards[0])), len(cards), in_order(list(cards))))
        return " ".join(["play", *in_order(list(lowest))])

    # For comparison

    def facts(self) -> dict[str, object]:
        """A comparable summary of the position."""
        running = self.must is not None
        counted = self.switches["match_count"] and bool(self.pile) and rank_of(self.pile[-1]) != "2"
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "downs": [list(down) for down in self.downs],
            "knows": [sorted(known) for known in self.known],
            "pile": list(self.pile),
            "deck": list(self.deck),
            "must": self.must,
            "may": self.may,
            "turn": self.turn,
            "again": running and self.again,
            "last": self.last if running and self.pile else None,
            "count": self.count if running and counted else None,
            "places": list(self.places) if self.switches["play_on"] else [],
            "turns": self.turns,
            "winners": self.winners,
            "scores": self.scores,
        }


# Options and positions -------------------------------------------------------------------------------------------


def read_options(given: dict[str, str]) -> tuple[dict[str, bool], dict[str, int], dict[str, str]]:
    """The option table of the sheet; a missing option has its default."""
    for name in given:
        if name not in (*SWITCHES, *NUMBERS, *CHOICES, *OUTSIDE_THE_ROUND):
            raise ValueError(f"Swish has no option {name}.")
    switches = {name: read_switch(name, given.get(name, "off")) for name in SWITCHES}
    numbers = {name: read_number(name, given.get(name)) for name in NUMBERS}
    choices = {name: given.get(name, values[0]) for name, values in CHOICES.items()}
    for name, value in choices.items():
        if value not in CHOICES[name]:
            raise ValueError(f"{name} is one of {', '.join(CHOICES[name])}.")
    if numbers["face_down"] % 2:
        raise ValueError("face_down is 2, 4 or 6.")
    return switches, numbers, choices


def read_switch(name: str, value: str) -> bool:
    """An option that is on or off."""
    if value not in ("on", "off"):
        raise ValueError(f"{name} is on or off.")
    return value == "on"


def read_number(name: str, value: str | None) -> int:
    """An option that is a number in a range."""
    lowest, highest, default = NUMBERS[name]
    number = default if value is None else int(value)
    if not lowest <= number <= highest:
        raise ValueError(f"{name} goes from {lowest} to {highest}.")
    return number


class Reader:
    """Reads one position text."""

    def __init__(self, text: str) -> None:
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        if not lines or lines[0].split()[0] != "swish":
            raise ValueError("A position of Swish starts with a line that says swish.")
        self.header = dict(word.split("=", 1) for word in lines[0].split()[1:])
        self.lines: dict[str, str] = {}
        self.options: dict[str, str] = {}
        for line in lines[1:]:
            self.sort(line)

    def sort(self, line: str) -> None:
        """Put a line with the options or with the facts."""
        name, colon, value = line.partition(":")
        name = " ".join(name.split())
        if not colon:
            raise ValueError(f"A colon is missing: {line!r}.")
        home = self.options if name.startswith("option ") else self.lines
        name = name.removeprefix("option ")
        if name in home:
            raise ValueError(f"Two lines say {name}.")
        home[name] = value.strip()

    def words(self, name: str) -> list[str]:
        """Return the words of a line, which may be missing."""
        return self.lines.pop(name, "").split()

    def number(self, name: str, default: int) -> int:
        """Return the number of a line, which may be missing."""
        return int(self.lines.pop(name, str(default)))

    def game(self) -> Naive:
        """The position as a game."""
        game = Naive(self.read_seats(), int(self.header.get("turn", "0")), self.options)
        if not 0 <= game.turn < game.seats:
            raise ValueError("The turn is a seat's number.")
        self.read_cards(game)
        self.check_cards(game)
        self.read_knowledge(game)
        self.read_places(game)
        self.read_turn(game)
        if self.lines:
            raise ValueError(f"Unknown line: {next(iter(self.lines))}.")
        game.settle()
        return game

    def read_seats(self) -> int:
        """Two to four seats; the direction never turns."""
        seats = int(self.header.get("seats", "2"))
        if not 2 <= seats <= 4:
            raise ValueError("Swish has 2 to 4 seats.")
        if self.header.get("direction", "+") != "+":
            raise ValueError("The direction of Swish never turns.")
        return seats

    def read_cards(self, game: Naive) -> None:
        """SH-1.1: hands, face-down cards, pile and deck; every card has a place or is out."""
        slots = game.numbers["face_down"]
        for seat in range(game.seats):
            for name in (f"hand {seat}", f"down {seat}"):
                if name not in self.lines:
                    raise ValueError(f"Without a line {name} the seed would have to deal it.")
            game.hands[seat] = self.words(f"hand {seat}")
            down = self.words(f"down {seat}")
            if len(down) > slots:
                raise ValueError(f"There are only {slots} slots.")
            game.downs[seat] = down + [EMPTY] * (slots - len(down))
        game.pile = self.words("pile")
        game.deck = self.words("deck")

    def check_cards(self, game: Naive) -> None:
        """Each card once, all placed, and nothing on the table that play could not leave there."""
        named = [*game.pile, *game.deck, *[card for hand in game.hands for card in hand]]
        named += [card for down in game.downs for card in down if card != EMPTY]
        if len(set(named)) < len(named) or not set(named) <= set(PACK):
            raise ValueError("A card is named twice or does not exist.")
        rest = self.lines.pop("rest", "deck")
        if rest not in ("deck", "out"):
            raise ValueError("rest is deck or out.")
        if rest == "deck" and len(named) < len(PACK):
            raise ValueError("Cards that no line names would have to be shuffled by the seed.")
        ranks = "".join(rank_of(card) for card in game.pile)
        if any(rank * 4 in ranks for rank in BEATING + "2") or "T" in ranks:
            raise ValueError("A 10 or four of one rank would have destroyed the pile.")
        if game.deck and not all(game.hands):
            raise ValueError("A seat with an empty hand would have drawn.")

    def read_knowledge(self, game: Naive) -> None:
        """The cards in a hand that everybody knows."""
        for seat in range(game.seats):
            game.known[seat] = set(self.words(f"knows {seat}"))
            if not game.known[seat] <= set(game.hands[seat]):
                raise ValueError(f"Seat {seat} does not hold all the cards that are known of it.")

    def read_places(self, game: Naive) -> None:
        """SH-6.1: who is out, in which order."""
        out = [seat for seat in range(game.seats) if not game.is_in(seat)]
        game.places = [int(word) for word in self.words("places")] if "places" in self.lines else out
        if sorted(game.places) != out:
            raise ValueError("The places name exactly the seats without cards.")
        if len(out) == game.seats or (len(out) > 1 and not game.switches["play_on"]):
            raise ValueError("Too many seats without cards.")
        game.turns = self.number("turns", 0)

    def read_turn(self, game: Naive) -> None:
        """Who laid last, whether the seat in turn must play again, and the set to beat."""
        phase = self.lines.pop("phase", "start")
        if phase not in ("start", "again"):
            raise ValueError("The phase of Swish is start or again.")
        game.again = phase == "again"
        game.last = self.number("last", game.turn if game.again else game.seat_before(game.turn))
        if not 0 <= game.last < game.seats:
            raise ValueError("last names a seat.")
        game.count = self.number("count", 1)
        over = len(game.places) > (game.seats - 2 if game.switches["play_on"] else 0)
        if not game.is_in(game.turn) and not over and game.turns < game.numbers["max_turns"]:
            raise ValueError("The seat in turn is out.")


def perft(game: Naive, depth: int) -> int:
    """Return the number of sequences of this many moves."""
    if depth == 0:
        return 1
    if game.must is None:
        return 0
    total = 0
    for seat in [game.must, *game.may]:
        for words in game.moves(seat):
            after = deepcopy(game)
            after.play(words, seat)
            total += perft(after, depth - 1)
    return total
