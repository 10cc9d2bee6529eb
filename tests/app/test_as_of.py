"""What held on a day: validity, replacements, archives and texts of that day."""

import pytest

from sagacity.app.forget import forget
from sagacity.app.reading import read
from sagacity.app.recall import list_notes, recall
from sagacity.app.requests import ForgetRequest, ListRequest, ReadRequest, RecallRequest, UpdateRequest
from sagacity.app.update import update
from sagacity.app.work import work
from sagacity.app.working import WorkRequest
from sagacity.core.dates import from_ms
from tests.app.conftest import put, titles
from tests.app.test_write_and_find import refusal


@pytest.fixture
def days(machine, app):
    """The moment so many days after the first note, as text."""
    start_ms = machine.clock.now_ms()
    return lambda count: from_ms(start_ms + round(count * 86_400_000))


def listed(app, **fields):
    return {hit.title for hit in list_notes(app, ListRequest(**fields)).results}


def test_a_replaced_note_holds_before_its_replacement_was_made(machine, app, days):
    put(app, "walrus builds with yarn", title="Yarn")
    machine.clock.advance(days=10)
    put(app, "walrus builds with pnpm", title="Pnpm", supersedes=("yarn",))
    assert titles(app, "walrus builds") == ["Pnpm"]
    assert titles(app, "walrus builds", as_of=days(5)) == ["Yarn"]
    assert titles(app, "walrus builds", as_of=days(11)) == ["Pnpm"]
    (line,) = recall(app, RecallRequest("walrus builds", as_of=days(5))).withheld
    assert line == "1 not made, superseded or not valid then"
    assert listed(app, as_of=days(5)) == {"Yarn"}
    assert listed(app, as_of=days(11)) == {"Pnpm"}
    assert listed(app, as_of=days(11), with_=("superseded",)) == {"Pnpm"}
    assert titles(app, "", as_of=days(5)) == ["Yarn"]


def test_a_note_that_was_archived_later_was_there(machine, app, days):
    put(app, "about the walrus", title="Walrus")
    machine.clock.advance(days=10)
    forget(app, ForgetRequest(("walrus",)))
    machine.clock.advance(days=10)
    assert titles(app, "walrus") == []
    assert titles(app, "walrus", as_of=days(5)) == ["Walrus"]
    assert titles(app, "walrus", as_of=days(15)) == []
    assert listed(app, as_of=days(5)) == {"Walrus"}
    assert listed(app, as_of=days(15)) == set()


def test_the_window_of_validity_is_that_of_the_day(machine, app, days):
    put(app, "walrus rate is 19 percent", title="Old rate", valid_until=days(10))
    put(app, "walrus rate is 21 percent", title="New rate", valid_from=days(10))
    machine.clock.advance(days=20)
    assert titles(app, "walrus rate") == ["New rate"]
    assert titles(app, "walrus rate", as_of=days(5)) == ["Old rate"]
    assert listed(app, as_of=days(15)) == {"New rate"}


def test_a_day_is_meant_to_its_end_and_nothing_later_than_now(machine, app, days):
    put(app, "about the walrus", title="Walrus")
    today = days(0)[:10]
    assert titles(app, "walrus", as_of=today) == ["Walrus"]
    assert titles(app, "walrus", as_of="2099-01-01") == ["Walrus"]
    assert titles(app, "walrus", as_of="1999-01-01") == []
    for nonsense in ("soon", "2026-13-01"):
        assert refusal(lambda: recall(app, RecallRequest("walrus", as_of=nonsense))).code == "invalid"  # noqa: B023


def test_a_note_is_read_as_it_was(machine, app, days):
    note = put(app, "port 80", title="Walrus port")
    machine.clock.advance(days=10)
    update(app, UpdateRequest(note.id, content="port 8080", title="Walrus gate"))
    machine.clock.advance(days=10)
    forget(app, ForgetRequest((note.id,), how="delete"))
    machine.clock.advance(days=10)
    then = read(app, ReadRequest((note.id,), as_of=days(5))).notes[0]
    assert (then.title, then.body, then.version) == ("Walrus port", "port 80", note.version)
    assert "something else now" in then.warnings[0]
    assert read(app, ReadRequest((note.id,), as_of=days(15), versions=True)).notes[0].versions
    for day in (-1, 25):
        assert refusal(lambda: read(app, ReadRequest((note.id,), as_of=days(day)))).code == "not_found"  # noqa: B023


def test_what_is_unchanged_is_read_alike_then_and_now(machine, app, days):
    rule = put(app, "Ask before.", title="Rule", type="policy", triggers=("Bash(git push*)",), enforcement="block")
    task = put(app, "Ship.", title="Ship", type="task", status="pending", due="2030-01-31")
    work(app, WorkRequest(action="complete", handle=task.id, prs=("https://forge.example/7",)))
    machine.clock.advance(days=10)
    for note in (rule, task):
        now = read(app, ReadRequest((note.id,))).notes[0]
        then = read(app, ReadRequest((note.id,), as_of=days(5))).notes[0]
        told = {"relations": (), "evidence": (), "trust": "", "origin": "", "warnings": ()}
        assert then.replace(**told) == now.replace(**told)
    assert now.prs == ("https://forge.example/7",)


def test_a_hit_that_says_something_else_by_now_says_so(machine, app, days):
    put(app, "walrus port 80", title="Walrus port")
    machine.clock.advance(days=10)
    update(app, UpdateRequest("walrus-port", content="walrus port 8080"))
    assert "changed since" in recall(app, RecallRequest("walrus", as_of=days(5))).results[0].why
    assert "changed since" not in recall(app, RecallRequest("walrus", as_of=days(11))).results[0].why


def test_an_agent_reads_nothing_that_was_confidential_then(machine, app, days):
    put(app, "hidden", title="Walrus", sensitivity="confidential")
    agent = machine.app(door="mcp", origin="agent_inferred")
    assert refusal(lambda: read(agent, ReadRequest(("walrus",), as_of=days(1)))).code == "refused"
    assert titles(agent, "walrus hidden", as_of=days(1)) == []
