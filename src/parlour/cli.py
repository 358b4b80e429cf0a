"""The command line: `parlour`, and `parlour play`, `join`, `watch`, `learn`, `games`, `rules`, `replay`, `review`, `puzzles`,
`house`, `stats`, `texts`, `new-game`, `check-game`, `serve`, `backup`, `restore`, `doctor`, `admin`, `verify`, `simulate`,
`compare`, `arena` and `skill`."""

import os
import sys
from collections.abc import Mapping
from typing import Any

import click

from . import Table, __version__, find_game, game_ids
from .bots import LEVELS, can_search, usual_level
from .core.game import Game, game_problems
from .core.plugins import failure_of
from .core.texts import NoText, in_voice, sentence, voice
from .guest.command import join, watch
from .home.houses import SavedRules
from .lab.command import arena, compare, simulate, skill
from .server.program.admin import admin
from .server.program.command import backup, doctor, open_house, restore, serve, verify
from .terminal import completion, files
from .terminal.catalogue import speak, texts_command
from .terminal.check_game import check_game
from .terminal.houses import NOTHING_ASKED, asked_again, asked_house, deal, house, house_in_use, in_force, joined
from .terminal.layout import wrapped
from .terminal.learn import learn
from .terminal.line_mode import LineMode
from .terminal.new_game import new_game
from .terminal.puzzles import puzzles
from .terminal.reader import EndOfInput, Reader
from .terminal.refusal import NobodyReads, OutputLost, Refusal, printable, reason, refusals, refusals_with_remedy
from .terminal.replay import Reel, ReplayScreen
from .terminal.requests import (
    asked_game,
    checked_delay,
    chosen_game,
    loaded_sitting,
    read_settings,
    repeated_sitting,
    saved_party,
    seats_text,
)
from .terminal.review import review_command
from .terminal.screen import Screen, fills_screen, is_terminal, make_streams_forgiving
from .terminal.seats import Party, make_party
from .terminal.sheet import shared_sheet, sheet
from .terminal.sitting import Sitting
from .terminal.stats import Scorebook, has_tips, stats

BAD_REQUEST, BROKEN_OUTPUT, INTERRUPTED, CLOSED_PIPE = 2, 1, 130, 141
HOUSE_RULES = "A house rule such as first_seat=random; can be given several times. `parlour rules GAME` lists them."
BOTS = (
    f"Bot per seat; the last one given fills the remaining seats: {', '.join(LEVELS)} (default: {usual_level}), "
    "or one of your own: file.py:Class, cmd:program, or the name of an installed one."
)
SAVED_RULES = "Use the house rules saved as NAME (--set overrides them; GAME is then optional)."
NO_SAVED_RULES = "Ignore the saved house rules in use for new games."
SETTINGS = click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help=HOUSE_RULES, shell_complete=completion.settings
)
HOUSE = click.option("--house", "house_name", metavar="NAME", help=SAVED_RULES, shell_complete=completion.houses)
FILE = click.Path(path_type=str)
COMPLETE = "_PARLOUR_COMPLETE"
"""The variable by which a shell asks for completions."""


WHOLE = 500
"""A limit in characters above the length of any command's short help, so that Click never cuts one off."""


class CommandGroup(click.Group):
    """The group of all commands. Errors reach the user as one sentence."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command and exit with its status."""
        make_streams_forgiving()
        with in_voice(voice()):
            status = self._status(*args, **{**kwargs, "standalone_mode": False, "prog_name": "parlour"})
        sys.exit(status if isinstance(status, int) else 0)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands, each with its whole sentence, since click would cut off a long one."""
        named = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        rows = [(name, command.get_short_help_str(WHOLE)) for name, command in named if command and not command.hidden]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def _status(self, *args: Any, **kwargs: Any) -> Any:
        try:
            speak()
            with refusals():
                can_search()  # refuse an invalid PARLOUR_SEARCH or PARLOUR_KERNELS
            status = super().main(*args, **kwargs)
            Screen().write("")
        except (Refusal, click.ClickException) as error:
            status = complain(_message(error), getattr(error, "status", BAD_REQUEST))
        except NoText as error:  # warnings about a game that somebody is still writing
            status = complain(str(error), BAD_REQUEST)
        except (KeyboardInterrupt, click.Abort):
            status = complain(sentence("terminal.stopped"), INTERRUPTED)
        except SystemExit:
            if COMPLETE in os.environ:  # click exits after answering the shell
                raise
            _forget_output()  # click itself exits when nobody reads its help
            status = CLOSED_PIPE
        except (NobodyReads, BrokenPipeError):
            _forget_output()
            status = CLOSED_PIPE
        except (OutputLost, OSError) as error:
            if failure := failure_of(error):
                return complain(failure, BAD_REQUEST)
            _forget_output()
            why = reason(error) if isinstance(error, OSError) else str(error)
            status = complain(sentence("terminal.noOutput", why=why), BROKEN_OUTPUT)
        except Exception as error:
            failure = failure_of(error)
            if not failure:
                raise
            status = complain(failure, BAD_REQUEST)
        return status


def complain(what: str, status: int) -> int:
    """Print an error to standard error and return the exit status."""
    lines = wrapped(printable(what), Screen().width) if is_terminal(sys.stderr) else [printable(what)]
    click.echo("\n".join(lines), err=True)
    return status


def _message(error: Refusal | click.ClickException) -> str:
    text = error.format_message() if isinstance(error, click.ClickException) else str(error)
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _forget_output() -> None:
    """Discard further output, so that Python doesn't complain again at exit."""
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


