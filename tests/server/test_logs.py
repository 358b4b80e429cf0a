"""The log of the server: as text or as JSON, with the id of the request, and never with the message of an error."""

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.server.ops.logs import configure_logging, request_id
from tests.server.helpers.clients import Http, house_in
from tests.server.helpers.inside import HouseInside

logger = logging.getLogger("parlour.server")


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    names = ("parlour.server", "uvicorn", "asyncio")
    before = [(log, log.handlers[:], log.level, log.propagate) for log in map(logging.getLogger, names)]
    yield
    for log, handlers, level, propagate in before:
        log.handlers[:], log.level, log.propagate = handlers, level, propagate


def lines(out: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_json_has_time_level_message_and_request_id() -> None:
    out = io.StringIO()
    configure_logging("INFO", "json", out)
    logger.info("Restored %d games.", 3)
    token = request_id.set("abc-1")
    logger.warning("Slow.")
    request_id.reset(token)
    logger.debug("Not logged.")
    first, second = lines(out)
    assert {**first, "time": ""} == {"time": "", "level": "info", "logger": "parlour.server", "message": "Restored 3 games."}
    assert first["time"].endswith("+00:00")
    assert (second["level"], second["request_id"]) == ("warning", "abc-1")


def test_json_tells_the_place_of_an_error_and_not_its_message() -> None:
    out = io.StringIO()
    configure_logging("INFO", "json", out)
    try:
        raise ValueError("the queen of hearts")
    except ValueError:
        logger.exception("It failed.")
    (line,) = lines(out)
    assert line["message"] == "It failed."
    assert line["error"].startswith("ValueError at server/test_logs.py:")
    assert "queen" not in out.getvalue()


def test_text_names_the_request_too() -> None:
    out = io.StringIO()
    configure_logging("INFO", "text", out)
    token = request_id.set("abc-1")
    logger.info("Slow.")
    request_id.reset(token)
    assert out.getvalue().endswith("INFO parlour.server: Slow. [request abc-1]\n")


def test_every_response_has_an_id_of_its_own(tmp_path: Path) -> None:
    with HouseInside(tmp_path) as inside:
        http = Http(inside.url)
        ids = {
            http.full("GET", path, headers={"X-Request-ID": "mine"})[1]["X-Request-ID"] for path in ("/", "/health", "/none")
        }
        assert len(ids) == 3 and "mine" not in ids


def test_a_valid_id_of_a_trusted_proxy_is_kept(tmp_path: Path) -> None:
    with HouseInside(tmp_path, behind_proxy=("127.0.0.1",)) as inside:
        http = Http(inside.url)
        assert http.full("GET", "/health", headers={"X-Request-ID": "edge-7"})[1]["X-Request-ID"] == "edge-7"
        for bad in ("x" * 65, "a b", ""):
            assert http.full("GET", "/health", headers={"X-Request-ID": bad})[1]["X-Request-ID"] != bad


def test_a_house_logs_json_with_the_id_that_it_answers(tmp_path: Path) -> None:
    with house_in(tmp_path, "--log-format", "json", "--log-level", "debug") as house:
        id = Http(house.url).full("GET", "/api/rooms/BBBBBB")[1]["X-Request-ID"]
        house.stop()
        told = [json.loads(line) for line in house.said if line.startswith("{")]
    (line,) = [line for line in told if line.get("request_id") == id]
    assert line["level"] == "debug" and line["message"].startswith("GET /api/rooms/{code} 404 in ")
