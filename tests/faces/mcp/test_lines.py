"""The reading thread meets every line there can be, and goes on reading."""

import json
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from sagacity.faces.mcp.stdio import Ledger, _take_line

LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5)
ODD: st.SearchStrategy[Any] = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)
IDS = st.sampled_from([1, "1", -1, 10**30, 1.5, True, None, [], {}, "\0", "\ud800"])
PARAMS = st.fixed_dictionaries({"requestId": IDS}, optional={"name": ODD, "arguments": ODD, "_meta": ODD})
METHODS = ("tools/call", "notifications/cancelled", "notifications/progress", "", None, [])
MESSAGES = st.fixed_dictionaries(
    {"jsonrpc": st.sampled_from(["2.0", "2.0", "2.0", "1.0", 2])},
    optional={"id": IDS, "method": st.sampled_from(METHODS), "params": PARAMS, "result": ODD, "error": ODD},
)


class Written:
    """Where lines for the client end."""

    def __init__(self):
        self.lines = []

    def write(self, line):
        self.lines.append(json.loads(line))


@settings(max_examples=300)
@given(MESSAGES)
@example({"jsonrpc": "2.0", "method": "notifications/cancelled"})
@example({"jsonrpc": "2.0", "method": "notifications/cancelled", "id": 1})
@example({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": []}})
def test_no_line_stops_the_reader_and_each_request_goes_one_way(message):
    written: Any = Written()
    taken: list[Any] = []
    _take_line(json.dumps(message).encode(), written, Ledger(), taken.append, 1_000_000)
    assert len(written.lines) + len(taken) <= 1
    if isinstance(message, dict) and "id" in message and isinstance(message.get("method"), str):
        assert len(written.lines) + len(taken) == 1
    assert all(line["error"]["code"] < 0 and line["jsonrpc"] == "2.0" for line in written.lines)
