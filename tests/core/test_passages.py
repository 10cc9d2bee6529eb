"""Bodies cut into passages."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.passages import MAX_CHARS, WHOLE_MAX_CHARS, passages, speaker_of

PARAGRAPH = "The queue is drained before a deploy, because a worker that dies keeps its lock for ten minutes. " * 4


def texts(body: str) -> list[str]:
    return [body[one.start : one.stop] for one in passages(body)]


@given(
    st.lists(st.sampled_from(["", "# Head", "word " * 30, "```", "**Ann:** yes", "x" * 3000, "~~~py", "日本語" * 900]))
)
def test_passages_are_the_body_without_gaps(lines):
    body = "\n".join(lines)
    assert "".join(texts(body)) == body
    assert all(len(text) <= max(MAX_CHARS, WHOLE_MAX_CHARS) for text in texts(body))
    assert all(texts(body)) or body == ""


def test_a_short_body_is_whole():
    assert texts("") == [""]
    assert texts("# One\n\nline\n\n# Two\n\nline") == ["# One\n\nline\n\n# Two\n\nline"]


def test_a_long_body_is_cut_before_headings():
    body = "\n\n".join(f"## Step {n}\n\n{PARAGRAPH}\n{PARAGRAPH}" for n in range(6))
    assert len(texts(body)) == 6
    assert all(text.startswith("## Step") for text in texts(body))


def test_a_code_fence_that_fits_is_not_cut():
    fence = "```\n" + "# no heading\n\nmake deploy\n" * 40 + "```\n"
    body = f"{PARAGRAPH}\n\n{PARAGRAPH}\n\n{PARAGRAPH}\n\n{fence}\n{PARAGRAPH}\n\n{PARAGRAPH}"
    assert any(fence in text for text in texts(body))


def test_what_is_too_long_is_cut_at_the_end_of_a_sentence():
    body = PARAGRAPH * 20
    assert all(text.endswith(". ") for text in texts(body))


def test_a_transcript_is_cut_by_turns():
    body = "\n\n".join(f"**{who}:** I said {n}.\n\nAnd more." for n, who in enumerate(["Ann", "Bob"] * 3))
    cut = passages(body)
    assert [one.speaker for one in cut] == ["Ann", "Bob"] * 3
    assert all(body[one.start : one.stop].rstrip().endswith("And more.") for one in cut)


def test_labels_of_an_ordinary_note_are_no_speakers():
    assert (
        len(passages("**Symptom:** it hangs.\n\n**Cause:** a lock.\n\n**Fix:** drain.\n\n**Rule:** drain first.")) == 1
    )


def test_a_speaker_stands_in_bold_before_a_colon():
    assert speaker_of("**user:** hello") == "user"
    assert speaker_of("**user** hello") == speaker_of("user: hello") == speaker_of("**" + "x" * 60 + ":** no") == ""
