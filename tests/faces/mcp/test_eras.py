"""Both eras of the protocol in raw lines: what a revision wants is said, and nothing that only another one knows."""

import pytest

HANDSHAKES = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
STATELESS = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": STATELESS,
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
NOTE = {"content": "Deploys need the VPN", "type": "fact"}


@pytest.mark.parametrize("version", HANDSHAKES)
def test_a_handshake_is_answered_in_its_own_revision_and_the_tools_work(mcp, version):
    client = mcp()
    begun = client.start(version)
    assert begun["protocolVersion"] == version
    assert begun["capabilities"] == {"tools": {"listChanged": False}}
    assert client.ask("ping")["result"] == {}
    listed = client.ask("tools/list")["result"]
    assert set(listed) == {"tools"}
    written = client.call("remember", **NOTE)
    assert written["structuredContent"]["notes"][0]["action"] == "created"
    assert "resultType" not in written
    assert "need the VPN" in client.call("recall", query="deploys")["content"][0]["text"]
    assert client.ask("server/discover")["error"]["code"] == -32601


def test_a_handshake_of_an_unknown_revision_is_answered_with_the_newest_of_that_era(mcp):
    for version in ("2023-01-01", "2099-01-01", "nonsense"):
        assert mcp().start(version)["protocolVersion"] == HANDSHAKES[-1]


def test_without_a_handshake_each_request_carries_its_revision(mcp):
    client = mcp()
    found = client.ask("server/discover", _meta=META)["result"]
    assert found["supportedVersions"] == [STATELESS]
    assert found["capabilities"] == {"tools": {"listChanged": False}}
    assert found["instructions"]
    listed = client.ask("tools/list", _meta=META)["result"]
    assert listed["resultType"] == "complete"
    assert listed["cacheScope"] == "private"
    assert listed["ttlMs"] >= 0
    written = client.ask("tools/call", name="remember", arguments=NOTE, _meta=META)["result"]
    assert written["structuredContent"]["notes"][0]["action"] == "created"
    assert written["resultType"] == "complete"
    assert written["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "sagacity"
    refused = client.ask("tools/call", name="read", arguments={"handles": "no"}, _meta=META)["result"]
    assert refused["isError"]


def without(name):
    """_meta that lacks one key."""
    return {key: value for key, value in META.items() if not key.endswith(name)}


SPOILT = [
    ({}, -32602),
    ({"_meta": {}}, -32602),
    ({"_meta": without("protocolVersion")}, -32602),
    ({"_meta": without("clientCapabilities")}, -32602),
    ({"_meta": META | {"io.modelcontextprotocol/protocolVersion": "2099-01-01"}}, -32022),
    ({"_meta": META | {"io.modelcontextprotocol/protocolVersion": 3}}, -32602),
]


def test_a_request_without_its_revision_is_refused_and_the_next_is_served(mcp):
    client = mcp()
    client.ask("server/discover", _meta=META)
    for params, code in SPOILT:
        for method, more in (("tools/list", {}), ("tools/call", {"name": "remember", "arguments": NOTE})):
            assert client.ask(method, **more, **params)["error"]["code"] == code, params
    unnamed = client.ask("tools/call", name="recall", arguments={}, _meta=without("clientInfo"))["result"]
    assert "0 notes searched" in unnamed["content"][0]["text"]


REMOVED = ("ping", "logging/setLevel", "resources/subscribe", "resources/list", "prompts/list", "no/such")


def test_what_the_stateless_era_does_not_know_is_unknown(mcp):
    client = mcp()
    client.ask("server/discover", _meta=META)
    for method in REMOVED:
        assert client.ask(method, _meta=META)["error"]["code"] == -32601, method


def test_a_subscription_is_acknowledged_or_refused_and_calls_go_on(mcp):
    """Claude Code opens one at once."""
    client = mcp()
    client.ask("server/discover", _meta=META)
    params = {"notifications": {"toolsListChanged": True}, "_meta": META}
    client.send({"jsonrpc": "2.0", "id": "listen", "method": "subscriptions/listen", "params": params})
    answer = client.receive()
    assert answer.get("id") == "listen" or answer["method"] == "notifications/subscriptions/acknowledged"
    assert client.ask("tools/list", _meta=META)["result"]["tools"]
