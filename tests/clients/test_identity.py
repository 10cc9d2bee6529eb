"""Whatever is in a settings file: setting up and taking away again leaves it as it was."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from sagacity.adapters.clients.launch import Launch
from sagacity.adapters.clients.ledger import Record, digest
from sagacity.adapters.clients.planning import described, plan_install, plan_removal
from sagacity.adapters.clients.table import TARGETS
from sagacity.adapters.clients.targets import TargetFile
from tests.clients.scene import Scene
from tests.core.test_jsonedit import ENDS, LAYOUTS, OBJECTS, dumped

TARGET = TARGETS["claude-code"]

HOOKS = st.dictionaries(
    st.sampled_from(["SessionStart", "UserPromptSubmit", "Stop", "X"]),
    st.lists(
        st.fixed_dictionaries(
            {
                "hooks": st.lists(
                    st.fixed_dictionaries({"type": st.just("command"), "command": st.text(max_size=8)}), max_size=2
                )
            },
            optional={"matcher": st.text(max_size=4)},
        ),
        max_size=2,
    ),
    max_size=3,
)
FILES = st.one_of(
    st.none(),
    st.just(""),
    st.builds(
        dumped,
        st.one_of(OBJECTS, st.builds(lambda o, h: o | {"hooks": h}, OBJECTS, HOOKS)),
        LAYOUTS,
        ENDS,
        st.sampled_from(["\n", "\r\n"]),
    ),
)


def hooks_can_be_added(data):
    hooks = data.get("hooks", {})
    return isinstance(hooks, dict) and all(isinstance(hooks.get(hook.name, []), list) for hook in TARGET.hooks)


def check_identity(text, back, *, touched):
    """What removal left, beside what was there; a file that others touched is the same to whoever parses it."""
    if touched:
        assert repr(json.loads(back or "{}")) == repr(json.loads(text or "{}"))
    else:
        assert back == text


@settings(max_examples=300)
@given(text=FILES, touched=st.booleans())
def test_putting_in_and_taking_out_is_the_identity(text, touched):
    if not hooks_can_be_added(json.loads(text or "{}")):
        return
    data = None if text is None else text.encode()
    file, launch = TargetFile("settings.json", ("hooks",)), Launch("/usr/bin/python3", "/opt/sagacity")
    change = plan_install(file, data, TARGET, launch, None)
    assert change.after is not None
    assert plan_install(file, change.after, TARGET, launch, None).after == change.after
    assert len(described(file, change, TARGET)) == len(TARGET.hooks)
    record = Record(
        "settings.json",
        "settings.json",
        digest(data) if data is not None else "",
        digest(change.after),
        "",
        change.made,
    )
    now = change.after + b"\n" if touched else change.after
    back = plan_removal(file, now, TARGET, record, change.base).after
    check_identity(text, None if back is None else back.decode(), touched=touched)


@settings(max_examples=40)
@given(text=FILES, touched=st.booleans())
def test_installing_and_removing_is_the_identity(tmp_path_factory, text, touched):
    if not hooks_can_be_added(json.loads(text or "{}")):
        return
    scene = Scene(tmp_path_factory.mktemp("identity"))
    if text is not None:
        scene.settings.write_bytes(text.encode())
    scene.install()
    if touched:
        scene.settings.write_text(scene.settings.read_text() + "\n")
    scene.remove()
    check_identity(text, scene.settings.read_bytes().decode() if scene.settings.exists() else None, touched=touched)
