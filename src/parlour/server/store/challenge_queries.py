"""The SQL about challenges: deals shared by link, and who has played them."""

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from .rows import AttemptRow, ChallengeRow
from .schema import attempts, challenges, games

_ATTEMPT = select(attempts, func.coalesce(games.c.id, ""), func.coalesce(games.c.entry, "")).join_from(
    attempts, games, and_(games.c.room == attempts.c.room, games.c.number == attempts.c.number), isouter=True
)


def challenge(connection: Connection, id: str, since: float) -> ChallengeRow | None:
    """Return a challenge that was made after `since`."""
    row = connection.execute(select(challenges).where(challenges.c.id == id, challenges.c.made_at > since)).first()
    return None if row is None else ChallengeRow(*row)


def add_challenge(connection: Connection, new: ChallengeRow, own: AttemptRow) -> str:
    """Store a challenge with the attempt of the person who shares it, and return its id.

    A seat of a game has only one challenge: if there is one already, it is renewed, and its id is returned.
    """
    query = select(challenges.c.id).where(challenges.c.game == new.game, challenges.c.seat == new.seat)
    known = connection.scalar(query)
    if known is not None:
        connection.execute(update(challenges).where(challenges.c.id == known).values(made_at=new.made_at))
        return str(known)
    values = {"id": new.id, "game": new.game, "seat": new.seat, "person": new.person, "made_at": new.made_at}
    connection.execute(insert(challenges).values(values))
    add_attempt(connection, own)
    return new.id


def add_attempt(connection: Connection, attempt: AttemptRow) -> bool:
    """Store an attempt; return False if the person has one already."""
    if attempt_of(connection, attempt.challenge, attempt.person) is not None:
        return False
    columns = ("challenge", "person", "room", "number", "code", "begun_at")
    connection.execute(insert(attempts).values({name: getattr(attempt, name) for name in columns}))
    return True


def attempt_of(connection: Connection, challenge: str, person: str) -> AttemptRow | None:
    """Return a person's attempt at a challenge."""
    query = _ATTEMPT.where(attempts.c.challenge == challenge, attempts.c.person == person)
    row = connection.execute(query).first()
    return None if row is None else AttemptRow(*row)


def attempts_at_deal(connection: Connection, game: str, person: str) -> list[AttemptRow]:
    """Return a person's attempts at the deal of a game by any link to it: each seat has its own link."""
    links = select(challenges.c.id).where(challenges.c.game == game).scalar_subquery()
    query = _ATTEMPT.where(attempts.c.challenge.in_(links), attempts.c.person == person)
    return [AttemptRow(*row) for row in connection.execute(query)]


def finished_attempts(connection: Connection, challenge: str, limit: int) -> list[AttemptRow]:
    """Return the attempts that are over, oldest first."""
    query = _ATTEMPT.where(attempts.c.challenge == challenge, games.c.id.is_not(None))
    return [AttemptRow(*row) for row in connection.execute(query.order_by(attempts.c.begun_at, attempts.c.person).limit(limit))]


def attempts_of(connection: Connection, person: str) -> list[AttemptRow]:
    """Return all attempts of a person, oldest first."""
    query = _ATTEMPT.where(attempts.c.person == person).order_by(attempts.c.begun_at, attempts.c.challenge)
    return [AttemptRow(*row) for row in connection.execute(query)]


def set_parts(connection: Connection, attempt: AttemptRow, play: float, guesses: float) -> None:
    """Store the results of the review of an attempt."""
    query = update(attempts).where(attempts.c.challenge == attempt.challenge, attempts.c.person == attempt.person)
    connection.execute(query.values(play=play, guesses=guesses))


def forget_challenges(connection: Connection, person: str) -> None:
    """Delete the challenges of a person with all attempts at them, and their attempts at those of others."""
    own = select(challenges.c.id).where(challenges.c.person == person).scalar_subquery()
    connection.execute(delete(attempts).where(attempts.c.challenge.in_(own)))
    connection.execute(delete(attempts).where(attempts.c.person == person))
    connection.execute(delete(challenges).where(challenges.c.person == person))


def sweep_challenges(connection: Connection, before: float) -> int:
    """Delete old challenges with their attempts."""
    old = select(challenges.c.id).where(challenges.c.made_at <= before).scalar_subquery()
    connection.execute(delete(attempts).where(attempts.c.challenge.in_(old)))
    return connection.execute(delete(challenges).where(challenges.c.made_at <= before)).rowcount
