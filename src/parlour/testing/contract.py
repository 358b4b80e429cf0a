"""Checks that hold at every moment of every game: cards, moves, views, events, refusals, texts."""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args

from ..core.bits import members_of
from ..core.cards import EMPTY, HIDDEN
from ..core.game import Game, Illegal, find_game
from ..core.position import LONGEST
from ..core.table import Table
from ..core.texts import has_text, read_texts
from ..core.tips import explained, tip_for
from ..core.view import ZoneKind
from .sentences import STRANGE, flaw_of, garbage, phrases
from .trials import (
    Situation,
    destroyed,
    expect,
    fail,
    make,
    own_cards,
    placed_cards,
    random_decision,
    random_options,
    random_table,
    situations,
    some_viewers,
)

MOST_LISTED = 1000
ZONE_KINDS = get_args(ZoneKind)
PICK = re.compile(r"deck|pile|\d+:\d+|seat \d+|button \S.*")
STRANGE_NAMES = ("{card}", "{0}", "%s", "", "Zoë ♥")


# ---- cards --------------------------------------------------------------------------------------------------------


def check_conservation(game_id: str, *, games: int = 20, seed: int = 1) -> None:
    """Check that every card in play is in exactly one place after every move, even if some are out of the game.

    A card leaves the game only by an event that says so, and never comes back.
    """
    game = find_game(game_id)
    for number in range(games):
        rng = random.Random(f"cards {seed} {number}")
        table = random_table(game, rng)
        if number % 3 == 2:
            table = _without_some_cards(table, rng)
        cards = _cards(table)
        if number % 3 != 2:
            expect(
                sorted(cards) == list(members_of(game.cards_in_play(table._state))),
                table,
                "The deal does not have every card in play exactly once.",
            )
        for _ in range(150):
            if table.must is None:
                break
            told = len(table._raw)
            make(table, random_decision(table, rng))
            now = _cards(table)
            lost, gained = cards - now, now - cards
            if gained or lost.total() != destroyed(table, told):
                names = game.pack.text(sorted(lost)), game.pack.text(sorted(gained))
                fail(table, f"The last move lost the cards ({names[0]}) or duplicated the cards ({names[1]}).")
            cards = now


def _cards(table: Table) -> Counter[int]:
    return Counter(card for _, card in placed_cards(table._state))


def _without_some_cards(table: Table, rng: random.Random) -> Table:
    """Return the same position with part of the deck out of the game (`rest: out`), if the game allows it."""
    lines = table.position().splitlines()
    for i, line in enumerate(lines):
        if line.startswith("deck:"):
            lines[i] = " ".join(line.split()[: 1 + rng.randrange(12)])
    lines = [line for line in lines if not line.startswith("rest:")] + ["rest: out"]
    try:
        return Table.from_position("\n".join(lines))
    except ValueError:
        return table


# ---- moves --------------------------------------------------------------------------------------------------------


def check_moves(game_id: str, *, games: int = 20, seed: int = 1) -> None:
    """Check that must, may, legal and the listed moves agree, and that every listed move can be made."""
    for now in situations(find_game(game_id), games, seed):
        check_moment(now.table, now.rng)


def check_moment(table: Table, rng: random.Random) -> None:
    """Check must, may and moves at one moment of a game."""
    must, may = table.must, table.may
    if must is None:
        check_end(table)
        return
    expect(table.result is None, table, "There is a result although the game is waiting for a seat.")
    expect(must not in may, table, f"may holds seat {must}, the seat the game waits for.")
    expect(may == sorted(set(may)) and all(0 <= seat < table.seats for seat in may), table, f"may is {may}.")
    expect(table.moves(), table, f"The game waits for seat {must}, which has no move.")
    expect(table.moves() == table.moves(must), table, "moves() does not list the moves of the seat the game waits for.")
    for seat in range(table.seats):
        moves = table.moves(seat)
        asked = seat == must or seat in may
        expect(bool(moves) == asked, table, f"Seat {seat} has {len(moves)} moves, must is {must} and may is {may}.")
        check_list(table, seat, moves, rng)
        check_advice(table, seat, moves, rng)


