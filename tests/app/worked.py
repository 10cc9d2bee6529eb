"""A plan with its sub-tasks, and the steps that are taken with them."""

from __future__ import annotations

from sagacity.app.read import read
from sagacity.app.requests import ReadRequest, RelationInput
from sagacity.app.work import work
from sagacity.app.working import LessonInput, WorkRequest
from tests.app.conftest import put


def does(app, action, handle, **fields):
    """One step."""
    fields = {key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()}
    if "lessons" in fields:
        fields["lessons"] = tuple(LessonInput(content=text) for text in fields["lessons"])
    return work(app, WorkRequest(action=action, handle=handle, **fields))


def agenda(app, **fields):
    return work(app, WorkRequest(**fields)).items


def lines(app, **fields):
    """The agenda as `when: title status`, indented below its plan."""
    return [f"{'  ' * one.depth}{one.when}: {one.title} {one.status}" for one in agenda(app, **fields)]


def note(app, handle):
    return read(app, ReadRequest((handle,))).notes[0]


def status(app, *handles):
    return [note(app, handle).status for handle in handles]


def plan(app, title="Ship it", **fields):
    return put(app, f"{title}, so that users have it.", title=title, type="plan", **fields)


def task(app, title, *, of="", needs=(), **fields):
    """A task, part of a plan, that needs others first."""
    relations = [RelationInput("part_of", of)] if of else []
    relations += [RelationInput("depends_on", other) for other in needs]
    fields = {"content": f"{title} well.", "title": title, "type": "task", **fields}
    return put(app, fields.pop("content"), relations=tuple(relations), **fields)
