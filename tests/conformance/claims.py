"""What this implementation says to the inputs of the conformance suite, in the suite's own shapes."""

from __future__ import annotations

import base64

from sagacity.core.errors import SagacityError
from sagacity.core.frontmatter import read_document
from sagacity.core.lint_file import flaws_of
from sagacity.core.lint_fix import Lore, repaired
from sagacity.core.lint_known import known_of
from sagacity.core.lint_sheet import LayerFacts, sheet_of
from sagacity.core.lint_store import store_flaws
from sagacity.core.note import Note, Reference, Relation
from sagacity.core.note_read import FIELD_READERS
from sagacity.core.notefile import edit_note, parse_note, unknown_keys
from sagacity.core.value import fields_of


def reading(data):
    """The note in a file: its fields, its body, the keys of others; or the rule that says why it cannot be read."""
    note: Note = parse_note(data)
    if note.error:
        reasons = [flaw.code for flaw in flaws_of(sheet_of(LayerFacts(), "x.md", data)) if flaw.code < "SN010"]
        return {"unreadable": reasons[0], "body": note.body}
    fields = {key: shaped(getattr(note, key)) for key in FIELD_READERS if getattr(note, key)}
    return {"fields": fields, "body": note.body, "unknown": list(unknown_keys(data))}


def shaped(value):
    """A value as JSON has it, empty parts left out."""
    if isinstance(value, tuple):
        return [shaped(item) for item in value]
    if isinstance(value, Relation | Reference):
        parts = {name: getattr(value, name) for name in fields_of(value)}
        return {name: dict(part) if name == "properties" else part for name, part in parts.items() if part}
    return value


def edited(data, change):
    """The file after a change; None where it is refused."""
    changes = {key: meant(key, value) for key, value in change.get("set", {}).items()}
    changes.update(dict.fromkeys(change.get("remove", ())))
    try:
        return edit_note(data, changes, body=change.get("body"))
    except SagacityError as error:
        return None if error.code == "refused" else error


def meant(key, value):
    """A value of a change as the application gives it."""
    if key == "relations":
        return tuple(Relation(one["op"], one["target"], one.get("note", "")) for one in value)
    return tuple(value) if isinstance(value, list) else value


def fixed(data, stem, lore):
    """(codes of what was repaired, the file)."""
    done = repaired(sheet_of(LayerFacts(), f"{stem}.md", data), Lore(**lore))
    return list(done.codes), done.data


def linted(case):
    """What is wrong in a store: (code, layer, path, line), sorted."""
    layers = {
        one["name"]: LayerFacts(
            one["name"], one["kind"], f"/{one['name']}", sensitivity=one.get("sensitivity_default", "internal")
        )
        for one in case["layers"]
    }
    sheets = [sheet_of(layers[one["layer"]], one["path"], bytes_of(one)) for one in case["files"]]
    found = [(sheet, flaw) for sheet in sheets for flaw in flaws_of(sheet)]
    known = [known_of(sheet) for sheet in sheets]
    found += [(sheets[place], flaw) for place, flaw in store_flaws(known, lambda _text: False)]
    told = sorted((sheet.layer.name, sheet.path, flaw.line, flaw.code) for sheet, flaw in found)
    return [{"code": code, "layer": layer, "path": path, "line": line} for layer, path, line, code in told]


def bytes_of(file):
    """The bytes of a file of a case."""
    return base64.b64decode(file["base64"]) if "base64" in file else file["text"].encode()


def is_fenced(data):
    """Whether a file has frontmatter that can be read."""
    return read_document(data).fenced
