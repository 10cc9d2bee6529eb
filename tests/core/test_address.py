"""Where text may go: encrypted, or nowhere but to this machine."""

import pytest

from sagacity.core.address import address_fault, host_of, is_loopback

GOOD = [
    "https://api.openai.com/v1",
    "HTTPS://EXAMPLE.COM",
    "https://10.0.0.7:8443/v1/",
    "http://127.0.0.1:11434",
    "http://127.8.9.10/x",
    "http://localhost:1234/v1",
    "http://[::1]:8080",
]
CLEAR = [
    "http://api.openai.com/v1",
    "http://192.168.1.5:11434",
    "http://127.0.0.1.evil.example",
    "http://localhost.evil.example",
    "http://0.0.0.0:80",
    "http://127.1",
    "http://[::2]",
    "http://256.0.0.1",
]
NONE = ["", "x", "api.openai.com", "ftp://127.0.0.1", "https://", "https:///v1", "file:///etc/passwd", "https://h:port"]
BROKEN = ["http://[::1", "http://[::1]x", "https://:443"]
SIGNS = [
    "https://user:pass@example.com",
    "http://127.0.0.1@evil.example",
    "http://127.0.0.1\\@evil.example",
    "https://example.com/?key=abc",
    "https://example.com/#x",
    "https://example.com/a b",
    "https://example.com/\n",
    "https://exämple.com",
    "http://127.0.0.1:80\x00.evil.example",
]


@pytest.mark.parametrize("url", GOOD)
def test_what_is_encrypted_or_stays_here_is_fine(url):
    assert address_fault(url) == ""


@pytest.mark.parametrize("url", CLEAR)
def test_nothing_goes_over_a_net_in_the_clear(url):
    assert "in the clear" in address_fault(url)
    assert not is_loopback(url)


@pytest.mark.parametrize("url", [*NONE, *BROKEN, *SIGNS])
def test_what_is_no_address_is_refused_without_repeating_it(url):
    fault = address_fault(url)
    assert fault
    assert len(url) < 9 or url not in fault


def test_the_host_is_told_without_port_and_path():
    assert host_of("https://api.example.com:444/v1") == "api.example.com"
    assert host_of("http://[::1]:80/") == "[::1]"
