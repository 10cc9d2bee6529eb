"""What lint looks at: one note's file, with what is known of the layer it lies in."""

from __future__ import annotations

from .frontmatter import read_document
from .ids import derived_id
from .note_read import note_of
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .frontmatter import Document
    from .note import Note
    from .yaml_tree import Entry


class LayerFacts(Value):
    """The layer of a file. name: as answers call it; kind: personal, project or shared; root: its key.

    approved: somebody decided that its notes count. sensitivity: what holds for notes that say nothing.
    """

    name: str = "personal"
    kind: str = "personal"
    root: str = ""
    approved: bool = True
    sensitivity: str = "internal"


class Sheet(Value):
    """path: relative to the notes folder. data: the file's bytes, as text in `doc`. entries: its fields as written."""

    layer: LayerFacts
    path: str
    data: bytes
    doc: Document
    note: Note
    entries: dict[str, Entry]

    @property
    def stem(self) -> str:
        """The slug: the file's name without `.md`."""
        return self.path.rsplit("/", 1)[-1][: -len(".md")]

    @property
    def id(self) -> str:
        """The note's, or the one that stands in for it."""
        return self.note.id or derived_id(self.layer.root, self.path)

    def entry(self, key: str) -> Entry | None:
        """The field as it is written, None where it is not."""
        return self.entries.get(key)

    def line_of(self, key: str) -> int:
        """The line of the file where the field stands; 0 for none."""
        found = self.entries.get(key)
        return found.first + 2 if found else 0


def sheet_of(layer: LayerFacts, path: str, data: bytes) -> Sheet:
    """The sheet of a file, whatever its bytes are."""
    doc = read_document(data)
    return Sheet(layer, path, data, doc, note_of(doc), {one.key: one for one in reversed(doc.entries)})
