"""Figures of a running house in the text format of Prometheus (0.0.4). No name, code or card is ever in them."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Protocol, TypeVar

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Bounds of a histogram of short times."""

SAYS = {
    "parlour_dropped_total": "Clients dropped because they took nothing any more.",
    "parlour_rooms_total": "Rooms opened.",
    "parlour_errors_total": "Mistakes of the house that it had not foreseen.",
    "parlour_games_total": "Games played to their end.",
    "parlour_moves_total": "Moves made, by whom.",
    "parlour_requests_total": "HTTP requests answered.",
    "parlour_limited_total": "Requests refused because there were too many.",
}
"""What the counters of the house count."""

Labels = tuple[str, ...]


class Metric(Protocol):
    """Something that is counted or measured."""

    kind: str
    name: str
    says: str

    def lines(self) -> list[str]:
        """Its samples as text."""


M = TypeVar("M", bound=Metric)


class Counter:
    """A number that only grows, one for each combination of the values of its labels."""

    kind = "counter"

    def __init__(self, name: str, says: str, labels: Labels = ()) -> None:
        self.name = name
        self.says = says
        self.labels = labels
        self.values: dict[Labels, float] = {} if labels else {(): 0}

    def add(self, *values: str, count: float = 1) -> None:
        """Count something, with the values of the labels in their order."""
        if len(values) != len(self.labels):
            raise ValueError(f"{self.name} has the labels {self.labels}, not {values}.")
        self.values[values] = self.values.get(values, 0) + count

    def lines(self) -> list[str]:
        """One line for each combination of labels."""
        return [
            f"{self.name}{_labels(dict(zip(self.labels, values, strict=True)))} {_number(count)}"
            for values, count in sorted(self.values.items())
        ]


class Gauge:
    """A number that is asked for when somebody looks."""

    kind = "gauge"

    def __init__(self, name: str, says: str, ask: Callable[[], float]) -> None:
        self.name = name
        self.says = says
        self.ask = ask

    def lines(self) -> list[str]:
        """The number as it is now."""
        return [f"{self.name} {_number(self.ask())}"]


class Histogram:
    """How often a measured value was at most so much."""

    kind = "histogram"

    def __init__(self, name: str, says: str, bounds: Sequence[float] = SECONDS) -> None:
        self.name = name
        self.says = says
        self.bounds = tuple(bounds)
        self.counts = [0] * (len(self.bounds) + 1)
        self.sum = 0.0

    def add(self, value: float) -> None:
        """Count a value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value

    def lines(self) -> list[str]:
        """The number of values up to each bound, their sum and their number."""
        names = [*map(_number, self.bounds), "+Inf"]
        totals = list(accumulate(self.counts))
        buckets = [f'{self.name}_bucket{{le="{name}"}} {total}' for name, total in zip(names, totals, strict=True)]
        return [*buckets, f"{self.name}_sum {_number(self.sum)}", f"{self.name}_count {totals[-1]}"]


class Metrics:
    """All figures of one house, by name."""

    def __init__(self) -> None:
        self._all: dict[str, Metric] = {}

    def counter(self, name: str, says: str, *labels: str) -> Counter:
        """The counter of this name, made if need be."""
        return self._kept(Counter(name, says, labels))

    def count(self, name: str, /, **labels: str) -> None:
        """Count something by the name of its counter, which is made with these labels if need be."""
        counter = self._all.get(name)
        if not isinstance(counter, Counter):
            counter = self.counter(name, SAYS.get(name, name), *labels)
        counter.add(*labels.values())

    def gauge(self, name: str, says: str, ask: Callable[[], float]) -> Gauge:
        """A gauge that asks this function."""
        return self._kept(Gauge(name, says, ask))

    def histogram(self, name: str, says: str, bounds: Sequence[float] = SECONDS) -> Histogram:
        """The histogram of this name, made if need be."""
        return self._kept(Histogram(name, says, bounds))

    def _kept(self, metric: M) -> M:
        old = self._all.setdefault(metric.name, metric)
        if not isinstance(old, type(metric)):
            raise ValueError(f"There is a {old.kind} {metric.name} already.")
        return old

    def text(self) -> str:
        """All figures as they are now."""
        lines = []
        for name, metric in sorted(self._all.items()):
            lines += [f"# HELP {name} {_escaped(metric.says)}", f"# TYPE {name} {metric.kind}", *metric.lines()]
        return "\n".join(lines) + "\n"


def _labels(labels: Mapping[str, str]) -> str:
    pairs = ",".join(f'{name}="{_escaped(value, quotes=True)}"' for name, value in labels.items())
    return f"{{{pairs}}}" if pairs else ""


def _escaped(text: str, *, quotes: bool = False) -> str:
    text = text.replace("\\", "\\\\").replace("\n", "\\n")
    return text.replace('"', '\\"') if quotes else text


def _number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(float(value))
