"""Makes a WebAssembly module of the one object file that LLVM writes.

A linker joins many object files and libraries. Here there is one, which needs nothing from outside:
what is left to do is to place its data in memory, write their addresses into the code, and say what
is exported. So nobody who builds a module needs a linker of their own, and the bytes do not depend on
which one it would be.

The format is that of https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from waterside.core.errors import WatersideError

HEADER = b"\0asm\x01\0\0\0"
PAGE = 65536
STACK_BYTES = 256 * 1024
CUSTOM, TYPE, IMPORT, FUNCTION, MEMORY, GLOBAL, EXPORT, CODE, DATA = 0, 1, 2, 3, 5, 6, 7, 10, 11
SEGMENTS, SYMBOLS = 5, 8
FUNCTIONS, DATA_SYMBOL, GLOBALS, SECTIONS = 0, 1, 2, 3
UNDEFINED, NAMED = 0x10, 0x40
ADDRESS_LEB, ADDRESS_SIGNED_LEB, ADDRESS_WORD = 3, 4, 5
AS_IT_IS = (0, 6, 7)
"""References to functions, types and globals: they keep their numbers."""
I32, VARIABLE, CONSTANT, END, I32_CONST = 0x7F, 1, 0, 0x0B, 0x41


class LinkingError(WatersideError):
    """An object file that this linker cannot make a module of."""


@dataclass
class Bytes:
    """Reads numbers and names from bytes, one after the other."""

    data: bytes
    at: int = 0

    def byte(self) -> int:
        """The next byte."""
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        """The next number without a sign."""
        result = shift = 0
        while True:
            byte = self.byte()
            result |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return result

    def signed(self) -> int:
        """The next number with a sign."""
        start = self.at
        result = self.number()
        bits = 7 * (self.at - start)
        return result - (1 << bits) if result >> (bits - 1) & 1 else result

    def bytes(self) -> bytes:
        """The next bytes, which begin with their number."""
        size = self.number()
        self.at += size
        return self.data[self.at - size : self.at]

    def name(self) -> str:
        """The next name."""
        return self.bytes().decode()


@dataclass(frozen=True)
class Symbol:
    """Something that has a name: a function's number, or where in which segment data lie."""

    kind: int
    name: str = ""
    number: int = 0
    offset: int = 0
    is_defined: bool = True


@dataclass(frozen=True)
class Relocation:
    """A place in the code or data where an address is to be written."""

    kind: int
    at: int
    symbol: int
    added: int


@dataclass
class ObjectFile:
    """What an object file says."""

    sections: dict[int, bytearray] = field(default_factory=dict)
    relocations: dict[int, list[Relocation]] = field(default_factory=dict)
    """By the section that they are in."""
    alignments: list[int] = field(default_factory=list)
    symbols: list[Symbol] = field(default_factory=list)

    @classmethod
    def read(cls, data: bytes) -> ObjectFile:
        """Reads the bytes of a file."""
        found = cls()
        reader = Bytes(data, len(HEADER))
        ids: list[int] = []
        while reader.at < len(data):
            ids.append(reader.byte())
            content = Bytes(reader.bytes())
            if ids[-1] != CUSTOM:
                found.sections[ids[-1]] = bytearray(content.data)
                continue
            name = content.name()
            if name == "linking":
                found.read_linking(content)
            elif name.startswith("reloc."):
                section = ids[content.number()]
                found.relocations[section] = list(read_relocations(content))
        found.check()
        return found

    def read_linking(self, content: Bytes) -> None:
        """Reads the names of functions and data, and how data are to be aligned."""
        content.number()  # the version
        while content.at < len(content.data):
            kind, part = content.byte(), Bytes(content.bytes())
            if kind == SEGMENTS:
                for _ in range(part.number()):
                    part.name()
                    self.alignments.append(1 << part.number())
                    part.number()
            elif kind == SYMBOLS:
                self.symbols = [read_symbol(part) for _ in range(part.number())]

    def check(self) -> None:
        """Refuses what a module of ours never needs."""
        for symbol in self.symbols:
            if symbol.kind == FUNCTIONS and not symbol.is_defined:
                raise LinkingError(f"{symbol.name} is called, and WebAssembly does not have it")
            if symbol.kind == GLOBALS and symbol.name != "__stack_pointer":
                raise LinkingError(f"{symbol.name}: no such global is known")

    @property
    def uses_stack(self) -> bool:
        """Whether functions keep anything in memory while they run."""
        return any(symbol.kind == GLOBALS for symbol in self.symbols)


