"""Access to private endpoints: from this machine, or with a token."""

import hmac
import ipaddress

from starlette.types import Scope

from .errors import HttpError
from .requests import header

FORWARDED = (b"x-forwarded-for", b"forwarded", b"x-real-ip", b"via")
"""Headers that show that a request came through a proxy: the proxy may be on this machine even if its client is not."""
TOKEN_NEEDED = "This needs the token of the server's operator, as in “Authorization: Bearer TOKEN”."


def has_token(scope: Scope, token: str) -> bool:
    """Whether a request carries this token."""
    scheme, _, given = (header(scope, b"authorization") or "").partition(" ")
    return bool(token) and scheme.lower() == "bearer" and hmac.compare_digest(given.strip().encode(), token.encode())


def is_from_this_machine(scope: Scope) -> bool:
    """Whether a request comes from this machine, and not through a proxy."""
    client = scope.get("client")
    if client is None or any(header(scope, name) is not None for name in FORWARDED):
        return False
    try:
        return ipaddress.ip_address(client[0].partition("%")[0]).is_loopback
    except ValueError:
        return False


def check_token(scope: Scope, token: str) -> None:
    """Raise an HttpError unless the request carries the token."""
    if not has_token(scope, token):
        raise HttpError(401, TOKEN_NEEDED, www_authenticate="Bearer")
