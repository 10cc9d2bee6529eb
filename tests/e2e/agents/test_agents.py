"""What the real programs put before their models, from session to session."""

from __future__ import annotations

import pytest

from tests.e2e.agents.programs import PROGRAMS
from tests.e2e.model import say, use
from tests.faces.hooks.stage import Stage

TITLE = "Staging deploys need the VPN"
BODY = "Without the corporate VPN the staging deploy hangs at step 3, the database migration."
QUESTION = "why does the staging deploy hang at the database migration?"
RULE = "Releases are tagged by the release job alone."
every_program = pytest.mark.parametrize("name", PROGRAMS)


def stock(machine, **note) -> None:
    """As a person writes it."""
    Stage(machine.home, machine.project).remember(**note)


def stock_much(machine) -> None:
    """So many rules that a start is about as long as it may be."""
    app = Stage(machine.home, machine.project)
    for at in range(16):
        app.remember(
            content=f"Rule {at}. " + "Kangaroos are fed at noon and counted after that. " * 11,
            title=f"Rule {at}",
            type="policy",
        )


def runs(machine, command):
    """An answer of the model that runs a command, and one after it."""
    tool, arguments = machine.program.shell
    machine.model.script = [
        [use(tool, **{key: command if value == "{}" else value for key, value in arguments.items()})],
        [say("Done.")],
    ]


@every_program
def test_a_start_arrives_whole_and_its_notes_stay_once_when_the_session_goes_on(machine, name):
    stock_much(machine)
    stock(machine, content=BODY, title=TITLE, type="learning/gotcha")
    machine.connect()
    runs(machine, "true")  # a session without a tool is not kept by all of them
    seen = machine.session("hello there")
    assert seen.count(f"│ {TITLE}") == 1
    assert "hello there" in seen
    nonce, _, rest = seen.partition("[[MEM ")[2].partition("]]")
    said, end, _ = rest.partition(f"[[/MEM {nonce}]]")
    assert 7000 < len(said) <= 9000
    assert end
    assert machine.session(QUESTION, go_on=True).count(f"│ {TITLE}") == 1


@every_program
def test_a_prompt_brings_the_note_that_answers_it(machine, name):
    machine.connect()
    runs(machine, "true")
    assert "step 3" not in machine.session("hello there")
    stock(machine, content=BODY, title=TITLE, type="learning/gotcha")
    assert "step 3" in machine.session(QUESTION, go_on=True)


@every_program
def test_a_rule_refuses_the_tool_and_its_words_reach_the_model(machine, name):
    stock(machine, content=RULE, title="Tags", type="policy", triggers=("Bash(git tag*)",), enforcement="block")
    machine.connect()
    runs(machine, "touch made && git tag v1")
    seen = machine.session("tag the release")
    assert not (machine.project / "made").exists()
    assert "forbids this" in seen
    assert RULE in seen
    runs(machine, "touch made")
    machine.session("now the rest")
    assert (machine.project / "made").exists()


@every_program
def test_setup_shows_notes_and_is_taken_back_to_the_byte(machine, name):
    stock(machine, content=BODY, title=TITLE, type="learning/gotcha")
    alone = machine.session(QUESTION)  # programs change files of their own when they first run
    before = machine.settings()
    machine.connect()
    assert machine.settings() != before
    assert TITLE in machine.session(QUESTION)
    machine.sagacity("setup", name, "--remove", "--yes")
    assert machine.settings() == before
    for seen in (alone, machine.session(QUESTION)):
        assert TITLE not in seen
        assert "sagacity" not in seen.lower().replace(str(machine.home).lower(), "")
