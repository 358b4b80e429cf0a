"""Faults of the house in the page: each ends in a sentence and a way to continue, and no game is lost."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.helpers.player import Player
from tests.browser.helpers.site import (
    OPENING,
    Site,
    changed,
    copied,
    dealt,
    expect_expert,
    landing,
    prepared,
    site_at,
    wait_until,
    wait_until_kept,
    with_kernels,
    with_worker,
)
from tests.browser.helpers.tables import FEW, TABLE
from tests.helpers import SOAK
from tests.helpers.kernels import SMALLEST

GAME = FEW[0]
MARK = "A newer house of card games"
DESCRIPTION = "() => document.querySelector('meta[name=description]').content"
CACHES = "async () => (await caches.keys()).filter(name => name.startsWith('parlour-'))"
TROUBLE = ".trouble[role]"
MEMORY = """async () => {
    const cache = await caches.open('parlour.memory');
    const [key] = await cache.keys();
    return key ? (await (await cache.match(key)).arrayBuffer()).byteLength : 0;
}"""
"""The bytes of Python's memory that are kept."""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with site_at() as found:
        yield found


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser without a service worker, so that tests can change what is fetched."""
    made = prepared(browser.new_context(service_workers="block"), GAME, seats=2, levels=["expert"])
    yield made
    made.close()


def truncated(kernel: bytes) -> bytes:
    return kernel[: len(kernel) // 2]


def of_another_version(label: bytes) -> bytes:
    return json.dumps({**json.loads(label), "sources": "0" * 64}).encode()


@pytest.mark.late
@pytest.mark.parametrize(("files", "spoil"), [(".wasm", truncated), (".wasm.json", of_another_version)][: 2 if SOAK else 1])
def test_a_kernel_that_does_not_fit_is_refused(
    browser: Browser, tmp_path: Path, files: str, spoil: Callable[[bytes], bytes]
) -> None:
    def change(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=spoil(answer.body()))

    context = prepared(browser.new_context(service_workers="block"), SMALLEST, seats=2, levels=["expert"])
    with site_at(with_kernels(tmp_path / "site", [SMALLEST])) as site:
        context.route(f"**/offline/{SMALLEST}-wasm32-*{files}", change)
        page = landing(context, site.url)
        player = dealt(page, SMALLEST)
        expect_expert(page, can_search=False)
        player.play()
        assert player.is_over
    context.close()


def test_a_browser_without_webassembly_says_so(context: BrowserContext, site: Site) -> None:
    with_worker(context, "delete globalThis.WebAssembly;")
    page = context.new_page()
    page.goto(site.url)
    expect(page.locator(TROUBLE)).to_contain_text("This browser can't run a house on this device.", timeout=OPENING)


DEATHS = ("close()", "setTimeout(() => { throw new Error('for the test') })")
"""How a worker ends: without notice, which the page learns from the worker's lock, or with an error."""
FULL = "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') };"
FORBIDDEN = "Object.defineProperty(globalThis, 'indexedDB', {get() { throw new DOMException('no', 'SecurityError') }});"


@pytest.mark.parametrize("code", [FULL, FORBIDDEN] if SOAK else [FULL], ids=["full", "forbidden"] if SOAK else ["full"])
def test_without_storage_the_game_goes_on(context: BrowserContext, site: Site, code: str) -> None:
    with_worker(context, code + "Object.defineProperty(globalThis, 'caches', {get() { throw new Error('no') }});")
    page = landing(context, site.url)
    player = dealt(page, GAME)
    expect(page.locator(TROUBLE)).to_contain_text("This browser isn't keeping games right now")
    page.get_by_role("button", name="OK", exact=True).click()
    player.play()
    assert player.is_over


def test_a_worker_that_dies_and_a_memory_that_cannot_be_used_are_replaced(context: BrowserContext, site: Site) -> None:
    page = landing(context, site.url)
    player = dealt(page, GAME)
    player.play(2)
    wait_for_memory(page)
    for death in DEATHS if SOAK else DEATHS[:1]:
        (worker,) = page.workers
        with page.expect_event("worker", timeout=OPENING):
            worker.evaluate(f"() => {{ {death}; }}")
        player.play(1)
    player.play()
    assert player.is_over
    expect(page.locator(TROUBLE)).to_have_count(0)
    # a kept memory that can't be used is replaced
    wait_for_memory(page)
    page.evaluate("""async () => {
        const cache = await caches.open('parlour.memory');
        const [key] = await cache.keys();
        const { headers } = await cache.match(key);
        await cache.put(key, new Response(new Uint8Array(1000), { headers }));
    }""")
    page.goto(site.url)
    page.reload()
    dealt(page, GAME)
    wait_for_memory(page)


def wait_for_memory(page: Page) -> None:
    """Wait until the memory of Python is kept."""
    wait_until(page, f"async () => await ({MEMORY})() > 1_000_000")


def test_a_page_left_open_over_an_update_goes_on_and_changes_as_a_whole(browser: Browser, tmp_path: Path) -> None:
    older, newer = tmp_path / "older", tmp_path / "newer"
    for folder in (older, newer):
        copied(folder)
    changed(newer / "index.html", "A house of card games", MARK)
    changed(newer / "worker.js", 'const VERSION = "', 'const VERSION = "newer-')
    context = prepared(browser.new_context(), GAME, seats=2, levels=["expert"])
    with site_at(older) as site:
        page = landing(context, site.url)
        wait_until_kept(page)
        wait_for_memory(page)  # the newer version can't use the older one's memory
        player = dealt(page, GAME)
        player.play(2)
        table = page.url
        site.folder = newer
        page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")
        player.play(1)  # the older page has all of its files
        page.evaluate("() => { location.hash = '#/' }")
        expect(page.get_by_text("A new version is ready.")).to_be_visible()
        assert MARK not in page.evaluate(DESCRIPTION)
        with page.expect_navigation(timeout=OPENING):
            page.get_by_role("button", name="Reload").click()
        assert_newer(page, table)
    context.close()


def assert_newer(page: Page, table: str) -> None:
    """Check that the page is the newer one, that nothing of the older one is kept, and that the game goes on."""
    wait_until(page, "async () => (await caches.keys()).filter(name => name.startsWith('parlour-')).length === 1")
    assert page.evaluate("async () => (await caches.keys()).find(name => name.startsWith('parlour-'))").startswith(
        "parlour-newer"
    )
    assert MARK in page.evaluate(DESCRIPTION)
    page.goto(table)
    page.reload()
    expect(page.locator(TABLE)).to_be_visible(timeout=OPENING)
    player = Player(page)
    player.play()
    assert player.is_over
