"""What a note requires of the program that reads it: `requires` of the Saga spec."""

from __future__ import annotations

from .note_read import items_of
from .relations import relation_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .frontmatter import Document


def unmet_needs(doc: Document) -> tuple[str, ...]:
    """The operators that run and the abilities it names and that are not here, as "operators @synthesize"; empty where
    the note is wholly supported.
    """
    entry = next((one for one in doc.entries if one.key == "requires"), None)
    if entry is None or not isinstance(entry.value, dict):
        return ()
    unmet = []
    for part in ("operators", "cognition"):
        wanted = [item for item in items_of(entry.value.get(part)) if isinstance(item, str)]
        lacking = [item for item in wanted if part == "cognition" or relation_of(item).custom]
        if lacking:
            unmet.append(f"{part} {', '.join(lacking)}")
    return tuple(unmet)
