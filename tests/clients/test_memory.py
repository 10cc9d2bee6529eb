"""Which files Claude Code loads, and what of them an import takes."""

import json
import os

import pytest

from sagacity.adapters.clients.configuration import FileClients
from sagacity.adapters.clients.launch import Launch
from sagacity.app.setup_port import Surroundings

FILES = {
    ".claude/CLAUDE.md": "Mine. @./extra.md and @~/notes/style.md @missing.md @~/notes/data.json @/etc/hostname\n",
    ".claude/extra.md": "Extra. @deep.md\n",
    ".claude/deep.md": "Deep. @CLAUDE.md\n",
    ".claude/rules/a.md": "Rule.\n",
    ".claude/rules/sub/b.md": "Rule below.\n",
    ".claude/projects/-x/memory/MEMORY.md": "- [a](a.md)\n",
    ".claude/projects/-x/memory/a.md": "Memory.\n",
    ".claude/projects/-x/memory/sub/b.md": "Memory below.\n",
    ".claude/projects/-x/tool-results/no.md": "Not this.\n",
    ".claude/agent-memory/reviewer/c.md": "Agent's memory.\n",
    ".claude/plans/no.md": "Not this.\n",
    "notes/style.md": "Style.\n",
    "notes/data.json": "{}\n",
    "CLAUDE.md": "At home.\n",
    "work/CLAUDE.md": "Above.\n",
    "work/shop/CLAUDE.md": "Project. @docs/x.md @~/notes/style.md\n",
    "work/shop/docs/x.md": "Imported.\n",
    "work/shop/.claude/CLAUDE.md": "Beside.\n",
    "work/shop/.claude/rules/s/t.md": "Project's rule.\n",
    "work/shop/CLAUDE.local.md": "Local.\n",
    "work/shop/AGENTS.md": "Not read by this one.\n",
    "work/shop/sub/CLAUDE.md": "Nested.\n",
    "work/shop/sub/.claude/rules/n.md": "Nested rule.\n",
    "work/shop/node_modules/p/CLAUDE.md": "Somebody's.\n",
    "work/shop/other/.git": "gitdir: elsewhere\n",
    "work/shop/other/CLAUDE.md": "Another repository's.\n",
    "work/CLAUDE.local.md": "Local above.\n",
    "work/elsewhere/CLAUDE.md": "Of another folder.\n",
}
OWN = {
    "CLAUDE.md", "extra.md", "deep.md", "~/notes/style.md", "rules/a.md", "rules/sub/b.md", "projects/-x/memory/MEMORY.md",
    "projects/-x/memory/a.md", "projects/-x/memory/sub/b.md", "agent-memory/reviewer/c.md",
}  # fmt: skip
ABOVE = {"~/CLAUDE.md", "~/work/CLAUDE.md", "~/work/CLAUDE.local.md"}
SHOP = {
    "shop:CLAUDE.md", "shop:docs/x.md", "shop:.claude/CLAUDE.md", "shop:.claude/rules/s/t.md", "shop:CLAUDE.local.md",
    "shop:sub/CLAUDE.md", "shop:sub/.claude/rules/n.md",
}  # fmt: skip


@pytest.fixture
def user(tmp_path):
    """A home with everything in it."""
    for name, text in FILES.items():
        path = tmp_path / "user" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "user"


def files(user, *, around=None, folders=None):
    launch = Launch(python="/bin/python", package="/p")
    clients = FileClients(
        launch, home=str(user / ".sagacity"), user_home=str(user), folders=folders or {}, environ=os.environ
    )
    shop = str(user / "work" / "shop")
    return clients.memory_files("claude-code", around or Surroundings(f"{shop}/sub", shop, "shop"))


def read(found):
    return {one.path for one in found if one.data is not None}


def test_all_that_is_loaded_here_is_found_once(user):
    found = files(user)
    assert read(found) == OWN | ABOVE | SHOP
    assert len(found) == len(read(found))
    assert {one.path for one in found if one.kind == "project"} == ABOVE | SHOP
    assert {one.path for one in found if one.of_project} == SHOP
    assert {one.path: one.applies for one in found if one.applies} == {
        "shop:sub/CLAUDE.md": "sub/**",
        "shop:sub/.claude/rules/n.md": "sub/**",
    }


def test_imports_that_are_not_followed_are_named(user):
    told = {one.path: one.not_followed for one in files(user) if one.not_followed}
    assert told == {
        "CLAUDE.md": ("@missing.md", "@~/notes/data.json", "@/etc/hostname"),
        "shop:CLAUDE.md": ("@~/notes/style.md",),  # a repository reads nothing of its user's
    }


def test_a_repository_leads_nowhere_else_by_links(user):
    secret = user / "secret.md"
    secret.write_text("private\n")
    (user / "work/shop/sub/CLAUDE.md").unlink()
    (user / "work/shop/sub/CLAUDE.md").symlink_to(secret)
    (user / "work/shop/docs/x.md").unlink()
    (user / "work/shop/docs/x.md").symlink_to(secret)
    found = files(user)
    assert "private" not in repr(found)
    assert [one.problem for one in found if one.data is None] == [
        f"it is a link out of {user}/work/shop, to {secret}",
    ]


def test_outside_of_a_project_only_the_way_down_counts(user):
    assert read(files(user, around=Surroundings(str(user / "work")))) == OWN | ABOVE
    assert read(files(user, around=Surroundings("/"))) == OWN


def test_a_home_that_is_a_project_is_not_searched(user):
    found = read(files(user, around=Surroundings(str(user), str(user), "home")))
    assert found - OWN == {"home:CLAUDE.md", "home:notes/style.md"}


@pytest.mark.parametrize("said", ["~/mem", "{user}/mem", "{user}/mem/"])
def test_memories_are_read_where_the_settings_put_them(user, said):
    (user / "mem" / "sub").mkdir(parents=True)
    (user / "mem" / "d.md").write_text("Elsewhere.\n")
    (user / ".claude" / "settings.json").write_text(json.dumps({"autoMemoryDirectory": said.format(user=user)}))
    found = files(user)
    assert read(found) == OWN | ABOVE | SHOP | {"~/mem/d.md"}
    assert next(one for one in found if one.path == "~/mem/d.md").kind == "memory"


@pytest.mark.parametrize("said", ["[", '{"autoMemoryDirectory": 7}', '{"autoMemoryDirectory": "mem"}', "[]"])
def test_settings_that_say_nothing_sound_are_passed_over(user, said):
    (user / ".claude" / "settings.json").write_text(said)
    assert read(files(user)) == OWN | ABOVE | SHOP


def test_a_folder_moved_out_of_the_home_is_read(user, tmp_path):
    (user / ".claude").rename(tmp_path / "moved")
    found = read(files(user, folders={"claude-code": str(tmp_path / "moved")}, around=Surroundings("/")))
    assert {"CLAUDE.md", "rules/a.md", "extra.md"} <= found
