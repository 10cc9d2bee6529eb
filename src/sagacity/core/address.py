"""Addresses that the text of notes may be sent to: encrypted, or on this machine."""

from __future__ import annotations

_FORBIDDEN = " @?#\\\"'<>`{}|"


def address_fault(url: str) -> str:
    """What is wrong with it, in words that do not repeat it, since it may hold a password; "" for nothing."""
    scheme, _, rest = url.partition("://")
    host, port = _split(url)
    if not (rest.isascii() and rest.isprintable()) or any(sign in rest for sign in _FORBIDDEN):
        return "holds a sign that the address of a service has no use for: no password, no query, no blank"
    if scheme.lower() not in {"http", "https"} or not host or not (port.isdigit() or not port):
        return "is no address; one begins with https:// or, on this machine, http:// and names a host"
    if scheme.lower() == "http" and not is_loopback(url):
        return (
            "would send text in the clear; http:// is for this machine (127.0.0.1, [::1], localhost), else use https://"
        )
    return ""


def host_of(url: str) -> str:
    """The host without its port; "" when there is none."""
    return _split(url)[0]


def is_loopback(url: str) -> bool:
    """Whether the address is one of this machine, by what it says: no name is looked up."""
    host = host_of(url).lower()
    parts = host.split(".")
    numbers = len(parts) == 4 and all(part.isdigit() and len(part) <= 3 for part in parts)
    return host in {"localhost", "[::1]"} or (numbers and parts[0] == "127")


def _split(url: str) -> tuple[str, str]:
    """Host and port, each "" when it is not there or cannot be told."""
    authority = url.partition("://")[2].partition("/")[0]
    if not authority.startswith("["):
        host, _, port = authority.partition(":")
        return host, port
    host, closed, after = authority.partition("]")
    return (host + closed, after[1:]) if closed and after[:1] in {"", ":"} else ("", "")
