"""An added game: a folder copied under another name keeps the whole contract, and a broken copy is detected."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour import Table, find_game, game_ids
from parlour.core import texts
from parlour.core.chance import Dice
from parlour.core.game import Game
from parlour.core.state import Record
from parlour.fast.compiler import from_row, to_row
from parlour.fast.playout import make_playouts
from parlour.lessons import lessons_of
from parlour.terminal.new_game import write_copy
from parlour.testing import (
    CHECKS,
    check_blind_advice,
    check_bot,
    check_clock,
    check_compiled,
    check_conservation,
    check_ends,
    check_game,
    check_golden,
    check_knowledge,
    check_labels,
    check_lessons,
    check_moves,
    check_picture,
    check_redeal,
    check_refusals,
    check_replayed_secrets,
    check_round_trips,
    check_rules,
    check_secrets,
    check_turns,
    check_uniform,
    check_views,
    check_words,
)
from parlour.testing import compiled as compiled_rules
from parlour.testing.__main__ import main
from parlour.testing.compiled import Compiled
from parlour.testing.golden import golden_game, golden_text
from tests.contract.helpers.rooms import forgotten_games, room

__all__ = ["forgotten_games", "room"]

SIXTH = "sixth_game"


def smallest() -> str:
    """Return the game with the least code."""
    return min(
        game_ids(examples=True), key=lambda game_id: sum(path.stat().st_size for path in find_game(game_id).folder.glob("*.py"))
    )


def test_a_copied_folder_is_a_game(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = find_game(smallest())
    shutil.copytree(source.folder, room / SIXTH, ignore=shutil.ignore_patterns("__pycache__", "golden"))
    opening = room / SIXTH / "__init__.py"
    text = opening.read_text(encoding="utf-8")
    assert text.count(f'id="{source.id}"') == 1
    opening.write_text(text.replace(f'id="{source.id}"', f'id="{SIXTH}"'), encoding="utf-8")
    assert SIXTH in game_ids(examples=True)
    # Compiling is checked on the games of the house.
    monkeypatch.setattr("parlour.testing.is_available", lambda module: False)
    check_game(SIXTH, games=6)
    assert parlour.Table.new(SIXTH, seed=1).game.folder == room / SIXTH


def test_the_copy_has_left_no_trace() -> None:
    assert SIXTH not in game_ids(examples=True)
    with pytest.raises(ValueError, match="Unknown game"):
        find_game(SIXTH)


# ---- broken games -------------------------------------------------------------------------------------------------
# Each case breaks one piece of a game of the house; `good` is the intact game and `s` its state.

BROKEN: dict[str, tuple[Callable[..., object], str]] = {
    "unseen is too small": (check_knowledge, "unseen=lambda s, seat: 0"),
    "unseen is too large": (check_knowledge, "unseen=lambda s, seat: good.cards_in_play(s)"),
    "redeal does nothing": (check_uniform, "redeal=lambda s, seat: None"),
    "redeal looks at another seat": (check_redeal, "redeal=lambda s, seat: good.redeal(s, (seat + 1) % s.seats)"),
    "redeal loses a card": (check_redeal, "redeal=lose_one"),
    "the clock cannot move": (check_clock, "time_up=lambda s: 1 / 0"),
    "the clock does nothing": (check_clock, "time_up=lambda s: None"),
    "a move loses a card": (
        check_conservation,
        "act=lambda s, seat, action: (good.act(s, seat, action), lose_one(s, seat))[0]",
    ),
    "a move is listed twice": (check_moves, "choices=lambda s, seat: [*good.choices(s, seat), *good.choices(s, seat)]"),
    "a move is not listed": (check_moves, "choices=lambda s, seat: list(good.choices(s, seat))[1:]"),
    "a move is listed that is none": (check_moves, "choices=lambda s, seat: [*good.choices(s, seat), Choice('dance', ())]"),
    "may holds must": (check_moves, "may=lambda s: good.may(s) | 1 << good.must(s) if good.must(s) >= 0 else 0"),
    "may holds everyone": (check_moves, "may=lambda s: (1 << s.seats) - 1 & ~(1 << good.must(s)) if good.must(s) >= 0 else 0"),
    "words break": (check_refusals, "parse=lambda s, seat, text: good.parse(s, seat, text) if text.isascii() else 1 / 0"),
    "a refusal is no sentence": (check_refusals, "reason=lambda s, seat, action: 'illegal'"),
    "a refusal tells where a card is": (check_secrets, "reason=tell_tale"),
    "the view shows the deck": (check_views, "scene=open_deck"),
    "the prompt tells of the deck": (check_secrets, "scene=hint"),
    "an event tells of the deck": (check_replayed_secrets, "act=tell_of_deck"),
    "the deal is not repeated": (check_words, "setup=lambda s: (random.shuffle(s.key), good.setup(s))[1]"),
    "the game never ends": (check_ends, "must=lambda s: max(good.must(s), 0)"),
    "nobody wins": (check_ends, "setup=lambda s: good.setup(s), act=no_winners"),
    "a line is forgotten": (check_round_trips, "settle=lambda s, said: (good.settle(s, said), setattr(s, 'turns', 0))[0]"),
    "a kind of event has no text": (check_words, "kinds={**good.kinds, 998: Kinds().add('danced')}"),
    "the bot looks at the next seat's hand": (
        check_blind_advice,
        "advise=lambda s, seat, dice: good.advise(s, seat, dice) if s.hands[(seat + 1) % s.seats] & 0xFF else -1",
    ),
    "the bot looks at the deck": (
        check_blind_advice,
        "advise=lambda s, seat, dice: good.advise(s, seat, dice) if s.deck_size and s.deck[s.deck_size - 1] & 1 else -1",
    ),
    "the bot loses on purpose": (check_bot, "advise=worst"),
    "turns are not limited": (check_turns, "act=lambda s, seat, action: endless(s, seat, action)"),
    "a kind of event has no name": (check_words, "kinds={**good.kinds, 999: next(iter(good.kinds.values()))}"),
}

HEAD = """
import random
from dataclasses import replace
from parlour.core.events import PASSED, Kinds, tell
from parlour.core.view import Choice
from parlour.games.{source} import GAME as good


