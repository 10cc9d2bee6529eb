"""The reading thread meets every line there can be, and goes on reading."""

import json

from hypothesis import given
from hypothesis import strategies as st

from sagacity.faces.mcp.stdio import Ledger, _take_line

ODD = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5)
ODD = st.recursive(
    ODD, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)
IDS = st.sampled_from([1, 2, "1", -1, 0, 10**30]) | ODD
PARAMS = st.fixed_dictionaries(
    {}, optional={"requestId": IDS, "name": ODD, "arguments": ODD, "_meta": ODD, "progressToken": ODD}
)
METHODS = st.sampled_from(
    ["initialize", "tools/call", "notifications/cancelled", "notifications/progress", "notifications/initialized"]
)
MESSAGES = st.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": st.just("2.0") | ODD,
        "id": IDS,
        "method": METHODS | ODD,
        "params": PARAMS | ODD,
        "result": PARAMS | ODD,
        "error": PARAMS | ODD,
    },
)


class Written:
    """Where lines for the client end."""

    def __init__(self):
        self.lines = []

    def write(self, line):
        self.lines.append(json.loads(line))


@given(st.lists(MESSAGES | ODD, max_size=5))
def test_no_line_stops_the_reader_and_each_request_goes_one_way(messages):
    for message in messages:
        written, taken, ledger = Written(), [], Ledger()
        _take_line(json.dumps(message).encode(), written, ledger, taken.append, 1_000_000)
        assert len(written.lines) + len(taken) <= 1
        if isinstance(message, dict) and "id" in message and isinstance(message.get("method"), str):
            assert len(written.lines) + len(taken) == 1
        assert all(line["error"]["code"] < 0 and line["jsonrpc"] == "2.0" for line in written.lines)
