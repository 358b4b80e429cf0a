"""Checkpoints: the sums of a run that was stopped, so that it can continue later.

A checkpoint is a file of NumPy arrays with the number of games played and a fingerprint of the run. It is replaced as a whole,
so a crash leaves the previous one intact.
"""

import hashlib
import json
import os
import secrets
import struct
import time
import zipfile
import zlib
from contextlib import suppress
from pathlib import Path
from tokenize import TokenError
from typing import Any, Protocol, Self, TypeVar

import numpy as np

from ..core.sentence import quoted
from ..core.texts import sentence
from ..fast.ahead import sources_hash
from .study import Study

LONGEST_NAME = 240
"""The most bytes of a file's name: systems allow 255, and a new checkpoint is written beside the old one."""
EVERY = 10.0
"""The seconds between two checkpoints; the interval is longer if writing one takes long."""
SHARE_OF_TIME = 20
"""Writing checkpoints takes at most a run's time divided by this."""
FORM = 1
LABEL = "checkpoint"


class Sum(Protocol):
    """A result to which more can be added, and which can be stored as arrays."""

    def add(self, other: Any) -> None:
        """Merge the results of other games."""

    def arrays(self) -> dict[str, Any]:
        """Return everything as arrays by name."""

    @classmethod
    def from_arrays(cls, arrays: dict[str, Any]) -> Self:
        """Return the result that these arrays hold."""


S = TypeVar("S", bound=Sum)


class CheckpointWriter:
    """Stores the sums of one run at intervals, and when it is stopped. Without a path it does nothing."""

    def __init__(self, path: Path | None = None, run: str = "", seed: int | str = 0, *, resume: bool = False) -> None:
        self.path, self.run, self.seed, self.resume = path, run, seed, resume
        self._next = time.monotonic() + EVERY

    def load(self, kind: type[S]) -> tuple[int, S] | None:
        """Return the games played and their sums, if a run is to be resumed and there is a checkpoint of it."""
        if self.path is None or not self.resume or not self.path.is_file():
            return None
        label, arrays = _read(self.path)
        if label["form"] != FORM or label["run"] != self.run:
            raise ValueError(sentence("lab.refusal.otherRun", path=quoted(str(self.path))))
        return int(label["done"]), kind.from_arrays(arrays)

    def offer(self, done: int, total: Sum) -> None:
        """Store the sums if a checkpoint is due."""
        if self.path is not None and time.monotonic() >= self._next:
            start = time.monotonic()
            self.save(done, total)
            now = time.monotonic()
            self._next = now + max(EVERY, SHARE_OF_TIME * (now - start))

    def save(self, done: int, total: Sum) -> None:
        """Write a checkpoint, whole or not at all."""
        if self.path is None:
            return
        sums = total.arrays()
        label = {"form": FORM, "run": self.run, "seed": self.seed, "done": done}
        text = json.dumps({**label, "check": _check(label, sums)})
        draft = self.path.with_name(f"{self.path.name}.{secrets.token_hex(4)}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with open(draft, "xb") as file:
                arrays: dict[str, Any] = {LABEL: np.array(text), **sums}
                np.savez(file, **arrays)
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, self.path)
        except OSError as error:
            with suppress(OSError):
                draft.unlink()
            why = error.strerror or type(error).__name__
            raise ValueError(sentence("lab.refusal.notKept", path=quoted(str(self.path)), why=why)) from None

    def finish(self) -> None:
        """Remove the checkpoint: the run is complete."""
        if self.path is not None:
            with suppress(OSError):
                self.path.unlink()


NOTHING_KEPT = CheckpointWriter()


def _read(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the label and the arrays of a checkpoint, or raise a ValueError."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        label = json.loads(str(arrays.pop(LABEL)))
        if isinstance(label, dict) and label.pop("check", None) == _check(label, arrays):
            return label, arrays
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, zlib.error, struct.error, RuntimeError):
        pass  # zipfile raises a RuntimeError for a file that looks encrypted or too new
    except (MemoryError, TokenError):
        pass  # NumPy believes the size in a damaged header, and reads a header that is cut off as Python
    raise ValueError(sentence("lab.refusal.noCheckpoint", path=quoted(str(path))))


def _check(label: dict[str, Any], arrays: dict[str, Any]) -> str:
    """Return a hash of the content, so that a run never continues from sums that another program has changed."""
    found = hashlib.sha256(json.dumps(label, sort_keys=True).encode())
    for name, array in sorted(arrays.items()):
        whole = np.ascontiguousarray(array)
        found.update(f"{name} {whole.dtype} {np.shape(array)}".encode() + whole.tobytes())
    return found.hexdigest()


def kept_seed(path: Path) -> int | str | None:
    """Return the seed of the run that a checkpoint belongs to; None if there is no such file."""
    if not path.is_file():
        return None
    seed: int | str = _read(path)[0]["seed"]
    return seed


def checkpoint_writer(
    what: str,
    studies: tuple[Study, ...],
    games: int,
    seed: int | str,
    checkpoint: str | Path | None,
    *,
    resume: bool,
    also: str = "",
) -> CheckpointWriter:
    """Return the writer for the checkpoints of a run, or raise a ValueError if its file must not be used.

    `also` names anything else the result depends on.
    """
    if checkpoint is None:
        if resume:
            raise ValueError(sentence("lab.refusal.resumeWhat"))
        return NOTHING_KEPT
    run = fingerprint(what, studies, games, also)
    path = Path(checkpoint)
    if len(os.fsencode(path.name)) > LONGEST_NAME:
        raise ValueError(sentence("lab.refusal.noFile", path=quoted(str(path))))
    if (path.exists() and not path.is_file()) or not path.absolute().parent.is_dir():
        raise ValueError(sentence("lab.refusal.noFile", path=quoted(str(path))))
    if path.exists() and not resume:
        raise ValueError(sentence("lab.refusal.checkpointThere", path=quoted(str(path))))
    return CheckpointWriter(path, run, seed, resume=resume)


def fingerprint(what: str, studies: tuple[Study, ...], games: int, also: str = "") -> str:
    """Return a hash of everything the result depends on: the request, the rules, and the statistics recorded."""
    first = studies[0]
    said = [what, games, also, first.game.id, sources_hash(first.game), first.seats, first.bots, first.seatings]
    each = [[study.options, study.seed, study.columns] for study in studies]
    return hashlib.sha256(json.dumps([said, each, _own_sources(first)]).encode()).hexdigest()


def _own_sources(study: Study) -> list[str]:
    """Return hashes of the files of a user's own bots."""
    found = []
    for bot in study.bots:
        path = Path(bot.rpartition(":")[0])
        with suppress(OSError, ValueError):
            found.append(hashlib.sha256(path.read_bytes()).hexdigest() if path.suffix == ".py" else "")
    return found
