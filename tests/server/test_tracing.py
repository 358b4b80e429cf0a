"""Traces: off unless a collector is set; then it is sent a span of every request and of every commit."""

import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.server.helpers.clients import Http, house_in

TRACE = "0af7651916cd43dd8448eb211c80319c"


class Collector(HTTPServer):
    """Receives traces like an OpenTelemetry collector."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), CollectorHandler)
        self.got: list[ExportTraceServiceRequest] = []

    @property
    def spans(self) -> dict[str, str]:
        """The trace of every span by its name."""
        parts = [scope for request in self.got for resource in request.resource_spans for scope in resource.scope_spans]
        return {span.name: span.trace_id.hex() for part in parts for span in part.spans}


class CollectorHandler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        assert isinstance(self.server, Collector) and self.path == "/v1/traces"
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            import gzip

            body = gzip.decompress(body)
        self.server.got.append(ExportTraceServiceRequest.FromString(body))
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        return


def test_requests_and_commits_are_sent_to_the_collector(tmp_path: Path) -> None:
    collector = Collector()
    threading.Thread(target=collector.serve_forever, daemon=True).start()
    with house_in(tmp_path, "--otel", f"http://127.0.0.1:{collector.server_port}") as house:
        http = Http(house.url)
        assert http("GET", "/api/rooms/BBBBBB", headers={"traceparent": f"00-{TRACE}-b7ad6b7169203331-01"})[0] == 404
        assert house.stop() == 0
    collector.shutdown()
    collector.server_close()
    assert collector.spans["GET /api/rooms/{code}"] == TRACE
    assert "commit" in collector.spans
    assert b"BBBBBB" not in b"".join(request.SerializeToString() for request in collector.got)


def test_without_the_packages_it_says_which_to_install(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "sys.modules['opentelemetry'] = None\n"
        "from parlour.cli import main\n"
        f"main(['serve', '--port', '0', '--database', 'sqlite:///{tmp_path}/house.db', '--otel', 'http://127.0.0.1:1'])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "Traces need packages that are not installed: install parlour[otel], or leave out --otel.\n"


def test_a_house_without_traces_imports_nothing_of_them(tmp_path: Path) -> None:
    script = "import sys, parlour.server.program.process\nassert 'opentelemetry' not in sys.modules\n"
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)
