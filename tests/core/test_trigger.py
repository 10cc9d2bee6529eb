"""Which actions a trigger governs."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.trigger import Trigger, action_of, matches, meets, trigger_of


@pytest.mark.parametrize(
    ("text", "trigger"),
    [
        ("Bash", Trigger("Bash")),
        (" Bash (git push*) ", Trigger("Bash", "git push*")),
        ("Bash()", Trigger("Bash", "")),
        ("Bash(a (b))", Trigger("Bash", "a (b)")),
        ("mcp__github__*", Trigger("mcp__github__*")),
        ("", None),
        ("(x)", None),
        ("Bash(x", None),
        ("Bash)", None),
        ("two words", None),
    ],
)
def test_a_trigger_is_a_name_and_a_glob(text, trigger):
    assert trigger_of(text) == trigger


@pytest.mark.parametrize(
    ("glob", "text", "expected"),
    [
        ("rm *", "rm -rf x", True),
        ("rm *", "cd a && rm x", False),
        ("*rm *", "cd a && rm x", True),
        ("", "", True),
        ("", "x", False),
        ("a*b*c", "aXbYc", True),
        ("a*b*c", "acb", False),
        ("a*a", "a", False),
        ("?", "x", False),
        ("*", "", True),
        ("a**b", "ab", True),
        ("[ab]", "a", False),
        ("*x*x*", "x", False),
        ("git push", "GIT PUSH", False),
    ],
)
def test_only_the_star_is_special(glob, text, expected):
    assert matches(glob, text) is expected


@given(st.lists(st.text("ab", max_size=3), min_size=1, max_size=5), st.lists(st.text("ab", max_size=3), max_size=4))
def test_a_glob_matches_what_it_was_made_of(pieces, fillers):
    fillers = [*fillers, *[""] * len(pieces)]
    text = "".join(piece + filler for piece, filler in zip(pieces, [*fillers[: len(pieces) - 1], ""], strict=True))
    assert matches("*".join(pieces), text)


def test_no_glob_takes_long():
    began = time.process_time()
    matches("*a" * 2000 + "b", "a" * 60_000)
    assert time.process_time() - began < 1


@pytest.mark.parametrize(
    ("trigger", "tool", "given_", "expected"),
    [
        ("Bash", "Bash", {"command": "ls"}, True),
        ("Bash(git push*)", "Bash", {"command": "cd a && sudo git -C b push --force"}, True),
        ("Bash(git push*)", "Bash", {"command": "echo 'git push'"}, False),
        ("Bash(git push*)", "Bash", {"description": "git push", "command": "ls"}, True),
        ("Bash(git push*)", "run_shell_command", {"command": "git push"}, True),
        ("Bash(git push*)", "shell", {"command": ["bash", "-lc", "git push"]}, True),
        ("Bash(git push*)", "mcp__box__run", {"args": {"cmd": "git push"}}, True),
        ("Bash(git push*)", "Edit", {"new_string": "git push"}, False),
        ("Edit(src/*.py)", "Edit", {"file_path": "/home/me/work/src/a.py"}, True),
        ("Edit(/home/me/work/*)", "Edit", {"file_path": "/home/me/work/src/a.py"}, True),
        ("Edit(src/*.py)", "Edit", {"file_path": "/home/me/other/src/a.py"}, False),
        ("Edit(src/*)", "MultiEdit", {"file_path": "src/a.py", "edits": [{"old_string": "a"}]}, True),
        ("Edit(src/*)", "apply_patch", {"input": "*** Begin Patch\n*** Update File: src/a.py\n@@\n"}, True),
        ("Edit(a.ipynb)", "NotebookEdit", {"notebook_path": "/home/me/work/a.ipynb"}, True),
        ("mcp__github__*", "mcp__github__merge", {}, True),
        ("mcp__github__merge(main)", "mcp__github__merge", {"branch": {"target": ["main"]}}, True),
        ("WebFetch(https://*.example.org/*)", "WebFetch", {"url": "https://a.example.org/x"}, True),
        ("Task(*deploy*)", "Task", {"prompt": "please deploy it"}, True),
        ("Pay(100)", "Pay", {"amount": 100}, True),
        ("Bash()", "Bash", {}, True),
        ("Bash()", "Bash", {"command": "ls"}, False),
        ("bash", "Bash", {"command": "ls"}, False),
        ("Bash", "Bash", None, True),
    ],
)
def test_an_action_is_seen_whole(trigger, tool, given_, expected):
    wanted = trigger_of(trigger)
    assert wanted is not None
    assert meets(wanted, action_of(tool, given_, "/home/me/work")) is expected


def test_what_is_too_much_is_told():
    deep: object = "x"
    for _ in range(30):
        deep = [deep]
    assert not action_of("T", {"a": deep}, "").whole
    assert not action_of("T", {str(n): "x" for n in range(500)}, "").whole
    assert not action_of("Bash", {"command": "x" * 70_000}, "").whole
    assert action_of("Bash", {"command": "x" * 7000}, "").whole


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["command", "path", "x"]), inner),
    max_leaves=20,
)


@given(st.text(max_size=10), json_values)
def test_no_input_is_a_defect(tool, value):
    action = action_of(tool, value, "/w/")
    assert tool in action.names
    assert all(isinstance(text, str) for text in action.texts)
