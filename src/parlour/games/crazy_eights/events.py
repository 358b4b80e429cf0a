"""The events of Crazy Eights besides those that all games share."""

from ...core.events import Kinds

kinds = Kinds()

NAMED = kinds.add("named")
