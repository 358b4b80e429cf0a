"""The catalogue: every text by its key, in the current language.

Parlour's own English texts are in `parlour/texts/en.json`, those of a game in its own folder; a game registers them under
its id when it is found. A translation is one file `<language>.json` beside `en.json`, or in the folder that PARLOUR_TEXTS
names. Code that writes for a reader uses `speaking` to set the voice: the language, the names of the seats, and who reads.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from .plurals import FORMS, ONE, OTHER, plural_form, plural_forms
from .sentence import OPTION, Invalid, Part, Sentence, quoted, shortened

ENGLISH = "en"
PLAIN = ("c", "posix")
"""Locale names that stand for no language."""
FOLDER = Path(__file__).parent.parent / "texts"
EXTRA = "PARLOUR_TEXTS"
"""The variable that names a folder with more languages."""
LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
MINUS = "−"
LONGEST_HEADER = 500
LONGEST_COMPARED = 60
"""How many letters of a mistyped word are compared with known words."""
MOST_KEPT = 1_000
"""The largest number whose text is cached."""
PART = re.compile(r"\{(\w*)\}")


@dataclass(frozen=True, slots=True)
class Voice:
    """How sentences are phrased: the language, the names of the seats, which of them reads, and whether moves are typed.

    For a reader who types, options appear by name; for a reader of a page, by label.
    """

    language: str = ENGLISH
    names: Sequence[str] = ()
    listener: int | None = None
    typed: bool = True


class NoText(KeyError):
    """Raised for a key without a text; the message is a sentence."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key

    def __str__(self) -> str:
        game_id, _, name = self.key.partition(".")
        if game_id in _offered:
            return f"texts.json of {game_id} lacks '{shortened(name, 60)}'."
        return f"There is no text '{shortened(self.key, 60)}'."


class Texts(dict[str, str]):
    """Texts by key."""

    def __missing__(self, key: str) -> str:
        raise NoText(key)


@dataclass(frozen=True, slots=True)
class TextCatalogue:
    """The texts of one language by key, and what was made from them."""

    language: str
    texts: Mapping[str, str]
    made: dict[object, Any] = field(default_factory=dict)


_voice: ContextVar[Voice] = ContextVar("voice", default=Voice())  # noqa: B039 - a voice cannot be changed
_offered: dict[str, Path] = {}
_catalogues: dict[str, TextCatalogue] = {}


# ---- the current voice --------------------------------------------------------------------------------------------


def voice() -> Voice:
    """Return the current voice."""
    return _voice.get()


def speak(**how: Any) -> None:
    """Change the voice from now on, in this thread or task."""
    _voice.set(replace(_voice.get(), **how))


class in_voice:
    """Use another voice for a while. (Used several times for every message of a server, so this must be fast.)"""

    __slots__ = ("_before", "_how")

    def __init__(self, how: Voice) -> None:
        self._how = how

    def __enter__(self) -> None:
        self._before = _voice.set(self._how)

    def __exit__(self, *_: object) -> None:
        _voice.reset(self._before)


def speaking(**how: Any) -> in_voice:
    """Change the voice for a while: in a `language`, with `names`, to a `listener`."""
    return in_voice(replace(_voice.get(), **how))


# ---- texts --------------------------------------------------------------------------------------------------------


def catalogue(language: str = "") -> TextCatalogue:
    """Return the texts of a language, by default the current one."""
    name = language or _voice.get().language
    found = _catalogues.get(name)
    return found if found is not None else _made(name)


def text(key: str, **parts: object) -> str:
    """Return the text of a key, with its parts filled in."""
    template = catalogue().texts[key]
    return template.format(**parts) if parts else template


def text_or(key: str, otherwise: str, **parts: object) -> str:
    """Return the text of a key, or this default."""
    return text(key, **parts) if has_text(key) else otherwise


def has_text(key: str) -> bool:
    """Whether this key has a text."""
    return key in catalogue().texts


