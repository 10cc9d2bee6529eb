"""Moves a table so that of many texts the one that belongs to a given text is nearest to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from scipy import sparse

    from scripts.build_static_model.ridge import Array

_BATCH = 512
_RATE = 0.008
_TEMPERATURE = 0.1
_ROUNDS = 3
_SEED = 1


def contrasted(table: Array, left: sparse.csr_matrix, right: sparse.csr_matrix) -> Array:
    """A few rounds through all pairs by Adagrad with one rate a row; the other pairs of a batch are the wrong answers.

    Row i of left and of right (see ridge.means) belong together. Source: van den Oord, Li, Vinyals 2018 (InfoNCE), in
    both directions.
    """
    random = np.random.default_rng(_SEED)
    table = np.array(table / np.linalg.norm(table, axis=1).mean(), np.float32)
    squares = np.zeros(len(table), np.float32)
    for _ in range(_ROUNDS):
        order = random.permutation(left.shape[0])
        for at in range(0, len(order) - _BATCH + 1, _BATCH):
            rows = order[at : at + _BATCH]
            _step(table, squares, left[rows], right[rows])
    return table


def _step(table: Array, squares: Array, left: sparse.csr_matrix, right: sparse.csr_matrix) -> None:
    used = np.unique(np.concatenate([left.indices, right.indices]))
    left, right = left[:, used], right[:, used]
    a, a_length = _unit(left @ table[used])
    b, b_length = _unit(right @ table[used])
    alike = np.exp((a @ b.T - 1) / _TEMPERATURE)
    wrong = (
        alike / alike.sum(1, keepdims=True) + alike / alike.sum(0, keepdims=True) - 2 * np.eye(len(a), dtype=np.float32)
    )
    wrong /= 2 * _TEMPERATURE
    gradient = left.T @ _tangent(wrong @ b, a, a_length) + right.T @ _tangent(wrong.T @ a, b, b_length)
    squares[used] += (gradient * gradient).mean(1)
    table[used] -= _RATE * gradient / np.sqrt(squares[used] + 1e-8)[:, None]


def _unit(vectors: Array) -> tuple[Array, Array]:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-6
    return vectors / lengths, lengths


def _tangent(gradient: Array, unit: Array, lengths: Array) -> Array:
    """The gradient with regard to vectors, from that with regard to their directions."""
    return (gradient - unit * (unit * gradient).sum(1, keepdims=True)) / lengths
