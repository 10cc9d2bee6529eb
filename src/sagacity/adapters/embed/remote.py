"""Implements `app.ports.Embedder` with a service that is reached over HTTP.

Every text that comes in here goes out to that service, as it is. Whoever calls leaves out what must not leave the
machine: passages of confidential notes before all, and lines that hold a secret.
"""

from __future__ import annotations

from hashlib import sha256
from math import isfinite
from typing import TYPE_CHECKING

from ...core.clean import scrub
from ...core.errors import SagacityError
from ...core.vectors import quantise
from .dialects import Ask
from .prefixes import prefixes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from .dialects import Dialect
    from .endpoint import Endpoint

TEXT_MAX_CHARS = 6000
WAITED_FOR_S = 5.0
FEW = 16


class RemoteEmbedder:
    """Sends nothing before it is given a text with something in it. Of a long text it sends the first TEXT_MAX_CHARS.

    Every method raises what Endpoint.post does, and `degraded` or `invalid` for an answer that cannot be used: too few
    or too many vectors, another dimension, what is no finite number.
    """

    sends = True
    is_quick = False

    def __init__(self, dialect: Dialect, endpoint: Endpoint, model: str, n_dims: int, *, timeout_s: float) -> None:
        """timeout_s: of a request with texts; a question, or a few texts, for which somebody waits, have WAITED_FOR_S
        at most.
        """
        self._dialect = dialect
        self._endpoint = endpoint
        self._model = model
        self._timeout_s = timeout_s
        self._before_query, self._before_text = prefixes(model)
        self.n_dims = n_dims
        self.stamp = stamp(dialect.name, model, n_dims)
        size = dialect.sizes.get(model)
        self._cut_to = n_dims if size and size.may_cut and size.n_dims != n_dims else 0

    def embed_documents(self, texts: Sequence[str]) -> list[bytes]:
        """See `app.ports.Embedder`. In as few requests as the service allows; a few texts have one try."""
        waited_for = len(texts) <= FEW
        found = [b""] * len(texts)
        sent = [(at, plain) for at, text in enumerate(texts) if (plain := sendable(text))]
        for batch in batches(sent, self._dialect.max_items, self._dialect.max_chars):
            marked = [self._before_text + text for _, text in batch]
            vectors = self._ask(marked, is_query=False, waited_for=waited_for)
            for (at, _), vector in zip(batch, vectors, strict=True):
                found[at] = vector
        return found

    def check(self) -> None:
        """Nothing of it is here."""

    def embed_query(self, text: str) -> bytes:
        """See `app.ports.Embedder`. One try, since somebody waits."""
        plain = sendable(text)
        if not plain:
            return b""
        return self._ask([self._before_query + plain], is_query=True, waited_for=True)[0]

    def _ask(self, texts: list[str], *, is_query: bool, waited_for: bool) -> list[bytes]:
        body = self._dialect.ask(Ask(self._model, texts, is_query, self._cut_to))
        timeout_s = min(self._timeout_s, WAITED_FOR_S) if waited_for else self._timeout_s
        answer = self._endpoint.post(body, timeout_s=timeout_s, again=not waited_for)
        try:
            vectors = list(self._dialect.vectors(answer))
        except (LookupError, TypeError) as error:
            raise self._unusable("holds no vectors") from error
        if len(vectors) != len(texts):
            raise self._unusable(f"holds {len(vectors)} vectors for {len(texts)} texts")
        return [self._quantised(vector) for vector in vectors]

    def _quantised(self, vector: Any) -> bytes:
        if not isinstance(vector, list):
            raise self._unusable("holds no vectors")
        if len(vector) != self.n_dims:
            said = f"{self._model} gives vectors of {len(vector)} components, not of {self.n_dims}"
            raise SagacityError("invalid", said, hint="set embedder_dims to what it gives")
        try:
            usable = all(map(isfinite, vector))
        except (TypeError, OverflowError):
            usable = False
        if not usable:
            raise self._unusable("holds what is no finite number")
        return quantise(vector)

    def _unusable(self, what: str) -> SagacityError:
        return SagacityError("degraded", f"the answer of {self._endpoint.name} {what}", hint="see embedder_url")


def sendable(text: str) -> str:
    """What of a text is sent: nothing hidden, no more than TEXT_MAX_CHARS."""
    return scrub(text[:TEXT_MAX_CHARS]).strip()


def stamp(embedder: str, model: str, n_dims: int) -> str:
    """Of the vectors of this model, and of what is written before the texts: a change of that makes other vectors."""
    before_text = prefixes(model)[1]
    mark = f"-{sha256(before_text.encode()).hexdigest()[:8]}" if before_text else ""
    return f"{embedder}-{model}-{n_dims}{mark}"


def batches(texts: Sequence[tuple[int, str]], max_items: int, max_chars: int) -> Iterator[list[tuple[int, str]]]:
    """In order, each with at most so many texts, and with no more characters than max_chars unless it is one text."""
    batch: list[tuple[int, str]] = []
    n_chars = 0
    for text in texts:
        if batch and (len(batch) == max_items or n_chars + len(text[1]) > max_chars):
            yield batch
            batch, n_chars = [], 0
        batch.append(text)
        n_chars += len(text[1])
    if batch:
        yield batch
