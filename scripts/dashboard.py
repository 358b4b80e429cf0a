"""Writes the Grafana dashboard deploy/grafana.json from the panels below (`--check`: only compares it)."""

import json
import sys
from pathlib import Path

FILE = Path(__file__).parent.parent / "deploy" / "grafana.json"
SOURCE = {"type": "prometheus", "uid": "${source}"}
WIDTH, HEIGHT, ACROSS = 8, 7, 3
QUANTILES = (0.5, 0.95, 0.99)

Queries = dict[str, str]
"""PromQL by legend."""


def quantiles(metric: str) -> Queries:
    """Return the median, the 95th and the 99th percentile of a histogram."""
    return {f"p{100 * q:.0f}": f"histogram_quantile({q}, sum by (le) (rate({metric}_bucket[5m])))" for q in QUANTILES}


PANELS: list[tuple[str, str, Queries]] = [
    ("Ready", "bool", {"{{instance}}": "parlour_ready"}),
    ("Connected clients", "short", {"{{instance}}": "parlour_sockets"}),
    ("Rooms in memory", "short", {"{{instance}}": "parlour_rooms"}),
    ("Moves per second", "ops", {"{{by}}": "sum by (by) (rate(parlour_moves_total[5m]))"}),
    ("Time to answer a move", "s", quantiles("parlour_move_seconds")),
    ("Time of a commit", "s", quantiles("parlour_commit_seconds")),
    ("Delay of the event loop", "s", {"{{instance}}": "parlour_loop_lag_seconds"}),
    ("Bots that wait for a thread", "short", {"{{instance}}": "parlour_bot_queue"}),
    ("Writes that wait for the database", "short", {"{{instance}}": "parlour_store_queue"}),
    ("HTTP requests per second", "reqps", {"{{status}}": "sum by (status) (rate(parlour_requests_total[5m]))"}),
    ("Time to answer an HTTP request", "s", quantiles("parlour_request_seconds")),
    (
        "Refused and dropped per second",
        "ops",
        {"limited": "sum(rate(parlour_limited_total[5m]))", "dropped": "sum(rate(parlour_dropped_total[5m]))"},
    ),
    (
        "Errors per second",
        "ops",
        {
            "server": "sum(rate(parlour_errors_total[5m]))",
            "database, {{during}}": "sum by (during) (rate(parlour_store_errors_total[5m]))",
        },
    ),
    (
        "Rooms opened and games finished per hour",
        "short",
        {"rooms": "sum(increase(parlour_rooms_opened_total[1h]))", "games": "sum(increase(parlour_games_total[1h]))"},
    ),
    ("Memory", "bytes", {"{{instance}}": "process_resident_memory_bytes"}),
]


def panel(number: int, title: str, unit: str, queries: Queries) -> dict[str, object]:
    """Return one graph of the dashboard."""
    place = {"x": number % ACROSS * WIDTH, "y": number // ACROSS * HEIGHT, "w": WIDTH, "h": HEIGHT}
    targets = [
        {"refId": chr(ord("A") + i), "expr": query, "legendFormat": legend, "datasource": SOURCE}
        for i, (legend, query) in enumerate(queries.items())
    ]
    return {
        "id": number + 1,
        "type": "timeseries",
        "title": title,
        "datasource": SOURCE,
        "gridPos": place,
        "fieldConfig": {"defaults": {"unit": unit, "min": 0}, "overrides": []},
        "targets": targets,
    }


def dashboard() -> str:
    """Return the dashboard as Grafana imports it."""
    source = {"name": "source", "label": "Prometheus", "type": "datasource", "query": "prometheus"}
    board = {
        "uid": "parlour",
        "title": "Parlour",
        "schemaVersion": 39,
        "refresh": "30s",
        "time": {"from": "now-6h", "to": "now"},
        "templating": {"list": [source]},
        "panels": [panel(number, *row) for number, row in enumerate(PANELS)],
    }
    return json.dumps(board, indent=2) + "\n"


def main() -> int:
    """Write the file, or with `--check` say whether it is up to date."""
    if sys.argv[1:] == ["--check"]:
        return int(FILE.read_text(encoding="utf-8") != dashboard())
    FILE.write_text(dashboard(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
