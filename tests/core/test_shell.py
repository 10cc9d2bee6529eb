"""What a shell would run."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.shell import MAX_CHARS, commands_in_words, commands_of

PUSHES = [
    "git push",
    "cd x && git push",
    "cd x; git push | cat",
    "cd x\ngit push\n",
    "git \\\n    push \\\n    --force",
    "true || git push &",
    "FOO=1 BAR='a b' git push",
    "sudo git push",
    "sudo -u root -- git push",
    "env -u A B=c git push",
    "nohup nice -n 5 git push",
    "timeout -k 5 10 git push",
    "time git push",
    "/usr/bin/git push",
    "git -C /a/b push",
    "git -c a.b=c --no-pager push",
    "'git' \"push\"",
    "git pu\\\nsh",
    "g\\it push",
    "(cd a; git push)",
    "{ git push; }",
    "if true; then git push; fi",
    "for one in a b; do git push; done",
    "while true; do git push; done",
    "! git push",
    "x=$(git push)",
    'echo "a $(git push) b"',
    "echo `git push`",
    "diff <(git push) b",
    "bash -c 'git push'",
    'bash -lc "cd a && git push"',
    "sh -c 'sh -c \"git push\"'",
    "eval 'git push'",
    "ssh -p 22 host 'git push'",
    "su - me -c 'git push'",
    "echo origin | xargs -n1 git push",
    "find . -name x -exec git push \\;",
    "git push >out 2>&1",
    "2>/dev/null git push",
    "git push # at last",
    "bash <<'EOF'\ngit push\nEOF",
    "cat <<EOF | bash\ngit push\nEOF",
    "cat <<EOF\nx\nEOF\ngit push",
    "cat <<-EOF >f\n\tx\n\tEOF\ngit push",
]
NONE = [
    "echo git push",
    "echo 'cd x && git push'",
    'echo "git push"',
    "# git push",
    "ls # ; git push",
    "cat <<EOF\ngit push\nEOF",
    "cat > f <<'EOF'\ngit push\nEOF\nls",
    "git log --grep 'git push'",
    "echo a\\;git push",
    "grep -r push .git",
]  # fmt: skip


def pushes(text: str) -> bool:
    return any(one == "git push" or one.startswith("git push ") for one in commands_of(text).texts)


@pytest.mark.parametrize("text", PUSHES)
def test_a_command_is_seen_wherever_it_stands(text):
    assert pushes(text)


@pytest.mark.parametrize("text", NONE)
def test_what_is_only_spoken_of_is_no_command(text):
    assert not pushes(text)


def test_words_that_are_apart_are_read_like_a_line():
    assert "git push" in commands_in_words(["bash", "-lc", "cd a && git push"]).texts
    assert "git push" in commands_in_words(["sudo", "git", "-C", "a b", "push"]).texts


def test_a_command_is_also_there_as_it_is_written():
    assert commands_of("cd 'a b' && ls").texts == ("cd 'a b'", "cd a b", "ls")


@pytest.mark.parametrize(
    "text",
    [
        "x" * (MAX_CHARS + 1),
        "$(" * 50 + "ls",
        "; ".join(f"a{n}" for n in range(2000)) + " $(b)",
        "A=1 " * 16_000 + "ls",
    ],
)
def test_too_much_is_said_to_be_too_much(text):
    assert not commands_of(text).whole


@given(st.text("ab \t\n'\"\\$(){}`;&|<>#=-EOF", max_size=80))
def test_no_text_is_a_defect(text):
    found = commands_of(text)
    assert found.whole
    assert all(found.texts)
