"""One entry of a YAML text is edited, and nothing else."""

from __future__ import annotations

import pytest
import yaml

from sagacity.core.errors import SagacityError
from sagacity.core.yamledit import drop_entry, get_entry, put_entry

VALUES = {"enabled": True, "cmd": '/a b/"ż"', "args": ["-I", "x"], "envs": {}, "timeout": 300}
TEXTS = [
    ("", True),
    ("A: 1 # x\n", True),
    ("# top\nS:\n    other:\n        a: [1, 2]\n        b:\n          - c\n    # below\nZ: |\n  ours:\n    x\n", False),
    ("A: 1\r\nS:\r\n  other:\r\n    a: 1\r\n", False),
    ("S: {}\nA: 1\n", False),
]


@pytest.mark.parametrize(("text", "made"), TEXTS)
def test_an_entry_comes_and_goes_without_a_trace(text, made):
    put = put_entry(text, "S", "ours", VALUES)
    assert yaml.safe_load(put)["S"]["ours"] == VALUES
    assert {k: v for k, v in yaml.safe_load(put).items() if k != "S"} == {
        k: v for k, v in (yaml.safe_load(text) or {}).items() if k != "S"
    }
    assert put_entry(put, "S", "ours", VALUES) == put
    assert get_entry(put_entry(put, "S", "ours", VALUES | {"cmd": "/new"}), "S", "ours")["cmd"] == "/new"
    assert drop_entry(put, "S", "ours", with_parent=made) == text


BAD = [
    ("S:\n  - a\n", "safely"),
    ("S: {ours: {cmd: x}}\n", "safely"),
    ("S: {other: {cmd: x}}\n", "safely"),
    ("S: text\n", "safely"),
    ("A: &x 1\nB: *x\n", "line 1"),
    ("\tA: 1\n", "line 1"),
    ("[1]\n", "line 1"),
]


@pytest.mark.parametrize(("text", "words"), BAD)
def test_what_cannot_be_changed_safely_is_refused(text, words):
    with pytest.raises(SagacityError, match=words):
        put_entry(text, "S", "ours", VALUES)
