"""Every broken line has one answer, and nothing that is not Unicode goes any further."""

import json
import tracemalloc

import pytest

from sagacity.faces.mcp.inbound import LineSplitter, Refused, TooLong, read_message

GOOD = {"jsonrpc": "2.0", "id": 1, "method": "ping"}

UNDERSTOOD = [
    (b'{"jsonrpc":"2.0","id":1,"method":"ping"}', GOOD),
    (b'\xef\xbb\xbf{"jsonrpc":"2.0","id":1,"method":"ping"}\r', GOOD),
    (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":null,"more":3}', GOOD),
    (
        b'{"jsonrpc":"2.0","id":"a","method":"x","params":{"y":[1]}}',
        {**GOOD, "id": "a", "method": "x", "params": {"y": [1]}},
    ),
    (
        b'{"jsonrpc":"2.0","method":"notifications/initialized"}',
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
    ),
    (b'{"jsonrpc":"2.0","id":1,"result":{}}', {"jsonrpc": "2.0", "id": 1, "result": {}}),
    (
        '{"jsonrpc":"2.0","id":1,"method":"цвет","params":{"a":"\\u00e9"}}'.encode(),
        {**GOOD, "method": "цвет", "params": {"a": "é"}},
    ),
    (b'{"jsonrpc":"2.0","method":"notifications/whatever"}', None),
    (b'{"jsonrpc":"1.0","method":"notifications/initialized"}', None),
    (b"", None),
    (b" \r", None),
]


@pytest.mark.parametrize(("line", "message"), UNDERSTOOD)
def test_what_the_protocol_knows_goes_on_and_nothing_else(line, message):
    assert read_message(line) == message


REFUSED = [
    (b"{", -32700, None),
    (b'{"jsonrpc":"2.0","id":1,"meth', -32700, None),
    (b'{"id":NaN}', -32700, None),
    (b'{"id":Infinity}', -32700, None),
    (b'{"id":' + b"9" * 5000 + b"}", -32700, None),
    (b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32700, None),
    (b'{"jsonrpc":"2.0","id":1,"method":"\xff"}', -32700, None),
    (b'{"jsonrpc":"2.0","id":1,"method":"\xed\xa0\x80"}', -32700, None),
    (b"[" * 100_000, -32700, None),
    (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, None),
    (b"3", -32600, None),
    (b'"ping"', -32600, None),
    (b"null", -32600, None),
    (b"{}", -32600, None),
    (b'{"jsonrpc":"2.0","id":1}', -32600, 1),
    (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, None),
    (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600, None),
    (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600, None),
    (b'{"jsonrpc":"2.0","id":[1],"method":"ping"}', -32600, None),
    (b'{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600, 1),
    (b'{"id":1,"method":"ping"}', -32600, 1),
    (b'{"jsonrpc":"2.0","id":1,"method":3}', -32600, 1),
    (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32602, 1),
    (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}', -32602, 1),
    (b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"\\u0000"}}', -32602, 1),
    (b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":["\\ud800"]}}', -32602, 1),
    (b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"\\udc00":1}}', -32602, 1),
    (b'{"jsonrpc":"2.0","id":"\\ud800","method":"x"}', -32602, None),
    (b'{"jsonrpc":"2.0","id":1,"method":"x","params":' + b'{"a":' * 80 + b"1" + b"}" * 80 + b"}", -32602, 1),
]


@pytest.mark.parametrize(("line", "code", "id"), REFUSED)
def test_what_is_broken_is_answered_once_with_its_id_if_it_has_one(line, code, id):
    found = read_message(line)
    assert isinstance(found, Refused)
    assert (found.code, found.id) == (code, id)
    json.dumps(found.message).encode()


def test_lines_are_cut_at_line_feeds_however_the_bytes_come():
    text = b'{"a":"\r"}\n\r\n{"b":1}\n{"c'
    for size in (1, 3, 100):
        splitter = LineSplitter(100)
        pieces = [text[at : at + size] for at in range(0, len(text), size)]
        lines = [line.strip() for piece in pieces for line in splitter.feed(piece)]
        assert lines == [b'{"a":"\r"}', b"", b'{"b":1}']
        assert splitter.rest() == b'{"c'


def test_an_endless_line_is_refused_once_and_not_kept():
    splitter = LineSplitter(1_000_000)
    chunk = b"x" * 65_536
    tracemalloc.start()
    found = [line for _ in range(1000) for line in splitter.feed(chunk)]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [type(line) for line in found] == [TooLong]
    assert peak < 8_000_000
    assert list(splitter.feed(b"x\n{}\n")) == [b"{}\n"]