def sentence(key: str, **parts: object) -> Sentence:
    """Return a text that is a sentence: it starts with a capital letter even if it starts with a part."""
    return Sentence(capital(text(key, **parts)), key, parts)


def likeness(given: object, known: Iterable[str]) -> str:
    """Return ` Did you mean …?` with the known word that is most like what was given; empty if none is like it."""
    from difflib import get_close_matches

    found = get_close_matches(str(given)[:LONGEST_COMPARED].lower(), list(known), 1)
    return text("part.like", word=found[0]) if found else ""


def about(seat: int, key: str, **parts: object) -> Sentence:
    """Return a sentence about a seat, with its name as {who}; if that seat is the reader, the sentence under `key.you`."""
    if seat == _voice.get().listener and has_text(f"{key}.you"):
        return sentence(f"{key}.you", **parts)
    return sentence(key, who=called(seat), **parts)


def signed(number: int) -> str:
    """Write a number, with a minus sign instead of a hyphen."""
    return str(number) if number >= 0 else f"{MINUS}{-number}"


def counted(key: str, count: int, **parts: object) -> str:
    """Return the text for a number in the right plural form of the language: `key.one`, `key.other` and so on."""
    found = catalogue()
    mark = key, count
    if not parts and (said := found.made.get(mark)) is not None:
        return str(said)
    form = f"{key}.{plural_form(found.language, count)}"
    said = text(form if form in found.texts else f"{key}.{OTHER}", count=signed(count), **parts)
    if not parts and 0 <= count <= MOST_KEPT:
        found.made[mark] = said
    return said


def listed(parts: Sequence[str], key: str = "list.and") -> str:
    """Return the parts as a list in words: `a, b and c`."""
    if len(parts) < 2:
        return parts[0] if parts else ""
    said = text(key, first=", ".join(parts[:-1]), last=parts[-1])
    return Sentence(said, key, {str(place): part for place, part in enumerate(parts)})


def few(parts: Sequence[str], most: int) -> Sequence[str]:
    """Return at most this many parts; if some are left out, the last one says how many (at least two)."""
    if len(parts) <= most:
        return parts
    return [*parts[: most - 1], text("list.more", count=len(parts) - most + 1)]


def capital(said: str) -> str:
    """Return a sentence with a capital letter at its start."""
    first = said[:1]
    return said if first.isupper() else first.upper() + said[1:]


class OwnTexts:
    """The texts of one game, by the keys in its own folder: `say = OwnTexts(__name__)` in a module of the game."""

    def __init__(self, module: str) -> None:
        self._prefix = module.split(".")[-2] + "."

    def __call__(self, key: str, **parts: object) -> Sentence:
        """Return the sentence of a key. (Views use many of these, so this must be fast.)"""
        whole = self._prefix + key
        said = catalogue().texts[whole]
        return Sentence(capital(said.format(**parts)) if parts else said, whole, parts)

    def part(self, key: str, **parts: object) -> str:
        """Return the text of a key that is a part of a sentence."""
        return text(self._prefix + key, **parts)

    def setting(self, option: str, value: str | int) -> Part:
        """Return a house rule with a value: `“Stacking: off”`, or as it is typed: `stacking=off`."""
        if _voice.get().typed:
            return Part(text("option.typed", name=option, value=value), OPTION, option)
        key = f"{self._prefix}option.{option}"
        named = next((name for name in (f"{key}.value.{value}", f"option.{value}") if has_text(name)), "")
        return Part(text("option.set", label=text(key), value=text(named) if named else value), OPTION, option)

    def about(self, seat: int, key: str, **parts: object) -> Sentence:
        """Return a sentence about a seat."""
        return about(seat, self._prefix + key, **parts)


# ---- seats and places ---------------------------------------------------------------------------------------------


