"""Sets of small numbers (0 to 62) as one int: `a & b`, `a | b`, `a & ~b`, `1 << member`.

Bit 63 is the sign of a compiled number, so it is never used.
"""

from collections.abc import Iterable, Iterator

from .rule import rule

BITS = 63


def bit_count(members: int) -> int:
    """Return the number of members. (Compiled: one instruction.)"""
    return members.bit_count()


def lowest_bit(members: int) -> int:
    """Return the lowest member of a non-empty set. (Compiled: one instruction.)"""
    return (members & -members).bit_length() - 1


@rule
def nth_bit(members: int, n: int) -> int:
    """Return the nth member in ascending order, counting from 0. (Compiled: two instructions on processors that have them.)"""
    # Skip up to four members without a branch, which the processor could not predict.
    members &= members - (n > 0)
    members &= members - (n > 1)
    members &= members - (n > 2)
    members &= members - (n > 3)
    while n > 4:
        members &= members - 1
        n -= 1
    return lowest_bit(members)


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
