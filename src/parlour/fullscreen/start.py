"""The start screen: choose a game, seats, bots and house rules, continue a game, or read the statistics."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, TypeVar

from textual import events
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from ..bots import LEVELS, usual_level
from ..bots.user_bots import installed_bots
from ..core.game import Game, find_game, game_ids
from ..core.remedy import Clash
from ..core.texts import text as part
from ..home.houses import Houses, SavedRules
from ..home.unfinished import Unfinished
from ..lessons import lessons_of
from ..terminal.layout import padded, width_of, wrapped
from .paint import BOLD, CURSOR, DIM, FELT, TURN, Canvas, has_few_colours

PLAY, CONTINUE, STATISTICS, QUIT = "play", "continue", "statistics", "quit"
T = TypeVar("T")
LABEL = 34
"""The number of columns for the names of rows."""


@dataclass
class NewGame:
    """The player's choices: a game, its seats, the level of the bots and the house rules."""

    game: Game
    seats: int
    level: str = usual_level
    house: SavedRules | None = None
    rules: dict[str, int] = field(default_factory=dict)
    """The values of house rules that differ from the usual ones."""

    @property
    def settings(self) -> tuple[str, ...]:
        """The house rules as `--set` writes them."""
        options = self.game.options
        return tuple(f"{name}={options[name].text(value)}" for name, value in self.rules.items())

    def clash(self) -> str:
        """Return why these rules are incompatible; empty if they are compatible."""
        values = {name: option.text(self.rules[name]) for name, option in self.game.options.items() if name in self.rules}
        try:
            self.game.checked_options(values, self.game.checked_seats(self.seats))
        except Clash as clash:
            remedy = clash.remedy()
            return f"{clash} {remedy.text}" if remedy else str(clash)
        except ValueError as error:
            return str(error)
        return ""


def bot_label(name: str) -> str:
    """Return the displayed name of a level or an installed bot."""
    return LEVELS[name].label if name in LEVELS else name


def saved_houses(game: Game) -> list[SavedRules]:
    """Return the saved house rules of a game; none if they can't be read."""
    try:
        return [house for house in Houses().all() if house.game == game.id]
    except ValueError:
        return []


def used_house(game: Game) -> SavedRules | None:
    """Return the saved house rules that new games use."""
    try:
        return Houses().used(game.id)
    except ValueError:
        return None


def new_plan(game: Game) -> NewGame:
    """Return the default plan for a game."""
    plan = NewGame(game, game.usual_seats)
    take_house(plan, used_house(game))
    return plan


def take_house(plan: NewGame, house: SavedRules | None) -> None:
    """Use saved house rules, or the usual ones."""
    plan.house, plan.rules = house, {}
    for name, value in (house.options if house else {}).items():
        option = plan.game.options.get(name)
        if option is not None:
            plan.rules[name] = option.read(name, value)


class _Menu(Widget):
    """Draws the start screen."""

    can_focus = True
    DEFAULT_CSS = "_Menu { width: 1fr; height: 1fr; }"
    strips: list[Strip] = []

    def render_line(self, y: int) -> Strip:
        """Return a line."""
        return self.strips[y] if y < len(self.strips) else Strip.blank(self.size.width)


