"""Nobody is told anything secret: games of all kinds over real sockets, with every byte checked."""

import asyncio
import io
import json
import logging
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from parlour import game_ids
from parlour.bots import LEVELS
from parlour.core.game import Game, Illegal
from parlour.core.table import Table
from parlour.core.view import Scene
from parlour.server import wire
from parlour.server.fairness import deal
from parlour.server.ops.logs import configure_logging
from parlour.server.rooms.chat import EMOTES
from parlour.server.rooms.plans import checked_plan
from parlour.server.store import log
from parlour.testing.trials import placed_cards
from tests.server.helpers import leaks
from tests.server.helpers.evenings import evenings
from tests.server.helpers.leaks import Answer, Checker, Heard, Leak, Session, check_plain
from tests.server.helpers.quiet import quiet_house, sit_down

# ---- nobody learns anything ----------------------------------------------------------------------------------------


def test_every_byte_that_anybody_is_sent_is_what_it_may_know(tmp_path: Path) -> None:
    plans = [(game, games, games > 1, games) for games in (3, 2, 1) for game in game_ids()]
    counts = asyncio.run(evenings(tmp_path, plans, at_once=15, seconds=600))
    print(dict(counts))
    assert counts["games"] >= 30 and counts["exchanges"] > 2_000 and counts["refusals"] > 100 and counts["hints"] > 4


# ---- the checker can fail -------------------------------------------------------------------------------------------


def small_session(game: str = "", seed: int = 1) -> tuple[Session, Table]:
    """Return a game as a seat and a watcher would have received it, without a house."""
    plan = checked_plan(log.Plan(game or game_ids()[0], 3, pace=0))
    table = Table.new(plan.game, plan.seats, seed, plan.options)
    frames: list[list[str]] = [[], []]
    told, rng = 0, random.Random(seed)
    while True:
        for own, seat in zip(frames, (0, None), strict=True):
            own.append(leaks.frame_of(table, seat, told, 0, NAMES, None))
        told = table.told
        if table.must is None:
            break
        table.play(rng.choice(table.moves()))
    fair_deal = {"secret": "5e" * 32, "commitment": deal.commitment("5e" * 32), "additions": []}
    file = {**json.loads(table.save()), "names": NAMES, "fair": fair_deal}
    hello = wire.Hello(protocol=1, name=NAMES[0], colour="red", levels=list(LEVELS), emotes=list(EMOTES))
    heard = [Heard("", [seat], [wire.encode(hello), *own]) for own, seat in zip(frames, (0, None), strict=True)]
    return Session("BCDFGH", heard, [plan], [file], ["the-replay"]), table


NAMES = ["Ann", "Ben", "Cleo"]


def verdict(session: Session, *more: str, of: int = 0, game: Game | None = None) -> str:
    """Return the complaint of the checker if somebody is also told this; `game` replaces the rules."""
    session.heard[of].frames += more
    checker = Checker(session, random.Random(1))
    for played in checker.rounds:
        played.final.game = game or played.final.game
    try:
        checker.check()
    except Leak as leak:
        return str(leak)
    return ""


@pytest.mark.parametrize("game", game_ids())
def test_the_checker_is_content_with_what_the_engine_says(game: str) -> None:
    assert verdict(small_session(game)[0]) == ""


