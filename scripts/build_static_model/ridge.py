"""Fits a table of token vectors, so that the mean of a text's token vectors comes near the teacher's vector of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse

from sagacity.adapters.embed.wordpiece import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, TypeAlias

    Array: TypeAlias = Any  # of numpy, which is not there where types are checked

_ROUNDS = 30
_ENOUGH = 1e-6  # of the first residual, squared


@dataclass(frozen=True)
class Corpus:
    """texts: see means. vectors: the teacher's, texts × dimensions. weight: how much a text counts."""

    texts: sparse.csr_matrix
    vectors: Array
    weight: float

    def leverage(self) -> Array:
        """For each token the sum of its squared shares (tokens × 1)."""
        return np.asarray(self.texts.multiply(self.texts).sum(0), np.float32).reshape(-1, 1)

    def back(self, residual: Array) -> Array:
        """What each token has of the texts' residual, less the residual's mean."""
        return np.asarray(self.weight * (self.texts.T @ (residual - residual.mean(0))), np.float32)


def means(ids: Sequence[Sequence[int]], n_tokens: int) -> sparse.csr_matrix:
    """texts × tokens: multiplied with a table it gives each text's mean. Repeated tokens count as often as they stand;
    unknown ones do not.
    """
    known = [[token for token in some if token != UNKNOWN] for some in ids]
    lengths = np.array([len(some) for some in known])
    columns = np.fromiter((token for some in known for token in some), np.int32)
    shares = np.repeat(1 / np.maximum(lengths, 1), lengths).astype(np.float32)
    found = sparse.csr_matrix((shares, columns, np.concatenate([[0], np.cumsum(lengths)])), (len(ids), n_tokens))
    found.sum_duplicates()
    return found


def principal(vectors: Array, n_dims: int) -> Array:
    """The directions (columns) that hold most of the vectors' squares. Not centred: cosines are to survive."""
    _, directions = np.linalg.eigh(vectors.T @ vectors)
    kept = directions[:, ::-1][:, :n_dims]
    signs = np.sign(kept[np.abs(kept).argmax(axis=0), np.arange(n_dims)])
    return np.asarray(kept * signs, np.float32)


def scaled(table: Array, corpus: Corpus) -> Array:
    """The table times the number that brings the texts' means nearest to their vectors."""
    found = corpus.texts @ table
    return np.asarray(table * ((found * corpus.vectors).sum() / (found * found).sum()), np.float32)


def fit(corpora: Sequence[Corpus], prior: Array, *, flat: float, shared: float) -> Array:
    """Ridge regression of all corpora towards the prior, by conjugate gradients with Jacobi's preconditioner.

    A token's penalty is flat + shared · the sum of its squared shares: rare tokens are held by the first, frequent ones
    by the second, which keeps words that say little from explaining what the texts have in common. An intercept for
    each corpus, thrown away, takes the rest of that: without it one kind of text spoils the other.
    """
    weight = sum((corpus.weight * corpus.leverage() for corpus in corpora), np.zeros((len(prior), 1), np.float32))
    penalty = flat + shared * weight
    residual = _total(corpus.back(corpus.vectors - corpus.texts @ prior) for corpus in corpora)
    change = np.zeros_like(prior)
    ahead = residual / (weight + penalty)
    direction = ahead.copy()
    size = first = (residual * ahead).sum(0)
    for _ in range(_ROUNDS):
        applied = penalty * direction + _total(corpus.back(corpus.texts @ direction) for corpus in corpora)
        step = size / np.maximum((direction * applied).sum(0), 1e-20)
        change += direction * step
        residual -= applied * step
        ahead = residual / (weight + penalty)
        before, size = size, (residual * ahead).sum(0)
        if (size / first).max() < _ENOUGH:
            break
        direction = ahead + direction * (size / before)
    return prior + change


def _total(arrays: Iterable[Array]) -> Array:
    first, *rest = arrays
    return sum(rest, first)
