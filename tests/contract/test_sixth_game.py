"""An added game: a folder copied under another name keeps the whole contract, and a broken copy is detected."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import parlour
from parlour import Table, find_game, game_ids
from parlour.core import texts
from parlour.terminal.new_game import write_copy
from parlour.testing import (
    check_blind_advice,
    check_bot,
    check_clock,
    check_conservation,
    check_ends,
    check_game,
    check_golden,
    check_knowledge,
    check_labels,
    check_moves,
    check_picture,
    check_redeal,
    check_refusals,
    check_round_trips,
    check_rules,
    check_secrets,
    check_turns,
    check_uniform,
    check_views,
    check_words,
)
from parlour.testing.__main__ import main
from parlour.testing.golden import golden_game, golden_text
from tests.contract.helpers.rooms import room

__all__ = ["room"]

SIXTH = "sixth_game"


def smallest() -> str:
    """The game with the least to read."""
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
# Each takes a game of the house and spoils one piece; `good` is the sound game and `s` its state.

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
from parlour.core.events import Kinds
from parlour.core.view import Choice
from parlour.games.{source} import GAME as good


def lose_one(s, seat):
    if s.deck_size:
        s.deck_size -= 1


def tell_tale(s, seat, action):
    return f"The next card is {{good.pack.sign(s.deck[s.deck_size - 1])}}."


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


def test_one_report_names_every_flaw(room: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.testing.is_available", lambda module: False)
    write_copy(find_game("crazy_eights"), SIXTH, room / SIXTH)
    (room / SIXTH / "picture.svg").write_text("no picture")
    assert main(["check", SIXTH, "--games", "1"]) == 1
    said = capsys.readouterr()
    assert "✓ hidden cards\n" in said.out and "✗ picture\n    sixth_game: picture.svg cannot be read" in said.out
    assert said.err == "Sixth Game fails 1 check.\n"
    with pytest.raises(AssertionError, match=r"picture\.svg cannot be read"):
        check_game(SIXTH, games=1)


# ---- golden games and the command line ----------------------------------------------------------------------------


def test_a_golden_game_that_changed_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = golden_text(golden_game(smallest(), 2, 1))
    monkeypatch.setattr("parlour.testing.golden.golden_files", lambda game_id: [tmp_path / "one.txt"])
    (tmp_path / "one.txt").write_text(text, "utf-8")
    check_golden(smallest())
    (tmp_path / "one.txt").write_text(text.replace("scores: ", "scores: 1"), "utf-8")
    with pytest.raises(AssertionError, match=r"golden game one\.txt reads"):
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