def lose_one(s, seat):
    if s.deck_size:
        s.deck_size -= 1


def tell_tale(s, seat, action):
    return f"The next card is {{good.pack.sign(s.deck[s.deck_size - 1])}}."


def tell_of_deck(s, seat, action):
    good.act(s, seat, action)
    if s.deck_size:
        tell(s, PASSED, seat, -1, s.deck[0] & 1)


def open_deck(s, viewer):
    scene = good.scene(s, viewer)
    cards = tuple(good.pack.name(card) for card in s.value("deck"))
    return replace(scene, zones=tuple(replace(zone, cards=cards) if zone.kind == "deck" else zone for zone in scene.zones))


def hint(s, viewer):
    scene = good.scene(s, viewer)
    return replace(scene, prompt="Hurry." if s.deck_size and s.deck[s.deck_size - 1] & 1 else "Wait.")


def worst(s, seat, dice):
    actions = [action for action in range(63) if good.legal(s, seat) >> action & 1]
    return actions[-1] if actions[-1] >= 52 else min(actions, key=lambda card: (card % 13 != 6, card % 13))


def endless(s, seat, action):
    limit, s.max_turns = s.max_turns, 1 << 30
    good.act(s, seat, action)
    s.max_turns = limit


def no_winners(s, seat, action):
    good.act(s, seat, action)
    s.winners = 0