@pytest.mark.parametrize("game", game_ids())
def test_a_card_of_another_hand_is_noticed(game: str) -> None:
    session, table = small_session(game)
    middle = session.heard[0].frames[len(session.heard[0].frames) // 2]
    assert '"??"' in middle
    shown = middle.replace('"??"', f'"{table.game.pack.names[5]}"', 1)
    session.heard[0].frames = [shown if frame == middle else frame for frame in session.heard[0].frames]
    assert "something other than its view" in verdict(session)


def test_the_view_of_another_seat_is_noticed() -> None:
    session, _ = small_session()
    session.heard[1].seats = [1]
    assert "something other than its view" in verdict(session)


@pytest.mark.parametrize("leak", ["prompt", "window"])
def test_a_game_that_tells_too_much_is_noticed(leak: str) -> None:
    """Here the frames match what the engine provides, but that depends on hidden cards."""
    session, table = small_session()
    game = table.game

    def prompt(state: Any, viewer: int) -> Scene:
        scene = game.scene(state, viewer)
        return Scene(scene.zones, scene.badges, scene.prompt + repr(placed_cards(state)))

    def window(state: Any) -> int:
        return sum(card for place, card in placed_cards(state) if place.startswith("deck")) & 3

    leaky = replace(game, scene=prompt) if leak == "prompt" else replace(game, window=window)
    played = leaks.rounds_of(session.files)[0]
    played.final.game = leaky
    for guest in session.heard:
        since = [json.loads(frame) for frame in guest.frames[1:]]
        guest.frames[1:] = [_made_anew(played, told, guest.seats[0]) for told in since]
    assert "can tell two hidden cards apart" in verdict(session, game=leaky)


def _made_anew(played: leaks.Round, told: dict[str, Any], seat: int | None) -> str:
    since = told["events"][0]["number"] - 1 if told["events"] else told["number"]
    made = told["view"]["moves_made"]
    table = next(table for table in played.at(told["number"]) if table.view(seat, NAMES).moves_made == made)
    return leaks.frame_of(table, seat, since, 0, NAMES, None)


def test_a_refusal_that_tells_a_card_is_noticed() -> None:
    session, table = small_session()
    start = table.at(0)

    def parse(state: Any, seat: int, words: str) -> tuple[list[int], str]:
        lie = sum(i * card for i, (_, card) in enumerate(placed_cards(state)))
        raise Illegal(f"As the cards lie ({lie}), this is not wise.")

    leaky = replace(table.game, parse=parse)
    why = leaks.refusal_of(Table(leaky, start._state, 1), 0, "draw", NAMES)
    session.heard[0].asked["q"] = {"type": "move", "move": "draw", "seen": start.told}
    refused = wire.Refused(id="q", why=why)
    checker = Checker(session, random.Random(1))
    checker.rounds[0].final.game = leaky
    with pytest.raises(Leak, match="refused differently when hidden cards change"):
        checker.check_refused(session.heard[0], refused)
    assert "was not refused in the words of the engine" in verdict(session, wire.encode(refused))


def room_frame(**changes: Any) -> str:
    """Return the room message when the game of `small_session` is over."""
    session, table = small_session()
    assert table.result is not None
    chairs = [wire.Chair(kind="bot", name=name, level="skilled", present=True) for name in NAMES]
    told: dict[str, Any] = {
        **{"code": session.code, "phase": "over", "plan": session.plans[0], "chairs": chairs, "watchers": []},
        **{
            "host": None,
            "you": None,
            "you_host": False,
            "commitment": "ab" * 32,
            "pledges": [],
            "dealing": "",
            "left_out": [],
            "games": 1,
            "round": 1,
        },
        **{"scores": table.result.scores, "result": table.result, "replay": "the-replay"},
    }
    return wire.encode(wire.RoomState(**{**told, **changes}))


def test_a_room_may_say_this() -> None:
    assert verdict(small_session()[0], room_frame()) == ""


SECRET = "5e" * 32
PLANTED = {
    "the secret in the room": lambda: room_frame(commitment=SECRET, phase="playing", result=None, scores=[0, 0, 0], replay=""),
    "the replay of a game in play": lambda: room_frame(
        phase="playing", result=None, scores=[0, 0, 0], commitment=deal.commitment(SECRET)
    ),
    "scores too early": lambda: room_frame(phase="playing", replay="", commitment=deal.commitment(SECRET)),
    "a field more": lambda: room_frame().replace('{"type":"room"', '{"type":"room","seed":1', 1),
    "a card as a name": lambda: room_frame(watchers=[{"name": "8h", "muted": False}]),
    "a card that is said": lambda: wire.encode(wire.ChatLine(name="Ann", seat=0, text="It is 8h.")),
    "a hint for nobody": lambda: wire.encode(wire.Done(id="q", number=0, hint="draw")),
    "an answer to another": lambda: wire.encode(wire.Done(id="not-mine", number=0)),
    "a refusal of another": lambda: wire.encode(wire.Refused(id="", why="You don't hold 8h.")),
    "a reason to leave": lambda: wire.encode(wire.Left(why="Ben holds 8h.")),
    "a word to an id": lambda: wire.encode(wire.Pong(id=SECRET)),
}


@pytest.mark.parametrize("what", list(PLANTED))
def test_what_a_room_may_not_say_is_noticed(what: str) -> None:
    session, _ = small_session()
    session.heard[0].asked["q"] = {"type": "ping"}
    assert verdict(session, PLANTED[what]())


@pytest.mark.parametrize("text", ["Seat 1 holds ♥8.", 'a "Tc" or', "INFO parlour: 0123456789abcdef0123456789abcdef", "7" * 60])
def test_what_a_line_of_the_log_may_not_say_is_noticed(text: str) -> None:
    with pytest.raises(Leak):
        check_plain(text)


def test_a_replay_of_an_unfinished_game_is_noticed() -> None:
    session, _ = small_session()
    session.answers.append(Answer("/api/replays/another", 200, "\n\n{}"))
    assert "was answered with status 200" in verdict(session)


def test_a_mistake_of_the_house_names_no_card_in_its_log() -> None:
    heard = io.StringIO()
    handlers = {name: logging.getLogger(name).handlers[:] for name in ("parlour.server", "uvicorn", "asyncio")}
    configure_logging(stream=heard)
    try:
        try:
            raise Illegal("Seat 1 does not hold ♥8, but 9c.")
        except Illegal:
            logging.getLogger("parlour.server").exception("A bot failed to choose a move.")
    finally:
        for name, old in handlers.items():
            logging.getLogger(name).handlers[:] = old
    assert "Illegal" in heard.getvalue()
    check_plain(heard.getvalue())


def test_a_table_that_cannot_go_on_is_left_without_naming_a_card(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Neither illegal moves nor nonsense in a log keeps a house from opening."""

    async def spoilt(entry: log.Entry) -> str:
        async with quiet_house(tmp_path) as house:
            keeper, _ = await sit_down(house, 0.0, 0.0, 0.0)
            await house.store.append(keeper.journal.id, keeper.journal.length, [(0.0, entry)], None)
        return keeper.room.code

    async def whole() -> None:
        codes = [await spoilt(log.Moved(0, "play 9c")), await spoilt(log.Sat(50, "somebody", "Ann", "red"))]
        async with quiet_house(tmp_path) as house:
            assert not set(codes) & set(house.rooms.keepers)

    asyncio.run(whole())
    said = [record.getMessage() for record in caplog.records if record.name == "parlour.server"]
    assert len([line for line in said if line.startswith("A room waits, unchanged,")]) == 2
    for line in said:
        check_plain(line)
