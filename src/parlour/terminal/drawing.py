"""Drawing: a view of any game as lines of text."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from ..core.cards import EMPTY, HIDDEN, SUIT_SIGNS, Pack, rank_of
from ..core.texts import capital, counted, listed, sentence
from ..core.texts import text as part
from ..core.view import Badge, View, Zone
from .ink import Ink, sign_of
from .layout import flowed, in_columns, padded, side_by_side, width_of, wrapped
from .seats import YOU

UNDER_THE_TOP = 3
"""How many cards below the top of a pile are shown."""


class Drawing:
    """Draws views for one set of names, at one width."""

    def __init__(self, pack: Pack, names: Sequence[str], width: int, ink: Ink) -> None:
        self.pack = pack
        self.names = names
        self.width = width
        self.ink = ink

    def table(self, view: View) -> list[str]:
        """Draw the other seats, the middle of the table, the facts about it, and the viewer's own cards."""
        others = [seat for seat in range(view.seats) if seat != view.viewer]
        lines = self._others(view, others)
        middle = [self._middle(zone) for zone in view.zones if zone.owner is None]
        lines += flowed(middle, self.width, "  ")
        facts = [self._badge(badge, view) for badge in view.badges if badge.owner is None]
        lines += flowed(facts, self.width, "  ")
        return lines + self._own(view)

    # ---- seats ---------------------------------------------------------------------------------------------------

    def _others(self, view: View, seats: list[int]) -> list[str]:
        blocks = [self._block(view, seat) for seat in seats]
        if all(len(block) == 1 for block in blocks):
            return [line for block in blocks for line in flowed(block, self.width, "")]
        return side_by_side(blocks, self.width)

    def _block(self, view: View, seat: int) -> list[str]:
        """Draw a seat as others see it: one line, and a row for each row of its grid."""
        head = [self._name(view, seat), *self._hand_facts(view, seat), *self._seat_badges(view, seat)]
        lines = flowed(head, self.width, gap="  ")
        for zone in _zones_of(view, seat, "grid"):
            lines += self._grid(zone)
        return lines

    def _name(self, view: View, seat: int) -> str:
        widest = max(width_of(name) for name in self.names)
        text = padded(self.names[seat], widest)
        return f"▸ {self.ink.bold(text)}" if seat == view.must else f"  {text}"

    def _hand_facts(self, view: View, seat: int) -> list[str]:
        facts = []
        for zone in _zones_of(view, seat, "hand"):
            facts.append(padded(counted("table.cards", zone.count), len(counted("table.cards", 10))))
            known = [card for card in zone.cards if card != HIDDEN]
            if known:
                shown = self._cards(known)
                facts.append(part("terminal.known", cards=shown) if HIDDEN in zone.cards else shown)
        facts += [part("terminal.holds", cards=self._cards(zone.cards)) for zone in _zones_of(view, seat, "held")]
        return facts

    def _seat_badges(self, view: View, seat: int) -> list[str]:
        return [f"({badge.text})" for badge in view.badges if badge.owner == seat]

    def _own(self, view: View) -> list[str]:
        if view.viewer is None:
            return []
        seat = view.viewer
        lines = []
        playable = {pick for move in view.moves for pick in move.picks}
        for zone in (zone for zone in view.zones if zone.owner == seat):
            if zone.kind == "grid":
                lines += self._grid(zone)
            elif zone.kind == "hand":
                lines += self._hand(zone, playable, by_rank=view.by_rank)
            else:
                lines.append(f"    {part('terminal.held')}: {self._cards(zone.cards)}")
        hands = [counted("table.cards", zone.count) for zone in _zones_of(view, seat, "hand")]
        name = self.ink.bold(self.names[seat])
        you = "" if self.names[seat] == YOU else f" ({part('part.you')})"
        title = f"{'▸' if seat == view.must else ' '} {name}{you}"
        return [*flowed([title, *hands, *self._seat_badges(view, seat)], self.width, gap="  "), *lines]

    def _hand(self, zone: Zone, playable: set[str], *, by_rank: bool) -> list[str]:
        """Draw the viewer's hand with the playable cards marked (MM-6.1): underlined, or listed below without colour."""
        groups = groups_of(zone.cards, self.pack, by_rank=by_rank)
        lines = flowed(self._groups(zone.cards, groups, playable), self.width, "    ")
        marked = dict.fromkeys(card for group in groups.values() for card in group if card in playable)
        if marked and not self.ink.colour:
            lines += wrapped(self._plain(marked), self.width, "    ", f"    {part('terminal.playable')} ")
        return lines

    # ---- zones ---------------------------------------------------------------------------------------------------

    def _middle(self, zone: Zone) -> str:
        title = part(f"table.{zone.kind}")
        shown = [card for card in zone.cards if card != EMPTY]
        if not shown:
            return f"{title}: {counted('table.cards', zone.count) if zone.count else part('table.isEmpty')}"
        top, under = shown[-1], shown[-1 - UNDER_THE_TOP : -1]
        text = f"{title}: {self.ink.card(top, self.pack)}"
        if under:
            more = " …" if len(shown) > len(under) + 1 else ""
            text += self.ink.dim(f" {part('terminal.on', cards=self._plain(reversed(under)) + more)}")
        return text + f", {counted('table.cards', zone.count)}"

    def _grid(self, zone: Zone) -> list[str]:
        """Draw rows of slots, each with its number."""
        digits = len(str(len(zone.cards)))
        widest = max([3, *(width_of(sign_of(card, self.pack)) for card in zone.cards if card not in (HIDDEN, EMPTY))])
        cells = [f"{self.ink.dim(f'{i:>{digits}}')} {self._slot(card, widest)}" for i, card in enumerate(zone.cards, 1)]
        columns = zone.columns or max(1, (self.width - 4) // (digits + 5 + widest))
        rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
        return ["    " + "  ".join(row) for row in rows]

    def _slot(self, card: str, widest: int) -> str:
        return f"[{padded(self.ink.card(card, self.pack, '  ' if card == EMPTY else ''), widest)}]"

    def _cards(self, cards: Sequence[str], marked: AbstractSet[str] = frozenset()) -> str:
        texts = ((card, self.ink.card(card, self.pack)) for card in cards)
        return self._joined([self.ink.underlined(text) if card in marked else text for card, text in texts])

    def _plain(self, cards: Iterable[str]) -> str:
        return self._joined([card if card == HIDDEN else sign_of(card, self.pack) for card in cards])

    @staticmethod
    def _joined(cards: Sequence[str]) -> str:
        """Join cards; a comma separates cards that are named in several words."""
        return (", " if any(" " in card for card in cards) else " ").join(cards)

    def _groups(self, cards: Sequence[str], groups: Mapping[str, Sequence[str]], marked: AbstractSet[str]) -> list[str]:
        """Draw a hand in groups; hidden cards last."""
        hidden = [card for card in cards if card == HIDDEN]
        texts = [self._cards(group, marked) for group in groups.values()]
        return texts + ([self._cards(hidden)] if hidden else [])

    # ---- facts ---------------------------------------------------------------------------------------------------

    def _badge(self, badge: Badge, view: View) -> str:
        if badge.name == "direction":
            return self.ink.dim(sentence("terminal.order", order=order(self.names, badge.value, view.must or 0)))
        return self.ink.bold(badge.text)


def groups_of(cards: Sequence[str], pack: Pack, *, by_rank: bool) -> dict[str, list[str]]:
    """Return the known cards of a hand by rank, by suit or, without suits, by the first letter of the name; lowest first."""
    groups: dict[str, list[str]] = {}
    if by_rank:
        for card in sorted((card for card in cards if card != HIDDEN), key=lambda card: (rank_of(pack.number(card)), card)):
            groups.setdefault(card[0], []).append(card)
        return groups
    for card in sorted((card for card in cards if card != HIDDEN), key=pack.number):
        sign = sign_of(card, pack)[0]
        groups.setdefault(sign if sign in SUIT_SIGNS else card[0], []).append(card)
    return groups


def hand_order(cards: Sequence[str], pack: Pack, *, by_rank: bool) -> list[str]:
    """Return the known cards of a hand in drawing order."""
    return [card for group in groups_of(cards, pack, by_rank=by_rank).values() for card in group]


def order(names: Sequence[str], direction: str, first: int = 0) -> str:
    """Return `Ada → Ben → Cleo`, or the other way round, from the seat that moves first."""
    step = 1 if direction == "+" else -1
    around = [names[(first + step * place) % len(names)] for place in range(len(names))]
    return " → ".join(around if len(around) <= 5 else [*around[:3], "…", around[-1]])


def _zones_of(view: View, seat: int, kind: str) -> list[Zone]:
    return [zone for zone in view.zones if zone.owner == seat and zone.kind == kind]


def cards_in(view: View) -> set[str]:
    """Return every card that lies face up for the viewer."""
    return {card for zone in view.zones for card in zone.cards} - {HIDDEN, EMPTY}


POINTS = "terminal.score.points"


def score_lines(names: Sequence[str], columns: Sequence[tuple[str, Sequence[int]]], width: int, ink: Ink) -> list[str]:
    """Return a table of scores, one line per seat; a column is the key of its title and the scores."""
    widest = max(width_of(name) for name in names)
    rows = []
    for seat, name in enumerate(names):
        parts = [f"{scores[seat]:>4} {_title(key, scores[seat])}" for key, scores in columns]
        rows.append(f"{padded(name, widest)}  {'   '.join(parts)}")
    return in_columns(rows, min(width, max(width_of(row) for row in rows) + 2), "  ")


def _title(key: str, score: int) -> str:
    return counted(key, score) if key == POINTS else part(key)


def winners_sentence(names: Sequence[str], winners: Sequence[int], what: str) -> str:
    """Return a sentence about who has won (`what`: the game, a round or the match), in the second person for `You`."""
    who = listed([names[seat] for seat in winners])
    if who == YOU:
        return sentence(f"terminal.wins.{what}.you")
    return capital(counted(f"terminal.wins.{what}", len(winners), who=who))