GAME = replace(good, id="{game}", {spoilt})
"""


@pytest.mark.parametrize("flaw", BROKEN)
def test_a_broken_game_is_detected(flaw: str, room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check, spoilt = BROKEN[flaw]
    monkeypatch.setattr("parlour.testing.clock.BOUND", 3000)
    (room / "broken_game").mkdir()
    (room / "broken_game" / "__init__.py").write_text(
        HEAD.format(source=smallest(), game="broken_game", spoilt=spoilt), "utf-8"
    )
    with pytest.raises(AssertionError) as caught:
        for seed in range(1, 8):
            check("broken_game", seed=seed)
    assert "broken_game: " in str(caught.value)


SPOILT_FILES: dict[str, tuple[Callable[..., object], str, str, str]] = {
    "a move has no label": (check_labels, "texts.json", '"word.', '"unword.'),
    "a house rule has no entry": (check_rules, "RULES.md", "`hand_size`", "`hands`"),
    "the rule sheet has another title": (check_rules, "RULES.md", "# ", "# Not "),
    "the rule sheet has no tips": (check_rules, "RULES.md", "## Tips", "## Ideas"),
    "the picture has a script": (check_picture, "picture.svg", "</svg>", "<script/></svg>"),
    "the picture needs another file": (check_picture, "picture.svg", "</svg>", '<image href="x.png"/></svg>'),
    "the picture is cut off": (check_picture, "picture.svg", "</svg>", ""),
}


@pytest.mark.parametrize("flaw", SPOILT_FILES)
def test_a_broken_file_is_detected(flaw: str, room: Path) -> None:
    check, name, old, new = SPOILT_FILES[flaw]
    write_copy(find_game("crazy_eights"), SIXTH, room / SIXTH)
    check(SIXTH, games=3)
    path = room / SIXTH / name
    assert old in path.read_text("utf-8")
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    texts.forget()
    if flaw == "the rule sheet has another title":
        path.write_text("# Another game\n" + path.read_text("utf-8"), "utf-8")
    with pytest.raises(AssertionError, match=f"^{SIXTH}: "):
        check(SIXTH, games=3)


LESSON = """
[[lesson]]
id = "NAME"
position = \"\"\"
sixth_game seats=2 turn=0
hand 0: Qh 8d 6d
hand 1: Qc 9d
pile: 9h
deck: 2s 3s
\"\"\"
[[lesson.task]]
accept = ["play Qh"]
again = ["play"]
replies = ["1 play Qc"]
leads_to = ["hand 0: 6d 8d"]
"""
SPOILT_LESSONS: dict[str, tuple[str, str]] = {
    "a move cannot be made": ('accept = ["play Qh"]', 'accept = ["play 6d"]'),
    "a reply cannot be made": ("1 play Qc", "1 play 9d"),
    "it leads elsewhere": ("hand 0: 6d 8d", "hand 0: 6d"),
    "nobody can be answered so": ('again = ["play"]', 'again = ["pass"]'),
    "it has no words": ('id = "first"', 'id = "wordless"'),
    "there are too few": ('id = "five"', 'id = "five"\nextra = true'),
}


LESSON_IDS = ("first", "two", "three", "four", "five")
LESSON_WORDS = {"": "A title", ".1.do": "Play it.", ".1.done": "It fits.", ".1.again.play": "Keep the 8."}


@pytest.mark.parametrize("flaw", SPOILT_LESSONS)
def test_broken_lessons_are_detected(flaw: str, room: Path) -> None:
    write_copy(find_game("crazy_eights"), SIXTH, room / SIXTH)
    path = room / SIXTH / "texts.json"
    words = {f"lesson.{name}{key}": said for name in LESSON_IDS for key, said in LESSON_WORDS.items()}
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | words), "utf-8")
    sound = "".join(LESSON.replace("NAME", name) for name in LESSON_IDS)
    check_these_lessons(room, sound)
    old, new = SPOILT_LESSONS[flaw]
    assert old in sound
    with pytest.raises(AssertionError, match=SIXTH):
        check_these_lessons(room, sound.replace(old, new))


def check_these_lessons(room: Path, lessons: str) -> None:
    (room / SIXTH / "lessons.toml").write_text(lessons, "utf-8")
    lessons_of.cache_clear()
    check_lessons(SIXTH)


# ---- compiled rules -----------------------------------------------------------------------------------------------


def miscounting(rule: Callable[..., None]) -> Callable[..., None]:
    def miscount(s: Any, *rest: Any) -> None:
        rule(s, *rest)
        s.turns += 1

    return miscount


SPOILT_RULES: dict[str, Callable[[Game], Any]] = {
    "act": lambda good: miscounting(good.act),
    "setup": lambda good: miscounting(good.setup),
    "advise": lambda good: lambda s, seat, dice: 62 - good.advise(s, seat, dice),
    "redeal": lambda good: lambda s, seat: None,
    "hand_points": lambda good: lambda s, seat: good.hand_points(s, seat) + 1,
}
"""A wrong version of each rule, as a faulty compiler could produce it."""


def as_compiled(good: Game, wrong: Game) -> Compiled:
    """Return the rules of one game, with those of another one in place of their compiled forms, run over the same rows."""

    def on_rows(function: Callable[..., Any], *kinds: type[Record] | None) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            records = [kind() if kind else None for kind in kinds] + [None] * (len(given) - len(kinds))
            for record, row in zip(records, given, strict=True):
                if record is not None:
                    from_row(row, record)
            result = function(*(row if record is None else record for record, row in zip(records, given, strict=True)))
            for record, row in zip(records, given, strict=True):
                if record is not None:
                    to_row(record, row)
            return result

        return call

    state = good.state
    return Compiled(
        good,
        make_playouts(good).step,
        on_rows(make_playouts(wrong).step, state, Dice),
        on_rows(compiled_rules.world_rule(wrong), state, state, Dice),
        on_rows(wrong.advise, state, None, Dice),
        on_rows(compiled_rules.questions_rule(wrong), state),
        on_rows(wrong.setup, state),
    )


@pytest.mark.parametrize("rule", SPOILT_RULES)
def test_a_rule_that_differs_when_compiled_is_detected(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled here: tests/fast/test_parity.py compiles the rules of every game."""
    good = find_game(smallest())
    monkeypatch.setattr(compiled_rules, "compiled_game", lambda game_id: as_compiled(good, good))
    check_compiled(good.id, games=3)
    spoilt: dict[str, Any] = {rule: SPOILT_RULES[rule](good)}
    wrong = replace(good, **spoilt)
    monkeypatch.setattr(compiled_rules, "compiled_game", lambda game_id: as_compiled(good, wrong))
    with pytest.raises(AssertionError, match=f"^{good.id}: "):
        check_compiled(good.id, games=3)


