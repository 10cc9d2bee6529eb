"""Notes about a file arrive when it is about to be changed, by the real hook program."""

import json

import pytest

from sagacity.adapters.files.project import WorkingTrees
from sagacity.app.remember import remember
from sagacity.app.requests import RememberRequest
from tests.app.conftest import repository
from tests.faces.hooks.stage import Stage

CODE = "def ledger():\n    return 1\n\n\ndef other():\n    return 2\n"


@pytest.fixture
def stage(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    work = tmp_path / "shop"
    work.mkdir()
    repository(work)
    (work / "src").mkdir()
    (work / "src" / "ledger.py").write_text(CODE)
    return Stage(home, work)


def note(
    stage,
    title="The ledger never rounds",
    content="Amounts are whole cents.",
    references=("src/ledger.py:1-2",),
    **more,
):
    app = stage.app(more.pop("origin", "human_cli")).replace(project_files=WorkingTrees())
    try:
        request = RememberRequest(content=content, title=title, type="convention", references=references, **more)
        return remember(app, request).notes[0].id
    finally:
        app.index.close()
        app.journal.close()


def edit(stage, path="src/ledger.py", tool="Edit", **fields):
    tool_input = {"file_path": f"{stage.work}/{path}", "old_string": "1", "new_string": "3"}
    done = stage.run("PreToolUse", tool_name=tool, tool_input=tool_input, **fields)
    assert (done.returncode, done.stderr) == (0, b"")
    return json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"] if done.stdout else ""


def test_a_note_arrives_with_the_edit_of_its_file_once(stage):
    note(stage)
    said = edit(stage)
    assert "Amounts are whole cents." in said
    assert "(evidence holds)" in said
    assert edit(stage) == ""
    assert edit(stage, session_id="s2")
    assert edit(stage, path="src/other.py", session_id="s3") == ""
    assert edit(stage, tool="Read", session_id="s3") == ""
    assert [(one.kind, one.detail) for one in stage.recalls()] == [("guard", "file")] * 2


def test_its_evidence_is_looked_at_now(stage):
    note(stage)
    (stage.work / "src" / "ledger.py").write_text(CODE.replace("return 1", "return round(1)"))
    assert "changed" in edit(stage)


def test_the_folder_the_agent_is_in_does_not_matter(stage):
    note(stage)
    assert edit(stage, cwd=f"{stage.work}/src")
    relative = {"tool_name": "Write", "tool_input": {"file_path": "ledger.py", "content": "x"}}
    assert stage.run("PreToolUse", session_id="s2", cwd=f"{stage.work}/src", **relative).stdout


@pytest.mark.parametrize("more", [{"origin": "agent_external"}, {"sensitivity": "confidential"}])
def test_what_must_not_be_shown_is_not(stage, more):
    note(stage, **more)
    assert edit(stage) == ""


def test_another_project_with_such_a_file_hears_nothing(stage, tmp_path):
    note(stage)
    other = tmp_path / "other"
    other.mkdir()
    repository(other)
    (other / "src").mkdir()
    (other / "src" / "ledger.py").write_text(CODE)
    fields = {"tool_name": "Edit", "tool_input": {"file_path": f"{other}/src/ledger.py"}}
    assert stage.run("PreToolUse", cwd=str(other), **fields).stdout == b""


def test_at_most_three_come_and_rules_come_before(stage):
    for n in range(5):
        note(stage, title=f"Fact {n} of the ledger", content=f"It is so, number {n}.")
    stage.remember(content="Ask Ann first.", title="Ask Ann", type="policy", triggers=("Edit(src/*)",))
    said = edit(stage)
    assert said.index("Ask Ann first.") < said.index("It is so")
    assert said.count("It is so") == 3
