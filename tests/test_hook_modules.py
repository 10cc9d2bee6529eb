"""What the hooks load, as a list to be kept short: each module costs every prompt of every user."""

import json
import os
import subprocess

import pytest

from sagacity.app.freshness import UNBOUNDED, refresh
from tests.faces.hooks.stage import PATIENT, PROGRAM, Stage

COSTLY = {
    "typing", "dataclasses", "re", "json", "enum", "pathlib", "datetime", "hashlib", "logging", "functools", "contextlib",
    "collections", "inspect", "tomllib", "threading", "subprocess", "sqlite3", "unicodedata",
}  # fmt: skip
SMALL = {
    "_blake2",
    "marshal",
    "gc",
    "_json",
    "apsw",
    "errno",
    "fcntl",
    "math",
    "__future__",
}
FACE = {"faces", "faces.hooks", "faces.hooks.answer", "faces.hooks.door", "faces.hooks.request", "faces.hooks.shapes"}
SILENT = {*FACE, "", "bundle", "bundle_write", "event", "core", "core.settings", "core.value", "core.jsontext"}
OPENED = {
    "lean", "place", "adapters", "adapters.files", "adapters.files.gitdir", "adapters.files.ground", "adapters.files.meta",
    "adapters.files.names", "adapters.files.paths", "adapters.files.reading", "adapters.files.store",
    "adapters.files.workspace", "adapters.sqlite", "adapters.sqlite.common", "adapters.sqlite.connection", "adapters.sqlite.faults",
    "adapters.sqlite.gate", "adapters.sqlite.generations", "adapters.sqlite.index", "adapters.sqlite.journal",
    "adapters.sqlite.journal_file", "adapters.sqlite.names", "adapters.sqlite.phrases", "adapters.sqlite.search", "adapters.sqlite.serving", "adapters.sqlite.sqltext",
    "adapters.system", "adapters.system.clock", "app", "app.context", "app.records", "app.freshness", "app.relate",
    "app.scope", "app.session", "app.block", "core.clean", "core.egress", "core.errors", "core.fences", "core.frame", "core.handles",
    "core.ids", "core.preview", "core.rank", "core.stopwords", "core.summary_text", "core.trust", "core.verdict",
}  # fmt: skip
CHATTER = {*SILENT, "core.prompt_text", "core.stopwords", "core.tokens"}
MEANING = {
    "adapters.embed", "adapters.embed.lanes", "adapters.embed.static", "adapters.embed.wordpiece", "adapters.sqlite.vectors", "app.embedding",
    "core.bitslice", "core.vectors",
}  # fmt: skip
PROMPT = {
    *CHATTER, *OPENED, *MEANING, "app.found", "app.hops", "app.judging", "app.near_ties", "app.prompt", "app.prompt_notes", "app.ranking", "app.search", "app.words",
}  # fmt: skip
# A session's start looks at every file in turn and keeps where it stopped.
KEEPING = {"adapters.sqlite.filelock", "adapters.sqlite.index_write"}
START = {
    *SILENT,
    *OPENED,
    *KEEPING,
    "app.material",
    "app.memories",
    "app.pack",
    "core.pack",
    "core.dates",
    "core.reach",
    "core.verdict",
}

# Most tools run under no rule: then no database is opened.
UNGOVERNED = {
    *SILENT, "faces.hooks.before_tool", "core.shell", "core.trigger", "adapters", "adapters.sqlite", "adapters.sqlite.trigger_list", "place",
}  # fmt: skip
GOVERNED = {*UNGOVERNED, *OPENED, *KEEPING, "app.guard", "adapters.sqlite.trigger_rows"}

LISTING = """
import os, sys
bare = set(sys.modules)
end = os._exit
def leave(status):
    os.write(1, ("\\n" + " ".join(sorted(set(sys.modules) - bare))).encode())
    end(status)
os._exit = leave
with open(sys.argv[1]) as file:
    entry = compile(file.read(), sys.argv[1], "exec")
sys.argv = sys.argv[1:]
exec(entry, {"__name__": "__main__", "__file__": sys.argv[0]})
"""


def loaded(stage, event, **fields) -> set[str]:
    """Modules that the event loads beyond what the bare interpreter has."""
    done = subprocess.run(
        [*PROGRAM[:-1], "-c", LISTING, PROGRAM[-1], event],
        input=json.dumps({"session_id": "m", "cwd": str(stage.work), **fields}),
        env={"HOME": str(stage.home), **PATIENT},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return set(done.stdout.rpartition("\n")[2].split())


@pytest.fixture(scope="module")
def stage(tmp_path_factory):
    home, work = tmp_path_factory.mktemp("home"), tmp_path_factory.mktemp("work")
    stage = Stage(home, work)
    stage.remember(content="The kangaroo service listens on port 7431.", title="Kangaroo port", type="fact")
    stage.remember(content="Never push to main.", title="Review", type="policy", triggers=("Bash(git push*)",))
    for folder, _, files in os.walk(home / ".sagacity" / "personal"):
        for path in (folder, *(os.path.join(folder, file) for file in files)):
            os.utime(path, (1_700_000_000, 1_700_000_000))  # what is young is read again and again
    app = stage.app()
    refresh(app, app.workspace.all_layers(), UNBOUNDED)  # a hook on a busy machine leaves some of it to the next one
    app.index.close()
    app.journal.close()
    stage.start()
    stage.run("PreToolUse", tool_name="Bash", tool_input={"command": "ls"})
    return stage


@pytest.mark.parametrize(
    ("event", "fields", "allowed"),
    [
        ("PreToolUse", {"tool_name": "Bash", "tool_input": {"command": "ls"}}, UNGOVERNED),
        ("PreToolUse", {"tool_name": "Bash", "tool_input": {"command": "git push"}}, GOVERNED),
        ("PostToolUse", {}, SILENT),
        ("PreCompact", {}, {*SILENT, "faces.hooks.before_compaction"}),
        ("Stop", {}, SILENT),
        ("SessionEnd", {}, SILENT),
        ("UserPromptSubmit", {"prompt": "thanks"}, CHATTER),
        ("UserPromptSubmit", {"prompt": "what is the kangaroo port"}, PROMPT),
        ("SessionStart", {"source": "startup"}, START),
    ],
    ids=["before tool", "under a rule", "after tool", "compaction", "stop", "end", "small talk", "prompt", "start"],
)
def test_hooks_load_only_what_is_listed(stage, event, fields, allowed):
    found = loaded(stage, event, **fields)
    assert found
    ours = {name.removeprefix("sagacity").removeprefix(".") for name in found if name.startswith("sagacity")}
    others = {name for name in found if not name.startswith(("sagacity", "apsw."))}
    assert sorted(ours - allowed) == []
    assert sorted(others - SMALL) == []
    assert not found & COSTLY
