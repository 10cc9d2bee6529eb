"""The file that `sagacity.adapters.embed.static` reads; see there for its layout."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

from sagacity.adapters.embed.lanes import BIAS
from sagacity.adapters.embed.static import HEAD_BYTES, MAGIC, SCALE_BYTES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scripts.build_static_model.ridge import Array

_N_BUCKETS = 30011
_LARGEST_SCALE = 65535


def pack(tokens: Sequence[str], table: Array, first: int) -> bytes:
    """tokens: by id. table: a row of floats for each id, of which those below `first` are left out."""
    rows = _quantised(table[first:])
    starts, words = _hashed(tokens, first)
    body = starts + words + rows
    fields = {
        "dims": table.shape[1],
        "first": first,
        "rows": len(table) - first,
        "longest": max(len(token.encode()) for token in tokens[first:]),
        "buckets": _N_BUCKETS,
        "words": len(words),
        "digest": hashlib.sha256(body).hexdigest(),
    }
    head = MAGIC + "".join(f"{name} {value}\n" for name, value in fields.items()).encode()
    return head.ljust(HEAD_BYTES, b"\n") + body


def _quantised(table: Array) -> bytes:
    largest = np.abs(table).max(axis=1)
    scales = np.rint(largest / largest.max() * _LARGEST_SCALE)
    steps = np.where(largest > 0, largest, 1) / 127
    rows = (np.rint(table / steps[:, None]) + BIAS).astype(np.uint8)
    heads = scales.astype(f"<u{SCALE_BYTES}")[:, None].view(np.uint8)
    return bytes(np.hstack([heads, rows]).tobytes())


def _hashed(tokens: Sequence[str], first: int) -> tuple[bytes, bytes]:
    buckets: list[list[bytes]] = [[] for _ in range(_N_BUCKETS)]
    for number, token in enumerate(tokens[first:], first):
        word = token.encode()
        entry = bytes([len(word)]) + word + number.to_bytes(2, "little")
        buckets[int.from_bytes(word, "little") % _N_BUCKETS].append(entry)
    starts = [0]
    for bucket in buckets:
        starts.append(starts[-1] + sum(map(len, bucket)))
    return b"".join(start.to_bytes(3, "little") for start in starts), b"".join(b"".join(bucket) for bucket in buckets)
