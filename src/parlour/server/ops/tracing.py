"""Traces for OpenTelemetry: one span per HTTP request and per commit. Off unless a collector is set.

Spans contain paths without their parameters, statuses and counts; never a name, a room code or a card.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

NOT_INSTALLED = "Traces need packages that are not installed: install parlour[otel], or leave out --otel."


class Tracing:
    """Sends spans to a collector, in a thread of its own. Spans that the collector does not accept are dropped."""

    def __init__(self, url: str, server: str, version: str) -> None:
        try:
            from opentelemetry import propagate, trace
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
            from opentelemetry.sdk.resources import Resource
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import BatchSpanProcessor
        except ImportError:
            raise ValueError(NOT_INSTALLED) from None
        about = {"service.name": "parlour", "service.instance.id": server, "service.version": version}
        self._provider = TracerProvider(resource=Resource.create(about), shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=f"{url}/v1/traces")))
        self._tracer = self._provider.get_tracer("parlour")
        self._server_kind = trace.SpanKind.SERVER
        self._extract = propagate.extract

    @contextmanager
    def request(self, headers: Mapping[str, str]) -> Iterator[Any]:
        """Open the span of an HTTP request, as part of the trace that its headers name, if any."""
        context = self._extract(headers)
        with self._tracer.start_as_current_span("request", context=context, kind=self._server_kind) as span:
            yield span

    def commit(self, began: int, ended: int, writes: int) -> None:
        """Record a commit between two times in nanoseconds."""
        self._tracer.start_span("commit", start_time=began, attributes={"parlour.writes": writes}).end(ended)

    def close(self) -> None:
        """Send the remaining spans and stop."""
        self._provider.shutdown()
