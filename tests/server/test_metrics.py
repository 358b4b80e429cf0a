"""Metrics for Prometheus: what is counted and measured, who may read it, and the dashboard that shows it."""

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from parlour.server.ops.lag import LoopLag
from parlour.server.ops.metrics import COUNTERS, HISTOGRAMS, Metrics
from tests.contract.helpers.sources import PACKAGE, python_files
from tests.server.helpers.clients import Http
from tests.server.helpers.inside import HouseInside

ROOT = Path(__file__).parents[2]
TOKEN = "a-token-for-tests-only"


def values(text: str) -> dict[str, float]:
    """All samples without labels."""
    return {
        sample.name: sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if not sample.labels
    }


def test_counters_begin_with_nothing_and_grow() -> None:
    metrics = Metrics()
    assert values(metrics.exposition()[0].decode())["parlour_errors_total"] == 0
    metrics.count("parlour_errors_total")
    metrics.count("parlour_errors_total")
    metrics.count("parlour_moves_total", by="bot")
    text = metrics.exposition()[0].decode()
    assert values(text)["parlour_errors_total"] == 2
    assert 'parlour_moves_total{by="bot"} 1.0\n' in text
    assert "# HELP parlour_moves_total Moves made, by whom.\n" in text


def test_a_histogram_counts_what_lasted_no_longer_than_each_of_its_bounds() -> None:
    metrics = Metrics()
    for seconds in (0.002, 0.02, 20.0):
        metrics.observe("parlour_commit_seconds", seconds)
    text = metrics.exposition()[0].decode()
    for bound, count in (("0.001", 0), ("0.0025", 1), ("0.025", 2), ("10.0", 2), ("+Inf", 3)):
        assert f'parlour_commit_seconds_bucket{{le="{bound}"}} {count}.0\n' in text


def test_openmetrics_on_request() -> None:
    body, media = Metrics().exposition("application/openmetrics-text;version=1.0.0")
    assert media.startswith("application/openmetrics-text") and body.endswith(b"# EOF\n")


def test_every_counted_name_is_declared() -> None:
    used = {
        name
        for path in python_files(PACKAGE / "server")
        for name in re.findall(r'\b(?:count|observe)\(\s*"(parlour_\w+)"', path.read_text(encoding="utf-8"))
    }
    assert used == COUNTERS.keys() | HISTOGRAMS.keys()


def test_names_follow_the_conventions_of_prometheus() -> None:
    assert all(re.fullmatch(r"parlour_[a-z_]+_total", name) for name in COUNTERS)
    assert all(re.fullmatch(r"parlour_[a-z_]+_seconds", name) for name in HISTOGRAMS)


def test_the_delay_of_the_loop_is_the_longest_of_the_last_seconds() -> None:
    lag, now = LoopLag(), time.monotonic()
    assert lag.longest == 0
    lag.add(0.7, now - 100)
    lag.add(0.3, now - 5)
    lag.add(0.1, now)
    assert lag.longest == 0.3


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The metrics of a house in which a little has happened."""
    with HouseInside(tmp_path_factory.mktemp("house")) as inside:
        http = Http(inside.url)
        assert http("GET", "/api/me")[0] == 200
        status, headers, text = http.full("GET", "/metrics")
        assert (status, headers["Content-Type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")
        return text


def test_the_house_measures_itself(text: str) -> None:
    found = values(text)
    assert found["parlour_ready"] == 1
    assert found["parlour_commit_seconds_count"] > 0
    assert found["parlour_request_seconds_count"] == 1
    assert found["parlour_loop_lag_seconds"] >= 0
    assert (found["parlour_bot_queue"], found["parlour_rooms"], found["parlour_sockets"]) == (0, 0, 0)
    assert found["process_resident_memory_bytes"] > 0


def test_the_dashboard_shows_only_metrics_that_exist(text: str) -> None:
    board = json.loads((ROOT / "deploy" / "grafana.json").read_text(encoding="utf-8"))
    queries = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    named = {name for query in queries for name in re.findall(r"\b(?:parlour|process)_\w+", query)}
    exist = {sample for family in re.findall(r"^# TYPE (\w+ \w+)$", text, re.MULTILINE) for sample in _samples(*family.split())}
    assert named and named <= exist, named - exist


def _samples(name: str, kind: str) -> list[str]:
    return [f"{name}{end}" for end in ("_bucket", "_sum", "_count")] if kind == "histogram" else [name]


def test_the_dashboard_is_the_one_that_the_script_writes() -> None:
    done = subprocess.run([sys.executable, ROOT / "scripts" / "dashboard.py", "--check"])
    assert done.returncode == 0, "run python scripts/dashboard.py"


# ---- who may read them ----------------------------------------------------------------------------------------------


def test_metrics_are_for_this_machine_only_and_not_through_a_proxy(tmp_path: Path) -> None:
    with HouseInside(tmp_path) as inside:
        http = Http(inside.url)
        assert http("GET", "/metrics")[0] == 200
        for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"):
            assert http("GET", "/metrics", headers={name: "127.0.0.1"})[0] == 404


def test_metrics_with_a_token_are_for_those_who_have_it(tmp_path: Path) -> None:
    with HouseInside(tmp_path, metrics_token=TOKEN) as inside:
        http = Http(inside.url)
        for given in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": f"Basic {TOKEN}"}, {"Authorization": TOKEN}):
            status, headers, _ = http.full("GET", "/metrics", headers=given)
            assert (status, headers["WWW-Authenticate"]) == (401, "Bearer")
        good = {"Authorization": f"Bearer {TOKEN}", "X-Forwarded-For": "192.0.2.7"}
        assert http("GET", "/metrics", headers=good)[0] == 200
