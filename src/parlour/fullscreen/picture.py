"""The data from which a board is drawn."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..core.game import Game
from ..core.view import View


@dataclass(slots=True)
class Picture:
    """Everything that the board shows."""

    game: Game
    view: View
    names: Sequence[str]
    title: str = ""
    prompt: str = ""
    notes: Sequence[str] = ()
    feed: Sequence[str] = ()
    keys: str = ""
    picked: Sequence[str] = ()
    cursor: int = -1
    """The index of the cursor among the open spots; -1 if there is none."""
    buttons: Sequence[tuple[str, str]] = ()
    """Buttons beside those of the moves: pick and label."""
    fresh: frozenset[str] = field(default_factory=frozenset)
    """Cards that have just appeared, which are marked for a moment."""
    ascii_only: bool = False
    asking_rows: int = 0
    """Rows kept for prompt, notes and buttons even if they need fewer, so that the cards above them stay in place."""
