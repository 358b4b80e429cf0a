"""Runs on a Ray cluster: its workers play the pieces, and a piece whose worker dies is played again by another one."""

import importlib
import os
import socket
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, TypeVar

from ..core.sentence import quoted
from ..core.texts import sentence

T = TypeVar("T")

LOCAL = "local"
PATIENCE = 5
"""Seconds within which a cluster must answer."""
AHEAD = 4
TRIES = 20
"""How often a piece is played again if its worker dies."""
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_DEDUP_LOGS": "1", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}


def on_cluster(task: Callable[[int, int], T], pieces: Iterator[tuple[int, int]], address: str, jobs: int) -> Iterator[T]:
    """Yield the results of all pieces in order. `local` starts a cluster on this machine and stops it at the end."""
    ray = _ray()
    started = _join(ray, address, jobs)
    play = ray.remote(num_cpus=1, max_retries=TRIES)(_played)
    sent = ray.put(task)
    ahead = AHEAD * max(int(ray.cluster_resources().get("CPU", jobs)), 1)
    waiting = [play.remote(sent, *piece) for piece in islice(pieces, ahead)]
    try:
        while waiting:
            result = _result(ray, waiting.pop(0))
            waiting += [play.remote(sent, *piece) for piece in islice(pieces, 1)]
            yield result
    finally:
        for reference in waiting:
            ray.cancel(reference, force=True)
        if started:
            ray.shutdown()


def _played(task: Callable[[int, int], Any], start: int, games: int) -> Any:
    """Play a piece, on a worker."""
    return task(start, games)


def _ray() -> Any:
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise ValueError(sentence("lab.refusal.ray")) from None


def _join(ray: Any, address: str, jobs: int) -> bool:
    """Join a cluster, or start one; return whether it is ours to stop."""
    if ray.is_initialized():
        return False
    check_reachable(address)
    quiet = {"log_to_driver": False, "logging_level": "ERROR", "include_dashboard": None}
    try:
        if address == LOCAL:
            ray.init(address="local", num_cpus=jobs, **{**quiet, "include_dashboard": False})
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
        why = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise ValueError(sentence("lab.refusal.noCluster", address=quoted(address), why=why)) from None
    return True


def check_reachable(address: str) -> None:
    """Raise a ValueError at once if nothing answers: Ray itself would try for minutes."""
    host, colon, port = str(address).removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        if address in (LOCAL, "auto"):
            return
        raise ValueError(sentence("lab.refusal.address", given=quoted(address)))
    try:
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()
    except (OSError, OverflowError):
        raise ValueError(sentence("lab.refusal.silence", address=quoted(address))) from None


def _result(ray: Any, reference: Any) -> Any:
    """Return a worker's result; report errors there in one sentence."""
    from .runs import WorkLost

    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise (error.cause if isinstance(error.cause, Exception) else WorkLost(sentence("lab.refusal.failedThere"))) from None
    except ray.exceptions.RayError as error:
        raise WorkLost(sentence("lab.refusal.lost", why=type(error).__name__)) from None
