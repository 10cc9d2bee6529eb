"""What a prompt brings to mind in a young store: the note that answers it, and nothing for everyday instructions."""

from __future__ import annotations

import pytest

from demo.notes import NOTES, OLDER
from sagacity.app.prompt import prompt_block
from sagacity.app.remember import remember
from sagacity.app.requests import NoteInput, RememberRequest
from sagacity.core.prompt_text import question_of

EVERYDAY = [
    "thanks", "go on", "ok do it", "yes please", "looks good", "commit this", "run the tests", "fix the failing test",
    "what's next?", "make it shorter", "add a docstring to this function", "rename the variable",
    "can you explain this code", "why is this slow?", "refactor this into two functions", "undo that",
    "write a unit test for the parser", "how do I configure kubernetes ingress", "set up eslint for this repo",
    "what time is it in Tokyo", "explain monads", "add type hints", "use a list comprehension here",
    "bump the version", "update the changelog", "create a new branch", "add logging", "translate this to Rust",
    "sort these imports", "the button is not clickable on mobile",
]  # fmt: skip
ANSWERED = [
    ("the deploy hangs at the database migration, any idea why?", "VPN"),
    ("where should the payment orchestrator capture vouchers?", "PaymentOrchestrator"),
    ("how long does a basket live", "basket"),
    ("where do I change the shop colour", "theme.css"),
    ("how are prices stored", "cents"),
    ("are reviews shown immediately?", "spam wave"),
    ("how do I turn on a feature flag", "flags.toml"),
    ("how deep can categories be nested", "three levels"),
    ("which cookies do we set", "language"),
    ("I want to push my fix to main directly", "pull request"),
]


@pytest.fixture
def shop(machine):
    """The store of the demonstration."""
    app = machine.app(door="hook", origin="agent_inferred")
    fields = ("content", "title", "type", "tags")
    notes = [NoteInput(**{name: _frozen(note[name]) for name in fields if name in note}) for note in NOTES]
    remember(app, RememberRequest(notes=(*notes, *(NoteInput(content=text) for text in OLDER))))
    return app


def _frozen(value):
    return tuple(value) if isinstance(value, list) else value


def test_everyday_instructions_bring_nothing(shop):
    shown = {prompt: prompt_block(shop, question_of(prompt), max_chars=9000).text for prompt in EVERYDAY}
    assert [prompt for prompt, text in shown.items() if text] == []


@pytest.mark.parametrize(("prompt", "words"), ANSWERED)
def test_a_question_brings_its_answer(shop, prompt, words):
    assert words in prompt_block(shop, question_of(prompt), max_chars=9000).text
