"""The catalogue for clients: games, levels and languages, built from what each game declares."""

import hashlib
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, lru_cache
from typing import TypeVar, cast

from msgspec import Struct

from ...bots import LEVELS, Level, can_search, cannot_sentence, usual_level
from ...bots.house_bots import offered_bots
from ...core import texts
from ...core.game import Game, find_game, found_ids, game_ids
from ...core.options import Option
from ...core.remedy import Clash, Remedy
from ...core.sentence import Invalid
from ...lessons import lessons_of
from ...puzzles import puzzles_of
from ...rulebook import presented, rulebook_of
from ..store.log import Options
from .rulebook import GuideInfo, guide_info

logger = logging.getLogger("parlour.server")
T = TypeVar("T")

NOT_ON_PAGES = ("terminal.", "refusal.", "lab.")
"""Prefixes of the texts that pages do not need."""
SEATS = "seats"
"""Stands for the number of seats in a list of changed house rules."""


class OptionInfo(Struct, kw_only=True):
    """A house rule: a toggle, a choice among `values`, or a number from `low` to `high` or `nothing`.

    `label` and `says` are for people, as are `labels`, one for each of the values, and `nothing_label`. `key` is the prefix of
    its texts in the catalogue. `role` says how the server itself uses it: `bot_pause` (tenths of a second before a bot moves)
    or nothing.
    """

    name: str
    key: str
    kind: str
    label: str
    says: str
    default: bool | int | str
    values: list[int | str] = []
    labels: list[str] = []
    low: int | None = None
    high: int | None = None
    nothing: str | None = None
    nothing_label: str | None = None
    role: str = ""


class PresetInfo(Struct, kw_only=True):
    """A named set of house rules; those that are not listed keep their defaults."""

    key: str
    name: str
    says: str
    options: dict[str, bool | int | str]


class LessonInfo(Struct, kw_only=True):
    """A lesson of a game: its id and its title. `extra` is true if it is about a house rule."""

    id: str
    title: str
    extra: bool


class GameInfo(Struct, kw_only=True):
    """A game. `target` is the usual number of points for a match, 0 if one round is usual.

    `scoring` says what points are given for, or nothing. `ground` is the hue of its table in degrees, `picture` the address of
    a small picture. `words` are the labels of buttons by the first word of a move. `lessons` teach the game in this order, and
    `puzzles` is the number of its puzzles.
    """

    id: str
    name: str
    pitch: str
    scoring: str
    least_seats: int
    most_seats: int
    usual_seats: int
    target: int
    lowest_wins: bool
    options: list[OptionInfo]
    presets: list[PresetInfo]
    ground: int
    picture: str
    words: dict[str, str]
    lessons: list[LessonInfo] = []
    puzzles: int = 0


class LevelInfo(Struct, kw_only=True):
    """A level of bots: its name for programs, its label, and a sentence about it."""

    name: str
    label: str
    says: str
    usual: bool
    """Whether this is the default level."""
    can_play: bool = True
    """Whether bots can play at this level here; if not, `says` tells why."""


class Catalogue(Struct, kw_only=True):
    """All games, and the levels of bots from weak to strong."""

    games: list[GameInfo]
    levels: list[LevelInfo]


class LanguageInfo(Struct, kw_only=True):
    """A language, and its name in that language."""

    code: str
    name: str


class PageTexts(Struct, kw_only=True):
    """The texts of the pages in one language, by key; empty for English, which is built into the pages."""

    language: str
    languages: list[LanguageInfo]
    texts: dict[str, str]


class RuleSheet(Struct, kw_only=True):
    """The rules of a game for players, with the house rules in force.

    `markdown` is for people who type their moves, `guide` for pages.
    """

    game: str
    seats: int
    markdown: str
    guide: GuideInfo


class OptionsChecked(Struct, kw_only=True, omit_defaults=True):
    """Whether house rules are compatible; if not, `why` is a sentence. `options` are all house rules with their values.

    `code` is the key of the sentence, `about` names the house rules that it is about, and `remedy` says what else to change to
    make them compatible.
    """

    ok: bool
    why: str
    options: Options
    code: str = ""
    about: Sequence[str] = ()
    remedy: Remedy | None = None


def game_infos() -> list[GameInfo]:
    """Return every game with its house rules, in the current language. One whose texts are incomplete is left out."""
    found = texts.catalogue().made.get(game_infos)
    if found is None:
        found = [info for game_id in game_ids() if (info := _complete(find_game(game_id)))]
        # looked up again, because finding a game may have replaced the catalogue
        texts.catalogue().made[game_infos] = found
    return cast(list[GameInfo], found)


def _complete(game: Game) -> GameInfo | None:
    """Return a game for the catalogue, or nothing if a text is missing, so that the other games can still be played."""
    try:
        return _game(game)
    except texts.NoText as error:
        logger.warning("%s", error)
        return None


