"""A fork brings nothing that its parent's context holds, wherever the parent can be told for sure."""

import json
import os
import time

import pytest

from sagacity.core.dates import from_ms
from sagacity.faces.hooks.fork import TAIL_BYTES, parent_of

NOW_MS = 1_900_000_000_000
TITLE = "Kangaroo port"


def answer(ms: int, **fields) -> str:
    """A line of a transcript: one answer of the model."""
    when = from_ms(ms).replace("Z", f".{ms % 1000:03}Z")
    line = {"isSidechain": False, "message": {"role": "assistant"}, "type": "assistant", "timestamp": when, **fields}
    return json.dumps(line, separators=(",", ":")) + "\n"


@pytest.fixture
def folder(tmp_path):
    """Of transcripts, all written at NOW_MS."""

    def put(name: str, text: str) -> str:
        path = tmp_path / f"{name}.jsonl"
        path.write_text(text)
        os.utime(path, (NOW_MS / 1000, NOW_MS / 1000))
        return str(path)

    put("parent", answer(NOW_MS - 60_000) + answer(NOW_MS - 20_300) + '{"type":"last-prompt"}\n')
    put("other", answer(NOW_MS - 45_000))
    return put


def find(tmp_path, silence_s: float = 20) -> str:
    return parent_of(f"{tmp_path}/fork.jsonl", silence_s, NOW_MS)


def test_the_transcript_that_ends_with_the_answer_of_that_moment_is_the_one(folder, tmp_path):
    assert find(tmp_path) == "parent"
    assert find(tmp_path, 45) == "other"


@pytest.mark.parametrize("silence_s", [-1, 0, 30, 60, 1e11])
def test_no_answer_of_that_moment_is_no_parent(folder, tmp_path, silence_s):
    assert find(tmp_path, silence_s) == ""


def test_two_that_could_be_it_are_none(folder, tmp_path):
    folder("twin", answer(NOW_MS - 20_100))
    assert find(tmp_path) == ""


def test_answers_of_helpers_do_not_count(folder, tmp_path):
    folder("other", answer(NOW_MS - 45_000) + answer(NOW_MS - 20_000, isSidechain=True))
    assert find(tmp_path) == "parent"


def test_a_large_transcript_is_read_at_its_end_only(folder, tmp_path):
    folder("other", "x" * (4 * TAIL_BYTES) + "\n" + answer(NOW_MS - 90_000) + "y" * 100 + "\n")
    assert find(tmp_path, 90) == "other"
    folder("other", answer(NOW_MS - 90_000) + "y" * (2 * TAIL_BYTES))
    assert find(tmp_path, 90) == ""


def test_a_branch_names_its_source_and_no_text_can(folder, tmp_path):
    said = json.dumps({"content": '"forkedFrom":{"sessionId":"forged"}'})
    folder("fork", said + "\n" + answer(NOW_MS, forkedFrom={"sessionId": "source", "messageUuid": "m"}))
    assert find(tmp_path) == "source"
    folder("fork", said + "\n")
    assert find(tmp_path) == "parent"


@pytest.mark.parametrize("text", ["", "\0" * 1000, '{"type":"assistant","timestamp":"soon"}', "\n" * 1000])
def test_garbage_beside_it_is_passed_over(folder, tmp_path, text):
    folder("garbage", text)
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "link.jsonl").symlink_to("parent.jsonl")
    os.mkfifo(tmp_path / "pipe.jsonl")
    assert find(tmp_path) == "parent"


@pytest.mark.parametrize("path", ["", "relative", "/nowhere/at/all.jsonl", "/dev/zero", "a\0b", "/" + "x" * 5000])
def test_paths_that_lead_nowhere_are_no_parent(path):
    assert parent_of(path, 1, NOW_MS) == ""


def test_a_fork_brings_only_what_its_parent_has_not_seen(stage, tmp_path):
    parent = tmp_path / "s1.jsonl"
    stage.start()
    stage.remember(content="The wombat queue is drained nightly.", title="Wombat queue", type="fact")
    parent.write_text(answer(int(time.time() * 1000)))
    fork = {"session_id": "s2", "transcript_path": f"{tmp_path}/s2.jsonl", "seconds_since_last_response": 0}
    text = stage.start("fork", **fork)
    assert "Wombat queue" in text
    assert TITLE not in text
    assert "Tools: recall" not in text
    assert stage.prompt("what is the kangaroo port", session_id="s2") == ""
    assert stage.start("resume", session_id="s2") == ""
    assert TITLE in stage.start("compact", session_id="s2")


def test_what_the_parent_sees_later_the_fork_has_not_seen(stage, tmp_path):
    stage.start()
    (tmp_path / "s1.jsonl").write_text(answer(int(time.time() * 1000)))
    fork = {"session_id": "s2", "transcript_path": f"{tmp_path}/s2.jsonl", "seconds_since_last_response": 0}
    assert stage.start("fork", **fork) == ""
    stage.remember(content="The wombat queue is drained nightly at seven.", title="Wombat queue", type="fact")
    assert "Wombat" in stage.prompt("when is the wombat queue drained")
    assert "Wombat" in stage.prompt("when is the wombat queue drained", session_id="s2")
