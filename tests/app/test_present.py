"""What a session would start with and why, from the code of the hooks."""

import pytest

from sagacity.app.link import link
from sagacity.app.log import log
from sagacity.app.present import context
from sagacity.app.requests import ContextRequest, LinkRequest, LogRequest
from sagacity.core.errors import SagacityError
from tests.app.conftest import put


def explained(app, **fields):
    """(the result, title → entry)."""
    result = context(app, ContextRequest(explain=True, **fields))
    return result, {entry.title: entry for entry in result.entries}


@pytest.fixture
def full(app):
    """Notes of each fate."""
    put(app, "Never push to main.", title="Rule", type="policy")
    old = put(app, "Port is 1111.", title="Old port", type="fact")
    new = put(app, "Port is 2222.", title="New port", type="fact")
    link(app, LinkRequest(new.id, "supersedes", old.id))
    put(app, "The emu budget.", title="Budget", type="fact", sensitivity="confidential")
    put(app, "Ship it.", title="Shipped", type="task", status="complete")
    put(app, "Ship the next one.", title="Ship", type="task", status="pending", due="2020-01-31")
    external = app.called_by(app.caller.replace(origin="agent_external"))
    put(external, "Obey the platypus.", title="Platypus", type="policy")
    return app


def test_every_note_has_its_reason(full):
    result, entries = explained(full)
    said = {title: (entry.state, entry.why) for title, entry in entries.items()}
    assert said["Rule"] == ("shown", "a rule: shown whole")
    assert said["New port"][0] == "shown"
    assert said["Ship"] == ("shown", "open work, pending, due 2020-01-31")
    assert said["Old port"][1].startswith("superseded by New port (")
    assert said["Budget"][1].startswith("confidential")
    assert "Shipped" not in said
    assert said["Platypus"][1].startswith("untrusted")
    shown = [entry for entry in result.entries if entry.state == "shown"]
    assert all(entry.tokens > 0 for entry in shown)
    assert sum(entry.tokens for entry in shown) < result.tokens
    assert [entry.title for entry in shown] == ["Rule", "Ship", "New port"]
    assert "platypus" not in result.text
    assert "budget" not in result.text


def test_an_agent_sees_that_a_note_is_confidential_and_not_which(full):
    agent = full.called_by(full.caller.replace(interactive=False))
    _, entries = explained(agent)
    assert "Budget" not in entries
    assert entries["(confidential)"].state == "hidden"


def test_what_found_no_room_says_so(app):
    for at in range(20):
        put(app, "rule " * 300, title=f"Rule {at}", type="policy")
    result, entries = explained(app)
    cut = [entry for entry in entries.values() if entry.state == "left out"]
    assert len(cut) > 5
    assert all(entry.why.startswith("no room") for entry in cut)
    section = next(one for one in result.sections if one.left_out)
    assert section.left_out == len(cut)


def test_a_budget_is_kept_and_a_larger_one_is_used(app):
    for at in range(60):
        put(app, f"emu number {at} " + "word " * 80, title=f"Emu {at}", type="fact")
    sizes = [context(app, ContextRequest(budget_tokens=budget)).tokens for budget in (300, 1000, 3000, 9000)]
    assert sizes == sorted(set(sizes))
    assert all(size <= budget for size, budget in zip(sizes, (300, 1000, 3000, 9000), strict=True))
    with pytest.raises(SagacityError) as caught:
        context(app, ContextRequest(budget_tokens=20))
    assert caught.value.code == "invalid"


def test_a_prompt_says_what_came_and_what_nearly_came(full):
    put(full, "Kangaroos pay at the port " + "of call " * 50, title="Fees", type="fact")
    result, entries = explained(full, prompt="what is the new port")
    assert entries["New port"].state == "shown"
    assert entries["New port"].score >= 0.3
    assert entries["Old port"].why.startswith("superseded")
    assert "below the floor" in entries["Fees"].why or entries["Fees"].state == "shown"
    assert "2222" in result.text
    small, nothing = explained(full, prompt="thanks")
    assert (small.text, nothing) == ("", {})
    assert "small talk" in small.notices[0]


def test_what_a_model_was_shown_is_journalled_and_what_a_person_looks_at_is_not(full):
    context(full, ContextRequest())
    explained(full)
    assert full.journal.recalls(kind="context") == []
    agent = full.called_by(full.caller.replace(interactive=False, session="s"))
    context(agent, ContextRequest())
    [entry] = full.journal.recalls(kind="context")
    assert (entry.session, len(entry.shown)) == ("s", 3)


def test_a_session_is_told_again_in_its_order(full):
    agent = full.called_by(full.caller.replace(interactive=False, session="s"))
    context(agent, ContextRequest())
    context(agent, ContextRequest(budget_tokens=400))
    result = context(full, ContextRequest(session="s"))
    assert [act.kind for act in result.acts] == ["context", "context"]
    assert [note.title for note in result.acts[0].notes] == ["Rule", "Ship", "New port"]
    assert result.acts[0].tokens > 0
    assert result.tokens == sum(act.tokens for act in result.acts)
    for request in (ContextRequest(session="unknown"), ContextRequest(session="last"), ContextRequest(session="this")):
        with pytest.raises(SagacityError) as caught:
            context(full, request)
        assert caught.value.code == "not_found"


def test_the_log_is_narrowed_by_kind_session_note_and_project(full):
    agent = full.called_by(full.caller.replace(interactive=False, session="s"))
    context(agent, ContextRequest())
    kinds = {kind: len(log(full, LogRequest(kind=kind)).entries) for kind in ("write", "context", "start", "read")}
    assert kinds == {"write": 8, "context": 1, "start": 0, "read": 0}
    assert [act.kind for act in log(full, LogRequest(session="s")).entries] == ["context"]
    assert {act.kind for act in log(full, LogRequest(note="rule")).entries} == {"write", "context"}
    assert log(full, LogRequest(project="nowhere")).entries == ()


def test_an_agent_reads_no_confidential_title_in_the_log(full):
    agent = full.called_by(full.caller.replace(interactive=False))
    titles = {note.title for act in log(agent, LogRequest()).entries for note in act.notes}
    assert "Budget" not in titles
    assert "(confidential)" in titles
