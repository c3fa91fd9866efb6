"""What is found out once, when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Value = TypeVar("Value")


class once(Generic[Value]):
    """As ``functools.cached_property``, which takes a lock before Python 3.12: positions are made
    and asked so often that it would cost more than the answers. Asked by two threads at the same
    time it may be found out twice, which does no harm where the answer is the same.
    """

    def __init__(self, find: Callable[[Any], Value]) -> None:
        self.find = find
        self.__doc__ = find.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> once[Value]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> Value: ...

    def __get__(self, instance: object | None, owner: type) -> once[Value] | Value:
        if instance is None:
            return self
        value = instance.__dict__[self.name] = self.find(instance)
        return value
