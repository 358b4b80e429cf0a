"""Checks that a page works with small screens, large fingers, large text and poor eyesight."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page

from .visitors import SIZES, SMALL, WIDE, Size

FINGER = 44
HALF_A_FINGER = 22
"""The pixels of a card that must be visible where large text pushes cards closer together."""
AXE = Path(__file__).parents[3] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN_AXE = """async (rules) => {
    const only = rules.length ? {runOnly: rules} : {};
    const {violations} = await axe.run(document, {resultTypes: ["violations"], ...only});
    const told = (node) => `${node.html.slice(0, 160)} (${node.failureSummary.replace(/\\s+/g, " ")})`;
    return violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${rule.help}: ${told(node)}`));
}"""
MEASURE = (Path(__file__).parent / "measure.js").read_text()
SETTLE = """async (frames) => {
    const look = () => JSON.stringify([...document.querySelectorAll("main button, main section")].map((element) => {
        const box = element.getBoundingClientRect();
        return [box.x, box.y, box.width].map((part) => Math.round(part));
    }));
    let [before, same] = ["", 0];
    for (let frame = 0; frame < frames; frame++) {
        await new Promise(requestAnimationFrame);
        const now = look();
        same = now === before ? same + 1 : 0;
        if (same === 4) return true;
        before = now;
    }
    return false;
}"""
"""Whether everything has come to rest within this many frames."""
DRESS = """(theme) => {
    const {dataset} = document.documentElement;
    const before = dataset.theme ?? "";
    if (theme) dataset.theme = theme;
    else delete dataset.theme;
    return before;
}"""
"""Sets the theme as the settings do, and returns the previous one. Without a theme, tables are always dark."""
SHIFTS = """() => new Promise((resolve) => {
    const named = ({node}) => node?.className || node?.nodeName;
    const told = ({value, sources}) => `${value.toFixed(4)}: ${sources.map(named).join(", ")}`;
    new PerformanceObserver((list) => resolve(list.getEntries().map(told))).observe({type: "layout-shift", buffered: true});
    requestAnimationFrame(() => setTimeout(() => resolve([]), 50));
})"""


@cache
def axe() -> str:
    """Return the script of axe-core."""
    if not AXE.exists():
        pytest.fail("axe-core is missing from web/node_modules: run make check, which installs it.", pytrace=False)
    return AXE.read_text()


def shifts(page: Page) -> list[str]:
    """Return what has moved by itself since the page was opened, from the browser's own record of layout shifts."""
    return [str(line) for line in page.evaluate(SHIFTS)]


def barriers(page: Page) -> list[str]:
    """Return what axe finds, in both themes. The debugger injects the script, so that the security policy stays on."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(axe())
    before = page.evaluate(DRESS, "light")
    found = page.evaluate(RUN_AXE, [])
    page.evaluate(DRESS, "dark")
    page.evaluate(SETTLE, 90)
    found += [f"dark: {line}" for line in page.evaluate(RUN_AXE, ["color-contrast"])]
    page.evaluate(DRESS, before)
    return [str(line) for line in found]


def misfits(page: Page, *sizes: str) -> list[str]:
    """Return what is too wide, too small, covered or unsteady at these window sizes, also with text twice as large."""
    found = [f"{name}: {line}" for name in sizes for line in _measured(page, SIZES[name])]
    with large_letters(page):
        found += [f"large letters: {line}" for line in _measured(page, SMALL, card=HALF_A_FINGER)]
    page.set_viewport_size(WIDE["viewport"])
    return found


def _measured(page: Page, size: Size, *, card: float = FINGER) -> list[str]:
    page.set_viewport_size(size["viewport"])
    if not page.evaluate(SETTLE, 90):
        return ["The page keeps moving although nobody touches it."]
    return [str(text) for text in page.evaluate(MEASURE, [FINGER, card])]


@contextmanager
def large_letters(page: Page) -> Iterator[None]:
    """Double the reader's own text size for a while."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    yield
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    session.detach()
