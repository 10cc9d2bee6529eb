"""What a note is called and said to be about when its author did not say."""

from __future__ import annotations

TITLE_MAX_CHARS = 200
SUMMARY_MAX_CHARS = 280
SUMMARY_MAX_LINES = 5


def title_of(content: str) -> str:
    """The first heading, else the first sentence of the first line, at most 80 characters; "" for no text."""
    for line in content.splitlines():
        text = line.strip()
        if not text or text.startswith(("```", "---", "<!--")):
            continue
        if text.startswith("#"):
            return text.lstrip("#").strip()[:TITLE_MAX_CHARS]
        return shorten(_first_sentence(text.lstrip("-*>+ ")), 80)
    return ""


def summary_of(summary: str, body: str) -> str:
    """The author's summary, at most five lines, else the first prose of the body that is no heading."""
    if summary.strip():
        return "\n".join(line.strip() for line in summary.strip().splitlines()[:SUMMARY_MAX_LINES])
    words: list[str] = []
    size = 0
    for line in body.splitlines():
        text = line.strip()
        if not text or text.startswith(("#", "```", "---", "|", "<!--")):
            if words:
                break
            continue
        words.append(text)
        size += len(text)
        if size > SUMMARY_MAX_CHARS:
            break
    return shorten(" ".join(words), SUMMARY_MAX_CHARS)


def shorten(text: str, max_chars: int) -> str:
    """Cut at a blank with an ellipsis; never longer than max_chars."""
    if len(text) <= max_chars:
        return text
    cut = text[: max_chars - 1]
    blank = cut.rfind(" ")
    return (cut[:blank] if blank > max_chars // 2 else cut).rstrip(" ,;:") + "…"


def _first_sentence(text: str) -> str:
    for at, char in enumerate(text):
        if char in ".!?。！？;" and (at + 1 == len(text) or text[at + 1] == " ") and at > 12:
            return text[:at]
    return text
