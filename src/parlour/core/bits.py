"""Sets of small numbers (0 to 62) as one int: `a & b`, `a | b`, `a & ~b`, `1 << member`.

Bit 63 is the sign of a compiled number, so it is never used.
"""

from collections.abc import Iterable, Iterator

BITS = 63


def bit_count(members: int) -> int:
    """Return the number of members. (Compiled: one instruction.)"""
    return members.bit_count()


def lowest_bit(members: int) -> int:
    """Return the lowest member of a non-empty set. (Compiled: one instruction.)"""
    return (members & -members).bit_length() - 1


def members_of(members: int) -> Iterator[int]:
    """Yield the members in ascending order. Not for use in rules."""
    while members:
        yield lowest_bit(members)
        members &= members - 1


def set_of(members: Iterable[int]) -> int:
    """Return the set with these members. Not for use in rules."""
    result = 0
    for member in members:
        result |= 1 << member
    return result
