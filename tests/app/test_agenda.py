"""What is to be done, and in which order it is listed."""

from __future__ import annotations

import pytest

from sagacity.app.forget import forget
from sagacity.app.init import init
from sagacity.app.link import link
from sagacity.app.requests import ForgetRequest, InitRequest, LinkRequest, RelationInput
from sagacity.app.work import work
from sagacity.app.working import WorkRequest
from sagacity.core.dates import DAY_MS, date_of
from sagacity.core.errors import SagacityError
from tests.app.conftest import put, repository
from tests.app.worked import agenda, does, lines, plan, task

MONDAY = 20_787  # 30 November 2026


@pytest.fixture
def day(machine):
    """day(n) is the date so many days from today, which is a Monday."""
    machine.clock.ahead_ms += MONDAY * DAY_MS - machine.clock.now_ms() + DAY_MS // 2
    assert date_of(machine.clock.now_ms()) == "2026-11-30"
    return lambda ahead: date_of((MONDAY + ahead) * DAY_MS)


def test_overdue_comes_first_then_today_this_week_later_and_no_date(app, day):
    for title, due in [
        ("Some day", ""),
        ("Later", day(7)),
        ("Now", day(0)),
        ("Late", day(-3)),
        ("Soon", day(6)),
        ("Very late", day(-9)),
    ]:
        task(app, title, due=due)
    assert lines(app) == [
        "overdue: Very late not_started",
        "overdue: Late not_started",
        "today: Now not_started",
        "this week: Soon not_started",
        "later: Later not_started",
        "no date: Some day not_started",
    ]
    result = work(app, WorkRequest())
    assert [item.due_days for item in result.items] == [-9, -3, 0, 6, 7, 0]
    assert [(one.when, one.items) for one in result.counts] == [
        ("overdue", 2), ("today", 1), ("this week", 1), ("later", 1), ("no date", 1)
    ]  # fmt: skip


def test_sub_tasks_stand_under_their_plan_which_is_as_urgent_as_they_are(app, day):
    plan(app)
    task(app, "Write it", of="ship-it")
    task(app, "Announce it", of="ship-it", due=day(-1))
    task(app, "Test it", of="ship-it")
    link(app, LinkRequest("write-it", "depends_on", "test-it"))
    task(app, "Done already", of="ship-it", status="done")
    task(app, "Dropped", of="ship-it", status="cancelled")
    task(app, "Alone", due=day(0))
    assert lines(app) == [
        "no date: Ship it not_started",
        "  overdue: Announce it not_started",
        "  no date: Test it not_started",
        "  no date: Write it not_started",
        "today: Alone not_started",
    ]
    ship, announce, *_ = agenda(app)
    assert (ship.done, ship.parts) == (2, 5)
    assert (announce.plan, announce.depth) == (f"Ship it ({ship.id[-7:]})", 1)


def test_what_it_waits_for_and_why_it_is_blocked_are_told(app, day):
    task(app, "First")
    task(app, "Second", needs=["first"])
    task(app, "Third")
    link(app, LinkRequest("third", "blocks", "second"))
    does(app, "block", "third", reason="no key yet")
    items = {item.title: item for item in agenda(app)}
    first, third = (items[title].id[-7:] for title in ("First", "Third"))
    assert items["Second"].waits_for == (f"First ({first}) not_started", f"Third ({third}) blocked")
    assert items["Third"].reason == "no key yet"
    does(app, "complete", "first")
    does(app, "cancel", "third")
    assert {item.title: item.waits_for for item in agenda(app)} == {"Second": ()}


def test_filters_narrow_it(app, day):
    plan(app, due=day(3))
    task(app, "One", of="ship-it", due=day(-2))
    task(app, "Two", of="ship-it", status="complete")
    task(app, "Alone")
    assert lines(app, status=("done",)) == ["done: Two complete"]
    assert lines(app, status=("complete", "open"), limit=1) == ["this week: Ship it not_started"]
    assert work(app, WorkRequest(limit=1)).more == 2
    assert lines(app, plan="ship-it") == [
        "this week: Ship it not_started",
        "  overdue: One not_started",
        "  done: Two complete",
    ]
    assert lines(app, due="overdue") == ["overdue: One not_started"]
    assert lines(app, due="today") == ["overdue: One not_started"]
    assert lines(app, due="end of week") == ["this week: Ship it not_started", "  overdue: One not_started"]
    assert lines(app, due="none") == ["no date: Alone not_started"]
    assert agenda(app, due="overdue")[0].plan.startswith("Ship it (")


