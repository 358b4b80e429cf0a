"""Several people at one keyboard: nobody sees another person's cards."""

import re

import pytest

from parlour import Table, game_ids
from parlour.terminal.drawing import cards_in
from parlour.terminal.screen import WIPE
from tests.terminal.helpers.desk import Desk, cards_told, desk, run

TWO = """switch seats=2 turn=0
hand 0: 8h 2c 7d
hand 1: Ks 3s
pile: 4d 9h
deck: 2s 5h 6h 7h 9c
"""


LONG_ENOUGH = 100


def allowed(table: Table, viewer: int | None) -> set[str]:
    """Return every card that a viewer sees or has been told about."""
    told = {event.card for event in table.events_for(viewer) if event.card is not None}
    return cards_in(table.view(viewer)) | told


def watch(sitting: Desk) -> None:
    """Fail as soon as the screen shows anything that its reader may not know, including leftovers from another person."""

    known: dict[object, set[str]] = {}
    badges: set[str] = set()

    def check(text: str) -> None:
        visible = sitting.paper[max(sitting.paper.rfind(WIPE), 0) :]
        viewer = sitting.mode.keyboard.holder
        moment = (len(sitting.table.log), viewer)
        if moment not in known:
            known[moment] = allowed(sitting.table, viewer)
            badges.update(badge.value for badge in sitting.table.view(None).badges)
        assert cards_told(visible, sitting.table.game.pack) <= known[moment] | badges, (viewer, visible)

    sitting.screen.listeners.append(check)


@pytest.mark.parametrize("people", [2, 3])
@pytest.mark.parametrize("game_id", game_ids())
def test_the_screen_never_reveals_secrets(game_id: str, people: int) -> None:
    sitting = desk(Table.new(game_id, 3, seed=people), people=people, as_terminal=True)
    sitting.reader.otherwise = lambda: "quit" if len(sitting.table.log) >= LONG_ENOUGH else sitting.like_a_bot()
    watch(sitting)
    sitting.play()
    assert sitting.paper.count(WIPE) > 10


CUT_INS = [("switch", {"mode": "casual", "interrupts": "on"}), ("switch", {"mode": "cutthroat", "interrupts": "on"})]


@pytest.mark.parametrize(("game_id", "options"), CUT_INS)
def test_the_screen_reveals_nothing_when_people_cut_in(game_id: str, options: dict[str, str]) -> None:
    sitting = desk(Table.new(game_id, 4, seed=7, options=options), people=3, as_terminal=True)
    watch(sitting)

    def eagerly() -> str:
        """Take the chance to cut in every third time, if everybody is asked."""
        if sitting.mode.keyboard.holder is None and len(sitting.reader.asked) % 3 == 0:
            return next((str(seat) for seat in sitting.table.may if seat < 3), "")
        return sitting.like_a_bot()

    sitting.reader.otherwise = eagerly
    sitting.play()
    assert sitting.table.result is not None


def test_a_pipe_gets_a_line_between_people_and_no_codes() -> None:
    paper = desk(Table.from_position(TWO), ["draw", "draw"], people=2, names="Ana,Ben").play()
    assert "\x1b" not in paper
    first, second, third = paper.split("The keyboard passes to ")[1:]
    assert first.startswith("Ana.\n\n====")
    assert second.startswith("Ben.\n\n====")
    assert third.startswith("Ana.\n\n====")
    assert "♠2" in first
    assert "♠2" not in second
    assert "Ana draws a card." in second
    assert "♠3 ♠K" in second


def test_a_screen_does_not_depend_on_other_peoples_cards() -> None:
    other = TWO.replace("Ks 3s", "6h 5h").replace("2s 5h 6h 7h 9c", "2s 3s Ks 7h 9c")
    papers = [desk(Table.from_position(text), ["hint", "8h"], people=2).play() for text in (TWO, other)]
    segments = [paper.split("The keyboard passes to ")[1] for paper in papers]
    assert segments[0] == segments[1]


def test_at_a_terminal_the_keyboard_is_passed_with_enter() -> None:
    sitting = desk(Table.from_position(TWO), ["", "draw", "", ""], people=2, names="Ana,Ben", as_terminal=True)
    sitting.play()
    assert sitting.reader.asked[:5] == [
        "Pass the keyboard to Ana, then press Enter. ",
        "> ",
        "Press Enter to hide your cards. ",
        "Pass the keyboard to Ben, then press Enter. ",
        "> ",
    ]


def test_undo_and_position_are_not_for_several_people() -> None:
    paper = desk(Table.from_position(TWO), ["undo", "position", "y"], people=2).play()
    assert "You can only take moves back when you play alone against bots." in paper
    assert "Several people play here" in paper
    assert "hand 1:" not in paper


# ---- cutting in

