"""Positions as text: both ways, and every error in a sentence."""

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parlour import Invalid, Table, find_game, game_ids
from parlour.core.position import LONGEST
from parlour.testing import flaw_of
from tests.core.helpers.situations import GAME, table_after

every_game = pytest.mark.parametrize("game_id", game_ids(examples=True))
PIECES = [
    "seats=2",
    "seats=99",
    "turn=1",
    "turn=7",
    "direction=-",
    "direction=?",
    "seed=5",
    "seed=x",
    "=",
    "seats",
    "seats=",
    "x=1",
]
LINES = [
    "hand 0: 8h 2c", "hand 0:", "hand 9: 8h", "hand: 8h", "hand x: 8h", "hand 0: ??", "hand 0: 8h 8h", "pile: 4d 9h",
    "pile:", "pile: -", "deck: 2s 5h", "deck:", "suit: hearts", "suit: stars", "rank: 7", "rank: Z", "penalty: 4",
    "penalty: -1", "penalty: 99999999999", "run: 5", "run: A", "phase: over", "phase: nonsense", "winners: 0",
    "winners: 0 0 9", "rest: out", "rest: deck", "rest: nowhere", "chance: 12", "chance: -1",
    "chance: 99999999999999999999", "turns: 3", "turns: 3 2", "turns: x", "grid 0: 7h 2c - Kd", "grid 1: - - - -",
    "grid 0: " + "2c " * 20, "knows 0: 0:2 0:3", "knows 0: 9:9", "knows 0: x", "held: 7h", "caller: 1",
    "caller: none", "caller: 9", "down 0: 3s - -", "option first_seat: random", "option nonsense: on", "option: on",
    "option", "since 1: 8h", "since x: 8h", "shuffles: 1", "first: 1", "seats: 3", "key: 1 2 3", "used: 5", "log: x",
    "__class__: x", ": x", ":", " : : ", "hand 0: 8h: 9h", "hand  0 : 8h", "{}: {}", "%s: %s", "hand 0: ♥8 8♥ 10h",
    "\u2028", "hand 0: r5 b+2 W", "colour: red", "top: 8h",
]  # fmt: skip


def refusal(text: object) -> str:
    """The sentence with which a text is refused."""
    with pytest.raises(Invalid) as caught:
        Table.from_position(text)  # type: ignore[arg-type]
    assert caught.value.code, caught.value
    assert not flaw_of(str(caught.value)), caught.value
    return str(caught.value)


def header(game_id: str = GAME) -> str:
    return f"{game_id} seats=2 turn=0 seed=7"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "one line that names the game"),
        ("\n\n", "one line that names the game"),
        ("deck: 2s", "one line that names the game"),
        ("GAME seats=2\nGAME seats=2", "one line that names the game"),
        ("chess seats=2", "Unknown game 'chess'"),
        ("GAME seats=1", "players"),
        ("GAME seats=two", "isn't a whole number for seats"),
        ("GAME seats=", "isn't a whole number for seats"),
        ("GAME seats=2 seats=3", "can't contain 'seats=3'"),
        ("GAME seats=2 colour=red", "can't contain 'colour=red'"),
        ("GAME seats=2 seed", "can't contain 'seed'"),
        ("GAME seats=2 turn=2", "There is no seat 2 at a table of 2"),
        ("GAME seats=2 turn=-1", "isn't a whole number"),
        ("GAME seats=2 direction=up", "A direction must be + or -"),
        ("GAME seats=2 seed=-4", "isn't a whole number"),
        ("GAME seats=2 seed=" + "9" * 79, "2^256"),
        ("GAME seats=2 seed=" + "9" * 90, "isn't a whole number"),
        ("GAME seats=2\nnonsense: 5", "has no line 'nonsense'"),
        ("GAME seats=2\n: 5", "has no line"),
        ("GAME seats=2\noption nonsense: on", "Unknown option 'nonsense'"),
        ("GAME seats=2\noption turn_seconds: 3", "The option turn_seconds must be"),
        ("GAME seats=2\nrest: nowhere", "rest"),
        ("GAME seats=2\nchance: x", "isn't a whole number for chance"),
        ("GAME seats=2\nphase: nonsense", "is not a phase"),
        ("GAME seats=2\nwinners: 7", "There is no seat 7"),
        ("GAME seats=2\nfirst: 9", "There is no seat 9"),
        ("GAME seats=2\nturn: 1", "has no line 'turn'"),
        ("GAME seats=2\nused: 5", "has no line 'used'"),
        ("GAME seats=2\ndeck: 99", "There is no card '99'"),
        ("GAME seats=2\ndeck: CARD CARD", "is in two places"),
        ("GAME seats=2\ndeck: CARD\npile: CARD", "is in two places"),
        ("GAME seats=2\ndeck: CARD\ndeck: CARD", "has 'deck' twice"),
    ],
)
def test_errors_in_a_position_are_reported_in_a_sentence(text: str, says: str) -> None:
    card = find_game(GAME).pack.names[0]
    assert says in refusal(text.replace("GAME", GAME).replace("CARD", card))