@click.group(
    "parlour",
    cls=CommandGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "-V", "--version", message="parlour %(version)s")
@click.option("--port", metavar="N", help="Port of the house (default: 8765, or any free one).")
@click.option("--no-browser", is_flag=True, help="Don't open a browser; only print the address.")
@click.pass_context
def main(context: click.Context, port: str | None, no_browser: bool) -> None:
    """A house of card games, with your own rules.

    Without a command, this opens the house in your browser, for you and the people you invite. To play in the terminal, use
    `parlour play`.
    """
    if context.invoked_subcommand is None:
        open_house(port=port, browse=not no_browser)
    elif port is not None or no_browser:
        raise Refusal(sentence("terminal.alone", command=context.invoked_subcommand))


# ---- play -----------------------------------------------------------------------------------------------------------


@main.command()
@click.argument("game", required=False, shell_complete=completion.games)
@click.option("--seats", type=int, metavar="N", help="Number of seats (default: the game's usual number).")
@SETTINGS
@click.option("--seed", metavar="SEED", help="A number or a text for the shuffle: the same seed deals the same cards.")
@click.option(
    "--people",
    type=int,
    metavar="N",
    help="Number of people who share this keyboard (default: 1); bots play the other seats.",
)
@click.option("--names", default="", metavar="ANA,BEN", help="Names of the seats, people first.")
@click.option("--bots", default="", metavar="LEVEL,LEVEL", help=BOTS, shell_complete=completion.levels)
@click.option("--rounds", type=int, metavar="N", help="Play a match of N rounds.")
@click.option("--target", type=int, metavar="N", help="Play a match until a seat has N points.")
@click.option("--load", "path", metavar="FILE", type=FILE, help="Continue a saved game or match.")
@click.option("--again", metavar="FILE", type=FILE, help="Play the deal of a saved game or match again, against the same bots.")
@click.option(
    "--bots-delay",
    "delay",
    type=float,
    metavar="SECONDS",
    help="Seconds a bot takes for a move (default: the game's own pause or 0.6; 0 in a pipe).",
)
@HOUSE
@click.option("--no-house", is_flag=True, help=NO_SAVED_RULES)
@click.option("--no-stats", is_flag=True, help="Don't count these games in your statistics.")
@click.option("--plain", is_flag=True, help="Line by line instead of full screen, for example for screen readers.")
def play(
    game: str | None,
    path: str | None,
    again: str | None,
    people: int | None,
    names: str,
    bots: str,
    delay: float | None,
    house_name: str | None,
    no_house: bool,
    no_stats: bool,
    plain: bool,
    **asked: Any,
) -> None:
    """Play a game at this keyboard, alone against bots or with others.

    GAME is the name of a game, as `parlour games` lists them; without it you are asked. At the table, type `help`.

    \b
    parlour play GAME --seats 4 --set first_seat=random --seed 12
    parlour play GAME --people 2 --names Ana,Ben --target 100
    parlour play GAME --bots casual
    parlour play --house family
    """
    session = Session(1 if people is None else people, names, delay, bots=bots, no_house=no_house, no_stats=no_stats)
    session.is_plain = plain
    if again is not None:
        sitting, levels = repeated_sitting(again, game, {**asked, "house": house_name, "load": path}, session.people)
        session.bots = bots or levels
        session.introduce(sitting)
    elif path is not None:
        sitting = loaded_sitting(path, game, {**asked, "house": house_name})
        session.seat_again(path, sitting, people)
        session.introduce(sitting)
    else:
        chosen = asked_house(house_name, game, none=no_house)
        named = chosen.game if chosen is not None else game
        if named is None and session.can_fill_screen(session.people):
            session.start()
            return
        try:
            rules = chosen_game(named) if named is not None else asked_game(session.screen, session.reader)
        except EndOfInput:
            session.screen.say(sentence("terminal.noGame"))
            return
        sitting = session.deal(rules, chosen or session.house_in_use(rules), asked)
    session.run(sitting)