class StartScreen(Screen[str]):
    """Lets a person plan a game. The plan is in `plan` once it closes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "row(-1)", show=False),
        Binding("down,j,tab", "row(1)", show=False, priority=True),
        Binding("left", "change(-1)", show=False),
        Binding("right,space", "change(1)", show=False),
        Binding("enter,p", "enter", show=False),
        Binding("c", "answer('continue')", show=False),
        Binding("s", "answer('statistics')", show=False),
        Binding("q,escape,ctrl+c,ctrl+q", "answer('quit')", show=False, priority=True),
    ]

    def __init__(self, plan: NewGame | None = None, *, ascii_only: bool = False, refusal: str = "") -> None:
        super().__init__()
        self.plan = plan or new_plan(find_game(game_ids()[0]))
        self.ascii_only = ascii_only
        self.refusal = refusal
        self.row = 0
        self._top = 0
        self._menu = _Menu()
        self._where: dict[int, int] = {}

    def compose(self) -> "list[Widget]":
        """Return the menu, the only widget."""
        return [self._menu]

    def on_mount(self) -> None:
        """Draw it."""
        self._menu.focus()
        self.draw()

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.draw()

    # ---- rows ----------------------------------------------------------------------------------------------------

    def rows(self) -> list[tuple[str, str, str]]:
        """Return name, value and explanation of every row."""
        plan = self.plan
        game = plan.game
        house = plan.house.name if plan.house else part("fullscreen.usualRules")
        rows = [
            (part("fullscreen.row.game"), game.name, f"{game.pitch} {self._lessons}".rstrip()),
            (
                part("fullscreen.row.seats"),
                str(plan.seats),
                part("terminal.seats", least=game.least_seats, most=game.most_seats),
            ),
            (part("fullscreen.row.bots"), bot_label(plan.level), part("fullscreen.row.botsSays")),
            (part("fullscreen.row.house"), house, part("fullscreen.row.houseSays")),
        ]
        for name, option in game.options.items():
            value = plan.rules.get(name, option.start)
            rows.append((option.label, option.value_label(value), option.says))
        return rows

    @property
    def _lessons(self) -> str:
        """Return the row that says how to learn the game, if it has lessons."""
        return part("fullscreen.row.gameLearn", game=self.plan.game.id) if lessons_of(self.plan.game) else ""

    def action_row(self, step: int) -> None:
        """Go to another row."""
        self.row = (self.row + step) % len(self.rows())
        self.draw()

    def action_change(self, step: int) -> None:
        """Choose the next value of a row."""
        plan = self.plan
        self.refusal = ""
        if self.row == 0:
            ids = game_ids()
            self.plan = new_plan(find_game(ids[(ids.index(plan.game.id) + step) % len(ids)]))
            self.plan.level = plan.level
        elif self.row == 1:
            plan.seats = min(max(plan.seats + step, plan.game.least_seats), plan.game.most_seats)
        elif self.row == 2:
            plan.level = _next([*LEVELS, *installed_bots()], plan.level, step)
        elif self.row == 3:
            houses: list[SavedRules | None] = [None, *saved_houses(plan.game)]
            take_house(plan, _next(houses, plan.house, step))
        else:
            name = list(plan.game.options)[self.row - 4]
            option = plan.game.options[name]
            plan.rules[name] = _next(option.all_values, plan.rules.get(name, option.start), step)
            if plan.rules[name] == option.start:
                del plan.rules[name]
        self.draw()

    def action_enter(self) -> None:
        """Close the screen to play the planned game, unless its rules clash."""
        self.refusal = self.plan.clash()
        if self.refusal:
            self.draw()
        else:
            self.dismiss(PLAY)

    def action_answer(self, answer: str) -> None:
        """Close it with another answer."""
        if answer != CONTINUE or Unfinished().exists:
            self.dismiss(answer)

    def on_click(self, event: events.Click) -> None:
        """Choose a row; a click on its value changes it."""
        row = self._where.get(event.y)
        if row is None:
            return
        if row == self.row and event.x > LABEL:
            self.action_change(-1 if event.button == 3 else 1)
        self.row = row
        self.draw()

    # ---- drawing -------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the rows that fit, and the explanation of the chosen one."""
        width, height = self.size.width, self.size.height
        if not width or not self.is_mounted:
            return
        canvas = Canvas(width, height, ascii_only=self.ascii_only)
        canvas.text(2, 1, part("fullscreen.welcome"), BOLD)
        rows = self.rows()
        says = wrapped(rows[self.row][2], min(width - 6, 100))[:3]
        trouble = wrapped(self.refusal, min(width - 6, 100))[:2]
        room = max(3, height - 6 - len(says) - len(trouble))
        self._top = min(max(self._top, self.row - room + 1), self.row)
        self._where = {}
        y = self._rows(canvas, 3, rows, room)
        for line in says:
            canvas.text(4, y + 1, line, DIM)
            y += 1
        for line in trouble:
            canvas.text(4, y + 1, line, TURN)
            y += 1
        keys = part("fullscreen.startKeysContinue" if Unfinished().exists else "fullscreen.startKeys")
        keys = keys if width_of(keys) + 2 <= width else part("fullscreen.startKeysShort")
        canvas.text(2, height - 1, keys, DIM)
        self._menu.strips = [Strip(row, width) for row in canvas.rows(few_colours=has_few_colours(self.app))]
        self._menu.refresh()

    def _rows(self, canvas: Canvas, y: int, rows: Sequence[tuple[str, str, str]], room: int) -> int:
        for place, (name, value, _) in list(enumerate(rows))[self._top : self._top + room]:
            is_here = place == self.row
            self._where[y] = place
            style = BOLD if is_here else FELT
            canvas.text(2, y, canvas.glyphs.turn if is_here else " ", TURN)
            canvas.text(4, y, padded(name, LABEL - 4), style, LABEL - 5)
            shown = f" {canvas.glyphs.fro} {value} {canvas.glyphs.to} " if is_here else f"   {value}"
            is_changed = place > 3 and list(self.plan.game.options)[place - 4] in self.plan.rules
            canvas.text(LABEL, y, shown, CURSOR if is_here else TURN if is_changed else FELT, width_of(shown))
            y += 1
        return y


def _next(values: Sequence[T], value: T, step: int) -> T:
    place = values.index(value) if value in values else 0
    return values[(place + step) % len(values)]
