"""The one registry of lint rules: what each is called, how grave it is, whether it can be repaired without asking.

A code means the same for ever; one that is given up is not used again. The hundreds say what a rule is about.
"""

from __future__ import annotations

from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

ERROR, WARNING, INFO = "error", "warning", "info"
SEVERITIES = (ERROR, WARNING, INFO)
"""The gravest first: what is lost or wrong, what is probably not meant, what could be better."""

GROUPS = (
    ("SN0", "The file"),
    ("SN1", "Identity and names"),
    ("SN2", "Fields"),
    ("SN3", "Relations"),
    ("SN4", "Rules and work"),
    ("SN5", "Evidence"),
    ("SN6", "What stays back"),
    ("SN7", "Layers"),
)


class Rule(Value):
    """code: `SN` and three digits. fixable: `--fix` can repair it, because only one thing can be meant."""

    code: str
    name: str
    severity: str
    summary: str
    fixable: bool = False


class Flaw(Value):
    """One place where a rule does not hold. line: of the file, from 1; 0 where it has none. field: "" for none."""

    code: str
    message: str
    line: int = 0
    field: str = ""


RULES = (
    Rule("SN001", "unreadable-frontmatter", ERROR, "the frontmatter cannot be read, and nothing changes the file"),
    Rule("SN002", "not-utf-8", ERROR, "the file is not UTF-8"),
    Rule("SN003", "tab-in-frontmatter", ERROR, "a tab indents the frontmatter"),
    Rule("SN004", "alias-or-anchor", ERROR, "the frontmatter holds a YAML anchor, alias, tag or merge key"),
    Rule("SN005", "too-deep", ERROR, "the frontmatter is nested too deep"),
    Rule("SN006", "frontmatter-too-large", ERROR, "the frontmatter has too many bytes or keys"),
    Rule("SN007", "unclosed-frontmatter", ERROR, "the frontmatter is never closed"),
    Rule("SN008", "key-twice", ERROR, "a key stands in the frontmatter twice"),
    Rule("SN009", "foreign-spec", ERROR, "the note follows a version of the Saga spec that is not known here"),
    Rule("SN010", "byte-order-mark", INFO, "the file begins with a byte order mark, which other readers refuse"),
    Rule("SN011", "mixed-line-ends", WARNING, "the lines of the file end in different ways"),
    Rule("SN012", "merge-conflict", ERROR, "the marks of an unfinished merge are left"),
    Rule("SN013", "no-file", WARNING, "something that is no regular file has the name of a note"),
    Rule("SN014", "unreadable-file", ERROR, "the file cannot be read, or is too large for a note"),
    Rule("SN015", "empty-note", WARNING, "the note has neither a body nor a summary, and is no entity"),
    Rule("SN016", "over-cap", WARNING, "the body is longer than the cap of its type"),
    Rule("SN101", "missing-id", WARNING, "the note has no id, so a move makes it another note", fixable=True),
    Rule("SN102", "odd-id", INFO, "the id is no ULID"),
    Rule("SN103", "id-twice", ERROR, "two notes of one layer have the same id"),
    Rule("SN104", "id-in-two-layers", ERROR, "notes of two layers have the same id"),
    Rule("SN105", "name-unlike-title", INFO, "the file's name is neither the title's nor a synonym's", fixable=True),
    Rule("SN106", "names-collide", ERROR, "two files would be one on a file system that ignores case or composition"),
    Rule("SN107", "slug-twice", WARNING, "two notes of one layer have the same slug"),
    Rule("SN108", "slug-in-two-layers", INFO, "notes of two layers have the same slug"),
    Rule("SN109", "name-not-portable", WARNING, "the file's name is not possible on every file system"),
    Rule("SN110", "missing-title", INFO, "the note has no title"),
    Rule("SN201", "missing-type", INFO, "the note has no type and counts as a topic"),
    Rule("SN202", "unknown-type", WARNING, "the type is not in the list"),
    Rule("SN203", "retired-type", WARNING, "the type is an alias or another spelling of one in the list", fixable=True),
    Rule("SN204", "unknown-kind", WARNING, "the kind is none of the type's; it is kept"),
    Rule("SN205", "long-title", WARNING, "the title is too long, or more than a line"),
    Rule("SN206", "long-summary", WARNING, "the summary is too long"),
    Rule("SN207", "bad-date", ERROR, "a date is none"),
    Rule("SN208", "loose-date", INFO, "a date is written in a way that only tolerant readers know", fixable=True),
    Rule("SN209", "missing-date", INFO, "created_at or updated_at is missing", fixable=True),
    Rule("SN210", "window-reversed", ERROR, "the note ends to hold before it begins to"),
    Rule("SN211", "updated-before-created", WARNING, "the note was changed before it was made"),
    Rule("SN212", "unknown-word", ERROR, "a field with a closed list of words holds another"),
    Rule("SN213", "reserved-key", WARNING, "a key is reserved for the Saga spec or for programs"),
    Rule("SN214", "unknown-key", INFO, "a key is none of the format; it is kept"),
    Rule("SN215", "tag-twice", INFO, "a tag stands there twice", fixable=True),
    Rule("SN216", "wrong-shape", ERROR, "a field holds a list or mapping where a text belongs, or the other way round"),
    Rule("SN217", "needs-more", WARNING, "the note requires what is not there, and is only partly supported"),
    Rule("SN301", "unknown-relation", INFO, "the relation is not in the list; it is kept and changes nothing"),
    Rule("SN302", "bare-relation", WARNING, "the relation is written without its @", fixable=True),
    Rule("SN303", "self-link", ERROR, "the note is related to itself"),
    Rule("SN304", "dangling-target", ERROR, "the target names no note"),
    Rule("SN305", "ambiguous-target", WARNING, "the target names several notes, and so none"),
    Rule("SN306", "cycle", ERROR, "relations that allow no circle make one"),
    Rule("SN307", "contradictory-supersedes", ERROR, "two notes replace each other"),
    Rule("SN308", "two-replacements", WARNING, "a note is replaced by two that know nothing of one another"),
    Rule("SN309", "relation-twice", INFO, "the same relation stands there twice"),
    Rule("SN310", "leaves-the-layer", WARNING, "a note in a repository leads to one that others cannot have"),
    Rule("SN311", "wrong-end", WARNING, "the relation is not meant to join such notes"),
    Rule("SN312", "too-many", WARNING, "the note has the relation more often than it is meant to"),
    Rule("SN401", "bad-trigger", ERROR, "a trigger is neither NAME nor NAME(GLOB)"),
    Rule("SN402", "block-without-trigger", WARNING, "the rule is to block, and nothing triggers it"),
    Rule("SN403", "not-work", WARNING, "a type that is no work has a status or is due"),
    Rule("SN404", "retired-status", WARNING, "the status is another tracker's word for one in the list", fixable=True),
    Rule("SN501", "reference-outside", ERROR, "a reference leads out of the working tree"),
    Rule("SN502", "reference-to-nowhere", WARNING, "there is no such file in the working tree"),
    Rule("SN503", "bad-lines", ERROR, "the lines of a reference are none"),
    Rule("SN601", "secret", ERROR, "the file holds a secret"),
    Rule("SN602", "confidential-in-repository", ERROR, "a confidential note lies in a project layer, to be committed"),
    Rule("SN603", "laxer-than-layer", WARNING, "the note is open in a layer that says notes are confidential"),
    Rule("SN604", "slip-of-sensitivity", WARNING, "confidential is said where it is no field; it counts"),
    Rule("SN701", "layer-problem", ERROR, "the layer, or a value in its meta.yml, cannot be used as it is"),
)  # fmt: skip

_BY_CODE: Mapping[str, Rule] = {one.code: one for one in RULES}


def rule_of(code: str) -> Rule:
    """The rule of that code. Raises KeyError."""
    return _BY_CODE[code]


def rule_named(text: str) -> Rule | None:
    """The rule of a code or a name, case not counting; None for neither."""
    word = text.strip()
    return _BY_CODE.get(word.upper()) or next((one for one in RULES if one.name == word.lower()), None)


def page() -> str:
    """The tables of the published format, a section a group."""
    parts = []
    for prefix, title in GROUPS:
        rows = [
            f"| {one.code} | {one.name} | {one.severity} | {'yes' if one.fixable else ''} | {one.summary} |"
            for one in RULES
            if one.code.startswith(prefix)
        ]
        parts.append(
            "\n".join(
                [f"### {title}", "", "| code | name | severity | `--fix` | says |", "|---|---|---|---|---|", *rows]
            )
        )
    return "\n\n".join(parts)
