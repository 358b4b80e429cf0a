"""The occupant of a seat in a room."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A seat of a room: free, taken by a `person`, or by a bot (`level`). `stand_in`: the level of the person's stand-in."""

    person: str = ""
    level: str = ""
    name: str = ""
    colour: str = ""
    character: str = ""
    stand_in: str = ""

    @property
    def is_free(self) -> bool:
        """Whether the seat is free."""
        return not self.person and not self.level

    @property
    def bot(self) -> str:
        """The level of the bot that moves for this seat; empty if a person moves."""
        return self.level or self.stand_in


FREE = Place()
