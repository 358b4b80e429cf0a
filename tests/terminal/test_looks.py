"""Cards that may be looked at for some seconds: they are turned back in time, whatever the person is doing (CA-7.1)."""

import re
from collections.abc import Callable, Sequence
from types import SimpleNamespace

import pytest

from parlour import Table, game_ids
from parlour.terminal.looks import lying, staying, turned_back
from parlour.terminal.reader import TimeRanOut
from parlour.terminal.screen import WIPE, Screen
from parlour.terminal.sitting import Sitting
from tests.terminal.helpers.desk import Desk, Script, cards_told, desk

pytestmark = [
    pytest.mark.rules("CA-7.1"),
    pytest.mark.skipif("cambio" not in game_ids(), reason="needs a game in which players look at cards"),
]
START = """cambio seats=2 turn=0
grid 0: Qh Jh Kh Th
grid 1: Qc Jc Kc Tc
knows 0:
knows 1:
pile: 5s
deck: 7d 2d 3d 4d 6d
"""


class Clock:
    """A clock that the test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr("parlour.terminal.looks.time", SimpleNamespace(monotonic=lambda: self.now))


class Waiting(Script):
    """Answers from a list in which `~2` lets two seconds pass; looks that end in that time end as at a terminal."""

    clock: Clock

    def line(self, prompt: str, seconds: float | None = None, again: Callable[[], None] | None = None) -> str:
        while self.answers and self.answers[0].startswith("~"):
            self.wait(float(self.answers.pop(0)[1:]), seconds, again, prompt)
        return super().line(prompt, seconds, again)

    def wait(self, pause: float, seconds: float | None, again: Callable[[], None] | None, prompt: str) -> None:
        assert self.fading is not None
        end = self.clock.now + pause
        self.screen.write(prompt)
        while (left := self.fading.seconds_left()) is not None and self.clock.now + left <= end:
            self.clock.now += left
            self.fading.turn_back()
            if again is not None:
                again()
            self.screen.write(prompt)
        self.clock.now = end
        if seconds is not None and seconds <= pause:
            raise TimeRanOut


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def waiting(
    played: Table | str, answers: Sequence[str], clock: Clock, people: int = 1, *, as_terminal: bool = True, **options: object
) -> Desk:
    """Line mode at a table or a position, with answers that take time."""
    if isinstance(played, str):
        played = Table.from_position(played + "".join(f"option {name}: {value}\n" for name, value in options.items()))
    made = desk(Sitting(played), people=people, names="Ana,Ben" if people == 2 else "", as_terminal=as_terminal)
    reader = Waiting(made.screen, answers, as_terminal=as_terminal)
    reader.clock = clock
    made.reader = made.mode.reader = made.mode.keyboard.reader = made.mode.commands.reader = reader
    reader.fading = made.mode.keyboard
    return made


def on_screen(made: Desk) -> set[str]:
    """Return the cards that the screen mentions."""
    return cards_told(made.paper.split(WIPE)[-1], made.table.game.pack)


def plain(made: Desk) -> str:
    """Return the text of the screen, without colours."""
    return re.sub("\x1b\\[[0-9;]*m", "", made.paper.split(WIPE)[-1])


def test_the_first_look_lasts_as_long_as_the_option_says(clock: Clock) -> None:
    table = Table.new("cambio", 2, seed=5)
    looked_at = lying(table.view(0))
    assert len(looked_at) == 2
    for pause, seen in (("~3.9", looked_at), ("~4", set())):
        made = waiting(table.copy(), [pause], clock)
        made.play()
        assert on_screen(made) & looked_at == seen


def test_the_table_and_the_menu_stay_without_the_cards(clock: Clock) -> None:
    made = waiting(START, ["draw", "discard", "look 0:1", "~5"], clock)
    made.play()
    assert "You look at your slot 2.\n" in plain(made)
    assert plain(made).count("── Cambio") == 1
    assert "  1) match slot 1" in plain(made)
    assert "♥J" not in on_screen(made)


@pytest.mark.parametrize(
    ("deck", "moves", "cards"),
    [
        ("8d 2d 3d", ["look 0:1"], {"Jh"}),
        ("9d 2d 3d", ["look 1:0"], {"Qc"}),
        ("Ks 2d 3d", ["look 1:0"], {"Qc"}),
        ("Ks 2d 3d", ["look 1:0", "look 0:3"], {"Th"}),
    ],
)
def test_every_look_ends(clock: Clock, deck: str, moves: list[str], cards: set[str]) -> None:
    start = START.replace("7d 2d 3d 4d 6d", deck)
    before = waiting(start, ["draw", "discard", *moves, "~1"], clock, look_seconds=2)
    before.play()
    assert cards <= on_screen(before)
    after = waiting(start, ["draw", "discard", *moves, "~2"], clock, look_seconds=2)
    after.play()
    assert not cards & on_screen(after)


def test_a_held_card_may_be_looked_at_without_limit(clock: Clock) -> None:
    made = waiting(START, ["draw", "~60"], clock)
    made.play()
    assert "7d" in on_screen(made)
    assert WIPE not in made.paper


def test_a_card_put_away_is_named_no_longer_than_a_look_lasts(clock: Clock) -> None:
    made = waiting(START, ["draw", "swap slot 3", "~5"], clock)
    made.play()
    told = " ".join(plain(made).split())
    assert "You swap a card into slot 3 and discard ♥K." in told
    assert "7d" not in on_screen(made)


def test_what_was_said_to_the_person_meanwhile_stays(clock: Clock) -> None:
    made = waiting(START, ["draw", "discard", "look 0:1", "hint", "dance", "~5"], clock)
    made.play()
    assert re.search(
        r"5\) pass\n  match: A wrong match costs you 1 card\.\nHint: .*\n(.*\n){1,6}Cambio has no move “dance”", plain(made)
    )


def test_the_log_does_not_tell_it_again(clock: Clock) -> None:
    early = waiting(START, ["draw", "discard", "look 0:1", "log"], clock)
    assert "  You look at your slot 2: \x1b[31m♥J\x1b[0m.\n" in early.play().split("> log\n")[1]
    late = waiting(START, ["draw", "discard", "look 0:1", "~5", "log", "table"], clock)
    late.play()
    assert "> log\n  You draw" in plain(late)
    assert "  You look at your slot 2.\n" in plain(late).split("> log\n")[1]
    assert "♥J" not in on_screen(late)


def test_with_the_aid_what_is_known_stays(clock: Clock) -> None:
    made = waiting(START, ["draw", "discard", "look 0:1", "~60", "log"], clock, memory_aid="on")
    made.play()
    assert "2 [♥J ]" in plain(made)
    assert "♥J" in plain(made).split("> log\n")[1]


def test_a_pipe_keeps_what_it_was_told(clock: Clock) -> None:
    made = waiting(START, ["draw", "discard", "look 0:1", "~60", "table"], clock, as_terminal=False)
    made.play()
    assert made.paper.count("2 [♥J ]") == 2


def test_where_the_screen_cannot_be_cleared_nothing_is_turned_back(clock: Clock) -> None:
    made = waiting(START, ["draw", "discard", "look 0:1", "~60", "table"], clock)
    made.screen.can_clear = False
    assert re.sub("\x1b\\[[0-9;]*m", "", made.play()).count("2 [♥J ]") == 2


@pytest.mark.parametrize("game_id", [game_id for game_id in game_ids() if game_id != "cambio"])
def test_without_the_option_a_look_has_no_time_limit(game_id: str, clock: Clock) -> None:
    made = waiting(Table.new(game_id, 2, seed=1), ["~60", "quit"], clock)
    assert made.table.look_seconds is None
    made.play()
    assert WIPE not in made.paper


# ---- other ways to see a card again


def test_a_wrong_match_is_turned_back_too(clock: Clock) -> None:
    """Everybody was shown the card, and has to remember it from then on (CA-5.2)."""
    table = Table.from_position(START.replace("turn=0", "turn=1") + "phase: match\noption matching: own_turn\n")
    table.play("match 1")
    assert "Jc" in lying(table.view(0))
    made = waiting(table, ["~3", "table", "~2", "log"], clock)
    made.play()
    before, after = made.paper.split(WIPE)
    assert "[\x1b[1m♣J\x1b[0m ]" in before
    assert "Jc" not in cards_told(after, table.game.pack)
    assert "but it's the wrong card." in " ".join(plain(made).split("> log\n")[1].split())


def test_what_is_told_of_a_wrong_match_loses_the_card_too(clock: Clock) -> None:
    start = START.replace("7d 2d 3d", "2d 6c 3d")
    for pause, card in (("~3", "♥J"), ("~5", "the wrong card")):
        made = waiting(start, ["draw", "discard", "match slot 2", pause], clock)
        made.play()
        told = " ".join(plain(made).split())
        assert f"You try to match with your slot 2, but it's {card}" in told
        assert "You get an unseen card in your slot 5. Ada " in told


def test_a_move_taken_back_does_not_turn_the_cards_up_again(clock: Clock) -> None:
    table = Table.new("cambio", 2, seed=5)
    made = waiting(table, ["~5", "draw", "undo"], clock)
    made.play()
    assert plain(made).count("[?? ]") == 8 * plain(made).count("── Cambio")
    again = waiting(START, ["draw", "discard", "look 0:1", "~5", "undo", "look 0:1", "~1"], clock)
    again.play()
    assert "2 [♥J ]" in plain(again)


def test_a_saved_game_shows_the_look_once_more(clock: Clock) -> None:
    table = Table.from_position(START)
    for move in ("draw", "discard", "look 0:1"):
        table.play(move)
    for pause, shown in (("~1", True), ("~5", False)):
        made = waiting(Table.load(table.save()), [pause], clock)
        made.play()
        assert ("2 [♥J ]" in plain(made)) is shown


@pytest.mark.parametrize(("answers", "question"), [(["quit", "~5"], "Save the game first? [y/N] "), (["save /", "~5"], "> ")])
def test_other_questions_do_not_keep_it_in_view(clock: Clock, answers: list[str], question: str) -> None:
    made = waiting(START, ["draw", "discard", "look 0:1", *answers], clock)
    made.play()
    assert "♥J" not in on_screen(made)
    assert "── Cambio" in plain(made)
    assert question in plain(made)


def test_a_long_text_does_not_keep_it_in_view(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    made = waiting(START, ["draw", "discard", "look 0:1", "help", "~5", "q"], clock)
    monkeypatch.setattr(type(made.screen), "height", 8)
    made.play()
    assert "♥J" not in on_screen(made)
    assert re.search(r"5\) pass\n.*\n  a number +make the move with that number\n(?:  .*\n){5}Enter for more", plain(made))


# ---- the end of the turn, and several people

OFF = "option matching: off\n"


def test_at_the_end_of_a_turn_nobody_is_waited_for_longer_than_a_look_lasts(clock: Clock) -> None:
    made = waiting(START + OFF, ["draw", "discard", "look 0:1", "~4"], clock)
    made.play()
    assert "Press Enter when you've seen it." in made.paper.split(WIPE)[-2]
    assert "♥J" not in on_screen(made)


def test_the_clock_of_the_turn_does_not_shorten_the_look(clock: Clock) -> None:
    made = waiting(START, ["draw", "discard", "look 0:1", "~2", "~2"], clock, turn_seconds=5)
    answer = made.reader.line

    def late(prompt: str, seconds: float | None = None, again: Callable[[], None] | None = None) -> str:
        """Let the clock of the turn run out after the first two seconds of the look."""
        return answer(prompt, 2 if prompt == "> " and made.reader.answers[:1] == ["~2"] else seconds, again)

    made.reader.line = late  # type: ignore[method-assign]
    made.play()
    parts = made.paper.split(WIPE)
    told = next(number for number, part in enumerate(parts) if "Your time is up" in part)
    assert parts[told].endswith("Press Enter when you've seen it. ")
    assert "Jh" in cards_told(parts[told], made.table.game.pack)
    assert "Jh" not in cards_told("".join(parts[told + 1 :]), made.table.game.pack)


def test_people_who_share_a_keyboard_look_in_turn(clock: Clock) -> None:
    made = waiting(START + OFF, ["", "draw", "discard", "look 0:1", "~4", "", "~60"], clock, people=2)
    made.play()
    assert made.reader.asked[:1] == ["Pass the keyboard to Ana, then press Enter. "]
    hidden = [part for part in made.paper.split(WIPE) if "Press Enter to hide your cards." in part]
    assert len(hidden) == 1
    after = made.paper.split("Press Enter to hide your cards.")[-1]
    assert "Jh" not in cards_told(after, made.table.game.pack)
    assert "Pass the keyboard to Ben, then press Enter. \n" in after


def test_each_of_them_has_the_first_look_in_full(clock: Clock) -> None:
    table = Table.new("cambio", 2, seed=5)
    theirs = {event.card for event in table.events_for(1) if event.kind == "looked" and event.seat == 1}
    answers = ["", "~5", "draw", "discard", "decline", "pass", "~9", ""]
    for pause, seen in (("~3", theirs), ("~5", set())):
        made = waiting(table.copy(), [*answers, pause], clock, people=2)
        made.play()
        assert made.mode.keyboard.holder == 1
        assert on_screen(made) & theirs == seen


@pytest.mark.parametrize("options", [{}, {"matching": "snap_any", "memory_cards": 4}, {"matching": "off"}])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("people", [1, 2])
def test_after_a_look_only_open_cards_are_mentioned(clock: Clock, people: int, seed: int, options: dict[str, object]) -> None:
    """Through a whole game: after a look, the screen only mentions held cards and cards that everybody saw move."""
    made = waiting(Table.new("cambio", 3, seed=seed, options=options), [], clock, people=people)
    reader, keyboard = made.reader, made.mode.keyboard
    assert isinstance(reader, Waiting)
    looks = 0

    def patiently() -> str:
        nonlocal looks
        looks += keyboard.seconds_left() is not None
        reader.wait(10, None, None, reader.asked[-1])
        if keyboard.holder is not None and reader.asked[-1] == "> ":
            moved = {event.card for event in made.table.events_for(None) if event.source or event.target}
            assert on_screen(made) <= moved | staying(made.table.view(keyboard.holder))
        return made.like_a_bot()

    reader.otherwise = patiently
    made.play()
    assert made.table.result is not None
    assert looks


# ---- the parts


def test_only_what_lies_in_a_grid_is_turned_back() -> None:
    table = Table.from_position(START)
    for move in ("draw", "discard", "look 0:1"):
        table.play(move)
    view = table.view(0)
    assert lying(view) == {"Jh"}
    assert staying(view) == {"7d", "5s"}
    hidden = turned_back(view, {"Jh", "7d"})
    assert lying(hidden) == set()
    assert staying(hidden) == {"7d", "5s"}


def test_the_screen_keeps_few_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(screen, "write", lambda text: None)
    for number in range(50):
        screen.say(str(number))
    assert screen.said[-1] == "49"
    assert len(screen.said) <= 10
