"""Lint on a whole store: what it looks at, what it tells whom, what it repairs and how that is taken back."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from sagacity.app.history import history
from sagacity.app.init import init
from sagacity.app.link import link
from sagacity.app.lint import lint
from sagacity.app.linting import LintRequest
from sagacity.app.read import read
from sagacity.app.requests import InitRequest, LinkRequest, ReadRequest, UndoRequest
from sagacity.app.undo import undo
from sagacity.app.versions import HistoryRequest
from sagacity.core.errors import SagacityError
from sagacity.core.lint_fix import Lore, repaired
from sagacity.core.lint_sheet import LayerFacts, sheet_of
from sagacity.core.notefile import parse_note, unknown_keys
from tests.app.conftest import put, repository
from tests.core.frontmatter_documents import sample

DATES = "created_at: 2026-03-01T12:00:00Z\nupdated_at: 2026-03-01T12:00:00Z\n"


def note(id_end, title, more="", type="fact"):
    return f"---\nid: 01KDVE24501EVCJYEB0RDS8F{id_end}\ntype: {type}\ntitle: {title}\n{DATES}{more}---\n\nText.\n"


@pytest.fixture
def notes(app):
    """Writes a file into the personal notes by hand."""

    def write(name, text):
        folder = app.workspace.ensure_personal().notes_dir
        path = Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def codes(app, *what, **fields):
    return [problem.code for problem in lint(app, LintRequest(what, **fields)).problems]


def test_what_the_doors_write_is_clean(app):
    first = put(app, "Deploys need the VPN", title="Deploys need VPN", tags=("deploy",))
    put(app, "Restart the worker when the queue stalls", type="runbook", title="C++ worker", summary="Restart")
    link(app, LinkRequest(first.id, "refines", "c-plus-plus-worker"))
    put(app, "Do it", type="task", due="2026-12-01", project="none")
    assert lint(app, LintRequest(strict=True)).problems == ()


def test_an_empty_memory_is_clean(app):
    result = lint(app, LintRequest())
    assert (result.notes, result.passed, result.problems) == (0, True, ())


def test_a_file_that_is_none_and_one_that_cannot_be_read_are_told(app, notes):
    path = notes("real.md", note("7A", "Real"))
    path.with_name("link.md").symlink_to(path)
    path.with_name("folder.md").mkdir()
    notes("large.md", b"x" * 2_200_000)
    found = {(os.path.basename(one.path), one.code) for one in lint(app, LintRequest()).problems}
    assert found == {("link.md", "SN013"), ("folder.md", "SN013"), ("large.md", "SN014")}


def test_files_folders_layers_and_handles_choose_what_is_told(app, notes):
    one = notes("a/one.md", note("7A", "One", "colour: red\n"))
    notes("b/two.md", note("7B", "Two", "colour: red\n"))
    assert codes(app) == codes(app, "personal") == ["SN214", "SN214"]
    for word in (str(one), str(one.parent), "One", "one", "RDS8F7A"):
        (problem,) = lint(app, LintRequest((word,))).problems
        assert problem.path == str(one)
    assert lint(app, LintRequest((str(one),))).notes == 1


def test_relations_of_a_chosen_file_are_followed_into_those_that_were_not(app, notes):
    one = notes("one.md", note("7A", "One", 'relations:\n  - op: "@refines"\n    target: two\n'))
    notes("two.md", note("7B", "Two", "colour: red\n"))
    assert codes(app, str(one)) == []


def test_an_id_in_a_layer_that_is_not_read_here_does_not_dangle(machine, notes, app):
    top = machine.work / "shop"
    repository(top)
    inside = machine.app(top)
    init(inside, InitRequest())
    there = put(inside, "A note of the shop", title="Shop", layer="project", type="fact")
    notes("one.md", note("7A", "One", f'relations:\n  - op: "@refines"\n    target: {there.id}\n'))
    assert codes(app) == []
    assert codes(inside) == []
    notes("one.md", note("7A", "One", 'relations:\n  - op: "@refines"\n    target: 01KDVE24501EVCJYEB0RDS8F7Z\n'))
    assert codes(app) == ["SN304"]


def test_references_are_looked_for_where_the_working_tree_is(machine):
    top = machine.work / "shop"
    repository(top)
    (top / "here.py").write_text("x = 1\n")
    inside = machine.app(top)
    init(inside, InitRequest())
    folder = top / ".sagacity" / "notes"
    (folder / "one.md").write_text(note("7A", "One", "references:\n  - here.py\n  - gone.py\n  - ../out.py\n"))
    assert [(one.code, one.message) for one in lint(inside, LintRequest()).problems] == [
        ("SN502", "there is no file gone.py"),
        ("SN501", "the reference '../out.py' is not inside the working tree"),
    ]


def test_a_meta_file_that_cannot_be_used_is_told(machine):
    top = machine.work / "shop"
    repository(top)
    inside = machine.app(top)
    init(inside, InitRequest())
    meta = top / ".sagacity" / "meta.yml"
    meta.write_text("scope: x\nwrite_policy: never\n")
    (problem,) = lint(inside, LintRequest()).problems
    assert (problem.code, problem.path) == ("SN701", str(meta))
    assert codes(inside, ".sagacity/notes") == []
    meta.write_text("- no key\n")
    assert codes(inside) == ["SN701"]


def test_warnings_count_where_they_are_to(app, notes):
    notes("one.md", note("7A", "One", type="gizmo"))
    assert lint(app, LintRequest()).passed
    assert not lint(app, LintRequest(strict=True)).passed
    assert lint(app, LintRequest(strict=True, ignore=("unknown-type",))).problems == ()
    notes("two.md", "---\ntitle: [a\n---\n")
    assert not lint(app, LintRequest()).passed


@pytest.mark.parametrize(
    ("fields", "code", "said"),
    [
        ({"what": ("nowhere/x.md",)}, "invalid", "there is no file 'nowhere/x.md'"),
        ({"what": ("/",)}, "invalid", "'/' lies in no layer of notes"),
        ({"what": ("nothing",)}, "not_found", "no note is called 'nothing'"),
        ({"ignore": ("SN999",)}, "invalid", "there is no rule 'SN999'"),
        ({"dry_run": True}, "invalid", "dry_run shows what fix would do"),
    ],
)
def test_bad_input_is_one_clear_line(machine, fields, code, said):
    outside = machine.app(machine.work)
    with pytest.raises(SagacityError) as caught:
        lint(outside, LintRequest(**fields))
    assert (caught.value.code, "\n" in str(caught.value)) == (code, False)
    assert said in caught.value.message


def test_confidential_notes_are_not_named_to_a_program(machine, notes):
    notes("plan-of-a-takeover.md", note("7A", "Plan of a takeover", "sensitivity: confidential\ncolour: red\n"))
    notes("one.md", note("7B", "One", "sensitivity: internal\n"))
    notes("two.md", note("7A", "Two"))
    agent = machine.app(door="python", origin="agent_inferred")
    result = lint(agent, LintRequest())
    assert {problem.code for problem in result.problems} == {"SN103", "SN214"}
    assert "takeover" not in repr(result).lower()
    assert "takeover" in repr(lint(machine.app(), LintRequest())).lower()


def test_a_repair_is_shown_first_then_done_then_taken_back(app, notes):
    before = note("7A", "One", "tags: [a, A]  # mine\n", type="rule").replace("\n", "\r\n").encode()
    path = notes("one.md", before)
    plain = notes("plain.md", "Only text.\n")
    os.utime(plain, (1_700_000_000, 1_700_000_000))
    shown = lint(app, LintRequest(fix=True, dry_run=True))
    assert {fix.codes for fix in shown.fixes} == {("SN203", "SN215"), ("SN101", "SN209")}
    assert "+type: policy\r" in [line for fix in shown.fixes for line in fix.diff]
    assert path.read_bytes() == before
    done = lint(app, LintRequest(fix=True))
    assert [fix.codes for fix in done.fixes] == [fix.codes for fix in shown.fixes]
    assert path.read_bytes() == before.replace(b"rule", b"policy").replace(b"[a, A]  #", b"[a]  #")
    made = parse_note(plain.read_bytes())
    assert (made.created_at, made.updated_at) == ("2023-11-14T22:13:20Z", "2023-11-14T22:13:20Z")
    assert not any(problem.fixable for problem in done.problems)
    assert lint(app, LintRequest(fix=True)).operation == ""
    undo(app, UndoRequest(operation=done.operation))
    assert (path.read_bytes(), plain.read_bytes()) == (before, b"Only text.\n")


def test_a_repair_approves_nothing_and_stands_in_the_history(app, notes):
    notes("one.md", note("7A", "One", type="rule"))
    was = read(app, ReadRequest(("one",))).notes[0].trust
    lint(app, LintRequest(fix=True))
    assert read(app, ReadRequest(("one",))).notes[0].trust == was != "approved"
    assert history(app, HistoryRequest("one")).versions[0].reason == "lint: SN203"


def test_ignored_rules_are_not_repaired(app, notes):
    notes("one.md", note("7A", "One", "tags: [a, a]\n", type="rule"))
    assert lint(app, LintRequest(fix=True, ignore=("SN215",))).fixes[0].codes == ("SN203",)


def test_what_cannot_be_read_is_never_touched(app, notes):
    broken = b"---\ntype: rule\ntitle: [a\n---\nText\n"
    path = notes("broken.md", broken)
    result = lint(app, LintRequest(fix=True))
    assert (result.fixes, path.read_bytes()) == ((), broken)


@pytest.mark.parametrize("seed", range(60))
def test_any_file_keeps_what_a_repair_does_not_mean_and_is_repaired_once(seed):
    rng = random.Random(seed)
    data = sample(rng).data
    if seed % 6 == 0:
        data = bytes(rng.randrange(256) for _ in range(rng.randrange(80))) + data
    lore = Lore("01KDVE24501EVCJYEB0RDS8F7A", "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z")
    sheet = sheet_of(LayerFacts(), "some-name.md", data)
    done = repaired(sheet, lore)
    again = repaired(sheet_of(LayerFacts(), "some-name.md", done.data), lore.replace(id="X"))
    assert (again.data, again.codes) == (done.data, ())
    if sheet.doc.error:
        assert done.data == data
        return
    assert unknown_keys(done.data) == unknown_keys(data)
    assert parse_note(done.data).body == parse_note(data).body
    rows = data.decode().splitlines(keepends=True)
    lost = [row for row in rows if row not in done.data.decode().splitlines(keepends=True)]
    meant = ("type", "kind", "created_at", "updated_at", "valid_", "due", "tags", "status", "synonyms", "relations")
    fields = [entry for entry in sheet.doc.entries if entry.key.startswith(meant)]
    touched = {
        row
        for one in fields
        for row in sheet.doc.text[sheet.doc.start :].splitlines(keepends=True)[one.first : one.last]
    }
    assert set(lost) <= touched | {row.lstrip("\ufeff") for row in touched}


def test_the_keys_of_our_own_import_are_no_problem_and_other_reserved_ones_are(app, notes):
    notes("a.md", note("7W", "A", "_import: claude-code:x\n_import_hash: abc\n"))
    assert codes(app) == []
    notes("a.md", note("7W", "A", "_theirs: x\n"))
    assert codes(app) == ["SN213"]
