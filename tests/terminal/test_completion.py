"""Shell completion, and suggestions for mistyped words."""

from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from parlour.cli import main
from tests.terminal.helpers.desk import refusal, run


def completions(*words: str) -> list[str]:
    """What a shell offers for the last word."""
    *before, begun = words
    return [item.value for item in ShellComplete(main, {}, "parlour", "_PARLOUR_COMPLETE").get_completions(list(before), begun)]


def test_games_levels_rules_and_saved_houses_are_completed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))
    assert completions("play", "sw") == ["swap_switch", "swish", "switch"]
    assert completions("play", "switch", "--bots", "expert,ca") == ["expert,casual"]
    assert completions("play", "switch", "--set", "mo") == ["mode="]
    assert completions("play", "switch", "--set", "mode=c") == ["mode=cutthroat", "mode=casual"]
    assert completions("play", "--set", "mo") == []
    assert completions("play", "--house", "") == []
    run("house", "save", "family", "switch", "mode=casual", PARLOUR_HOME=str(tmp_path))
    assert completions("play", "--house", "f") == ["family"]
    assert completions("rules", "--house", "family", "--set", "mode=st") == ["mode=standard"]


def test_a_shell_gets_its_script() -> None:
    result = run(_PARLOUR_COMPLETE="bash_source")
    assert "_parlour_completion" in result.output


@pytest.mark.parametrize(
    ("words", "like"),
    [
        (("play", "swich"), "Did you mean switch?"),
        (("play", "switch", "--bots", "expret"), "Did you mean expert?"),
        (("play", "switch", "--set", "mod=casual"), "Did you mean mode?"),
        (("play", "match_mania", "--seats", "20"), "Add --set decks=2."),
    ],
)
def test_a_mistyped_word_is_answered_with_what_was_meant(words: tuple[str, ...], like: str) -> None:
    assert like in refusal(*words)


def test_a_word_like_nothing_gets_no_suggestion() -> None:
    assert "Did you mean" not in refusal("play", "zzzzzzz")
