"""Names of notes as the index looks them up: by a number made of the folded name, and by the end of an id."""

from __future__ import annotations

import _blake2  # hashlib loads OpenSSL, which a hook has no time for

KINDS = ("id", "slug", "title", "synonym")
TAIL_MIN_CHARS = 7
TAIL_MAX_CHARS = 12


def key_of(folded: str) -> int:
    """64 bits of the name's BLAKE2b, signed: among a million names two share one with a probability of 3 in 10^8."""
    return int.from_bytes(_blake2.blake2b(folded.encode(), digest_size=8).digest(), "little", signed=True)


def tail_of(folded: str) -> str:
    """The last characters of an id, reversed: ids that end alike begin alike."""
    return folded[: -TAIL_MAX_CHARS - 1 : -1]
