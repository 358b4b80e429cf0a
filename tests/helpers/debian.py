"""Programs from Debian's packages that tests need, installed if possible, so that no test is skipped because one is missing."""

import os
import shutil
import subprocess


def program(name: str) -> str:
    """Return the path of a program whose package has the same name; root installs it if it is missing."""
    if not (found := _found(name)):
        apt_get("update")
        apt_get("install", "-y", "--no-install-recommends", name)
        found = _found(name)
    if not found:
        raise RuntimeError(f"The tests need {name}, which was not found and could not be fetched: apt-get install {name}.")
    return found


def can_install() -> bool:
    """Whether packages can be installed here."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt_get(*words: str) -> None:
    """Run apt-get, if packages can be installed here."""
    if can_install():
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "-qq", *words], env=environment, stdin=subprocess.DEVNULL)


def _found(name: str) -> str | None:
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
