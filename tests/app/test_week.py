"""What doctor says of the hooks' last days, from the journal alone."""

import subprocess

import pytest

from sagacity.app.doctor import doctor
from sagacity.app.log import log
from sagacity.app.records import RecallEntry
from sagacity.app.requests import DoctorRequest, LogRequest
from sagacity.app.results import SettingView
from sagacity.app.week import injection_checks, p99, size_checks
from tests.app.conftest import put

DAY_MS = 86_400_000


def record(app, kind="prompt", *, ago_days=0, session="s", door="hook", **fields):
    given = {"tokens": 100, "took_ms": 5.0, **fields}
    app.journal.record_recall(
        RecallEntry(app.clock.now_ms() - ago_days * DAY_MS, kind, session, door, "/", "", (), (), **given)
    )


@pytest.fixture(autouse=True)
def _home(app):
    app.workspace.ensure_personal()


def week(app):
    """name → check."""
    return {check.name: check for check in injection_checks(app)}


def test_an_empty_journal_is_no_fault(app):
    checks = week(app)
    assert {check.state for check in checks.values()} == {"ok"}
    assert checks["last 7 days"].found == "0 sessions, 0 injections, 0 reads, 0 notes without room"


def test_sums_are_of_the_last_seven_days(app):
    record(app, "start", tokens=2000, took_ms=20, left_out=3)
    record(app, tokens=100, took_ms=4)
    record(app, tokens=300, took_ms=8, session="t", left_out=1)
    record(app, tokens=749, took_ms=200, ago_days=8)
    record(app, "read", door="mcp")
    record(app, "recall", door="mcp", session="u")
    checks = week(app)
    assert checks["last 7 days"].found == "3 sessions, 3 injections, 1 reads, 4 notes without room"
    assert checks["session starts"].found == (
        "1: tokens mean 2000, p99 2000 of 2812; ms mean 20.0, p99 20.0 of 300; 3 notes without room"
    )
    assert checks["prompts"].found == (
        "2: tokens mean 200, p99 300 of 750; ms mean 6.0, p99 8.0 of 300; 1 notes without room"
    )
    assert {check.state for check in checks.values()} == {"ok"}


@pytest.mark.parametrize(
    ("name", "kind", "fields"),
    [
        ("prompts", "prompt", {"tokens": 751}),
        ("prompts", "prompt", {"took_ms": 151.0}),
        ("session starts", "start", {"tokens": 2900}),
        ("session starts", "start", {"took_ms": 299.0}),
        ("hook failures", "start", {"detail": "startup degraded: the index is damaged"}),
    ],
)
def test_what_exceeds_its_budget_or_failed_is_a_warning_with_a_way_on(app, name, kind, fields):
    record(app, kind, **fields)
    checks = week(app)
    assert {check.name for check in checks.values() if check.state != "ok"} == {name}
    assert checks[name].fix or "the index is damaged" in checks[name].found


def test_one_outlier_in_a_hundred_is_no_warning(app):
    for at in range(100):
        record(app, took_ms=280.0 if at == 50 else 5.0)
    assert week(app)["prompts"].state == "ok"


def test_p99_is_the_nearest_rank():
    assert [p99(list(range(1, n + 1))) for n in (1, 2, 99, 100, 101, 200, 201)] == [1, 2, 99, 99, 100, 198, 199]


def test_sizes_types_and_changed_settings_are_told(app):
    put(app, "a", title="A", type="fact")
    put(app, "b", title="B", type="fact")
    put(app, "c", title="C", type="policy")
    changed = SettingView("recall_limit", "20", "10", "user file", "SAGACITY_RECALL_LIMIT", "")
    said = {check.name: check.found for check in size_checks(app.replace(setting_views=(changed,)))}
    assert said["notes personal"] == "2 fact, 1 policy"
    assert said["settings"] == "recall_limit = 20 (user file)"
    assert said["size"].startswith("index 0.")
    assert {check.name for check in doctor(app, DoctorRequest()).checks} >= {*said, "off", "prompts", "hook failures"}


def test_what_doctor_tried_out_is_in_no_log(app):
    put(app, "It holds.", title="Holds")
    record(app, session="sagacity-doctor")
    for _ in range(3):
        doctor(app, DoctorRequest())
    assert [(line.kind, line.detail) for line in log(app, LogRequest(limit=5)).entries] == [
        ("write", "create holds.md")
    ]
    assert len(log(app, LogRequest(session="sagacity-doctor")).entries) > 5


def test_a_damaged_journal_is_mentioned_until_its_file_is_put_away(machine):
    put(machine.app(), "It holds.")
    machine.close()
    (machine.home / "journal.db").write_bytes(b"SQLite format 3\0" + b"x" * 8000)
    app = machine.app()
    for _ in range(2):
        result = doctor(app, DoctorRequest())
        check = next(one for one in result.checks if one.name == "journal")
        assert (result.healthy, check.state) == (True, "warn")
    subprocess.run(["/bin/sh", "-c", check.fix.partition("any more: ")[2]], check=True)
    assert next(one for one in doctor(app, DoctorRequest()).checks if one.name == "journal").state == "ok"


def test_files_that_share_an_id_are_told_by_their_names(app):
    written = put(app, "It holds.", title="Holds")
    sound = {check.name: check.state for check in doctor(app, DoctorRequest()).checks}
    assert sound["layers"] == "ok"
    notes = app.workspace.ensure_personal().notes_dir
    with open(f"{notes}/holds.md", "rb") as file:
        text = file.read()
    with open(f"{notes}/copy.md", "wb") as file:
        file.write(text)
    result = doctor(app, DoctorRequest())
    check = next(one for one in result.checks if one.name == "layers")
    assert (result.healthy, check.state) == (False, "fail")
    assert f"personal: copy.md, holds.md have one id, {written.id}" in check.found
