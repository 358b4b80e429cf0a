"""The table screen: shows a host's table, and turns keys and mouse into picks and moves."""

import asyncio
from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from ..core.cards import HIDDEN
from ..core.texts import sentence
from ..core.texts import text as part
from ..core.view import Choice, move_said, question_before
from ..terminal.drawing import cards_in
from ..terminal.ink import sign_of
from ..terminal.layout import width_of
from .board import Board
from .dialogs import ask, choose, read, room_for_text, type_line
from .host import Host
from .paint import Canvas, has_few_colours
from .picking import completed, final, is_card, is_set, move_of, of_stack, offered, toggled
from .picture import Picture
from .spots import Spot, at_point, moved

FLASH = 0.5
"""Seconds for which a card that has just appeared is marked."""
TICK = 0.5
"""Seconds between two updates of the clock."""
USUAL_ASKING = 3
"""The rows initially kept for prompt, notes and buttons; more are kept once they have been needed."""
LEAVE = ":leave"


class BoardWidget(Widget):
    """Draws the board of a table screen, line by line."""

    can_focus = True
    DEFAULT_CSS = "BoardWidget { width: 1fr; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self._strips: list[Strip] = []
        self.canvas: Canvas | None = None
        """The canvas that is displayed."""

    def put(self, board: Board) -> None:
        """Show another board."""
        width = board.canvas.width
        self.canvas = board.draw()
        self._strips = [Strip(row, width) for row in self.canvas.rows(few_colours=has_few_colours(self.app))]
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return a line of the board."""
        return self._strips[y] if y < len(self._strips) else Strip.blank(self.size.width)


class TableScreen(Screen[str]):
    """A table in full screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1,0)", show=False),
        Binding("right", "go(1,0)", show=False),
        Binding("up", "go(0,-1)", show=False),
        Binding("down", "go(0,1)", show=False),
        Binding("tab", "step(1)", show=False, priority=True),
        Binding("shift+tab", "step(-1)", show=False, priority=True),
        Binding("enter", "enter", show=False),
        Binding("space", "pick", show=False),
        Binding("escape", "clear", show=False),
        Binding("d", "draw", show=False),
        Binding("h", "hint", show=False),
        Binding("u", "undo", show=False),
        Binding("s", "save", show=False),
        Binding("r", "rules", show=False),
        Binding("l", "log", show=False),
        Binding("m", "moves", show=False),
        Binding("c", "say", show=False),
        Binding("t", "tips", show=False),
        Binding("colon,slash", "type", show=False),
        Binding("question_mark", "help", show=False),
        Binding("q,ctrl+c,ctrl+q", "leave", show=False, priority=True),
        *(Binding(str(digit), f"card({digit})", show=False) for digit in range(10)),
    ]

    def __init__(self, host: Host, *, motion: bool = True, ascii_only: bool = False) -> None:
        super().__init__()
        self.host = host
        self.motion = motion
        self.ascii_only = ascii_only
        self.picked: list[str] = []
        self.cursor = 0
        self.spots: list[Spot] = []
        self.closed: list[Spot] = []
        """The cards of the hand that can't be picked now."""
        self.refusal = ""
        self._asking_rows = USUAL_ASKING
        self.board = BoardWidget()
        self._on = ("", 0)
        """The pick under the cursor, and which copy of it."""
        self._seen: frozenset[str] = frozenset()
        self._fresh: frozenset[str] = frozenset()
        self._moves: tuple[Choice, ...] = ()
        self._game: asyncio.Task[None] | None = None
        host.display = self

    def compose(self) -> "list[Widget]":
        """Return the board, the only widget."""
        return [self.board]

    def on_mount(self) -> None:
        """Start the game."""
        self.board.focus()
        self._game = asyncio.create_task(self.host.run())
        self.set_interval(TICK, self._tick)
        self.show()

    def on_unmount(self) -> None:
        """Stop the game."""
        if self._game is not None:
            if self._game.done() and not self._game.cancelled():
                self._game.exception()  # the app has reported it, so asyncio need not
            self._game.cancel()

    def on_resize(self) -> None:
        """Draw for the new size."""
        self._asking_rows = USUAL_ASKING
        self.show()

    def _tick(self) -> None:
        if self._game is not None and self._game.done() and not self._game.cancelled():
            self._game.result()  # the error must not be lost
        self._draw()

    # ---- showing -------------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Draw everything again after something has happened."""
        if not self.host.is_ready:
            return
        view = self.host.view()
        if view.moves != self._moves:
            self._moves = view.moves
            self.picked = []
        seen = frozenset(cards_in(view))
        if self.motion and self._seen and seen - self._seen:
            self._fresh = seen - self._seen
            self.set_timer(FLASH, self._settle)
        self._seen = seen
        self._draw()

    def _settle(self) -> None:
        self._fresh = frozenset()
        self._draw()

    def _draw(self) -> None:
        if not self.is_mounted or not self.size.width or not self.host.is_ready:
            return
        host, view = self.host, self.host.view()
        picture = Picture(
            host.game,
            view,
            host.names,
            title=host.title,
            prompt=self._prompt(),
            notes=[self.refusal] if self.refusal else host.notes(),
            feed=host.feed(),
            keys=self._keys(),
            picked=self.picked,
            cursor=self.cursor,
            buttons=host.buttons(),
            fresh=self._fresh,
            ascii_only=self.ascii_only,
            asking_rows=self._asking_rows,
        )
        board = Board(picture, self.size.width, self.size.height)
        self.board.put(board)
        self.spots, self.closed = board.spots, board.closed
        self._asking_rows = max(self._asking_rows, board.asking_rows)
        if self.spots and self.cursor != (place := self._place_of_cursor()):
            self.cursor = place
            self._draw()

    def _keys(self) -> str:
        """Return the most important keys, as many as fit."""
        whole = part("fullscreen.keys")
        return whole if width_of(whole) + 2 <= self.size.width else part("fullscreen.keysShort")

    def _prompt(self) -> str:
        """Return the host's prompt or, once something is picked, a sentence about what Enter does."""
        move = move_of(self._moves, self.picked)
        if move is not None:
            return part("fullscreen.enter", move=move_said(self.host.game, move))
        if self.picked and self._attempt():
            return part("fullscreen.try", cards=" ".join(self._signs(self.picked)))
        if self.picked:
            return part("fullscreen.pickMore")
        return self.host.prompt()

    def _signs(self, cards: Sequence[str]) -> list[str]:
        """Return cards as they appear in sentences."""
        return [sign_of(card, self.host.game.pack) for card in cards]

    def leave(self, answer: str) -> None:
        """Close the table."""
        self.dismiss(answer)

    # ---- keys ----------------------------------------------------------------------------------------------------

    def action_go(self, across: int, down: int) -> None:
        """Move the cursor to the nearest spot in a direction."""
        self._put_cursor(moved(self.spots, self.cursor, across, down))

    def action_step(self, step: int) -> None:
        """Move the cursor to the next spot."""
        if self.spots:
            self._put_cursor((self.cursor + step) % len(self.spots))

    def action_card(self, digit: int) -> None:
        """Move the cursor to a card of the hand, or to a slot where there is no hand; the same digit again picks it."""
        view = self.host.view()
        wanted = (digit - 1) % 10
        pick, copy = self._numbered(wanted)
        places = [place for place, spot in enumerate(self.spots) if spot.pick == pick]
        if view.viewer is None or not places:
            self._explain(pick)
            return
        place = places[min(copy, len(places) - 1)]
        if place == self.cursor:
            self.action_enter()
        else:
            self._put_cursor(place)

    def _put_cursor(self, place: int) -> None:
        """Move the cursor, and remember what it is on, because the spots change with every pick."""
        self.cursor = place
        if 0 <= place < len(self.spots):
            pick = self.spots[place].pick
            self._on = pick, [spot.pick for spot in self.spots[:place]].count(pick)
        self._draw()

    def _place_of_cursor(self) -> int:
        """Return the index of the spot under the cursor; that of the first spot if it is gone."""
        pick, copy = self._on
        places = [place for place, spot in enumerate(self.spots) if spot.pick == pick]
        return places[min(copy, len(places) - 1)] if places else 0

    def _numbered(self, wanted: int) -> tuple[str, int]:
        """Return the pick of the card with this number under the hand, and which copy of that card it is."""
        from ..terminal.drawing import hand_order

        view = self.host.view()
        hand = view.zone("hand", view.viewer)
        if hand is None or not hand.cards:
            return f"{view.viewer}:{wanted}", 0
        cards = hand_order(hand.cards, self.host.game.pack, by_rank=view.by_rank)
        return (cards[wanted], cards[:wanted].count(cards[wanted])) if wanted < len(cards) else ("", 0)

    def action_pick(self) -> None:
        """Pick what is under the cursor, or take it back."""
        if 0 <= self.cursor < len(self.spots):
            self._toggle(self.spots[self.cursor].pick)
            self._draw()

    def action_clear(self) -> None:
        """Take back everything that is picked."""
        self.picked, self.refusal = [], ""
        self._draw()

    def action_enter(self) -> None:
        """Play what is picked, or pick what is under the cursor."""
        if not 0 <= self.cursor < len(self.spots):
            return
        pick = self.spots[self.cursor].pick
        if pick in self.picked and (move := move_of(self._moves, self.picked)):
            self._make(move.words)
        else:
            self._press(pick)

    def on_click(self, event: events.Click) -> None:
        """Press what was clicked."""
        place, closed = at_point(self.spots, event.x, event.y), at_point(self.closed, event.x, event.y)
        if closed is not None and (place is None or self.closed[closed].lies_on(self.spots[place])):
            self._explain(self.closed[closed].pick)
        elif place is not None:
            self._put_cursor(place)
            self.action_enter()

    def _explain(self, pick: str) -> None:
        """Say why a card can't be played now."""
        view = self.host.view()
        if view.viewer is None or view.result is not None or not any(spot.pick == pick for spot in self.closed):
            return
        self.refusal = self.host.need(pick) if view.must == view.viewer else sentence("terminal.nobody")
        self._draw()

    def action_draw(self) -> None:
        """Press the deck."""
        if "deck" in offered(self._moves, self.picked):
            self._press("deck")
        elif move := next((move for move in self._moves if move.words == "draw"), None):
            self._make(move.words)

    # ---- picking -------------------------------------------------------------------------------------------------

    def _attempt(self) -> str:
        """Return the verb for trying cards that are not a listed move."""
        return self.host.view().attempt

    def _toggle(self, pick: str) -> None:
        self.refusal = ""
        view = self.host.view()
        hand = view.zone("hand", view.viewer)
        copies = list(hand.cards).count(pick) if hand else 1
        picked = toggled(self._moves, self.picked, pick, max(copies, 1))
        if picked == self.picked and view.attempt and is_card(pick) and pick != HIDDEN:
            picked = [card for card in picked if card != pick] if pick in picked else [*picked, pick]
        self.picked = picked

    def _press(self, pick: str) -> None:
        """Pick something; if that completes a move, make it. Several cards together wait for Enter."""
        if pick.startswith(":"):
            self.host.press(pick)
            self.show()
            return
        alone = of_stack(self._moves, pick) if not self.picked else None
        if alone is not None:
            self._make(alone.words)
            return
        if self.picked and pick not in offered(self._moves, self.picked) and pick not in self.picked:
            self.picked = []
        if pick in self.picked and self._attempt() and all(map(is_card, self.picked)):
            self._make(f"{self._attempt()} {' '.join(self.picked)}")
            return
        self._toggle(pick)
        self.picked = completed(self._moves, self.picked)
        move = final(self._moves, self.picked)
        if move is not None and not is_set(self.picked):
            self._make(move.words)
            return
        self._draw()

    def _make(self, words: str) -> None:
        """Make a move, after asking where the game wants that."""
        question = question_before(self.host.game, words)
        if question:
            self.run_worker(self._ask_first(question, words))
        else:
            self._play(words)

    async def _ask_first(self, question: str, words: str) -> None:
        if await ask(self.app, question):
            self._play(words)

    def _play(self, words: str) -> None:
        self.refusal = self.host.play(words)
        self.picked = []
        self.show()

    # ---- commands ------------------------------------------------------------------------------------------------

    def _has(self, command: str) -> bool:
        return command in self.host.commands()

    def action_hint(self) -> None:
        """Show advice."""
        if self._has("hint"):
            self.run_worker(self._hint(), exclusive=True)

    async def _hint(self) -> None:
        self.refusal = part("fullscreen.thinking")
        self._draw()
        lines = await self.host.hint()
        self.refusal = ""
        self._draw()
        await read(self.app, part("fullscreen.hint"), lines)

    def action_undo(self) -> None:
        """Take the last move back."""
        if self._has("undo"):
            self.refusal = self.host.undo()
            self.show()

    def action_tips(self) -> None:
        """Turn the tips for first games on or off."""
        if self._has("tips"):
            self.refusal = self.host.switch_tips()
            self.show()

    def action_say(self) -> None:
        """Ask for a message to the others at the table."""
        if self._has("say"):
            self.run_worker(self._say())

    async def _say(self) -> None:
        text = await type_line(self.app, part("fullscreen.say"))
        if text and text.strip():
            self.host.say(text.strip())

    def action_save(self) -> None:
        """Ask for a file name and save the game."""
        if self._has("save"):
            self.run_worker(self._save())

    async def _save(self) -> None:
        path = await type_line(self.app, part("fullscreen.saveAs"))
        if path is not None:
            path = path.strip()
            there = self.host.replaced_by(path)
            if not there or await ask(self.app, sentence("terminal.replace", file=there)):
                self.refusal = self.host.save(path)
            self._draw()

    def action_rules(self) -> None:
        """Show the rules of this table."""
        if self._has("rules"):
            lines = self.host.rules(room_for_text(self.size.width))
            self.run_worker(read(self.app, part("fullscreen.rules"), lines))

    def action_log(self) -> None:
        """Show everything that happened."""
        self.run_worker(read(self.app, part("fullscreen.log"), self.host.log(), at_end=True))

    def action_help(self) -> None:
        """Show the keys."""
        self.run_worker(read(self.app, part("fullscreen.help"), part("fullscreen.helpKeys").split("\n")))

    def action_moves(self) -> None:
        """List all moves."""
        self.run_worker(self._choose())

    async def _choose(self) -> None:
        moves = self._moves
        labels = [move_said(self.host.game, move) for move in moves]
        place = await choose(self.app, self.host.prompt(), labels)
        if place is not None:
            self._make(moves[place].words)

    def action_type(self) -> None:
        """Ask for a move in words."""
        self.run_worker(self._type())

    async def _type(self) -> None:
        line = await type_line(self.app, part("fullscreen.typeMove"))
        if line and line.strip():
            self._play(line.strip())

    def action_leave(self) -> None:
        """Ask whether to leave."""
        self.run_worker(self._leave())

    async def _leave(self) -> None:
        question = self.host.question_before_leaving() if self.host.is_ready else ""
        if not question or await ask(self.app, question):
            await self.host.end()
            self.leave(LEAVE)
