"""The board: a view of any game drawn on a canvas, and the spots on it that can be picked."""

from collections.abc import Sequence

from rich.style import Style

from ..core.cards import EMPTY, HIDDEN
from ..core.texts import counted
from ..core.texts import text as part
from ..core.view import SEAT_PICK, Choice, Zone, move_said
from ..terminal.drawing import hand_order
from ..terminal.layout import width_of, wrapped
from .paint import BACK, BOLD, CURSOR, DIM, EMPTY_SLOT, FELT, PICKED, TURN, Canvas, box, face, ink
from .paint import BUTTON as BUTTON_STYLE
from .picking import BUTTON, is_card, offered
from .picture import Picture
from .spots import Spot

PANEL = 110
"""The width from which the feed is a panel beside the table."""
TALL = 34
"""The height from which cards are drawn larger."""
SMALL, LARGE = (5, 3), (7, 5)
"""The width and height of a card."""
LEAST_STEP = 4
"""The fewest columns of a card that stay visible under the next one."""
WIDE_SEAT, NARROW_SEAT, MANY_SEATS = 17, 11, 8
"""The fewest columns of another seat, wide and narrow, and the most seats for which the wide ones are used."""
LEAST_FEED = 2
"""The rows that the feed always gets, even if cards have to move for it."""
WRITTEN = 14
"""Columns beside a stack for its name, its number of cards and what lies under its top."""
LINE, BOX = (5, 1), (6, 3)
"""The columns and rows of a card in another player's grid: as a line, and as a box."""


