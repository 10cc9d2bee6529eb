"""From the outside world to a request and back: schemas, tolerant building, JSON-ready results.

Every face builds its requests here, so that all of them accept and refuse the same input with the same words.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from ..core.errors import SagacityError
from ..core.nearest import nearest
from ..core.value import Value, fields_of
from .requests import Arg, Request, args_of, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    T = TypeVar("T", bound=Request)

TRUE_WORDS = ("true", "yes", "on", "1")
FALSE_WORDS = ("false", "no", "off", "0")
SAID_MAX = 1000
"""A larger bound is a guard of ours, not worth a model's attention."""
JSON_TYPES = {"str": "string", "int": "integer", "float": "number", "bool": "boolean"}


class FieldShape(Value):
    """One field of a request as the outside sees it.

    name: the attribute. key: the name outside (`with` for `with_`). kind: str, int, float, bool, or item for a record
    of `item`'s type. many: a tuple of them. option: the name a command line uses for one value. said: how an error
    names it.
    """

    name: str
    key: str
    kind: str
    many: bool
    item: type[Request] | None
    default: Any
    help: str
    brief: str
    choices: tuple[str, ...]
    positional: bool
    option: str
    minimum: int | None
    maximum: int | None
    required: bool
    said: str


def fields_for(request: type[Request], face: str = "") -> tuple[FieldShape, ...]:
    """The fields a face offers, in order; all of them without a face."""
    return tuple(_field_shape(request, name, arg) for name, arg in args_of(request).items() if _offered(arg, face))


def _offered(arg: Arg, face: str) -> bool:
    return not face or not arg.faces or face in arg.faces


def _field_shape(request: type[Request], name: str, arg: Arg) -> FieldShape:
    key, written = name.rstrip("_"), type_of(request, name)
    kind = written.removeprefix("tuple[").removesuffix(", ...]")
    item: type[Request] | None = None if kind in JSON_TYPES else getattr(sys.modules[request.__module__], kind)
    return FieldShape(
        name=name,
        key=key,
        kind="item" if item else kind,
        many=written.startswith("tuple["),
        item=item,
        default=arg.default,
        help=arg.help,
        brief=arg.help if arg.brief is None else arg.brief,
        choices=arg.choices,
        positional=arg.positional,
        option=arg.option or key.replace("_", "-"),
        minimum=arg.minimum,
        maximum=arg.maximum,
        required=arg.required,
        said=key,
    )


def schema(request: type[Request], face: str = "") -> dict[str, Any]:
    """The JSON schema of a request, as small as it can be said: `build` refuses what it leaves open."""
    shapes = fields_for(request, face)
    found = {"type": "object", "properties": {shape.key: _property(shape, request) for shape in shapes}}
    required = [shape.key for shape in shapes if shape.required]
    return {**found, "required": required} if required else found


def _property(shape: FieldShape, request: type[Request]) -> dict[str, Any]:
    one = _item_schema(shape, request)
    found = {"type": "array", "items": one} if shape.many else one
    return {**found, "description": shape.brief} if shape.brief else found


def _item_schema(shape: FieldShape, request: type[Request]) -> dict[str, Any]:
    if shape.item is not None:
        return {"type": "object"} if issubclass(request, shape.item) else _bare_schema(shape.item)
    found: dict[str, Any] = {"type": JSON_TYPES[shape.kind]}
    if shape.choices:
        found["enum"] = list(shape.choices)
    if shape.minimum:
        found["minimum"] = shape.minimum
    if shape.maximum is not None and shape.maximum <= SAID_MAX:
        found["maximum"] = shape.maximum
    if shape.default and not shape.many:
        found["default"] = shape.default
    return found


def _bare_schema(item: type[Request]) -> dict[str, Any]:
    """A record inside a list: types and what is required, no descriptions."""
    shapes = fields_for(item)
    properties = {shape.key: _item_schema(shape, item) for shape in shapes}
    return {"type": "object", "properties": properties, "required": [shape.key for shape in shapes if shape.required]}


def build(
    request: type[T], data: Mapping[str, Any], *, face: str = "", said: Callable[[FieldShape], str] | None = None
) -> T:
    """The request that the data means. Numbers may come as text, one value for a list, null for what is optional.

    said: how errors name a field; by its key where none is given.

    Raises SagacityError `invalid` for an unknown key (the nearest known one is named), a value that cannot be read, is
    out of range or none of the choices, text with NUL or lone surrogates, and a required field that is missing.
    """
    shapes = {shape.key: shape for shape in fields_for(request, face)}
    if said is not None:
        shapes = {key: shape.replace(said=said(shape)) for key, shape in shapes.items()}
    given: dict[str, Any] = {}
    for key, value in data.items():
        shape = shapes.get(key)
        if shape is None:
            raise _unknown(key, tuple(shapes))
        if value is not None:
            given[shape.name] = _many(shape, value, face) if shape.many else _one(shape, value, face)
    for shape in shapes.values():
        if shape.required and not given.get(shape.name):
            raise SagacityError("invalid", f"{shape.said} is missing", hint=f"give {shape.said}: {shape.help}")
    return request(**given)


