"""House rules: every kind, bad values, clashes."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour import Match, Table, find_game, game_ids
from parlour.core import saves
from parlour.core.options import HouseOptions, between, choice, options_of, read_options, toggle
from parlour.testing import flaw_of


class House(HouseOptions):
    """One option of each kind."""

    loud: int = toggle()
    quiet: int = toggle(1)
    mode: int = choice("plain fancy wild")
    slots: int = choice("6 4 2")
    some: int = choice("off 2 4")
    cards: int = between(3, 10, 0, nothing="auto")
    turns: int = between(10, 20, 15)


OPTIONS = options_of(House)


def values(**given: object) -> dict[str, int]:
    return read_options(OPTIONS, given)


def test_defaults() -> None:
    own = {"loud": 0, "quiet": 1, "mode": 0, "slots": 0, "some": 0, "cards": 0, "turns": 15}
    assert values() == {**own, "first_seat": 0, "turn_seconds": 0}


def test_the_common_options_come_last() -> None:
    assert list(OPTIONS)[-2:] == ["first_seat", "turn_seconds"]


@pytest.mark.parametrize("yes", [True, 1, "on", "ON", "yes", "true", "1", " on "])
def test_a_toggle_is_turned_on(yes: object) -> None:
    assert values(loud=yes)["loud"] == 1


@pytest.mark.parametrize("no", [False, 0, "off", "Off", "no", "false", "0"])
def test_a_toggle_is_turned_off(no: object) -> None:
    assert values(quiet=no)["quiet"] == 0


@pytest.mark.parametrize(
    ("name", "value", "number"),
    [
        ("mode", "fancy", 1),
        ("mode", "WILD", 2),
        ("slots", 4, 1),
        ("slots", "4", 1),
        ("some", 4, 2),
        ("cards", "auto", 0),
        ("cards", 3, 3),
        ("cards", "10", 10),
        ("turns", 20, 20),
        ("turn_seconds", "off", 0),
        ("turn_seconds", 30, 30),
    ],
)
def test_a_value_is_read(name: str, value: object, number: int) -> None:
    assert values(**{name: value})[name] == number


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("loud", 2),
        ("loud", "maybe"),
        ("loud", None),
        ("loud", ""),
        ("mode", "plainer"),
        ("mode", 1),
        ("mode", True),
        ("slots", 1),
        ("slots", 5),
        ("slots", True),
        ("slots", 4.0),
        ("mode", ["plain"]),
        ("cards", 2),
        ("cards", 11),
        ("cards", 0),
        ("cards", -3),
        ("cards", True),
        ("cards", 3.0),
        ("cards", "3.5"),
        ("cards", "٣"),
        ("cards", "off"),
        ("cards", "9" * 400),
        ("turns", "auto"),
        ("turns", None),
        ("turns", {}),
        ("turn_seconds", 4),
        ("turn_seconds", 601),
        ("first_seat", "seat1"),
    ],
)
def test_a_bad_value_is_refused_in_a_sentence(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=rf"^The option {name} must be ") as caught:
        values(**{name: value})
    assert not flaw_of(str(caught.value))


def test_an_unknown_option_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="Unknown option 'loudness'") as caught:
        values(loudness=1)
    assert not flaw_of(str(caught.value).replace("_", " "))


@given(st.sampled_from(sorted(OPTIONS)), st.text(max_size=30) | st.integers() | st.floats() | st.none() | st.booleans())
def test_any_value_is_read_or_refused_in_a_sentence(name: str, value: object) -> None:
    try:
        number = values(**{name: value})[name]
    except ValueError as error:
        assert str(error).startswith(f"The option {name} must be ") and str(error).endswith(".")
    else:
        assert OPTIONS[name].read(name, OPTIONS[name].text(number)) == number


def test_options_describe_themselves() -> None:
    assert OPTIONS["loud"].kind == "toggle" and OPTIONS["mode"].kind == "choice" and OPTIONS["turns"].kind == "number"
    assert OPTIONS["loud"].range_text == "off or on"
    assert OPTIONS["mode"].range_text == "plain, fancy or wild"
    assert OPTIONS["cards"].range_text == "auto or 3 to 10"
    assert OPTIONS["turns"].range_text == "10 to 20"
    assert [OPTIONS["cards"].text(0), OPTIONS["cards"].text(4)] == ["auto", "4"]


@pytest.mark.parametrize(
    ("name", "given"),
    [("loud", True), ("mode", "wild"), ("slots", 4), ("some", "off"), ("some", "4"), ("cards", "auto"), ("cards", 4)],
)
def test_a_value_comes_back_in_its_own_type(name: str, given: object) -> None:
    """A choice gives numbers if all its values are numbers, and names otherwise."""
    back = OPTIONS[name].python(values(**{name: given})[name])
    assert (back, type(back)) == (given, type(given))


@pytest.mark.parametrize("given", [4, "4"])
def test_a_number_of_a_choice_comes_back_from_tables_saves_and_matches(given: object) -> None:
    """Files of earlier versions store the number as text."""
    table = Table.new("swish", 2, seed=1, options={"face_down": given})
    match = Match.new("swish", 2, seed=1, options={"face_down": given}, rounds=2)
    saved = {**saves.read("table", table.save()), "options": {**table.options, "face_down": given}}
    old = saves.write("table", {key: saved[key] for key in saved if key not in ("parlour", "format")})
    for found in (table, Table.load(old), Table.load(table.save()), match.table, Match.load(match.save()).table):
        assert found.options["face_down"] == 4 and type(found.options["face_down"]) is int
        assert "option face_down: 4\n" in found.position()


@pytest.mark.parametrize("game_id", game_ids(examples=True))
def test_presets_say_values_as_tables_do(game_id: str) -> None:
    game = find_game(game_id)
    for preset in game.presets:
        table = Table.new(game_id, options=preset.options)
        assert {name: table.options[name] for name in preset.options} == preset.options


@pytest.mark.parametrize("game_id", game_ids(examples=True))
@pytest.mark.rules("ALL-6", "ALL-8")
def test_every_game_has_the_common_options(game_id: str) -> None:
    game = find_game(game_id)
    assert {"first_seat", "turn_seconds"} <= set(game.options)
    table = Table.new(game_id, seed=1)
    assert table.options["first_seat"] == "seat0" and table.options["turn_seconds"] == "off"


@pytest.mark.parametrize("game_id", game_ids(examples=True))
@pytest.mark.parametrize("bad", [{"turn_seconds": 1}, {"nonsense": True}, {"first_seat": "dealer"}])
def test_a_game_refuses_bad_options_in_a_sentence(game_id: str, bad: dict[str, Any]) -> None:
    with pytest.raises(ValueError) as caught:
        Table.new(game_id, options=bad)
    assert str(caught.value)[0].isupper() and str(caught.value).endswith(".")


@pytest.mark.parametrize("game_id", game_ids(examples=True))
@pytest.mark.parametrize("seats", [0, 1, -1, 21, 99, 2.0, "2", True])
def test_a_game_refuses_a_wrong_number_of_seats_in_a_sentence(game_id: str, seats: object) -> None:
    with pytest.raises(ValueError, match=r" is for \d+ to \d+ players, not .*\.$"):
        Table.new(game_id, seats)  # type: ignore[arg-type]


@pytest.mark.parametrize(("low", "high", "start"), [(3, 8, 99), (3, 8, 2), (8, 3, 5)])
def test_a_number_whose_default_is_out_of_bounds_is_refused(low: int, high: int, start: int) -> None:
    with pytest.raises(ValueError, match=f"^the default {start} is not between {low} and {high}$"):
        between(low, high, start)
