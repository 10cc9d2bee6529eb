"""An embedder that may be slow or down, asked so that nobody waits for it twice."""

from __future__ import annotations

import time

from ...core.errors import SagacityError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from ...app.ports import Embedder

    T = TypeVar("T")

PAUSE_S = 30.0
_PASSING = ("busy", "degraded")


class GuardedEmbedder:
    """Implements `app.ports.Embedder` by another one. After a failure that may pass it is left alone for PAUSE_S, in
    which every call raises that failure at once; a question that is asked again has its vector already.
    """

    is_quick = False

    def __init__(self, embedder: Embedder, *, monotonic_s: Callable[[], float] = time.monotonic) -> None:
        self._embedder = embedder
        self._monotonic_s = monotonic_s
        self._failure: SagacityError | None = None
        self._again_s = 0.0
        self._asked: tuple[str, bytes] | None = None
        self.stamp, self.sends, self.n_dims = embedder.stamp, embedder.sends, embedder.n_dims

    def embed_documents(self, texts: Sequence[str]) -> list[bytes]:
        """See `app.ports.Embedder`."""
        return self._guarded(lambda: self._embedder.embed_documents(texts))

    def embed_query(self, text: str) -> bytes:
        """See `app.ports.Embedder`."""
        if self._asked is None or self._asked[0] != text:
            self._asked = (text, self._guarded(lambda: self._embedder.embed_query(text)))
        return self._asked[1]

    def check(self) -> None:
        """See `app.ports.Embedder`."""
        self._embedder.check()

    def _guarded(self, ask: Callable[[], T]) -> T:
        if self._failure and self._monotonic_s() < self._again_s:
            raise SagacityError(self._failure.code, self._failure.message, hint=self._failure.hint)
        try:
            answer = ask()
        except SagacityError as error:
            if error.code in _PASSING:
                self._failure, self._again_s = error, self._monotonic_s() + PAUSE_S
            raise
        self._failure = None
        return answer
