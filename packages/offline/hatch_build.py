"""Build hooks of the package: the version of Parlour that it needs, and the files that `make site` has built."""

import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SOURCE = Path(__file__).parents[2] / "src/parlour"
FILES = SOURCE / "server/pages/offline"


def parlour_version() -> str:
    """Return the version of the Parlour beside this package."""
    text = (SOURCE / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    assert found
    return found[1]


def files(folder: Path = FILES) -> dict[str, str]:
    """Return where each file goes. If a file has a compressed form, only that is packed: servers decompress it."""
    if not any(folder.glob("parts-*.json")):
        raise ValueError("The house for browsers isn't built. Run `make kernels site` first.")
    found = {path for path in folder.rglob("*") if path.is_file()}
    packed = {path for path in found if path.with_name(f"{path.name}.gz") not in found}
    return {str(path): f"parlour_offline/files/{path.relative_to(folder).as_posix()}" for path in sorted(packed)}


class CustomMetadataHook(MetadataHookInterface):
    """Adds the package's only dependency, on this version of Parlour."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Write the dependency into the metadata of the project."""
        metadata["dependencies"] = [f"parlour=={parlour_version()}"]


class CustomBuildHook(BuildHookInterface[Any]):
    """Packs the files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files to the wheel; raise a ValueError if there are none."""
        build_data["force_include"].update(files())
