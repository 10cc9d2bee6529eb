"""Posting JSON to one address: with a time limit, at most one more try, and errors in one line.

No error, and nothing else here, repeats the key, what was sent, or what the other side said, which may repeat both.
"""

from __future__ import annotations

import json
import ssl
import time
from http import HTTPStatus
from http.client import HTTPException
from typing import TYPE_CHECKING
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from ...core.address import host_of, is_loopback
from ...core.errors import SagacityError

if TYPE_CHECKING:
    from http.client import HTTPResponse
    from typing import Any

    from ...core.errors import Code

ANSWER_MAX_BYTES = 64 << 20
PAUSE_S = 0.5
PAUSE_MAX_S = 20.0
_CHUNK_BYTES = 1 << 16
_REFUSALS: dict[int, tuple[Code, str, str]] = {
    401: ("invalid", "does not accept the key", "see the variable that embedder_key_env names"),
    403: ("invalid", "does not accept the key", "see the variable that embedder_key_env names"),
    404: ("invalid", "knows no such model, or no such address", "see embedder_model and embedder_url"),
    429: ("busy", "takes no more requests for now", "try again later"),
}


class _NoRedirect(HTTPRedirectHandler):
    """urllib would send the key on to wherever a redirect points."""

    def redirect_request(self, *_args: object) -> None:
        return None


class Endpoint:
    """url: see core.address; checked by who reads the settings. key: sent as a bearer token, "" for none."""

    def __init__(self, url: str, key: str) -> None:
        self._url = url
        self._key = key
        self.name = host_of(url)
        # A proxy sees what goes to http:// addresses; to https:// ones it only lays a pipe.
        self._opener = build_opener(_NoRedirect, ProxyHandler({} if is_loopback(url) else None))

    def post(self, body: dict[str, Any], *, timeout_s: float, again: bool) -> Any:
        """The JSON that comes back. timeout_s: for connecting, for the first byte, and for all of the answer, each.
        again: whether to try once more when the other side is overloaded.

        Raises SagacityError: `degraded` when it cannot be reached, is slow or answers nonsense, `busy` when it asks to
        wait, `invalid` when it does not accept key, model or request, `refused` for a redirect.
        """
        try:
            return self._json(self._answer(body, timeout_s))
        except HTTPError as error:
            pause_s = _pause_s(error)
            if not again or pause_s > PAUSE_MAX_S or not (error.code == 429 or error.code >= 500):
                raise self._refusal(error.code) from error
        time.sleep(pause_s)
        try:
            return self._json(self._answer(body, timeout_s))
        except HTTPError as error:
            raise self._refusal(error.code) from error

    def _answer(self, body: dict[str, Any], timeout_s: float) -> bytes:
        headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "sagacity"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        request = Request(self._url, json.dumps(body).encode(), headers, method="POST")  # noqa: S310 - checked
        try:
            with self._opener.open(request, timeout=timeout_s) as answer:
                return self._whole(answer, timeout_s)
        except HTTPError as error:
            error.close()
            raise
        except TimeoutError as error:
            raise self._slow(timeout_s) from error
        except URLError as error:
            if isinstance(error.reason, TimeoutError):
                raise self._slow(timeout_s) from error
            raise self._unreachable(error.reason) from error
        except (OSError, HTTPException) as error:
            raise self._unreachable(error) from error

    def _whole(self, answer: HTTPResponse, timeout_s: float) -> bytes:
        deadline = time.monotonic() + timeout_s
        parts = []
        size = 0
        while part := answer.read1(_CHUNK_BYTES):
            parts.append(part)
            size += len(part)
            if size > ANSWER_MAX_BYTES:
                raise self._nonsense("is too long")
            if time.monotonic() > deadline:
                raise self._slow(timeout_s)
        return b"".join(parts)

    def _json(self, answer: bytes) -> Any:
        try:
            return json.loads(answer)
        except (ValueError, RecursionError) as error:
            raise self._nonsense("is not JSON") from error

    def _nonsense(self, what: str) -> SagacityError:
        return SagacityError("degraded", f"the answer of {self.name} {what}", hint="see embedder_url")

    def _slow(self, timeout_s: float) -> SagacityError:
        return SagacityError("degraded", f"{self.name} took longer than {timeout_s:g} s", hint="see embedder_timeout_s")

    def _unreachable(self, reason: object) -> SagacityError:
        why = "its certificate is not valid" if isinstance(reason, ssl.SSLCertVerificationError) else ""
        why = why or (reason.strerror if isinstance(reason, OSError) else None) or "the connection broke off"
        return SagacityError("degraded", f"cannot reach {self.name}: {why}", hint="see embedder_url")

    def _refusal(self, status: int) -> SagacityError:
        if status in _REFUSALS:
            code, what, hint = _REFUSALS[status]
            return SagacityError(code, f"{self.name} {what} ({status})", hint=hint)
        if status < 400:
            return SagacityError("refused", f"{self.name} points elsewhere ({status})", hint="see embedder_url")
        phrase = HTTPStatus(status).phrase if status in set(HTTPStatus) else "no known status"
        code = "degraded" if status >= 500 else "invalid"
        return SagacityError(
            code, f"{self.name} answers {status}: {phrase}", hint="see embedder_model and embedder_url"
        )


def _pause_s(error: HTTPError) -> float:
    """What the other side asks for, in seconds; where it names a date, or nothing, a little."""
    asked = error.headers.get("Retry-After", "")
    return float(asked) if asked.isascii() and asked.isdigit() else PAUSE_S
