"""Stands in for pydantic where that is not installed: as much of it as messages need.

Pydantic is written in Rust and not part of Pyodide. What a page's own script sends to its own worker is
checked here by the same annotations: ``Literal``, bounds of numbers, lengths and patterns of texts, fields
that there are not. Objects that Python itself makes are taken as they are.
"""

from __future__ import annotations

import json
import re
import types
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, Self, Union, get_args, get_origin
from typing import get_type_hints as hints_of

REQUIRED = object()


class ValidationError(ValueError):
    """A message that is not what it should be."""


class FieldInfo:
    """A field's default, or what its value must be."""

    def __init__(self, default: Any = REQUIRED, **limits: Any) -> None:
        self.default = default
        self.limits = limits


def Field(default: Any = REQUIRED, **limits: Any) -> Any:  # noqa: N802
    """A default and limits, as in pydantic."""
    return FieldInfo(default, **limits)


def StringConstraints(**limits: Any) -> Any:  # noqa: N802
    """Limits of a text, as in pydantic."""
    return FieldInfo(**limits)


def ConfigDict(**settings: Any) -> dict[str, Any]:  # noqa: N802
    """Settings of a model, as in pydantic; here all models refuse fields that there are not."""
    return settings


class BaseModel:
    """An object with the fields that its class says."""

    model_config: ClassVar[dict[str, Any]] = {}
    model_fields: ClassVar[dict[str, FieldInfo]] = {}

    def __init_subclass__(cls) -> None:
        found = dict(cls.model_fields)
        for name, kind in cls.__annotations__.items():
            if not str(kind).startswith(("ClassVar", "typing.ClassVar")):
                given = cls.__dict__.get(name, REQUIRED)
                found[name] = given if isinstance(given, FieldInfo) else FieldInfo(given)
        cls.model_fields = found

    def __init__(self, **given: Any) -> None:
        known = type(self).model_fields
        for name in given:
            if name not in known:
                raise ValidationError(f"{type(self).__name__} has no field {name}")
        for name, field in known.items():
            value = given.get(name, field.default)
            if value is REQUIRED:
                raise ValidationError(f"{type(self).__name__} needs {name}")
            self.__dict__[name] = value

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.model_dump() == other.model_dump()  # type: ignore[attr-defined]

    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def model_validate(cls, data: Any) -> Self:
        """An object of data from outside; ValidationError if they are not right."""
        if not isinstance(data, dict):
            raise ValidationError(f"{cls.__name__} is an object with fields")
        kinds: dict[str, Any] = fields_of(cls)  # type: ignore[arg-type]
        return cls(
            **{
                name: checked(kinds[name], value) if name in kinds else value
                for name, value in data.items()
            }
        )

    def model_dump(self, exclude_none: bool = False) -> dict[str, Any]:
        """The fields, those of objects within them included."""
        found: dict[str, Any] = plain(self)
        return {name: one for name, one in found.items() if one is not None or not exclude_none}

    def model_dump_json(self, exclude_defaults: bool = False) -> str:
        """The fields as JSON."""
        return written(self, exclude_defaults)


class TypeAdapter:
    """Reads JSON as one of several kinds of objects, which their ``type`` tells apart."""

    def __class_getitem__(cls, kind: Any) -> type[TypeAdapter]:
        return cls

    def __init__(self, kind: Any) -> None:
        self.kind = kind

    def validate_json(self, text: str | bytes) -> Any:
        """The object that a text says."""
        try:
            data = json.loads(text)
        except ValueError as problem:
            raise ValidationError(str(problem)) from None
        return self.validate_python(data)

    def validate_python(self, data: Any) -> Any:
        """The object of data from outside."""
        kind = get_args(self.kind)[0] if get_origin(self.kind) is Annotated else self.kind
        wanted = data.get("type") if isinstance(data, dict) else None
        for one in get_args(kind):
            if one.model_fields["type"].default == wanted:
                return one.model_validate(data)
        raise ValidationError(f"{wanted}: there is no such message")

    def dump_json(self, value: Any, exclude_defaults: bool = False) -> bytes:
        """Objects as JSON."""
        return written(value, exclude_defaults).encode()


@cache
def fields_of(model: Any) -> dict[str, Any]:
    """The kinds of a model's fields."""
    hints = hints_of(model, include_extras=True)
    return {name: hints[name] for name in model.model_fields}


def checked(kind: Any, value: Any) -> Any:
    """A value from outside as one of this kind; ValidationError if it is not."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        value = checked(inner[0], value)
        for info in inner[1:]:
            value = within(info.limits, value)
        return value
    if origin in (Union, types.UnionType):
        for one in inner:
            try:
                return checked(one, value)
            except ValidationError:
                continue
    elif origin is Literal:
        if value in inner and type(value) is type(inner[inner.index(value)]):
            return value
    elif origin is list:
        if isinstance(value, list):
            return [checked(inner[0], one) for one in value]
    elif origin is dict:
        if isinstance(value, dict):
            return {checked(inner[0], name): checked(inner[1], one) for name, one in value.items()}
    elif kind is None or kind is types.NoneType:
        if value is None:
            return None
    elif kind is float:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
    elif issubclass(kind, BaseModel):
        return kind.model_validate(value)
    elif isinstance(value, kind) and (kind is bool or not isinstance(value, bool)):
        return value
    raise ValidationError(f"{value!r} is not of the kind {kind}")


def within(limits: dict[str, Any], value: Any) -> Any:
    """The value within its limits, spaces around a text taken off where they say so."""
    if limits.get("strip_whitespace"):
        value = value.strip()
    size = len(value) if hasattr(value, "__len__") else None
    if size is not None and not limits.get("min_length", 0) <= size <= limits.get(
        "max_length", size
    ):
        raise ValidationError(f"{value!r} is too short or too long")
    if "pattern" in limits and not re.search(limits["pattern"], value):
        raise ValidationError(f"{value!r} does not look right")
    if ("ge" in limits and value < limits["ge"]) or ("le" in limits and value > limits["le"]):
        raise ValidationError(f"{value!r} is too small or too large")
    return value


def plain(value: Any, exclude_defaults: bool = False) -> Any:
    """A value as dictionaries, lists, texts and numbers."""
    if isinstance(value, BaseModel):
        defaults = {name: info.default for name, info in type(value).model_fields.items()}
        value = {name: value.__dict__[name] for name in defaults}
    elif is_dataclass(value) and not isinstance(value, type):
        defaults = {one.name: one.default for one in fields(value)}
        value = {name: getattr(value, name) for name in defaults}
    elif isinstance(value, Enum):
        return value.value
    elif isinstance(value, list | tuple | set | frozenset):
        return [plain(one, exclude_defaults) for one in value]
    elif isinstance(value, dict):
        defaults = {}
    else:
        return value
    return {
        name: plain(one, exclude_defaults)
        for name, one in value.items()
        if not exclude_defaults or name not in defaults or one != defaults[name]
    }


def written(value: Any, exclude_defaults: bool = False) -> str:
    """A value as JSON."""
    found = plain(value, exclude_defaults)
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def to_json(value: Any) -> bytes:
    """A value as JSON, as in pydantic_core."""
    return written(value).encode()
