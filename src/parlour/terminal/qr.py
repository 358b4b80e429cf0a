"""QR codes of links as lines of text, for a phone to scan from the terminal.

Bytes, versions 1 to 6, error correction M, or L where M is too small (ISO/IEC 18004). The pages draw the same codes
(`web/src/lib/qr.ts`); one test compares both with the codes of another program.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise, zip_longest

Matrix = list[list[bool]]
Cells = list[list[bool | None]]
SIZES = {
    "M": ((16, 1, 10), (28, 1, 16), (44, 1, 26), (32, 2, 18), (43, 2, 24), (27, 4, 16)),
    "L": ((19, 1, 7), (34, 1, 10), (55, 1, 15), (80, 1, 20), (108, 1, 26), (68, 2, 18)),
}
"""For each version: bytes of data per block, blocks, and bytes of correction per block."""
LEVEL_BITS = {"L": 1, "M": 0}
HEAD = 2
"""Bytes that are not data: mode and length take 12 bits."""
QUIET = 2
"""The width of the light margin around a code, in modules."""
MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda r, c: (r + c) % 2 == 0,
    lambda r, c: r % 2 == 0,
    lambda r, c: c % 3 == 0,
    lambda r, c: (r + c) % 3 == 0,
    lambda r, c: (r // 2 + c // 3) % 2 == 0,
    lambda r, c: r * c % 2 + r * c % 3 == 0,
    lambda r, c: (r * c % 2 + r * c % 3) % 2 == 0,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2 == 0,
)


def lines_of(text: str, *, inverted: bool) -> list[str]:
    """Return the code of a text, two rows of modules per line; no lines if the text is too long.

    If `inverted`, light modules are drawn instead of dark ones, for light letters on a dark screen.
    """
    matrix = qr(text)
    if matrix is None:
        return []
    size = len(matrix) + 2 * QUIET
    edge = [[False] * size] * QUIET
    rows = [*edge, *([False] * QUIET + row + [False] * QUIET for row in matrix), *edge]
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=[False] * size)
    return [
        "".join(" ▄▀█"[2 * (up != inverted) + (down != inverted)] for up, down in zip(*pair, strict=True)) for pair in pairs
    ]


def qr(text: str, mask: int | None = None) -> Matrix | None:
    """Return the dark modules of a text's code, row by row; None if the text is too long."""
    data = text.encode()
    for level, sizes in SIZES.items():
        for version, (size, blocks, _) in enumerate(sizes, 1):
            if len(data) + HEAD <= size * blocks:
                return _drawn(version, level, _codewords(data, *sizes[version - 1]), mask)
    return None


# ---- the bytes ------------------------------------------------------------------------------------------------------

_EXP = [1]
for _ in range(254):
    _EXP.append(_EXP[-1] << 1 ^ (285 if _EXP[-1] & 128 else 0))
_LOG = {value: power for power, value in enumerate(_EXP)}


def _codewords(data: bytes, size: int, count: int, correction: int) -> list[int]:
    """Return data and correction of all blocks, in the order in which they are drawn."""
    bits = f"0100{len(data):08b}" + "".join(f"{byte:08b}" for byte in data) + "0000"
    words = [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]
    words += [236 if place % 2 == 0 else 17 for place in range(size * count - len(words))]
    blocks = [words[at : at + size] for at in range(0, size * count, size)]
    checks = [_remainder(block, correction) for block in blocks]
    return [word for part in (blocks, checks) for column in zip(*part, strict=True) for word in column]


def _times(one: int, other: int) -> int:
    return _EXP[(_LOG[one] + _LOG[other]) % 255] if one and other else 0


def _remainder(data: Sequence[int], length: int) -> list[int]:
    """Return the Reed–Solomon correction of a block."""
    generator = [1]
    for power in range(length):
        longer = [*generator, 0]
        for place, factor in enumerate(generator):
            longer[place + 1] ^= _times(factor, _EXP[power])
        generator = longer
    rest = [0] * length
    for byte in data:
        lead = byte ^ rest[0]
        rest = [old ^ _times(factor, lead) for old, factor in zip([*rest[1:], 0], generator[1:], strict=True)]
    return rest


