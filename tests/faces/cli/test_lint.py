"""Lint as people, hooks before a commit and jobs on a server run it."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.faces.conftest import PROGRAM

ROOT = Path(__file__).resolve().parents[3]
NOTE = "---\nid: 01KDVE24501EVCJYEB0RDS8F7{end}\ntype: {type}\ntitle: {title}\ncreated_at: 2026-03-01T12:00:00Z\nupdated_at: 2026-03-01T12:00:00Z\n{more}---\n\nText.\n"


@pytest.fixture
def checkout(tmp_path):
    """A repository with notes, on a machine that knows nothing of us."""
    top = tmp_path / "checkout"
    folder = top / ".sagacity" / "notes"
    folder.mkdir(parents=True)
    subprocess.run(["git", "init", "-q", top], check=True)
    (top / ".sagacity" / "meta.yml").write_text("scope: project:checkout\n")
    (folder / "README.md").write_text("Our notes.\n")
    write(folder, "A", "Good")
    return top


def write(folder, end, title, more="", type="fact"):
    path = folder / f"{title.lower()}.md"
    path.write_text(NOTE.format(end=end, title=title, more=more, type=type))
    return path


def test_a_clean_store_and_one_with_warnings_exit_0_errors_exit_1(sg, checkout):
    folder = checkout / ".sagacity" / "notes"
    assert sg("lint", cwd=checkout).status == 0
    path = write(folder, "B", "Odd", type="gizmo")
    assert (sg("lint", cwd=checkout).status, sg("lint", "--strict", cwd=checkout).status) == (0, 1)
    write(folder, "C", "Bad", 'relations:\n  - op: "@refines"\n    target: nowhere\n')
    done = sg("lint", cwd=checkout)
    assert done.status == 1
    assert f"{path}:3: warning SN202 there is no type 'gizmo'" in done.out
    assert "3 notes in project:checkout: 1 error, 1 warning, 0 hints" in done.out
    shape = sg("lint", "--json", "--ignore", "dangling-target", cwd=checkout)
    assert (shape.status, [one["code"] for one in shape.json["problems"]]) == (0, ["SN202"])
    assert sg("lint", "no-such-note", cwd=checkout).status == 1


def test_a_repair_says_what_it_did_and_how_to_take_it_back(sg, checkout):
    path = write(checkout / ".sagacity" / "notes", "B", "Old", type="rule")
    before = path.read_text()
    shown = sg("lint", "--fix", "--dry-run", cwd=checkout).out
    assert "would repair" in shown
    assert "+type: policy" in shown
    said = sg("lint", "--fix", cwd=checkout).out
    assert "repaired" in said
    assert "type: policy" in path.read_text()
    [back] = re.findall(r"`sagacity (undo --operation \w+)`", said)
    assert sg(*shlex.split(back), cwd=checkout).status == 0
    assert path.read_text() == before


def test_what_can_be_done_here_is_said_in_full(sg):
    told = sg("capabilities", "--json").json
    assert told["format"] == (ROOT / "conformance" / "VERSION").read_text().strip()
    assert told["spec"] == {
        "name": "Saga Topic Spec",
        "version": "1.1",
        "levels": ["0 Reader", "1 Pure-metadata", "2 Reference"],
    }
    assert {"types", "relations", "rules", "operations", "faces", "limits", "embedder"} <= told.keys()
    assert "SN304" in sg("capabilities").out


def hooks():
    return yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())


def as_program(entry):
    words = shlex.split(entry)
    assert words[0] == "sagacity"
    return [*PROGRAM, *words[1:]]


@pytest.mark.parametrize("hook", hooks(), ids=lambda hook: hook["id"])
def test_the_hook_before_a_commit_refuses_what_is_wrong(hook, checkout, environ):
    folder = checkout / ".sagacity" / "notes"
    write(folder, "B", "Old", type="rule")
    files = sorted(str(path.relative_to(checkout)) for path in folder.iterdir())
    assert [path for path in files if re.search(hook["files"], path)] == files
    assert not re.search(hook["files"], "docs/notes.md")

    def run():
        return subprocess.run(
            [*as_program(hook["entry"]), *files], cwd=checkout, env=environ, capture_output=True, text=True, check=False
        )

    assert run().returncode == 0
    assert ("type: policy" in (folder / "old.md").read_text()) == ("--fix" in hook["entry"])
    (folder / "good.md").write_text("---\ntitle: [never closed\n---\n")
    done = run()
    assert (done.returncode, done.stderr) == (1, "")
    assert ".sagacity/notes/good.md:2: error SN001" in done.stdout


def test_the_action_runs_what_it_says_with_the_arguments_given(checkout, environ, tmp_path):
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    step = action["runs"]["steps"][-1]
    assert set(action["inputs"]) == {"arguments", "version", "working-directory"}
    shim = tmp_path / "bin" / "uvx"
    shim.parent.mkdir()
    shim.write_text(
        f'#!/bin/sh\n[ "$1" = sagacity ] || exit 9\nshift\nexec {shlex.quote(PROGRAM[0])} -c {shlex.quote(PROGRAM[2])} "$@"\n'
    )
    shim.chmod(0o755)
    write(checkout / ".sagacity" / "notes", "B", "Odd", type="gizmo")

    def run(arguments):
        own = {"PATH": f"{shim.parent}:{environ['PATH']}", "GITHUB_ACTION_PATH": str(ROOT)}
        own |= {"ARGUMENTS": arguments, "VERSION": ""}
        command = ["bash", "-e", "-c", step["run"]]
        return subprocess.run(
            command, cwd=checkout, env={**environ, **own}, capture_output=True, text=True, check=False
        )

    assert run("").returncode == 0
    done = run("--strict --ignore SN105")
    assert done.returncode == 1
    [matcher] = re.findall(r"::add-matcher::(.*)", done.stdout)
    pattern = json.loads(Path(matcher).read_text())["problemMatcher"][0]["pattern"][0]
    [found] = [hit for line in done.stdout.splitlines() if (hit := re.match(pattern["regexp"], line))]
    assert found[pattern["file"]] == os.path.join(".sagacity", "notes", "odd.md")
    assert (found[pattern["severity"]], found[pattern["code"]]) == ("warning", "SN202")
