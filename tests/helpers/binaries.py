"""Reads shared libraries for other machines: their processor, what they export and what they need."""

from struct import unpack_from
from typing import NamedTuple


class Binary(NamedTuple):
    """The facts that a library's headers state."""

    form: str
    processor: str
    exports: frozenset[str]
    needs: frozenset[str]
    oldest_system: str = ""


ELF_PROCESSORS = {0x3E: "x86_64", 0xB7: "arm64"}
MACH_PROCESSORS = {0x01000007: "x86_64", 0x0100000C: "arm64"}
PE_PROCESSORS = {0x8664: "x86_64", 0xAA64: "arm64"}


def binary_of(code: bytes) -> Binary:
    """Read an ELF, Mach-O or PE library; raise ValueError for anything else."""
    if code.startswith(b"\x7fELF\x02\x01"):
        return _elf(code)
    if code.startswith(b"\xcf\xfa\xed\xfe"):
        return _mach(code)
    if code.startswith(b"MZ"):
        return _pe(code)
    raise ValueError("Not an ELF, Mach-O or PE library.")


def _text(code: bytes, at: int) -> str:
    return code[at : code.index(b"\0", at)].decode()


def _elf(code: bytes) -> Binary:
    """Read the dynamic symbols and the needed libraries."""
    processor, table = unpack_from("<H", code, 18)[0], unpack_from("<Q", code, 40)[0]
    size, count = unpack_from("<HH", code, 58)
    sections = [unpack_from("<IIQQQQIIQQ", code, table + i * size) for i in range(count)]
    exports: set[str] = set()
    needs: set[str] = set()
    for _, kind, _, _, start, length, link, *_ in sections:
        names = sections[link][4] if link < count else 0
        if kind == 11:  # dynamic symbols
            for at in range(start + 24, start + length, 24):
                name, _, _, section = unpack_from("<IBBH", code, at)
                (exports if section else needs).add(_text(code, names + name))
        if kind == 6:  # the dynamic section
            pairs = [unpack_from("<qQ", code, at) for at in range(start, start + length, 16)]
            needs |= {_text(code, names + value) for tag, value in pairs if tag == 1}
    return Binary("ELF", ELF_PROCESSORS[processor], frozenset(exports), frozenset(needs))


def _mach(code: bytes) -> Binary:
    """Read the symbols, the needed libraries and the oldest macOS."""
    processor, commands = unpack_from("<I", code, 4)[0], unpack_from("<I", code, 16)[0]
    exports, needs, oldest, at = set(), set(), "", 32
    for _ in range(commands):
        kind, length = unpack_from("<II", code, at)
        if kind == 2:  # symbols
            start, count, names, _ = unpack_from("<IIII", code, at + 8)
            for place in range(start, start + count * 16, 16):
                name, flags, _, _, _ = unpack_from("<IBBHQ", code, place)
                if flags & 0x0F == 0x0F:  # defined here and visible
                    exports.add(_text(code, names + name).removeprefix("_"))
        if kind in (0xC, 0xD):  # a library that is needed, and the name of this one
            needs.add(_text(code, at + unpack_from("<I", code, at + 8)[0]))
        if kind == 0x32:  # the oldest version of macOS that it runs on
            version = unpack_from("<I", code, at + 12)[0]
            oldest = f"{version >> 16}.{version >> 8 & 0xFF}"
        at += length
    return Binary("Mach-O", MACH_PROCESSORS[processor], frozenset(exports), frozenset(needs), oldest)


def _pe(code: bytes) -> Binary:
    """Read the export and import tables."""
    head = unpack_from("<I", code, 60)[0]
    processor, count = unpack_from("<HH", code, head + 4)
    optional = head + 24
    start = optional + unpack_from("<H", code, head + 20)[0]
    sections = [unpack_from("<IIII", code, start + i * 40 + 8) for i in range(count)]

    def place(address: int) -> int:
        _, first, _, offset = next(one for one in sections if one[1] <= address < one[1] + max(one[0], one[2]))
        return int(address - first + offset)

    exported, _, imported, _ = unpack_from("<IIII", code, optional + 112)
    names, table = unpack_from("<I", code, place(exported) + 24)[0], unpack_from("<I", code, place(exported) + 32)[0]
    exports = {_text(code, place(unpack_from("<I", code, place(table) + i * 4)[0])) for i in range(names)}
    needs, at = set(), place(imported) if imported else 0
    while at and (name := unpack_from("<I", code, at + 12)[0]):
        needs.add(_text(code, place(name)).lower())
        at += 20
    return Binary("PE", PE_PROCESSORS[processor], frozenset(exports), frozenset(needs))
