"""What a user said, out of what a client hands over as the prompt."""

from __future__ import annotations

from .tokens import plan

OURS_OPEN = "[[MEM "
OURS_CLOSE = "[[/MEM "
CLIENT_TAGS = (
    "system-reminder",
    "user-prompt-submit-hook",
    "hook_context",
    "session-start-hook",
    "local-command-stdout",
    "local-command-stderr",
    "local-command-caveat",
    "command-message",
    "command-name",
    "command-contents",
    "task-notification",
    "ide_opened_file",
    "ide_selection",
    "ide_diagnostics",
    "environment_context",
    "saga-context",
    "saga-identity",
    "saga-rules",
    "saga-meta",
    "memory-context",
)
MAX_BLOCKS = 200


def question_of(prompt: str) -> str:
    """What to look for, "" for small talk and for a prompt that holds nothing of the user's own."""
    text = own_words(prompt)
    asked = plan(text)
    return "" if asked.chatter or not asked.terms else text


def own_words(prompt: str) -> str:
    """The prompt without blocks that we or the client put into it; text that only looks like one stays."""
    if OURS_OPEN in prompt:
        prompt = _without_frames(prompt)
    if "</" in prompt:
        for tag in CLIENT_TAGS:
            prompt = _without_tag(prompt, tag)
    return prompt.strip()


def _without_frames(text: str) -> str:
    """Takes out everything from the opening line of a frame to the closing line with the same nonce."""
    for _ in range(MAX_BLOCKS):
        start = text.find(OURS_OPEN)
        nonce = text[start + len(OURS_OPEN) :].partition("]]")[0] if start >= 0 else ""
        close = f"{OURS_CLOSE}{nonce}]]"
        end = text.find(close, start) if nonce.isalnum() else -1
        if end < 0:
            break
        text = f"{text[:start]}\n{text[end + len(close) :]}"
    return text


def _without_tag(text: str, tag: str) -> str:
    close = f"</{tag}>"
    for _ in range(MAX_BLOCKS):
        end = text.find(close)
        start = text.rfind(f"<{tag}", 0, end) if end >= 0 else -1
        if start < 0 or text[start + len(tag) + 1 : start + len(tag) + 2] not in ("", ">", " ", "\n", "\t"):
            break
        text = f"{text[:start]}\n{text[end + len(close) :]}"
    return text
