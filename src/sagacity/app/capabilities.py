"""What can be done here, from the registries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import __version__
from ..core.format import FORMAT_VERSION, LIMITS, SPEC_LEVELS, SPEC_NAME, SPEC_VERSION
from ..core.lint_rules import RULES
from ..core.note_read import FIELD_READERS
from ..core.relations import RELATIONS
from ..core.settings import EMBEDDERS
from ..core.types import TYPES
from .ability import (
    CapabilitiesResult,
    LimitView,
    OperationView,
    RelationWord,
    RuleView,
    SpecView,
    TypeView,
)
from .operation import EVERYWHERE
from .operations import OPERATIONS

if TYPE_CHECKING:
    from .ability import CapabilitiesRequest
    from .context import App


def capabilities(app: App, _request: CapabilitiesRequest) -> CapabilitiesResult:
    """Reads no note and changes nothing."""
    levels = tuple(f"{number} {name}" for number, name in SPEC_LEVELS)
    return CapabilitiesResult(
        version=__version__,
        format=FORMAT_VERSION,
        spec=SpecView(SPEC_NAME, SPEC_VERSION, levels),
        fields=tuple(FIELD_READERS),
        types=tuple(
            TypeView(
                one.name, one.family, one.delivery, one.summary, one.aliases, one.kinds, one.statuses, one.body_cap
            )
            for one in TYPES
        ),
        relations=tuple(
            RelationWord(one.op, one.inverse, one.summary, one.aliases, one.symmetric, one.acyclic) for one in RELATIONS
        ),
        rules=tuple(RuleView(one.code, one.name, one.severity, one.summary, one.fixable) for one in RULES),
        operations=tuple(OperationView(one.name, one.summary, one.access, one.faces) for one in OPERATIONS),
        faces=EVERYWHERE,
        limits=tuple(LimitView(name, value) for name, value in (*LIMITS, ("note_bytes", app.settings.read_max_bytes))),
        embedder=app.settings.embedder,
        embedders=EMBEDDERS,
    )