def check_list(table: Table, seat: int, moves: list[str], rng: random.Random) -> None:
    """Check that every listed move is distinct, parses back to itself, begins with a legal action and is accepted."""
    game, s = table.game, table._state
    legal = game.legal(s, seat)
    expect(len(set(moves)) == len(moves), table, f"A move of seat {seat} is listed twice.")
    meanings: dict[tuple[Any, ...], str] = {}
    used: set[int] = set()
    for words in moves:
        try:
            actions, spoken = game.parse(s, seat, words)
        except Illegal as error:
            fail(table, f"“{words}” of seat {seat} is listed but not understood: {error}")
        expect(spoken == words, table, f"“{words}” is listed but reads back as “{spoken}”.")
        expect(legal >> actions[0] & 1, table, f"“{words}” begins with action {actions[0]}, which is not legal.")
        meaning = (tuple(sorted(actions)), actions[-1])
        expect(meaning not in meanings, table, f"“{words}” and “{meanings.get(meaning)}” are the same move.")
        meanings[meaning] = words
        used.update(actions)
    if len(moves) < MOST_LISTED:
        missing = set(members_of(legal)) - used
        expect(not missing, table, f"The legal actions {sorted(missing)} of seat {seat} are in no listed move.")
    for words in rng.sample(moves, min(3, len(moves))):
        after = table.copy()
        try:
            after.play(words, seat)
        except ValueError as error:
            fail(table, f"“{words}” of seat {seat} is listed but refused: {error}")
        expect(after.log == [*table.log, (seat, words)], table, f"“{words}” is not logged as it was given.")
        told = len(after._raw) > len(table._raw) or words in game.silent_moves
        expect(told, table, f"No event reports “{words}”.")


def check_advice(table: Table, seat: int, moves: list[str], rng: random.Random) -> None:
    """Check that the rule-of-thumb bot makes a listed move; it may have none only for a seat that may cut in."""
    if not moves:
        return
    number = rng.randrange(1000)
    try:
        advice = table.advice(seat, number)
    except ValueError as error:
        fail(table, f"The bot (seed {number}) makes a move for seat {seat} that is not listed: {error}")
    if advice is None:
        expect(seat != table.must, table, f"The bot has no move for seat {seat}, which must move.")
        return
    if advice not in moves:
        # The same cards with the lower ones in another order, or a play beyond the end of a full list.
        meanings = {_meaning(table, seat, words) for words in moves}
        listed = len(moves) >= MOST_LISTED or _meaning(table, seat, advice) in meanings
        expect(listed, table, f"The bot advises seat {seat} to “{advice}”, which is not listed.")
    try:
        table.copy().play(advice, seat)
    except ValueError as error:
        fail(table, f"The bot (seed {number}) advises seat {seat} to “{advice}”, which is refused: {error}")


def _meaning(table: Table, seat: int, words: str) -> tuple[tuple[int, ...], int]:
    """Return the effect of a move, whatever the order of the cards below its top."""
    actions, _ = table.game.parse(table._state, seat, words)
    return tuple(sorted(actions)), actions[-1]


def check_end(table: Table) -> None:
    """Check that a finished game has winners, one number per seat, and no moves."""
    result = table.result
    if result is None:
        fail(table, "The game waits for nobody but has no result.")
    expect(result.winners, table, "The game is over but nobody has won.")
    expect(
        result.winners == sorted(set(result.winners)) and set(result.winners) <= set(range(table.seats)),
        table,
        f"The winners are {result.winners}.",
    )
    expect(len(result.scores) == table.seats, table, f"The scores are {result.scores}, not one number per seat.")
    expect(not table.may, table, f"The game is over but may is {table.may}.")
    for seat in range(table.seats):
        expect(not table.moves(seat), table, f"The game is over but seat {seat} has moves.")
        expect(not table.view(seat).moves, table, f"The game is over but the view of seat {seat} has moves.")
    for words in phrases()[::200]:
        check_refusal(table, words, None)
    try:
        table.copy().time_up()
    except Illegal as error:
        expect(not flaw_of(str(error)), table, f"The refusal of the clock is not a sentence: {error}")
    else:
        fail(table, "The clock can run out in a game that is over.")


# ---- words --------------------------------------------------------------------------------------------------------


