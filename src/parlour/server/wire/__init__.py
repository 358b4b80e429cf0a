"""The wire protocol: every message between a client and the server, as types.

A message is one JSON object in one text frame; `type` names its type. A request may carry an `id` chosen by the client; its
answer, `done` or `refused`, carries the same `id`. `docs/protocol.md` and its schema are generated from these types.

To add a request, add its type in `requests.py` and its handler in `rooms/handlers.py`.
"""

from typing import Union

import msgspec
from msgspec import Struct

from ...core.sentence import as_str
from .messages import (
    MESSAGES,
    Answer,
    Chair,
    ChatLine,
    Dealing,
    Done,
    Hello,
    Left,
    Message,
    Past,
    PastChat,
    Phase,
    Pong,
    Practice,
    Reason,
    Refused,
    RoomMoved,
    RoomState,
    SeatPledge,
    Stopping,
    Update,
    Vote,
    Watcher,
    reasons,
    refused,
)
from .requests import (
    LONGEST_ID,
    REQUESTS,
    AddBot,
    Admit,
    Arrange,
    Block,
    Change,
    Chat,
    Close,
    Code,
    Door,
    Earlier,
    EarlierChat,
    Emote,
    Enter,
    Here,
    Hint,
    Leave,
    Level,
    Looked,
    Move,
    Mute,
    Next,
    Number,
    PassHost,
    Ping,
    Pledge,
    Rematch,
    Remove,
    Replan,
    Report,
    Request,
    RequestId,
    Resync,
    Reveal,
    Rise,
    Seat,
    Sit,
    StandIn,
    Start,
    Undo,
    Unseat,
    Words,
)

PROTOCOL = 2
LARGEST_FRAME = 8_192
"""The most bytes that a client may send in one frame."""

_Requests = Union[REQUESTS]  # type: ignore[valid-type]  # noqa: UP007
_Messages = Union[MESSAGES]  # type: ignore[valid-type]  # noqa: UP007
_decoder: msgspec.json.Decoder[Request] = msgspec.json.Decoder(_Requests)
_encoder = msgspec.json.Encoder(enc_hook=as_str)


class InvalidFrame(ValueError):
    """Raised for a frame that is not a message of the protocol; the text is a sentence for its sender."""


def decode(frame: str | bytes) -> Request:
    """Return the request in a frame, or raise InvalidFrame."""
    if len(frame) > LARGEST_FRAME:
        raise InvalidFrame(f"A message may have at most {LARGEST_FRAME} bytes.")
    try:
        return _decoder.decode(frame)
    except msgspec.ValidationError as error:
        raise InvalidFrame(f"This is not a message of the protocol: {error}.") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise InvalidFrame("A message must be one JSON object.") from None


def id_in(frame: str | bytes) -> str:
    """Return the id in an otherwise invalid frame, so that its sender knows which request was refused."""
    try:
        id = msgspec.json.decode(frame).get("id")
    except (msgspec.DecodeError, UnicodeError, RecursionError, AttributeError):
        return ""
    return id if isinstance(id, str) and len(id) <= LONGEST_ID else ""


def encode(message: Struct) -> str:
    """Return a message as a text frame."""
    return _encoder.encode(message).decode()


def schema() -> dict[str, object]:
    """Return the JSON schema of all messages."""
    (requests, messages), parts = msgspec.json.schema_components([_Requests, _Messages], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The wire of Parlour, protocol {PROTOCOL}",
        "$defs": {**parts, "FromClient": requests, "FromHouse": messages},
    }


__all__ = [
    "LARGEST_FRAME",
    "LONGEST_ID",
    "MESSAGES",
    "PROTOCOL",
    "REQUESTS",
    "AddBot",
    "Admit",
    "Answer",
    "Arrange",
    "Block",
    "Chair",
    "Change",
    "Chat",
    "ChatLine",
    "Close",
    "Code",
    "Dealing",
    "Done",
    "Door",
    "Earlier",
    "EarlierChat",
    "Emote",
    "Enter",
    "Hello",
    "Here",
    "Hint",
    "InvalidFrame",
    "Leave",
    "Left",
    "Level",
    "Looked",
    "Message",
    "Move",
    "Mute",
    "Next",
    "Number",
    "PassHost",
    "Past",
    "PastChat",
    "Phase",
    "Ping",
    "Pledge",
    "Pong",
    "Practice",
    "Reason",
    "Refused",
    "Rematch",
    "Remove",
    "Replan",
    "Report",
    "Request",
    "RequestId",
    "Resync",
    "Reveal",
    "Rise",
    "RoomMoved",
    "RoomState",
    "Seat",
    "SeatPledge",
    "Sit",
    "StandIn",
    "Start",
    "Stopping",
    "Undo",
    "Unseat",
    "Update",
    "Vote",
    "Watcher",
    "Words",
    "decode",
    "encode",
    "id_in",
    "reasons",
    "refused",
    "schema",
]