OPEN = """switch seats=3 turn=2
hand 0: 9s 2c Kd
hand 1: 8h 4c 4s
hand 2: Ks 3s 6c
pile: 4d 9d
deck: 2s 5h 6h 7h 9c
option interrupts: on
"""


def test_everybody_is_asked_at_once_so_that_the_question_tells_nothing() -> None:
    paper = desk(Table.from_position(OPEN), people=2, names="Ana,Ben").play()
    assert "Ada is next: press Enter to continue. To cut in first, type your name: Ana or Ben." in " ".join(paper.split())


def test_a_person_who_types_their_name_gets_the_keyboard_and_may_cut_in() -> None:
    sitting = desk(Table.from_position(OPEN), ["ana", "9s"], people=2, names="Ana,Ben")
    paper = sitting.play()
    assert "You may act out of turn" in paper
    assert sitting.table.log == [(0, "play 9s")]


def test_only_the_person_concerned_learns_that_they_cannot_cut_in() -> None:
    sitting = desk(Table.from_position(OPEN), ["1", "nobody", "help", "", ""], people=2, names="Ana,Ben")
    paper = sitting.play()
    assert "You have no card to jump in with." in paper
    assert "Nobody here has that name." in paper
    assert "leave the table" in paper
    assert sitting.table.log[0][0] == 2


def test_the_next_person_takes_the_keyboard_with_the_answer() -> None:
    start = OPEN.replace("turn=2", "turn=0").replace("hand 2: Ks", "hand 2: 9c Ks").replace("7h 9c", "7h")
    sitting = desk(Table.from_position(start), ["", "9s"], people=2, names="Ana,Ben", as_terminal=True)
    paper = sitting.play()
    assert sitting.table.log == [(0, "play 9s")] or sitting.table.log[0][0] == 2
    assert not re.search("Pass the keyboard to Ana", paper)


# ---- a card that was looked at

LOOK = """cambio seats=2 turn=0
grid 0: Qh Jh Kh Th
grid 1: Qc Jc Kc Tc
knows 0:
knows 1:
pile: 5s
deck: 7d 2d 3d 4d 6d
option matching: off
"""


@pytest.mark.skipif("cambio" not in game_ids(), reason="needs a game in which players look at cards")
def test_a_card_looked_at_is_gone_after_it_was_seen() -> None:
    sitting = desk(Table.from_position(LOOK), ["draw", "discard", "look 0:1", ""], as_terminal=True)
    paper = sitting.play()
    assert sitting.reader.asked[3] == "Press Enter when you've seen it. "
    before, after = paper.split("Press Enter when you've seen it.")
    assert "Jh" in cards_told(before.split(WIPE)[-1], sitting.table.game.pack)
    assert after.lstrip().startswith(WIPE)
    assert "Jh" not in cards_told(after, sitting.table.game.pack)


@pytest.mark.skipif("cambio" not in game_ids(), reason="needs a game in which players look at cards")
def test_the_result_of_the_next_move_stays_when_the_glimpse_is_wiped() -> None:
    start = LOOK.replace("option matching: off\n", "")
    sitting = desk(Table.from_position(start), ["draw", "discard", "look 0:1", "match slot 2"], as_terminal=True)
    after = sitting.play().split(WIPE)[-1]
    assert after.startswith("You try to match with your slot 2")
    assert "You look at" not in after


@pytest.mark.skipif("cambio" not in game_ids(), reason="needs a game in which players look at cards")
def test_the_log_does_not_remember_for_a_person() -> None:
    sitting = desk(Table.from_position(LOOK), ["draw", "discard", "look 0:1", "log"])
    log = sitting.play().split("> log\n")[1]
    assert "You look at your slot 2." in log


@pytest.mark.skipif("cambio" not in game_ids(), reason="needs a game with slots")
@pytest.mark.parametrize(("as_terminal", "line", "logged"), [(True, "swap slot 3", "swap 2"), (False, "swap 2", "swap 2")])
def test_a_slot_by_its_number_alone_is_asked_about_at_a_keyboard(as_terminal: bool, line: str, logged: str) -> None:
    """A bare number counts from 0 in scripts, but slots count from 1 at the table."""
    sitting = desk(Table.from_position(LOOK), ["draw", "swap 2", line], as_terminal=as_terminal)
    paper = sitting.play()
    assert "swap slot 3" in paper
    assert ("Slots count from 1 here and are written with their name, e.g. “swap slot 1”." in paper) == as_terminal
    assert sitting.table.log[1] == (0, logged)


def test_a_piped_game_of_people_only() -> None:
    result = run("play", "switch", "--seats", "2", "--people", "2", "--seed", "5", typed="draw\n" * 6)
    assert result.exit_code == 0
    assert result.output.count("The keyboard passes to") == 7
    assert "\x1b" not in result.output
