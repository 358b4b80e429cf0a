"""Figures in the text format of Prometheus."""

import re

import pytest

from parlour.server.metrics import Metrics

PAIR = r'[a-z]+="(\\.|[^"\\\n])*"'
LINE = re.compile(rf"[a-zA-Z_:][a-zA-Z0-9_:]*(\{{{PAIR}(,{PAIR})*\}})? -?[0-9.e+-]+|# (HELP|TYPE) .+")


def test_counters_gauges_and_histograms() -> None:
    metrics = Metrics()
    moves = metrics.counter("moves_total", "Moves made.", "by")
    moves.add("bot")
    moves.add("bot", count=2)
    moves.add("person")
    metrics.gauge("rooms", "Rooms.", lambda: 3)
    times = metrics.histogram("seconds", "Times.", (0.1, 1.0))
    for value in (0.05, 0.1, 0.5, 7):
        times.add(value)
    assert metrics.text() == (
        "# HELP moves_total Moves made.\n"
        "# TYPE moves_total counter\n"
        'moves_total{by="bot"} 3\n'
        'moves_total{by="person"} 1\n'
        "# HELP rooms Rooms.\n"
        "# TYPE rooms gauge\n"
        "rooms 3\n"
        "# HELP seconds Times.\n"
        "# TYPE seconds histogram\n"
        'seconds_bucket{le="0.1"} 2\n'
        'seconds_bucket{le="1"} 3\n'
        'seconds_bucket{le="+Inf"} 4\n'
        "seconds_sum 7.65\n"
        "seconds_count 4\n"
    )


def test_a_counter_without_labels_begins_with_nothing() -> None:
    metrics = Metrics()
    metrics.counter("errors_total", "Errors.")
    assert "errors_total 0\n" in metrics.text()


def test_counting_by_name() -> None:
    metrics = Metrics()
    metrics.count("parlour_moves_total", by="clock")
    metrics.count("parlour_moves_total", by="clock")
    metrics.count("parlour_errors_total")
    assert "# HELP parlour_moves_total Moves made, by whom.\n" in metrics.text()
    assert 'parlour_moves_total{by="clock"} 2\n' in metrics.text()
    assert "parlour_errors_total 1\n" in metrics.text()


def test_the_same_name_is_the_same_figure() -> None:
    metrics = Metrics()
    metrics.counter("a_total", "A.").add()
    metrics.counter("a_total", "A.").add()
    assert "a_total 2\n" in metrics.text()
    with pytest.raises(ValueError, match="There is a counter a_total already"):
        metrics.gauge("a_total", "A.", lambda: 1)
    with pytest.raises(ValueError, match="labels"):
        metrics.counter("a_total", "A.").add("strange")


def test_labels_and_help_are_escaped() -> None:
    metrics = Metrics()
    metrics.counter("a_total", 'Says "a"\nand \\b.', "what").add('x"\n\\y')
    assert metrics.text() == ('# HELP a_total Says "a"\\nand \\\\b.\n# TYPE a_total counter\na_total{what="x\\"\\n\\\\y"} 1\n')
    assert all(LINE.fullmatch(line) for line in metrics.text().splitlines())