class Board:
    """Draws a picture on a canvas of this size; `spots` and `closed` are known after that."""

    def __init__(self, picture: Picture, width: int, height: int) -> None:
        self.picture = picture
        self.view = picture.view
        self.canvas = Canvas(width, height, ascii_only=picture.ascii_only)
        self.spots: list[Spot] = []
        self.closed: list[Spot] = []  # cards of the viewer's hand that can't be picked now
        self.asking_rows = 0  # the rows that prompt, notes and buttons need; known after drawing
        moves = self.view.moves
        self._offered = offered(moves, picture.picked) | {pick for pick, _ in picture.buttons}
        if self.view.attempt and self.view.viewer is not None:
            hand = self.view.zone("hand", self.view.viewer)
            self._offered |= set(hand.cards if hand else ()) - {HIDDEN}
        self._left = list(picture.picked)
        self._panel = min(60, width // 3) if width >= PANEL else 0
        self._width = width - self._panel
        self._size = LARGE if height >= TALL else SMALL
        self._cell = LINE
        self._free = 0, 0  # the place for the full name of a card that is too long for its box

    def draw(self) -> Canvas:
        """Draw everything."""
        canvas, picture = self.canvas, self.picture
        canvas.text(1, 0, picture.title, BOLD)
        self._facts(width_of(picture.title) + 3)
        bottom = canvas.height - 1
        canvas.text(0, bottom, " " * canvas.width, DIM)
        canvas.text(1, bottom, picture.keys, DIM)
        bottom = self._asking(bottom)
        below = self._own_height()
        own = bottom - below
        first = 2 if canvas.height > 20 else 1
        y = self._around(first, own) if self._has_sides(first, own) else self._others(first, own - self._size[1] - 1)
        free = own - y - self._size[1]
        middle = y + max(0, free // 2 if self._panel else min(1, free // 4))
        self._middle(middle)
        self._own(own)
        if self._panel:
            self._feed(self._width + 1, 1, self._panel - 2, canvas.height - 2, rule=True)
        else:
            top = middle + self._size[1]
            self._feed(1, top, self._width - 2, own - top)
        return canvas

    # ---- marks ---------------------------------------------------------------------------------------------------

    def _spot(self, pick: str, x: int, y: int, width: int, height: int) -> Style | None:
        """Note a spot and return how it is marked: under the cursor, picked, or not at all."""
        picture = self.picture
        is_open = pick in self._offered or pick in picture.picked
        if not is_open:
            return None
        place = len(self.spots)
        self.spots.append(Spot(pick, x, y, width, height, is_open))
        if place == picture.cursor:
            if pick in self._left:
                self._left.remove(pick)
            return CURSOR
        if pick in self._left:
            self._left.remove(pick)
            return PICKED
        return None

    # ---- seats ---------------------------------------------------------------------------------------------------

    def _facts(self, x: int) -> None:
        """Write the facts about the whole table after the title."""
        for badge in self.view.badges:
            if badge.owner is None:
                shown = badge.text if badge.name != "direction" else self._direction(badge.value)
                x = self.canvas.text(x, 0, f" {shown} ", TURN if badge.name != "direction" else DIM) + 1

    def _direction(self, value: str) -> str:
        glyphs = self.canvas.glyphs
        return (glyphs.to if value == "+" else glyphs.fro) * 3

    def _order(self) -> list[int]:
        """Return the other seats in the order in which they follow the viewer's."""
        view = self.view
        if view.viewer is None:
            return list(range(view.seats))
        return [(view.viewer + 1 + place) % view.seats for place in range(view.seats - 1)]

    def _others(self, y: int, bottom: int) -> int:
        """Draw the other seats from row `y` and return the row below them."""
        blocks = [self._block(seat) for seat in self._order()]
        widest = max((width for width, _ in blocks), default=0) + 2
        each = max(1, min(len(blocks), (self._width - 2) // widest))
        rows = [blocks[start : start + each] for start in range(0, len(blocks), each)]
        heights = [max(height for _, height in row) for row in rows]
        is_short = y + sum(heights) > bottom
        if is_short:
            heights = [
                1 if not self._grids(row_seats) else height
                for row_seats, height in zip(self._chunks(each), heights, strict=True)
            ]
        for row_seats, height in zip(self._chunks(each), heights, strict=True):
            step = max(widest, (self._width - 2) // len(row_seats)) if len(rows) == 1 else (self._width - 2) // each
            for place, seat in enumerate(row_seats):
                self._seat(seat, 1 + place * step, y, step - 1, short=is_short)
            y += height
        return y

    # ---- around a large table ------------------------------------------------------------------------------------

    def _has_sides(self, top: int, bottom: int) -> bool:
        """Whether there is room for seats on the left and on the right of the middle."""
        order = self._order()
        if self._size is not LARGE or not self._panel or len(order) < 3:
            return False
        self._cell = BOX
        left, above, right = self._sides()
        blocks = {seat: self._block(seat) for seat in order}
        height = max(sum(blocks[seat][1] + 1 for seat in side) for side in (left, right))
        top_row = max(blocks[seat][1] for seat in above) if above else 0
        width = sum(blocks[seat][0] + 3 for seat in above)
        beside = max(blocks[seat][0] for seat in left + right) + 4
        fits = (
            height <= bottom - top - top_row
            and top_row + self._size[1] + 2 <= bottom - top
            and width < self._width - 4
            and 2 * beside + self._middle_width() <= self._width
        )
        if not fits:
            self._cell = LINE
        return fits

    def _sides(self) -> tuple[list[int], list[int], list[int]]:
        """Return the seats on the left from the top down, above from left to right, and on the right from the top down."""
        order = self._order()
        each = len(order) // 3
        return order[:each][::-1], order[each : len(order) - each], order[len(order) - each :]

    def _around(self, top: int, bottom: int) -> int:
        """Draw the other seats around the middle, clockwise in the order of play; return the row below those above it."""
        left, above, right = self._sides()
        heights = [self._block(seat)[1] for seat in above]
        widths = [self._block(seat)[0] for seat in above]
        gap = (self._width - sum(widths)) // (len(above) + 1)
        x = gap
        for seat, width in zip(above, widths, strict=True):
            self._seat(seat, x, top, width + 2, short=False)
            x += width + gap
        below = top + max(heights, default=0)
        for side, is_right in ((left, False), (right, True)):
            blocks = [self._block(seat) for seat in side]
            spare = max(0, bottom - below - sum(height for _, height in blocks))
            y = below + spare // (len(side) + 1)
            for seat, (width, height) in zip(side, blocks, strict=True):
                self._seat(seat, self._width - width - 4 if is_right else 2, y, width + 2, short=False)
                y += height + spare // (len(side) + 1)
        return below

    def _chunks(self, each: int) -> list[list[int]]:
        order = self._order()
        return [order[start : start + each] for start in range(0, len(order), each)]

    def _grids(self, seats: Sequence[int]) -> bool:
        return any(zone.kind == "grid" for zone in self.view.zones if zone.owner in seats)

    def _block(self, seat: int) -> tuple[int, int]:
        """Return the width and the height of another seat."""
        head = width_of(self._head(seat))
        has_hand = bool(self._zones(seat, "hand"))
        least = (WIDE_SEAT if self.view.seats <= MANY_SEATS else NARROW_SEAT) if has_hand else 0
        height, width = 2, min(max(head + 1, least), 30)
        for zone in self._zones(seat, "grid"):
            columns = zone.columns or len(zone.cards)
            width = max(width, columns * self._cell[0])
            height += -(-len(zone.cards) // max(columns, 1)) * self._cell[1]
        return width, height if has_hand else height - 1

    def _head(self, seat: int) -> str:
        badges = [badge.text for badge in self.view.badges if badge.owner == seat]
        return f"{self.picture.names[seat]} {' '.join(f'({text})' for text in badges)}".strip()

    def _zones(self, seat: int | None, kind: str) -> list[Zone]:
        return [zone for zone in self.view.zones if zone.owner == seat and zone.kind == kind]

    def _seat(self, seat: int, x: int, y: int, width: int, *, short: bool) -> None:
        canvas = self.canvas
        turn = canvas.glyphs.turn if seat == self.view.must else " "
        hands = self._zones(seat, "hand")
        mark = self._spot(f"{SEAT_PICK}{seat}", x, y, width, 1)
        style = mark or (TURN if seat == self.view.must else FELT)
        count = f"{sum(zone.count for zone in hands)} " if short and hands else ""
        canvas.text(x, y, f"{turn}{count}{self._head(seat)}", style, width)
        y += 1
        if hands and not short:
            self._fan(hands[0], x + 1, y, width - 1)
            y += 1
        for zone in self._zones(seat, "held"):
            canvas.text(x + 1 + width_of(self._head(seat)) + 1, y - 1, part("terminal.holds", cards=self._faces(zone)), TURN)
        for zone in self._zones(seat, "grid"):
            self._cells(zone, x + 1, y)
            y += self._grid_rows(zone) * self._cell[1]

    def _faces(self, zone: Zone) -> str:
        return " ".join(card if card == HIDDEN else face(card, self.picture.game.pack, 40) for card in zone.cards)

    def _fan(self, zone: Zone, x: int, y: int, width: int) -> None:
        """Draw another player's hand: known cards, then the backs of the others, then the number of cards."""
        pack = self.picture.game.pack
        known = [card for card in zone.cards if card not in (HIDDEN, EMPTY)]
        total = counted("table.cards", zone.count)
        room = width - width_of(total) - 1
        for card in known:
            shown = face(card, pack, 3)
            if room < width_of(shown) + 1:
                break
            x = self.canvas.text(x, y, shown, ink(card, pack)) + 1
            room -= width_of(shown) + 1
        backs = zone.count - len(known)
        backs = backs if backs <= room else 1
        x = self.canvas.text(x, y, self.canvas.glyphs.seen_back * backs, BACK)
        self.canvas.text(x + 1, y, total, DIM)

    def _cells(self, zone: Zone, x: int, y: int) -> None:
        """Draw another player's grid, one line or a row of boxes for each row."""
        pack = self.picture.game.pack
        columns = zone.columns or len(zone.cards)
        for slot, card in enumerate(zone.cards):
            left, top = x + slot % columns * self._cell[0], y + slot // columns * self._cell[1]
            mark = self._spot(f"{zone.owner}:{slot}", left, top, self._cell[0] - 1, self._cell[1])
            if self._cell is BOX:
                box(self.canvas, left, top, card, pack, mark, self._cell[0] - 1, self._cell[1])
                continue
            if card == EMPTY:
                shown, style = "·".center(self._cell[0] - 1), EMPTY_SLOT
            elif card == HIDDEN:
                shown, style = self.canvas.glyphs.back * (self._cell[0] - 1), BACK
            else:
                shown, style = face(card, pack, 3).center(self._cell[0] - 1), ink(card, pack)
            self.canvas.text(left, top, shown, mark or style, self._cell[0] - 1)

    # ---- the middle ----------------------------------------------------------------------------------------------

    def _middle(self, y: int) -> None:
        zones = [zone for zone in self.view.zones if zone.owner is None]
        width, height = self._size
        step = self._middle_step()
        x = max(1, (self._width - step * len(zones)) // 2)
        for zone in zones:
            self._stack(zone, x, y, width, height)
            x += step

    def _middle_step(self) -> int:
        return self._size[0] + WRITTEN + 2

    def _middle_width(self) -> int:
        return self._middle_step() * len([zone for zone in self.view.zones if zone.owner is None])

    def _stack(self, zone: Zone, x: int, y: int, width: int, height: int) -> None:
        shown = [card for card in zone.cards if card != EMPTY]
        top = shown[-1] if shown else HIDDEN if zone.count else EMPTY
        mark = self._spot(zone.kind, x, y, width, height)
        if mark is None and zone.kind == "pile" and top in self.picture.fresh:
            mark = TURN
        box(self.canvas, x, y, top, self.picture.game.pack, mark, width, height)
        self.canvas.text(x + width + 1, y, part(f"table.{zone.kind}"), DIM)
        self.canvas.text(
            x + width + 1, y + 1, counted("table.cards", zone.count) if zone.count else part("table.isEmpty"), FELT
        )
        for row, card in enumerate(reversed(shown[-4:-1])):
            if 2 + row < height:
                self.canvas.text(x + width + 1, y + 2 + row, face(card, self.picture.game.pack, WRITTEN), DIM)

    # ---- the viewer's own cards ----------------------------------------------------------------------------------

    def _own_height(self) -> int:
        seat = self.view.viewer
        if seat is None:
            return 0
        height = 1
        for zone in (zone for zone in self.view.zones if zone.owner == seat):
            if zone.kind == "hand":
                height += self._hand_rows(zone)[1]
            elif zone.kind == "grid":
                height += self._grid_rows(zone) * self._size[1]
        return height

    def _grid_rows(self, zone: Zone) -> int:
        return -(-len(zone.cards) // max(zone.columns or len(zone.cards), 1))

    def _hand_rows(self, zone: Zone) -> tuple[int, int]:
        """Return how many cards go in a row, and the height of all rows with the digits below."""
        width, height = self._size
        each = max(1, (self._width - 2 - width) // LEAST_STEP + 1)
        rows = max(1, -(-len(zone.cards) // each))
        return each, (rows - 1) * 2 + height + 1

    def _own(self, y: int) -> None:
        seat = self.view.viewer
        if seat is None:
            return
        is_turn = seat == self.view.must
        is_named = self.picture.names[seat] != part("part.you").capitalize()
        name = f"{self._head(seat)} ({part('part.you')})" if is_named else self._head(seat)
        hands = [counted("table.cards", zone.count) for zone in self._zones(seat, "hand")]
        mark = self._spot(f"{SEAT_PICK}{seat}", 1, y, width_of(name) + 2, 1)
        x = self.canvas.text(1, y, f"{self.canvas.glyphs.turn if is_turn else ' '} {name}", mark or (TURN if is_turn else BOLD))
        self._free = self.canvas.text(x + 2, y, "  ".join(hands), DIM) + 2, y
        y += 1
        for zone in self._zones(seat, "held"):
            self._held(zone, y)
        for zone in (zone for zone in self.view.zones if zone.owner == seat):
            if zone.kind == "grid":
                self._own_grid(zone, y)
                y += self._grid_rows(zone) * self._size[1]
            elif zone.kind == "hand":
                self._hand(zone, y)
                y += self._hand_rows(zone)[1]

    def _held(self, zone: Zone, y: int) -> None:
        """Draw the card that the viewer holds to the right of the other cards."""
        width, height = self._size
        for place, card in enumerate(zone.cards):
            x = self._width - (width + 1) * (place + 1) - 1
            self.canvas.text(x, y - 1, part("terminal.held"), TURN)
            box(self.canvas, x, y, card, self.picture.game.pack, TURN, width, height)

    def _own_grid(self, zone: Zone, y: int) -> None:
        width, height = self._size
        columns = zone.columns or len(zone.cards)
        x = max(1, (self._width - columns * (width + 2)) // 2)
        for slot, card in enumerate(zone.cards):
            left, top = x + slot % columns * (width + 2), y + slot // columns * height
            mark = self._spot(f"{zone.owner}:{slot}", left, top, width, height)
            box(self.canvas, left, top, card, self.picture.game.pack, mark, width, height)
            self.canvas.text(left + width, top + 1, str(slot + 1), DIM)

    def _hand(self, zone: Zone, y: int) -> None:
        cards = hand_order(zone.cards, self.picture.game.pack, by_rank=self.view.by_rank)
        cards += [card for card in zone.cards if card == HIDDEN]
        width = self._size[0]
        each, _ = self._hand_rows(zone)
        for start in range(0, len(cards), each):
            row = cards[start : start + each]
            step = min(width + 1, (self._width - 2 - width) // max(len(row) - 1, 1))
            x = max(1, (self._width - step * (len(row) - 1) - width) // 2)
            for place, card in enumerate(row):
                self._hand_card(card, start + place + 1, x + place * step, y, is_last=start + each >= len(cards))
            y += 2

    def _hand_card(self, card: str, number: int, x: int, y: int, *, is_last: bool) -> None:
        width, height = self._size
        is_open = card in self._offered or card in self.picture.picked
        mark = self._spot(card, x, y, width, height)
        if not is_open:
            self.closed.append(Spot(card, x, y, width, height, is_open))
        if mark is CURSOR and face(card, self.picture.game.pack, width - 2) != (
            whole := face(card, self.picture.game.pack, 40)
        ):
            self.canvas.text(*self._free, whole, TURN)
        if mark is None and card in self.picture.fresh:
            mark = TURN
        is_dim = not is_open and self.view.viewer == self.view.must
        box(self.canvas, x, y, card, self.picture.game.pack, mark, width, height, is_dim=is_dim)
        if is_last and number <= 10:
            self.canvas.text(x + 1, y + height, f"{number % 10}", TURN if is_open else DIM)

    # ---- prompt, buttons and feed --------------------------------------------------------------------------------

    def _asking(self, bottom: int) -> int:
        """Draw buttons, notes and the prompt above a row, and return the row where they begin."""
        buttons = self._buttons()
        lines = self._button_rows(buttons)
        prompt = wrapped(self.picture.prompt, self._width - 2)[:3]
        notes = [line for note in self.picture.notes for line in wrapped(note, self._width - 4, "  ")]
        notes = notes[: 3 if self.view.result is None else 5]
        self.asking_rows = len(lines) + len(prompt) + len(notes)
        start = y = bottom - max(self.asking_rows, min(self.picture.asking_rows, self._spare_rows()))
        for line in prompt:
            self.canvas.text(1, y, line, BOLD)
            y += 1
        for line in notes:
            self.canvas.text(1, y, line, DIM)
            y += 1
        for row in lines:
            x = 1
            for pick, label in row:
                mark = self._spot(pick, x, y, width_of(label) + 2, 1)
                x = self.canvas.text(x, y, f" {label} ", mark or BUTTON_STYLE) + 1
            y += 1
        return start

    def _spare_rows(self) -> int:
        """Return how many rows the title, seats, middle, feed and the viewer's own cards leave free."""
        blocks = [self._block(seat) for seat in self._order()]
        widest = max((width for width, _ in blocks), default=0) + 2
        rows = -(-len(blocks) // max(1, (self._width - 2) // widest))
        seats = rows * max((height for _, height in blocks), default=0)
        return self.canvas.height - 3 - seats - self._size[1] - LEAST_FEED - self._own_height()

    def _buttons(self) -> list[tuple[str, str]]:
        """Return the buttons: those for picks that are nowhere else on the board, and the picture's own."""
        found: dict[str, str] = {}
        for move in self.view.moves:
            for pick in move.picks:
                if pick in self._offered and pick not in found and not self._is_on_board(pick):
                    found[pick] = self._label(pick, move)
        return [*found.items(), *self.picture.buttons]

    def _label(self, pick: str, move: Choice) -> str:
        game, name = self.picture.game, pick.removeprefix(BUTTON)
        said = move_said(game, move) if len(move.picks) == 1 else game.words.get(name, name.replace("_", " "))
        return said[:1].upper() + said[1:]

    def _is_on_board(self, pick: str) -> bool:
        if pick.startswith(BUTTON):
            return False
        if pick.startswith(SEAT_PICK):
            return True
        zones = self.view.zones
        owner, colon, slot = pick.partition(":")
        if colon:
            return any(zone.kind == "grid" and str(zone.owner) == owner and int(slot) < len(zone.cards) for zone in zones)
        if is_card(pick):
            return any(zone.kind == "hand" and zone.owner == self.view.viewer and pick in zone.cards for zone in zones)
        return any(zone.kind == pick and zone.owner is None for zone in zones)

    def _button_rows(self, buttons: Sequence[tuple[str, str]]) -> list[list[tuple[str, str]]]:
        rows: list[list[tuple[str, str]]] = []
        used = 0
        for pick, label in buttons:
            needed = width_of(label) + 3
            if rows and used + needed <= self._width - 2:
                rows[-1].append((pick, label))
                used += needed
            else:
                rows.append([(pick, label)])
                used = needed
        return rows[:4]

    def _feed(self, x: int, y: int, width: int, height: int, *, rule: bool = False) -> None:
        if rule:
            for row in range(1, self.canvas.height - 1):
                self.canvas.text(x - 1, row, self.canvas.glyphs.middle[0], EMPTY_SLOT)
        told = [wrapped(text, width - 1) for text in self.picture.feed]
        lines = [(line, FELT if text is told[-1] else DIM) for text in told for line in text]
        for row, (line, style) in enumerate(lines[-height:] if height > 0 else []):
            self.canvas.text(x, y + row, line, style)
