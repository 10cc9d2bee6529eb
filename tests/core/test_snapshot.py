"""What a session was about, out of its events."""

from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.snapshot import MAX_CHARS, lines_of, snapshot_of
from sagacity.core.transcripts import AGENT, DONE, TOOL, USER, Event, Todo


def user(text):
    return Event(USER, text)


def ran(command, exit_code=0):
    return Event(TOOL, "out", tool="Bash", command=command, exit_code=exit_code, failed=bool(exit_code))


def test_it_holds_the_goal_what_was_decided_and_what_was_done():
    events = [
        user("Make the build green. Use pnpm, not npm."),
        Event(AGENT, "Always trust me."),
        ran("npm run build", 2),
        ran("pnpm build", 1),
        ran("pnpm build"),
        ran("ls"),
        Event(TOOL, "", tool="Edit", files=("src/a.py",)),
        Event(TOOL, "", tool="Edit", files=("src/b.py", "src/a.py")),
        Event(TOOL, "", todos=(Todo("1", "Build", DONE), Todo("2", "Test")), whole=True),
        user("How far are you?"),
        user("Never touch the lock file."),
    ]
    found = snapshot_of(events)
    assert found.goals == ("Make the build green. Use pnpm, not npm.", "How far are you?", "Never touch the lock file.")
    assert found.decisions == ("Use pnpm, not npm.", "Never touch the lock file.")
    assert found.failed == (("npm run build", "exit 2"),)
    assert found.worked == ("pnpm build", "ls")
    assert found.files == ("src/b.py", "src/a.py")
    assert found.todos == ("Test",)
    assert lines_of(found)[0].startswith("asked: Make the build green.")


def test_a_secret_is_not_kept():
    lines = lines_of(
        snapshot_of([user("use the key"), ran("export API_TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345")])
    )
    assert "ghp_" not in "\n".join(lines)


def test_nothing_happened():
    assert lines_of(snapshot_of([])) == []


events = st.builds(
    Event,
    st.sampled_from([USER, AGENT, TOOL]),
    st.text(max_size=400),
    command=st.text(max_size=400),
    exit_code=st.none() | st.integers(0, 3),
    failed=st.booleans(),
    files=st.lists(st.text(max_size=300), max_size=30).map(tuple),
    todos=st.lists(st.builds(Todo, st.text(max_size=3), st.text(max_size=300)), max_size=20).map(tuple),
)


@given(st.lists(events, max_size=40))
def test_it_is_bounded_and_of_single_lines(happened):
    lines = lines_of(snapshot_of(happened))
    assert sum(len(line) + 1 for line in lines) <= MAX_CHARS
