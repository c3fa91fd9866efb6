"""Entries: functions that take plain numbers and addresses and call what Numba has compiled.

Nothing outside this file knows how Numba passes arguments. An exported function takes

- a state as one address,
- an array as its address and its lengths,
- a tuple of arrays as the address of 32-bit words: each array's address and lengths, one after the
  other, those of tuples within it at their place,
- a tuple of numbers as the address of 64-bit floats,
- a whole number as 32 bits, a real number as a 64-bit float,

and returns a whole number, a real number, or 0 from a function that returns nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numba.core.types

from waterside.core.errors import WatersideError

types: Any = numba.core.types
Kind = Any
"""A type as Numba knows it."""


@dataclass(frozen=True)
class Export:
    """A function for the module to export under a name, with the Numba types that it takes."""

    name: str
    twin: Callable[..., Any]
    """The function, bound to a game but not yet compiled; see ``Builder.twin``."""
    takes: tuple[Kind, ...]


def array_of(kind: Kind, dimensions: int = 1) -> Kind:
    """The type of an array whose numbers lie one after the other."""
    return types.Array(kind, dimensions, "C")


class Entry:
    """Writes one entry in LLVM's language."""

    def __init__(self, name: str, inner: str, lowered: Sequence[str], returns: Kind) -> None:
        self.name, self.inner, self.returns = name, inner, returns
        self.lowered = lowered[2:]  # the first two are where the result and an error would go
        self.parameters: list[str] = []
        self.lines: list[str] = []
        self.passes: list[str] = []
        self.values = 0

    def text(self, kinds: Sequence[Kind]) -> str:
        """The function, and the declaration of the one it calls."""
        for kind in kinds:
            if isinstance(kind, types.BaseTuple):
                self.read_tuple(kind, self.parameter("ptr"), 0)
            elif isinstance(kind, types.Array):
                address = self.parameter("ptr")
                self.pass_array(kind, address, [self.parameter("i32") for _ in range(kind.ndim)])
            elif isinstance(kind, types.Record):
                self.passes.append(f"ptr {self.parameter('ptr')}")
            elif isinstance(kind, types.Float):
                self.passes.append(f"double {self.parameter('double')}")
            else:
                self.pass_whole(self.parameter("i32"))
        if len(self.passes) != len(self.lowered):
            raise WatersideError(f"{self.name}: Numba passes arguments in another way than known")
        passed = ", ".join(["ptr %result", "ptr %error", *self.passes])
        returned = "double" if isinstance(self.returns, types.Float) else "i32"
        return "\n".join(
            [
                f'declare i32 @"{self.inner}"({", ".join(["ptr", "ptr", *self.lowered])})',
                f"define {returned} @{self.name}({', '.join(self.parameters)}) {{",
                "  %result = alloca i64",
                "  %error = alloca ptr",
                *self.lines,
                f'  call i32 @"{self.inner}"({passed})',
                *self.return_lines(),
                "}",
            ]
        )

    def parameter(self, kind: str) -> str:
        """One more parameter; returns its name."""
        name = f"%a{len(self.parameters)}"
        self.parameters.append(f"{kind} {name}")
        return name

    def value(self, operation: str) -> str:
        """The name of what an operation gives."""
        name = f"%v{self.values}"
        self.values += 1
        self.lines.append(f"  {name} = {operation}")
        return name

    def load(self, kind: str, table: str, place: int) -> str:
        """What lies at a place of a table of words or floats."""
        address = self.value(f"getelementptr {kind}, ptr {table}, i32 {place}")
        return self.value(f"load {kind}, ptr {address}")

    def read_tuple(self, kind: Kind, table: str, place: int) -> int:
        """Passes the members of a tuple on, from a place of its table; returns the place after it."""
        for member in kind:
            if isinstance(member, types.BaseTuple):
                place = self.read_tuple(member, table, place)
            elif isinstance(member, types.Array):
                address = self.value(f"inttoptr i32 {self.load('i32', table, place)} to ptr")
                lengths = [self.load("i32", table, place + 1 + i) for i in range(member.ndim)]
                self.pass_array(member, address, lengths)
                place += 1 + member.ndim
            else:
                number = self.load("double", table, place)
                if not isinstance(member, types.Float):
                    number = self.value(f"fptosi double {number} to i32")
                    self.pass_whole(number)
                else:
                    self.passes.append(f"double {number}")
                place += 1
        return place

    def pass_array(self, kind: Kind, address: str, lengths: Sequence[str]) -> None:
        """Passes an array on: nobody's, its count, the size of one, its address, lengths, strides."""
        wide = [self.value(f"zext i32 {length} to i64") for length in lengths]
        strides = [str(kind.dtype.bitwidth // 8)]
        count = wide[-1]
        for length in reversed(wide[:-1]):
            strides.insert(0, self.value(f"mul i64 {strides[0]}, {wide[len(strides) * -1]}"))
            count = self.value(f"mul i64 {count}, {length}")
        self.passes += ["ptr null", "ptr null", f"i64 {count}", f"i64 {strides[-1]}"]
        self.passes += [f"ptr {address}", *(f"i64 {part}" for part in (*wide, *strides))]

    def pass_whole(self, number: str) -> None:
        """Passes a 32-bit whole number on in the width that is asked for."""
        wanted = self.lowered[len(self.passes)]
        if wanted == "i64":
            number = self.value(f"sext i32 {number} to i64")
        elif wanted != "i32":
            number = self.value(f"trunc i32 {number} to {wanted}")
        self.passes.append(f"{wanted} {number}")

    def return_lines(self) -> list[str]:
        """Hands the result on; 0 from a function that has none."""
        if isinstance(self.returns, types.NoneType):
            return ["  ret i32 0"]
        if isinstance(self.returns, types.Float):
            return ["  %value = load double, ptr %result", "  ret double %value"]
        bits = types.unliteral(self.returns).bitwidth
        lines = [f"  %value = load i{bits}, ptr %result"]
        if bits == 32:
            return [*lines, "  ret i32 %value"]
        how = "trunc" if bits > 32 else "sext"
        return [*lines, f"  %short = {how} i{bits} %value to i32", "  ret i32 %short"]
