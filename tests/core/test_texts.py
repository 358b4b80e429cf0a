"""The catalogue of texts: languages, voices, and that keys and texts match."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour
from parlour import Table, find_game, game_ids
from parlour.bots import LEVELS
from parlour.core import texts
from parlour.core.events import COMMON, LATER
from parlour.core.options import HouseOptions, Option, options_of
from parlour.core.plurals import plural_form, plural_forms
from parlour.core.tips import explained
from parlour.lessons import lesson_keys, lessons_of
from parlour.testing.sentences import flaw_of
from tests.helpers.pseudo import is_wrapped, pseudo_spoken

PACKAGE = Path(parlour.__file__).parent
PAGES = PACKAGE.parents[1] / "web" / "src"
HOUSE = texts.read_texts(texts.FOLDER / "en.json")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with more languages."""
    monkeypatch.setenv(texts.EXTRA, str(tmp_path))
    texts.forget()
    yield tmp_path
    texts.forget()


def translate(folder: Path, language: str, **changes: str) -> None:
    (folder / f"{language}.json").write_text(json.dumps(changes), encoding="utf-8")


# ---- languages ----------------------------------------------------------------------------------------------------


def test_a_translation_is_one_file_and_falls_back_to_english(folder: Path) -> None:
    game = find_game(game_ids()[0])
    translate(folder, "de", **{"prompt.over": "Das Spiel ist aus.", f"{game.id}.name": "Spiel"})
    assert texts.languages() == ["en", "de"]
    with texts.speaking(language=texts.checked_language("de")):
        assert texts.text("prompt.over") == "Das Spiel ist aus."
        assert texts.text("prompt.waiting", who="Ana") == "Waiting for Ana."
        assert game.name == "Spiel"
    assert texts.text("prompt.over") == "The game is over."


def test_a_text_with_other_parts_is_not_used(folder: Path) -> None:
    translate(
        folder, "de", **{"prompt.waiting": "Warten auf {wen}.", "prompt.over": "Aus {!}", "list.and": "{last} und {first}"}
    )
    with texts.speaking(language=texts.checked_language("de")):
        assert texts.text("prompt.waiting", who="Ana") == "Waiting for Ana."
        assert texts.text("prompt.over") == "The game is over."
        assert texts.listed(["a", "b", "c"]) == "c und a, b"


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de-AT, en;q=0.5", "de"),
        ("en;q=0.5, de;q=0.9", "de"),
        ("fr, pt_BR.UTF-8;q=0.8", "pt-BR"),
        ("de;q=0, fr", "en"),
        ("de;q=x, ;;;, *", "en"),
        ("tlh", "en"),
        ("../../etc/passwd", "en"),
        ("x" * 100_000, "en"),
    ],
)
def test_the_best_language_of_a_header(header: str, language: str, folder: Path) -> None:
    translate(folder, "de")
    translate(folder, "pt-BR")
    assert texts.preferred_language(header) == language


@pytest.mark.parametrize("text", ["", "[]", "{", '{"prompt.over": 1}'])
def test_a_broken_file_is_reported_in_a_sentence(text: str, folder: Path) -> None:
    (folder / "de.json").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"^'de\.json' isn't a file of texts: .*\.$"):
        texts.checked_language("de")
    assert texts.preferred_language("de") == "en"
    with pytest.raises(ValueError, match=r"^Unknown language 'fr'\. Available: en, de\.$"):
        texts.checked_language("fr")


def test_what_is_wrong_with_a_translation() -> None:
    given = {**texts.english(), "prompt.waiting": "{who} {who} {must}", "nobody": "x"}
    del given["prompt.over"]
    assert texts.flaws_of(given) == [
        "prompt.over is missing: “The game is over.”.",
        "nobody isn't a key of the catalogue.",
        "prompt.waiting must have the parts {who}, but has {must}, {who}.",
    ]
    assert texts.flaws_of(texts.english()) == []


