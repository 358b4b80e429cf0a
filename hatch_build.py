"""Build hooks for what `pyproject.toml` can't express: the readme of a package index, its urls, and wheels with kernels.

    PARLOUR_PLATFORM=linux-x86_64   build a wheel with the kernels of this platform; without it, one for all machines
    PARLOUR_REPOSITORY=https://…    where the repository is, for links and pictures; without it, the readme has neither

`scripts/dist.py` builds and checks all of it.
"""

import os
import re
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).parent
TAGS = {
    "linux-x86_64": "manylinux_2_17_x86_64",
    "linux-arm64": "manylinux_2_17_aarch64",
    "macos-x86_64": "macosx_11_0_x86_64",
    "macos-arm64": "macosx_11_0_arm64",
    "windows-x86_64": "win_amd64",
}
"""The platforms that have a wheel of their own, and how pip calls them."""

PICTURE = re.compile(r"!\[([^\]]*)\]\((?!https?:)([^)\s]+)\)")
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?!https?:|#)([^)\s]+)\)")
EMPTY_TABLE = re.compile(r"(?<=\n\n)(?:\|[ \-|]*\n)+\n")


def index_readme(text: str, repository: str, version: str) -> str:
    """Return the readme for a package index: links and pictures lead to the repository, or are left out if there is none."""
    if repository:
        text = PICTURE.sub(rf"![\1]({repository}/raw/v{version}/\2)", text)
        return LINK.sub(rf"[\1]({repository}/blob/v{version}/\2)", text)
    return EMPTY_TABLE.sub("", LINK.sub(r"\1", PICTURE.sub("", text)))


class CustomMetadataHook(MetadataHookInterface):
    """Adds the readme and the urls."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Write them into the metadata of the project."""
        repository = os.environ.get("PARLOUR_REPOSITORY", "").rstrip("/")
        version = metadata.get("version") or _version()
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": index_readme(text, repository, version)}
        if repository:
            metadata["urls"] = {
                "Source": repository,
                "Changelog": f"{repository}/blob/v{version}/CHANGELOG.md",
                "Documentation": f"{repository}/tree/v{version}/docs",
                "Issues": f"{repository}/issues",
            }
        else:
            metadata["urls"] = {}


def _version() -> str:
    found = re.search(r'^__version__ = "(.+)"$', (ROOT / "src/parlour/__init__.py").read_text(encoding="utf-8"), re.MULTILINE)
    assert found
    return found[1]


class CustomBuildHook(BuildHookInterface[Any]):
    """Puts the kernels of one platform into a wheel, and gives the wheel the tag of that platform."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Prepare a wheel, or refuse to if kernels are missing or out of date."""
        platform = os.environ.get("PARLOUR_PLATFORM", "")
        if not platform or version == "editable":
            return
        if platform not in TAGS:
            raise ValueError(f"PARLOUR_PLATFORM must be one of {', '.join(TAGS)}, not {platform!r}.")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{TAGS[platform]}"
        for path in _kernels(platform):
            build_data["force_include"][str(path)] = f"parlour/kernels/{path.name}"


def _kernels(platform: str) -> list[Path]:
    """Return the kernels of all games for a platform, and their labels."""
    sys.path.insert(0, str(ROOT / "src"))
    from parlour import games
    from parlour.fast import ahead

    for game in games.all():
        flaw = ahead.flaw_of(game, platform)
        if flaw:
            raise ValueError(f"The kernel {ahead.file_name(game, platform)} can't be packed: {flaw}. Run `make kernels` first.")
    paths = [ahead.path_of(game, platform) for game in games.all()]
    return [*paths, *map(ahead.label_path, paths)]