def read_symbol(part: Bytes) -> Symbol:
    """Reads the next entry of the table of symbols."""
    kind, flags = part.byte(), part.number()
    is_defined = not flags & UNDEFINED
    if kind == DATA_SYMBOL:
        name = part.name()
        if not is_defined:
            raise LinkingError(f"{name}: data that are nowhere")
        segment, offset, _ = part.number(), part.number(), part.number()
        return Symbol(kind, name, segment, offset)
    number = part.number()
    if kind == SECTIONS:
        return Symbol(kind, number=number)
    name = part.name() if is_defined or flags & NAMED else imported_name(kind)
    return Symbol(kind, name, number, is_defined=is_defined)


def imported_name(kind: int) -> str:
    """What to call something whose name stands only in the table of imports."""
    return "__stack_pointer" if kind == GLOBALS else "a function from outside"


def read_relocations(content: Bytes) -> Iterator[Relocation]:
    """Reads the places where addresses are to be written; others are right as they are."""
    for _ in range(content.number()):
        kind, at, symbol = content.byte(), content.number(), content.number()
        if kind in (ADDRESS_LEB, ADDRESS_SIGNED_LEB, ADDRESS_WORD):
            yield Relocation(kind, at, symbol, content.signed())
        elif kind not in AS_IT_IS:
            raise LinkingError(f"a reference of the kind {kind}, which is not known")


def link(code: bytes, names: Sequence[str], sections: Mapping[str, bytes]) -> bytes:
    """The module of an object file, with these functions exported and these sections added."""
    given = ObjectFile.read(code)
    segments = read_segments(given)
    addresses: list[int] = []
    end = STACK_BYTES
    for segment, alignment in zip(segments, given.alignments, strict=True):
        addresses.append(end + -end % alignment)
        end = addresses[-1] + len(segment)
    for section, relocations in given.relocations.items():
        for relocation in relocations:
            symbol = given.symbols[relocation.symbol]
            address = addresses[symbol.number] + symbol.offset + relocation.added
            write_address(given.sections[section], relocation, address)
    heap = end + -end % 16
    variables = [global_variable(VARIABLE, STACK_BYTES)] if given.uses_stack else []
    variables.append(global_variable(CONSTANT, heap))
    numbers = {one.name: one.number for one in given.symbols if one.kind == FUNCTIONS}
    exports = [exported("memory", 2, 0), exported("__heap_base", 3, len(variables) - 1)]
    exports += [exported(name, 0, numbers[name]) for name in sorted(names)]
    placed = zip(addresses, read_segments(given), strict=True)
    module = {
        TYPE: bytes(given.sections[TYPE]),
        FUNCTION: bytes(given.sections[FUNCTION]),
        MEMORY: listed([b"\0" + leb(heap // PAGE + 1)]),
        GLOBAL: listed(variables),
        EXPORT: listed(exports),
        CODE: bytes(given.sections[CODE]),
        DATA: listed([b"\0" + constant(at) + counted(segment) for at, segment in placed]),
    }
    parts = [framed(number, content) for number, content in module.items()]
    parts += [framed(CUSTOM, counted(name.encode()) + data) for name, data in sections.items()]
    return HEADER + b"".join(parts)


def read_segments(given: ObjectFile) -> list[bytes]:
    """The pieces of data in an object file."""
    if DATA not in given.sections:
        return []
    reader = Bytes(bytes(given.sections[DATA]))
    segments = []
    for _ in range(reader.number()):
        reader.number()
        reader.byte()
        reader.signed()
        reader.byte()
        segments.append(reader.bytes())
    return segments


def write_address(section: bytearray, relocation: Relocation, address: int) -> None:
    """Writes an address into the room that is kept for it: five bytes of seven bits, or a word."""
    if relocation.kind == ADDRESS_WORD:
        section[relocation.at : relocation.at + 4] = address.to_bytes(4, "little")
        return
    for i in range(5):
        more = 0x80 if i < 4 else 0
        section[relocation.at + i] = (address >> 7 * i & 0x7F) | more


def leb(number: int) -> bytes:
    """A number as the format writes it, in as few bytes as it takes."""
    result = bytearray()
    while number >= 0x80:
        result.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*result, number])


def counted(data: bytes) -> bytes:
    """Bytes after their number."""
    return leb(len(data)) + data


def listed(items: Sequence[bytes]) -> bytes:
    """Items after their number."""
    return leb(len(items)) + b"".join(items)


def framed(number: int, content: bytes) -> bytes:
    """A section of the module."""
    return bytes([number]) + counted(content)


def constant(number: int) -> bytes:
    """An expression that is this number (which is read with a sign, so it takes five bytes)."""
    padded = bytes((number >> 7 * i & 0x7F) | (0x80 if i < 4 else 0) for i in range(5))
    return bytes([I32_CONST]) + padded + bytes([END])


def global_variable(kind: int, value: int) -> bytes:
    """A global 32-bit number."""
    return bytes([I32, kind]) + constant(value)


def exported(name: str, kind: int, number: int) -> bytes:
    """An entry of the table of exports."""
    return counted(name.encode()) + bytes([kind]) + leb(number)