# ---- the drawing ----------------------------------------------------------------------------------------------------


def _drawn(version: int, level: str, words: Sequence[int], mask: int | None) -> Matrix:
    base = _patterns(version)
    free = list(_path(base))
    bits = [bool(word >> (7 - bit) & 1) for word in words for bit in range(8)]
    bits += [False] * (len(free) - len(bits))

    def masked(number: int) -> Matrix:
        matrix = [[bool(cell) for cell in row] for row in base]
        for (row, column), bit in zip(free, bits, strict=True):
            matrix[row][column] = bit != MASKS[number](row, column)
        _draw_format(matrix, LEVEL_BITS[level] << 3 | number)
        return matrix

    return masked(mask) if mask is not None else min(map(masked, range(len(MASKS))), key=penalty)


def _patterns(version: int) -> Cells:
    """Return finders, timing and alignment; cells without a value are left for data."""
    size = 17 + 4 * version
    cells: Cells = [[None] * size for _ in range(size)]

    def square(row: int, column: int, reach: int, light: tuple[int, ...]) -> None:
        for r in range(max(row - reach, 0), min(row + reach + 1, size)):
            for c in range(max(column - reach, 0), min(column + reach + 1, size)):
                cells[r][c] = max(abs(r - row), abs(c - column)) not in light

    for place in range(size):
        cells[6][place] = cells[place][6] = place % 2 == 0
    for row, column in ((3, 3), (3, size - 4), (size - 4, 3)):
        square(row, column, 4, (2, 4))
    if version > 1:
        square(size - 7, size - 7, 2, (1,))
    for row, column in (place for places in _format_places(size) for place in places):
        cells[row][column] = False
    cells[size - 8][8] = True
    return cells


def _path(cells: Cells) -> Iterator[tuple[int, int]]:
    """Yield the cells for data, from the lower right in columns of two, up and down in turn."""
    size = len(cells)
    columns = [right if right > 6 else right - 1 for right in range(size - 1, 0, -2)]
    for turn, right in enumerate(columns):
        for row in range(size - 1, -1, -1) if turn % 2 == 0 else range(size):
            yield from ((row, column) for column in (right, right - 1) if cells[row][column] is None)


def _format_places(size: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return where the 15 bits of the format go, the highest first, twice."""
    first = [(8, c) for c in (0, 1, 2, 3, 4, 5, 7, 8)] + [(r, 8) for r in (7, 5, 4, 3, 2, 1, 0)]
    second = [(size - 1 - i, 8) for i in range(7)] + [(8, size - 8 + i) for i in range(8)]
    return first, second


def _draw_format(matrix: Matrix, format: int) -> None:
    rest = format << 10
    for bit in range(14, 9, -1):
        if rest >> bit & 1:
            rest ^= 0b10100110111 << (bit - 10)
    bits = (format << 10 | rest) ^ 0b101010000010010
    for places in _format_places(len(matrix)):
        for place, (row, column) in enumerate(places):
            matrix[row][column] = bool(bits >> (14 - place) & 1)


def penalty(matrix: Matrix) -> int:
    """Return how hard a code is to read: runs, blocks, patterns that look like a finder, and too much dark or light."""
    size = len(matrix)
    total = 0
    for line in (*matrix, *zip(*matrix, strict=True)):
        lengths = (len(list(run)) for _, run in groupby(line))
        total += sum(length - 2 for length in lengths if length >= 5)
        text = "".join("01"[cell] for cell in line)
        total += 40 * sum(text[at : at + 11] in ("10111010000", "00001011101") for at in range(size - 10))
    for above, below in pairwise(matrix):
        total += 3 * sum(len({*above[c : c + 2], *below[c : c + 2]}) == 1 for c in range(size - 1))
    dark = sum(map(sum, matrix))
    return total + 10 * int(abs(dark * 20 / size**2 - 10))
