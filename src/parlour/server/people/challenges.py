"""Challenges: a deal shared by link, and the results of all who played it, side by side and with luck taken out."""

import json
from collections.abc import Iterable
from itertools import islice

from msgspec import Struct

from ...core.game import find_game
from ...home.ledger import FORMAT, PlayedGame, SeatRecord, read_line
from ..store.log import Options
from ..store.rows import AttemptRow, ChallengeRow
from .history import Count
from .replays import rounds_in
from .reviews import review_of

CHALLENGE_DAYS = 90
"""Days after which a link no longer works, counted from when it was last shared."""
MOST_SHOWN = 20
MOST_READ = 500
"""The most attempts that are compared."""
MOST_REVIEWED = 12
"""The most rounds of a match that are reviewed for a comparison: each takes a few seconds."""


class AttemptTold(Struct, kw_only=True):
    """Somebody's result with the deal. `shared` says whether they shared it. `moves` are their own moves; `replay` identifies
    their game.

    `play` and `guesses` are the parts of the result that were not luck, as in a review, on average per round; null
    if they are not known, or not yet.
    """

    name: str
    you: bool
    shared: bool
    place: Count
    won: bool
    points: int
    moves: Count
    replay: str
    play: float | None = None
    guesses: float | None = None


class ChallengeTold(Struct, kw_only=True):
    """A deal shared by link: what is played, on which `seat`, against bots of which `levels`, and who shared it.

    `people` is the number of other seats that people had in the original game and bots have here. `state` is new, playing (in
    the room `code`), left, or finished: only then are `results` sent, the best and the person's own. `names` are those who have
    finished. `pending` says whether luck is still being taken out of some results.
    """

    id: str
    game: str
    seats: int
    options: Options
    rounds: int
    target: int
    seat: int
    levels: list[str]
    people: Count
    by: str
    until: float
    state: str
    code: str = ""
    names: list[str] = []
    finished: Count = 0
    results: list[AttemptTold] = []
    pending: bool = False


Result = tuple[AttemptRow, AttemptTold]


def results_of(challenge: ChallengeRow, game: str, attempts: Iterable[AttemptRow], person: str) -> list[Result]:
    """Return the best results and the person's own, the best first."""
    found = [(row, told) for row in attempts if (told := _result(challenge, row, person)) is not None]
    sign = 1 if find_game(game).lowest_wins else -1
    found.sort(key=lambda pair: (pair[1].place, sign * pair[1].points, pair[1].moves, pair[0].begun_at))
    return [pair for at, pair in enumerate(found) if at < MOST_SHOWN or pair[1].you]


def names_of(challenge: ChallengeRow, attempts: Iterable[AttemptRow]) -> list[str]:
    """Return the names of those who finished, in the order in which they did."""
    found = (told.name for row in attempts if (told := _result(challenge, row, "")) is not None)
    return list(islice(found, MOST_SHOWN))


def _result(challenge: ChallengeRow, row: AttemptRow, person: str) -> AttemptTold | None:
    data = json.loads(row.entry)
    entry = read_line(json.dumps({"format": FORMAT, **data["entry"]}).encode())
    if not isinstance(entry, PlayedGame):
        return None
    own = entry.seats[challenge.seat]
    made = data.get("made")
    return AttemptTold(
        name=data["names"][challenge.seat],
        you=row.person == person,
        shared=row.person == challenge.person,
        place=_place(entry, own),
        won=own.won,
        points=own.score,
        moves=made[challenge.seat] if made else entry.moves,
        replay=row.game,
        play=row.play,
        guesses=row.guesses,
    )


def _place(entry: PlayedGame, own: SeatRecord) -> int:
    """Return the place of a seat: winners are first, then those with better points."""
    sign = 1 if find_game(entry.game).lowest_wins else -1
    return 1 if own.won else 1 + sum(other.won or sign * other.score < sign * own.score for other in entry.seats)


def parts_of(save: str, seat: int) -> tuple[float, float]:
    """Return what a seat's play and guesses were worth per round, on average; of a long match, only the first rounds count."""
    rounds = min(rounds_in(save), MOST_REVIEWED)
    parts = [review_of(save, round, seat).parts for round in range(rounds)]
    return sum(part.play for part in parts) / rounds, sum(part.guesses for part in parts) / rounds
