"""What one face offers, refuses and says, every face it is declared for does alike."""

import json
import re
from pathlib import Path

import pytest

from sagacity import Memory, SagacityError
from sagacity.app.operations import OPERATIONS
from sagacity.app.shape import fields_for
from sagacity.faces.cli.arguments import command_named
from sagacity.faces.cli.arguments import said as spoken

SKILL = str(Path(__file__).parent / "SKILL.md")

FACES = {"cli", "mcp", "python"}

GOOD = [
    ("remember", {"content": "Deploys need VPN", "title": "Deploys need VPN", "type": "fact"}),
    (
        "remember",
        {
            "content": "The lock file lies beside the manifest",
            "title": "Builds use pnpm",
            "type": "convention",
            "tags": ["build"],
        },
    ),
    ("remember", {"content": "Renew the VPN", "type": "task", "due": "next friday"}),
    (
        "remember",
        {"content": "Ann keeps the keys", "entities": ["person:Ann Smith", '{"kind": "place", "name": "Rome"}']},
    ),
    ("remember", {"content": "Ship the release", "type": "plan"}),
    ("work", {}),
    ("work", {"status": ["open"], "everywhere": "true", "due": "next month", "limit": "5"}),
    ("work", {"action": "reopen", "handle": "renew-the-vpn"}),
    ("work", {"action": "start", "handle": "renew-the-vpn", "due": "in 2 weeks"}),
    ("work", {"action": "block", "handle": "renew-the-vpn", "reason": "no key yet"}),
    (
        "work",
        {
            "action": "complete",
            "handle": "renew-the-vpn",
            "prs": ["https://example.org/pull/1"],
            "lessons": ["Renew early: keys take a week"],
        },
    ),
    ("work", {"action": "complete", "handle": "ship-the-release"}),
    ("work", {"action": "graduate", "handle": "ship-the-release", "archive": "true"}),
    ("work", {"action": "reopen", "handle": "renew-the-vpn"}),
    ("work", {"action": "cancel", "handle": "renew-the-vpn"}),
    ("recall", {"query": "deploy", "limit": "3"}),
    ("recall", {"query": "deploy", "explain": "true", "detail": "passages"}),
    ("recall", {"like": "deploys-need-vpn"}),
    ("similar", {"handle": "deploys-need-vpn", "limit": "3"}),
    ("recent", {"since": "24h", "change": "created"}),
    ("read", {"handles": ["deploys-need-vpn"], "versions": "true"}),
    ("list", {"types": ["fact"], "as_of": "today"}),
    ("recall", {"query": "deploy", "as_of": "today"}),
    ("recall", {"as_of": "2026-01-31"}),
    ("stale", {"limit": "5"}),
    ("update", {"handle": "deploys-need-vpn", "add_tags": ["network"]}),
    ("link", {"source": "builds-use-pnpm", "op": "refines", "target": "deploys-need-vpn"}),
    ("recall", {"query": "deploy", "with": ["edges"]}),
    ("walk", {"handle": "deploys-need-vpn", "depth": "3", "relations": ["refines"]}),
    ("walk", {"handle": "deploys-need-vpn", "to": "builds-use-pnpm"}),
    ("infer", {"handle": "deploys-need-vpn", "limit": "5"}),
    ("infer", {"min_score": "50"}),
    ("export", {"handle": "deploys-need-vpn", "depth": "2"}),
    ("vault", {"path": "vault", "dry_run": "true"}),
    ("vault", {"path": "vault"}),
    ("graph", {"handle": "deploys-need-vpn", "depth": "1"}),
    ("graph", {"all": "true", "format": "mermaid"}),
    ("export", {"all": "true", "format": "jsonl", "output": "notes.jsonl", "force": "true"}),
    ("feedback", {"handle": "deploys-need-vpn", "verdict": "useful"}),
    ("history", {"handle": "deploys-need-vpn", "limit": "5"}),
    ("history", {"deleted": "true"}),
    ("diff", {"handle": "deploys-need-vpn", "words": "true"}),
    ("remember", {"content": "---\nname: ship\ndescription: Use it to ship\n---\n# Ship\n", "type": "skill"}),
    ("tags", {}),
    ("tags", {"prefix": "net", "limit": "3"}),
    ("tags", {"text": "the network of a deploy"}),
    ("tags", {"note": "deploys-need-vpn"}),
    ("tags rename", {"old": "Network", "new": "network"}),
    ("tags merge", {"tags": ["network", "build"], "into": "network", "dry_run": "true"}),
    ("skill", {}),
    ("skill", {"name": "SHIP"}),
    ("skill add", {"path": SKILL}),
    ("merge", {"keep": "deploys-need-vpn", "others": ["builds-use-pnpm"]}),
    ("duplicates", {"kinds": ["exact", "near"], "limit": "5"}),
    ("conflicts", {"limit": "5"}),
    ("review", {}),
    ("lint", {"what": ["deploys-need-vpn"], "ignore": ["SN108"]}),
    ("lint", {"fix": "true", "dry_run": "true"}),
    ("capabilities", {}),
    ("guard", {"tool": "Bash", "argument": "git push"}),
    ("rules", {}),
    ("stats", {"since": "30d"}),
    ("skill install", {"agents": ["claude-code"], "project": "true", "yes": "true"}),
    ("skill verify", {}),
    ("skill uninstall", {"agents": ["all"], "project": "true", "yes": "true"}),
    ("forget", {"handles": ["deploys-need-vpn"], "reason": "gone"}),
    ("undo", {}),
    ("context", {"budget_tokens": "1000"}),
    ("log", {}),
    ("eval", {"questions": "5"}),
    ("off", {"for_good": "true"}),
    ("on", {}),
    ("config", {"key": "recall_limit"}),
    ("reindex", {}),
    ("doctor", {}),
]

