"""House rules saved by name, and which of them new games use (MM-6.3)."""

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..core.game import Game, find_game
from ..core.sentence import shortened
from .folder import NoFile, home_folder, keep_copy, locked, move_away, read, shown, write

FORMAT = 1
LONGEST_NAME = 40
LONGEST_TEXT = 100
MOST_HOUSES = 500
MOST_OPTIONS = 200


@dataclass(frozen=True, slots=True)
class SavedRules:
    """The house rules of a game, saved under a name."""

    name: str
    game: str
    options: dict[str, str]


@dataclass(slots=True)
class _Shelf:
    """The content of the file: saved rules by name in lower case, and those in use for each game."""

    houses: dict[str, SavedRules] = field(default_factory=dict)
    use: dict[str, str] = field(default_factory=dict)
    damaged: bool = False

    def used(self, game: str) -> SavedRules | None:
        """Return the saved rules that new games of this game use."""
        house = self.houses.get(self.use.get(game, ""))
        return house if house and house.game == game else None


def checked_name(name: str) -> str:
    """Return a name for saved rules, or raise ValueError."""
    plain = unicodedata.normalize("NFC", " ".join(name.split()))
    fits = 0 < len(plain) <= LONGEST_NAME and all(letter.isalnum() or letter in "-_ " for letter in plain)
    if not fits or plain.startswith("-"):
        raise ValueError(f"A name must have 1 to {LONGEST_NAME} letters, digits, - or _, unlike '{shortened(name)}'.")
    return plain


def checked_rules(game: Game, options: Mapping[str, object]) -> dict[str, str]:
    """Return house rules as text if they are compatible for some number of seats, else raise ValueError."""
    refusal: ValueError | None = None
    for seats in range(game.least_seats, game.most_seats + 1):
        try:
            values = game.checked_options(options, seats)
        except ValueError as error:
            refusal = refusal or error
        else:
            return {name: game.options[name].text(values[name]) for name in options}
    assert refusal is not None
    raise refusal


