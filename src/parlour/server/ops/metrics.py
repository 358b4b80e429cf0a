"""Metrics for Prometheus. They never contain a name, a room code or a card.

`COUNTERS` and `HISTOGRAMS` list all counters and histograms; each gauge is registered by the part of the server that it reads.
"""

from collections.abc import Callable

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
"""The format for Prometheus, unless it asks for OpenMetrics."""

COUNTERS: dict[str, tuple[str, ...]] = {
    "parlour_dropped_total": ("Clients dropped because they stopped reading.",),
    "parlour_errors_total": ("Unexpected errors of the server.",),
    "parlour_games_total": ("Games played to their end.", "game"),
    "parlour_limited_total": ("Requests refused or delayed by a rate limit.",),
    "parlour_moves_total": ("Moves made, by whom.", "by"),
    "parlour_reports_total": ("Reports about people.",),
    "parlour_requests_total": ("HTTP requests answered.", "method", "path", "status"),
    "parlour_rooms_opened_total": ("Rooms opened.", "game"),
    "parlour_store_errors_total": ("Failures of the database, while reading or writing.", "during"),
}
"""The help and the labels of every counter."""
HISTOGRAMS: dict[str, str] = {
    "parlour_commit_seconds": "Time of a database transaction, including its commit.",
    "parlour_move_seconds": "Time from a person's move to its answer, including half the round trip.",
    "parlour_request_seconds": "Time to answer an HTTP request.",
}
"""The help of every histogram."""
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """All metrics of one server. Counting and observing are safe from any thread."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, disable_created_metrics

        # the times at which metrics were created would double the text and are useless
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._counters = {
            name: Counter(name, help, labels, registry=self.registry) for name, (help, *labels) in COUNTERS.items()
        }
        self._labelled: dict[object, Counter] = {}
        """Counters by name and labels, because finding one takes longer than counting."""
        self._histograms = {
            name: Histogram(name, help, registry=self.registry, buckets=BUCKETS) for name, help in HISTOGRAMS.items()
        }

    def count(self, name: str, /, **labels: str) -> None:
        """Add one to a counter."""
        key = name, *labels.items()
        counter = self._labelled.get(key)
        if counter is None:
            counter = self._counters[name]
            counter = self._labelled[key] = counter.labels(**labels) if labels else counter
        counter.inc()

    def observe(self, name: str, seconds: float) -> None:
        """Add a duration to a histogram."""
        self._histograms[name].observe(seconds)

    def gauge(self, name: str, help: str, read: Callable[[], float]) -> None:
        """Register a gauge that calls this function whenever metrics are read."""
        from prometheus_client import Gauge

        Gauge(name, help, registry=self.registry).set_function(read)

    def exposition(self, accept: str = "") -> tuple[bytes, str]:
        """Return all metrics with their present values, and their media type: the one that `accept` asks for, if possible."""
        from prometheus_client.exposition import choose_encoder

        encode, media = choose_encoder(accept)
        return encode(self.registry), media


class NoMetrics(Metrics):
    """Counts nothing, for a server that nobody monitors."""

    def __init__(self) -> None:
        pass

    def count(self, name: str, /, **labels: str) -> None:
        """Do nothing."""

    def observe(self, name: str, seconds: float) -> None:
        """Do nothing."""

    def gauge(self, name: str, help: str, read: Callable[[], float]) -> None:
        """Do nothing."""

    def exposition(self, accept: str = "") -> tuple[bytes, str]:
        """Return no metrics."""
        return b"", CONTENT_TYPE