# ---- plurals ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", {"one": [1], "other": [0, 2, 5, 11, 21, 100]}),
        ("de-AT", {"one": [1], "other": [0, 2, 21]}),
        ("ja", {"other": [0, 1, 2]}),
        ("fr", {"one": [0, 1], "other": [2, 100], "many": [1_000_000]}),
        ("pt-PT", {"one": [1], "other": [0, 2]}),
        ("pl", {"one": [1], "few": [2, 4, 22, 104], "many": [0, 5, 11, 12, 14, 21, 112]}),
        ("ru", {"one": [1, 21, 101], "few": [2, 3, 24], "many": [0, 5, 11, 12, 14, 111]}),
        ("cs", {"one": [1], "few": [2, 4], "other": [0, 5, 22]}),
        ("hr", {"one": [1, 21], "few": [2, 34], "other": [0, 5, 11, 12]}),
        ("sl", {"one": [1, 101], "two": [2, 202], "few": [3, 104], "other": [0, 5]}),
        ("lt", {"one": [1, 21], "few": [2, 29], "other": [0, 10, 11, 19]}),
        ("lv", {"zero": [0, 10, 11, 19, 30], "one": [1, 21], "other": [2, 29]}),
        ("ro", {"one": [1], "few": [0, 2, 19, 101], "other": [20, 100]}),
        ("ar", {"zero": [0], "one": [1], "two": [2], "few": [3, 10, 103], "many": [11, 99], "other": [100, 102]}),
        ("he", {"one": [1], "two": [2], "other": [0, 3, 20]}),
        ("cy", {"zero": [0], "one": [1], "two": [2], "few": [3], "many": [6], "other": [4, 5, 7]}),
        ("ga", {"one": [1], "two": [2], "few": [3, 6], "many": [7, 10], "other": [0, 11]}),
    ],
)
def test_the_plural_forms_of_languages(language: str, forms: dict[str, list[int]]) -> None:
    for form, numbers in forms.items():
        assert {number: plural_form(language, number) for number in numbers} == dict.fromkeys(numbers, form)
    assert forms.keys() <= set(plural_forms(language))