def _unknown(key: str, known: tuple[str, ...]) -> SagacityError:
    near = nearest(key, known)
    hint = f"did you mean {near}?" if near else "known: " + ", ".join(known)
    return SagacityError("invalid", f"unknown key {shown(key)}", hint=hint)


def shown(value: object) -> str:
    """A value as an error may quote it: one line, at most 60 characters."""
    text = ascii(value) if isinstance(value, str) and not value.isprintable() else repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def _many(shape: FieldShape, value: Any, face: str) -> tuple[Any, ...]:
    if isinstance(value, str) and value.lstrip()[:1] == "[":
        value = _json_list(value)
    values = value if isinstance(value, list | tuple) else [value]
    return tuple(_one(shape, one, face) for one in values if one is not None)


def _json_list(text: str) -> Any:
    """Some clients send a list as its JSON text; anything else stays what it is."""
    try:
        found = _loaded(text)
    except (ValueError, RecursionError):
        return text
    return found if isinstance(found, list) else text


def _loaded(text: str) -> Any:
    """Loads what reads JSON for the few requests that hold any. Raises ValueError or RecursionError."""
    import json

    return json.loads(text)


def _one(shape: FieldShape, value: Any, face: str) -> Any:
    read: dict[str, Callable[[FieldShape, Any], Any]] = {
        "str": _text,
        "int": _integer,
        "float": _number,
        "bool": _truth,
        "item": lambda item_shape, item_value: _record(item_shape, item_value, face),
    }
    found = read[shape.kind](shape, value)
    if shape.choices and found and found not in shape.choices:
        near = nearest(found, shape.choices)
        raise SagacityError(
            "invalid",
            f"{shape.said} is {shown(found)}, not one of {', '.join(shape.choices)}",
            hint=f"did you mean {near}?" if near else "",
        )
    return found


def _text(shape: FieldShape, value: Any) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str):
        raise _unreadable(shape, value, "text")
    if "\0" in value:
        raise SagacityError(
            "invalid", f"{shape.said} holds a NUL at character {value.index(chr(0))}", hint="take it out"
        )
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as error:
        raise SagacityError(
            "invalid", f"{shape.said} is not valid Unicode at character {error.start}", hint="send it as UTF-8"
        ) from error
    return value


def _integer(shape: FieldShape, value: Any) -> int:
    number = _number(shape, value, "a whole number")
    if number != int(number):
        raise _unreadable(shape, value, "a whole number")
    return int(number)


def _number(shape: FieldShape, value: Any, wanted: str = "a number") -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise _unreadable(shape, value, wanted)
    try:
        number = float(value)
    except (ValueError, OverflowError) as error:
        raise _unreadable(shape, value, wanted) from error
    if not float("-inf") < number < float("inf"):
        raise _unreadable(shape, value, wanted)
    low, high = shape.minimum, shape.maximum
    if (low is not None and number < low) or (high is not None and number > high):
        allowed = f"{low} to {high}" if high is not None else f"{low} or more"
        raise SagacityError("invalid", f"{shape.said} is {shown(value)}, out of range", hint=f"allowed: {allowed}")
    return number


def _truth(shape: FieldShape, value: Any) -> bool:
    word = str(value).strip().lower()
    if word in TRUE_WORDS:
        return True
    if word in FALSE_WORDS:
        return False
    raise _unreadable(shape, value, "true or false")


def _unreadable(shape: FieldShape, value: object, wanted: str) -> SagacityError:
    return SagacityError("invalid", f"{shape.said} is {shown(value)}, wanted {wanted}", hint=shape.help)


def _record(shape: FieldShape, value: Any, face: str) -> Any:
    """A record inside a list: as it is, from an object, or from text."""
    item = shape.item
    assert item is not None
    if isinstance(value, item):
        return build(item, {one.key: getattr(value, one.name) for one in fields_for(item)}, face=face)
    if isinstance(value, str):
        value = _from_text(shape, value)
    if not isinstance(value, Mapping):
        raise _unreadable(shape, value, "an object")
    return build(item, value, face=face)


def _from_text(shape: FieldShape, text: str) -> Any:
    """JSON of an object; else the required fields divided by colons; else the field that needs no name."""
    if text.lstrip()[:1] == "{":
        try:
            return _loaded(text)
        except (ValueError, RecursionError):
            raise _unreadable(shape, text, "an object") from None
    assert shape.item is not None
    fields = fields_for(shape.item)
    names = [one.key for one in fields if one.required] or [one.key for one in fields if one.positional]
    parts = [part.strip() for part in text.split(":", len(names) - 1)]
    if len(parts) < len(names):
        raise _unreadable(shape, text, ":".join(names).upper())
    return dict(zip(names, parts, strict=True))


def plain(value: Any) -> Any:
    """The value as JSON can say it: records as objects, tuples as lists, `with_` as `with`; nothing is left out."""
    if isinstance(value, Value):
        return {name.rstrip("_"): plain(getattr(value, name)) for name in fields_of(value)}
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    return value
