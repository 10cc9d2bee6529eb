"""Vectors as lanes of one big integer: adding integers adds vectors, and multiplying one scales them.

What is summed is biased, so that no lane is ever negative. The lane above the last component holds the sum of the
biases; as it is the highest, it has all the room it needs and tells whether the lanes below may have run over.
"""

from __future__ import annotations

from sys import byteorder

BIAS = 128  # is added to the components in the file
LANE_BYTES = 4
ROOM = (1 << 8 * LANE_BYTES) * BIAS // 255  # a sum of biases below it leaves every lane whole
_WIDE_BYTES = 8
_POINT_BYTES = 5  # behind the point, in a wide lane
_POINT = 8 * _POINT_BYTES
_HALF = 1 << (_POINT - 1)
_UNBIASED = bytes((byte - BIAS) & 255 for byte in range(256))


def lanes_of(row: bytes, scale: int) -> int:
    """One row of biased components, times scale (of 16 bits)."""
    lanes = bytearray((len(row) + 1) * LANE_BYTES)
    lanes[::LANE_BYTES] = row + bytes((BIAS,))
    return int.from_bytes(lanes, "little") * scale


def is_whole(total: int, n_dims: int) -> bool:
    """Whether no lane can have run over."""
    return total >> n_dims * LANE_BYTES * 8 < ROOM


def components_of(total: int, n_dims: int) -> list[int]:
    """The sums without their biases."""
    *lanes, bias = _read(total.to_bytes((n_dims + 1) * LANE_BYTES, "little"))
    return [lane - bias for lane in lanes]


def ones(n_dims: int) -> int:
    """A one before the point of each wide lane: what `quantised` works with."""
    return int.from_bytes(b"\1".ljust(_WIDE_BYTES, b"\0") * n_dims, "little")


def quantised(total: int, n_dims: int, each: int) -> bytes:
    """As `core.vectors.quantise_whole` of the components, several times as quick: all are scaled at once.

    each: `ones` of so many dimensions.
    """
    narrow = total.to_bytes((n_dims + 1) * LANE_BYTES, "little")
    *lanes, bias = _read(narrow)
    largest = max(max(lanes) - bias, bias - min(lanes))
    if not largest:
        return b""
    factor = (127 << _POINT) // largest
    # The bias before the point keeps the scaled lanes from being negative.
    offset = (BIAS << _POINT) + _HALF - bias * factor
    wide = bytearray(n_dims * _WIDE_BYTES)
    for at in range(LANE_BYTES):
        wide[at::_WIDE_BYTES] = narrow[at : n_dims * LANE_BYTES : LANE_BYTES]
    scaled = int.from_bytes(wide, "little") * factor + each * offset
    return scaled.to_bytes(len(wide), "little")[_POINT_BYTES::_WIDE_BYTES].translate(_UNBIASED)


def _read(narrow: bytes) -> list[int]:
    """The lanes, the one of biases last."""
    if byteorder == "big":
        return memoryview(narrow[::-1]).cast("I").tolist()[::-1]
    return memoryview(narrow).cast("I").tolist()
