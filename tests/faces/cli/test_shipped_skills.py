"""The skills that come along: what they say is true, and they are put and taken away like guests."""

import os
import re
import shlex
from pathlib import Path

import pytest

import sagacity
from sagacity.app.operations import OPERATIONS
from sagacity.app.shape import fields_for
from sagacity.core.hashing import content_hash
from sagacity.core.skill import head_of

SKILLS = str(Path(sagacity.__file__).parent / "skills")
FACE = "mcp"
TOOLS = {
    op.name.replace(" ", "_"): {field.name.rstrip("_") for field in fields_for(op.request, FACE)}
    for op in OPERATIONS
    if FACE in op.faces
}
CALL = re.compile(r"`([a-z_]+)\(([^`]*)\)`")
NAMES = sorted(os.listdir(SKILLS))


def text_of(name):
    with open(f"{SKILLS}/{name}/SKILL.md", encoding="utf-8") as file:
        return file.read()


@pytest.fixture
def agents(home):
    return home / ".claude" / "skills"


@pytest.mark.parametrize("name", NAMES)
def test_each_says_what_it_is_for_in_valid_frontmatter(name):
    head = head_of(text_of(name))
    assert head.authored
    assert head.name == name
    assert re.fullmatch(r"[a-z0-9-]{1,64}", name)
    assert 40 < len(head.trigger) <= 300
    assert len(text_of(name)) < 6000
    assert "/home/" not in text_of(name)


@pytest.mark.parametrize("name", NAMES)
def test_each_call_it_teaches_is_one_of_a_tool(name):
    calls = CALL.findall(text_of(name))
    assert calls
    for tool, arguments in calls:
        assert tool in TOOLS, tool
        given = set(re.findall(r"(?:^|, )(\w+)=", re.sub(r'"[^"]*"', '""', arguments)))
        assert given <= TOOLS[tool], (tool, given - TOOLS[tool])


@pytest.mark.parametrize("name", NAMES)
def test_each_command_it_teaches_works(name, sg):
    _, _, rest = text_of(name).partition("```sh\n")
    commands = [shlex.split(line)[1:] for line in rest.partition("```")[0].splitlines()]
    assert len(commands) >= 4
    for words in commands:
        done = sg(*words)
        assert done.status == 0, (words, done.err)


def test_they_come_and_go_and_nothing_else_does(sg, agents):
    (agents / "mine").mkdir(parents=True)
    (agents / "mine" / "SKILL.md").write_text("mine")
    plan = sg("skill", "install", "claude-code", "--global", "--dry-run")
    assert "add" in plan.out
    assert sorted(os.listdir(agents)) == ["mine"]
    assert sg("skill", "install", "claude-code", "--global").status == 1  # nobody to ask
    assert sorted(os.listdir(agents)) == ["mine"]
    assert sg("skill", "install", "claude-code", "--global", "--yes").status == 0
    assert sorted(os.listdir(agents)) == ["mine", *NAMES]
    assert (agents / NAMES[0] / "SKILL.md").read_text() == text_of(NAMES[0])
    assert "nothing to do" in sg("skill", "install", "claude-code", "--global", "--yes").out
    assert sg("skill", "verify").status == 0
    assert sg("skill", "uninstall", "all", "--global", "--yes").status == 0
    assert sorted(os.listdir(agents)) == ["mine"]
    assert sg("skill", "verify", "--json").json["installed"] == []


def test_what_the_user_changed_survives(sg, agents):
    sg("skill", "install", "claude-code", "--global", "--yes")
    changed = agents / NAMES[0] / "SKILL.md"
    changed.write_text("my own words")
    kept = sg("skill", "install", "claude-code", "--global", "--yes")
    assert "it stays as it is" in kept.out
    assert changed.read_text() == "my own words"
    assert [one["state"] for one in sg("skill", "verify", "--json").json["installed"]].count("edited") == 1
    sg("skill", "uninstall", "all", "--global", "--yes")
    assert changed.read_text() == "my own words"
    shown = sg("skill", "install", "claude-code", "--global", "--edited", "overwrite", "--dry-run")
    assert "-my own words" in shown.out
    sg("skill", "install", "claude-code", "--global", "--edited", "overwrite", "--yes")
    assert changed.read_text() == text_of(NAMES[0])


