"""The games of the house as a page or a program is told of them, built from what each game says of itself."""

import hashlib
from collections.abc import Mapping
from functools import cache

from ..core.game import Game, find_game, game_ids
from ..core.options import Option
from .answers import Checked, GameTold, OptionTold, PresetTold, RulesTold


@cache
def games_told() -> tuple[GameTold, ...]:
    """Every game with its house rules."""
    return tuple(map(_game, map(find_game, game_ids())))


def _game(game: Game) -> GameTold:
    return GameTold(
        id=game.id,
        name=game.name,
        pitch=game.pitch,
        least_seats=game.least_seats,
        most_seats=game.most_seats,
        usual_seats=game.usual_seats,
        target=game.target,
        lowest_wins=game.lowest_wins,
        options=[_option(name, option) for name, option in game.options.items()],
        presets=[PresetTold(name=preset.name, says=preset.says, options=dict(preset.options)) for preset in game.presets],
        ground=game.ground,
        picture=f"/pictures/{game.id}?v={hashlib.sha256(game.picture).hexdigest()[:12]}",
    )


def _option(name: str, option: Option) -> OptionTold:
    default = option.python(option.start)
    if option.kind != "number":
        return OptionTold(name=name, kind=option.kind, says=option.says, default=default, values=list(option.values))
    return OptionTold(
        name=name,
        kind=option.kind,
        says=option.says,
        default=default,
        low=option.low,
        high=option.high,
        nothing=option.nothing or None,
    )


def checked(game: Game, seats: int | None, options: Mapping[str, object]) -> Checked:
    """Whether these house rules go together."""
    try:
        values = _values(game, _seats(game, seats), options)
    except ValueError as error:
        return Checked(ok=False, why=str(error), options={})
    return Checked(ok=True, why="", options={name: option.python(values[name]) for name, option in game.options.items()})


def _seats(game: Game, seats: int | None) -> int:
    return game.checked_seats(game.usual_seats if seats is None else seats)


def _values(game: Game, seats: int, options: Mapping[str, object]) -> dict[str, int]:
    return game.checked_options(options, seats)


def rules_told(game: Game, seats: int | None, options: Mapping[str, object]) -> RulesTold:
    """The rules with the house rules as they are set; a ValueError says in a sentence why they cannot be so."""
    count = _seats(game, seats)
    values = _values(game, count, options)
    return RulesTold(game=game.id, seats=count, markdown=f"{_sheet(game.id)}\n{_house_rules(game, values)}")


@cache
def _sheet(game_id: str) -> str:
    return find_game(game_id).rules_text.rstrip() + "\n"


def _house_rules(game: Game, values: Mapping[str, int]) -> str:
    """Every house rule with its value, marked where that is not the usual one."""
    rows = ["## House rules at this table", "", "| rule | set to | what it says |", "|---|---|---|"]
    for name, option in game.options.items():
        value = values[name]
        setting, usual = option.text(value), ""
        if value != option.start:
            setting, usual = f"**{setting}**", f"; usually {option.text(option.start)}"
        rows.append(f"| {name} | {setting} | {_cell(f'{option.says} ({option.range_text}{usual})')} |")
    return "\n".join(rows) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
