"""Questions from the other people at a table: whether the guest is still there, and votes. The answer is yes or no."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..core.texts import sentence
from ..core.texts import text as part

Request = Mapping[str, Any]
HERE = "here"
"""The question whether the guest is still there, to which the only answer is yes."""


@dataclass(frozen=True, slots=True)
class GuestQuestion:
    """A question in the room. `yes` and `no` are the requests that answer it; without a `no`, it can only be dismissed."""

    about: str
    """Identifies the question for as long as it is open."""
    text: str
    label: str
    """The label of the button for yes."""
    yes: Request
    no: Request | None = None
    is_answered: bool = False
    """Whether the guest has voted yes; then `no` takes the vote back."""


def questions(room: Mapping[str, Any]) -> list[GuestQuestion]:
    """Return the questions that the guest has to answer now."""
    return [] if room.get("you") is None else [*_presence(room), *_votes(room), *_overdue(room)]


def _presence(room: Mapping[str, Any]) -> Iterator[GuestQuestion]:
    own = room["chairs"][room["you"]]
    if own["asked"] or own["overdue"]:
        text = f"{sentence('company.stillThere')} {sentence('company.othersWait')}"
        yield GuestQuestion(HERE, text, part("company.here"), {"type": "here"})
    elif own["stand_in"]:
        text = f"{sentence('company.botPlaysForYou')} {sentence('guest.playOn')}"
        yield GuestQuestion("back", text, part("company.playOn"), {"type": "here"})


def _votes(room: Mapping[str, Any]) -> Iterator[GuestQuestion]:
    for vote in room["votes"]:
        matter, seat, watcher = vote["matter"], vote.get("seat"), vote.get("watcher")
        name = _name(room, seat, watcher)
        if matter == "undo":
            text = sentence("undo.waits") if seat == room["you"] else sentence("undo.wanted", name=name)
            request: Request = {"type": "undo", "seat": seat}
            yield _vote(room, vote, f"{text} {sentence('undo.counts')}", request)
        elif matter == "remove" and seat != room["you"]:
            request = {"type": "remove", "seat": seat, "watcher": watcher}
            yield _vote(room, vote, sentence("company.wantRemoved", name=name), request)
        elif matter == "rematch" and room["phase"] == "over":
            others = [_name(room, voter) for voter in vote["voters"] if voter != room["you"]]
            if others and not room["you_host"]:
                yield _vote(room, vote, sentence("result.wantAgain", names=", ".join(others)) + ".", {"type": "rematch"})


def _overdue(room: Mapping[str, Any]) -> Iterator[GuestQuestion]:
    for seat, chair in enumerate(room["chairs"]):
        if chair["overdue"] and seat != room["you"]:
            vote = next((vote for vote in room["votes"] if (vote["matter"], vote.get("seat")) == ("stand_in", seat)), None)
            text = f"{sentence('company.waitsFor', name=chair['name'])} {sentence('guest.letBotPlay', name=chair['name'])}"
            request = {"type": "stand_in", "seat": seat}
            label = part("company.letBotPlay", name=chair["name"])
            yield _vote(room, vote or {"matter": "stand_in", "seat": seat, "voters": []}, text, request, label)


def _vote(room: Mapping[str, Any], vote: Mapping[str, Any], text: str, request: Request, label: str = "") -> GuestQuestion:
    is_mine = room["you"] in vote["voters"]
    count = part("company.votes", count=len(vote["voters"]), needed=vote["needed"]) if "needed" in vote else ""
    text = f"{text} ({count})" if count else text
    label = part("company.takeBack") if is_mine else label or part("company.agree")
    about = f"{vote['matter']} {vote.get('seat')} {vote.get('watcher')}"
    no = {**request, "on": False} if is_mine else None
    return GuestQuestion(about, text, label, {**request, "on": True}, no, is_answered=is_mine)


def _name(room: Mapping[str, Any], seat: int | None, watcher: int | None = None) -> str:
    if seat is not None:
        return str(room["chairs"][seat]["name"])
    return str(room["watchers"][watcher]["name"]) if watcher is not None and watcher < len(room["watchers"]) else ""
