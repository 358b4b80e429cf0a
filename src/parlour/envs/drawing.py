"""Pictures of a table for `render`: text as in the terminal, or an array of colours."""

from collections.abc import Sequence
from typing import Any

from ..core.cards import EMPTY, HIDDEN, SUITS
from ..core.game import Game
from ..core.view import View, Zone
from ..terminal.drawing import Drawing
from ..terminal.ink import BLUE, GREEN, RED, YELLOW, Ink, hue_of
from .setups import needed

ANSI, RGB, HUMAN = "ansi", "rgb_array", "human"
MODES = (ANSI, RGB, HUMAN)
COLUMNS = 100

WIDTH, ROW, MARGIN = 720, 62, 12
CARD, GAP, LABEL = (38, 50), 6, 96
GROUND, LIGHT, PAPER, BACK, INK = (24, 90, 62), (235, 240, 235), (250, 250, 246), (70, 92, 140), (30, 30, 34)
COLOURS = {RED: (196, 40, 48), GREEN: (32, 130, 62), YELLOW: (190, 140, 0), BLUE: (40, 90, 190)}


def drawn(view: View, game: Game, mode: str) -> Any:
    """Return a view as text or as an array of RGB colours, or print the text for a person."""
    names = [f"Seat {seat}" for seat in range(view.seats)]
    if mode == RGB:
        return _picture(view, game, names)
    lines = Drawing(game.pack, names, COLUMNS, Ink(colour=False)).table(view)
    text = "\n".join([*lines, view.prompt]) + "\n"
    return text if mode == ANSI else print(text)


def _picture(view: View, game: Game, names: Sequence[str]) -> Any:
    """Draw a row of cards for each zone."""
    np, images, painting = needed("numpy", "envs"), needed("PIL.Image", "envs"), needed("PIL.ImageDraw", "envs")
    rows = [(zone, line) for zone in view.zones for line in _lines(zone)]
    image = images.new("RGB", (WIDTH, 2 * MARGIN + 20 + ROW * len(rows)), GROUND)
    pen = painting.Draw(image)
    pen.text((MARGIN, MARGIN), _plain(view.prompt), fill=LIGHT)
    before: Zone | None = None
    for place, (zone, cards) in enumerate(rows):
        y = MARGIN + 20 + ROW * place
        if zone is not before:
            owner = zone.kind if zone.owner is None else f"{'> ' if zone.owner == view.must else ''}{names[zone.owner]}"
            pen.text((MARGIN, y + 10), owner, fill=LIGHT)
            pen.text((MARGIN, y + 26), f"{zone.kind}: {zone.count}", fill=LIGHT)
        before = zone
        for i, card in enumerate(cards):
            _card(pen, game, card, MARGIN + LABEL + i * (CARD[0] + GAP), y + 4)
    return np.asarray(image, dtype=np.uint8).copy()


def _lines(zone: Zone) -> list[tuple[str, ...]]:
    """Return the cards of a zone in lines that fit: only the top card of a pile, and one back for a deck."""
    most = (WIDTH - 2 * MARGIN - LABEL) // (CARD[0] + GAP)
    cards = zone.cards[-1:] if zone.kind == "pile" else zone.cards or (HIDDEN,) * min(zone.count, 1)
    return [cards[start : start + most] for start in range(0, len(cards), most)] or [()]


def _card(pen: Any, game: Game, card: str, x: int, y: int) -> None:
    box = (x, y, x + CARD[0], y + CARD[1])
    if card == EMPTY:
        pen.rounded_rectangle(box, 5, outline=LIGHT)
        return
    pen.rounded_rectangle(box, 5, fill=BACK if card == HIDDEN else PAPER, outline=INK)
    if card == HIDDEN:
        return
    colour = COLOURS.get(hue_of(card, game.pack), INK)
    if len(card) == 2 and card[1] in SUITS:
        pen.text((x + 6, y + 5), "10" if card[0] == "T" else card[0], fill=colour)
        _suit(pen, card[1], x + CARD[0] // 2, y + 32, colour)
    else:
        pen.text((x + 6, y + 18), card, fill=colour)


def _suit(pen: Any, suit: str, x: int, y: int, colour: tuple[int, int, int]) -> None:
    """Draw a club, diamond, heart or spade around a point."""
    if suit == "d":
        pen.polygon([(x, y - 10), (x + 8, y), (x, y + 10), (x - 8, y)], fill=colour)
        return
    up = -1 if suit == "h" else 1
    if suit == "c":
        pen.ellipse((x - 4, y - 10, x + 4, y - 2), fill=colour)
        pen.ellipse((x - 9, y - 4, x - 1, y + 4), fill=colour)
        pen.ellipse((x + 1, y - 4, x + 9, y + 4), fill=colour)
    else:
        pen.polygon([(x - 9, y + 2 * up), (x + 9, y + 2 * up), (x, y - 10 * up)], fill=colour)
        pen.ellipse((x - 9, y - 4 + 2 * up, x, y + 4 + 2 * up), fill=colour)
        pen.ellipse((x, y - 4 + 2 * up, x + 9, y + 4 + 2 * up), fill=colour)
    if suit != "h":
        pen.polygon([(x, y), (x - 4, y + 10), (x + 4, y + 10)], fill=colour)


def _plain(text: str) -> str:
    """Return a text without characters that the built-in font lacks."""
    return text.encode("ascii", "ignore").decode()
