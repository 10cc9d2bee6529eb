"""Implements `app.ports.Embedder` by adding up a vector of each word piece, in plain Python.

Nothing is read that the text does not need: a word is found by its hash in the bytes of the file, which
`scripts/build_static_model` writes. Vectors are added as whole numbers, see `lanes`.
"""

from __future__ import annotations

import os

from ...core.errors import SagacityError
from ...core.vectors import quantise_whole
from .lanes import components_of, is_whole, lanes_of, ones, quantised
from .wordpiece import chunks, pieces, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    Key = TypeVar("Key")

MAGIC = b"sagacity static model 1\n"
HEAD_BYTES = 256
SCALE_BYTES = 2
MANY = 400  # texts, from which on the file is held in memory
_KNOWN_CHUNKS = 8192  # of 1 kB each, and as many older ones
_KNOWN_CHUNK_BYTES = 32
_KNOWN_ROWS = 2048  # as above


def shipped_model() -> str:
    """The path of the model that comes with the package."""
    return os.path.join(os.path.dirname(__file__), "static_model.bin")


class StaticEmbedder:
    """Word order does not count; no text is too long.

    The file is little-endian: MAGIC and lines of `name value`, padded to HEAD_BYTES; where each bucket of words starts
    in the section of words, and the end of the last (3 bytes each); the words, each as its length (1), its bytes and
    its id (2); the rows, each as its scale (2) and n_dims bytes. Row 0 belongs to the id `first`; lower ids have none.
    What a piece adds to a text's vector is (row - BIAS) · scale. No section is read as a whole, which would take a hook
    longer than everything else here.
    """

    sends = False
    is_quick = True

    def __init__(self, path: str) -> None:
        """Raises SagacityError `integrity` when the file is not there or not whole."""
        try:
            self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError as exc:
            raise _unusable(path, str(exc.strerror)) from exc
        self._path = path
        try:
            self._read_head()
        except (ValueError, LookupError) as exc:
            self.close()
            raise _unusable(path, "damaged, or of another version") from exc

    def close(self) -> None:
        """Lets the file go."""
        os.close(self._file)

    def embed_documents(self, texts: Sequence[str]) -> list[bytes]:
        """See `app.ports.Embedder`."""
        self._n_texts += len(texts)
        if self._n_texts >= MANY and not self._vocabulary:
            self._load()
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> bytes:
        """See `app.ports.Embedder`."""
        cut = chunks(text)
        try:
            total = self._total(cut)
            if is_whole(total, self.n_dims):
                return quantised(total, self.n_dims, self._ones)
            return quantise_whole(self._components(cut))
        except (OSError, LookupError, ValueError) as exc:  # where a place in the file is wrong, nothing is there
            raise _unusable(self._path, "damaged") from exc

    def check(self) -> None:
        """See `app.ports.Embedder`."""
        from hashlib import sha256  # a hook never checks

        found = sha256(os.pread(self._file, os.fstat(self._file).st_size, HEAD_BYTES)).hexdigest()
        if found != self._digest:
            raise _unusable(self._path, "damaged")

    def piece_ids(self, text: str) -> list[int]:
        """The ids of the text's word pieces."""
        return [found for chunk in chunks(text) for word in words(chunk) for found in self._word_ids(word)]

    def _word_ids(self, word: bytes) -> list[int]:
        return pieces(word, self._vocabulary.get if self._vocabulary else self._find, self._longest)

    def _total(self, cut: Sequence[bytes]) -> int:
        return sum(map(self._known.__getitem__, cut))

    def _components(self, cut: Sequence[bytes]) -> list[int]:
        """The sums of so long a text that lanes run over: part by part. A single word has room."""
        total = self._total(cut)
        if is_whole(total, self.n_dims):
            return components_of(total, self.n_dims)
        parts = words(cut[0]) if len(cut) == 1 else cut
        middle = len(parts) // 2
        halves = self._components(parts[:middle]), self._components(parts[middle:])
        return [a + b for a, b in zip(*halves, strict=True)]

    def _lanes(self, chunk: bytes) -> int:
        """The sum of the chunk's rows."""
        cut = words(chunk)
        if cut != [chunk]:
            return self._total(cut)
        first, *others = map(self._pieces.__getitem__, self._word_ids(chunk))
        return sum(others, first) if others else first

    def _load(self) -> None:
        """Takes all words and rows into memory: 20 ms and 12 MB, which many texts are worth."""
        self._rows = os.pread(self._file, os.fstat(self._file).st_size, 0)
        at = self._words_at
        while at < self._rows_at:
            end = at + 1 + self._rows[at]
            self._vocabulary[self._rows[at + 1 : end]] = int.from_bytes(self._rows[end : end + 2], "little")
            at = end + 2

    def _is_loaded(self, _piece_id: int) -> bool:
        """A single text asks for few pieces twice."""
        return bool(self._rows)

    def _find(self, piece: bytes) -> int:
        """The id of a piece, 0 for none."""
        bucket = int.from_bytes(piece, "little") % self._n_buckets
        bounds = int.from_bytes(os.pread(self._file, 6, HEAD_BYTES + bucket * 3), "little")
        at, end = 0, (bounds >> 24) - (bounds & 0xFFFFFF)
        listed = os.pread(self._file, end, self._words_at + (bounds & 0xFFFFFF)) if end else b""
        while at < end:
            word_end = at + 1 + listed[at]
            if listed[at + 1 : word_end] == piece:
                return int.from_bytes(listed[word_end : word_end + 2], "little")
            at = word_end + 2
        return 0

    def _row(self, piece_id: int) -> int:
        at = piece_id - self._first
        if at < 0:
            return 0
        start = self._rows_at + at * self._row_bytes
        data = self._rows[start : start + self._row_bytes] or os.pread(self._file, self._row_bytes, start)
        return lanes_of(data[SCALE_BYTES:], int.from_bytes(data[:SCALE_BYTES], "little"))

    def _read_head(self) -> None:
        head = os.pread(self._file, HEAD_BYTES, 0)
        if not head.startswith(MAGIC):
            raise ValueError(head)
        lines = [line.split(" ") for line in head[len(MAGIC) :].decode("ascii").splitlines() if line]
        fields = {line[0]: line[1] for line in lines}
        self.n_dims = int(fields["dims"])
        self._digest = fields["digest"]
        self.stamp = f"static-{self.n_dims}-{self._digest[:16]}"
        self._first, self._longest = int(fields["first"]), int(fields["longest"])
        self._n_buckets = int(fields["buckets"])
        self._words_at = HEAD_BYTES + (self._n_buckets + 1) * 3
        self._rows_at = self._words_at + int(fields["words"])
        self._row_bytes = SCALE_BYTES + self.n_dims
        if os.fstat(self._file).st_size != self._rows_at + int(fields["rows"]) * self._row_bytes:
            raise ValueError(fields)
        self._ones = ones(self.n_dims)
        self._known = _Known(self._lanes, _KNOWN_CHUNKS, _is_short)
        self._pieces = _Known(self._row, _KNOWN_ROWS, self._is_loaded)
        self._vocabulary: dict[bytes, int] = {}
        self._n_texts = 0
        self._rows = b""


class _Known(dict["Key", int]):
    """The lanes of what they are asked for by, made when first asked for. Kept are those that are worth it, and of
    these the ones in use.
    """

    def __init__(self, make: Callable[[Key], int], most: int, is_worth_it: Callable[[Key], bool]) -> None:
        super().__init__()
        self._make = make
        self._most = most
        self._is_worth_it = is_worth_it
        self._older: dict[Key, int] = {}

    def __missing__(self, key: Key) -> int:
        found = self._older.get(key)
        lanes = self._make(key) if found is None else found
        if self._is_worth_it(key):
            if len(self) >= self._most:
                self._older = dict(self)
                self.clear()
            self[key] = lanes
        return lanes


def _is_short(chunk: bytes) -> bool:
    return len(chunk) <= _KNOWN_CHUNK_BYTES


def _unusable(path: str, why: str) -> SagacityError:
    return SagacityError("integrity", f"cannot use the embedding model {path}: {why}", hint="install sagacity again")