def seat_name(seat: int, names: Sequence[str] = ()) -> str:
    """Return the name of a seat, or its number if these names have none for it."""
    return names[seat] if 0 <= seat < len(names) and names[seat] else text("part.seat", seat=seat)


def called(seat: int) -> str:
    """Return the name of a seat in the current voice."""
    now = _voice.get()
    return text("part.you") if seat == now.listener else seat_name(seat, now.names)


def whose(seat: int) -> str:
    """Return `your` or `Ada's` in the current voice."""
    return text("part.whose.you") if seat == _voice.get().listener else text("part.whose", who=called(seat))


def slot_number(slot: int) -> int:
    """Return the number of a slot as people count it: from 1."""
    return slot + 1


def place_name(owner: int, slot: int) -> str:
    """Return a place in a grid: `your slot 3`, `Ada's slot 1`."""
    number = slot_number(slot)
    if owner == _voice.get().listener:
        return text("part.place.you", slot=number)
    return text("part.place", who=called(owner), slot=number)


# ---- where texts come from ----------------------------------------------------------------------------------------


def offer(game_id: str, folder: Path) -> None:
    """Register the folder with the texts of a game."""
    if _offered.get(game_id) != folder:
        _offered[game_id] = folder
        forget()


@contextmanager
def offered_for_good() -> Iterator[None]:
    """Forget the folders that are registered in the block if it fails."""
    before = dict(_offered)
    try:
        yield
    except BaseException:
        _offered.clear()
        _offered.update(before)
        forget()
        raise


def forget() -> None:
    """Read all texts again when they are next needed."""
    _catalogues.clear()
    _english_of.cache_clear()
    _preferred.cache_clear()


def english() -> dict[str, str]:
    """Return every English text by its key, including those of the games found."""
    found = dict(_english_of(FOLDER / f"{ENGLISH}.json"))
    for game_id, folder in _offered.items():
        found |= {f"{game_id}.{key}": said for key, said in _english_of(folder / "texts.json").items()}
    return found


@cache
def _english_of(path: Path) -> dict[str, str]:
    return read_texts(path) if path.exists() else {}


def read_texts(path: Path) -> dict[str, str]:
    """Return the texts of a file by key, or raise ValueError."""
    name = shortened(path.name, 60)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Invalid(f"The texts in '{name}' cannot be read: {(error.strerror or 'something is wrong').lower()}.") from None
    except (ValueError, RecursionError):
        raise Invalid(f"'{name}' isn't a file of texts: it isn't JSON.") from None
    if not isinstance(data, dict) or not all(isinstance(said, str) for said in data.values()):
        raise Invalid(f"'{name}' isn't a file of texts: it must be one JSON object of texts by key.")
    if wrong := next((key for key, said in data.items() if not said.strip() or not _is_plain(said)), None):
        raise Invalid(f"The text of '{shortened(wrong, 60)}' in '{name}' is empty or has characters that cannot be shown.")
    return data


def _is_plain(said: str) -> bool:
    """Whether a text can be shown: no control codes except line ends, and only valid characters."""
    return all(character == "\n" or character.isprintable() or character == "\u00ad" for character in said)


def _made(language: str) -> TextCatalogue:
    known = english()
    texts = known
    if language != ENGLISH:
        given = read_texts(_files()[language])
        fitting = {key: said for key, said in given.items() if _fits(key, said, known)}
        texts = {**known, **fitting}
    _catalogues[language] = made = TextCatalogue(language, Texts(texts))
    return made


def _fits(key: str, said: str, known: Mapping[str, str]) -> bool:
    """Whether a translation has the same parts as the English text; a plural form may leave out the number."""
    model = _model(key, known)
    if not model:
        return False
    given, wanted = set(parts_of(said)), set(parts_of(known[model]))
    return given == wanted or (model.endswith(f".{OTHER}") and given | {"count"} == wanted | {"count"})


