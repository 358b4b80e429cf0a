"""The games of the house as a page or a program is told of them, built from what each game says of itself."""

import hashlib
from collections.abc import Mapping
from functools import cache
from typing import cast

from ..bots import LEVELS, Level, can_search, cannot_sentence, usual_level
from ..core import texts
from ..core.game import Game, find_game, game_ids
from ..core.options import Option
from .answers import Checked, GameTold, LanguageTold, LevelTold, OptionTold, PresetTold, RulesTold, TextsTold

ELSEWHERE = ("terminal.", "refusal.", "lab.")
"""What the texts begin with that no page shows by itself."""


def games_told() -> list[GameTold]:
    """Every game with its house rules, in the language in force."""
    made = texts.catalogue().made
    found = made.get(games_told)
    if found is None:
        found = [_game(find_game(game_id)) for game_id in game_ids()]
        # finding a game may have begun the catalogue anew
        texts.catalogue().made[games_told] = found
    return cast(list[GameTold], found)


def levels_told() -> list[LevelTold]:
    """The levels of bots, from weak to strong."""
    return [_level(level) for level in LEVELS.values()]


def _level(level: Level) -> LevelTold:
    says = level.says if can_search() or not level.playouts else cannot_sentence(level)
    return LevelTold(name=level.name, label=level.label, says=says, usual=level.name == usual_level)


def texts_told() -> TextsTold:
    """The texts of the pages in the language in force, and the languages there are."""
    found = texts.catalogue()
    of_games = tuple(f"{game_id}." for game_id in game_ids())
    own = {} if found.language == texts.ENGLISH else found.texts
    return TextsTold(
        language=found.language,
        languages=[LanguageTold(code=code, name=_own_name(code)) for code in texts.languages()],
        texts={key: said for key, said in own.items() if not key.startswith((*ELSEWHERE, *of_games))},
    )


def _own_name(language: str) -> str:
    try:
        return texts.catalogue(language).texts["language.name"]
    except ValueError:
        return language


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
        presets=[
            PresetTold(key=preset.key, name=preset.label, says=preset.says, options=dict(preset.options))
            for preset in game.presets
        ],
        ground=game.ground,
        picture=f"/pictures/{game.id}?v={hashlib.sha256(game.picture).hexdigest()[:12]}",
        words=game.words,
    )


def _option(name: str, option: Option) -> OptionTold:
    told = OptionTold(
        name=name,
        key=option.key,
        kind=option.kind,
        label=option.label,
        says=option.says,
        default=option.python(option.start),
    )
    if option.values:
        told.values = list(option.values)
        told.labels = [option.value_label(value) for value in range(len(option.values))]
    else:
        told.low, told.high = option.low, option.high
        told.nothing = option.nothing or None
        told.nothing_label = option.value_label(option.nothing_value) if option.nothing else None
    return told


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
