"""A missing package is named with the extra that installs it."""

import pytest

from parlour.envs.setups import needed


def test_a_missing_package_names_its_extra() -> None:
    with pytest.raises(ImportError, match=r"^This environment needs no_such_package, .*: install `parlour\[envs\]`\.$"):
        needed("no_such_package", "envs")
