"""Vectors as the index keeps them: bytes of signed 8-bit components, of which the largest magnitude is 127.

Only their direction means anything. The empty vector stands for a text that says nothing the model knows; it is like
no other. No component is -128.
"""

from __future__ import annotations

from math import dist, sqrt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_POINT = 40  # bits behind the point
_HALF = 1 << (_POINT - 1)
_SIGNS = bytes(48 + (0 < byte < 128) for byte in range(256))  # "1" for what is positive, "0" for the rest
# Distances are taken with the origin moved, so that no component is negative: Python makes such numbers anew each time.
_ORIGIN = 128
_FROM_ORIGIN = bytes((byte + _ORIGIN) & 255 for byte in range(256))


def quantise(components: Sequence[float]) -> bytes:
    """The vector nearest in direction; empty when all components are zero or there are none.

    Raises ValueError for a component that is infinite or no number.
    """
    largest = max(map(abs, components), default=0.0)
    if not largest:
        return b""
    return bytes([round(component / largest * 127) & 255 for component in components])


def quantise_whole(components: Sequence[int]) -> bytes:
    """As `quantise`, for integers, in integers: twice as quick, and a component may differ by one."""
    largest = max(max(components, default=0), -min(components, default=0))
    if not largest:
        return b""
    factor = (127 << _POINT) // largest
    return bytes([(component * factor + _HALF >> _POINT) & 255 for component in components])


def sign_code(vector: bytes) -> int:
    """Bit j is set when component j is positive."""
    return int(vector[::-1].translate(_SIGNS), 2) if vector else 0


def cosine(a: bytes, b: bytes) -> float:
    """From -1 to 1; 0 when one is empty. Raises ValueError for vectors of different lengths."""
    return cosines(a, (b,))[0]


def cosines(vector: bytes, others: Iterable[bytes]) -> list[float]:
    """The cosine of one vector with each of the others, in their order."""
    origin = (_ORIGIN,) * len(vector)
    point = tuple(vector.translate(_FROM_ORIGIN))
    square = round(dist(point, origin) ** 2)
    return [_cosine(point, square, origin, tuple(other.translate(_FROM_ORIGIN))) for other in others]


def _cosine(point: tuple[int, ...], square: int, origin: tuple[int, ...], other: tuple[int, ...]) -> float:
    """By the law of cosines, since `dist` is twice as quick as multiplying in Python; rounding makes it exact."""
    if not point or not other:
        return 0.0
    other_square = round(dist(other, origin) ** 2)
    dot = (square + other_square - round(dist(point, other) ** 2)) // 2
    return dot / sqrt(square * other_square) if dot else 0.0
