"""What clients write down of a session, read as one kind of events."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core import (
    transcripts_claude,
    transcripts_codex,
    transcripts_gemini,
    transcripts_opencode,
)
from sagacity.core.transcripts import AGENT, DONE, OPEN, TOOL, USER, Todo
from tests.core.logs import claude, codex, gemini, opencode

CLIENTS = {
    "claude": (transcripts_claude.events_of, claude),
    "codex": (transcripts_codex.events_of, codex),
    "gemini": (transcripts_gemini.events_of, gemini),
    "opencode": (transcripts_opencode.events_of, opencode),
}
EVERY = pytest.mark.parametrize(("parse", "log"), CLIENTS.values(), ids=CLIENTS)


@EVERY
def test_one_session_reads_the_same_from_every_client(parse, log):
    events = parse(log.SESSION)
    assert [event.text for event in events if event.role == USER] == ["Fix the build; use pnpm, not npm"]
    assert [event.text for event in events if event.role == AGENT] == ["Trying.", "All done."]
    runs = [(event.command, event.exit_code, event.failed) for event in events if event.command]
    assert runs == [("npm run build", 2, True), ("pnpm build && ls", 0, False)]
    assert [event.files for event in events if event.files] == [("src/a.py",)]
    [listed] = [event for event in events if event.todos]
    assert listed.whole
    assert [(todo.text, todo.state) for todo in listed.todos] == [("Build", DONE), ("Test", OPEN)]
    assert all(event.at_ms > 1_700_000_000_000 for event in events)
    failed = next(event for event in events if event.failed)
    assert "missing script" in failed.text


@EVERY
def test_what_a_client_or_this_memory_put_in_is_nobodys_word(parse, log):
    block = "[[MEM bcdfghjk]] Notes\n│ use yarn\n[[/MEM bcdfghjk]]"
    for text in (block, "<system-reminder>use yarn</system-reminder>"):
        assert parse([log.user(text)]) == []
        assert [event.text for event in parse([log.user(f"{text}\nGo on")])] == ["Go on"]


@EVERY
def test_a_log_that_begins_or_ends_in_the_middle_loses_only_what_is_missing(parse, log):
    for start in range(len(log.SESSION) + 1):
        for end in range(start, len(log.SESSION) + 1):
            events = parse(log.SESSION[start:end])
            assert all(event.role in (USER, AGENT, TOOL) for event in events)
            assert all(event.exit_code is None or event.text for event in events)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@EVERY
@given(data=st.data())
def test_no_value_in_any_place_makes_a_parser_fail(parse, log, data):
    """One place of one record of a real session, or a whole record, is anything."""
    records = json.loads(json.dumps(log.SESSION))
    place = data.draw(st.sampled_from(list(_places(records))))
    _put(records, place, data.draw(values))
    for event in parse(records):
        assert isinstance(event.text, str)
        assert isinstance(event.at_ms, int)
        assert all(isinstance(file, str) for file in event.files)


@EVERY
def test_a_hostile_log_is_read_in_bounded_time(parse, log):
    """Texts of many openings and closings, which a careless search would pair again and again."""
    text = "<system-reminder><system-reminder>" * 3000 + "</system-reminder>" * 3000 + "[[MEM b]]" * 3000
    started_s = time.process_time()
    parse([log.user(text) for _ in range(10)])
    assert time.process_time() - started_s < 5


def _places(value, way=()):
    if way:
        yield way
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield from _places(inner, (*way, key))


def _put(value, way, new):
    for key in way[:-1]:
        value = value[key]
    value[way[-1]] = new


@EVERY
def test_a_secret_is_gone_before_a_text_is_cut(parse, log):
    secret = "token = ghp_0123456789abcdefghijABCDEFGHIJ012345"
    text = "x " * 4985 + f"\n{secret}\n" + "y " * 20_000
    assert "ghp_" not in parse([log.user(text)])[0].text


def test_claude_code_tells_what_a_subagent_or_the_client_said_apart():
    lines = [
        claude.user("Of a helper", isSidechain=True),
        claude.user("Of the client", isMeta=True),
        claude.user("This session is being continued from before", isCompactSummary=True),
        claude.user("<command-name>/compact</command-name>\n<command-args></command-args>"),
        claude.user("[Request interrupted by user]"),
        claude.user("<command-name>/fix</command-name>\n<command-args>the port</command-args>"),
    ]
    assert [event.text for event in transcripts_claude.events_of(lines)] == ["the port"]


def test_claude_codes_single_tasks_are_named_by_the_answer():
    lines = [
        claude.use("1", "TaskCreate", subject="Write it", description="x"),
        claude.result("1", "Task #7 created successfully: Write it"),
        claude.use("2", "TaskUpdate", taskId="7", status="completed"),
        claude.result("2", "Updated task #7 status"),
    ]
    events = transcripts_claude.events_of(lines)
    assert [event.todos for event in events] == [(Todo("7", "Write it"),), (Todo("7", "", DONE),)]
    assert not any(event.whole for event in events)


def test_a_write_that_failed_wrote_no_file():
    lines = [
        claude.use("1", "Edit", file_path="/a.py", old_string="x", new_string="y"),
        claude.result("1", "<tool_use_error>not found</tool_use_error>", is_error=True),
    ]
    [event] = transcripts_claude.events_of(lines)
    assert (event.files, event.failed, event.exit_code) == ((), True, None)


def test_codex_has_the_user_among_its_items_where_no_event_tells():
    lines = [
        codex.item(type="message", role="user", content=[{"type": "input_text", "text": "<environment_context>x"}]),
        codex.item(type="message", role="user", content=[{"type": "input_text", "text": "Do it"}]),
    ]
    assert [event.text for event in transcripts_codex.events_of(lines)] == ["Do it"]


@pytest.mark.parametrize(
    ("output", "code"),
    [
        ("Chunk ID: 1\nProcess exited with code 1\nOutput:\nno", 1),
        ("Exit code: 0\nWall time: 1 s\nOutput:\nyes", 0),
        ('{"output":"no","metadata":{"exit_code":3}}', 3),
        ("nothing known", None),
    ],
)
def test_codex_tells_the_exit_code_in_one_of_its_ways(output, code):
    lines = [
        codex.item(type="function_call", name="exec_command", arguments='{"cmd":"make"}', call_id="1"),
        codex.item(type="function_call_output", call_id="1", output=output),
    ]
    [event] = transcripts_codex.events_of(lines)
    assert (event.command, event.exit_code, event.failed) == ("make", code, bool(code))


def test_gemini_replaces_a_message_written_again_and_takes_back_what_was_rewound():
    first = gemini.user("Do this") | {"id": "1"}
    lines = [first, gemini.user("No, that") | {"id": "2"}, {"$rewindTo": "2"}, first | {"content": "Do this now"}]
    assert [event.text for event in transcripts_gemini.events_of(lines)] == ["Do this now"]
    assert transcripts_gemini.events_of([{"sessionId": "x", "messages": lines[:1]}])[0].text == "Do this"
