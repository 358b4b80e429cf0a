"""Plural forms: which form of a text a number needs, by the CLDR's cardinal rules for whole numbers.

English has `cards.one` and `cards.other`; Polish also has `cards.few` and `cards.many`. A language that is not in the table is
treated like English.
"""

from collections.abc import Callable

ZERO, ONE, TWO, FEW, MANY, OTHER = FORMS = ("zero", "one", "two", "few", "many", "other")
MILLION = 1_000_000
Rule = Callable[[int], str]


def _none(n: int) -> str:
    return OTHER


def _one(n: int) -> str:
    return ONE if n == 1 else OTHER


def _one_and_millions(n: int) -> str:
    return ONE if n == 1 else MANY if n and n % MILLION == 0 else OTHER


def _zero_is_one(n: int) -> str:
    return ONE if n < 2 else MANY if n % MILLION == 0 else OTHER


def _one_and_two(n: int) -> str:
    return {1: ONE, 2: TWO}.get(n, OTHER)


def _is_few(n: int) -> bool:
    return 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14


def _russian(n: int) -> str:
    return ONE if n % 10 == 1 and n % 100 != 11 else FEW if _is_few(n) else MANY


def _polish(n: int) -> str:
    return ONE if n == 1 else FEW if _is_few(n) else MANY


def _serbian(n: int) -> str:
    return ONE if n % 10 == 1 and n % 100 != 11 else FEW if _is_few(n) else OTHER


def _czech(n: int) -> str:
    return ONE if n == 1 else FEW if 2 <= n <= 4 else OTHER


def _slovenian(n: int) -> str:
    return {1: ONE, 2: TWO, 3: FEW, 4: FEW}.get(n % 100, OTHER)


def _romanian(n: int) -> str:
    return ONE if n == 1 else FEW if n == 0 or 1 <= n % 100 <= 19 else OTHER


def _lithuanian(n: int) -> str:
    if 11 <= n % 100 <= 19 or n % 10 == 0:
        return OTHER
    return ONE if n % 10 == 1 else FEW


def _latvian(n: int) -> str:
    if 11 <= n % 100 <= 19 or n % 10 == 0:
        return ZERO
    return ONE if n % 10 == 1 else OTHER


def _arabic(n: int) -> str:
    if n < 3:
        return (ZERO, ONE, TWO)[n]
    return FEW if 3 <= n % 100 <= 10 else MANY if n % 100 >= 11 else OTHER


def _irish(n: int) -> str:
    return ONE if n == 1 else TWO if n == 2 else FEW if 3 <= n <= 6 else MANY if 7 <= n <= 10 else OTHER


def _welsh(n: int) -> str:
    return {0: ZERO, 1: ONE, 2: TWO, 3: FEW, 6: MANY}.get(n, OTHER)


GROUPS: dict[str, tuple[Rule, tuple[str, ...]]] = {
    "id ja ko ms th vi zh": (_none, (OTHER,)),
    "ca es it pt-PT": (_one_and_millions, (ONE, MANY, OTHER)),
    "fr pt": (_zero_is_one, (ONE, MANY, OTHER)),
    "he": (_one_and_two, (ONE, TWO, OTHER)),
    "be ru uk": (_russian, (ONE, FEW, MANY, OTHER)),
    "pl": (_polish, (ONE, FEW, MANY, OTHER)),
    "bs hr sr": (_serbian, (ONE, FEW, OTHER)),
    "cs sk": (_czech, (ONE, FEW, OTHER)),
    "sl": (_slovenian, (ONE, TWO, FEW, OTHER)),
    "ro": (_romanian, (ONE, FEW, OTHER)),
    "lt": (_lithuanian, (ONE, FEW, OTHER)),
    "lv": (_latvian, (ZERO, ONE, OTHER)),
    "ar": (_arabic, FORMS),
    "ga": (_irish, (ONE, TWO, FEW, MANY, OTHER)),
    "cy": (_welsh, FORMS),
}
"""The languages that share a rule, the rule, and its forms for whole numbers (and `other`, which fractions use)."""
LIKE_ENGLISH: tuple[Rule, tuple[str, ...]] = (_one, (ONE, OTHER))
_BY_LANGUAGE = {language: group for languages, group in GROUPS.items() for language in languages.split()}


def _group(language: str) -> tuple[Rule, tuple[str, ...]]:
    return _BY_LANGUAGE.get(language) or _BY_LANGUAGE.get(language.partition("-")[0]) or LIKE_ENGLISH


def plural_form(language: str, count: int) -> str:
    """Return the plural form for a number in a language."""
    return _group(language)[0](abs(count))


def plural_forms(language: str) -> tuple[str, ...]:
    """Return all plural forms of a language."""
    return _group(language)[1]
