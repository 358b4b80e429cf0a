"""Tables, views, matches and results as text and as HTML, for the Python prompt, logs and notebooks.

`repr` is one line without cards or seed, since it ends up in logs and error messages. `str` draws in lines of text, and
`_repr_html_` as HTML that carries its own styles and takes the colour of text from the page, so that it can be read in dark and
light notebooks. A view shows what its viewer may see. A table and a match belong to the program that made them, so
they are drawn with every hand face up.
"""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from .cards import EMPTY, HIDDEN, Pack
from .state import S
from .texts import capital, counted, listed, seat_name, text
from .view import Badge, Outcome, View, Zone

if TYPE_CHECKING:
    from .match import Match
    from .table import Table

SHOWN_OF_PILE = 4
"""How many cards of a pile are drawn: the top one and those just below it."""
RED, BLACK = "#b3261e", "#1c1b1f"
INKS = {"♥": RED, "♦": RED, "red": RED, "blue": "#1a56b0", "green": "#1b6e2f", "yellow": "#8a5a00"}
CARD = "display:inline-block;min-width:1.6em;margin:1px;padding:1px 4px;border:1px solid #8888;border-radius:4px"
FACE = f"{CARD};text-align:center;background:#fff;font-weight:600;color:"
BACK = f"{CARD};text-align:center;background:#4a5f8f;color:#fff"
GAP = f"{CARD};border-style:dashed"
CELL = "padding:2px 10px 2px 0;text-align:left;vertical-align:top;border:0;background:transparent"
HEAD = f"{CELL};white-space:nowrap"
GRID = "border-collapse:collapse;border:0;color:inherit;font:inherit"
BOX = "display:inline-block;max-width:100%;padding:8px 12px;border:1px solid #8888;border-radius:8px;overflow-x:auto"


# ---- in one line ----------------------------------------------------------------------------------------------------


def table_line(table: "Table[S]") -> str:
    """Return a table as `repr` shows it, without its cards and without its seed, which would reveal them."""
    moves = _number(len(table.log), "move")
    return f"<Table {table.game.id}: {_number(table.seats, 'seat')}, {moves}, {_state(table.must, table.result)}>"


def view_line(view: View) -> str:
    """Return a view as `repr` shows it."""
    whose = "a spectator" if view.viewer is None else f"seat {view.viewer}"
    offers = f", {_number(len(view.moves), 'choice')}" if view.moves else ""
    moves = _number(view.moves_made, "move")
    return f"<View of {whose}: {view.game}, {_number(view.seats, 'seat')}, {moves}, {_state(view.must, view.result)}{offers}>"


def match_line(match: "Match") -> str:
    """Return a match as `repr` shows it."""
    goal = f"to {match.target} points" if match.target else f"of {_number(match.rounds, 'round')}"
    state = _state(match.table.must, match.result or match.table.result)
    if match.result is None and match.table.result is not None:
        state = f"round {state}"
    return f"<Match {match.table.game.id} {goal}: round {match.round}, scores {match.scores}, {state}>"


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _state(must: int | None, result: Outcome | None) -> str:
    if result is None:
        return f"seat {must} to move"
    return f"won by {'seat' if len(result.winners) == 1 else 'seats'} {', '.join(map(str, result.winners))}"


# ---- in lines of text -----------------------------------------------------------------------------------------------


def view_text(view: View) -> str:
    """Draw a view: a line for each seat, the middle of the table, its facts, and the prompt with the moves."""
    pack = _pack(view.game)
    names = [capital(seat_name(seat)) for seat in range(view.seats)]
    widest = max(map(len, names))
    lines = [
        f"{'▸' if seat == view.must else ' '} {name:<{widest}}  {_seat_text(view, seat, pack)}".rstrip()
        for seat, name in enumerate(names)
    ]
    middle = [f"{text(f'table.{zone.kind}')}: {_zone_text(zone, pack)}" for zone in view.zones if zone.owner is None]
    facts = [_fact(badge) for badge in view.badges if badge.owner is None]
    lines += [f"  {'   '.join(line)}" for line in (middle, facts) if line]
    lines.append(_said(view))
    if view.moves:
        lines.append("  " + " · ".join(move.words for move in view.moves))
    return "\n".join(lines)


def _seat_text(view: View, seat: int, pack: Pack) -> str:
    zones = [_zone_text(zone, pack) for zone in view.zones if zone.owner == seat]
    return "   ".join(zones + [f"({badge.text})" for badge in view.badges if badge.owner == seat])


def _zone_text(zone: Zone, pack: Pack) -> str:
    """Return the cards of a zone (of a pile, the top one first), or only their number if none is known."""
    shown = zone.cards[-SHOWN_OF_PILE:][::-1] if zone.kind == "pile" else zone.cards
    if zone.kind != "grid" and all(card == HIDDEN for card in shown):
        return counted("table.cards", zone.count) if zone.count else text("table.isEmpty")
    signs = [card if card in (HIDDEN, EMPTY) else _sign(card, pack) for card in shown]
    between, more = (", " if any(" " in sign for sign in signs) else " "), (" …" if len(shown) < len(zone.cards) else "")
    if zone.kind == "pile" and len(signs) > 1:
        return f"{signs[0]} {text('terminal.on', cards=between.join(signs[1:]) + more)}"
    return between.join(signs) + more


