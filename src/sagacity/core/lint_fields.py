"""Lint rules about the fields of one note whose frontmatter could be read."""

from __future__ import annotations

from .dates import DAY_MS, from_ms, to_ms
from .errors import SagacityError
from .evidence import outside, span_of
from .lint_rules import Flaw
from .needs import unmet_needs
from .note_read import (
    LIST_FIELDS,
    OWN_KEYS,
    RECORD_FIELDS,
    TEXT_FIELDS,
    items_of,
    reference_of,
    relation_of,
    unknown_in,
)
from .preview import SUMMARY_MAX_LINES, TITLE_MAX_CHARS
from .relations import relation_of as registered
from .trigger import why_no_trigger
from .types import (
    CONFIDENCES,
    ENFORCEMENTS,
    LIFECYCLES,
    MEMORY_FAMILIES,
    OPERATOR_SURFACES,
    PROVENANCES,
    SENSITIVITIES,
    STATUSES,
    kind_remark,
    known_type,
    split_type,
    status_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .lint_sheet import Sheet
    from .yaml_flow import Tree

SUMMARY_MAX_CHARS = 1_000
CLOSED = (
    ("confidence", CONFIDENCES),
    ("lifecycle", LIFECYCLES),
    ("memory_family", MEMORY_FAMILIES),
    ("provenance", PROVENANCES),
    ("sensitivity", SENSITIVITIES),
    ("enforcement", ENFORCEMENTS),
    ("operator_surface", OPERATOR_SURFACES),
)
DATES = ("created_at", "updated_at", "valid_from", "valid_until", "due")
_DATE_CHARS = len("2026-11-29")


def _shapes(sheet: Sheet) -> Iterator[Flaw]:
    for entry in sheet.doc.entries:
        line, value = entry.first + 2, entry.value
        if entry.key in TEXT_FIELDS and isinstance(value, list | dict):
            yield Flaw("SN216", f"{entry.key} is a {_shape(value)} where a text belongs", line, entry.key)
        elif entry.key in LIST_FIELDS and any(isinstance(item, list | dict) for item in items_of(value)):
            yield Flaw("SN216", f"{entry.key} holds something that is no text", line, entry.key)
        elif entry.key in RECORD_FIELDS and len(getattr(sheet.note, entry.key)) != len(items_of(value)):
            yield from _items(entry.key, value, line)


def _items(key: str, value: Tree, line: int) -> Iterator[Flaw]:
    read, needs = (relation_of, "an op and a target") if key == "relations" else (reference_of, "a path")
    for nth, item in enumerate(items_of(value), 1):
        if item is not None and read(item) is None:
            yield Flaw("SN216", f"item {nth} of {key} has not {needs}", line, key)


def _shape(value: Tree) -> str:
    return "list" if isinstance(value, list) else "mapping"


def _type(sheet: Sheet) -> Iterator[Flaw]:
    note, line = sheet.note, sheet.line_of("type")
    if not note.type:
        yield Flaw("SN201", "the note has no type and counts as a topic", field="type")
        return
    found = known_type(note.type)
    if found is None:
        yield Flaw("SN202", f"there is no type {note.type[:60]!r}", line, "type")
        return
    if found.name == note.type and not note.kind:
        return
    try:
        name, kind = split_type(note.type)
    except SagacityError as error:
        yield Flaw("SN204", error.message, line, "type")
        return
    if note.type not in (name, f"{name}/{kind}"):
        yield Flaw("SN203", f"the type {note.type!r} is written {f'{name}/{kind}' if kind else name}", line, "type")
    for field, said in (("type", kind), ("kind", note.kind)):
        for remark in kind_remark(name, said):
            yield Flaw("SN204", remark, sheet.line_of(field), field)


def _lengths(sheet: Sheet) -> Iterator[Flaw]:
    title, summary = sheet.note.title, sheet.note.summary
    if len(title) > TITLE_MAX_CHARS or "\n" in title:
        said = "more than one line" if "\n" in title else f"{len(title)} characters, {TITLE_MAX_CHARS} is the most"
        yield Flaw("SN205", f"the title has {said}", sheet.line_of("title"), "title")
    lines = summary.strip().count("\n") + 1
    if lines > SUMMARY_MAX_LINES or len(summary) > SUMMARY_MAX_CHARS:
        yield Flaw(
            "SN206",
            f"the summary has {lines} lines and {len(summary)} characters; {SUMMARY_MAX_LINES} lines and"
            f" {SUMMARY_MAX_CHARS} characters are the most",
            sheet.line_of("summary"),
            "summary",
        )


def _dates(sheet: Sheet) -> Iterator[Flaw]:
    for field in DATES:
        said: str = getattr(sheet.note, field)
        line = sheet.line_of(field)
        if not said:
            if field.endswith("_at"):
                yield Flaw("SN209", f"the note has no {field}", line, field)
        elif _is_common(said):
            continue
        elif to_ms(said) is None:
            yield Flaw("SN207", f"{field} {said[:60]!r} is no date", line, field)
        elif strict_date(said) != said:
            yield Flaw("SN208", f"{field} {said!r} is written {strict_date(said)}", line, field)


def _is_common(said: str) -> bool:
    """Whether this is a time in whole seconds of UTC on one of the first 28 days of a month: quick to tell."""
    if len(said) != 20 or said[4::3] != "--T::Z" or not said.isascii():
        return False
    month, day, hour, minute, second = said[5:7], said[8:10], said[11:13], said[14:16], said[17:19]
    digits = said[:4] + month + day + hour + minute + second
    return (
        digits.isdigit()
        and "01" <= month <= "12"
        and "01" <= day <= "28"
        and hour < "24"
        and max(minute, second) < "60"
    )


def strict_date(text: str) -> str:
    """A date or time that `to_ms` knows as RFC 3339 has it: the same moment, to the fraction. A date stays one."""
    bare = text.strip()
    if len(bare) == _DATE_CHARS:
        return bare
    clock, point, fraction = bare[:19], bare[19:20] == ".", bare[20:]
    rest = fraction.lstrip("0123456789") if point else bare[19:]
    if bare[10] == "T" and clock.count(":") == 2 and (rest == "Z" or (len(rest) == 6 and rest[3] == ":")):
        return bare
    ms = to_ms(bare)
    if ms is None or ms % 1000 or point:
        return text  # a fraction would be lost
    return from_ms(ms)


def _windows(sheet: Sheet) -> Iterator[Flaw]:
    note = sheet.note
    start, end = (to_ms(said) if said else None for said in (note.valid_from, note.valid_until))
    if start is not None and end is not None:
        whole_day = DAY_MS - 1 if len(note.valid_until.strip()) == _DATE_CHARS else 0
        if end + whole_day < start:
            yield Flaw(
                "SN210",
                f"the note holds from {note.valid_from} until {note.valid_until}, which is before",
                sheet.line_of("valid_until"),
                "valid_until",
            )
    if note.created_at <= note.updated_at:
        return  # as texts, which is as good as by the clock, to the day
    made, changed = to_ms(note.created_at), to_ms(note.updated_at)
    if made is not None and changed is not None and changed + DAY_MS - 1 < made:
        yield Flaw(
            "SN211",
            f"the note was changed at {note.updated_at}, before it was made at {note.created_at}",
            sheet.line_of("updated_at"),
            "updated_at",
        )


def _words(sheet: Sheet) -> Iterator[Flaw]:
    for key, allowed in CLOSED:
        entry = sheet.entry(key)
        if entry is not None and isinstance(entry.value, str) and entry.value not in allowed:
            yield Flaw("SN212", f"{key} {entry.value[:60]!r} is none of {', '.join(allowed)}", entry.first + 2, key)


def _keys(sheet: Sheet) -> Iterator[Flaw]:
    unknown = unknown_in(sheet.doc)
    if unknown:
        names = ", ".join(key[:40] for key in unknown[:8]) + (" …" if len(unknown) > 8 else "")
        yield Flaw("SN214", f"no field of the format: {names}", sheet.line_of(unknown[0]), unknown[0])
    for entry in sheet.doc.entries:
        if entry.key in OWN_KEYS:
            continue
        if entry.key.startswith("_") or (entry.key.startswith("saga_") and entry.key != "saga_spec"):
            yield Flaw("SN213", f"the key {entry.key[:60]!r} is reserved", entry.first + 2, entry.key)


def _tags(sheet: Sheet) -> Iterator[Flaw]:
    tags = sheet.note.tags
    twice = dict.fromkeys(tag for tag in tags if sum(tag.casefold() == other.casefold() for other in tags) > 1)
    if twice:
        yield Flaw("SN215", f"the same tag twice: {', '.join(twice)}", sheet.line_of("tags"), "tags")


def _needs(sheet: Sheet) -> Iterator[Flaw]:
    for lacking in unmet_needs(sheet.doc):
        yield Flaw("SN217", f"only partly supported: {lacking} is not there", sheet.line_of("requires"), "requires")


def _relations(sheet: Sheet) -> Iterator[Flaw]:
    entry = sheet.entry("relations")
    if entry is None:
        return
    seen: set[tuple[str, str]] = set()
    items = list(enumerate(items_of(entry.value)))
    if len(items) != len(sheet.note.relations):
        items = [item for item in items if relation_of(item[1])]
    for (nth, item), found in zip(items, sheet.note.relations, strict=True):
        line = (entry.items[nth][0] if nth < len(entry.items) else entry.first) + 2
        kind = registered(found.op)
        if isinstance(item, dict) and not str(item["op"]).startswith("@"):
            yield Flaw("SN302", f"{found.op} is written @{found.op}", line, "relations")
        if kind.custom:
            yield Flaw("SN301", f"{found.op[:60]} is not in the list of relations", line, "relations")
        if (kind.op, found.target) in seen:
            yield Flaw("SN309", f"{found.op} {found.target[:60]!r} stands there twice", line, "relations")
        seen.add((kind.op, found.target))


def _rules(sheet: Sheet) -> Iterator[Flaw]:
    note = sheet.note
    for trigger in note.triggers:
        if why := why_no_trigger(trigger):
            yield Flaw("SN401", f"the trigger {trigger[:60]!r} {why}", sheet.line_of("triggers"), "triggers")
    if note.enforcement == "block" and not note.triggers:
        yield Flaw("SN402", "the rule is to block, and has no trigger", sheet.line_of("enforcement"), "enforcement")


def _work(sheet: Sheet) -> Iterator[Flaw]:
    note = sheet.note
    found = known_type(note.type or "topic")
    for field in ("status", "due"):
        if getattr(note, field) and found is not None and not found.statuses:
            yield Flaw("SN403", f"a {found.name} is no work and has no {field}", sheet.line_of(field), field)
    if not note.status or note.status in STATUSES:
        return
    line = sheet.line_of("status")
    try:
        yield Flaw("SN404", f"the status {note.status!r} is written {status_of(note.status)}", line, "status")
    except SagacityError:
        yield Flaw("SN212", f"status {note.status[:60]!r} is none of {', '.join(STATUSES)}", line, "status")


def _references(sheet: Sheet) -> Iterator[Flaw]:
    entry = sheet.entry("references")
    for nth, one in enumerate(sheet.note.references):
        line = (entry.items[nth][0] if entry and nth < len(entry.items) else sheet.line_of("references") - 2) + 2
        if why := outside(one.path):
            yield Flaw("SN501", f"the reference {one.path[:80]!r} {why}", line, "references")
        if one.lines and span_of(one.lines) is None:
            yield Flaw("SN503", f"{one.lines[:40]!r} of {one.path[:80]!r} are no lines", line, "references")


FIELD_CHECKS: tuple[Callable[[Sheet], Iterator[Flaw]], ...] = (
    _shapes,
    _type,
    _lengths,
    _dates,
    _windows,
    _words,
    _keys,
    _tags,
    _needs,
    _relations,
    _rules,
    _work,
    _references,
)
