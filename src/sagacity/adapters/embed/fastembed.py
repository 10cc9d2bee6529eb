"""Implements `app.ports.Embedder` with a model of the package fastembed, on this machine.

fastembed fetches a model that it does not have from the net when it is first used, unless a folder with it is named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastembed import TextEmbedding

from ...core.errors import SagacityError
from ...core.vectors import quantise
from .prefixes import prefixes
from .remote import sendable, stamp

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

MODEL = "BAAI/bge-small-en-v1.5"


class FastEmbedder:
    """Loads its model when the first text comes; text is cut where that model cuts it."""

    sends = False
    is_quick = False

    def __init__(self, model: str, *, folder: str, n_threads: int) -> None:
        """model: a name that fastembed knows. folder: where the model's files are, "" for where fastembed keeps them.

        Raises SagacityError `invalid` for a model that fastembed does not know.
        """
        known = {str(row["model"]).lower(): int(row["dim"]) for row in TextEmbedding.list_supported_models()}
        if model.lower() not in known:
            raise SagacityError("invalid", f"fastembed knows no model {model}", hint="see embedder_model")
        self.n_dims = known[model.lower()]
        self.stamp = stamp("fastembed", model, self.n_dims)
        self._name = model
        self._options = {"specific_model_path": folder} if folder else {}
        self._n_threads = n_threads
        self._before_query, self._before_text = prefixes(model)
        self._loaded: TextEmbedding | None = None

    def embed_documents(self, texts: Sequence[str]) -> list[bytes]:
        """See `app.ports.Embedder`. One at a time: padding would make a vector depend on what stands beside it."""
        return [self._embed("passage_embed", self._before_text, text) for text in texts]

    def check(self) -> None:
        """Its files are fastembed's to check."""

    def embed_query(self, text: str) -> bytes:
        """See `app.ports.Embedder`."""
        return self._embed("query_embed", self._before_query, text)

    def _embed(self, way: str, before: str, text: str) -> bytes:
        plain = sendable(text)
        if not plain:
            return b""
        vectors: list[Any] = list(getattr(self._model(), way)([before + plain]))
        try:
            vector = quantise(vectors[0].tolist())
        except ValueError as error:
            raise SagacityError("degraded", f"{self._name} gave what is no finite number") from error
        return vector

    def _model(self) -> TextEmbedding:
        if self._loaded is None:
            try:
                self._loaded = TextEmbedding(self._name, threads=self._n_threads, **self._options)
            # Its own errors, those of the hub it fetches from and those of the engine have no common root.
            except Exception as error:
                said = f"fastembed cannot load {self._name}"
                raise SagacityError("degraded", said, hint="name a folder with it in embedder_path") from error
        return self._loaded
