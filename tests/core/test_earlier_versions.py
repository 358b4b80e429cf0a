"""Games saved under earlier versions of the rules still open, and end as they did."""

import json
from pathlib import Path
from typing import Any

import pytest

from parlour import Table, find_game

FILES = sorted((Path(__file__).parent.parent / "versions").glob("*.json"))


def saved_games() -> list[Any]:
    """Each saved game, with the name of its file and its number there."""
    return [
        pytest.param(path.stem, game, id=f"{path.stem} {number}")
        for path in FILES
        for number, game in enumerate(json.loads(path.read_text(encoding="utf-8")))
    ]


def facts(position: str) -> set[str]:
    """Return the lines of a position, except the one that names the version."""
    return {line for line in position.splitlines() if not line.startswith("rules:")}


@pytest.mark.parametrize(("name", "game"), saved_games())
def test_a_game_of_an_earlier_version_ends_as_it_did(name: str, game: dict[str, Any]) -> None:
    table = Table.load(json.dumps(game["save"]))
    assert table.version == int(name.rpartition("-")[2])
    assert facts(table.position()) == facts(game["position"])
    result = [table.result.winners, table.result.scores] if table.result else None
    assert result == game["result"]


def test_every_earlier_version_has_games() -> None:
    names = {path.stem for path in FILES}
    for game_id in {name.rpartition("-")[0] for name in names}:
        assert {f"{game_id}-{version}" for version in range(1, find_game(game_id).version)} <= names


def test_a_table_can_be_dealt_by_an_earlier_version() -> None:
    table = Table.new("cambio", 2, seed=1, version=1)
    assert table.version == 1
    assert Table.load(table.save()).version == 1
    with pytest.raises(ValueError, match="no rules version 0"):
        Table.new("cambio", 2, version=0)
    with pytest.raises(ValueError, match="newer rules"):
        Table.new("cambio", 2, version=99)
