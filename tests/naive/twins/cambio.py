"""A naive Cambio, straight from the rule sheet: plain objects and slow code, to check the real engine.

Lines a position may hold besides those that the rule sheets name (all optional):

    held: 7h             the card drawn (or taken) and not yet placed
    phase: start         start, drawn, taken, effect or match
    caller: 2            who called
    owed: 0 1            the seats that still get a turn after the present one (once someone has called)
    turns: 3 2           turns finished by each seat
    looked: 1:3 -        what the black king in use has looked at so far (- for a card that has left the table)
    snap: closed         open or closed: whether the top discard can still be snapped
    tried: 0 2           the seats that have used their try on the top discard
    gift: 2 1:3          seat 2 owes a card to the empty slot 3 of seat 1
"""

from __future__ import annotations

from copy import deepcopy
from itertools import combinations
from random import Random

Place = tuple[int, int]

EMPTY = "-"
MAX_SLOTS = 12
MEMORY_ORDER = (2, 3, 0, 1)
PHASES = ("start", "drawn", "taken", "effect", "match")

SWITCHES: dict[str, bool] = {
    "start_discard": True,
    "draw_from_discard": True,
    "caller_locked": False,
    "memory_aid": False,
}
NUMBERS: dict[str, tuple[int, int, int]] = {
    "memory_cards": (0, 4, 2),
    "jokers": (0, 2, 2),
    "wrong_call_penalty": (0, 20, 10),
    "match_penalty_cards": (0, 3, 1),
    "max_turns_each": (10, 200, 60),
}
CHOICES: dict[str, tuple[str, ...]] = {
    "matching": ("own_turn", "off", "snap_own", "snap_any"),
    "empty_grid": ("keeps_playing", "ends_round"),
    "first_seat": ("seat0", "random", "previous_winner", "previous_loser"),
}
OUTSIDE_THE_ROUND = ("turn_seconds", "look_seconds", "rounds", "target")


class NeedsShuffle(ValueError):
    """Two or more cards must be shuffled, which needs the real engine's random stream."""


# Cards -----------------------------------------------------------------------------------------------------------


