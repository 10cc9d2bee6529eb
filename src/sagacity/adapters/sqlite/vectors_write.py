"""Keeping vectors and their sign codes while passages come and go.

A code goes into a block when enough of them wait; small blocks are merged when there are several, so that their number
grows with the logarithm of the store. What dies in a block loses its bit and goes with the next merge.
"""

from __future__ import annotations

from bisect import bisect_left

from ...core.bitslice import build, to_bytes
from ...core.vectors import sign_code
from .connection import fetch, scalar
from .vectors import all_alive, packed, unpacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw

    from .sqltext import Statements

BLOCK_AT = 64
"""So many that wait become a block."""
TIERS = (4096, 32768)
MOST = 1 << 17
"""No block is larger: its slices would be slow to write."""
MERGE_AT = 8
"""So many blocks of one tier become one of the next."""
_CHUNK = 500


class VectorWriter:
    """The vectors of one transaction. `settle` must be called before it ends, when the notes are counted."""

    def __init__(self, db: apsw.Connection, statements: Statements) -> None:
        self._db = db
        self._sql = statements
        self._keys: dict[str, int] = {}
        self._spaces = [key for key, _ in fetch(db, statements["spaces"])]
        self._gained: dict[int, int] = {}
        self._new: list[tuple[int, int, bytes]] = []

    def put_new(self, stamp: str, passage: int, vector: bytes) -> None:
        """As `put`, of a passage of this transaction, newer than all before; written with others."""
        self._new.append((self._key_of(stamp), passage, vector))

    def put(self, stamp: str, passage: int, vector: bytes) -> None:
        """The vector of a passage, b"" where it is to have none; nothing happens where it has one, or is gone."""
        space = self._key_of(stamp)
        self._db.execute(self._sql["put_vector"], (space, passage, vector))
        if not self._db.changes():
            return
        self._gained[space] = self._gained.get(space, 0) + 1
        if vector:
            self._db.execute(self._sql["put_uncoded"], (space, passage))

    def drop(self, passage: int) -> None:
        """A passage was taken out."""
        if self._new and passage >= self._new[0][1]:
            self._flush()
        for space in self._spaces:
            self._db.execute(self._sql["delete_vector"], (space, passage))
            if not self._db.changes():
                continue
            self._gained[space] = self._gained.get(space, 0) - 1
            self._db.execute(self._sql["delete_uncoded"], (space, passage))
            if not self._db.changes():
                self._kill(space, passage)

    def settle(self, *, in_a_hurry: bool) -> None:
        """Counts what has changed, and says which sets serve. in_a_hurry: leaves making blocks to the next write."""
        self._flush()
        for space, n_gained in self._gained.items():
            self._db.execute(self._sql["add_vectors"], (n_gained, space))
            if not in_a_hurry:
                self._code(space)
        self._gained.clear()
        self._db.execute(self._sql["judge_spaces"])

    def keep(self, stamps: Sequence[str]) -> None:
        """Forgets the vectors of all other spaces."""
        for space, stamp in fetch(self._db, self._sql["spaces"]):
            if stamp not in stamps:
                for statement in ("clear_uncoded", "forget_blocks", "forget_vectors", "forget_space"):
                    self._db.execute(self._sql[statement], (space,))

    def tidy(self) -> None:
        """Makes one block of all codes of a space, which is read quickest; of a large one several."""
        for space in self._spaces:
            waiting = [key for (key,) in fetch(self._db, self._sql["uncoded_passages"], (space,))]
            self._db.execute(self._sql["clear_uncoded"], (space,))
            self._make_block(space, waiting)
            self._merge(space, [key for key, _ in fetch(self._db, self._sql["block_sizes"], (space,))])

    def _flush(self) -> None:
        self._db.executemany(self._sql["insert_vector"], self._new)
        self._db.executemany(self._sql["put_uncoded"], [row[:2] for row in self._new if row[2]])
        for space, _, _ in self._new:
            self._gained[space] = self._gained.get(space, 0) + 1
        self._new.clear()

    def _key_of(self, stamp: str) -> int:
        if stamp not in self._keys:
            self._db.execute(self._sql["add_space"], (stamp,))
            self._keys[stamp] = int(scalar(self._db, self._sql["space_key"], (stamp,)))
            self._spaces = [key for key, _ in fetch(self._db, self._sql["spaces"])]
        return self._keys[stamp]

    def _kill(self, space: int, passage: int) -> None:
        for key, passages, alive in fetch(self._db, self._sql["block_with"], (space, passage, passage)):
            keys = unpacked(passages)
            at = bisect_left(keys, passage)
            if at < len(keys) and keys[at] == passage:
                bits = bytearray(alive)
                bits[at >> 3] &= ~(1 << (at & 7))
                self._db.execute(self._sql["set_alive"], (bytes(bits), key))
                return

    def _code(self, space: int) -> None:
        """Makes a block of those that wait, and of small blocks when there are several."""
        waiting = [key for (key,) in fetch(self._db, self._sql["uncoded_passages"], (space,))]
        if len(waiting) < BLOCK_AT:
            return
        self._make_block(space, waiting)
        self._db.execute(self._sql["clear_uncoded"], (space,))
        floor = 0
        for ceiling in TIERS:
            sizes = fetch(self._db, self._sql["block_sizes"], (space,))
            blocks = [key for key, size in sizes if floor <= size < ceiling]
            if len(blocks) >= MERGE_AT:
                self._merge(space, blocks)
            floor = ceiling

    def _merge(self, space: int, blocks: Sequence[int]) -> None:
        living: list[int] = []
        for block in blocks:
            [(passages, alive)] = fetch(self._db, self._sql["block_content"], (block,))
            living += [key for at, key in enumerate(unpacked(passages)) if alive[at >> 3] >> (at & 7) & 1]
            self._db.execute(self._sql["delete_block"], (block,))
        living.sort()
        for start in range(0, len(living), MOST):
            self._make_block(space, living[start : start + MOST])

    def _make_block(self, space: int, passages: Sequence[int]) -> None:
        codes: list[int] = []
        n_bits = 0
        for start in range(0, len(passages), _CHUNK):
            chunk = passages[start : start + _CHUNK]
            for (data,) in fetch(self._db, self._sql.listed("vectors_of", len(chunk)), (space, *chunk)):
                codes.append(sign_code(data))
                n_bits = len(data)
        if codes:
            slices = to_bytes(build(codes, n_bits))
            values = (space, passages[0], passages[-1], packed(passages), all_alive(len(codes)), slices)
            self._db.execute(self._sql["put_block"], values)
