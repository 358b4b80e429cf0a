"""Saved games: a save that was changed or cut short, a newer one, and any other file are refused in a sentence."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import Match, Table, find_game
from parlour.core import saves
from parlour.testing import flaw_of
from tests.core.helpers.situations import GAME, finish_round, table_after

TEXT = table_after(6).save()
DATA = json.loads(TEXT)


def refusal(text: Any, load: Callable[[Any], object] = Table.load) -> str:
    """The sentence with which a text is refused."""
    with pytest.raises(ValueError) as caught:
        load(text)
    assert not flaw_of(str(caught.value)), caught.value
    return str(caught.value)


def forged(**changes: Any) -> str:
    """Return the save with changes and a matching checksum, as a careful cheat or a buggy tool would write it."""
    data = {**DATA, **changes}
    del data["check"]
    return saves.write(data.pop("parlour"), {key: value for key, value in data.items() if key != "format"})


def test_a_save_holds_all_that_is_needed_to_replay_the_game() -> None:
    assert {"game", "rules", "seats", "seed", "options", "moves"} <= set(DATA)
    assert Table.load(TEXT).save() == TEXT
    assert Table.load(forged()).save() == TEXT


@pytest.mark.parametrize("key", sorted(set(DATA) - {"check", "parlour", "format"}))
def test_a_changed_save_is_noticed(key: str) -> None:
    assert "changed or damaged" in refusal(json.dumps({**DATA, key: "changed"}))
    less = {name: value for name, value in DATA.items() if name != key}
    assert "changed or damaged" in refusal(json.dumps(less))


def test_a_save_without_its_checksum_is_refused() -> None:
    checks: list[dict[str, Any]] = [
        {},
        {"check": None},
        {"check": ""},
        {"check": 7},
        {"check": hashlib.sha256(b"").hexdigest()},
    ]
    for check in checks:
        data = {key: value for key, value in DATA.items() if key != "check"}
        assert "changed or damaged" in refusal(json.dumps({**data, **check}))


@given(st.integers(0, len(TEXT.rstrip()) - 1))
def test_a_save_that_was_cut_short_is_refused(length: int) -> None:
    refusal(TEXT[:length])


@given(st.integers(0, len(TEXT) - 1), st.characters())
def test_one_changed_letter_is_noticed_or_harmless(at: int, letter: str) -> None:
    text = TEXT[:at] + letter + TEXT[at + 1 :]
    try:
        table = Table.load(text)
    except ValueError as error:
        assert not flaw_of(str(error)), error
    else:
        assert table.save() == TEXT


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        "null",
        "[]",
        "1",
        '"text"',
        "{}",
        '{"parlour": "table"}',
        '{"parlour": ["table"]}',
        '{"parlour": {}}',
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"parlour": "chess", "format": 1}',
        '{"parlour": "table", "format": 1e999}',
        '{"parlour": "table", "seed": NaN}',
        "9" * 5000,
        "\ud800",
        "\0" * 50,
        "x" * 5_000_000,
        b"{}",
        None,
        7,
    ],
    ids=lambda text: repr(text)[:20],
)
def test_other_texts_are_refused_in_a_sentence(text: Any) -> None:
    refusal(text)
    refusal(text, Match.load)


LEAVES = st.none() | st.booleans() | st.integers() | st.text()


@given(st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8))
def test_any_json_is_refused_in_a_sentence(data: Any) -> None:
    refusal(json.dumps(data))
    refusal(json.dumps({"parlour": "table", "format": 1, "check": data}))


def test_saves_of_versions_that_do_not_exist_are_refused() -> None:
    assert "newer version of Parlour" in refusal(json.dumps({**DATA, "format": saves.FORMAT + 1}))
    version = find_game(GAME).version
    assert "newer rules" in refusal(forged(rules=version + 1))
    assert "no rules version 0" in refusal(forged(rules=0))


def test_tables_and_matches_are_not_mixed_up() -> None:
    match = Match.new(GAME, seed=1).save().rstrip()
    assert "saved match" in refusal(match)
    assert "saved table" in refusal(TEXT, Match.load)


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "chess"},
        {"game": 7},
        {"game": None},
        {"rules": True},
        {"rules": "1"},
        {"seats": 99},
        {"seats": "3"},
        {"seats": True},
        {"seed": -1},
        {"seed": "x"},
        {"seed": "9" * 81},
        {"seed": str(2**256)},
        {"seed": "٣"},
        {"options": []},
        {"options": {"nonsense": 1}},
        {"options": {"turn_seconds": [1]}},
        {"first": 99},
        {"first": -1},
        {"first": None},
        {"position": 5},
        {"position": "nonsense"},
        {"moves": {}},
        {"moves": [1]},
        {"moves": [[0]]},
        {"moves": [["0", "draw"]]},
        {"moves": [[0, 7]]},
        {"moves": [[True, "draw"]]},
        {"moves": [[0, "dance"]]},
        {"moves": [[99, "draw"]]},
        {"moves": [[-1, "draw"]]},
        {"moves": [[0, "time up", 1]]},
        {"moves": [[1, "time up"]]},
        {"moves": [[0, "x" * 1000]]},
        {"moves": [[0, ""]]},
    ],
    ids=str,
)
def test_a_forged_save_is_refused_in_a_sentence(changes: dict[str, Any]) -> None:
    refusal(forged(**changes))


def test_a_forged_move_is_named_by_its_number() -> None:
    moves = [*DATA["moves"][:2], [0, "dance"], *DATA["moves"][2:]]
    assert refusal(forged(moves=moves)).startswith("Move 3 of the saved game isn't legal: ")


def test_moves_after_the_end_are_refused() -> None:
    table = Table.new(GAME, seed=4)
    finish_round(table)
    data = json.loads(table.save())
    data["moves"].append([0, "time up"])
    body = {key: value for key, value in data.items() if key not in ("check", "parlour", "format")}
    assert "isn't legal" in refusal(saves.write("table", body))


# ---- matches ------------------------------------------------------------------------------------------------------


def two_rounds() -> Match:
    match = Match.new(GAME, seats=2, seed=3, rounds=3)
    finish_round(match.table)
    match.next_round()
    return match


def test_a_match_is_saved_with_its_rounds() -> None:
    match = two_rounds()
    again = Match.load(match.save())
    assert again.save() == match.save() and again.scores == match.scores and again.round == 2


@pytest.mark.parametrize(
    "changes",
    [
        {"past": {}},
        {"past": [7]},
        {"past": [{}]},
        {"past": [None]},
        {"table": []},
        {"table": {}},
        {"table": None},
        {"seed": 5},
        {"seed": "x"},
        {"rounds": "3"},
        {"rounds": -1},
        {"rounds": 10**9},
        {"rounds": 0, "target": 0},
        {"target": -5},
        {"target": 10, "rounds": 3},
        {"past": [{"parlour": "match"}]},
    ],
    ids=str,
)
def test_a_forged_match_is_refused_in_a_sentence(changes: dict[str, Any]) -> None:
    data = json.loads(two_rounds().save())
    body = {key: value for key, value in {**data, **changes}.items() if key not in ("check", "parlour", "format")}
    refusal(saves.write("match", body), Match.load)


def test_a_match_with_an_unfinished_round_in_its_past_is_refused() -> None:
    data = json.loads(two_rounds().save())
    data["past"][0]["moves"] = data["past"][0]["moves"][:-1]
    body = {key: value for key, value in data.items() if key not in ("check", "parlour", "format")}
    refusal(saves.write("match", body), Match.load)


def test_a_match_with_a_round_of_another_table_in_its_past_is_refused() -> None:
    data = json.loads(two_rounds().save())
    other = Table.new(GAME, seats=3, seed=4)
    finish_round(other)
    entry = {key: value for key, value in json.loads(other.save()).items() if key != "check"}
    body = {key: value for key, value in {**data, "past": [entry]}.items() if key not in ("check", "parlour", "format")}
    refusal(saves.write("match", body), Match.load)


def test_a_file_that_is_nested_to_any_depth_is_refused_in_a_sentence() -> None:
    saved = Table.new(GAME, seed=1).save().rstrip()
    for depth in range(600, 1_000):
        with pytest.raises(
            ValueError, match=r"^This (is not a saved game, or it was cut short|saved game was changed or damaged .*)\.$"
        ):
            Table.load(f'{saved[:-1]},"z":{"[" * depth}{"]" * depth}}}')


@pytest.mark.parametrize("piece", ["\ud800", {"deep": ["\udfff"]}, float("nan"), float("-inf")])
def test_what_no_other_program_could_read_is_refused(piece: Any) -> None:
    """Half a character can't be stored anywhere, and NaN is not JSON."""
    data = {key: value for key, value in {**DATA, "names": piece}.items() if key != "check"}
    text = json.dumps({**data, "check": saves._check(data)})
    assert "not a saved game" in refusal(text)
