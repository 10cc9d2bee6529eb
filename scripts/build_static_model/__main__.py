"""Makes the static embedding model that comes with the package.

`python -m scripts.build_static_model PACKAGES WORK` takes the packages that sources.toml names from the first folder,
keeps the teacher's vectors in the second (the next run takes them from there), and writes into src/sagacity. It needs
numpy, scipy, onnx and onnxruntime, which nothing else here does; best in an environment of their own.
docs/static-model.md says what comes out.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sagacity.adapters.embed import wordpiece
from scripts.build_static_model import contrast, corpus, ridge
from scripts.build_static_model.pack import pack
from scripts.build_static_model.teacher import MAX_TOKENS, Teacher, read_model

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scripts.build_static_model.ridge import Array

PLACE = Path(__file__).resolve().parents[2] / "src" / "sagacity" / "adapters" / "embed"
N_DIMS = 256
FIRST_ID = 999  # below are [PAD], [CLS] and their like, and places left unused
# How many texts of a kind, and how much one of them counts: long ones say less about each of their words.
TEXTS = {"gloss": (1 << 30, 1.0), "docstring": (48000, 3.0), "function": (24000, 10.0), "page": (12000, 1.0)}
N_PAIRS = 50000
SIF_A = 3e-4  # Arora, Liang, Ma 2017: a token of frequency p counts a / (a + p)
FLAT, SHARED = 0.3, 1.0


def main(argv: Sequence[str]) -> int:
    """Writes the file. Exit status 1 with one line when a package is missing or another."""
    packages, work = Path(argv[0]), Path(argv[1])
    (weights,) = [source for source in corpus.sources() if source.kind == "teacher"]
    teacher = read_model(corpus.path_of(weights, packages))
    found = corpus.read(packages)
    texts = {kind: [text for (text,) in found[kind][:most]] for kind, (most, _) in TEXTS.items()}
    for kind, some in texts.items():
        print(f"{kind}: {len(some)} texts, sha256 {hashlib.sha256(repr(some).encode()).hexdigest()[:16]}", flush=True)
    ids = {kind: [_ids(text, teacher.tokens_by_word) for text in some] for kind, some in texts.items()}
    pairs = found["described"][:N_PAIRS]
    sayings, functions = (
        ridge.means([_ids(pair[side], teacher.tokens_by_word) for pair in pairs], len(teacher.tokens))
        for side in (0, 1)
    )
    vectors = {kind: _taught(teacher, ids[kind], work / f"{kind}.npz") for kind in texts}
    alone = teacher.embed([[token] for token in range(len(teacher.tokens))])
    table = _table(alone, ids, vectors)
    moved = contrast.contrasted(table, sayings, functions)
    data = pack(teacher.tokens, table / np.linalg.norm(table) + moved / np.linalg.norm(moved), FIRST_ID)
    (PLACE / "static_model.bin").write_bytes(data)
    print(f"{len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()}")
    return 0


def _ids(text: str, tokens: dict[bytes, int]) -> list[int]:
    """As many pieces as the teacher reads, without the unknown ones."""
    found: list[int] = []
    for chunk in wordpiece.chunks(text):
        for word in wordpiece.words(chunk):
            found += wordpiece.pieces(word, lambda piece: tokens.get(piece, 0), 18)
        if len(found) >= MAX_TOKENS - 2:
            break
    return found[: MAX_TOKENS - 2]


def _taught(teacher: Teacher, ids: Sequence[Sequence[int]], path: Path) -> Array:
    """The teacher's vectors of texts, most from an earlier run."""
    digests = [hashlib.sha256(np.asarray(some, np.int32).tobytes()).hexdigest()[:32] for some in ids]
    known: dict[str, Any] = {}
    if path.exists():
        with np.load(path) as kept:
            known = dict(zip(kept["digests"].tolist(), kept["vectors"], strict=True))
    missing = [at for at, digest in enumerate(digests) if digest not in known]
    for start in range(0, len(missing), 8000):
        some = missing[start : start + 8000]
        known.update(zip([digests[at] for at in some], teacher.embed([ids[at] for at in some]), strict=True))
        np.savez(path, digests=np.array(list(known)), vectors=np.array(list(known.values()), np.float32))
        print(f"{path.stem}: {start + len(some)} of {len(missing)} new texts", flush=True)
    return np.array([known[digest] for digest in digests], np.float32)


def _table(alone: Array, ids: dict[str, list[list[int]]], vectors: dict[str, Array]) -> Array:
    """A row of N_DIMS for each token. alone: the teacher's vector of each token by itself."""
    basis = ridge.principal(vectors["gloss"], N_DIMS)
    texts = {kind: ridge.means(some, len(alone)) for kind, some in ids.items()}
    corpora = {kind: ridge.Corpus(texts[kind], vectors[kind] @ basis, TEXTS[kind][1]) for kind in ids}
    frequency = np.mean([_frequency(some, len(alone)) for some in ids.values()], axis=0)
    plain = ridge.scaled((alone @ basis) * (SIF_A / (SIF_A + frequency)), corpora["gloss"])
    return (plain + ridge.fit(list(corpora.values()), plain, flat=FLAT, shared=SHARED)) / 2


def _frequency(ids: Sequence[Sequence[int]], n_tokens: int) -> Array:
    counts = np.bincount([token for some in ids for token in some], minlength=n_tokens)
    return np.asarray(counts / counts.sum(), np.float32).reshape(-1, 1)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit("python -m scripts.build_static_model PACKAGES WORK")
    sys.exit(main(sys.argv[1:]))