def test_numbers_are_told_in_the_forms_of_a_language(folder: Path) -> None:
    translate(
        folder,
        "pl",
        **{
            "table.cards.one": "jedna karta",
            "table.cards.few": "{count} karty",
            "table.cards.many": "{count} kart",
            "table.cards.other": "{count} karty",
            "figures.turns.few": "{turns} tury",
        },
    )
    with texts.speaking(language=texts.checked_language("pl")):
        said = [texts.counted("table.cards", count) for count in (1, 2, 5, 12, 22)]
        assert said == ["jedna karta", "2 karty", "5 kart", "12 kart", "22 karty"]
        assert texts.counted("figures.turns", 3) == "3 turns"
    assert [texts.counted("table.cards", count) for count in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_a_translation_needs_the_plural_forms_of_its_language() -> None:
    whole = texts.english()
    missing = {flaw.split()[0] for flaw in texts.flaws_of(whole, "pl")}
    assert {"table.cards.few", "table.cards.many"} <= missing
    assert all(key.endswith((".few", ".many")) for key in missing)
    japanese = {key: said for key, said in whole.items() if not key.endswith(".one")}
    assert texts.flaws_of(japanese, "ja") == []
    assert texts.flaws_of({**whole, "table.cards.one": "{count} {cards}"}) == [
        "table.cards.one must have the parts {count}, but has {cards}, {count}."
    ]


# ---- voices -------------------------------------------------------------------------------------------------------


def test_slots_count_from_one_for_every_reader() -> None:
    assert texts.place_name(1, 2) == "seat 1's slot 3"
    with texts.speaking(names=["Ana", "Ben"], listener=0, typed=False):
        assert (texts.place_name(1, 2), texts.place_name(0, 2)) == ("Ben's slot 3", "your slot 3")
        assert texts.about(0, "refusal.turn", must=texts.whose(1)) == "It's Ben's turn, not yours."


@pytest.mark.parametrize("game_id", game_ids(examples=True))
def test_all_texts_of_a_game_are_in_the_catalogue(game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["Ana", "Ben", "Cleo", "Dan"]
    with pseudo_spoken(tmp_path, monkeypatch, typed=False):
        game = find_game(game_id)
        table = Table.new(game_id, min(4, game.most_seats), seed=4)
        verbs = set()
        while table.must is not None and len(table.log) < 150:
            for viewer in (table.must, None):
                view = table.view(viewer, names)
                assert is_wrapped(view.prompt)
                assert [badge.text for badge in view.badges if not is_wrapped(badge.text)] == []
                verbs |= {move.words.split()[0] for move in view.moves}
                verbs |= {
                    pick.removeprefix("button ") for move in view.moves for pick in move.picks if pick.startswith("button ")
                }
            table.play(table.advice() or "")
        assert verbs <= game.words.keys()
        for viewer in (0, None):
            for event in table.events_for(viewer, names=names):
                assert is_wrapped(event.text), event
                assert texts.catalogue().texts[event.key]
        told = [game.name, game.pitch, *game.words.values(), *(level.says for level in LEVELS.values())]
        told += [part for preset in game.presets for part in (preset.label, preset.says)]
        told += [label for option in game.options.values() for label in (option.label, option.says, *_labels(option))]
        assert [text for text in told if not is_wrapped(text)] == []


def _labels(option: Option) -> list[str]:
    values = range(len(option.values)) if option.values else [option.nothing_value] if option.nothing else []
    return [label for label in map(option.value_label, values) if not label.isdecimal()]


@pytest.mark.parametrize("game_id", game_ids(examples=True))
def test_events_begin_with_a_capital_letter_and_name_no_place_by_numbers(game_id: str) -> None:
    table = Table.new(game_id, seed=11)
    while table.must is not None:
        table.play(table.advice() or "")
    for event in (event for viewer in (0, None) for event in table.events_for(viewer)):
        assert event.text[0].isupper() or event.text[0] in "♣♦♥♠…", event.text
        assert not re.search(r"\d:\d", event.text), event.text


# ---- keys ---------------------------------------------------------------------------------------------------------

KEYED = {"text": 0, "sentence": 0, "part": 0, "counted": 0, "listed": 1, "about": 1, "say": 0, "refused": 0}
"""The functions that take a key, and the position of that argument."""


def _calls(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the function and the key of every call that names a key."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        owner = getattr(getattr(node.func, "value", None), "id", "")
        place = KEYED.get(name, -1)
        if 0 <= place < len(node.args) and owner in ("", "say", "texts"):
            argument = node.args[place]
            found = [argument] if not isinstance(argument, ast.IfExp) else [argument.body, argument.orelse]
            yield from (
                (owner or name, str(part.value)) for part in found if isinstance(part, ast.Constant) and _is_key(part.value)
            )


def _is_key(value: object) -> bool:
    return isinstance(value, str) and "." in value and not value.endswith(".") and " " not in value


def _own_texts(game_id: str) -> dict[str, str]:
    return texts.read_texts(find_game(game_id).folder / "texts.json")


def test_every_key_that_is_asked_for_has_a_text() -> None:
    for path in PACKAGE.rglob("*.py"):
        room, *within = path.relative_to(PACKAGE).parts
        game_id = within[0] if room == "games" else ""
        own = _own_texts(game_id) if game_id in game_ids(examples=True) else {}
        for function, key in _calls(path):
            known = own if function == "say" else HOUSE
            assert {key, f"{key}.other"} & known.keys(), f"{path.name} asks for {key}."


def _declared(prefix: str, kinds: Iterator[str], options: dict[str, Option]) -> set[str]:
    """The keys that follow from what is declared: events, options and their values."""
    keys = {f"event.{name}{end}" for name in kinds for end in ("", ".you")}
    for option in options.values():
        key = option.key.removeprefix(prefix)
        values = () if option.kind == "toggle" else (*option.values, option.nothing)
        names = [name for name in values if name and not name.isdecimal()]
        keys |= {key, f"{key}.says", *(f"{key}.value.{name}" for name in names)}
    return keys


@pytest.mark.parametrize("game_id", game_ids(examples=True))
def test_every_text_of_a_game_is_used(game_id: str) -> None:
    game = find_game(game_id)
    own_options = {name: option for name, option in game.options.items() if name not in HouseOptions.fields}
    declared = _declared(f"{game_id}.", (kind.name for kind in game.kinds.values()), own_options)
    declared |= {f"preset.{preset.name}{end}" for preset in game.presets for end in ("", ".says")}
    source = "".join(path.read_text(encoding="utf-8") for path in game.folder.glob("*.py"))
    used = {"name", "pitch", "scoring", *declared, *(key for _, key in re.findall(r"(['\"])([\w.]+)\1", source))}
    begun = tuple(re.findall(r"[fF]['\"]([a-z]+\.[\w.]*)\{", source))
    words = [key for key in _own_texts(game_id) if key.startswith("word.")]
    said = {key: key.removesuffix(LATER).removesuffix(".you").removesuffix(".use") for key in _own_texts(game_id)}
    taught = {key.removeprefix(f"{game_id}.") for lesson in lessons_of(game) for key in lesson_keys(lesson)}
    used |= {key for key in _own_texts(game_id) if key.startswith("explain.") and not explained(game, key)}
    used |= taught | {f"{key.removesuffix('.do')}.again" for key in taught if key.endswith(".do")}
    unused = [key for key, named in said.items() if named not in used and key not in words]
    assert [key for key in unused if not (begun and key.startswith(begun))] == []
    spoken = source + game.rules_text
    verbs = {
        key: key.removeprefix("word.").removesuffix(".ask").removesuffix(".seat").removesuffix(".of").split()[0]
        for key in words
    }
    assert [key for key, verb in verbs.items() if not re.search(rf"\b{verb}\b", spoken)] == []
    assert declared - {key for key in declared if key.endswith(".you")} <= _own_texts(game_id).keys()


def test_every_text_of_the_house_is_used() -> None:
    python = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")]
    pages = [path.read_text(encoding="utf-8") for end in ("ts", "svelte") for path in PAGES.rglob(f"*.{end}")]
    source = "\n".join(python + pages)
    quoted = {key for _, key in re.findall(r"(['\"`])([\w.]+)\1", source)}
    begun = tuple({start for start in re.findall(r"['\"`]([a-z]\w*\.(?:[\w.]+\.)?)\$?\{", source)} - {"option.", "event."})
    counted = tuple(f"{key}." for key in re.findall(r"counted\(\s*['\"]([\w.]+)['\"]", source))
    declared = _declared("", (kind.name for kind in COMMON.values()), options_of(HouseOptions))
    used = quoted | declared | {"language.name"}
    plural = {key: key.removesuffix(".one").removesuffix(".other") for key in HOUSE}
    unused = [key for key in HOUSE if used.isdisjoint({key, key.removesuffix(".you"), plural[key]})]
    assert [key for key in unused if not key.startswith((*begun, *counted))] == []


def test_every_text_of_a_refusal_is_a_sentence() -> None:
    own = {f"{game_id}.{key}": said for game_id in game_ids(examples=True) for key, said in _own_texts(game_id).items()}
    for key, said in {**HOUSE, **own}.items():
        if "refusal." in key or "clash." in key or (".prompt." in key and ".start." not in key):
            filled = texts.PART.sub("X", said)
            assert not flaw_of(filled) or said.endswith("{why}"), (key, flaw_of(filled))


def test_every_translation_of_the_house_is_complete() -> None:
    for game_id in game_ids():
        find_game(game_id)
    for path in texts.FOLDER.glob("*.json"):
        assert texts.flaws_of(texts.read_texts(path)) == [] or path.stem == texts.ENGLISH


@pytest.mark.parametrize("said", ["", "  ", "\ud800", "\x1b[2J"])
def test_a_text_that_cannot_be_shown_is_refused(said: str, tmp_path: Path) -> None:
    path = tmp_path / "xx.json"
    path.write_text(json.dumps({"app.name": said}), encoding="utf-8")
    with pytest.raises(ValueError, match=r"app\.name"):
        texts.read_texts(path)
