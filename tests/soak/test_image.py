"""The steps of the Dockerfile in a fresh copy of the sources: the pages are built, and the installed house shows them.

Needs the network, as building the image does. `make test` runs the last step alone (tests/server/test_deploy.py).
"""

import os
import re
import subprocess
import sys
import tarfile
import urllib.request
from pathlib import Path

import pytest

from tests.server.helpers.clients import READY

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")
ROOT = Path(__file__).parents[2]


def test_the_image_is_built_from_the_sources_alone(tmp_path: Path) -> None:
    archive, source = tmp_path / "source.tar", tmp_path / "source"
    subprocess.run(["git", "archive", "-o", archive, "HEAD"], cwd=ROOT, check=True)
    with tarfile.open(archive) as files:
        files.extractall(source, filter="data")
    environment = {**os.environ, "PYTHON": sys.executable, "EXTRAS": "postgres"}
    environment.pop("PYTHONPATH", None)
    for step in ("pages", "offline", f"install {tmp_path}/parlour {tmp_path}/data"):
        subprocess.run(["sh", "scripts/image.sh", *step.split()], cwd=source, env=environment, check=True, timeout=1800)
    environment |= {"PARLOUR_HOME": str(tmp_path / "data"), "PYTHONUNBUFFERED": "1"}
    serve: list[str | Path] = [tmp_path / "parlour" / "bin" / "parlour", "serve", "--port", "0"]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True, cwd=tmp_path, env=environment) as house:
        assert house.stdout is not None
        found = READY.search(house.stdout.readline())
        assert found
        with urllib.request.urlopen(found[1], timeout=20) as answer:
            page = answer.read().decode()
        assert '<meta name="house"' in page, "people can keep the house on their devices"
        (script,) = re.findall(r'<script [^>]*src="([^"]+\.js)"', page)
        with urllib.request.urlopen(f"{found[1]}/{script.lstrip('/')}", timeout=20) as answer:
            assert answer.status == 200 and len(answer.read()) > 10_000
        house.terminate()
        assert house.wait(20) == 0
