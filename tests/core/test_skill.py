"""What a SKILL.md says of itself, and its text in the file of a note."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.notefile import parse_note
from sagacity.core.skill import TRIGGER_MAX_CHARS, SkillHead, fold_name, head_of
from sagacity.core.skill_text import skill_file, verbatim, with_text


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("---\nname: pdf\ndescription: Use it\n---\n# PDF\n", SkillHead("pdf", "Use it", True)),
        ("---\nname: pdf\ndescription: >\n  Use it\n  often\n---\n", SkillHead("pdf", "Use it often", True)),
        (
            "---\nname: pdf\ndescription: Use when: it rains\n  or snows\n---\n",
            SkillHead("pdf", "Use when: it rains or snows", True),
        ),
        ("---\r\nname: pdf\r\ndescription: 'Use: it'\r\nx: [\r\n---\r\n", SkillHead("pdf", "Use: it", True)),
        ("---\nname: pdf\n---\n# PDF\n\nReads it.\n", SkillHead("pdf", "Reads it.", False)),
        ("# PDF\n\nReads it.\n", SkillHead("PDF", "Reads it.", False)),
        ("---\nname: pdf\n", SkillHead("name: pdf", "name: pdf", False)),
        ("", SkillHead("", "", False)),
    ],
)
def test_a_skill_says_its_name_and_its_use(text, head):
    assert head_of(text) == head


def test_a_trigger_text_is_one_line_of_bounded_length():
    head = head_of(f"---\nname: {'n' * 500}\ndescription: {'use it ' * 400}\n---\n")
    assert len(head.trigger) <= TRIGGER_MAX_CHARS
    assert len(head.name) <= 200


@given(st.text())
def test_any_text_has_a_head_and_comes_back_from_its_note(text):
    assert "\n" not in head_of(text).trigger + head_of(text).name
    data = skill_file({"id": "x", "title": "T"}, text)
    assert verbatim(data) == text
    assert parse_note(data).title == "T"
    assert verbatim(with_text(data, text + "!")) == text + "!"


@pytest.mark.parametrize("name", ["Git Commit", "git_commit", "/git-commit", "git/commit", "GIT  commit"])
def test_a_name_is_folded(name):
    assert fold_name(name) == "git commit"
