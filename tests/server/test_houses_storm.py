"""Storms over several houses on one database: nothing that was acknowledged is lost or doubled."""

import pytest

from tests.server.helpers import postgres
from tests.server.helpers.houses import Write, flaws_in, houses_storm


def test_nothing_is_lost_in_a_storm_over_two_houses(postgres_server: postgres.Server, postgresql_url: str) -> None:
    faults = ["kill", "cut", "drain", "stop", "cut"]
    storm = houses_storm(postgres_server, postgresql_url, "houses 1", houses=2, tables=3, faults=faults)
    assert storm.figures.acknowledged > 20 and storm.figures.games


GOOD = [Write(1, 0, 0, "one"), Write(1, 1, 0, "one"), Write(1, 2, 1, "two"), Write(2, 0, 0, "two"), Write(1, 3, 1, "two")]


@pytest.mark.parametrize(
    ("planted", "flaw"),
    [
        (Write(1, 4, 0, "one"), "older epoch"),
        (Write(1, 4, 1, "one"), "not written by the owner"),
        (Write(1, 5, 1, "two"), "gap"),
        (Write(1, 3, 1, "two"), "gap"),
    ],
)
def test_the_audit_of_a_storm_finds_planted_flaws(planted: Write, flaw: str) -> None:
    assert flaws_in(GOOD) == []
    found = flaws_in([*GOOD, planted])
    assert len(found) == 1 and flaw in found[0]
