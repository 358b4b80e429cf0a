"""Endpoints about the games: the list of games, their rules and house rules, and the texts of the pages."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from ...core.game import Game, game_ids, listed_game
from ..http.endpoint import Call, Endpoint
from ..http.errors import http_errors, not_found
from ..http.responses import Response
from ..store.log import Options
from .catalogue import (
    Catalogue,
    OptionsChecked,
    PageTexts,
    RuleSheet,
    check_options,
    game_infos,
    level_infos,
    page_texts,
    rule_sheet,
)

SVG = "image/svg+xml"
FOREVER = "public, max-age=31536000, immutable"
GAME_PARAMETER = {"id": {"enum": game_ids()}}
GivenOptions = Annotated[Options, Meta(max_length=64, description="House rules by name; the others keep their defaults.")]
Changed = Annotated[
    list[str],
    Meta(max_length=64, description="The house rules, or `seats`, that were changed just now: a remedy keeps them."),
]
Seats = Annotated[int, Meta(ge=1, le=64)]


class RulesQuery(Struct, kw_only=True):
    """The number of seats; every other parameter is a house rule."""

    seats: Seats | UnsetType = UNSET


class OptionsGiven(Struct, kw_only=True, forbid_unknown_fields=True):
    """House rules to check."""

    seats: Seats | None = None
    options: GivenOptions = {}
    changed: Changed = []


async def games(call: Call) -> Catalogue:
    return Catalogue(games=game_infos(), levels=level_infos())


async def texts(call: Call) -> PageTexts:
    return page_texts()


async def rules(call: Call, query: RulesQuery) -> RuleSheet:
    game = find_listed(call)
    with http_errors():
        return rule_sheet(game, query.seats or None, call.extra)


async def picture(call: Call) -> Response:
    svg = find_listed(call).picture
    if not svg:
        raise not_found()
    return Response(svg, SVG, {"cache-control": FOREVER})


async def check(call: Call, body: OptionsGiven) -> OptionsChecked:
    return check_options(find_listed(call), body.seats, body.options, body.changed)


def find_listed(call: Call) -> Game:
    """Return the game that the path names, or raise an error with status 404."""
    with http_errors(404):
        return listed_game(call.path["id"])


ENDPOINTS = [
    Endpoint("GET", "/api/games", "All games.", games, is_compressed=True),
    Endpoint("GET", "/api/texts", "The texts of the pages, in the language that the accept-language header prefers.", texts),
    Endpoint(
        "GET",
        "/api/games/{id}/rules",
        "The rules of a game; every query parameter but `seats` is a house rule.",
        rules,
        parameters=GAME_PARAMETER,
        extra_query=True,
        errors=(404,),
    ),
    Endpoint(
        "GET",
        "/pictures/{id}",
        "A small picture of a game.",
        picture,
        parameters=GAME_PARAMETER,
        returns=str,
        media=SVG,
        errors=(404,),
    ),
    Endpoint("POST", "/api/games/{id}/check", "Check a set of house rules.", check, parameters=GAME_PARAMETER, errors=(404,)),
]
