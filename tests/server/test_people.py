"""People: names, and codes that work once, with a real store."""

import asyncio
import re
import unicodedata
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import cast

import pytest

from parlour.server.people import people as module
from parlour.server.people.people import CHARACTERS, CODE_LETTERS, COLOURS, People, Person, checked_name
from parlour.server.people.sessions import Sessions
from parlour.server.rooms.names import name_in
from parlour.server.rooms.place import Place
from parlour.server.rooms.room import Room
from parlour.server.store.store import Store
from tests.server.helpers.databases import sqlite_in


class Clock:
    """A clock that the test advances."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def sessions_of(people: People, clock: Clock) -> Sessions:
    return Sessions(cast(Store, people._store), people, clock)


def with_people(folder: Path, test: Callable[[People, Clock], Awaitable[None]]) -> None:
    """Run a test with the people of a store."""

    async def run() -> None:
        store = Store.open(sqlite_in(folder, "people.db"), "test")
        clock = Clock()
        try:
            await test(People(store, store.key(), clock), clock)
        finally:
            await store.close()

    asyncio.run(run())


def test_a_guest_has_a_friendly_name_and_is_known_again_by_the_cookie(tmp_path: Path) -> None:
    async def test(people: People, clock: Clock) -> None:
        person = await people.new()
        assert person.name.startswith("Guest ") and person.colour in COLOURS
        assert len(person.id) == 32 and person.id == person.id.casefold()
        signed_in = await sessions_of(people, clock).by_cookie(await sessions_of(people, clock).begin(person))
        assert signed_in is not None and signed_in.person == person

    with_people(tmp_path, test)


def test_a_guest_outlives_the_house(tmp_path: Path) -> None:
    cookies = []

    async def first(people: People, clock: Clock) -> None:
        cookies.append(await sessions_of(people, clock).begin(await people.rename(await people.new(), "Ana", "teal")))

    async def second(people: People, clock: Clock) -> None:
        signed_in = await sessions_of(people, clock).by_cookie(cookies[0])
        assert signed_in is not None and (signed_in.person.name, signed_in.person.colour) == ("Ana", "teal")

    with_people(tmp_path, first)
    with_people(tmp_path, second)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ana", "Ana"),
        ("  Ana \t Maria ", "Ana Maria"),
        ("x" * 24, "x" * 24),
        ("Jose\u0301", "José"),
        ("😀", "😀"),
        ("張偉", "張偉"),
        ("محمد", "محمد"),
        ("<b>&", "<b>&"),
        ("42", "42"),
        ("👨‍👩‍👧 Ann", "👨‍👩‍👧 Ann"),
        ("👩🏽‍🚀❤️‍🔥1️⃣", "👩🏽‍🚀❤️‍🔥1️⃣"),
        ("🏴󠁧󠁢󠁥󠁮󠁧󠁿🇩🇪", "🏴󠁧󠁢󠁥󠁮󠁧󠁿🇩🇪"),
        ("🫨\U0001fadf", "🫨\U0001fadf"),
        ("می‌خواهم", "می‌خواهم"),
        ("ශ්‍රී", "ශ්‍රී"),
        ("क्षत्रिय", "क्षत्रिय"),
        ("葛\U000e0100城", "葛\U000e0100城"),
        ("नि" * 24, "नि" * 24),
        ("👩‍🚀" * 20, "👩‍🚀" * 20),
        ("張" * 24, "張" * 24),
        ("﷽ Ana", "﷽ Ana"),
    ],
)
def test_good_names(given: str, shown: str) -> None:
    assert checked_name(given) == shown
    assert unicodedata.is_normalized("NFC", checked_name(given))


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 25,
        "x" * 1_000_000,
        "a\x00b",
        "a\x1b[2Jb",
        "a\u202eb",
        "a\u2066b",
        "a\u200bb",
        "\u200d",
        "a\u200db",
        "a\u200cb",
        "م\u200c",
        "\u200dم",
        "😀\u200d",
        "😀\u200d\u200d😀",
        "a\ufe0f",
        "a\U000e0067\U000e007f",
        "a\u034f",
        "a\u17b4",
        "a" + "\u0301" * 9,
        "\u0301a",
        "👩‍🚀" * 24 + "👩‍🚀",
        "👨‍👩‍👧‍👦" * 20,
        "ｙｏｕ",
        "a\ufeffb",
        "\u3164",
        "\u2800",
        "\u0301",
        "a\u00adb",
        "a\ud800b",
        "a\ue000b",
        " yoU ",
        "﷽" * 24,
        "﷽" * 5,
        "𒐫" * 24,
        "⸻" * 24,
    ],
)
def test_bad_names_get_a_sentence(name: str) -> None:
    with pytest.raises(
        ValueError, match=r"^(A name (must|can only) have .*|This name is too (long|wide).*|“.*” can't be used.*)\.$"
    ):
        checked_name(name)


def test_names_that_look_alike_get_a_number(tmp_path: Path) -> None:
    room = Room("ABCDEF")
    room.places = [Place(person="one", name="Ann"), Place(person="two", name="می‌خواهم")]
    named = [Person("three", name, "red") for name in ("ＡＮＮ", "میخواهم", "Anna")]
    assert [name_in(room, person) for person in named] == ["ＡＮＮ (2)", "میخواهم (2)", "Anna"]


def test_name_and_colour_change_alone_or_together(tmp_path: Path) -> None:
    async def test(people: People, clock: Clock) -> None:
        person = await people.new()
        named = await people.rename(person, " Ana ")
        assert (named.id, named.name, named.colour) == (person.id, "Ana", person.colour)
        coloured = await people.rename(named, colour="pink")
        assert (coloured.name, coloured.colour) == ("Ana", "pink")
        assert await people.by_id(person.id) == coloured
        with pytest.raises(ValueError, match=r"^Unknown colour. Available: red, "):
            await people.rename(coloured, colour="puce")
        drawn = await people.rename(coloured, character="owl")
        assert (drawn.name, drawn.colour, drawn.character) == ("Ana", "pink", "owl")
        with pytest.raises(ValueError, match=r"^Unknown character. Available: fox, "):
            await people.rename(drawn, character="ghost")
        coloured = await people.rename(drawn, character="")
        assert await people.by_id(person.id) == coloured

    with_people(tmp_path, test)


def test_pages_draw_the_characters_of_the_house() -> None:
    source = (Path(__file__).parents[2] / "web" / "src" / "lib" / "characters.ts").read_text(encoding="utf-8")
    names = source[source.index("NAMES = [") : source.index("];", source.index("NAMES = ["))]
    assert tuple(re.findall(r'"([a-z]+)"', names)) == CHARACTERS
    assert source.count("  animal(") == len(CHARACTERS)


def test_a_name_changed_elsewhere_is_noticed_after_a_while(tmp_path: Path) -> None:
    async def test(people: People, clock: Clock) -> None:
        other = People(people._store, people._key, clock)
        person = await people.new()
        await other.rename(person, "Ana")
        clock.now += module.CACHE_SECONDS + 1
        found = await people.by_id(person.id)
        assert found is not None and found.name == "Ana"

    with_people(tmp_path, test)


def test_the_cache_of_people_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CACHE_SIZE", 3)

    async def test(people: People, clock: Clock) -> None:
        guests = [await people.new() for _ in range(10)]
        assert len(people._cache) == 3
        for guest in guests:
            assert await people.by_id(guest.id) == guest
        assert len(people._cache) == 3

    with_people(tmp_path, test)


def test_a_code_works_once_however_it_is_typed(tmp_path: Path) -> None:
    async def test(people: People, clock: Clock) -> None:
        person = await people.new()
        code = await people.new_code(person)
        assert len(code) == 10 and set(code) <= set(CODE_LETTERS)
        typed = f" {code[:5].lower()}-{code[5:]} "
        assert await people.redeem(typed) == person
        assert await people.redeem(code) is None

    with_people(tmp_path, test)


def test_a_code_is_good_for_ten_minutes_and_only_as_it_is(tmp_path: Path) -> None:
    async def test(people: People, clock: Clock) -> None:
        person = await people.new()
        code = await people.new_code(person)
        for wrong in ("", "A" * 10, code[:-1], code + "A", "é" * 10, "\x00" * 10):
            assert await people.redeem(wrong) is None
        clock.now += 601
        assert await people.redeem(code) is None
        late = await people.new_code(person)
        clock.now += 599
        assert await people.redeem(late) == person

    with_people(tmp_path, test)


def test_the_store_knows_no_code(tmp_path: Path) -> None:
    async def test(people: People, clock: Clock) -> None:
        code = await people.new_code(await people.new())
        assert code.encode() not in b"".join(path.read_bytes() for path in tmp_path.glob("people.db*"))

    with_people(tmp_path, test)
