"""House rules saved by name (MM-6.3): `family` = Match Mania with stacking and jumping in."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..core.cards import shortened
from ..core.game import find_game
from .folder import home_folder, read_text, set_aside, write_text

LONGEST_NAME = 40
MOST_HOUSES = 500


@dataclass(frozen=True, slots=True)
class House:
    """A game with its house rules under a name."""

    name: str
    game: str
    options: dict[str, str]


def checked_name(name: str) -> str:
    """A name for a house, or a ValueError in a sentence."""
    plain = name.strip()
    if not plain or len(plain) > LONGEST_NAME or not all(letter.isalnum() or letter in "-_ " for letter in plain):
        raise ValueError(f"A name has letters, digits, - and _, {LONGEST_NAME} at most; '{shortened(name)}' will not do.")
    return plain


class Houses:
    """The file of saved house rules. `notice` says in a sentence what was wrong with it, if anything was."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or home_folder() / "houses.json"
        self.notice = ""

    def all(self) -> dict[str, House]:
        """Every saved house by name. A damaged file is set aside."""
        text = read_text(self.path)
        if not text.strip():
            return {}
        try:
            return {name: _house(name, data) for name, data in sorted(json.loads(text).items())}
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            aside = set_aside(self.path)
            self.notice = f"The file of saved house rules was damaged: it is kept as {aside.name}, and a new one is begun."
            return {}

    def save(self, name: str, game: str, options: Mapping[str, object]) -> House:
        """Save house rules under a name, in the place of what had that name. Rules that clash for every table are refused."""
        rules = find_game(game)
        named = checked_name(name)
        seats = range(rules.least_seats, rules.most_seats + 1)
        values = _values_for_any(rules.id, options, seats)
        texts = {key: rules.options[key].text(values[key]) for key in options}
        houses = self.all()
        if named not in houses and len(houses) >= MOST_HOUSES:
            raise ValueError(f"There are {MOST_HOUSES} saved houses already: delete one first.")
        houses[named] = House(named, rules.id, texts)
        self._write(houses)
        return houses[named]

    def find(self, name: str) -> House:
        """The house of a name, or a ValueError in a sentence."""
        houses = self.all()
        if name not in houses:
            known = f"there are: {', '.join(houses)}" if houses else "none is saved yet"
            raise ValueError(f"There are no house rules called '{shortened(name)}'; {known}.")
        return houses[name]

    def delete(self, name: str) -> None:
        """Forget a house."""
        houses = self.all()
        self.find(name)
        del houses[name]
        self._write(houses)

    def _write(self, houses: dict[str, House]) -> None:
        data = {house.name: {"game": house.game, "options": house.options} for house in houses.values()}
        write_text(self.path, json.dumps(data, indent=1, ensure_ascii=False) + "\n")


def _values_for_any(game: str, options: Mapping[str, object], seats: range) -> dict[str, int]:
    """The options as numbers if they go together for some number of seats, else the ValueError of the fewest."""
    refusal: ValueError | None = None
    for count in seats:
        try:
            return find_game(game).checked_options(options, count)
        except ValueError as error:
            refusal = refusal or error
    assert refusal
    raise refusal


def _house(name: str, data: dict[str, object]) -> House:
    game, options = data["game"], data["options"]
    if not isinstance(game, str) or not isinstance(options, dict):
        raise ValueError("This is no house.")
    if not all(isinstance(key, str) and isinstance(value, str) for key, value in options.items()):
        raise ValueError("This is no house.")
    return House(name, game, options)
