"""Lint rules about one file: what can be said of it without looking at any other.

Each check yields flaws and raises nothing, whatever the bytes.
"""

from __future__ import annotations

from .fences import BOM
from .ids import is_id
from .lint_fields import FIELD_CHECKS
from .lint_rules import Flaw
from .secrets import find_secrets
from .slug import slug, slug_key, unique_slug
from .trust import stays_here
from .types import BODY_CAP, known_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .lint_sheet import Sheet

_REASONS = (
    ("not UTF-8", "SN002"),
    ("a tab cannot indent", "SN003"),
    ("anchors (&)", "SN004"),
    ("aliases (*)", "SN004"),
    ("tags (!)", "SN004"),
    ("merge keys", "SN004"),
    ("nested deeper", "SN005"),
    ("the frontmatter is larger", "SN006"),
    ("within the", "SN006"),
    ("more than 256 keys", "SN006"),
    ("is never closed by", "SN007"),
    ("is there twice", "SN008"),
    ("saga_spec", "SN009"),
)
"""What the reader says of frontmatter that it cannot read, and the rule that names it; SN001 for all else."""

_FORBIDDEN = frozenset('<>:"|?*\\')
_RESERVED = frozenset(("con", "prn", "aux", "nul", *(port + digit for port in ("com", "lpt") for digit in "123456789")))
_NAME_MAX_BYTES = 255


def flaws_of(sheet: Sheet) -> list[Flaw]:
    """All flaws of one file, in the order of its lines."""
    checks = [*_CHECKS, *(() if sheet.doc.error else FIELD_CHECKS)]
    return sorted((flaw for check in checks for flaw in check(sheet)), key=lambda flaw: (flaw.line, flaw.code))


def _reading(sheet: Sheet) -> Iterator[Flaw]:
    error = sheet.doc.error
    if error:
        code = next((code for words, code in _REASONS if words in error), "SN001")
        place, _, reason = error.partition(": ")
        yield Flaw(code, reason, int(place.removeprefix("line ")))


def _bytes(sheet: Sheet) -> Iterator[Flaw]:
    text = sheet.doc.text
    if text.startswith(BOM):
        yield Flaw("SN010", "the file begins with a byte order mark", 1)
    if "\r" in text:
        pairs = text.count("\r\n")
        kinds = {"CRLF": pairs, "LF": text.count("\n") - pairs, "CR": text.count("\r") - pairs}
        there = [f"{count} in {kind}" for kind, count in kinds.items() if count]
        if len(there) > 1:
            yield Flaw("SN011", f"of the lines {' and '.join(there)} end")


def _merge(sheet: Sheet) -> Iterator[Flaw]:
    """The three marks in their order, outside of fenced code."""
    if "\n<<<<<<< " not in "\n" + sheet.doc.text:
        return
    opened = 0
    divided = fenced = False
    for number, line in enumerate(sheet.doc.text.splitlines(), 1):
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        elif fenced:
            continue
        elif line.startswith("<<<<<<< "):
            opened, divided = number, False
        elif opened and line.startswith("======="):
            divided = True
        elif opened and divided and line.startswith(">>>>>>> "):
            yield Flaw("SN012", f"an unfinished merge ends in line {number}", opened)
            opened = 0


def _body(sheet: Sheet) -> Iterator[Flaw]:
    note = sheet.note
    known = known_type(note.type)
    if not note.body and not note.summary and not note.error and not (known and known.delivery == "node"):
        yield Flaw("SN015", "the note says nothing: it has neither a body nor a summary")
    cap = known.body_cap if known else BODY_CAP
    if len(note.body) > cap and not note.error:
        yield Flaw(
            "SN016",
            f"the body has {len(note.body)} characters; {cap} is the cap of {known.name if known else 'a note'}",
        )


def _identity(sheet: Sheet) -> Iterator[Flaw]:
    note = sheet.note
    if note.error:
        return
    if not note.id:
        yield Flaw("SN101", "the note has no id", field="id")
    elif not is_id(note.id):
        yield Flaw("SN102", f"the id {note.id[:60]!r} is no ULID", sheet.line_of("id"), "id")
    if not note.title:
        yield Flaw("SN110", "the note has no title and is called by its first line", field="title")
    elif (name := slug(note.title)) != sheet.stem and not is_name_of(sheet, name):
        yield Flaw(
            "SN105",
            f"the file is called {sheet.stem!r}, the title would be {name!r}; a synonym keeps the name",
            sheet.line_of("title"),
            "title",
        )


def is_name_of(sheet: Sheet, name: str) -> bool:
    """Whether the file is called after its note: `name`, which its title gives, alone or with the end of its id, or one
    of its synonyms.
    """
    key = slug_key(sheet.stem)
    if sheet.note.id and slug_key(unique_slug(name, sheet.note.id)) == key:
        return True
    others = (sheet.note.title, *sheet.note.synonyms)
    return any(key in (slug_key(slug(other)), slug_key(other)) for other in others)


def _name(sheet: Sheet) -> Iterator[Flaw]:
    for part in sheet.path.split("/"):
        why = _why_not_portable(part)
        if why:
            yield Flaw("SN109", f"the name {part[:60]!r} {why}")


def _why_not_portable(name: str) -> str:
    """Empty for a name that every file system takes."""
    if len(name.encode("utf-8", "replace")) > _NAME_MAX_BYTES:
        return f"has more than {_NAME_MAX_BYTES} bytes"
    if name.partition(".")[0].rstrip(" ").lower() in _RESERVED:
        return "is a device on Windows"
    if not _FORBIDDEN.isdisjoint(name) or (not name.isprintable() and any(char < " " for char in name)):
        return "holds a character that Windows refuses"
    return "ends in a dot or a blank" if name.removesuffix(".md")[-1:] in ". " and name.removesuffix(".md") else ""


def _secrets(sheet: Sheet) -> Iterator[Flaw]:
    for found in find_secrets(sheet.doc.text):
        yield Flaw("SN601", f"a secret: {found.kind}", found.line)


def _sensitivity(sheet: Sheet) -> Iterator[Flaw]:
    note, layer = sheet.note, sheet.layer
    line = sheet.line_of("sensitivity")
    if not line and note.sensitivity:
        yield Flaw(
            "SN604",
            "the file says confidential, and not in a field `sensitivity`: it counts as confidential",
            field="sensitivity",
        )
    if layer.kind == "project" and stays_here(note.sensitivity or layer.sensitivity):
        yield Flaw("SN602", "the note is confidential and lies where it would be committed", line, "sensitivity")
    if note.sensitivity and not stays_here(note.sensitivity) and stays_here(layer.sensitivity):
        yield Flaw("SN603", f"the note is {note.sensitivity}, its layer is confidential", line, "sensitivity")


_CHECKS: tuple[Callable[[Sheet], Iterator[Flaw]], ...] = (
    _reading,
    _bytes,
    _merge,
    _body,
    _identity,
    _name,
    _secrets,
    _sensitivity,
)
