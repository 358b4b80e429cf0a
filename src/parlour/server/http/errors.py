"""HTTP errors: a status and one sentence for the client."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil

from ...core.remedy import Clash, Remedy
from ...core.sentence import Sentence, sentence_of
from ...core.texts import sentence
from ..store.errors import StoreError

NOT_FOUND = "app.lost"
TOO_MANY = "refusal.tooMany"


class HttpError(Exception):
    """A refused request; the text is a sentence. `remedy` says what else to change to make house rules compatible."""

    def __init__(self, status: int, why: str, *, remedy: Remedy | None = None, **headers: str) -> None:
        super().__init__(why)
        self.status = status
        self.remedy = remedy
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}

    @property
    def sentence(self) -> Sentence:
        """The message."""
        return sentence_of(self)


class ClientDisconnected(Exception):
    """Raised when the client is gone, so that nobody waits for an answer."""


def not_found() -> HttpError:
    """Return the error for something that does not exist."""
    return HttpError(404, sentence(NOT_FOUND))


def too_many(seconds: float) -> HttpError:
    """Return the error for a client over a rate limit, with the seconds to wait."""
    return HttpError(429, sentence(TOO_MANY), retry_after=str(max(1, ceil(seconds))))


@contextmanager
def http_errors(status: int = 400) -> Iterator[None]:
    """Turn every ValueError into an HttpError with this status, except those of the store."""
    try:
        yield
    except StoreError:
        raise
    except Clash as clash:
        raise HttpError(status, clash.sentence, remedy=clash.remedy()) from None
    except ValueError as error:
        raise HttpError(status, sentence_of(error)) from None