class Houses:
    """The file of saved house rules. `notice` is a sentence about any damage to it."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or home_folder() / "houses.json"
        self.notice = ""

    # ---- asking ----------------------------------------------------------------------------------------------------

    def all(self) -> list[SavedRules]:
        """Return all saved house rules, by name."""
        return [house for _, house in sorted(self._shelf().houses.items())]

    def find(self, name: str) -> SavedRules:
        """Return the rules saved under a name, in any case, or raise ValueError."""
        return _found(self._shelf(), name)

    def used(self, game: str) -> SavedRules | None:
        """Return the saved rules with which new games of this kind begin, if any."""
        return self._shelf().used(game)

    # ---- changing --------------------------------------------------------------------------------------------------

    def save(self, name: str, game: str, options: Mapping[str, object]) -> SavedRules:
        """Save house rules under a name, replacing any under that name. Rules that clash at every table are refused."""
        house = SavedRules(checked_name(name), game, checked_rules(find_game(game), options))
        with locked(self.path.parent):
            shelf = self._mended()
            if _key(name) not in shelf.houses and len(shelf.houses) >= MOST_HOUSES:
                raise ValueError(f"You already have {MOST_HOUSES} saved house rules: delete some first.")
            shelf.houses[_key(name)] = house
            self._write(shelf)
        return house

    def delete(self, name: str) -> SavedRules:
        """Delete saved rules; they are no longer in use either."""
        with locked(self.path.parent):
            shelf = self._mended()
            house = _found(shelf, name)
            del shelf.houses[_key(name)]
            self._write(shelf)
        return house

    def use(self, name: str) -> SavedRules:
        """Use saved rules for new games of their game."""
        with locked(self.path.parent):
            shelf = self._mended()
            house = _found(shelf, name)
            shelf.use[house.game] = _key(name)
            self._write(shelf)
        return house

    def use_none(self, game: str) -> SavedRules | None:
        """Use the standard rules for new games again; return the rules that were in use."""
        before = self.used(game)
        if before is not None:
            with locked(self.path.parent):
                shelf = self._mended()
                shelf.use.pop(game, None)
                self._write(shelf)
        return before

    # ---- the file --------------------------------------------------------------------------------------------------

    def _shelf(self) -> _Shelf:
        """Return the content of the file. From a damaged file, everything readable is kept."""
        try:
            shelf = _read_shelf(read(self.path))
        except NoFile:
            shelf = _Shelf(damaged=True)
        if not shelf.damaged:
            return shelf
        try:
            with locked(self.path.parent):
                return self._mended()
        except ValueError as error:
            self.notice = f"The file of saved house rules is damaged and could not be set aside. {error}"
            return shelf

    def _mended(self) -> _Shelf:
        """Return everything readable, after setting the damaged file aside. The folder is locked."""
        try:
            data = read(self.path)
        except NoFile:
            aside = move_away(self.path, "damaged")
            self.notice = f"{shown(self.path)} was not a file. It is kept as {shown(aside)}."
            return _Shelf()
        shelf = _read_shelf(data)
        if shelf.damaged:
            aside = keep_copy(self.path, data, "damaged")
            self._write(shelf)
            self.notice = (
                f"The file of saved house rules was damaged: {len(shelf.houses)} could be read. It is kept as {shown(aside)}."
            )
        return shelf

    def _write(self, shelf: _Shelf) -> None:
        houses = {house.name: {"game": house.game, "options": house.options} for house in shelf.houses.values()}
        use = {game: house.name for game in sorted(shelf.use) if (house := shelf.used(game))}
        data = {"format": FORMAT, "houses": houses, "use": use}
        write(self.path, (json.dumps(data, indent=1) + "\n").encode())


def _key(name: str) -> str:
    return checked_name(name).casefold()


def _found(shelf: _Shelf, name: str) -> SavedRules:
    house = shelf.houses.get(_key(name))
    if house is None:
        names = ", ".join(house.name for _, house in sorted(shelf.houses.items()))
        known = f"Saved: {shortened(names, LONGEST_TEXT)}" if names else "None are saved yet"
        raise ValueError(f"Unknown house rules '{shortened(name)}'. {known}.")
    return house


# ---- reading ------------------------------------------------------------------------------------------------------


def _read_shelf(data: bytes) -> _Shelf:
    """Return everything valid in a file."""
    shelf = _Shelf()
    if not data.strip():
        return shelf
    try:
        said = json.loads(data)
    except (ValueError, RecursionError):
        said = None
    version = said.get("format") if isinstance(said, dict) else None
    if isinstance(version, int) and version > FORMAT:
        raise ValueError("The file of saved house rules was written by a newer Parlour than this one.")
    if version != FORMAT:
        return _Shelf(damaged=True)
    _read_houses(shelf, said.get("houses"))
    _read_use(shelf, said.get("use"))
    return shelf


def _read_houses(shelf: _Shelf, said: Any) -> None:
    if not isinstance(said, dict):
        shelf.damaged = True
        return
    for name, data in said.items():
        try:
            key, house = _key(name), _house(name, data)
        except (ValueError, TypeError, KeyError):
            shelf.damaged = True
        else:
            shelf.damaged = shelf.damaged or key in shelf.houses
            shelf.houses[key] = house


def _read_use(shelf: _Shelf, said: Any) -> None:
    pairs = said.items() if isinstance(said, dict) else ()
    shelf.damaged = shelf.damaged or not isinstance(said, dict)
    for game, name in pairs:
        try:
            shelf.use[game] = _key(_text(name))
        except ValueError:
            shelf.damaged = True


def _house(name: str, data: dict[str, Any]) -> SavedRules:
    options = data["options"]
    if not isinstance(options, dict) or len(options) > MOST_OPTIONS:
        raise ValueError("These are not house rules.")
    return SavedRules(checked_name(name), _text(data["game"]), {_text(key): _text(value) for key, value in options.items()})


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.isprintable() or not 1 <= len(value) <= LONGEST_TEXT:
        raise ValueError("This is not text.")
    return value
