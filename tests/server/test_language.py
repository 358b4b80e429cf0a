"""A house in several languages: everybody is answered in their own."""

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from parlour import find_game, game_ids
from parlour.core import texts
from parlour.server.api import catalogue
from tests.helpers.pseudo import PSEUDO, is_wrapped, write_pseudo
from tests.server.helpers.clients import Client, HouseProcess, Http, house_in

ASKED = {"Accept-Language": f"{PSEUDO}, en;q=0.5"}
SMALL = min(game_ids(), key=lambda game: find_game(game).most_seats)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    folder = tmp_path_factory.mktemp("house")
    write_pseudo(folder)
    with house_in(folder, environment={texts.EXTRA: str(folder)}) as house:
        yield house
    assert not [line for line in house.said if "Traceback" in line or "ERROR" in line], "".join(house.said)


def test_games_and_levels_are_told_in_the_language_asked_for(house: HouseProcess) -> None:
    _, told = Http(house.url)("GET", "/api/games", headers=ASKED)
    said: list[str] = [level[part] for level in told["levels"] for part in ("label", "says")]
    for game in told["games"]:
        said += [game["name"], game["pitch"], *game["words"].values()]
        said += [preset[part] for preset in game["presets"] for part in ("name", "says")]
        for option in game["options"]:
            labels = [label for label in option["labels"] if not label.isdecimal()]
            said += [option["label"], option["says"], *labels, *filter(None, [option["nothing_label"]])]
            assert len(option["labels"]) == len(option["values"])
    assert [text for text in said if not is_wrapped(text)] == []
    _, english = Http(house.url)("GET", "/api/games")
    assert [level["name"] for level in english["levels"]] == [level["name"] for level in told["levels"]]
    assert not any("‹" in game["name"] for game in english["games"])


def test_the_texts_of_the_pages(house: HouseProcess) -> None:
    _, told = Http(house.url)("GET", "/api/texts", headers=ASKED)
    assert told["language"] == PSEUDO
    assert told["languages"] == [{"code": "en", "name": "English"}, {"code": PSEUDO, "name": "‹English›"}]
    house_texts = texts.read_texts(texts.FOLDER / "en.json")
    wanted = {key for key in house_texts if not key.startswith(catalogue.NOT_ON_PAGES)}
    assert told["texts"].keys() == wanted and all(map(is_wrapped, told["texts"].values()))
    assert Http(house.url)("GET", "/api/texts")[1] == {**told, "language": "en", "texts": {}}


async def _seated(house: HouseProcess) -> tuple[Client, Client]:
    """Two at a table: one reads the made-up language, one English."""
    odd, plain = Client(house.url), Client(house.url)
    await odd.open(f"?lang={PSEUDO}")
    await plain.open()
    code = await odd.make_room(SMALL, 2)
    await plain.done("enter", room=code)
    await plain.done("sit")
    await odd.done("start")
    for client in (odd, plain):
        await client.until(client.has_update)
    return odd, plain


def _is_past(client: Client, number: int) -> bool:
    return bool(client.update["number"] > number)


def _told(client: Client) -> list[str]:
    view: dict[str, Any] = client.view
    return [event["text"] for event in client.events] + [view["prompt"], *(badge["text"] for badge in view["badges"])]


def test_everybody_at_a_table_is_told_in_their_own_language(house: HouseProcess) -> None:
    async def play() -> None:
        odd, plain = await _seated(house)
        for _ in range(12):
            mover = next(client for client in (odd, plain) if client.my_turn)
            number = mover.update["number"]
            assert (await mover.move(mover.view["moves"][0]["words"]))["type"] == "done"
            for client in (odd, plain):
                await client.until(partial(_is_past, client, number))
            if odd.view["must"] is None:
                break
        assert [text for text in _told(odd) if not is_wrapped(text)] == []
        assert [text for text in _told(plain) if "‹" in text] == []
        assert [event["key"] for event in odd.events if event["key"] not in texts.english()] == []
        for client, wraps in ((odd, True), (plain, False)):
            why = (await client.move("dance"))["why"]
            assert is_wrapped(why) is wraps, why
        await odd.close()
        await plain.close()

    asyncio.run(play())


def test_a_socket_in_an_unknown_language_is_refused(house: HouseProcess) -> None:
    async def knock() -> None:
        with pytest.raises((ConnectionClosed, InvalidStatus)):
            await Client(house.url).open("?lang=tlh")

    asyncio.run(knock())
    assert Http(house.url)("GET", "/api/texts", headers={"Accept-Language": "tlh"})[1]["language"] == "en"


def test_a_refusal_over_http_is_in_the_language_asked_for(house: HouseProcess, tmp_path: Path) -> None:
    _, answer = Http(house.url)("POST", f"/api/games/{SMALL}/check", {"seats": 1}, ASKED)
    assert is_wrapped(answer["why"])


def test_a_game_whose_texts_are_incomplete_does_not_hide_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    missing, *others = game_ids()
    found = texts.catalogue()
    found.made.pop(catalogue.game_infos, None)
    with monkeypatch.context() as patched:
        patched.delitem(found.texts, f"{missing}.option.{next(iter(find_game(missing).options))}.says")
        assert [info.id for info in catalogue.game_infos()] == others
    found.made.pop(catalogue.game_infos)
    assert [info.id for info in catalogue.game_infos()] == game_ids()
