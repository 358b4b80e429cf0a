"""Text as people write it: which characters can be seen, and how many a reader counts."""

import pytest

from parlour.core.writing import characters, invisible, look

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Zoë", 3),
        ("Zoe\u0308", 3),
        (FAMILY, 1),
        (SCOTLAND, 1),
        ("\U0001f1f5\U0001f1f1\U0001f1e9\U0001f1ea", 2),
        ("\U0001f44d\U0001f3fd", 1),
        ("1\ufe0f\u20e3", 1),
        ("\u2764\ufe0f", 1),
        ("क्\u200dष", 2),
        ("می\u200cخواهم", 7),
        ("", 0),
    ],
)
def test_real_texts_are_visible_and_counted_as_readers_do(text: str, count: int) -> None:
    assert invisible(text) == set()
    assert characters(text) == count


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("a\u200db", {1}),
        ("\u200cAna", {0}),
        ("Ana\u200d", {3}),
        ("a\u3164", {1}),
        ("\u2800", {0}),
        ("a\ufe0f", {1}),
        ("Ana\u202eneB", {3}),
        ("a" + "\u0301" * 6, {5, 6}),
        ("a\U000e0067", {1}),
        ("a\nb", {1}),
    ],
)
def test_invisible_and_piled_up_characters_are_found(text: str, places: set[int]) -> None:
    assert invisible(text) == places


def test_texts_that_look_alike_have_the_same_look() -> None:
    assert look("Ａna") == look("ANA") == look("ana")
    assert look("می\u200cخواهم") == look("میخواهم")
    assert look("\u2764\ufe0f") == look("\u2764")
    assert look("Ana") != look("Anna")
