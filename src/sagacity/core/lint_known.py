"""What lint keeps of every note while it looks at the rest, and whom a text names among them."""

from __future__ import annotations

from .errors import SagacityError
from .handles import STRENGTH, fold, handle_keys
from .ids import MIN_TAIL
from .relations import parse_target
from .types import split_type
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .lint_sheet import LayerFacts, Sheet
    from .note import Relation

HIDDEN = "(confidential)"


class Known(Value):
    """What rules about many notes need of one. lines: of its relations, in their order; relations_line: of the field.

    hidden: messages about others may not call it by any name.
    """

    layer: LayerFacts
    path: str
    id: str
    slug: str
    title: str
    synonyms: tuple[str, ...]
    type: str
    kind: str
    relations: tuple[Relation, ...]
    lines: tuple[int, ...]
    relations_line: int
    hidden: bool = False

    @property
    def name(self) -> str:
        """How messages call it."""
        return HIDDEN if self.hidden else self.title or self.slug

    @property
    def place(self) -> str:
        """Where messages say it is."""
        return HIDDEN if self.hidden else self.path

    def line_of(self, nth: int) -> int:
        """Of its nth relation."""
        return self.lines[nth] if nth < len(self.lines) else self.relations_line


def known_of(sheet: Sheet, *, hidden: bool = False) -> Known:
    """What is kept of a sheet when its file has been looked at."""
    note, entry = sheet.note, sheet.entry("relations")
    lines = tuple(first + 2 for first, _ in entry.items) if entry else ()
    return Known(
        sheet.layer,
        sheet.path,
        sheet.id,
        sheet.stem,
        note.title,
        note.synonyms,
        *_type_of(note.type, note.kind),
        note.relations,
        lines if len(lines) == len(note.relations) else (),
        sheet.line_of("relations"),
        hidden,
    )


def _type_of(note_type: str, kind: str) -> tuple[str, str]:
    """`learning/gotcha` taken apart; as written where that says nothing."""
    try:
        name, own = split_type(note_type)
    except SagacityError:
        return note_type, kind
    return name, kind or own


class Handles:
    """Who is called what, a table a layer."""

    def __init__(self, notes: Sequence[Known]) -> None:
        self._notes = notes
        self._tables: dict[str, dict[str, list[tuple[int, int]]]] = {}
        self._tails: dict[str, dict[str, list[int]]] = {}
        self._layers: dict[str, LayerFacts] = {}
        self._orders: dict[str, list[LayerFacts]] = {}
        for place, note in enumerate(notes):
            root = note.layer.root
            self._layers.setdefault(root, note.layer)
            table = self._tables.setdefault(root, {})
            for key, kind in handle_keys(note.id, note.slug, note.title, note.synonyms):
                table.setdefault(key, []).append((STRENGTH.index(kind), place))
            self._tails.setdefault(root, {}).setdefault(note.id[-MIN_TAIL:].lower(), []).append(place)

    def named(self, text: str, source: Known) -> list[int]:
        """The notes that the text names equally well, seen from a note: its own layer comes first, and layers that
        nobody approved last.
        """
        for target in parse_target(text):
            for layer in self._order(source.layer):
                if target.layer and not (
                    layer.name == target.layer or (target.layer == "project" and layer.kind == "project")
                ):
                    continue
                if best := self._strongest(layer.root, target.handle):
                    return best
        return []

    def _order(self, own: LayerFacts) -> list[LayerFacts]:
        if own.root not in self._orders:
            others = [layer for layer in self._layers.values() if layer.root != own.root]
            self._orders[own.root] = sorted([own, *others], key=lambda layer: not layer.approved)
        return self._orders[own.root]

    def _strongest(self, root: str, handle: str) -> list[int]:
        key = fold(handle)
        found = list(self._tables[root].get(key, ()))
        if not found or min(found)[0] > STRENGTH.index("tail"):
            found += [(STRENGTH.index("tail"), place) for place in self._by_tail(root, handle)]
        best = min(found, default=(0, 0))[0]
        by_id: dict[str, int] = {}
        for rank, place in found:
            if rank == best:
                by_id.setdefault(self._notes[place].id, place)
        return list(by_id.values())

    def _by_tail(self, root: str, handle: str) -> list[int]:
        if len(handle) < MIN_TAIL:
            return []
        end = handle.lower()
        return [
            place for place in self._tails[root].get(end[-MIN_TAIL:], ()) if self._notes[place].id.lower().endswith(end)
        ]
