"""The command `parlour admin`: talks to a running house through its HTTP API, with the admin token."""

import json
import time
from typing import Any
from urllib.parse import quote, urlsplit

import click

from ...core.sentence import quoted
from ...terminal.refusal import Failed, Refusal
from ...terminal.screen import Screen
from .command import checked_settings

SECONDS = 30
NO_TOKEN = "The admin token is missing: give the one that the house was started with as --token or PARLOUR_ADMIN_TOKEN."


class Operator:
    """Sends orders to a house."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url.rstrip("/")
        self._address = urlsplit(self.url)
        self._token = token

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Return the answer to an order, or raise Failed with a sentence."""
        from http.client import HTTPConnection, HTTPException, HTTPSConnection

        kind = HTTPSConnection if self._address.scheme == "https" else HTTPConnection
        connection = kind(self._address.hostname or "", self._address.port, timeout=SECONDS)
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        try:
            connection.request(method, f"{self._address.path}/api/admin/{path}", data, headers)
            answer = connection.getresponse()
            told = json.loads(answer.read())
        except (OSError, HTTPException):
            raise Failed(f"No house answers at {self.url}.") from None
        except ValueError:
            raise Failed(f"{self.url} isn't a Parlour house.") from None
        finally:
            connection.close()
        if answer.status != 200:
            raise Failed(self._why(answer.status, path, told))
        return told

    def _why(self, status: int, path: str, told: Any) -> str:
        if status == 401:
            return "The house does not accept this token."
        if status == 404 and path == "state":
            return f"The house at {self.url} has no admin token: start it with --admin-token."
        return str(told.get("error", f"The house answered with status {status}.")) if isinstance(told, dict) else "No house."


@click.group()
@click.option("--url", metavar="URL", help="Address of the house (default: the one on this machine).")
@click.option("--token", metavar="TOKEN", help="Admin token of the house, or @FILE (default: PARLOUR_ADMIN_TOKEN).")
@click.pass_context
def admin(context: click.Context, url: str | None, token: str | None) -> None:
    """Look after a running house: people, rooms, bans, announcements, draining.

    The house must have been started with --admin-token. The page /admin does the same in a browser.
    """
    settings = checked_settings({"admin_token": token})
    if not settings.admin_token:
        raise Refusal(NO_TOKEN)
    context.obj = Operator(_checked_url(url or settings.address), settings.admin_token)


def _checked_url(url: str) -> str:
    try:
        parts = urlsplit(url)
        is_good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        is_good = False
    if not is_good:
        raise Refusal(f"--url must be an address such as https://cards.example, not {quoted(url)}.")
    return url


@admin.command()
@click.pass_obj
def state(operator: Operator) -> None:
    """Show the state of the house."""
    _say_state(operator.ask("GET", "state"))


def _say_state(told: dict[str, Any]) -> None:
    Screen().say(
        f"Parlour {told['version']}. {told['problem'] or 'Ready.'} Rooms: {told['rooms']}, games in progress: {told['games']}, "
        f"connected clients: {told['connections']}, bans: {told['bans']}."
    )


@admin.command()
@click.argument("name", default="")
@click.pass_obj
def people(operator: Operator, name: str) -> None:
    """List people whose name contains NAME, most recently seen first."""
    for person in operator.ask("GET", f"people?name={quote(name)}")["people"]:
        notes = [f"seen {_ago(person['seen_at'])} ago", f"{person['connections']} connections"]
        _row(person["id"], person["name"], *notes, *(["banned"] if person["banned"] else []))


@admin.command()
@click.pass_obj
def rooms(operator: Operator) -> None:
    """List the open rooms, most recently changed first."""
    for room in operator.ask("GET", "rooms")["rooms"]:
        seats = f"{room['taken']}/{room['seats']} seats"
        _row(
            room["code"], room["game"], room["phase"], seats, f"host {room['host']}", f"changed {_ago(room['changed_at'])} ago"
        )


@admin.command()
@click.pass_obj
def bans(operator: Operator) -> None:
    """List the bans."""
    for ban in operator.ask("GET", "bans")["bans"]:
        _row(ban["key"], ban["why"])


@admin.command()
@click.option("--all", "closed", is_flag=True, help="List closed reports too.")
@click.pass_obj
def reports(operator: Operator, closed: bool) -> None:
    """List the reports about people, latest first, with the last things those people said."""
    for report in operator.ask("GET", f"reports?closed={'true' if closed else 'false'}")["reports"]:
        notes = [*(["closed"] if report["closed_at"] else []), *(["banned"] if report["banned"] else [])]
        by = f"by {report['reporter']}" if report["reporter"] else "by a deleted guest"
        about = f"{report['name']} ({report['person']})"
        _row(f"#{report['id']}", f"{_ago(report['at'])} ago", f"room {report['room']}", about, by, *notes)
        _row("   reason:", report["why"])
        for line in report["said"].splitlines():
            _row("   said:", line)


@admin.command("close-report")
@click.argument("number", type=int)
@click.pass_obj
def close_report(operator: Operator, number: int) -> None:
    """Close the report with this NUMBER."""
    operator.ask("POST", "reports/close", {"id": number})
    Screen().say(f"Report {number} is closed.")


def _row(*cells: str) -> None:
    Screen().write("  ".join(cell for cell in cells if cell) + "\n")


def _ago(at: float) -> str:
    seconds = max(time.time() - at, 0)
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} s"


@admin.command()
@click.argument("person", required=False)
@click.option("--address", metavar="IP", help="Ban an address.")
@click.option("--addresses", is_flag=True, help="Also ban the addresses from which PERSON is connected now.")
@click.option("--why", default="", metavar="TEXT", help="The reason, for the list of bans.")
@click.pass_obj
def ban(operator: Operator, person: str | None, address: str | None, addresses: bool, why: str) -> None:
    """Ban PERSON, by the id that `parlour admin people` lists, and disconnect them.

    A person who deletes the cookie comes back as somebody else; --addresses makes that harder.
    """
    order = {"person": person, "address": address, "addresses": addresses, "why": why}
    operator.ask("POST", "bans", {name: value for name, value in order.items() if value is not None})
    Screen().say("Banned.")


@admin.command()
@click.argument("key")
@click.pass_obj
def unban(operator: Operator, key: str) -> None:
    """Lift the ban of KEY: the id of a person or an address, as `parlour admin bans` lists them."""
    operator.ask("POST", "unban", {"key": key})
    Screen().say("The ban is lifted.")


@admin.command()
@click.argument("code")
@click.pass_obj
def close(operator: Operator, code: str) -> None:
    """Close the room CODE for good."""
    operator.ask("POST", f"rooms/{quote(code, safe='')}/close")
    Screen().say(f"The room {code.upper()} is closed.")


@admin.command()
@click.argument("text")
@click.pass_obj
def announce(operator: Operator, text: str) -> None:
    """Send TEXT to the chat of every room."""
    count = operator.ask("POST", "announce", {"text": text})["count"]
    Screen().say(f"Announced in {count} {'room' if count == 1 else 'rooms'}.")


@admin.command()
@click.option("--off", is_flag=True, help="Open new rooms again.")
@click.option("--wait", is_flag=True, help="Return once no game is in progress.")
@click.pass_obj
def drain(operator: Operator, off: bool, wait: bool) -> None:
    """Open no new rooms, but let the games in progress end; /readyz then says that the house is not ready."""
    told = operator.ask("POST", "drain", {"on": not off})
    while wait and not off and told["games"]:
        time.sleep(1)
        told = operator.ask("GET", "state")
    _say_state(told)
