"""Note ids: ULIDs, and stand-ins for files that carry none.

Source: the ULID specification (48 bits of milliseconds, 80 random bits, Crockford's base 32).
"""

from __future__ import annotations

from .errors import SagacityError

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 26
RANDOM_BYTES = 10
MIN_TAIL = 7  # ids made close together share their beginnings, so people and agents quote their ends
DERIVED_MARK = "~"

_TIME_DIGITS = 10
_MAX_MS = (1 << 48) - 1


def new_id(now_ms: int, random: bytes) -> str:
    """A ULID of this moment. random: ten bytes from a good source.

    Raises `invalid` outside of 1970 to the year 10889 and for another number of bytes.
    """
    if not 0 <= now_ms <= _MAX_MS:
        raise SagacityError("invalid", f"no id can be made for the time {now_ms} ms", hint="check the machine's clock")
    if len(random) != RANDOM_BYTES:
        raise SagacityError("invalid", f"an id needs {RANDOM_BYTES} random bytes, {len(random)} given")
    return _base32((now_ms << 80) | int.from_bytes(random, "big"), LENGTH)


def is_id(text: str) -> bool:
    """Whether this is a ULID; lower case counts, as the base-32 alphabet has no case. Derived ids are none."""
    return len(text) == LENGTH and text[0] in "01234567" and all(char in ALPHABET for char in text.upper())


def is_derived(text: str) -> bool:
    """Whether this id stands in for a file that carries none."""
    return len(text) == LENGTH and text[0] == DERIVED_MARK


def id_time_ms(id: str) -> int:
    """The moment a ULID was made, ms since the epoch. Raises `invalid` for anything but a ULID."""
    if not is_id(id):
        raise SagacityError("invalid", f"{id!r} is not a ULID", hint="ids look like 01JDX3M8Q6ZV5T2K9R4W7YBNCE")
    value = 0
    for char in id[:_TIME_DIGITS].upper():
        value = value * 32 + ALPHABET.index(char)
    return value


def tail(id: str) -> str:
    """The end of an id by which answers call a note for short."""
    return id[-MIN_TAIL:]


def derived_id(layer_root: str, path: str) -> str:
    """An id for a file without one: the same for the same place, another after a move. Never written to a file."""
    import hashlib  # hot callers index at most a few changed files, and those carry an id as a rule

    place = f"{layer_root}\0{path}".encode("utf-8", "surrogatepass")
    digits = LENGTH - 1
    bits = int.from_bytes(hashlib.sha256(place).digest(), "big") >> (256 - 5 * digits)
    return DERIVED_MARK + _base32(bits, digits)


def _base32(value: int, digits: int) -> str:
    return "".join(ALPHABET[(value >> shift) & 31] for shift in range(5 * (digits - 1), -1, -5))
