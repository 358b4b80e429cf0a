"""House rules saved by name: the file."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import find_game, game_ids
from parlour.home.houses import LONGEST_NAME, MOST_HOUSES, Houses, SavedRules, checked_name
from tests.home.helpers.small_games import environment

pytestmark = pytest.mark.rules("MM-6.3")

FAMILY = {"stacking": "all", "jump_in": "on"}


def shelf(home: Path) -> Path:
    return home / "houses.json"


def test_house_rules_are_saved_and_found_however_they_are_written(home: Path) -> None:
    assert Houses().all() == []
    assert not home.exists()
    saved = Houses().save("Family", "match_mania", {"stacking": "ALL", "jump_in": True})
    assert saved == SavedRules("Family", "match_mania", FAMILY)
    assert Houses().all() == [saved]
    for name in ("Family", "family", " FAMILY "):
        assert Houses().find(name) == saved


def test_a_name_is_saved_once(home: Path) -> None:
    Houses().save("family", "match_mania", FAMILY)
    saved = Houses().save("FAMILY", "swish", {})
    assert Houses().all() == [saved] == [SavedRules("FAMILY", "swish", {})]


def test_house_rules_are_deleted(home: Path) -> None:
    for name in ("one", "two"):
        Houses().save(name, "match_mania", FAMILY)
    Houses().delete("One")
    assert [house.name for house in Houses().all()] == ["two"]


def test_house_rules_are_in_use_for_their_game_until_others_are(home: Path) -> None:
    assert Houses().use_none("match_mania") is None
    one = Houses().save("one", "match_mania", FAMILY)
    two = Houses().save("two", "match_mania", {})
    assert Houses().used("match_mania") is None
    assert Houses().use("ONE") == one
    assert Houses().used("match_mania") == one
    assert Houses().used("swish") is None
    Houses().use("two")
    assert Houses().used("match_mania") == two
    assert Houses().use_none("match_mania") == two
    assert Houses().used("match_mania") is None


def test_what_is_deleted_or_becomes_another_game_is_not_in_use(home: Path) -> None:
    Houses().save("one", "match_mania", FAMILY)
    Houses().use("one")
    Houses().save("one", "swish", {})
    assert Houses().used("match_mania") is None
    assert Houses().used("swish") is None
    Houses().use("one")
    Houses().delete("one")
    Houses().save("one", "swish", {})
    assert Houses().used("swish") is None


def test_saving_again_changes_what_is_in_use(home: Path) -> None:
    Houses().save("one", "match_mania", FAMILY)
    Houses().use("one")
    changed = Houses().save("One", "match_mania", {"seven_o": "on"})
    assert Houses().used("match_mania") == changed


# ---- refusals


@pytest.mark.parametrize("name", ["", " ", "-x", "a/b", "a.b", "a=b", "\x1b[2J", "a\nb\0", "x" * 41, "♥", "\udcff"])
def test_invalid_names_are_refused(home: Path, name: str) -> None:
    for use in (Houses().find, Houses().delete, Houses().use, lambda name: Houses().save(name, "swish", {})):
        with pytest.raises(ValueError, match=r"^A name must have 1 to 40 letters, digits, - or _, unlike '.*'\.$"):
            use(name)
    assert Houses().all() == []


@pytest.mark.parametrize(
    ("game", "options", "sentence"),
    [
        ("poker", {}, "Unknown game 'poker'"),
        ("match_mania", {"colour": "red"}, "Unknown option 'colour'"),
        ("match_mania", {"stacking": "some"}, "stacking must be off, twos"),
        ("match_mania", {"force_play": "on", "play_drawn": "off"}, "force_play.*play_drawn"),
    ],
)
def test_rules_that_make_no_sense_change_nothing(home: Path, game: str, options: dict[str, str], sentence: str) -> None:
    Houses().save("family", "match_mania", FAMILY)
    before = shelf(home).read_bytes()
    with pytest.raises(ValueError, match=sentence):
        Houses().save("family", game, options)
    assert shelf(home).read_bytes() == before


def test_rules_that_clash_only_at_some_tables_are_saved(home: Path) -> None:
    # 15 cards each are too many for ten seats, not for two
    assert Houses().save("large", "match_mania", {"hand_size": 15}).options == {"hand_size": "15"}


def test_unknown_names_are_refused(home: Path) -> None:
    with pytest.raises(ValueError, match=r"^Unknown house rules 'x'\. None are saved yet\.$"):
        Houses().find("x")
    Houses().save("one", "swish", {})
    Houses().save("Two", "swish", {})
    for use in (Houses().find, Houses().delete, Houses().use):
        with pytest.raises(ValueError, match=r"^Unknown house rules 'x'\. Saved: one, Two\.$"):
            use("x")


def test_the_number_of_saved_house_rules_is_limited(home: Path) -> None:
    data = {f"house {number}": {"game": "swish", "options": {}} for number in range(MOST_HOUSES)}
    home.mkdir()
    shelf(home).write_text(json.dumps({"format": 1, "houses": data, "use": {}}))
    with pytest.raises(ValueError, match=f"You already have {MOST_HOUSES} saved house rules"):
        Houses().save("one more", "swish", {})
    Houses().save("house 7", "swish", {})


@given(st.text(max_size=50))
def test_a_name_is_refused_or_stays_what_it_is(name: str) -> None:
    try:
        checked = checked_name(name)
    except ValueError as error:
        assert str(error).isprintable()
    else:
        assert checked_name(checked) == checked
        assert 1 <= len(checked) <= LONGEST_NAME
        assert checked.isprintable()


@pytest.mark.parametrize("game_id", game_ids())
def test_every_value_of_every_option_is_saved_and_means_the_same(home: Path, game_id: str) -> None:
    game = find_game(game_id)
    for name, option in game.options.items():
        values = option.values or ([option.nothing] if option.nothing else []) + [str(option.low), str(option.high)]
        for value in values:
            try:
                saved = Houses().save("any", game_id, {name: value})
            except ValueError as error:
                assert name in str(error)
                continue
            assert Houses().find("any").options == saved.options == {name: value}


# ---- damage


def good() -> dict[str, Any]:
    return {
        "format": 1,
        "houses": {
            "family": {"game": "match_mania", "options": dict(FAMILY)},
            "quick": {"game": "swish", "options": {}},
        },
        "use": {"swish": "quick"},
    }


def write(home: Path, data: object) -> bytes:
    home.mkdir(exist_ok=True)
    content = data if isinstance(data, bytes) else json.dumps(data).encode()
    shelf(home).write_bytes(content)
    return content


@pytest.mark.parametrize(
    "content",
    [
        json.dumps(good()).encode()[:-10],
        bytes(range(256)),
        b"\0" * 100,
        b"[" * 100_000,
        b"[]",
        b"7",
        b'{"houses": {}, "use": {}}',
        b'{"format": "1", "houses": {}, "use": {}}',
        b'{"format": 1, "houses": [], "use": {}}',
        b'{"format": 1, "houses": {}, "use": 3}',
        b'{"format": 1}',
    ],
)
def test_a_file_that_cannot_be_read_is_set_aside(home: Path, content: bytes) -> None:
    write(home, content)
    houses = Houses()
    assert houses.all() == []
    aside = home / "houses.damaged-1.json"
    assert houses.notice == f"The file of saved house rules was damaged: 0 could be read. It is kept as {str(aside)[:200]}."
    assert aside.read_bytes() == content
    again = Houses()
    assert again.all() == []
    assert again.notice == ""


@pytest.mark.parametrize(
    "data",
    [
        None,
        3,
        [],
        {},
        {"game": "swish"},
        {"game": 3, "options": {}},
        {"game": "swish", "options": []},
        {"game": "swish", "options": {"a": 1}},
        {"game": "swish", "options": {"a": "\x1b[2J"}},
        {"game": "swish", "options": {"a": ""}},
        {"game": "swish", "options": {str(number): "x" for number in range(201)}},
    ],
)
def test_damaged_house_rules_do_not_affect_the_others(home: Path, data: object) -> None:
    said = good()
    said["houses"]["bad"] = data
    content = write(home, said)
    houses = Houses()
    assert [house.name for house in houses.all()] == ["family", "quick"]
    assert "2 could be read" in houses.notice
    used = Houses().used("swish")
    assert used is not None and used.name == "quick"
    assert (home / "houses.damaged-1.json").read_bytes() == content


def test_a_bad_name_or_the_same_name_twice_is_damage(home: Path) -> None:
    for name in ("a/b", "FAMILY"):
        said = good()
        said["houses"][name] = {"game": "swish", "options": {}}
        write(home, said)
        houses = Houses()
        assert len(houses.all()) == 2
        assert houses.notice


def test_saving_repairs_a_damaged_file(home: Path) -> None:
    content = write(home, b"rubbish")
    houses = Houses()
    houses.save("family", "match_mania", FAMILY)
    assert "was damaged" in houses.notice
    assert (home / "houses.damaged-1.json").read_bytes() == content
    assert [house.name for house in Houses().all()] == ["family"]


def test_a_folder_in_the_place_of_the_file(home: Path) -> None:
    shelf(home).mkdir(parents=True)
    houses = Houses()
    assert houses.all() == []
    assert "It is kept as" in houses.notice
    assert (home / "houses.damaged-1.json").is_dir()


def test_a_file_of_a_newer_parlour_is_left_alone(home: Path) -> None:
    content = write(home, {**good(), "format": 2})
    for use in (Houses().all, lambda: Houses().save("x", "swish", {}), lambda: Houses().delete("family")):
        with pytest.raises(ValueError, match="written by a newer Parlour"):
            use()
    assert shelf(home).read_bytes() == content


def test_a_home_in_which_nothing_can_be_written(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = good()
    said["houses"]["bad"] = 3
    content = write(home, said)

    def refused(path: Any, flags: int, *rest: Any) -> int:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(os, "open", refused)
    houses = Houses()
    assert houses.find("family").options == FAMILY
    assert "could not be set aside. Cannot write in" in houses.notice
    with pytest.raises(ValueError, match="read-only file system"):
        Houses().save("x", "swish", {})
    assert shelf(home).read_bytes() == content


@given(st.binary(max_size=200), st.integers(0, 10**6), st.integers(0, 60))
def test_no_rubbish_stops_the_house(tmp_path_factory: pytest.TempPathFactory, rubbish: bytes, at: int, cut: int) -> None:
    path = tmp_path_factory.mktemp("fuzz") / "houses.json"
    whole = json.dumps(good()).encode()
    at %= len(whole) + 1
    damaged = whole[:at] + rubbish + whole[at + cut :]
    path.write_bytes(damaged)
    houses = Houses(path)
    try:
        found = houses.all()
    except ValueError as error:
        assert "newer Parlour" in str(error)
        return
    kept = path.with_name("houses.damaged-1.json") if houses.notice else path
    assert kept.read_bytes() == damaged
    again = Houses(path)
    assert again.all() == found
    assert again.notice == ""
    again.save("fresh", "swish", {})
    assert Houses(path).find("fresh").game == "swish"


SAVER = """
import sys
from parlour.home.houses import Houses
for number in range(15):
    Houses().save(f"{sys.argv[1]} {number}", "swish", {})
"""


def test_several_save_at_once(home: Path) -> None:
    savers = [subprocess.Popen([sys.executable, "-c", SAVER, name], env=environment(home)) for name in "abc"]
    assert [one.wait(60) for one in savers] == [0, 0, 0]
    assert len(Houses().all()) == 45
