"""Evidence written by hand, taken anew, ranked by, and listed."""

from __future__ import annotations

import os

import pytest

from sagacity.app.browsing import StaleRequest
from sagacity.app.evidence_text import label_of, line_of
from sagacity.app.init import init
from sagacity.app.read import read
from sagacity.app.recall import recall
from sagacity.app.remember import remember
from sagacity.app.requests import (
    InitRequest,
    ReadRequest,
    RecallRequest,
    RememberRequest,
    UpdateRequest,
)
from sagacity.app.stale import stale
from sagacity.app.update import update
from sagacity.core.errors import SagacityError
from tests.app.conftest import put
from tests.app.shop import PAY, Project
from tests.app.test_evidence_shown import above, delete, edit, edit_elsewhere, move_without_git, rename_and_commit


@pytest.fixture
def project(machine):
    return Project(machine)


def refusal(work, *args):
    with pytest.raises(SagacityError) as caught:
        work(*args)
    return caught.value


# --- by hand ----------------------------------------------------------------------------------------------------------


def test_a_reference_written_by_hand_is_checked_for_being_there_and_not_rewritten(project):
    path = project.note("src/pay.py").path
    text = (
        "---\ntype: fact\ntitle: Pay\nproject: shop\nreferences: [src/pay.py, src/none.py]  # mine\nx: 1\n---\n\nText\n"
    )
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    assert [view.state for view in project.evidence()] == ["unpinned", "gone"]
    update(project.app(), UpdateRequest(handle="pay", add_tags=("a",)))
    assert "references: [src/pay.py, src/none.py]  # mine\n" in project.file()
    done = update(project.app(), UpdateRequest(handle="pay", reanchor=True)).notes[0]
    assert done.warnings == ("left as it was: src/none.py is gone",)
    assert [view.state for view in project.evidence()] == ["holds", "gone"]
    assert "# mine" in project.file()


# --- re-anchoring, ranking, listing -----------------------------------------------------------------------------------


@pytest.mark.parametrize("what", [above, edit, rename_and_commit, move_without_git], ids=lambda one: one.__name__)
def test_one_step_takes_the_evidence_anew(project, what):
    project.note()
    what(project)
    done = update(project.app(), UpdateRequest(handle="pay", reanchor=True)).notes[0]
    assert (done.action, done.warnings) == ("updated", ())
    assert [view.state for view in project.evidence()] == ["holds"]
    assert update(project.app(), UpdateRequest(handle="pay", reanchor=True)).notes[0].action == "unchanged"


def test_what_holds_or_is_gone_stays_byte_for_byte(project):
    project.note(PAY, "src/pay.py:1")
    before = project.file()
    edit_elsewhere(project)
    project.commit()
    assert update(project.app(), UpdateRequest(handle="pay", reanchor=True)).notes[0].action == "unchanged"
    delete(project)
    done = update(project.app(), UpdateRequest(handle="pay", reanchor=True)).notes[0]
    assert (done.action, len(done.warnings)) == ("unchanged", 2)
    assert project.file() == before


def test_evidence_that_is_gone_can_be_cleared(project):
    project.note()
    update(project.app(), UpdateRequest(handle="pay", clear=("references",)))
    assert project.evidence() == ()
    assert refusal(update, project.app(), UpdateRequest(handle="pay", reanchor=True)).code == "invalid"


def test_recall_says_what_became_of_evidence_and_ranks_by_it(project):
    project.write("rate = 3\n" * 5, "src/rate.py")
    put(project.app(), "The courier timeout is three", title="Courier timeout one", references=("src/pay.py",))
    put(project.app(), "The courier timeout is three", title="Courier timeout two", references=("src/rate.py",))
    asked = RecallRequest(query="courier timeout three", explain=True)
    before = {hit.title: hit for hit in recall(project.app(), asked).results}
    assert {label_of(hit.evidence) for hit in before.values()} == {"evidence holds"}
    os.remove(project.top / "src/rate.py")
    after = recall(project.app(), asked).results
    assert [hit.title for hit in after] == ["Courier timeout one", "Courier timeout two"]
    assert label_of(after[1].evidence) == "evidence src/rate.py is gone"
    assert after[1].score == pytest.approx(before["Courier timeout two"].score * 0.85, rel=0.01)
    assert ("evidence", 0.85) in [(one.name, one.value) for one in after[1].explanation.factors]


def test_without_time_evidence_is_said_not_to_be_checked(project):
    project.note()
    app = project.app()
    app = app.replace(settings=app.settings.replace(evidence_max_ms=0))
    [hit] = recall(app, RecallRequest(query="payments")).results
    assert label_of(hit.evidence) == "evidence not checked: there was no time"


def test_stale_lists_the_worst_first_and_counts_all(project):
    app = project.app()
    project.write("a = 1\n" * 3, "src/a.py")
    project.write("before = value\nafter = value\n", "src/b.py")
    for name, reference in (("Moved", "src/b.py:2"), ("Holds", PAY), ("Changed", "src/a.py"), ("Plain", "")):
        remember(app, RememberRequest(content=name, title=name, references=(reference,) if reference else ()))
    project.write("a = 2\n", "src/a.py")
    project.write("# one\nbefore = value\nafter = value\n", "src/b.py")
    result = stale(project.app(), StaleRequest())
    assert [(note.title, [view.state for view in note.evidence]) for note in result.notes] == [
        ("Changed", ["changed"]),
        ("Moved", ["moved"]),
    ]
    assert result.checked == 3
    assert {one.state: one.references for one in result.states} == {"changed": 1, "holds": 1, "moved": 1}
    assert stale(project.app(), StaleRequest(limit=1)).more == 1


def test_notes_of_a_project_layer_rest_on_its_tree(project):
    init(project.app(), InitRequest())
    project.note(layer="project")
    edit(project)
    assert project.said() == [f"{PAY} changed"]


def test_from_elsewhere_the_tree_of_another_project_is_looked_at(project, machine):
    note = project.note()
    edit(project)
    [view] = read(machine.app(), ReadRequest(handles=(note.id,))).notes[0].evidence
    assert line_of(view) == f"{PAY} changed"
    assert [one.title for one in stale(machine.app(), StaleRequest(everywhere=True)).notes] == ["Pay"]


def test_more_evidence_is_added_and_none_twice(project):
    project.note()
    said = project.note("src/pay.py").warnings
    assert said == ("this note is there already and was not changed; for its references use update",)
    update(project.app(), UpdateRequest(handle="pay", add_references=(PAY, "src/pay.py:1")))
    assert project.said() == [f"{PAY} holds", "src/pay.py:1 holds"]
    assert refusal(update, project.app(), UpdateRequest(handle="pay", add_references=("x.py",))).code == "invalid"
    remember(project.app(), RememberRequest(content="More.", to="pay", references=(PAY, "src/pay.py")))
    assert project.said() == [f"{PAY} holds", "src/pay.py:1 holds", "src/pay.py holds"]