def _model(key: str, known: Mapping[str, str]) -> str:
    """Return the key of the English text to compare a translation with: for a plural form, `other`; empty if there is none."""
    stem, _, form = key.rpartition(".")
    other = f"{stem}.{OTHER}"
    if form in FORMS and other in known:
        return other
    return key if key in known else ""


def parts_of(said: str) -> list[str]:
    """Return the parts of a text, each once; `{` stands for braces that mark no part."""
    rest = PART.sub("", said)
    return sorted({*PART.findall(said), *(["{"] if "{" in rest or "}" in rest else [])})


# ---- languages ----------------------------------------------------------------------------------------------------


def _files() -> dict[str, Path]:
    folders = [FOLDER, *(Path(extra) for extra in [os.environ.get(EXTRA, "")] if extra)]
    paths = (path for folder in folders for path in sorted(folder.glob("*.json")))
    return {path.stem: path for path in paths if LANGUAGE.fullmatch(path.stem)}


def languages() -> list[str]:
    """Return the available languages, English first."""
    return sorted(_files(), key=lambda name: (name != ENGLISH, name))


def checked_language(wanted: str) -> str:
    """Return the language with this name, or raise ValueError."""
    found = _matching(wanted)
    if found is None:
        raise Invalid(f"Unknown language {quoted(wanted)}. Available: {', '.join(languages())}.")
    catalogue(found)
    return found


def _matching(wanted: str) -> str | None:
    """Return the language of a tag such as `de`, `de-AT` or `de_AT.UTF-8`; None if there is none."""
    tag = wanted.split(".")[0].replace("_", "-").lower()
    if tag in PLAIN:
        return ENGLISH
    known = {name.lower(): name for name in languages()}
    return known.get(tag) or known.get(tag.split("-")[0])


def preferred_language(wanted: str) -> str:
    """Return the best available language for a header such as `de-AT, de;q=0.9, en;q=0.8`; English if none matches."""
    return _preferred(wanted[:LONGEST_HEADER])


@lru_cache(maxsize=256)
def _preferred(wanted: str) -> str:
    choices = []
    for place, part in enumerate(wanted.split(",")):
        tag, _, weight = part.strip().partition(";q=")
        try:
            choices.append((-float(weight or 1), place, tag))
        except ValueError:
            continue
    for worth, _, tag in sorted(choices):
        found = _matching(tag) if worth < 0 and tag else None
        if found is not None and _is_sound(found):
            return found
    return ENGLISH


def _is_sound(language: str) -> bool:
    try:
        catalogue(language)
    except ValueError:
        return False
    return True


# ---- checking a translation ---------------------------------------------------------------------------------------


def flaws_of(given: Mapping[str, str], language: str = ENGLISH) -> list[str]:
    """Return what is wrong with a translation, one sentence per text."""
    known = english()
    missing = [f"{key} is missing: “{known[_model(key, known)]}”." for key in _wanted(known, language) if key not in given]
    unknown = [f"{key} isn't a key of the catalogue." for key in given if not _model(key, known)]
    others = [
        f"{key} must have the parts {_braced(known[model])}, but has {_braced(said)}."
        for key, said in given.items()
        if (model := _model(key, known)) and not _fits(key, said, known)
    ]
    return missing + unknown + others


def _wanted(known: Mapping[str, str], language: str) -> list[str]:
    """Return the keys of a complete translation: those of the English texts, with the plural forms of the language."""
    wanted: dict[str, None] = {}
    for key in known:
        stem, _, form = key.rpartition(".")
        is_plural = form in (ONE, OTHER) and {f"{stem}.{ONE}", f"{stem}.{OTHER}"} <= known.keys()
        wanted |= dict.fromkeys(f"{stem}.{form}" for form in plural_forms(language)) if is_plural else {key: None}
    return list(wanted)


def _braced(said: str) -> str:
    return ", ".join(f"{{{part}}}" for part in parts_of(said)) or "none"