def test_what_is_done_is_never_overdue(app, day):
    plan(app, due=day(-1))
    task(app, "One", of="ship-it", due=day(-2))
    does(app, "complete", "one")
    assert lines(app, plan="ship-it") == ["overdue: Ship it not_started", "  done: One complete"]
    does(app, "complete", "ship-it")
    task(app, "Late", due=day(-1))
    assert lines(app, status=("complete", "open")) == [
        "overdue: Late not_started",
        "done: Ship it complete",
        "  done: One complete",
    ]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"due": "soon"}, "due 'soon' is no date"),
        ({"status": ("wip",)}, "status cannot be 'wip'"),
        ({"plan": "nothing"}, "no note is called 'nothing'"),
        ({"project": "nowhere"}, "there is no project 'nowhere'"),
    ],
)
def test_a_filter_that_nobody_knows_is_refused(app, fields, words):
    put(app, "x")
    with pytest.raises(SagacityError, match=words):
        agenda(app, **fields)


def test_the_project_at_hand_comes_before_others_and_none(machine, day):
    for name in ("shop", "bank"):
        repository(machine.work / name)
        init(machine.app(machine.work / name), InitRequest(name=name))
    shop = machine.app(machine.work / "shop")
    task(shop, "General", project="none", due=day(0))
    task(shop, "Of the shop", due=day(0))
    task(shop, "In the shop", due=day(0), layer="project")
    task(machine.app(machine.work / "bank"), "Of the bank", due=day(-1))
    assert [item.title for item in agenda(shop)] == ["Of the shop", "In the shop", "General"]
    assert [item.title for item in agenda(shop, everywhere=True)] == [
        "Of the bank",
        "Of the shop",
        "In the shop",
        "General",
    ]
    assert [item.title for item in agenda(shop, project="bank")] == ["Of the bank", "General"]
    assert {item.title: item.project for item in agenda(shop)}["In the shop"] == "shop"


def test_a_bad_date_in_a_file_spoils_nothing(machine, app, day):
    task(app, "Late", due=day(-1))
    (machine.home / "personal" / "notes" / "odd.md").write_text("---\ntype: task\ntitle: Odd\ndue: soonish\n---\nOdd\n")
    assert lines(app) == ["overdue: Late not_started", "no date: Odd not_started"]


def test_times_are_due_on_their_day_in_utc(app, day):
    task(app, "In New York", due="2026-11-29T23:00:00-05:00")
    task(app, "In Tokyo", due="2026-11-30T03:00:00+09:00")
    assert lines(app) == ["overdue: In Tokyo not_started", "today: In New York not_started"]


def test_parts_in_a_circle_are_each_listed_once(app, day):
    for title in ("One", "Two"):
        plan(app, title)
    link(app, LinkRequest("one", "part_of", "two"))
    link(app, LinkRequest("two", "part_of", "one"))
    assert [item.title for item in agenda(app)] == ["One", "Two"]
    assert [item.title for item in agenda(app, plan="two")] == ["One", "Two"]


def test_what_is_put_away_replaced_or_over_is_not_listed(app, day):
    for title in ("Kept", "Archived", "Deleted", "Over", "Old"):
        task(app, title)
    forget(app, ForgetRequest(("archived",)))
    forget(app, ForgetRequest(("deleted",), "delete"))
    forget(app, ForgetRequest(("over",), "invalidate"))
    put(app, "New", title="New", type="task", relations=(RelationInput("supersedes", "old"),))
    assert {item.title for item in agenda(app)} == {"Kept", "New"}


def test_an_agent_is_told_only_how_many_are_confidential(machine, day):
    app = machine.app()
    task(app, "Secret merger", sensitivity="confidential", due=day(-1))
    task(app, "Plain")
    link(app, LinkRequest("plain", "depends_on", "secret-merger"))
    agent = machine.app(door="mcp", origin="agent_inferred")
    result = work(agent, WorkRequest())
    assert [item.title for item in result.items] == ["Plain"]
    assert "erger" not in str(result)
    assert result.withheld[0].startswith("1 confidential note are there, too")
    with pytest.raises(SagacityError, match="is confidential"):
        work(agent, WorkRequest(plan="secret-merger"))


def test_an_empty_agenda_says_what_to_do(app):
    put(app, "x")
    assert work(app, WorkRequest()).hint.startswith("nothing is open")
    assert work(app, WorkRequest(due="overdue")).hint.startswith("nothing passes these filters")