def _declared_keys(game: Game) -> Iterator[str]:
    """Return the keys that the catalogue must have for everything a game declares."""
    yield from (f"{game.id}.{name}" for name in ("name", "pitch"))
    yield from (f"{game.id}.event.{kind.name}" for kind in game.kinds.values())
    for key in (*(option.key for option in game.options.values()), *(preset.key for preset in game.presets)):
        yield from (key, f"{key}.says")
    for option in game.options.values():
        values = () if option.kind == "toggle" else (*option.values, option.nothing)
        yield from (f"{option.key}.value.{value}" for value in values if value and not value.isdecimal())


def check_words(game_id: str, *, games: int = 20, seed: int = 1) -> None:
    """Check that everything a game declares has its text, options are explained, and card names and options read back."""
    game = find_game(game_id)
    assert game.id == game_id, f"{game_id}: the game in this folder has the id {game.id}."
    for key in _declared_keys(game):
        assert has_text(key), f"{game_id}: texts.json has no {key.removeprefix(f'{game_id}.')}."
    for key in (key for key in read_texts(game.folder / "texts.json") if key.startswith("explain.")):
        assert not explained(game, key), f"{game_id}: {key} can never be used: {explained(game, key)}."
    assert game.name and game.pitch.endswith("."), f"{game_id}: a game needs a name and a pitch of one sentence."
    assert 1 <= game.least_seats <= game.usual_seats <= game.most_seats, f"{game_id}: the numbers of seats make no sense."
    assert game.version >= 1, f"{game_id}: the rules have no version."
    for name, option in game.options.items():
        assert not flaw_of(option.says), f"{game_id}: the option {name} is not explained in a sentence: {option.says}"
        for value in _edge_values(option):
            assert option.read(name, option.text(value)) == value, f"{game_id}: {name} does not read {option.text(value)}."
            assert option.read(name, option.python(value)) == value, f"{game_id}: {name} does not read {value}."
    for text in dict.fromkeys(game.pack.names):
        assert game.pack.name(game.pack.number(text)) == text, f"{game_id}: the card {text} does not read as itself."
    names = [kind.name for kind in game.all_kinds.values()]
    assert len(set(names)) == len(names), f"{game_id}: two kinds of events have the same name."
    for number in range(games):
        rng = random.Random(f"words {seed} {number}")
        seats = rng.randint(game.least_seats, game.most_seats)
        table = Table.new(game_id, seats, number, random_options(game, seats, rng))
        again = Table.new(game_id, seats, number, table.options)
        expect(
            again.options == table.options and again.position() == table.position(),
            table,
            "The same seed gives a different deal.",
        )


def _edge_values(option: Any) -> list[int]:
    if option.values:
        return list(range(len(option.values)))
    return [option.low, option.high, option.start]


# ---- views and events ---------------------------------------------------------------------------------------------


def check_views(game_id: str, *, games: int = 20, seed: int = 1) -> None:
    """Check that every view can be drawn without knowing the game, and every event narrated, for every viewer."""
    for now in situations(find_game(game_id), games, seed):
        for viewer in some_viewers(now.table, now.rng):
            check_view(now.table, viewer)
        check_events(now.table, now.rng)


def check_view(table: Table, viewer: int | None) -> None:
    """Check one viewer's view: its zones have the right counts, its moves can be clicked, and all of it is plain data."""
    view = table.view(viewer)
    whose = "a spectator" if viewer is None else f"seat {viewer}"
    try:
        data = json.loads(json.dumps(view.as_dict()))
    except (TypeError, ValueError) as error:
        fail(table, f"The view of {whose} is not plain data: {error}")
    expect(data["zones"] and data["prompt"], table, f"The view of {whose} has no zones or no prompt.")
    total = 0
    for zone in view.zones:
        expect(zone.kind in ZONE_KINDS, table, f"A zone is of the unknown kind “{zone.kind}”.")
        filled = [card for card in zone.cards if card != EMPTY]
        if zone.kind == "deck":
            expect(all(card == HIDDEN for card in filled), table, f"The view of {whose} shows cards of the deck.")
        else:
            expect(len(filled) == zone.count, table, f"A {zone.kind} in the view of {whose} miscounts its cards.")
        total += zone.count
    expect(total == len(placed_cards(table._state)), table, f"The zones in the view of {whose} do not hold every card.")
    check_shown(table, viewer)
    check_tip(table, viewer)
    words = [choice.words for choice in view.moves]
    expect(words == ([] if viewer is None else table.moves(viewer)), table, f"The view of {whose} lists the wrong moves.")
    own = own_cards(table, viewer) if viewer is not None else []
    for choice in view.moves:
        for pick in choice.picks:
            expect(pick in own or PICK.fullmatch(pick), table, f"“{choice.words}” is clicked on “{pick}”, which isn't there.")


