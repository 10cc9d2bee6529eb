"""Whether a value looks like a secret, and not like a name, a path, a hash or a placeholder."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error
from math import log2

MIN_TOKEN_CHARS = 16
MIN_QUOTED_PASSWORD_CHARS = 6
MIN_BARE_PASSWORD_CHARS = 7
MIN_TOKEN_ENTROPY = 3.0  # bits per character; sixteen random characters have 3.5 to 4

_PLACEHOLDER_WORDS = ("xxxx", "your", "example", "placeholder", "redacted", "changeme", "change_me", "change-me")
_PLACEHOLDER_MARKS = ("...", "\u2026", "***", "\u2022\u2022", "____", "----", "00000000", "${", "{{", "<", "%(")
_TEMPLATE = re.compile(
    r"(?:my|test|new|old|hashed|mock|secure)?[_-]?(?:password|passwd|pass|pwd|secret|token)[_-]?\d{0,4}", re.IGNORECASE
)
_TEMPLATE_USERS = ("user", "username", "usr", "name", "login")
_TEMPLATE_HOST = re.compile(
    r"(?:localhost|127\.|host|server|db$|database$|\[|[a-z]+\.example|example|domain)", re.IGNORECASE
)
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
_HEX = re.compile(r"(?:0x)?[0-9a-f]+", re.IGNORECASE)
_HEX_KEY_CHARS = 32
_ULID = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}", re.IGNORECASE)
_MEASURE = re.compile(r"[~<>=]*\d[\d.,:_/-]*[A-Za-z%]{0,12}")  # 3600s, 24h, 64bytes, 2026-11-29, 1.2.3
_DIGEST = re.compile(r"(?:sha|md)\d{1,3}[-:]\S+", re.IGNORECASE)
_IDENTIFIER_PATH = re.compile(r"@?[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)+")
_CODE = re.compile(r"[(){}\[\]|\\<>$]|&&|->|::|==")
_PATH = re.compile(r"(?:[./~]|[A-Za-z]:[\\/]|[a-z][a-z0-9+.-]{1,15}://|@[a-z])")
_NAME_PART = re.compile(r"[A-Za-z]*|v?\d{1,4}|[A-Za-z]{1,10}\d{1,4}[a-z]{0,3}|\d{1,2}[a-z]{1,4}")
_ALGORITHM = re.compile(
    r"(?:sha|md|base|utf|aes|rsa|hs|rs|es|ps|oauth|x|bcrypt|argon|scrypt|pbkdf|ed|ipv|http|tls|ssl|pkcs|hmac|python|py|web)"
    r"[-_]?\d{1,5}[a-z]{0,9}",
    re.IGNORECASE,
)
_SEPARATORS = re.compile(r"[-_./:@+ ]+")


def is_token(value: str, *, named: bool = False) -> bool:
    """Whether this is long and random. named: a word before it says that it is a key, so that plain hex counts."""
    if len(value) < MIN_TOKEN_CHARS or not _is_mixed(value) or is_placeholder(value):
        return False
    if _HEX.fullmatch(value) or _UUID.fullmatch(value):
        return named and len(value) >= _HEX_KEY_CHARS and _entropy(value) >= MIN_TOKEN_ENTROPY
    if _ULID.fullmatch(value) or _is_reference(value):
        return False
    return _entropy(value) >= MIN_TOKEN_ENTROPY


def is_password(value: str, *, quoted: bool) -> bool:
    """Whether this is no word of a sentence or a program but something somebody chose to be hard to guess."""
    shortest = MIN_QUOTED_PASSWORD_CHARS if quoted else MIN_BARE_PASSWORD_CHARS
    if not quoted:
        value = value.rstrip(".,:;!?)")
    if len(value) < shortest or not _is_mixed(value) or is_placeholder(value):
        return False
    if any(shape.fullmatch(value) for shape in (_ALGORITHM, _MEASURE, _TEMPLATE)) or (quoted and " " in value):
        return False
    return not _is_reference(value) or (_is_one_word(value) and not _ALGORITHM.match(value))


def is_url_password(user: str, password: str, host: str = "") -> bool:
    """Whether the password of a URL is one: no variable or placeholder, no copy of the user's name, and not all of
    `user:password@localhost`.
    """
    if password == user or password[0] in "$%{<[(*" or is_placeholder(password) or set(password) <= set("xX"):
        return False
    is_template = user.lower() in _TEMPLATE_USERS and _TEMPLATE.fullmatch(password)
    return not (is_template and _TEMPLATE_HOST.match(host))


def is_basic(value: str) -> bool:
    """Whether this is base 64 of `user:password`."""
    try:
        pair = b64decode(value + "=" * (-len(value) % 4), validate=True).decode("ascii")
    except (Error, ValueError):
        return False
    user, colon, password = pair.partition(":")
    return bool(colon and password) and pair.isprintable() and is_url_password(user, password)


def is_placeholder(value: str) -> bool:
    """Whether the value says itself that it stands for another."""
    lowered = value.lower()
    return any(word in lowered for word in _PLACEHOLDER_WORDS) or any(mark in value for mark in _PLACEHOLDER_MARKS)


def _is_mixed(value: str) -> bool:
    """Letters with digits or with signs that only passwords have."""
    has_letter = any(char.isalpha() for char in value)
    return has_letter and any(char.isdigit() or char in "!@#%^&*?+=~" for char in value)


def _is_reference(value: str) -> bool:
    """Whether this names something: code, a path, a version, a digest, words joined by dashes."""
    if _CODE.search(value) or _PATH.match(value) or _MEASURE.fullmatch(value) or _DIGEST.fullmatch(value):
        return True
    return bool(_IDENTIFIER_PATH.fullmatch(value)) or _is_name(value)


def _is_name(value: str) -> bool:
    """Words and small numbers, joined: my-app-credentials-2, DB_PASSWORD_1, v2-oauth2-client."""
    return all(_NAME_PART.fullmatch(part) for part in _SEPARATORS.split(value.strip("\"'`,;!?")))


def _is_one_word(value: str) -> bool:
    """Letters and digits alone, as people make passwords of a word and a number."""
    return value.isalnum()


def _entropy(value: str) -> float:
    """Bits per character, by the frequencies within the value."""
    size = len(value)
    shares = [value.count(char) / size for char in set(value)]
    return -sum(share * log2(share) for share in shares)