class Session:
    """Games played at this keyboard, one after the other (MM-6.4)."""

    def __init__(self, people: int, names: str, delay: float | None, *, bots: str = "", no_house: bool, no_stats: bool) -> None:
        self.screen = Screen()
        self.reader = Reader(self.screen)
        self.people = people
        self.names = names
        self.bots = bots
        self._asked_delay = delay
        self._delay = checked_delay(delay, self.screen)
        self._no_house = no_house
        self.is_plain = False
        """Whether line mode was asked for."""
        self._keeps_score = not no_stats
        self._knows_party = False
        """Whether the players of a saved game's seats are known."""

    def house_in_use(self, game: Game) -> SavedRules | None:
        """Return the house rules in use for new games."""
        return None if self._no_house else house_in_use(game, self.screen)

    def deal(self, game: Game, house: SavedRules | None, asked: Mapping[str, Any]) -> Sitting:
        """Deal a new game to the people at the table; report the bots' level if it was asked for."""
        sitting = deal(game, house, self.people, self.names, {**asked, "bots": self.bots}, self.screen)
        if (party := self._party(sitting)).has_unusual_bots:
            self.screen.say(party.introduction)
        return sitting

    def _party(self, sitting: Sitting) -> Party:
        return make_party(sitting.table.seats, self.people, self.names, self.bots)

    def seat_again(self, path: str, sitting: Sitting, people: int | None) -> None:
        """Seat the people and bots that a save names, except where the command says otherwise."""
        noted = saved_party(path, sitting.table.seats)
        if noted is None:
            self._knows_party = people is not None or bool(self.names)
            return
        self._knows_party = True
        if people is None or people == noted.people:
            self.people = noted.people
            self.names, self.bots = self.names or noted.given, self.bots or ",".join(noted.levels)

    def introduce(self, sitting: Sitting) -> None:
        """Say who plays which seat of a saved game."""
        text = self._party(sitting).introduction
        if not self._knows_party and self.people == 1 and not self.names:
            text += f" {sentence('terminal.ifOthers')}"
        self.screen.say(text)

    def can_fill_screen(self, people: int) -> bool:
        """Whether to play in full screen: one person at most, at a large enough terminal that understands control codes."""
        return not self.is_plain and people <= 1 and self.reader.is_terminal and fills_screen(self.screen)

    def start(self, sitting: Sitting | None = None) -> None:
        """Play in full screen, at this table or at one chosen on the start screen."""
        game_problems()  # reports unusable games before the screen is full
        from .fullscreen.app import FullScreen
        from .fullscreen.host import LocalHost

        first = None
        if sitting is not None:
            party = self._party(sitting)
            tips = has_tips(sitting.table.game.id, party)
            delay = self._bots_delay(sitting.table)
            first = LocalHost(sitting, party, delay, keeps_score=self._keeps_score, tips=tips)
        FullScreen(first, delay=self._delay, keeps_score=self._keeps_score).play()

    def run(self, sitting: Sitting | None) -> None:
        """Play a game and, at a terminal, as many more as people like."""
        if sitting is not None and self.can_fill_screen(self.people):
            self.start(sitting)
            return
        while sitting is not None:
            party = self._party(sitting)
            scorebook = Scorebook(self.screen) if self._keeps_score else None
            delay = self._bots_delay(sitting.table)
            tips = self.reader.is_terminal and has_tips(sitting.table.game.id, party)
            mode = LineMode(sitting, party, self.screen, self.reader, delay, scorebook, tips=tips)
            if not mode.run():
                return
            sitting = self._next(mode) if self.screen.is_terminal and self.reader.is_terminal else None

    def _bots_delay(self, table: Table) -> float:
        """Return the seconds a bot takes (MM-6.1): those requested or, at a terminal, the game's own, if it has any."""
        pause = table.game.bot_pause(table.options)
        return pause if self._asked_delay is None and self.screen.is_terminal and pause is not None else self._delay

    def _next(self, mode: LineMode) -> Sitting | None:
        """Ask what to play after a game, if anything."""
        while True:
            try:
                line = self.reader.line(sentence("terminal.next") + " ")
                answer = line.lower()
                if answer and "quit".startswith(answer):
                    return None
                if answer and "play again".startswith(answer):
                    return self.deal(mode.sitting.table.game, None, asked_again(mode.sitting))
                if answer and "another game".startswith(answer):
                    return self._another()
                word, _, path = line.partition(" ")
                if answer and ("save this one".startswith(answer) or "save".startswith(word.lower())):
                    mode.commands.is_saved("" if "save this one".startswith(answer) else path.strip())
                else:
                    self.screen.say(sentence("terminal.nextType"))
            except EndOfInput:
                return None
            except Refusal as error:
                self.screen.say(str(error))

    def _another(self) -> Sitting:
        game = asked_game(self.screen, self.reader)
        return self.deal(game, self.house_in_use(game), NOTHING_ASKED)