BAD = [
    ("recall", {"limit": "1000"}),
    ("recall", {"limit": "few"}),
    ("recall", {"with": ["x"]}),
    ("recall", {"layer": "nowhere"}),
    ("recall", {"query": "deploy", "like": "deploys-need-vpn"}),
    ("recall", {"like": "nothing"}),
    ("recall", {"query": "deploy", "detail": "all"}),
    ("similar", {"handle": "nothing"}),
    ("stale", {"limit": "0"}),
    ("lint", {"what": ["nothing"]}),
    ("lint", {"what": ["nowhere/x.md"]}),
    ("lint", {"ignore": ["SN999"]}),
    ("lint", {"dry_run": "true"}),
    ("stale", {"project": "nowhere"}),
    ("remember", {"content": "x", "references": ["../x.py:1"]}),
    ("remember", {"content": "x", "references": ["x.py:9-3"]}),
    ("recent", {"change": "deleted"}),
    ("recent", {"since": "soon"}),
    ("recall", {"since": "soon"}),
    ("context", {"budget_tokens": "20"}),
    ("context", {"budget_tokens": "many"}),
    ("log", {"kind": "nothing"}),
    ("log", {"note": "nothing"}),
    ("eval", {"path": "nowhere"}),
    ("eval", {"questions": "0"}),
    ("off", {"session": "this"}),
    ("on", {"session": "this"}),
    ("read", {"handles": ["nothing"]}),
    ("read", {"handles": []}),
    ("update", {"handle": "nothing", "title": "x"}),
    ("update", {"handle": ""}),
    ("remember", {"content": "x", "type": "no-such-type"}),
    ("remember", {"content": "x", "mode": "prepend"}),
    ("remember", {"content": "x", "relations": ["supersedes"]}),
    ("remember", {"content": "x", "entities": ["Ann"]}),
    ("remember", {"content": "x", "entities": ["persn:Ann"]}),
    ("remember", {"content": "x", "entities": ["person:-"]}),
    ("remember", {"content": "x", "entities": [f"person:Ann {n}" for n in range(21)]}),
    ("remember", {"content": "x", "layer": "nowhere"}),
    ("remember", {"content": "token ghp_" + "a1B2" * 9}),
    ("remember", {"content": "x", "type": "task", "due": "soon"}),
    ("remember", {"content": "x", "type": "task", "due": "31 Feb"}),
    ("work", {"action": "finish", "handle": "x"}),
    ("work", {"action": "start"}),
    ("work", {"handle": "nothing", "action": "start"}),
    ("work", {"action": "start", "handle": "nothing", "prs": ["https://example.org/pull/1"]}),
    ("work", {"status": ["wip"]}),
    ("work", {"due": "soon"}),
    ("work", {"plan": "nothing"}),
    ("work", {"limit": "0"}),
    ("forget", {"handles": ["nothing"]}),
    ("forget", {"handles": ["nothing"], "how": "burn"}),
    ("link", {"source": "a", "op": "refines", "target": "b"}),
    ("walk", {"handle": "nothing"}),
    ("infer", {"handle": "nothing"}),
    ("infer", {"min_score": "101"}),
    ("walk", {"handle": "nothing", "mode": "path"}),
    ("walk", {"handle": "nothing", "direction": "up"}),
    ("walk", {"handle": "nothing", "depth": "40"}),
    ("walk", {"handle": "deploys-need-vpn", "relations": ["refinez"]}),
    ("history", {}),
    ("history", {"handle": "nothing"}),
    ("history", {"handle": "nothing", "limit": "0"}),
    ("diff", {"handle": "nothing"}),
    ("restore", {"handle": "nothing", "version": "0123abcd"}),
    ("vault", {"path": ""}),
    ("graph", {}),
    ("graph", {"handle": "nothing"}),
    ("graph", {"handle": "deploys-need-vpn", "types": ["fact"]}),
    ("graph", {"all": "true", "format": "png"}),
    ("graph", {"all": "true", "limit": "5000"}),
    ("vault", {"path": "vault", "layer": "nowhere"}),
    ("export", {"handle": "nothing"}),
    ("export", {"handle": ""}),
    ("export", {"all": "true"}),
    ("export", {"all": "true", "handle": "deploys-need-vpn", "output": "x"}),
    ("export", {"all": "true", "output": "x", "format": "xml"}),
    ("export", {"all": "true", "output": "x", "types": ["nothing"]}),
    ("export", {"all": "true", "output": "x", "since": "soon"}),
    ("export", {"all": "true", "output": "x", "project": "nowhere"}),
    ("export", {"handle": "deploys-need-vpn", "format": "jsonl"}),
    ("export", {"handle": "deploys-need-vpn", "depth": "9"}),
    ("feedback", {"handle": "nothing", "verdict": "useful"}),
    ("feedback", {"handle": "nothing", "verdict": "meh"}),
    ("tags", {"note": "nothing"}),
    ("tags rename", {"old": "nothing", "new": "x"}),
    ("tags rename", {"old": "build", "new": "2026-11-30"}),
    ("tags merge", {"tags": [], "into": "x"}),
    ("tags merge", {"tags": ["nothing"], "into": "wip"}),
    ("update", {"handle": "builds-use-pnpm", "add_tags": ["wip"]}),
    ("tags", {"text": "a", "prefix": "b"}),
    ("tags", {"limit": "-1"}),
    ("tags", {"project": "nowhere"}),
    ("skill", {"name": "nothing"}),
    ("skill", {"project": "nowhere"}),
    ("skill add", {"path": "nowhere"}),
    ("skill add", {}),
    ("merge", {"keep": "nothing", "others": ["nothing"]}),
    ("merge", {"keep": "nothing", "others": []}),
    ("promote", {"handle": "nothing", "to": "personal"}),
    ("promote", {"handle": "nothing"}),
    ("recall", {"as_of": "soon"}),
    ("list", {"as_of": "soon"}),
    ("duplicates", {"kinds": ["same"]}),
    ("duplicates", {"types": ["no-such-type"]}),
    ("conflicts", {"limit": "0"}),
    ("conflicts", {"layer": "nowhere"}),
    ("review", {"action": "dismiss"}),
    ("review", {"action": "dismiss", "handle": "nothing", "reason": "x"}),
    ("review", {"action": "burn"}),
]


