"""The record base of the hot path.

A frozen, slotted record costs a hook about a tenth of what a frozen dataclass costs at import, because
nothing is compiled then: the fields are the annotations of the class body, in order, bases first. A class of which many
records are made gets a constructor compiled for its fields, which is three times as quick.
Type checkers see the class as a dataclass.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Self, dataclass_transform
else:

    def dataclass_transform(**_options):  # noqa: ANN003, ANN201 – for the interpreter only
        return lambda cls: cls


MANY = 500
"""Records of a class, after which compiling pays; few hooks make so many."""


@dataclass_transform(frozen_default=True)
class ValueType(type):
    """Turns the annotations of a class body into slots, and its assignments into defaults."""

    _fields: tuple[str, ...]
    _defaults: dict[str, Any]
    _puts: tuple[Callable[[object, object], None], ...]
    _n_made: int

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> ValueType:
        own = tuple(body.get("__annotations__", ()))
        defaults = {field: body.pop(field) for field in own if field in body}
        body["__slots__"] = own
        if bases:  # not those of a base, which may be compiled
            body["__init__"], body["_values"] = Value.__init__, Value._values  # noqa: SLF001
        cls = super().__new__(mcs, name, bases, body)
        cls._n_made = 0
        cls._fields = sum((getattr(base, "_fields", ()) for base in bases), ()) + own
        cls._defaults = {}
        for base in bases:
            cls._defaults.update(getattr(base, "_defaults", {}))
        cls._defaults.update(defaults)
        # The slots' own setters pass by the frozen __setattr__, and are the quickest way in.
        cls._puts = sum((getattr(base, "_puts", ()) for base in bases), ()) + tuple(
            getattr(cls, field).__set__ for field in own
        )
        return cls


def _compile(cls: ValueType) -> None:
    """Gives the class a constructor and a `_values` for its fields alone, as a dataclass has from the start."""
    known: dict[str, Any] = {f"_put{at}": put for at, put in enumerate(cls._puts)}
    known["_defaults"] = cls._defaults
    taken = [f"{field}=_defaults[{field!r}]" if field in cls._defaults else field for field in cls._fields]
    puts = [f"_put{at}(_self, {field})" for at, field in enumerate(cls._fields)]
    values = [f"_self.{field}," for field in cls._fields]
    source = f"""
def __init__(_self, {", ".join(taken)}): {"; ".join(puts) or "pass"}
def _values(_self): return ({" ".join(values)})
"""
    exec(source, known)  # noqa: S102 - made of the names of fields
    for method in ("__init__", "_values"):
        setattr(cls, method, known[method])


class Value(metaclass=ValueType):
    """A frozen record: fields by annotation, equal and hashed by content.

    Construct by position or keyword; a missing field without default or an unknown one is a TypeError.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        cls = type(self)
        cls._n_made += 1
        if cls._n_made == MANY:
            _compile(cls)
        puts = cls._puts
        n_args = len(args)
        if n_args > len(puts):
            raise TypeError(f"{cls.__name__} takes {len(puts)} fields, {n_args} given")
        for put, value in zip(puts, args, strict=False):
            put(self, value)
        if n_args == len(puts) and not named:
            return
        given = {**cls._defaults, **named}
        for put, field in zip(puts[n_args:], cls._fields[n_args:], strict=True):
            if field not in given:
                raise TypeError(f"{cls.__name__} needs {field!r}")
            put(self, given[field])
            named.pop(field, None)
        if named:
            raise TypeError(f"{cls.__name__} has no room for {', '.join(sorted(named))}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: cannot delete {name!r}")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self), *self._values()))

    def __repr__(self) -> str:
        shown = ", ".join(f"{field}={getattr(self, field)!r}" for field in type(self)._fields)
        return f"{type(self).__name__}({shown})"

    def _values(self) -> tuple[Any, ...]:
        """In the order of the fields."""
        return tuple([getattr(self, field) for field in type(self)._fields])

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._values()

    def replace(self, **changes: Any) -> Self:
        """A copy with some fields changed. Raises TypeError for a field that is not there."""
        cls = type(self)
        fields = dict(zip(cls._fields, self._values(), strict=True))
        fields.update(changes)
        # By position is quicker.
        return cls(*fields.values()) if len(fields) == len(cls._fields) else cls(**fields)


def defaults_of(record: type[Value]) -> dict[str, Any]:
    """The fields that need not be given, with what they are then."""
    return dict(record._defaults)  # noqa: SLF001 - the one door to it


def fields_of(record: type[Value] | Value) -> tuple[str, ...]:
    """The field names of a record or its class, in order."""
    return (record if isinstance(record, type) else type(record))._fields
