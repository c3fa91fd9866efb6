"""Numbers in addresses: ``{step:number}`` in a route takes no more digits than any number needs."""

from __future__ import annotations

from starlette.convertors import Convertor


class NumberConvertor(Convertor[int]):
    """A whole number of up to nine digits: Starlette's own fails, with status 500, on thousands."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        """The number that an address has."""
        return int(value)

    def to_string(self, value: int) -> str:
        """The number as addresses have it."""
        return str(value)