@pytest.mark.parametrize("text", [None, 7, b"x", ["x"], "x" * (LONGEST + 1)], ids=lambda text: repr(text)[:12])
def test_other_types_and_long_texts_are_refused(text: object) -> None:
    refusal(text)


@every_game
def test_a_header_alone_is_a_fresh_deal(game_id: str) -> None:
    table = Table.from_position(f"{game_id} seed=7")
    assert table.seats == find_game(game_id).usual_seats and table.must == 0
    assert table.position() == Table.from_position(table.position()).position()
    assert Table.from_position(game_id).seed == 0


@every_game
def test_spaces_blank_lines_and_order_do_not_matter(game_id: str) -> None:
    text = table_after(8, game_id=game_id).position()
    first, *lines = text.splitlines()
    for number in range(5):
        random.Random(number).shuffle(lines)
        loose = "\n\n  ".join(line.replace(":", "  :  ", 1) for line in lines)
        assert Table.from_position(f"{loose}\n\t{first}  \n").position() == text


@every_game
def test_the_rest_is_shuffled_by_the_seed_or_out(game_id: str) -> None:
    deals = {Table.from_position(f"{game_id} seats=2 seed={seed}").position().split("\n", 1)[1] for seed in range(5)}
    assert len(deals) == 5
    whole = Table.from_position(f"{game_id} seats=2 seed=1\ndeck:\nrest: out")
    assert whole.view(0).zone("deck") is not None
    assert "rest: out" in whole.position()


@every_game
def test_a_position_goes_through_saves_and_copies(game_id: str) -> None:
    table = Table.from_position(table_after(5, game_id=game_id).position())
    start = table.position()
    table.play(table.moves()[0])
    assert Table.load(table.save()).position() == table.position()
    assert table.copy().position() == table.position()
    assert table.at(0).position() == start
    table.undo()
    assert table.position() == start and table.log == []


def is_refused_or_read(text: str) -> None:
    """Check that a text is refused in a sentence, or read as a position that prints unchanged from then on."""
    try:
        table = Table.from_position(text)
    except ValueError as error:
        assert not flaw_of(str(error)), f"{text!r}: {error}"
        return
    printed = table.position()
    assert Table.from_position(printed).position() == printed
    assert (table.must is None) == (table.result is not None)
    if table.must is not None:
        assert table.moves(), text
        table.time_up()


@given(st.text())
@example("\0")
@example("seats=²")
def test_any_text_is_a_position_or_refused_in_a_sentence(text: str) -> None:
    is_refused_or_read(text)
    is_refused_or_read(f"{header()}\n{text}")


@every_game
def test_any_lines_are_a_position_or_refused_in_a_sentence(game_id: str) -> None:
    @given(st.lists(st.sampled_from(PIECES), max_size=3), st.lists(st.sampled_from(LINES), max_size=5))
    def are_read_or_refused(pieces: list[str], lines: list[str]) -> None:
        is_refused_or_read("\n".join([" ".join([game_id, *pieces]), *lines]))

    are_read_or_refused()


@every_game
def test_any_change_of_a_real_position_is_read_or_refused_in_a_sentence(game_id: str) -> None:
    texts = [table_after(moves, game_id=game_id).position() for moves in (0, 3, 10, 25)]

    @given(st.sampled_from(texts), st.data())
    def is_read_or_refused(text: str, data: st.DataObject) -> None:
        lines = text.splitlines()
        for _ in range(data.draw(st.integers(1, 3))):
            at = data.draw(st.integers(0, len(lines) - 1))
            match data.draw(st.integers(0, 3)):
                case 0:
                    lines[at] = data.draw(st.sampled_from(LINES))
                case 1:
                    words = lines[at].split(" ")
                    words[data.draw(st.integers(0, len(words) - 1))] = data.draw(
                        st.sampled_from(["0", "9", "99", "8h", "-", "none", "x", "1:1"])
                    )
                    lines[at] = " ".join(words)
                case 2:
                    lines.append(data.draw(st.sampled_from(LINES)))
                case _:
                    lines[at] = ""
        is_refused_or_read("\n".join(lines))

    is_read_or_refused()