def arguments(name, data):
    """The data as a command line says it."""
    command = command_named(name)
    words = [word for shape in command.words for word in listed(data.get(shape.key, []))]
    options = {option.key: f"--{option.name}" for option in command.options}
    named = [
        part for key, value in data.items() if key in options for one in listed(value) for part in (options[key], one)
    ]
    return [*name.split(), *[part for part in named if part != "true"], "--json", "--", *words]


def listed(value):
    return value if isinstance(value, list) else [value]


@pytest.fixture
def ask(sg, mcp, tmp_path, home):
    """ask(face, name, data) → (code, message and hint); the code is "" when it went well."""
    server = mcp(SAGACITY_MCP_TOOLS="full")
    server.start()
    memory = Memory(home=home / ".sagacity", cwd=tmp_path)

    def cli(name, data):
        done = sg(*arguments(name, data))
        error = done.json.get("error", {}) if done.status else {}
        text = [error.get("message", ""), ", ".join(error.get("candidates", ())), error.get("hint", "")]
        return error.get("code", ""), text

    def of_mcp(name, data):
        result = server.call(name.replace(" ", "_"), **data)
        code, _, text = result["content"][0]["text"].partition(": ")
        return (code, text) if result.get("isError") else ("", "")

    def python(name, data):
        try:
            getattr(memory, name.replace(" ", "_"))(
                **{"with_" if key == "with" else key: value for key, value in data.items()}
            )
        except SagacityError as error:
            return error.code, [error.message, ", ".join(error.candidates), error.hint]
        return "", []

    yield lambda face, name, data: {"cli": cli, "mcp": of_mcp, "python": python}[face](name, data)
    memory.close()


