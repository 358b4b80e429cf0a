"""Statistics at the keyboard: finished games are recorded, people see their standing, and `parlour stats` shows it all."""

import json
from collections.abc import Iterator, Sequence

import click

from ..core.game import Game, find_game, found_ids, game_ids
from ..core.table import Table
from ..core.texts import counted, listed, sentence
from ..core.texts import text as part
from ..home.learning import FIRST_GAMES, Learning
from ..home.ledger import Ledger, PlayedGame, entry_of
from ..home.statistics import ALL_GAMES, PersonStatistics, as_csv, statistics
from . import files
from .ink import Ink
from .layout import padded, width_of, wrapped
from .reader import Reader
from .refusal import Refusal, printable, refusals
from .requests import chosen_game
from .screen import Screen
from .seats import YOU, Party

HEAD = (
    *("terminal.stats.head.game", "terminal.stats.head.games", "terminal.stats.head.wins", "terminal.stats.head.rate"),
    *("terminal.stats.head.streak", "terminal.stats.head.best", "terminal.stats.head.played", "terminal.stats.head.given"),
    *("terminal.stats.head.taken", "terminal.stats.head.turns"),
)
"""The keys of the column heads."""
TITLES = (
    *(("", 3), ("terminal.stats.title.win", 1), ("terminal.stats.title.streak", 2), ("terminal.stats.title.cards", 1)),
    *(("terminal.stats.title.penalties", 2), ("terminal.stats.title.longest", 1)),
)
"""The keys of the titles above them, and the number of columns that each spans."""
GAP = 2
TO_THE_SCREEN = "-"
LONGEST_PATH = 4096


# ---- at the end of a game -----------------------------------------------------------------------------------------


def has_tips(game: str, party: Party) -> bool:
    """Whether a game is explained while it is played: the only person has not finished two games of it, and wants tips."""
    seat = party.only_person
    if seat is None:
        return False
    return is_explained(game, party.names[seat])


def is_explained(game: str, name: str = YOU) -> bool:
    """Whether a game is explained to the person with this name: they have not finished two games of it, and want tips."""
    try:
        entries = Ledger().entries()
        played = [entry for entry in entries if entry.game == game and _took_part(entry, name.casefold())]
        learning = Learning()
        return len(played) + learning.finished(game) < FIRST_GAMES and learning.has_tips
    except ValueError:
        return True


def _took_part(entry: PlayedGame, name: str) -> bool:
    return any(not part.bot and part.name.casefold() == name for part in entry.seats)


class Scorebook:
    """Records the finished games of a sitting. Problems are reported once, after play, and never disturb it."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._troubles: list[str] = []
        self._is_open = False
        """Whether something was recorded, so that there is something to report."""

    def write_down(self, table: Table, party: Party, *, is_practice: bool = False) -> None:
        """Count a finished game for the people who played it, unless it was practice."""
        if table.result is None or not party.people or table.game.id not in game_ids():
            return
        if is_practice:
            self._note(sentence("terminal.stats.practice"))
            return
        try:
            ledger = Ledger()
            if not ledger.add(entry_of(table, party.names, party.people)):
                self._note(sentence("terminal.stats.before"))
        except ValueError as error:
            self._note(sentence("terminal.stats.notCounted", why=str(error)[:1].lower() + str(error)[1:]))
        else:
            self._note(ledger.notice)
            self._is_open = True

    def sum_up(self, table: Table, party: Party) -> None:
        """Tell people their statistics in this game, if any of it was counted."""
        figures: list[PersonStatistics] = []
        if self._is_open:
            try:
                figures = statistics(Ledger().entries())
            except ValueError as error:
                self._note(str(error))
        for trouble in self._troubles:
            self.screen.say(printable(trouble))
        for name in party.names[: party.people]:
            for found in of_player(figures, name):
                if found.game == table.game.id:
                    self._tell(found, party.is_shared)

    def _tell(self, figures: PersonStatistics, is_shared: bool) -> None:
        how_often, how = standing(figures)
        self.screen.say(part("terminal.stats.soFar", name=figures.player, figures=how_often), "  ")
        if not is_shared:
            self.screen.say(f"{how}.", "  ")

    def _note(self, trouble: str) -> None:
        if trouble and trouble not in self._troubles:
            self._troubles.append(trouble)


def standing(figures: PersonStatistics) -> tuple[str, str]:
    """Return a person's statistics in two phrases."""
    is_all = figures.game == ALL_GAMES
    which = part("terminal.stats.inAll") if is_all else part("terminal.stats.of", game=game_name(figures.game))
    return (
        part(
            "terminal.stats.games",
            games=counted("terminal.stats.gameCount", figures.games),
            which=which,
            wins=figures.wins,
            rate=rate(figures),
            streak=figures.streak,
            best=figures.best_streak,
        ),
        part(
            "terminal.stats.cards",
            played=counted("table.cards", figures.cards_played),
            given=counted("terminal.stats.penaltyCards", figures.penalties_given),
            taken=figures.penalties_taken,
            turns=counted("figures.turns", figures.longest_game),
        ),
    )


