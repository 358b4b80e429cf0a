"""Statistics of a player (MM-5.3): games, wins, win rate, streaks, cards played, penalties, longest game."""

import csv
import io
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from .ledger import Entry


@dataclass(frozen=True, slots=True)
class Statistics:
    """One player's figures, in one game or in all."""

    player: str
    game: str
    games: int = 0
    wins: int = 0
    streak: int = 0
    best_streak: int = 0
    cards_played: int = 0
    penalties_given: int = 0
    penalties_taken: int = 0
    longest_game: int = 0

    @property
    def win_rate(self) -> float:
        """The share of games won."""
        return self.wins / self.games if self.games else 0.0

    def row(self) -> dict[str, str | int | float]:
        """Plain data, the win rate included."""
        return {**asdict(self), "win_rate": round(self.win_rate, 4)}


ALL_GAMES = "all"


def statistics(entries: Iterable[Entry]) -> list[Statistics]:
    """The figures of every person in every game, and in all games together where a person played several."""
    parts: dict[tuple[str, str], list[tuple[Entry, int]]] = {}
    for entry in sorted(entries, key=lambda entry: entry.when):
        for seat, part in enumerate(entry.seats):
            if not part.bot:
                for game in (entry.game, ALL_GAMES):
                    parts.setdefault((part.name, game), []).append((entry, seat))
    games = {name: sum(1 for player, game in parts if player == name and game != ALL_GAMES) for name, _ in parts}
    return [
        _figures(player, game, found)
        for (player, game), found in sorted(parts.items(), key=lambda item: (item[0][0], item[0][1] == ALL_GAMES, item[0][1]))
        if game != ALL_GAMES or games[player] > 1
    ]


def _figures(player: str, game: str, found: list[tuple[Entry, int]]) -> Statistics:
    seats = [entry.seats[seat] for entry, seat in found]
    streaks = _streaks([part.won for part in seats])
    return Statistics(
        player,
        game,
        games=len(seats),
        wins=sum(part.won for part in seats),
        streak=streaks[-1],
        best_streak=max(streaks),
        cards_played=sum(part.played for part in seats),
        penalties_given=sum(part.given for part in seats),
        penalties_taken=sum(part.taken for part in seats),
        longest_game=max(entry.turns for entry, _ in found),
    )


def _streaks(won: list[bool]) -> list[int]:
    """The number of wins in a row after each game."""
    streaks = []
    run = 0
    for win in won:
        run = run + 1 if win else 0
        streaks.append(run)
    return streaks


def as_csv(figures: Iterable[Statistics]) -> str:
    """The figures as a table that other programs read."""
    rows = [figure.row() for figure in figures]
    if not rows:
        return ""
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
