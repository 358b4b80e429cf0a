"""Plays the engine and the naive implementation of a game side by side and compares them after every move."""

import importlib
import importlib.util
import random
from typing import Any

from parlour import Illegal, Table, find_game, game_ids
from parlour.core.game import Game
from parlour.core.options import Option

COMMON_LINES = (
    *("hand ", "grid ", "down ", "knows ", "option "),
    *("pile:", "deck:", "colour:", "penalty:", "phase:", "run:", "rest:"),
)
MOST_MOVES, MOST_AFTER_SHUFFLE = 400, 60
"""The most moves to compare, in all and after a shuffle: from then on random games are long and show little that is new."""
SCARCE = 0.4
"""The share of games that start with few cards or turns left, if the twin can make such a deal."""
CLOCK, NAMING_CLOCK = 0.02, 0.4
"""How often the time runs out, usually and while something is to be named."""


def naive_games() -> list[str]:
    """The games that have a naive twin."""
    return [game_id for game_id in game_ids() if importlib.util.find_spec(f"tests.naive.twins.{game_id}")]


def naive_module(game_id: str) -> Any:
    """The module of a game's naive twin."""
    return importlib.import_module(f"tests.naive.twins.{game_id}")


def random_value(option: Option, rng: random.Random) -> str:
    """Any value of an option."""
    if option.values:
        return rng.choice(option.values)
    if option.nothing and rng.random() < 0.5:
        return option.nothing
    return str(rng.randint(option.low, option.high))


def random_table(game: Game, rng: random.Random) -> Table:
    """A table with random seats and random house rules that do not clash."""
    while True:
        seats = rng.randint(game.least_seats, min(game.most_seats, 12))
        changed = [name for name in game.options if rng.random() < 0.35]
        options = {name: random_value(game.options[name], rng) for name in changed}
        try:
            return Table.new(game.id, seats, rng.getrandbits(64), options)
        except ValueError:
            continue


def plain_position(table: Table) -> str:
    """Return the position of a fresh deal, with only the lines that both sides read."""
    header, *lines = table.position().splitlines()
    return "\n".join([header, *(line for line in lines if line.startswith(COMMON_LINES))])


def play_key(words: str) -> tuple[str, frozenset[str], str]:
    """Return what identifies a play: its verb, its cards and its top."""
    verb, *rest = words.split()
    if verb == "switch":
        rest = sorted(rest)
    return verb, frozenset(rest), rest[-1] if rest else ""


def compare(table: Table, naive: Any, story: list[str]) -> None:
    """Check that both agree on who moves, which moves there are, and how the game ended."""
    where = "\n".join(story)
    assert table.must == naive.must, f"must {table.must}, naive {naive.must}\n{where}\n{table.position()}"
    assert table.may == naive.may, f"may {table.may}, naive {naive.may}\n{where}\n{table.position()}"
    for seat in [table.must, *table.may] if table.must is not None else []:
        ours, theirs = table.moves(seat), naive.moves(seat)
        if len(ours) < 1000:
            difference = {play_key(move) for move in ours} ^ {play_key(move) for move in theirs}
            assert not difference, f"seat {seat}: {difference}\n{where}\n{table.position()}"
        assert len(ours) == len(theirs) or len(ours) >= 1000, f"seat {seat} lists twice\n{where}"
    if table.result:
        assert table.result.winners == naive.winners, f"{table.result} {naive.winners}\n{where}"
        assert table.result.scores == naive.scores, f"{table.result} {naive.scores}\n{where}"
    else:
        assert naive.winners is None, f"naive is over: {naive.winners}\n{where}"


def random_move(table: Table, rng: random.Random) -> tuple[int, str]:
    """A move of any seat that has one; now and then the clock's, or an attempt."""
    assert table.must is not None
    is_naming = table.moves()[0].startswith("name ")
    if rng.random() < (NAMING_CLOCK if is_naming else CLOCK):
        return table.must, "time up"
    seat = rng.choice([table.must, table.must, *table.may])
    hand = table.view(seat).zone("hand", seat)
    if hand and hand.cards and table.options.get("mode", "standard") != "standard" and rng.random() < 0.25:
        cards = rng.sample(hand.cards, min(len(hand.cards), rng.choice((1, 1, 1, 2, 2, 3, 4))))
        if seat == table.must and not is_naming:
            return seat, f"attempt {' '.join(cards)}"
    return seat, rng.choice(table.moves(seat))


def shuffled_decks(table: Table, since: int) -> list[list[str]]:
    """Return the decks that the engine has shuffled since this event, each in the order in which its cards are drawn."""
    decks: list[list[str]] = []
    for event in table.open_events(since):
        if event.kind == "shuffled":
            decks.append([])
        elif event.source == "deck" and event.card and decks:
            decks[-1].append(event.card)
    if decks:
        line = next(line for line in table.position().splitlines() if line.startswith("deck:"))
        decks[-1] += line.split()[1:]
    return decks


def play_both(game_id: str, seed: int) -> int:
    """Play one random game on both sides; return how many moves were compared.

    Every third game begins from a `rare_position` if the twin has one, for rules that random deals seldom reach.
    """
    rng = random.Random(seed)
    module = naive_module(game_id)
    is_rare = seed % 3 == 2 and hasattr(module, "rare_position")
    table = Table.from_position(module.rare_position(rng)) if is_rare else random_table(find_game(game_id), rng)
    text = plain_position(table)
    if hasattr(module, "scarce") and rng.random() < SCARCE:
        text = module.scarce(text, rng)
        table = Table.from_position(text)
    story = [text]
    naive = module.Naive.from_position(text)
    count, last = 0, MOST_MOVES
    while True:
        compare(table, naive, story)
        if table.must is None or count == last:
            return count
        seat, words = random_move(table, rng)
        story.append(f"{seat} {words}")
        told = table.told
        try:
            table.repeat(seat, words)
        except Illegal as error:
            raise AssertionError(f"The engine refuses {words}: {error}\n" + "\n".join(story)) from error
        if hasattr(naive, "shuffled"):
            naive.shuffled = shuffled_decks(table, told)
            if naive.shuffled and last == MOST_MOVES:
                last = min(count + MOST_AFTER_SHUFFLE, MOST_MOVES)
        try:
            naive.time_up() if words == "time up" else naive.play(words, seat)
        except module.NeedsShuffle:
            assert not hasattr(naive, "shuffled"), "Only the naive game shuffles.\n" + "\n".join(story)
            return count
        except ValueError as error:
            raise AssertionError(f"The naive game refuses {words}: {error}\n" + "\n".join(story)) from error
        assert not getattr(naive, "shuffled", None), "Only the engine shuffles.\n" + "\n".join(story)
        count += 1
