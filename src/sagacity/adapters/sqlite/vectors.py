"""The vector channel: the passages whose vectors lie nearest to the question's, exactly, under the filters.

The sign codes of all vectors are compared at once; the nearest by them are looked at whole. What is found does not
depend on the order in which notes came.
"""

from __future__ import annotations

from sys import byteorder

from ...core.bitslice import build, joined, scan, to_bytes
from ...core.vectors import cosines, sign_code
from .connection import fetch
from .sqltext import listing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import apsw

    from ...app.records import Probe
    from .common import Kept
    from .gate import Gate
    from .sqltext import Statements

# Passages by their codes, of which the vectors are looked at; no more than notes were asked for.
NEAR = 100
# By this factor more are asked for when the filters leave too few.
WIDER = 4
# Where no more passages pass the filters, only those are compared.
FEW = 2000


class Space:
    """The vectors of the question's model, as they are in one snapshot. n_vectors: 0 where there are none."""

    def __init__(self, db: apsw.Connection, statements: Statements, kept: Kept, probe: Probe) -> None:
        self._db = db
        self._sql = statements
        self._kept = kept
        self._vector = probe.vector
        self._key = self.n_vectors = 0
        for key, n_vectors in fetch(db, statements["space"], (probe.stamp,)):
            self._key, self.n_vectors = key, n_vectors

    def nearest(self, gate: Gate, window: int) -> dict[int, int]:
        """passage → note, of those nearest to the question that pass the filters; in no order."""
        wanted = min(NEAR, window)
        codes = self._codes()
        code = sign_code(self._vector)
        if not gate.is_wide:
            sql = self._sql["passages_passing"].replace("{gate}", gate.sql)
            keys = [key for (key,) in fetch(self._db, sql, (*gate.values, FEW + 1))]
            if len(keys) <= FEW:
                return self._passing(codes.nearest(code, wanted, only=frozenset(keys)), gate)
        n = wanted
        while True:
            near = codes.nearest(code, n)
            passing = self._passing(near, gate)
            if len(passing) * WIDER >= wanted or len(near) < n:
                return passing
            n *= WIDER

    def cosines(self, passages: Sequence[int]) -> dict[int, float]:
        """passage → cosine with the question; those without a vector are left out."""
        if not passages:
            return {}
        found = fetch(self._db, self._sql["vectors"], (listing(passages), self._key))
        rows = [row for row in found if len(row[1]) == len(self._vector)]
        return dict(zip([row[0] for row in rows], cosines(self._vector, [row[1] for row in rows]), strict=True))

    def _codes(self) -> Codes:
        of = self._key, len(self._vector)
        if self._kept.codes is None or self._kept.codes.of != of:
            self._kept.codes = Codes(self._db, self._sql, *of)
        return self._kept.codes

    def _passing(self, passages: Iterable[int], gate: Gate) -> dict[int, int]:
        sql = self._sql["best_passing"].replace("{gate}", gate.sql)
        return {row[3]: row[4] for row in fetch(self._db, sql, (listing(passages), *gate.values))}


class Codes:
    """All codes of a space as one block. of: the space, and the bits of a code."""

    def __init__(self, db: apsw.Connection, statements: Statements, space: int, n_bits: int) -> None:
        self.of = space, n_bits
        rows = fetch(db, statements["code_blocks"], (space,))
        waiting = [row for row in fetch(db, statements["uncoded"], (space,)) if len(row[1]) == n_bits]
        if waiting:
            slices = to_bytes(build([sign_code(data) for _, data in waiting], n_bits))
            rows = [*rows, (packed([key for key, _ in waiting]), all_alive(len(waiting)), slices)]
        self._block = joined([slices for _, _, slices in rows], n_bits)
        self._alive = int.from_bytes(b"".join([alive for _, alive, _ in rows]), "little")
        self._passages = [unpacked(passages) for passages, _, _ in rows]
        self._starts: list[int] = []
        start = 0
        for _, alive, _ in rows:
            self._starts.append(start)
            start += len(alive) * 8

    def nearest(self, code: int, n: int, *, only: frozenset[int] | None = None) -> list[int]:
        """Passages; at least n where so many are alive. only: no others."""
        alive = self._alive if only is None else self._alive & self._mask(only)
        found: list[int] = []
        piece = 0
        for position in scan(self._block, code, n=n, alive=alive):
            while piece + 1 < len(self._starts) and self._starts[piece + 1] <= position:
                piece += 1
            found.append(self._passages[piece][position - self._starts[piece]])
        return found

    def _mask(self, only: frozenset[int]) -> int:
        mask = 0
        for start, passages in zip(self._starts, self._passages, strict=True):
            bits = bytearray((len(passages) + 7) // 8)
            for at, key in enumerate(passages):
                if key in only:
                    bits[at >> 3] |= 1 << (at & 7)
            mask |= int.from_bytes(bits, "little") << start
        return mask


def packed(keys: Sequence[int]) -> bytes:
    """Eight bytes a key, in the order of this machine: an index is not carried to another."""
    return b"".join([key.to_bytes(8, byteorder) for key in keys])


def unpacked(data: bytes) -> memoryview[int]:
    """What `packed` made."""
    return memoryview(data).cast("q")


def all_alive(n: int) -> bytes:
    """One bit for each of n positions."""
    return ((1 << n) - 1).to_bytes((n + 7) // 8, "little")
