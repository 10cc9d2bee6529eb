"""One table of a TOML text is edited, and nothing else."""

from __future__ import annotations

import tomllib

import pytest

from sagacity.core.errors import SagacityError
from sagacity.core.tomledit import drop_table, get_table, put_table

VALUES = {"command": '/a b/"ż"/\\', "args": ["-I", "x"], "env": {"HOME": "/h"}}
TEXTS = [
    "",
    "a = 1\n",
    "a = 1 # [s.ours]\n\n[s.other]\nx = [\n  [1],\n]\n",
    "[[s2]]\n[z]\ny = 1979-05-27T07:32:00Z\n",
    "a = 1\r\n[s.other]\r\nb = 2\r\n",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_table_comes_and_goes_without_a_trace(text):
    put = put_table(text, "s", "ours", VALUES)
    assert put.startswith(text)
    assert tomllib.loads(put)["s"]["ours"] == VALUES == get_table(put, "s", "ours")
    assert put_table(put, "s", "ours", VALUES) == put
    assert drop_table(put, "s", "ours") == text


def test_a_last_line_without_an_end_gets_one():
    assert put_table("a = 1", "s", "ours", {"b": "c"}) == 'a = 1\n\n[s.ours]\nb = "c"\n'


def test_keys_and_tables_of_others_within_it_stay():
    text = '[s.ours] # x\ncommand = "old"\nwait = 3 # mine\n\n[s.ours.tools.a]\nb = 1\n\n# of z\n[z]\n'
    put = put_table(text, "s", "ours", {"command": "new", "env": None})
    assert put == text.replace("old", "new")
    assert drop_table(put, "s", "ours") == "\n# of z\n[z]\n"


BAD = [
    ("a = ", "not TOML"),
    ("s = {}\n", "safely"),
    ('s = { ours = { command = "x" } }\n', "safely"),
    ('[s]\nours.command = "x"\n', "safely"),
    ('[s.ours]\ncommand = """\nx"""\n', "safely"),
    ('a = """\n[s.ours]\n"""\n[s]\nours = { command = "x" }\n', "safely"),
]


@pytest.mark.parametrize(("text", "words"), BAD)
@pytest.mark.parametrize("name", ["put", "drop"])
def test_what_cannot_be_changed_safely_is_refused(text, words, name):
    if name == "drop" and text in (BAD[1][0], BAD[4][0]):
        return
    with pytest.raises(SagacityError, match=words):
        put_table(text, "s", "ours", VALUES) if name == "put" else drop_table(text, "s", "ours")
