"""A note as a question: what is like it."""

from __future__ import annotations

from ..core.errors import SagacityError
from ..core.preview import summary_of
from ..core.similar import is_near_duplicate, sketch
from ..core.value import Value
from .block import body_of
from .read import locate
from .resolve import may_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.similar import Sketch
    from .context import App
    from .results import Hit
    from .scope import Scope

SAME = "says nearly the same"
TEXT_MAX_CHARS = 2000


class Example(Value):
    """The note that others are to be like. text: what is asked with."""

    id: str
    text: str
    sketch: Sketch

    def marked(self, hits: Sequence[Hit]) -> list[Hit]:
        """The results, of which those say so that are probably a second note about what this one says."""
        return [hit.replace(why=f"{hit.why}; {SAME}") if self._says_same(hit) else hit for hit in hits]

    def _says_same(self, hit: Hit) -> bool:
        return is_near_duplicate(self.sketch, sketch(hit.title, hit.summary))


def example(app: App, handle: str, scope: Scope) -> Example:
    """Raises as `resolve` does, and `refused` for a confidential note where the caller is an agent."""
    layer, row = locate(app, handle, scope)
    if not may_name(app, row):
        message = f"{handle!r} is confidential and is not compared for an agent"
        raise SagacityError("refused", message, hint="`sagacity similar` in a terminal does it")
    body = body_of(app, row, scope.replace(layers=(layer,)))
    return Example(row.id, f"{row.title}\n{body[:TEXT_MAX_CHARS]}", sketch(row.title, summary_of(row.summary, body)))