def rate(figures: PersonStatistics) -> str:
    """Return the win rate as a percentage."""
    return f"{figures.win_rate:.0%}"


def game_name(game_id: str) -> str:
    """Return the name of a game, even one that no longer exists."""
    if game_id == ALL_GAMES:
        return part("terminal.stats.allGames")
    return find_game(game_id).name if game_id in found_ids() else game_id


# ---- a table per person -------------------------------------------------------------------------------------------


def of_player(figures: Sequence[PersonStatistics], name: str) -> list[PersonStatistics]:
    """Return the statistics of one person."""
    return [found for found in figures if found.player.casefold() == name.strip().casefold()]


def tables(figures: Sequence[PersonStatistics], width: int, ink: Ink) -> list[str]:
    """Return a table for each person, all equally wide; sentences if the page is too narrow."""
    rows = [_cells(found) for found in figures]
    widths = _widths(rows)
    fits = sum(widths) + GAP * len(widths) <= width
    lines: list[str] = []
    for player in dict.fromkeys(found.player for found in figures):
        own = [(found, row) for found, row in zip(figures, rows, strict=True) if found.player == player]
        lines += ["", *wrapped(ink.bold(player), width)]
        if fits:
            lines += [ink.dim(_over_head(widths)), ink.dim(_row(_head(), widths)), *(_row(row, widths) for _, row in own)]
        else:
            lines += [line for found, _ in own for line in wrapped(f"{', '.join(standing(found))}.", width, "    ", "  ")]
    return lines[1:]


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """Return how wide each column is; if a title above several is wider than they are, the last of them is widened."""
    widths = [max(width_of(row[column]) for row in [_head(), *rows]) for column in range(len(_head()))]
    for title, first, end in _titles():
        widths[end - 1] += max(0, width_of(title) - sum(widths[first:end]) - GAP * (end - first - 1))
    return widths


def _head() -> list[str]:
    return [part(key) for key in HEAD]


def _titles() -> Iterator[tuple[str, int, int]]:
    """Yield the titles above the head, each with its first column and the one after its last."""
    first = 0
    for key, count in TITLES:
        yield part(key) if key else "", first, first + count
        first += count