def faces_of(name, data):
    """The faces that offer the operation with these fields."""
    op = next(op for op in OPERATIONS if op.name == name)
    offered = {face: {shape.key for shape in fields_for(op.request, face)} for face in op.faces}
    known = {shape.key for shape in fields_for(op.request)}
    return [face for face, keys in offered.items() if set(data) & known <= keys]


def as_fields(name, text):
    """What a command line says, with the fields by their keys."""
    for shape in fields_for(command_named(name).operation.request, "cli"):
        text = re.sub(rf"(?<![\w-]){re.escape(spoken(shape))}(?![\w-])", shape.key, text)
    return text


def test_every_operation_is_tried_here():
    untried = {"edit", "import", "init", "promote", "restore", "setup"}
    assert {name for name, _ in GOOD} | untried == {op.name for op in OPERATIONS}
    assert all(set(op.faces) <= FACES for op in OPERATIONS)


def test_every_operation_is_reached_through_each_face_it_declares(ask):
    for face in sorted(FACES):
        for name, data in GOOD:
            if face in faces_of(name, data):
                assert ask(face, name, data)[0] == "", (face, name, ask(face, name, data))


def test_the_same_bad_input_has_the_same_code_and_words_everywhere(ask):
    for name, data in BAD:
        answers = {face: ask(face, name, data) for face in faces_of(name, data)}
        codes = {code for code, _ in answers.values()}
        assert len(codes) == 1, (name, data, answers)
        assert codes != {""}, (name, data)
        said, by_python = ([as_fields(name, one) for one in answers[face][1]] for face in ("cli", "python"))
        assert said == by_python
        assert "mcp" not in answers or said[0].split("\n")[0][:40] in as_fields(name, answers["mcp"][1])


def test_no_face_says_a_secret_again(ask):
    secret = "ghp_" + "a1B2" * 9
    for face in FACES:
        assert secret not in json.dumps(ask(face, "remember", {"content": f"token {secret}"}))
