"""Environments for programs that learn.

    from parlour import envs
    envs.aec("cambio", seats=4)                      # PettingZoo: every seat is an agent
    envs.solo("cambio", opponents="advice")          # Gymnasium: one learner against bots
    envs.vector("cambio", tables=64)                 # Gymnasium's VectorEnv: many of them at once
    envs.batch("cambio", tables=4096)                # many tables, all seats, in the caller's own arrays
    envs.openspiel.load("cambio")                    # an OpenSpiel game

Each is imported when it is used: `pip install parlour[envs]` installs PettingZoo and Gymnasium, `parlour[fast]` what the batch
needs, and `parlour[openspiel]` OpenSpiel. Nothing here names a game or contains a rule of one; the observation of a seat is
declared by its game (`core/observation.py`).
"""

from typing import TYPE_CHECKING

from ..core.lazy_imports import lazy_names

if TYPE_CHECKING:
    from .learner import SoloEnv, TableVectorEnv, register, solo, vector
    from .tables import BatchEnv, batch
    from .zoo import TableEnv, aec

_HOMES = {
    **dict.fromkeys(("BatchEnv", "batch"), ".tables"),
    **dict.fromkeys(("SoloEnv", "TableVectorEnv", "register", "solo", "vector"), ".learner"),
    **dict.fromkeys(("TableEnv", "aec"), ".zoo"),
}

__all__ = ["BatchEnv", "SoloEnv", "TableEnv", "TableVectorEnv", "aec", "batch", "register", "solo", "vector"]

__getattr__ = lazy_names(__name__, _HOMES)
