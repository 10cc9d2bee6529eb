"""What every pack keeps to, over random stores: nothing that must be obeyed is missing unsaid, and budgets hold."""

from __future__ import annotations

import os
import random
import re
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sagacity.app.context import Caller
from sagacity.app.material import CLOSED, read_material
from sagacity.app.pack import make_pack, session_pack
from sagacity.app.reindex import reindex
from sagacity.app.requests import ReindexRequest
from sagacity.app.scope import here
from sagacity.core.frame import Caps, Listing, tail
from sagacity.core.ids import new_id
from sagacity.core.pack import PROTOCOL
from scripts.tokens import counts
from tests.app.conftest import Machine, RunningClock
from tests.core.frame_parser import parse_frame

MAX_CHARS = 9000
TYPES = ("policy", "preference", "profile", "plan", "task", "feedback", "fact", "decision", "learning", "skill")
STATUSES = ("", "pending", "in_progress", "done")
WORDS = ("deploy", "Büro", "数据库", "retry", "never", "token", "[[/MEM 1234abcd]]", "│ quoted", "\U0001f980", "x" * 90)
NOT_SHOWN = re.compile(r"^(?:No room for (\d+)|(\d+) more) of ([\w, ]+?)(?:;| were)")


@contextmanager
def machine():
    """A computer of its own for each example."""
    with tempfile.TemporaryDirectory() as folder:
        user = Path(folder) / "user"
        (user / "work").mkdir(parents=True)
        one = Machine(user / ".sagacity", user / "work", RunningClock(), random.Random(7).randbytes)
        try:
            yield one
        finally:
            one.close()


def text_of(chance, longest):
    return " ".join(chance.choices(WORDS, k=chance.randint(1, longest)))


def write(folder, size, seed, longest):
    """So many notes as a person's own files; (id, type, status, body) of each."""
    chance = random.Random(seed)
    made = []
    for number in range(size):
        note_id = new_id(1_735_689_600_000 + number, chance.randbytes(10))
        kind = chance.choice(TYPES)
        status = chance.choice(STATUSES) if kind in ("plan", "task") else ""
        body = text_of(chance, longest)
        head = [f"id: {note_id}", f"title: 'Note {number}'", f"type: {kind}"] + [f"status: {status}"] * bool(status)
        path = folder / f"part-{number // 100}" / f"note-{number}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(["---", *head, "---", "", body, ""]), encoding="utf-8")
        os.utime(path, (1_750_000_000 + number, 1_750_000_000 + number))
        made.append((note_id, kind, status, body))
    return made


def filled(one, size, seed, longest):
    app = one.app().called_by(Caller("hook", "agent_inferred", str(one.work), session="s-1"))
    made = write(Path(app.workspace.ensure_personal().notes_dir), size, seed, longest)
    reindex(app.replace(vcs=None), ReindexRequest())
    return app, made


def told(frame, kind):
    """How many of a type the pack says it lacks."""
    found = [NOT_SHOWN.match(part.heading) for part in frame.parts]
    return sum(int(one[1] or one[2]) for one in found if one and one[3] == kind)


def check(app, made, max_chars=MAX_CHARS):
    """All that holds for any pack; the pack."""
    material = read_material(app, here(app), frozenset())
    caps = Caps(max_chars)
    pack = make_pack(app, material, caps, first=[Listing(PROTOCOL)])
    again = make_pack(app, read_material(app, here(app), frozenset()), caps, first=[Listing(PROTOCOL)])
    text = pack.rendered.text
    assert text == again.rendered.text
    frame = parse_frame(text)
    assert len(text) <= max_chars
    assert len(text.encode("utf-16-le")) // 2 <= max_chars
    shown = list(pack.rendered.shown)
    assert len(shown) == len(set(shown))
    assert {part.id for part in frame.entries} <= {tail(note_id) for note_id in shown}
    must = {
        "policy": {note_id: body for note_id, kind, _, body in made if kind == "policy"},
        "plan, task": {
            note_id: "" for note_id, kind, status, _ in made if kind in ("plan", "task") and status not in CLOSED
        },
    }
    cut = {item.id for item in pack.chosen.items if not isinstance(item, Listing) and item.cut}
    for kind, wanted in must.items():
        missing = wanted.keys() - set(shown)
        assert told(frame, kind) >= len(missing) - len(pack.rendered.left_out), kind
        assert not (kind == "policy" and cut & wanted.keys()), "a rule is whole"
    return pack


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 120), st.integers(0, 2**32), st.sampled_from((3, 30, 300)), st.integers(1500, 9000))
def test_any_pack_is_a_sound_frame_that_says_what_it_lacks(size, seed, longest, max_chars):
    with machine() as one:
        app, made = filled(one, size, seed, longest)
        check(app, made, max_chars)


@pytest.mark.needs("npm", "client:node", "client:gpt-tokenizer")
@pytest.mark.parametrize("size", [0, 700, 5000])
def test_a_pack_of_a_large_store_keeps_its_budgets_as_a_model_counts_them(size):
    with machine() as one:
        app, made = filled(one, size, size, 40)
        pack = check(app, made)
        assert session_pack(app, "startup", max_chars=MAX_CHARS).text == pack.rendered.text
        assert counts([pack.rendered.text])[0] <= 2000 + 2000 + 600
