"""What an import takes is what Claude Code puts before its model, seen in the real program."""

from __future__ import annotations

import json
import re
import subprocess

from tests.e2e.model import use

FILES = {
    ".claude/CLAUDE.md": "MARK-user @./extra.md and @~/notes/style.md",
    ".claude/extra.md": "MARK-extra @deep.md",
    ".claude/deep.md": "MARK-deep",
    "notes/style.md": "MARK-style",
    ".claude/rules/sub/b.md": "MARK-rule",
    "CLAUDE.md": "MARK-home",
    "work/CLAUDE.md": "MARK-above",
    "work/shop/CLAUDE.md": "MARK-project @docs/x.md @~/notes/outside.md",
    "work/shop/docs/x.md": "MARK-imported",
    "work/shop/.claude/CLAUDE.md": "MARK-beside",
    "work/shop/.claude/rules/s/t.md": "MARK-projectrule",
    "work/shop/.claude/rules/glob.md": '---\npaths: "**/*.py"\n---\nMARK-globs',
    "work/shop/CLAUDE.local.md": "MARK-local",
    "work/shop/sub/CLAUDE.md": "MARK-nested",
    "work/shop/sub/.claude/rules/n.md": "MARK-nestedrule",
    "work/shop/sub/x.py": "pass",
    "notes/outside.md": "MARK-outside",
    "work/shop/AGENTS.md": "MARK-agents",
}
NEVER = {"MARK-outside", "MARK-agents"}


def marks(text: str) -> set[str]:
    return set(re.findall("MARK-[a-z]+", text))


def test_an_import_takes_what_the_program_loads(world):
    for name, text in FILES.items():
        path = world.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")
    world.project = world.home / "work" / "shop"
    subprocess.run(["git", "init", "--quiet", str(world.project)], check=True)
    world.model.script = [[use("Read", file_path=str(world.project / "sub" / "x.py"))]]
    loaded = marks(world.session("hello", "--allowedTools", "Read"))
    assert loaded == marks(" ".join(FILES.values())) - NEVER
    world.sagacity("import", "claude-code", "--as", "agent", "--project-as", "agent", "--yes")
    notes = json.loads(world.sagacity("list", "--limit", "50", "--json"))["results"]
    texts = [world.sagacity("read", one["id"], "--json") for one in notes]
    assert marks(" ".join(texts)) == loaded