def check_tip(table: Table, viewer: int | None) -> None:
    """Check that tips are sentences, and that only the seat that the game waits for is told what it can do."""
    tip = tip_for(table, viewer, STRANGE_NAMES[2:])
    for said in (tip.now, tip.last):
        expect(not said or not flaw_of(said), table, f"The tip “{said}” is not a sentence: {flaw_of(said)}.")
    expect(not tip.now or viewer == table.must, table, f"Viewer {viewer}, who is not to move, is told “{tip.now}”.")


def check_shown(table: Table, viewer: int | None) -> None:
    """Check that no card that a viewer sees face up is shown twice or is among those it can't know."""
    names = table.game.pack.names
    unseen = Counter(names[card] for card in members_of(table.game.unseen(table._state, -1 if viewer is None else viewer)))
    shown = Counter(card for zone in table.view(viewer).zones for card in zone.cards if card not in (HIDDEN, EMPTY))
    there = Counter(names[card] for _, card in placed_cards(table._state))
    over = (shown + unseen) - there
    expect(not over, table, f"Viewer {viewer} sees {' '.join(over)} twice, or unseen still holds it.")


def check_events(table: Table, rng: random.Random) -> None:
    """Check that events are numbered without gaps and can be narrated to everyone."""
    events = table.events
    expect([event.number for event in events] == list(range(1, len(events) + 1)), table, "Event numbers have gaps.")
    moves = [event.move for event in events]
    expect(moves == sorted(moves) and (not moves or moves[-1] <= len(table.log)), table, "Events are out of order.")
    since = rng.randrange(len(events) + 1)
    for viewer in some_viewers(table, rng, 2):
        seen = table.events_for(viewer, since)
        expect([e.number for e in seen] == list(range(since + 1, len(events) + 1)), table, f"Events after {since} have gaps.")
        for event, whole in zip(seen, events[since:], strict=True):
            expect(event.card in (whole.card, HIDDEN), table, f"Event {event.number} shows viewer {viewer} a wrong card.")
            expect("{" not in event.text and event.text[-1:] in ".!”?…", table, f"The text of an event is “{event.text}”.")
        table.events_for(viewer, since, STRANGE_NAMES)


# ---- refusals -----------------------------------------------------------------------------------------------------


def check_refusals(game_id: str, *, games: int = 20, seed: int = 1) -> None:
    """Check that anything that is not a move is refused in a sentence and changes nothing."""
    game = find_game(game_id)
    for now in situations(game, games, seed, moments=8, stride=30):
        before = now.table.position()
        texts = [*now.rng.sample(phrases(), 60), *STRANGE, *(garbage(now.rng) for _ in range(20)), *_cards_in_words(now)]
        for text in now.rng.sample(texts, 40):
            check_refusal(now.table, text, now.rng.choice((None, *range(now.table.seats))))
        for seat in (-1, now.table.seats, 99):
            check_refusal(now.table, "draw", seat)
        expect(now.table.position() == before, now.table, "A refusal at a copy of the table changed the table.")


def _cards_in_words(now: Situation) -> list[str]:
    """Return the words of moves with random cards, held or not."""
    verbs = sorted(
        {words.split()[0] for seat in range(now.table.seats) for words in now.table.moves(seat)} | {"play", "attempt"}
    )
    names = now.table.game.pack.names
    return [f"{now.rng.choice(verbs)} {' '.join(now.rng.sample(names, now.rng.randint(1, 3)))}" for _ in range(20)]


