"""People who visit the house, each with a browser of their own, and everything that goes wrong on their pages."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response, WebError

from tests.server.helpers.clients import Http

SECONDS = 60.0
VIOLATIONS = """addEventListener("securitypolicyviolation", ({effectiveDirective, blockedURI, sourceFile}) =>
    console.error(`The policy of the house forbids ${effectiveDirective} (${blockedURI}) at ${sourceFile}.`));"""
Size = dict[str, Any]
WIDE: Size = {"viewport": {"width": 1280, "height": 800}}
LARGE: Size = {"viewport": {"width": 3840, "height": 2160}}
TOUCH = {"has_touch": True}
PHONE: Size = {"viewport": {"width": 360, "height": 740}, **TOUCH, "is_mobile": True, "device_scale_factor": 2}
SMALL: Size = {**PHONE, "viewport": {"width": 320, "height": 640}}
LANDSCAPE: Size = {**PHONE, "viewport": {"width": 740, "height": 360}}
SIZES = {"phone": PHONE, "small phone": SMALL, "phone on its side": LANDSCAPE, "4K": LARGE, "desktop": WIDE}
STILL = {"reduced_motion": "reduce"}


@dataclass
class Problems:
    """The problems on pages: errors in the console, uncaught errors, requests that failed or were refused."""

    found: list[str] = field(default_factory=list)
    explained: list[str] = field(default_factory=list)

    def watch(self, context: BrowserContext) -> None:
        """Record every problem on all pages of a context."""
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("requestfailed", self._failed)
        context.on("response", self._answered)

    def explain(self, *patterns: str) -> None:
        """Declare the problems that a test causes on purpose."""
        self.explained += patterns

    @property
    def unexplained(self) -> list[str]:
        """Return the problems that no test caused on purpose."""
        return [text for text in self.found if not any(re.search(pattern, text) for pattern in self.explained)]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self.found.append(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def _error(self, error: WebError) -> None:
        self.found.append(f"uncaught: {error.error}")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # a page that is left cancels its open requests
            self.found.append(f"request failed: {request.method} {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.found.append(f"status {response.status}: {response.request.method} {response.url}")


class Visitor:
    """Somebody with a browser window: a context with its cookie. `http` is the same person without a browser."""

    def __init__(self, browser: Browser, url: str, **looks: Any) -> None:
        self.url = url
        self.problems = Problems()
        self.context = browser.new_context(**{**WIDE, **looks})
        self.context.set_default_timeout(SECONDS * 1000)
        self.context.add_init_script(VIOLATIONS)
        self.problems.watch(self.context)
        self.http = Http(url)
        self._become_guest()

    def _become_guest(self) -> None:
        status, _ = self.http("GET", "/api/me")
        assert status == 200
        for name, part in SimpleCookie(self.http.cookie).items():
            self.context.add_cookies([{"name": name, "value": part.value, "url": self.url}])

    def open(self, path: str = "/") -> Page:
        """Open a page of the house in a new tab."""
        page = self.context.new_page()
        page.goto(self.url + path)
        return page

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Send a request that must succeed."""
        status, answer = self.http(method, path, body)
        assert status in (200, 201), answer
        return answer

    def settings(self, **values: Any) -> None:
        """Set this person's preferences, before any page is opened."""
        script = (
            "values => { if (location.origin !== 'null') localStorage.setItem('parlour.settings', JSON.stringify(values)); }"
        )
        self.context.add_init_script(f"({script})({values!r})".replace("True", "true").replace("False", "false"))

    def close(self) -> None:
        """Close all tabs."""
        self.context.close()


Visit = Callable[..., Visitor]
"""Creates a visitor; named arguments configure the browser context."""
