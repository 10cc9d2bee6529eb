"""All notes, out of the memory and complete."""

from __future__ import annotations

import hashlib
import json
import os
import shutil

import pytest

from sagacity.app.export import export
from sagacity.app.exporting import ExportRequest
from sagacity.app.init import init
from sagacity.app.read import read
from sagacity.app.recall import list_notes
from sagacity.app.requests import InitRequest, ListRequest, ReadRequest, UpdateRequest
from sagacity.app.update import update
from sagacity.core.errors import SagacityError
from tests.app.conftest import Machine, RunningClock, put, repository
from tests.app.finished import NOTES, tell

SECRET = "ghp_" + "a1B2" * 9


def out(app, output, **fields):
    return export(app, ExportRequest(all=True, output=str(output), **fields))


def records(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def refusal(app, **fields):
    with pytest.raises(SagacityError) as caught:
        export(app, ExportRequest(**{"all": True, **fields}))
    return caught.value


def files_below(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.md")}


def notes_of(machine):
    return machine.home / "personal" / "notes"


@pytest.fixture
def two(machine):
    """A person in a project with a layer: notes in both."""
    repository(machine.work / "shop")
    app = machine.app(machine.work / "shop")
    init(app, InitRequest())
    put(app, "one", title="Mine", type="preference")
    put(app, "two", title="About the shop", type="fact", project="shop")
    put(app, "three", title="Ours", type="decision", layer="project")
    return app


def test_a_store_of_forty_is_complete_in_both_formats(machine, tmp_path):
    app = tell(machine)
    options = {"include_confidential": True}
    done = out(app, tmp_path / "files", **options)
    assert (done.what, done.notes, done.left_out) == ("markdown", 40, ())
    assert "guards" in done.warnings[0]
    assert files_below(tmp_path / "files" / "personal") == files_below(notes_of(machine))
    manifest = json.loads((tmp_path / "files" / "manifest.json").read_text())
    assert {path: about["sha256"] for path, about in manifest["files"].items()} == {
        f"personal/{path}": hashlib.sha256(data).hexdigest() for path, data in files_below(notes_of(machine)).items()
    }

    assert out(app, tmp_path / "notes.jsonl", format="jsonl", **options).notes == 40
    lines = records(tmp_path / "notes.jsonl")
    assert {f"{one['path']}": one["file"].encode() for one in lines} == files_below(notes_of(machine))
    for one in lines:
        [note] = read(app, ReadRequest(handles=(one["id"],), versions=True)).notes
        same = ("id", "slug", "title", "layer", "version", "trust", "body", "project", "status", "confidence", "due")
        assert {field: one[field] for field in same} == {field: getattr(note, field) for field in same}
        assert (one["type"], one["kind"], tuple(one["tags"])) == (note.type, note.kind, note.tags)
        assert (one["versions"], one["door_origin"]) == (len(note.versions), note.origin)
        declared = [edge.target for edge in note.relations if edge.direction == "out"]
        assert sorted(edge["target"] for edge in one["relations"]) == sorted(declared)
        assert len(one["references"]) == len(note.references)


def test_the_files_are_a_store_again(machine, tmp_path):
    app = tell(machine)
    out(app, tmp_path / "files")
    (tmp_path / "second" / "work").mkdir(parents=True)
    other = Machine(tmp_path / "second" / "home", tmp_path / "second" / "work", RunningClock(), os.urandom)
    there = other.app()
    put(there, "so that there is a layer", title="First")
    shutil.copytree(tmp_path / "files" / "personal", other.home / "personal" / "notes", dirs_exist_ok=True)

    def state(one):
        hits = list_notes(one, ListRequest(limit=100, everywhere=True, with_=("archived", "superseded"))).results
        return {hit.id: (hit.title, hit.type, hit.status, hit.updated_at) for hit in hits if hit.title != "First"}

    expected = state(machine.app(machine.work / "webshop"))
    expected = {key: value for key, value in expected.items() if "Cost of an invoice" not in value[0]}
    assert state(there) == expected
    assert len(expected) == len(NOTES) - 1
    other.close()


def test_the_same_notes_make_the_same_bytes_in_the_order_they_were_made(two, tmp_path):
    out(two, tmp_path / "a", format="jsonl")
    out(two, tmp_path / "b", format="jsonl")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert [one["title"] for one in records(tmp_path / "a")] == ["Mine", "About the shop", "Ours"]
    assert [one["layer"] for one in records(tmp_path / "a")] == ["personal", "personal", "project:shop"]
    out(two, tmp_path / "f")
    assert sorted(path.name for path in (tmp_path / "f").iterdir()) == ["manifest.json", "personal", "project-shop"]


@pytest.mark.parametrize(
    ("fields", "titles"),
    [
        ({"layer": "project:shop"}, ["Ours"]),
        ({"layer": "personal"}, ["Mine", "About the shop"]),
        ({"project": "shop"}, ["About the shop", "Ours"]),
        ({"types": ("fact", "decision")}, ["About the shop", "Ours"]),
        ({"since": "2999-01-01"}, []),
        ({"since": "1h"}, ["Mine", "About the shop", "Ours"]),
    ],
)
def test_it_is_narrowed(two, tmp_path, fields, titles):
    out(two, tmp_path / "x", format="jsonl", **fields)
    assert [one["title"] for one in records(tmp_path / "x")] == titles


def test_everything_you_have_is_taken_wherever_you_stand(two, machine, tmp_path):
    assert out(machine.app(), tmp_path / "x", format="jsonl").notes == 3


def test_what_must_stay_stays_and_is_counted(two, machine, tmp_path):
    put(two, "hush", title="Hidden", type="preference", sensitivity="confidential")
    put(two, "plain", title="With a secret", type="preference")
    path = notes_of(machine) / "with-a-secret.md"
    path.write_text(path.read_text().replace("plain", f"token {SECRET}"))
    (notes_of(machine) / "broken.md").write_text("---\ntitle: [\n---\nhush hush\n")
    (notes_of(machine) / "pipe.md").symlink_to("/etc/hostname")
    done = out(two, tmp_path / "x", format="jsonl")
    assert done.notes == 3
    assert done.left_out == (
        "1 confidential note left out",
        "1 note with a secret left out: with-a-secret",
        "1 note whose frontmatter cannot be read and may be confidential left out: broken",
    )
    text = (tmp_path / "x").read_text()
    assert "hush" not in text
    assert SECRET not in text
    agent = machine.app(two.workspace.place(two.caller.cwd).project.top, origin="agent_inferred")
    for field in ("include_confidential", "allow_secret"):
        assert refusal(agent, output=str(tmp_path / "y"), **{field: True}).code == "refused"
    done = out(two, tmp_path / "all", include_confidential=True, allow_secret=True)
    assert (done.notes, done.left_out) == (6, ())
    assert SECRET in (tmp_path / "all" / "personal" / "with-a-secret.md").read_text()


def test_nothing_is_overwritten_unless_that_is_said(two, machine, tmp_path):
    folder = tmp_path / "files"
    out(two, folder)
    assert refusal(two, output=str(folder)).code == "refused"
    (folder / "mine.txt").write_text("mine")
    (folder / "personal" / "mine.md").write_text("changed")
    update(two, UpdateRequest(handle="about-the-shop", title="Renamed"))
    out(two, folder, force=True)
    assert files_below(folder / "personal") == files_below(notes_of(machine))
    assert (folder / "mine.txt").read_text() == "mine"
    (tmp_path / "lines").write_text("mine")
    assert refusal(two, output=str(tmp_path / "lines"), format="jsonl").code == "refused"
    assert (tmp_path / "lines").read_text() == "mine"
    assert out(two, tmp_path / "lines", format="jsonl", force=True).notes == 3


def test_a_manifest_cannot_make_us_remove_what_lies_elsewhere(two, tmp_path):
    folder = tmp_path / "files"
    out(two, folder)
    (tmp_path / "victim").write_text("x")
    manifest = json.loads((folder / "manifest.json").read_text())
    for name in ("../victim", "personal/../../victim", "/victim"):
        manifest["files"][name] = {"sha256": hashlib.sha256(b"x").hexdigest()}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    out(two, folder, force=True)
    assert (tmp_path / "victim").read_text() == "x"
    (folder / "manifest.json").write_text("[]")
    assert refusal(two, output=str(folder), force=True).code == "integrity"


def test_a_link_in_the_folder_is_not_followed(two, tmp_path):
    folder, elsewhere = tmp_path / "files", tmp_path / "elsewhere"
    folder.mkdir()
    elsewhere.mkdir()
    (folder / "personal").symlink_to(elsewhere)
    assert refusal(two, output=str(folder), force=True).code == "refused"
    assert list(elsewhere.iterdir()) == []


@pytest.mark.needs("user")
def test_a_place_that_cannot_be_is_one_line(two, machine, tmp_path):
    (tmp_path / "file").write_text("x")
    (tmp_path / "locked").mkdir(mode=0o500)
    for fields, code in (
        ({"output": str(tmp_path / "file")}, "invalid"),
        ({"output": str(tmp_path), "format": "jsonl"}, "invalid"),
        ({"output": str(tmp_path / "locked" / "x")}, "degraded"),
        ({"output": str(tmp_path / "locked" / "x"), "format": "jsonl"}, "degraded"),
        ({"output": str(notes_of(machine) / "x")}, "refused"),
        ({"output": str(machine.work / "shop" / ".sagacity" / "x")}, "refused"),
        ({"output": str(tmp_path / "file" / "x"), "format": "jsonl"}, "invalid"),
    ):
        error = refusal(two, **fields)
        assert (error.code, "\n" in error.message) == (code, False), fields