def full_pack(jokers: int) -> list[str]:
    """CA-1.4: 52 cards and up to two jokers."""
    return [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"] + ["J1", "J2"][:jokers]


def rank_of(card: str) -> str:
    """CA-5.1: all kings share a rank, and so do the jokers."""
    return "joker" if card in ("J1", "J2") else card[0]


def points_of(card: str) -> int:
    """CA-1.4: A 1, 2-10 face, J Q 10, black K 10, red K -1, joker 0."""
    if card in ("Kd", "Kh"):
        return -1
    fixed = {"joker": 0, "A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}
    rank = rank_of(card)
    return fixed[rank] if rank in fixed else int(rank)


def effect_of(card: str) -> str | None:
    """CA-3.1 to CA-3.5: what a card does when it is drawn from the draw pile and discarded at once."""
    if card in ("Kd", "Kh"):
        return None
    kinds = {"7": "own", "8": "own", "9": "opponent", "T": "opponent", "J": "switch", "Q": "switch", "K": "king"}
    return kinds.get(rank_of(card))


def text_of(place: Place) -> str:
    """A place in words: seat:slot."""
    return f"{place[0]}:{place[1]}"


def place_of(text: str) -> Place:
    """The place that the words name."""
    seat, colon, slot = text.partition(":")
    if not colon or not seat.isdecimal() or not slot.isdecimal():
        raise ValueError(f"{text!r} is not a place such as 1:3.")
    return int(seat), int(slot)


def canonical(words: str) -> str:
    """Return the one spelling of a move: single spaces, and a pair of places in ascending order."""
    parts = words.split()
    if len(parts) == 3 and parts[0] == "switch":
        parts[1:] = [text_of(place) for place in sorted(place_of(part) for part in parts[1:])]
    return " ".join(parts)


# The game --------------------------------------------------------------------------------------------------------


class Naive:
    """One round of Cambio."""

    def __init__(self, seats: int, turn: int, options: dict[str, str]) -> None:
        self.seats = seats
        self.turn = turn
        self.switches, self.numbers, self.choices = read_options(options)
        self.grids: list[list[str]] = [[] for _ in range(seats)]
        self.knows: list[set[str]] = [set() for _ in range(seats)]
        self.pile: list[str] = []
        self.deck: list[str] = []
        self.held: str | None = None
        self.phase = "start"
        self.looked: list[str] = []
        self.caller: int | None = None
        self.owed: set[int] = set()
        self.turns = [0] * seats
        self.snap_open = False
        self.tried: set[int] = set()
        self.gift: tuple[int, Place] | None = None
        self.winners: list[int] | None = None
        self.scores: list[int] | None = None

    @classmethod
    def from_position(cls, text: str) -> Naive:
        """Read a position; refuse one whose cards a seed would have to deal."""
        return Reader(text).game()

    # What is on the table

    def filled(self, seat: int) -> list[Place]:
        """The places of a seat that hold a card."""
        return [(seat, slot) for slot, card in enumerate(self.grids[seat]) if card != EMPTY]

    def is_locked(self, seat: int) -> bool:
        """CA-4.4: whether the seat is locked: nobody may touch its cards, and it may match nothing."""
        return self.switches["caller_locked"] and seat == self.caller

    def usable(self, seat: int) -> list[Place]:
        """CA-2.6, CA-4.4: the cards of a seat that may be looked at, swapped, switched or matched."""
        return [] if self.is_locked(seat) else self.filled(seat)

    def usable_everywhere(self) -> list[Place]:
        """The usable cards of all seats, ascending."""
        return [place for seat in range(self.seats) for place in self.usable(seat)]

    def card_at(self, place: Place) -> str:
        """The card that lies at a place."""
        return self.grids[place[0]][place[1]]

    def put(self, place: Place, card: str) -> None:
        """Lay a card at a place."""
        self.grids[place[0]][place[1]] = card

    def something_to_draw(self) -> bool:
        """ALL-2: the draw pile, or the discard pile under its top card."""
        return bool(self.deck) or len(self.pile) > 1

    def snapping(self) -> bool:
        """CA-5.1: whether the house plays one of the snap modes."""
        return self.choices["matching"] in ("snap_own", "snap_any")

    # Whose move it is

    @property
    def must(self) -> int | None:
        """The seat that the game waits for: a seat that owes a gift, or else the seat in turn."""
        if self.winners is not None:
            return None
        return self.turn if self.gift is None else self.gift[0]

    @property
    def may(self) -> list[int]:
        """The other seats that have a move."""
        return [seat for seat in range(self.seats) if seat != self.must and self.moves(seat)]

    def moves(self, seat: int) -> list[str]:
        """Every move of a seat, in words."""
        if self.winners is not None:
            return []
        if self.gift is not None:
            return self.gift_moves(seat)
        of_the_turn = self.turn_moves() if seat == self.turn else []
        return of_the_turn + self.snap_moves(seat)

    def gift_moves(self, seat: int) -> list[str]:
        """CA-5.1: the matcher gives one of its own cards; everybody else waits."""
        if self.gift is None or seat != self.gift[0]:
            return []
        return [f"give {slot}" for _, slot in self.filled(seat)]

    def turn_moves(self) -> list[str]:
        """Return what the seat in turn can do, apart from snapping."""
        if self.phase == "start":
            return self.start_moves()
        if self.phase == "drawn":
            return [*self.swap_moves(), "discard"]
        if self.phase == "taken":
            return self.swap_moves()
        if self.phase == "effect":
            return [*self.effect_moves(), "decline"]
        return [*self.own_match_moves(self.turn), "pass"]

    def start_moves(self) -> list[str]:
        """CA-2.1, CA-2.2, CA-2.4, CA-4.1: call, draw or take."""
        found = [] if self.caller is not None else ["call"]
        found.append("draw")
        if self.switches["draw_from_discard"] and self.pile and self.usable(self.turn):
            found.append("take")
        return found

    def swap_moves(self) -> list[str]:
        """CA-2.3, CA-2.4: the held card goes to one of the seat's filled slots."""
        return [f"swap {slot}" for _, slot in self.usable(self.turn)]

    def effect_moves(self) -> list[str]:
        """CA-3.1 to CA-3.4: what the effect in use allows, apart from declining."""
        return [f"look {text_of(place)}" for place in self.look_places()] + [
            f"switch {text_of(first)} {text_of(second)}" for first, second in self.switch_pairs()
        ]

    def effect_in_use(self) -> str | None:
        """The effect of the top discard; a snapped king of any colour leaves a black king's effect in use."""
        return "king" if rank_of(self.pile[-1]) == "K" else effect_of(self.pile[-1])

    def look_places(self) -> list[Place]:
        """CA-3.1, CA-3.2, CA-3.4: the cards that the effect in use may look at."""
        kind = self.effect_in_use()
        if kind == "own":
            return self.usable(self.turn)
        if kind == "opponent":
            return [place for place in self.usable_everywhere() if place[0] != self.turn]
        if kind == "king" and len(self.looked) < 2:
            return [place for place in self.usable_everywhere() if self.card_at(place) not in self.looked]
        return []

    def switch_pairs(self) -> list[tuple[Place, Place]]:
        """CA-3.3, CA-3.4: any two cards on the table."""
        if self.effect_in_use() in ("switch", "king"):
            return list(combinations(self.usable_everywhere(), 2))
        return []

    def own_match_moves(self, seat: int) -> list[str]:
        """CA-5.1: matching the seat's own card."""
        return [f"match {slot}" for _, slot in self.usable(seat)]

    def snap_moves(self, seat: int) -> list[str]:
        """CA-4.4, CA-5.1: one try per seat for each top discard that nobody has matched or taken; none for a locked caller."""
        if not self.snapping() or not self.snap_open or seat in self.tried or self.is_locked(seat):
            return []
        found = self.own_match_moves(seat)
        if self.choices["matching"] == "snap_any":
            found += [f"match {text_of(place)}" for place in self.usable_everywhere() if place[0] != seat]
        return found

    # Playing

    def play(self, words: str, seat: int) -> None:
        """ALL-4: make a move, or change nothing and say why not."""
        move = canonical(words)
        if self.must is None:
            raise ValueError("The round is over.")
        if move not in self.moves(seat):
            raise ValueError(f"Seat {seat} cannot {words!r} now.")
        after = deepcopy(self)
        after.apply(move, seat)
        self.__dict__ = after.__dict__

    def apply(self, move: str, seat: int) -> None:
        """Carry out a legal move."""
        verb, *rest = move.split()
        if verb == "match":
            self.match(seat, place_of(rest[0]) if ":" in rest[0] else (seat, int(rest[0])))
        elif verb == "give":
            self.give(seat, int(rest[0]))
        elif verb == "swap":
            self.swap(int(rest[0]))
        elif verb == "look":
            self.look(place_of(rest[0]))
        elif verb == "switch":
            self.switch(place_of(rest[0]), place_of(rest[1]))
        else:
            self.apply_bare(verb)

    def apply_bare(self, verb: str) -> None:
        """Carry out a move that is one word."""
        if verb == "call":
            self.call()
        elif verb == "draw":
            self.draw()
        elif verb == "take":
            self.take()
        elif verb == "discard":
            self.discard()
        elif verb == "decline":
            self.after_the_discard()
        elif verb == "pass":
            self.end_turn()

    def call(self) -> None:
        """CA-2.1, CA-4.1: the turn ends without a draw, and every other seat has one more turn."""
        self.become_caller(self.turn)
        self.end_turn()

    def become_caller(self, seat: int) -> None:
        """CA-4.1, CA-5.3: all others are owed a turn; if the turn in progress has not drawn yet, it is that turn."""
        self.caller = seat
        self.owed = set(range(self.seats)) - {seat}
        if self.phase == "start":
            self.owed.discard(self.turn)

    def draw(self) -> None:
        """CA-2.2: from the draw pile."""
        self.held = self.next_card()
        self.phase = "drawn"

    def take(self) -> None:
        """CA-2.4, CA-5.1: the top discard; after that it can't be snapped."""
        self.held = self.pile.pop()
        self.phase = "taken"
        self.snap_open = False

    def swap(self, slot: int) -> None:
        """CA-2.3, CA-2.4, CA-3.6: the held card goes into one of the seat's slots, the replaced one on the discard pile."""
        new, old = self.let_go(), self.grids[self.turn][slot]
        self.grids[self.turn][slot] = new
        self.forget(old)
        for seat in range(self.seats):
            if seat == self.turn or self.phase == "taken":
                self.knows[seat].add(new)
        self.lay_on_pile(old)
        if self.phase == "taken":
            self.end_turn()
        else:
            self.after_the_discard()

    def discard(self) -> None:
        """CA-2.3, CA-2.5, CA-2.6: the drawn card goes on the discard pile and its effect triggers."""
        card = self.let_go()
        self.lay_on_pile(card)
        if effect_of(card) is None:
            self.after_the_discard()
            return
        self.phase = "effect"
        self.skip_effect_without_target()

    def skip_effect_without_target(self) -> None:
        """CA-2.6: an effect that can do nothing (more) is over."""
        if not self.effect_moves():
            self.after_the_discard()

    def let_go(self) -> str:
        """The held card leaves the hand."""
        card = self.held
        if card is None:
            raise ValueError("No card is held.")
        self.held = None
        return card

    def look(self, place: Place) -> None:
        """CA-3.1, CA-3.2, CA-3.4: the seat in turn now knows the card."""
        card = self.card_at(place)
        self.knows[self.turn].add(card)
        if self.effect_in_use() != "king":
            self.after_the_discard()
            return
        self.looked.append(card)
        self.skip_effect_without_target()

    def switch(self, first: Place, second: Place) -> None:
        """CA-3.3, CA-3.4, CA-3.6: two cards change places unseen; knowledge goes with them."""
        one, other = self.card_at(first), self.card_at(second)
        self.put(first, other)
        self.put(second, one)
        self.after_the_discard()

    def after_the_discard(self) -> None:
        """CA-5.1: the discard of the turn is done; in own_turn the seat may now match."""
        self.looked = []
        self.phase = "match"
        if self.choices["matching"] != "own_turn" or not self.usable(self.turn):
            self.end_turn()

    # Matching

    def match(self, seat: int, place: Place) -> None:
        """CA-5.1: one attempt, right or wrong."""
        self.tried.add(seat)
        if rank_of(self.card_at(place)) == rank_of(self.pile[-1]):
            self.right_match(seat, place)
        else:
            self.wrong_match(seat, place)
        if self.phase == "match":
            self.end_turn()
        self.skip_effect_that_lost_its_target()

    def right_match(self, seat: int, place: Place) -> None:
        """CA-5.1, CA-5.2: the card goes on the pile, the slot is empty, the matcher of another's card gives one."""
        card = self.card_at(place)
        self.put(place, EMPTY)
        self.forget(card)
        self.pile.append(card)
        self.snap_open = False
        owner = place[0]
        if owner != seat and self.filled(seat):
            self.gift = (seat, place)
        else:
            self.check_out_of_cards(owner)

    def wrong_match(self, seat: int, place: Place) -> None:
        """CA-5.2: everybody has seen the card, and the seat adds unseen cards to its grid."""
        for known in self.knows:
            known.add(self.card_at(place))
        for _ in range(self.numbers["match_penalty_cards"]):
            self.add_penalty_card(seat)
        if self.phase == "start":
            self.check_something_to_draw()

    def add_penalty_card(self, seat: int) -> None:
        """CA-5.2: into the lowest empty slot or a new one, twelve at most."""
        grid = self.grids[seat]
        if (EMPTY not in grid and len(grid) >= MAX_SLOTS) or not self.something_to_draw():
            return
        if EMPTY not in grid:
            grid.append(EMPTY)
        grid[grid.index(EMPTY)] = self.next_card()

    def give(self, seat: int, slot: int) -> None:
        """CA-5.1: one of the seat's cards goes into the slot that the match has emptied."""
        if self.gift is None:
            raise ValueError("No gift is due.")
        _, place = self.gift
        self.gift = None
        self.put(place, self.grids[seat][slot])
        self.grids[seat][slot] = EMPTY
        self.check_out_of_cards(seat)
        self.skip_effect_that_lost_its_target()

    def skip_effect_that_lost_its_target(self) -> None:
        """CA-2.6: a snap has taken the last target; a gift that is due may still bring another."""
        if self.phase == "effect" and self.gift is None and self.winners is None:
            self.skip_effect_without_target()

    def check_out_of_cards(self, seat: int) -> None:
        """CA-5.3: with ends_round the first seat without cards counts as calling at that moment."""
        if self.choices["empty_grid"] != "ends_round" or self.caller is not None or self.filled(seat):
            return
        self.become_caller(seat)
        if seat == self.turn and self.phase == "start":
            self.end_turn()

    # Piles and knowledge

    def next_card(self) -> str:
        """ALL-2: the next card of the draw pile, which the discard pile under its top renews."""
        if not self.deck:
            under = self.pile[:-1]
            if len(under) > 1:
                raise NeedsShuffle("The discard pile must be shuffled.")
            self.deck = under
            self.pile = self.pile[-1:]
        return self.deck.pop(0)

    def lay_on_pile(self, card: str) -> None:
        """CA-5.1: a new top discard, which every seat may try to snap once."""
        self.pile.append(card)
        self.snap_open = self.snapping()
        self.tried = set()

    def forget(self, card: str) -> None:
        """CA-3.6: when a card leaves the table, what seats knew of it is forgotten."""
        for known in self.knows:
            known.discard(card)
        self.looked = [EMPTY if seen == card else seen for seen in self.looked]

    # Turns and the end

    def end_turn(self) -> None:
        """CA-4.1, CA-5.3, CA-6.2: count the turn and go on to the next seat, or end the round."""
        self.turns[self.turn] += 1
        self.phase = "start"
        self.looked = []
        order = [(self.turn + step) % self.seats for step in range(1, self.seats + 1)]
        if self.caller is not None:
            order = [seat for seat in order if seat in self.owed]
        if not order:
            self.finish()
            return
        self.turn = order[0]
        self.owed.discard(self.turn)
        self.begin_turn()

    def begin_turn(self) -> None:
        """CA-6.1, CA-6.2: a turn begins unless the round is over."""
        limit = self.numbers["max_turns_each"]
        if self.caller is None and all(count >= limit for count in self.turns):
            self.finish()
        else:
            self.check_something_to_draw()

    def check_something_to_draw(self) -> None:
        """CA-6.1: a turn that cannot begin with a draw ends the round."""
        if not self.something_to_draw():
            self.finish()

    def finish(self) -> None:
        """CA-4.2, CA-4.3, ALL-5: the lowest total wins; the caller loses a tie and pays for a wrong call."""
        totals = [sum(points_of(self.card_at(place)) for place in self.filled(seat)) for seat in range(self.seats)]
        lowest = [seat for seat in range(self.seats) if totals[seat] == min(totals)]
        if self.caller is not None and lowest != [self.caller]:
            lowest = [seat for seat in lowest if seat != self.caller]
            totals[self.caller] += self.numbers["wrong_call_penalty"]
        self.winners = lowest
        self.scores = totals

    # The clock

    def time_up(self) -> None:
        """CA-6.4, ALL-8: the house moves for the seat that the game waits for."""
        if self.must is None:
            raise ValueError("The round is over.")
        after = deepcopy(self)
        after.apply_time_up()
        self.__dict__ = after.__dict__

    def apply_time_up(self) -> None:
        """CA-6.4: a gift is the lowest filled slot; otherwise the turn is brought to its end."""
        if self.gift is not None:
            seat = self.gift[0]
            self.give(seat, self.filled(seat)[0][1])
        elif self.phase == "taken":
            self.swap(self.usable(self.turn)[0][1])
        else:
            self.draw_and_discard()
            self.end_turn()

    def draw_and_discard(self) -> None:
        """CA-6.4: make the draw and the discard that are still due, without the effect and without a match."""
        if self.phase == "start":
            self.draw()
        if self.phase == "drawn":
            self.lay_on_pile(self.let_go())

    # For comparison

    def known_places(self, seat: int) -> list[str]:
        """The places whose card a seat knows, sorted."""
        places = [place for owner in range(self.seats) for place in self.filled(owner)]
        return sorted(text_of(place) for place in places if self.card_at(place) in self.knows[seat])

    def snap_seats(self) -> list[int]:
        """The seats that still have their try on the top discard."""
        return [seat for seat in range(self.seats) if self.snap_open and seat not in self.tried]

    def facts(self) -> dict[str, object]:
        """A comparable summary."""
        return {
            "grids": [list(grid) for grid in self.grids],
            "hands": [sorted(self.card_at(place) for place in self.filled(seat)) for seat in range(self.seats)],
            "knows": [self.known_places(seat) for seat in range(self.seats)],
            "pile": list(self.pile),
            "deck": list(self.deck),
            "held": self.held,
            "turn": self.turn,
            "phase": self.phase,
            "gift": None if self.gift is None else f"{self.gift[0]} {text_of(self.gift[1])}",
            "looks": len(self.looked),
            "caller": self.caller,
            "owed": sorted(self.owed),
            "turns": list(self.turns),
            "snap": self.snap_seats(),
            "must": self.must,
            "may": self.may,
            "winners": self.winners,
            "scores": self.scores,
        }


def rare_position(rng: Random) -> str:
    """A deal of one card each, most of one rank with an effect, and snapping: effects lose their targets, decks run out."""
    seats = rng.randint(2, 4)
    rank, *others = rng.sample("A789TJQK", 3)
    first, *same = rng.sample([f"{rank}{suit}" for suit in "cdhs"], 4)
    rest = [f"{other}{suit}" for other in others for suit in "cdhs"]
    grids = rng.sample([*same, *rng.sample(rest, 2)], seats)
    deck = [first, *rng.sample([card for card in same + rest if card not in grids], rng.randint(1, 5))]
    lines = [f"cambio seats={seats} turn=0", "rest: out", "pile:", f"deck: {' '.join(deck)}"]
    lines += [f"grid {seat}: {card}" for seat, card in enumerate(grids)]
    for name, values in {
        "start_discard": ("off",),
        "matching": ("snap_any", "snap_any", "snap_own"),
        "caller_locked": ("on", "off"),
        "empty_grid": CHOICES["empty_grid"],
        "match_penalty_cards": ("0", "1", "2"),
    }.items():
        lines.append(f"option {name}: {rng.choice(values)}")
    return "\n".join(lines)


def perft(game: Naive, depth: int) -> int:
    """The number of ways to make that many moves, over all seats that have a move."""
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


# Reading a position ----------------------------------------------------------------------------------------------


def read_options(stated: dict[str, str]) -> tuple[dict[str, bool], dict[str, int], dict[str, str]]:
    """The house rules in force: switches, numbers and choices."""
    known = {*SWITCHES, *NUMBERS, *CHOICES, *OUTSIDE_THE_ROUND}
    for name in stated:
        if name not in known:
            raise ValueError(f"Cambio has no option {name!r}.")
    switches = {name: read_switch(name, stated.get(name), usual) for name, usual in SWITCHES.items()}
    numbers = {name: read_number(name, stated.get(name, str(spec[2]))) for name, spec in NUMBERS.items()}
    choices = {name: read_choice(name, stated.get(name, allowed[0])) for name, allowed in CHOICES.items()}
    return switches, numbers, choices


def read_switch(name: str, text: str | None, usual: bool) -> bool:
    """An option that is on or off."""
    if text is None:
        return usual
    if text.lower() not in ("on", "off", "true", "false"):
        raise ValueError(f"{name} is on or off.")
    return text.lower() in ("on", "true")


def read_number(name: str, text: str) -> int:
    """An option that is a number in a range."""
    low, high, _ = NUMBERS[name]
    if not text.isdecimal() or not low <= int(text) <= high:
        raise ValueError(f"{name} is a number from {low} to {high}.")
    return int(text)


def read_choice(name: str, text: str) -> str:
    """An option that is one of several words."""
    if text not in CHOICES[name]:
        raise ValueError(f"{name} is one of {', '.join(CHOICES[name])}.")
    return text


class Reader:
    """Reads the text of one position."""

    def __init__(self, text: str) -> None:
        self.header: dict[str, str] = {}
        self.options: dict[str, str] = {}
        self.lines: dict[str, str] = {}
        for line in text.splitlines():
            if line.strip():
                self.read_line(line.strip())

    def read_line(self, line: str) -> None:
        """Sort one line into header, options and facts."""
        if line.split(maxsplit=1)[0] == "cambio":
            self.header = dict(self.equation(part) for part in line.split()[1:])
            return
        name, colon, value = line.partition(":")
        name = " ".join(name.split())
        if not colon:
            raise ValueError(f"The line {line!r} says nothing.")
        if name.startswith("option "):
            self.options[name.removeprefix("option ")] = value.strip()
        elif name in self.lines:
            raise ValueError(f"{name!r} is said twice.")
        else:
            self.lines[name] = value.strip()

    def equation(self, part: str) -> tuple[str, str]:
        """One name=value of the header."""
        name, sign, value = part.partition("=")
        if not sign or name not in ("seats", "turn", "direction", "seed"):
            raise ValueError(f"{part!r} does not belong in the first line.")
        return name, value

    def words(self, name: str) -> list[str]:
        """Take the line of a name, and return its words."""
        return self.lines.pop(name, "").split()

    def game(self) -> Naive:
        """The whole position."""
        game = self.empty_game()
        self.read_cards(game)
        self.read_knowledge(game)
        self.read_turn(game)
        self.read_call(game)
        self.read_snapping(game)
        if self.lines:
            raise ValueError(f"Cambio does not know the line {next(iter(self.lines))!r}.")
        if game.phase == "start" and game.gift is None:
            game.begin_turn()
        return game

    def empty_game(self) -> Naive:
        """ALL-6: seats, the seat in turn and the options."""
        seats = int(self.header.get("seats", "0"))
        if not 2 <= seats <= 8:
            raise ValueError("Cambio is for 2 to 8 seats.")
        if "turn" not in self.header and self.options.get("first_seat") == "random":
            raise ValueError("The seed would have to choose the first seat.")
        if self.header.get("direction", "+") != "+":
            raise ValueError("Cambio always goes round in ascending order.")
        turn = int(self.header.get("turn", "0"))
        if not 0 <= turn < seats:
            raise ValueError(f"There is no seat {turn}.")
        return Naive(seats, turn, self.options)

    def read_cards(self, game: Naive) -> None:
        """CA-1.1, CA-1.2: where every card lies."""
        for seat in range(game.seats):
            if f"grid {seat}" not in self.lines:
                raise ValueError(f"The seed would have to deal the grid of seat {seat}.")
            grid = self.words(f"grid {seat}")
            if len(grid) > MAX_SLOTS:
                raise ValueError(f"A grid has {MAX_SLOTS} slots at most.")
            game.grids[seat] = grid + [EMPTY] * (4 - len(grid))
        game.pile = self.words("pile")
        game.deck = self.words("deck")
        held = self.words("held")
        if len(held) > 1:
            raise ValueError("Only one card is held.")
        game.held = held[0] if held else None
        self.place_the_rest(game, held)

    def place_the_rest(self, game: Naive, held: list[str]) -> None:
        """Place every card once; a card that no line names is out, or under the deck if no shuffle is needed."""
        in_grids = [game.card_at(place) for seat in range(game.seats) for place in game.filled(seat)]
        named = in_grids + game.pile + game.deck + held
        pack = full_pack(game.numbers["jokers"])
        for card in named:
            if card not in pack or named.count(card) > 1:
                raise ValueError(f"{card!r} is not in the pack, or is named twice.")
        rest = self.lines.pop("rest", "deck")
        if rest not in ("deck", "out"):
            raise ValueError("rest is deck or out.")
        unnamed = [card for card in pack if card not in named]
        if rest == "deck" and len(unnamed) > 1:
            raise ValueError("The seed would have to shuffle the rest.")
        if rest == "deck":
            game.deck += unnamed

    def read_knowledge(self, game: Naive) -> None:
        """CA-1.3: what each seat knows, by default what it saw in the memory phase."""
        for seat in range(game.seats):
            seen = [(seat, slot) for slot in MEMORY_ORDER[: game.numbers["memory_cards"]]]
            places = [place for place in seen if place in game.filled(seat)]
            if f"knows {seat}" in self.lines:
                places = self.filled_places(game, f"knows {seat}")
            game.knows[seat] = {game.card_at(place) for place in places}

    def filled_places(self, game: Naive, name: str) -> list[Place]:
        """The places that a line names; each must hold a card."""
        return [self.filled_place(game, text) for text in self.words(name)]

    def filled_place(self, game: Naive, text: str) -> Place:
        """A place that must hold a card."""
        place = place_of(text)
        if place[0] >= game.seats or place not in game.filled(place[0]):
            raise ValueError(f"There is no card at {text}.")
        return place

    def read_turn(self, game: Naive) -> None:
        """The phase of the turn, the king's looks, and the turns finished."""
        game.phase = self.lines.pop("phase", "start" if game.held is None else "drawn")
        if game.phase not in PHASES:
            raise ValueError(f"phase is one of {', '.join(PHASES)}.")
        if (game.held is not None) != (game.phase in ("drawn", "taken")):
            raise ValueError("A card is held after drawing or taking, and only then.")
        if game.phase in ("effect", "match") and not game.pile:
            raise ValueError("An effect or a match needs a discard.")
        if game.phase == "effect" and game.effect_in_use() is None:
            raise ValueError("The top discard has no effect.")
        if game.phase == "match" and game.choices["matching"] != "own_turn":
            raise ValueError("Only the matching own_turn has a phase for it.")
        if game.phase == "taken" and not game.usable(game.turn):
            raise ValueError("A seat without cards cannot take.")
        game.looked = [EMPTY if text == EMPTY else game.card_at(self.filled_place(game, text)) for text in self.words("looked")]
        if "turns" in self.lines:
            game.turns = [int(word) for word in self.words("turns")]
        if len(game.turns) != game.seats:
            raise ValueError("turns has one number per seat.")

    def read_call(self, game: Naive) -> None:
        """CA-4.1: the caller; the seats from the one in turn round to the caller have a turn left."""
        if "caller" not in self.lines:
            if "owed" in self.lines:
                raise ValueError("Turns are owed only after a call.")
            return
        game.caller = self.seat(game, self.lines.pop("caller"))
        if game.caller == game.turn and game.phase == "start":
            raise ValueError("The caller has no further turn.")
        if "owed" in self.lines:
            game.owed = {self.seat(game, word) for word in self.words("owed")} - {game.caller}
            return
        seat = (game.turn + 1) % game.seats
        while seat not in (game.caller, game.turn):
            game.owed.add(seat)
            seat = (seat + 1) % game.seats

    def seat(self, game: Naive, text: str) -> int:
        """A seat of this table."""
        if not text.isdecimal() or int(text) >= game.seats:
            raise ValueError(f"There is no seat {text!r}.")
        return int(text)

    def read_snapping(self, game: Naive) -> None:
        """CA-5.1: who can still snap the top discard, and a gift that is due."""
        state = self.lines.pop("snap", "open")
        if state not in ("open", "closed"):
            raise ValueError("snap is open or closed.")
        gift = self.words("gift")
        game.snap_open = state == "open" and game.snapping() and bool(game.pile) and game.phase != "taken" and not gift
        game.tried = {self.seat(game, word) for word in self.words("tried")}
        if gift:
            self.read_gift(game, gift)

    def read_gift(self, game: Naive, gift: list[str]) -> None:
        """CA-5.1: seat and empty place."""
        if len(gift) != 2 or game.choices["matching"] != "snap_any":
            raise ValueError("A gift is a seat and a place, in snap_any.")
        giver, place = self.seat(game, gift[0]), place_of(gift[1])
        fits = place[0] < game.seats and place[1] < len(game.grids[place[0]])
        if not fits or place[0] == giver or game.card_at(place) != EMPTY or not game.filled(giver):
            raise ValueError("A gift goes from a seat with cards to an empty slot of another.")
        game.gift = (giver, place)