def outcome_text(outcome: Outcome, what: str = "game") -> str:
    """Return who has won and what each seat scored, in a sentence."""
    winners = listed([seat_name(seat) for seat in outcome.winners])
    return f"{capital(counted(f'terminal.wins.{what}', len(outcome.winners), who=winners))} ({_scores(outcome.scores)})"


def _scores(scores: Sequence[int]) -> str:
    return ", ".join(f"{seat_name(seat)}: {score}" for seat, score in enumerate(scores))


def table_text(table: "Table[S]") -> str:
    """Draw a table with every hand face up."""
    return view_text(_open(table))


def match_text(match: "Match") -> str:
    """Draw the scores of a match and its table."""
    head = outcome_text(match.result, "match") if match.result else capital(_scores(match.scores))
    return f"{head}\n{table_text(match.table)}"


# ---- in HTML --------------------------------------------------------------------------------------------------------


def view_html(view: View) -> str:
    """Draw a view as a box of HTML."""
    return f'<div style="{BOX}">{_view_rows(view)}</div>'


def _view_rows(view: View) -> str:
    pack = _pack(view.game)
    rows = "".join(_seat_row(view, seat, pack) for seat in range(view.seats))
    rows += "".join(_row(text(f"table.{zone.kind}"), _zone_html(zone, pack)) for zone in view.zones if zone.owner is None)
    facts = [_fact(badge) for badge in view.badges if badge.owner is None]
    said = f"<p style='margin:6px 0 0'>{_html(_said(view))}</p>"
    if facts:
        said = f"<p style='margin:6px 0 0'>{_html(' · '.join(facts))}</p>{said}"
    moves = "".join(f"<code style='margin-right:8px'>{_html(move.words)}</code> " for move in view.moves)
    return f'<table style="{GRID}">{rows}</table>{said}' + (f"<div>{moves}</div>" if moves else "")


def _seat_row(view: View, seat: int, pack: Pack) -> str:
    name = capital(seat_name(seat))
    if seat == view.must:
        name = f"▸ {name}"
    cards = " ".join(_zone_html(zone, pack) for zone in view.zones if zone.owner == seat)
    badges = "".join(f" ({_html(badge.text)})" for badge in view.badges if badge.owner == seat)
    return _row(name, cards + badges)


def _row(head: str, content: str) -> str:
    return f'<tr style="background:transparent"><th style="{HEAD}">{_html(head)}</th><td style="{CELL}">{content}</td></tr>'


def _zone_html(zone: Zone, pack: Pack) -> str:
    """Draw the cards of a zone (a grid in rows); for a deck, show only the number of cards."""
    if not zone.cards:
        return _html(counted("table.cards", zone.count) if zone.count else text("table.isEmpty"))
    shown = zone.cards[-SHOWN_OF_PILE:][::-1] if zone.kind == "pile" else zone.cards
    columns = zone.columns or len(shown)
    cells = [_card_html(card, pack) for card in shown]
    rows = ["".join(cells[start : start + columns]) for start in range(0, len(cells), columns)]
    more = f" {_html(counted('table.cards', zone.count))}" if zone.kind == "pile" else ""
    return "<br>".join(rows) + more


def _card_html(card: str, pack: Pack) -> str:
    if card == HIDDEN:
        return f'<span style="{BACK}">?</span>'
    if card == EMPTY:
        return f'<span style="{GAP}">&nbsp;</span>'
    plain = pack.plain_sign(pack.number(card))
    ink = INKS.get(plain[:1]) or INKS.get(plain.split()[0].lower(), BLACK)
    return f'<span style="{FACE}{ink}">{_html(_sign(card, pack))}</span>'


def outcome_html(outcome: Outcome, what: str = "game") -> str:
    """Draw a result: who has won, and the scores."""
    return f'<div style="{BOX}">{_outcome_rows(outcome.scores, outcome.winners, what)}</div>'


def _outcome_rows(scores: Sequence[int], winners: Sequence[int] = (), what: str = "game") -> str:
    rows = "".join(_row(capital(seat_name(seat)), str(score)) for seat, score in enumerate(scores))
    table = f'<table style="{GRID}">{rows}</table>'
    if not winners:
        return table
    who = listed([seat_name(seat) for seat in winners])
    return f"<strong>{_html(capital(counted(f'terminal.wins.{what}', len(winners), who=who)))}</strong>{table}"


def table_html(table: "Table[S]") -> str:
    """Draw a table with every hand face up, as HTML."""
    return view_html(_open(table))


def match_html(match: "Match") -> str:
    """Draw the scores of a match and its table, as HTML."""
    winners = match.result.winners if match.result else ()
    return f'<div style="{BOX}">{_outcome_rows(match.scores, winners, "match")}<hr>{_view_rows(_open(match.table))}</div>'


# ---- parts ----------------------------------------------------------------------------------------------------------


def _html(said: str) -> str:
    return escape(str(said))


def _said(view: View) -> str:
    return view.prompt if view.result is None else outcome_text(view.result)


def _fact(badge: Badge) -> str:
    """Return a fact in words; the direction gets a whole phrase, since its own text is just “up” or “down”."""
    if badge.name == "direction":
        return text("table.goesOn" if badge.value == "+" else "table.goesBack")
    return badge.text


def _sign(card: str, pack: Pack) -> str:
    return pack.sign(pack.number(card))


def _pack(game: str) -> Pack:
    from .game import find_game

    return find_game(game).pack


def _open(table: "Table[S]") -> View:
    from .faceup import open_view

    return open_view(table)