def test_what_was_there_before_is_not_ours(sg, agents):
    (agents / NAMES[0]).mkdir(parents=True)
    (agents / NAMES[0] / "SKILL.md").write_text("somebody's")
    sg("skill", "install", "claude-code", "--global", "--yes")
    assert (agents / NAMES[0] / "SKILL.md").read_text() == "somebody's"
    sg("skill", "uninstall", "all", "--global", "--yes")
    assert sorted(os.listdir(agents)) == [NAMES[0]]


def test_an_older_text_of_ours_is_brought_up_to_date(sg, agents, home):
    sg("skill", "install", "claude-code", "--global", "--yes")
    ledger = home / ".sagacity" / "backups" / "skills" / "manifest.json"
    path = agents / NAMES[0] / "SKILL.md"
    path.write_text("as an older version had it")
    digest = content_hash(path.read_bytes())
    text = ledger.read_text()
    old = re.search(rf'{re.escape(str(path))}": "(\w+)"', text)
    assert old is not None
    ledger.write_text(text.replace(old[1], digest, 1) if text.count(old[1]) == 1 else text)
    assert sg("skill", "verify").status == 3
    sg("skill", "install", "claude-code", "--global", "--yes")
    assert path.read_text() == text_of(NAMES[0])


def test_what_a_kill_left_unrecorded_is_found_again(sg, agents, home):
    sg("skill", "install", "claude-code", "--global", "--yes")
    (home / ".sagacity" / "backups" / "skills" / "manifest.json").write_text("{broken")
    sg("skill", "install", "claude-code", "--global", "--yes")
    assert len(sg("skill", "verify", "--json").json["installed"]) == len(NAMES)
    (home / ".sagacity" / "backups" / "skills" / "manifest.json").unlink()
    sg("skill", "uninstall", "claude-code", "--global", "--yes")
    assert os.listdir(agents) == []


def test_a_missing_one_is_told(sg, agents):
    sg("skill", "install", "claude-code", "--global", "--yes", "--skill", NAMES[1])
    assert sorted(os.listdir(agents)) == [NAMES[1]]
    (agents / NAMES[1] / "SKILL.md").unlink()
    done = sg("skill", "verify")
    assert (done.status, "missing" in done.out) == (3, True)


def test_agents_that_share_a_folder_get_one_file(sg, tmp_path):
    done = sg("skill", "install", "codex", "opencode", "--project", "--yes", "--json").json
    assert len(done["changes"]) == len(NAMES)
    assert sorted(os.listdir(tmp_path / ".agents" / "skills")) == NAMES


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("claude-code",), "either --project or --global"),
        (("claude-code", "--global", "--project"), "either --project or --global"),
        (("claude-cod", "--global"), "claude-code"),
        (("claude-code", "--global", "--skill", "sagacity-memroy"), "sagacity-memory"),
        (("claude-code", "--global", "--edited", "burn"), "keep"),
    ],
)
def test_what_cannot_be_meant_is_said_in_a_line(sg, words, message):
    done = sg("skill", "install", *words)
    assert done.status == 1
    assert message in done.err
    assert "Traceback" not in done.err


@pytest.mark.needs("user")
def test_a_folder_that_is_not_ours_to_write_is_refused_before_anything_is_written(sg, agents):
    agents.mkdir(parents=True)
    agents.chmod(0o500)
    try:
        done = sg("skill", "install", "claude-code", "--global", "--yes")
    finally:
        agents.chmod(0o700)
    assert done.status != 0
    assert "read-only" in done.err
    assert os.listdir(agents) == []


def test_a_linked_folder_and_an_odd_name_are_followed(sg, home, tmp_path):
    target = tmp_path / "dot files \u00e9 'q'"
    target.mkdir()
    (home / ".claude").mkdir(exist_ok=True)
    (home / ".claude" / "skills").symlink_to(target)
    sg("skill", "install", "claude-code", "--global", "--yes")
    assert sorted(os.listdir(target)) == NAMES
    sg("skill", "uninstall", "claude-code", "--global", "--yes")
    assert os.listdir(target) == []