def test_every_check_has_a_game_that_fails_it() -> None:
    detected = {check for check, *_ in (*BROKEN.values(), *SPOILT_FILES.values())}
    assert {*CHECKS.values(), check_uniform} == detected | {check_lessons}


# ---- the report ---------------------------------------------------------------------------------------------------


def test_one_report_names_every_flaw(room: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.testing.is_available", lambda module: False)
    write_copy(find_game("crazy_eights"), SIXTH, room / SIXTH)
    (room / SIXTH / "picture.svg").write_text("no picture")
    assert main(["check", SIXTH, "--games", "1"]) == 1
    said = capsys.readouterr()
    assert "✓ hidden cards\n" in said.out and "– golden games\n    There are none. To write them: " in said.out
    assert "– compiled rules\n    They were not checked" in said.out
    assert "✗ picture\n    sixth_game: picture.svg cannot be read" in said.out
    assert said.err == "Sixth Game fails 1 check.\n"
    monkeypatch.setattr("parlour.testing.CHECKS", {"picture": check_picture})
    with pytest.raises(AssertionError, match=r"picture\.svg cannot be read"):
        check_game(SIXTH, games=1)


# ---- golden games and the command line ----------------------------------------------------------------------------


def test_a_golden_game_that_changed_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = golden_text(golden_game(smallest(), 2, 1))
    monkeypatch.setattr("parlour.testing.golden.golden_files", lambda game_id: [tmp_path / "one.txt"])
    (tmp_path / "one.txt").write_text(text, "utf-8")
    check_golden(smallest())
    (tmp_path / "one.txt").write_text(text.replace("scores: ", "scores: 1"), "utf-8")
    with pytest.raises(AssertionError, match=r"golden game one\.txt was"):
        check_golden(smallest())


def test_the_command_line_checks_and_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.testing.is_available", lambda module: False)
    assert main(["check", smallest(), "--games", "1"]) == 0
    assert "passes all checks" in capsys.readouterr().out
    assert main(["golden", smallest(), "--seats", "2", "--seed", "3"]) == 0
    printed = capsys.readouterr().out
    assert golden_text(golden_game(smallest(), 2, 3)) == printed
    assert main(["golden", smallest(), "--folder", str(tmp_path)]) == 0
    assert len(list(tmp_path.glob("*.txt"))) == 3
    capsys.readouterr()
    assert main(["saves", smallest(), "--games", "2"]) == 0
    for kept in json.loads(capsys.readouterr().out):
        table = Table.load(json.dumps(kept["save"]))
        assert table.result is not None and table.position() == kept["position"]
        assert [*kept["result"]] == [list(table.result.winners), list(table.result.scores)]
    assert main(["check", "chess"]) == 1
    assert "Unknown game" in capsys.readouterr().err
