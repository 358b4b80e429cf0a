"""A player's statistics (MM-5.3): games, wins, win rate, streaks, cards played, penalties, longest game."""

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass

from .ledger import PlayedGame, SeatRecord

ALL_GAMES = "all"


@dataclass(frozen=True, slots=True)
class PersonStatistics:
    """One person's statistics, in one game or in all. Penalties are counted in cards, the longest game in turns."""

    player: str
    game: str
    games: int
    wins: int
    streak: int
    best_streak: int
    cards_played: int
    penalties_given: int
    penalties_taken: int
    longest_game: int

    @property
    def win_rate(self) -> float:
        """The share of games won."""
        return self.wins / self.games

    def row(self) -> dict[str, str | int | float]:
        """Return plain data, by column name."""
        return {name: round(self.win_rate, 4) if name == "win_rate" else getattr(self, name) for name in COLUMNS}


COLUMNS = (
    *("player", "game", "games", "wins", "win_rate", "streak", "best_streak"),
    *("cards_played", "penalties_given", "penalties_taken", "longest_game"),
)


def statistics(entries: Iterable[PlayedGame]) -> list[PersonStatistics]:
    """Return the statistics of every person in every game, and in all games together if a person played several.

    A person is identified by name, ignoring case; the games are in the order in which they were finished.
    """
    people: dict[str, list[tuple[PlayedGame, SeatRecord]]] = {}
    for entry in entries:
        for part in entry.seats:
            if not part.bot:
                people.setdefault(part.name.casefold(), []).append((entry, part))
    return [figures for _, found in sorted(people.items()) for figures in _of_person(found)]


def _of_person(found: list[tuple[PlayedGame, SeatRecord]]) -> list[PersonStatistics]:
    """Return the statistics game by game, followed by the totals; the person is named as in the latest game."""
    name = found[-1][1].name
    games = sorted({entry.game for entry, _ in found})
    figures = [_figures(name, game, [pair for pair in found if pair[0].game == game]) for game in games]
    return figures if len(games) < 2 else [*figures, _figures(name, ALL_GAMES, found)]


def _figures(player: str, game: str, found: list[tuple[PlayedGame, SeatRecord]]) -> PersonStatistics:
    parts = [part for _, part in found]
    streaks = _streaks([part.won for part in parts])
    return PersonStatistics(
        player,
        game,
        games=len(parts),
        wins=sum(part.won for part in parts),
        streak=streaks[-1],
        best_streak=max(streaks),
        cards_played=sum(part.played for part in parts),
        penalties_given=sum(part.given for part in parts),
        penalties_taken=sum(part.taken for part in parts),
        longest_game=max(entry.turns for entry, _ in found),
    )


def _streaks(won: list[bool]) -> list[int]:
    """Return the length of the winning streak after each game."""
    streaks = []
    run = 0
    for win in won:
        run = run + 1 if win else 0
        streaks.append(run)
    return streaks


def as_csv(figures: Iterable[PersonStatistics]) -> str:
    """Return the statistics as a table that other programs can read."""
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(figure.row() for figure in figures)
    return out.getvalue()
