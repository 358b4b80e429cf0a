"""The unfinished game: the last one that was left or interrupted in full screen, kept so that it can be continued."""

from pathlib import Path

from .folder import home_folder, locked, write

FILE = "unfinished.json"


class Unfinished:
    """The file of the unfinished game."""

    def __init__(self) -> None:
        self.path: Path = home_folder() / FILE

    @property
    def exists(self) -> bool:
        """Whether there is an unfinished game."""
        return self.path.is_file()

    def keep(self, saved: str) -> None:
        """Keep a saved game in place of the previous one; raise ValueError if it cannot be written."""
        with locked(self.path.parent):
            write(self.path, saved.encode())

    def forget(self) -> None:
        """Remove the unfinished game, if there is one."""
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise ValueError(str(error)) from None