def check_refusal(table: Table, text: str, seat: int | None) -> None:
    """Try a text: check that a refusal is a sentence and changes nothing."""
    tried = table.copy()
    try:
        tried.play(text, seat)
    except ValueError as error:
        flaw = flaw_of(str(error))
        expect(not flaw, table, f"The refusal of {text[:60]!r} by seat {seat} is not a sentence, {flaw}: {error}")
        same = tried._state == table._state and tried.log == table.log and tried._raw == table._raw
        expect(same, table, f"The refused move {text[:60]!r} of seat {seat} changed something.")
    except Exception as error:
        fail(table, f"{text[:60]!r} of seat {seat} is not refused but breaks the game: {error!r}")
    else:
        expect(len(tried.log) == len(table.log) + 1, table, f"{text[:60]!r} is accepted but not logged.")


# ---- texts --------------------------------------------------------------------------------------------------------


def check_round_trips(game_id: str, *, games: int = 20, seed: int = 1) -> None:
    """Check that saves, positions and replays restore the same game at any moment, and that it continues the same way."""
    game = find_game(game_id)
    for number in range(games):
        rng = random.Random(f"trips {seed} {number}")
        table = random_table(game, rng)
        past = [table.position()]
        for _ in range(rng.randrange(5, 60)):
            if table.must is None:
                break
            make(table, random_decision(table, rng))
            past.append(table.position())
        check_save(table)
        check_position(table, rng)
        check_past(table, past, rng)


def check_save(table: Table) -> None:
    """Check that saving and loading gives the same table."""
    text = table.save()
    again = Table.load(text)
    expect(again.save() == text, table, "A loaded game saves as a different text.")
    _same(table, again, "A loaded game")
    expect(again.events == table.events, table, "A loaded game reports different events.")


def check_position(table: Table, rng: random.Random) -> None:
    """Check that the position text reads as the same position, which continues the same way, including shuffles."""
    text = table.position()
    expect(len(text) <= LONGEST, table, "The position text is longer than a position may be.")
    try:
        again = Table.from_position(text)
    except ValueError as error:
        fail(table, f"The position text cannot be read: {error}")
    _same(table, again, "The position read from its text")
    shuffled = _shuffled(text, rng)
    expect(Table.from_position(shuffled).position() == text, table, "The lines of a position can't be read in any order.")
    here, there = table.copy(), again
    for _ in range(60):
        if here.must is None:
            break
        decision = random_decision(here, rng)
        make(here, decision)
        try:
            there.repeat(decision.seat, decision.words)
        except ValueError as error:
            fail(here, f"In the position read from text, “{decision.words}” is refused: {error}")
        expect(here.position() == there.position(), here, f"“{decision.words}” acts differently in a position read from text.")
    check_save(there)


def _shuffled(text: str, rng: random.Random) -> str:
    header, *lines = text.splitlines()
    rng.shuffle(lines)
    return "\n".join([header, *lines])


def check_past(table: Table, past: list[str], rng: random.Random) -> None:
    """Check that `at` gives every earlier position, and `undo` the one before the last move."""
    for count in {0, rng.randrange(len(past)), len(past) - 1}:
        earlier = table.at(count)
        expect(earlier.position() == past[count], table, f"at({count}) is not the position after {count} moves.")
        expect(earlier.events == table.events[: len(earlier.events)], table, f"at({count}) reports different events.")
    if len(past) > 1:
        back = table.copy()
        back.undo()
        expect(back.position() == past[-2], table, "undo does not give the position before the last move.")
        back.repeat(*table.log[-1])
        _same(table, back, "A move taken back and made again")


def _same(table: Table, other: Table, what: str) -> None:
    expect(other.position() == table.position(), table, f"{what} is a different position:\n{other.position()}")
    expect((other.must, other.may) == (table.must, table.may), table, f"{what} waits for different seats.")
    expect(other.result == table.result, table, f"{what} has a different result.")
    for seat in range(table.seats):
        expect(other.moves(seat) == table.moves(seat), table, f"{what} has different moves for seat {seat}.")
        expect(
            other.view(seat).zones == table.view(seat).zones and other.view(seat).badges == table.view(seat).badges,
            table,
            f"{what} looks different to seat {seat}.",
        )
