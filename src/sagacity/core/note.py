"""A note as its file says it: strings as written, nothing defaulted."""

from __future__ import annotations

from .value import Value


class Relation(Value):
    """One typed edge as written. op has its leading `@` taken off; target is an id, slug, synonym or `layer:slug`."""

    op: str
    target: str
    note: str = ""
    properties: tuple[tuple[str, str], ...] = ()


class Reference(Value):
    """Evidence: a path in the working tree, optionally lines ("10-20"), the commit and the content hash at write."""

    path: str
    lines: str = ""
    commit: str = ""
    hash: str = ""


class Note(Value):
    """What one file holds. Empty string or tuple: the key is missing or empty.

    body has LF line endings and neither leading nor trailing blank lines.
    error says why the frontmatter could not be read; then every field but body is empty and body is the whole file.
    """

    body: str
    id: str = ""
    type: str = ""
    kind: str = ""
    title: str = ""
    synonyms: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    summary: str = ""
    scope: str = ""
    project: str = ""
    created_at: str = ""
    updated_at: str = ""
    valid_from: str = ""
    valid_until: str = ""
    confidence: str = ""
    lifecycle: str = ""
    memory_family: str = ""
    provenance: str = ""
    origin: str = ""
    sensitivity: str = ""
    relations: tuple[Relation, ...] = ()
    references: tuple[Reference, ...] = ()
    triggers: tuple[str, ...] = ()
    enforcement: str = ""
    status: str = ""
    due: str = ""
    prs: tuple[str, ...] = ()
    error: str = ""