def _cells(found: PersonStatistics) -> tuple[str, ...]:
    numbers = (found.streak, found.best_streak, found.cards_played, found.penalties_given, found.penalties_taken)
    counts = map(str, (*numbers, found.longest_game))
    return (game_name(found.game), str(found.games), str(found.wins), rate(found), *counts)


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Align the first cell left and numbers right."""
    numbers = (f"{cell:>{size}}" for cell, size in zip(cells[1:], widths[1:], strict=True))
    return (" " * GAP).join(["  " + padded(cells[0], widths[0]), *numbers])


def _over_head(widths: Sequence[int]) -> str:
    sizes = [(title, sum(widths[first:end]) + GAP * (end - first - 1)) for title, first, end in _titles()]
    return "  " + (" " * GAP).join(f"{title:>{size}}" for title, size in sizes)


# ---- the command --------------------------------------------------------------------------------------------------


@click.command()
@click.argument("game", required=False)
@click.option("--player", metavar="NAME", help="Only this person's statistics.")
@click.option("--json", "as_json", is_flag=True, help="Print the statistics as JSON.")
@click.option(
    "--csv", "csv_path", is_flag=False, flag_value=TO_THE_SCREEN, metavar="[FILE]", help="Print CSV, or write it to a file."
)
@click.option("--export", "export_path", metavar="FILE", help="Write all finished games to a file, one line of JSON each.")
@click.option("--reset", is_flag=True, help="Reset the statistics; the old file is kept under another name.")
@click.option("--yes", is_flag=True, help="Don't ask before resetting or replacing a file.")
def stats(
    game: str | None,
    player: str | None,
    as_json: bool,
    csv_path: str | None,
    export_path: str | None,
    reset: bool,
    yes: bool,
) -> None:
    """Show your statistics, in one GAME or in all.

    Every game that you finish at this keyboard counts, unless you play with --no-stats. The file is in your data folder, or in
    the folder that PARLOUR_HOME names.
    """
    wanted = {"--json": as_json, "--csv": csv_path is not None, "--export": export_path is not None, "--reset": reset}
    chosen = [option for option, is_wanted in wanted.items() if is_wanted]
    if len(chosen) > 1:
        raise Refusal(sentence("terminal.stats.oneOf", options=listed(chosen)))
    if (reset or export_path is not None) and (game is not None or player is not None):
        raise Refusal(sentence("terminal.stats.everybody", option=chosen[0]))
    desk = _Desk(yes)
    with refusals():
        if reset:
            desk.reset()
        elif export_path is not None:
            desk.put(desk.ledger.text(), export_path)
        else:
            desk.show(chosen_game(game) if game is not None else None, player, as_json, csv_path)
    if desk.ledger.notice:
        click.echo(printable(desk.ledger.notice), err=True)


class _Desk:
    """Carries out `parlour stats`."""

    def __init__(self, yes: bool) -> None:
        self.yes = yes
        self.screen = Screen()
        self.reader = Reader(self.screen)
        with refusals():
            self.ledger = Ledger()

    def show(self, game: Game | None, player: str | None, as_json: bool, csv_path: str | None) -> None:
        """Print the statistics in the requested format."""
        figures = self._figures(game, player)
        if as_json:
            self.screen.lines([json.dumps([found.row() for found in figures], indent=1)])
        elif csv_path is not None:
            self.put(as_csv(figures), csv_path)
        elif figures:
            self.screen.lines(tables(figures, self.screen.width, self.screen.ink))
        else:
            none = sentence("terminal.stats.noneOf", game=game.name) if game else sentence("terminal.stats.noGame")
            self.screen.say(none)

    def _figures(self, game: Game | None, player: str | None) -> list[PersonStatistics]:
        figures = statistics(self.ledger.entries())
        if player is not None:
            known = list(dict.fromkeys(found.player for found in figures))
            figures = of_player(figures, player)
            if known and not figures:
                raise Refusal(sentence("terminal.stats.nobody", name=printable(player, 40), names=", ".join(known)))
        return [found for found in figures if game is None or found.game == game.id]

    def put(self, text: str, path: str) -> None:
        """Write a text to the screen or to a file."""
        if path == TO_THE_SCREEN:
            self.screen.write(text)
            return
        path = files.full_path(path)
        file = files.shown(path)
        if files.is_taken(path) and not self._may(
            sentence("terminal.replace", file=file), sentence("terminal.stats.yesToReplace", file=file)
        ):
            self.screen.say(sentence("terminal.stats.notWritten"))
            return
        files.write_text(path, text)
        self._point_to(sentence("terminal.stats.written"), path)

    def reset(self) -> None:
        """Reset the statistics, if the person confirms."""
        if not self._may(sentence("terminal.stats.reset"), sentence("terminal.stats.yesToReset")):
            self.screen.say(sentence("terminal.stats.notChanged"))
            return
        aside = self.ledger.reset()
        if aside is None:
            self.screen.say(sentence("terminal.stats.none"))
        else:
            self._point_to(sentence("terminal.stats.wasReset"), str(aside))

    def _point_to(self, text: str, path: str) -> None:
        """Print a path on a line of its own, so that it can be copied."""
        self.screen.say(text)
        self.screen.lines([f"  {printable(path, LONGEST_PATH)}"])

    def _may(self, question: str, otherwise: str) -> bool:
        """Whether the person agrees; if nobody can be asked, `otherwise` says that --yes must be given."""
        if self.yes:
            return True
        if not self.reader.is_terminal:
            raise Refusal(otherwise)
        return self.reader.yes(question)