# ---- games, rules, replay -------------------------------------------------------------------------------------------


@main.command()
def games() -> None:
    """List the games of the house."""
    screen = Screen()
    for game in map(find_game, game_ids()):
        front = f"{screen.ink.bold(game.id)}: {game.name}, {seats_text(game)} "
        screen.lines(wrapped(game.pitch, screen.width, "    ", front))


@main.command()
@click.argument("game", required=False, shell_complete=completion.games)
@click.option("--seats", type=int, metavar="N", help="Number of seats (default: the game's usual number).")
@SETTINGS
@HOUSE
@click.option("--no-house", is_flag=True, help=NO_SAVED_RULES)
def rules(game: str | None, seats: int | None, settings: tuple[str, ...], house_name: str | None, no_house: bool) -> None:
    """Show the rules of a game with your house rules.

    Without GAME, this shows what all games share.
    """
    screen = Screen()
    chosen = asked_house(house_name, game, none=no_house)
    if chosen is not None:
        game = chosen.game
    elif game is not None and not no_house:
        chosen = house_in_use(chosen_game(game), screen)
    if game is None:
        lines = shared_sheet(screen.width, screen.ink)
    else:
        lines = game_sheet(game, seats, joined(chosen, settings), screen)
    if chosen is not None:
        lines = [*wrapped(in_force(chosen, settings), screen.width), "", *lines]
    try:
        Reader(screen).page(lines)
    except EndOfInput:
        return


def game_sheet(name: str, seats: int | None, settings: tuple[str, ...], screen: Screen) -> list[str]:
    """Return the rule sheet of a game under these house rules."""
    game = chosen_game(name)
    with refusals_with_remedy():
        count = game.checked_seats(game.usual_seats if seats is None else seats)
        values = game.checked_options(read_settings(settings), count)
    options = {name: option.python(values[name]) for name, option in game.options.items()}
    return sheet(game, options, screen.width, screen.ink)


@main.command()
@click.argument("path", metavar="FILE", type=FILE)
@click.option("--from", "start", type=int, default=0, metavar="N", help="The first step to show; 0 is the deal.")
@click.option("--to", "end", type=int, metavar="N", help="The last step to show.")
@click.option("--seat", type=int, metavar="K", help="Show what this seat saw, instead of all cards face up.")
@click.option("--plain", is_flag=True, help="Line by line instead of full screen, for example for screen readers.")
def replay(path: str, start: int, end: int | None, seat: int | None, plain: bool) -> None:
    """Replay a saved game, move by move.

    At a terminal it opens in full screen. Line by line, Enter shows the next step, a number goes to that step, and q quits. In
    a pipe, all steps are printed.
    """
    screen = Screen()
    full = files.full_path(path)
    reel = Reel(files.tables_in(full), files.names_in(full))
    reader = Reader(screen)
    shown = ReplayScreen(reel, seat, screen, reader)
    if plain or not reader.is_terminal or not fills_screen(screen):
        shown.run(start, end)
        return
    from .fullscreen.app import FullScreen
    from .fullscreen.replay import ReplayHost

    shown.check(start, end)
    FullScreen(ReplayHost(reel, seat, start)).play()


main.add_command(join)
main.add_command(watch)
main.add_command(learn)
main.add_command(house)
main.add_command(review_command)
main.add_command(puzzles)
main.add_command(stats)
main.add_command(texts_command)
main.add_command(new_game)
main.add_command(check_game)
main.add_command(serve)
main.add_command(backup)
main.add_command(restore)
main.add_command(doctor)
main.add_command(admin)
main.add_command(verify)
main.add_command(simulate)
main.add_command(compare)
main.add_command(arena)
main.add_command(skill)


if __name__ == "__main__":
    main()
