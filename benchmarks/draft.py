"""A note of a benchmark before it is a file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Draft:
    """id: a ULID. relations: (operator, title of an earlier draft)."""

    id: str
    title: str
    type: str
    kind: str
    tags: tuple[str, ...]
    project: str
    body: str
    created_at: str
    relations: tuple[tuple[str, str], ...] = ()


def note_text(draft: Draft) -> str:
    """The draft as the file of a note."""
    lines = ["---", f"id: {draft.id}", f"type: {draft.type}"]
    lines += [f"kind: {draft.kind}"] if draft.kind else []
    lines += [f'title: "{draft.title}"', f"tags: [{', '.join(draft.tags)}]"]
    lines += [f"project: {draft.project}"] if draft.project else []
    lines += [f"created_at: {draft.created_at}", f"updated_at: {draft.created_at}"]
    if draft.relations:
        lines += ["relations:"]
        for operator, target in draft.relations:
            lines += [f'  - op: "@{operator}"', f'    target: "{target}"']
    return "\n".join([*lines, "---", "", draft.body, ""])