def level_infos() -> list[LevelInfo]:
    """Return the levels of bots, from weak to strong, and the bots that this server adds."""
    says = texts.text("level.own.says")
    own = [LevelInfo(name=name, label=name, says=says, usual=False) for name in offered_bots()]
    return [_level(level) for level in LEVELS.values()] + own


def _level(level: Level) -> LevelInfo:
    can_play = can_search() or not level.playouts
    says = level.says if can_play else cannot_sentence(level)
    return LevelInfo(name=level.name, label=level.label, says=says, usual=level.name == usual_level, can_play=can_play)


def page_texts() -> PageTexts:
    """Return the texts of the pages in the current language, and all languages."""
    found = texts.catalogue()
    of_games = tuple(f"{game_id}." for game_id in found_ids())
    own = {} if found.language == texts.ENGLISH else found.texts
    return PageTexts(
        language=found.language,
        languages=[LanguageInfo(code=code, name=_own_name(code)) for code in texts.languages()],
        texts={key: said for key, said in own.items() if not key.startswith((*NOT_ON_PAGES, *of_games))},
    )


def _own_name(language: str) -> str:
    try:
        return texts.catalogue(language).texts["language.name"]
    except ValueError:
        return language


def _game(game: Game) -> GameInfo:
    return GameInfo(
        id=game.id,
        name=game.name,
        pitch=game.pitch,
        scoring=game.scoring,
        least_seats=game.least_seats,
        most_seats=game.most_seats,
        usual_seats=game.usual_seats,
        target=game.target,
        lowest_wins=game.lowest_wins,
        options=[_option(name, option) for name, option in game.options.items()],
        presets=[
            PresetInfo(key=preset.key, name=preset.label, says=preset.says, options=dict(preset.options))
            for preset in game.presets
        ],
        ground=game.ground,
        picture=f"/pictures/{game.id}?v={hashlib.sha256(game.picture).hexdigest()[:12]}",
        words=game.words,
        lessons=lesson_infos(game),
        puzzles=len(_undamaged(puzzles_of, game)),
    )


def lesson_infos(game: Game) -> list[LessonInfo]:
    """Return the lessons of a game; none if their file is damaged."""
    return [LessonInfo(id=lesson.id, title=lesson.title, extra=lesson.is_extra) for lesson in _undamaged(lessons_of, game)]


def _undamaged(found: Callable[[Game], Sequence[T]], game: Game) -> Sequence[T]:
    """Return the content of a file in a game's folder, or nothing if it is damaged, so that the game can still be played."""
    try:
        return found(game)
    except ValueError as error:
        logger.warning("%s", error)
        return []


def _option(name: str, option: Option) -> OptionInfo:
    info = OptionInfo(
        name=name,
        key=option.key,
        kind=option.kind,
        label=option.label,
        says=option.says,
        default=option.python(option.start),
        role=option.role,
    )
    if option.values:
        is_choice = option.kind == "choice"
        info.values = [option.python(value) if is_choice else name for value, name in enumerate(option.values)]
        info.labels = [option.value_label(value) for value in range(len(option.values))]
    else:
        info.low, info.high = option.low, option.high
        info.nothing = option.nothing or None
        info.nothing_label = option.value_label(option.nothing_value) if option.nothing else None
    return info


def check_options(game: Game, seats: int | None, options: Mapping[str, object], changed: Collection[str]) -> OptionsChecked:
    """Check whether these house rules are compatible; a remedy does not undo a rule in `changed`."""
    try:
        values = game.checked_options(options, _seats(game, seats))
    except Invalid as error:
        remedy = error.remedy(changed, keep_seats=SEATS in changed) if isinstance(error, Clash) else None
        return OptionsChecked(ok=False, why=str(error), options={}, code=error.code, about=error.options, remedy=remedy)
    return OptionsChecked(ok=True, why="", options={name: option.python(values[name]) for name, option in game.options.items()})


def _seats(game: Game, seats: int | None) -> int:
    return game.checked_seats(game.usual_seats if seats is None else seats)


def rule_sheet(game: Game, seats: int | None, options: Mapping[str, object]) -> RuleSheet:
    """Return the rules with these house rules; a ValueError says in one sentence why they are incompatible."""
    count = _seats(game, seats)
    values = game.checked_options(options, count)
    guide = _guide(game, tuple(values.items()), texts.voice().language)
    return RuleSheet(game=game.id, seats=count, markdown=f"{_sheet(game.id)}\n{_house_rules(game, values)}", guide=guide)


@lru_cache(maxsize=64)
def _guide(game: Game, values: tuple[tuple[str, int], ...], language: str) -> GuideInfo:
    """Return the rules for a page in the current language. Computing them blocks the event loop for milliseconds."""
    return guide_info(presented(rulebook_of(game), game, dict(values)))


@cache
def _sheet(game_id: str) -> str:
    return find_game(game_id).rules_text.rstrip() + "\n"


def _house_rules(game: Game, values: Mapping[str, int]) -> str:
    """Return a table of all house rules with their values; changed ones are marked."""
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
