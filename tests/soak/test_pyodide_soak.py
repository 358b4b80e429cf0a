"""A thousand games of every kind under random house rules in Python for browsers, in Node and in Chromium."""

import json
import os
import random
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Route, sync_playwright

from parlour import game_ids
from parlour.fast import ahead, kernels
from tests.browser.helpers.chromium import launch
from tests.helpers.kernels import built_folder
from tests.helpers.pyodide import CODE, OFFLINE, ROOT, in_node, in_this_python, kernel_files, parts, random_jobs

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")

GAMES = 1_000
SEED = int(os.environ.get("PARLOUR_SOAK_SEED", "0")) or random.SystemRandom().randrange(1 << 40)
PLAY = """async ({told, kernels, code, jobs}) => {
    const [{ played }, { loadPyodide }] = await Promise.all(
        ["/tests/offline/played.mjs", `${told.at}/${told.python}/pyodide.mjs`].map(name => import(name)));
    const read = async name => new Uint8Array(await (await fetch(name)).arrayBuffer());
    const files = await Promise.all(Object.entries(kernels).map(async ([name, path]) => [name, await read(path)]));
    const options = {
        indexURL: `${told.at}/${told.python}/`,
        stdLibURL: `${told.at}/${told.library}`,
        lockFileContents: JSON.stringify(told.lock),
    };
    return await played(loadPyodide, options, await read(`${told.at}/${told.house}`), files, code, jobs);
}"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *about: object) -> None:
        pass


def give(path: Path, route: Route) -> None:
    """Answer a request with a file."""
    route.fulfill(path=path)


@pytest.mark.parametrize("game_id", game_ids())
def test_a_thousand_games_are_the_same_in_python_for_browsers(game_id: str, tmp_path: Path) -> None:
    print(f"{game_id}: seed {SEED}")
    rng = random.Random(SEED)
    files = kernel_files(game_id, built_folder(game_id, (ahead.WASM,)))
    jobs = [job for way in (kernels.INTERPRETED, kernels.WASM) for job in random_jobs(game_id, GAMES, rng, way)]
    assert in_node(jobs, files, tmp_path) == in_this_python(jobs)


@pytest.mark.parametrize("game_id", game_ids())
def test_a_thousand_games_are_the_same_with_the_kernel_in_chromium(game_id: str) -> None:
    print(f"{game_id}: seed {SEED}")
    jobs = random_jobs(game_id, GAMES, random.Random(SEED), kernels.WASM)
    files = kernel_files(game_id, built_folder(game_id, (ahead.WASM,)))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=ROOT))
    Thread(target=server.serve_forever, daemon=True).start()
    told = {**parts(), "at": f"/{OFFLINE.relative_to(ROOT).as_posix()}"}
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        page.route("**/empty", lambda route: route.fulfill(body="", content_type="text/html"))
        page.goto(f"http://127.0.0.1:{server.server_port}/empty")
        for name, path in files.items():
            page.route(f"**/kernel/{name}", partial(give, path))
        addresses = {name: f"/kernel/{name}" for name in files}
        found = page.evaluate(PLAY, {"told": told, "kernels": addresses, "code": CODE, "jobs": json.dumps(jobs)})
        browser.close()
    server.shutdown()
    assert json.loads(found) == in_this_python(jobs)
