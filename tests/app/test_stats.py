"""What the memory cost, and how much of it was used."""

import pytest

from sagacity.app.counting import StatsRequest
from sagacity.app.records import RecallEntry
from sagacity.app.session import CANARY_SESSION
from sagacity.app.stats import stats
from sagacity.core.errors import SagacityError

DAY_MS = 86_400_000


def put(app, kind, ids, days=0, **fields):
    at_ms = app.clock.now_ms() - days * DAY_MS
    shown = tuple((note_id, 0.0) for note_id in ids)
    entry = RecallEntry(at_ms, kind, "s", "hook", "/w", "p", (), shown, tokens=10)
    app.journal.record_recall(entry.replace(**fields))


@pytest.fixture
def used(app):
    app.workspace.ensure_personal()
    put(app, "read", ["a"], days=9)
    put(app, "start", ["a", "b", "c"], days=1, tokens=100, session="one")
    put(app, "prompt", ["b"], days=1, tokens=20, session="one")
    put(app, "read", ["b"], days=1, tokens=5, session="one")
    put(app, "read", ["z"], days=1, tokens=5, session="one")
    put(app, "guard", ["d"], tokens=7, session="two")
    put(app, "feedback", ["d"], tokens=0, session="two", detail="useful: it held")
    put(app, "feedback", ["a"], tokens=0, session="two", detail="useful")
    put(app, "prompt", ["e"], tokens=3, session="two", project="q")
    put(app, "feedback", ["e"], tokens=0, session="two", detail="wrong")
    put(app, "start", ["a"], session=CANARY_SESSION)
    return app


def test_a_day_is_a_line_and_what_was_used_is_a_share(used):
    found = stats(used, StatsRequest())
    assert [(one.starts, one.prompts, one.tools, one.asked, one.tokens) for one in found.days] == [
        (0, 1, 1, 0, 10),
        (1, 1, 0, 2, 130),
    ]
    assert (found.tokens, found.shown, found.used, found.hit_rate) == (140, 5, 2, 0.4)


def test_it_is_narrowed_by_project_and_time(used):
    assert stats(used, StatsRequest(project="q")).shown == 1
    assert len(stats(used, StatsRequest(since="30d")).days) == 3
    with pytest.raises(SagacityError, match="since"):
        stats(used, StatsRequest(since="soon"))


def test_nothing_was_shown(app):
    found = stats(app, StatsRequest())
    assert (found.days, found.hit_rate) == ((), -1.0)
