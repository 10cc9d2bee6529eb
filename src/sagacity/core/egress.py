"""The last look at what leaves for a model: lines that hold a secret are taken out.

The scan proper loads patterns, which a hook cannot afford on every prompt; so it runs only where a cheap look finds
what every secret has: a word that announces one before a value, or a long word of letters and digits.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LONG_CHARS = 16
HASH_CHARS = 64
ID_CHARS = 26
SHORT_CHARS = 5
WORD_CHARS = 2
LOOK_AHEAD = 60
LOOK_BACK = 20
VALUE_CHARS = 8
ALARMING = (
    "identified by", "service_account", "-----begin", " -u", "--user", "_auth", "пароль", "密码", "密碼", "口令",
    "パスワード", "비밀번호",
)  # fmt: skip
PASSWORDS = ("passw", "passphrase", "de passe", "pwd", "contrase", "senha", "kennwort")
SIGNS = (":", "=", ">", "：", "＝", '"', "'", "`", " is", " was", " ist", " est", " es", "是", "为", "為", "は")
"""One of these stands between such a word and its value, unless it is the name of an option."""
ANNOUNCING = (
    "pass",
    "secret",
    "token",
    "key",
    "credential",
    "bearer",
    "basic",
    "login",
    "jwt",
    "cookie",
    "密钥",
    "令牌",
)
_JOINTS = {ord(char): " " for char in "_-./:(){}[]`'\",="}
HEX = frozenset("0123456789abcdefABCDEF-")


def without_secrets(text: str) -> str:
    """The text with each line that holds a secret replaced by a word about it; a private key goes as a whole."""
    if not is_suspicious(text):
        return text
    # Loads patterns; see the top.
    from .secrets import find_secrets

    found = {finding.line: finding.kind for finding in find_secrets(text)}
    return "\n".join(_kept(text.split("\n"), found)) if found else text


def terms_to_keep(text: str, terms: tuple[str, ...]) -> tuple[str, ...]:
    """The search terms of a text that may be written down: none that only a line with a secret has."""
    harmless = without_secrets(text)
    if harmless == text:
        return terms
    from .tokens import plan

    kept = frozenset(plan(harmless).terms)
    return tuple(term for term in terms if term in kept)


def is_suspicious(text: str) -> bool:
    """Whether the text needs the scan proper. Wrong in one direction only, as far as the tests know."""
    if any(_is_long(word) for word in text.split()) or ("://" in text and "@" in text):
        return True
    lowered = text.lower()
    return (
        any(stem in lowered for stem in ALARMING)
        or any(_is_given(lowered, stem) for stem in PASSWORDS if stem in lowered)
        or any(_announces(lowered, stem) for stem in ANNOUNCING if stem in lowered)
    )


def _is_given(lowered: str, stem: str) -> bool:
    """Whether the word is an option, or followed by a sign that gives it a value."""
    at = lowered.find(stem)
    while at >= 0:
        behind = lowered[at + len(stem) : at + LOOK_AHEAD]
        if "-" in lowered[max(at - LOOK_BACK, 0) : at] or any(sign in behind for sign in SIGNS):
            return True
        at = lowered.find(stem, at + len(stem))
    return False


def _is_long(word: str) -> bool:
    """Letters and digits mixed, at length; commit hashes, UUIDs and ULIDs are none."""
    if len(word) < LONG_CHARS or word.isalpha() or not any(map(str.isdigit, word)):
        return False
    bare = word.strip("`'\"()[]{}<>,.;:")
    if len(bare) <= HASH_CHARS and HEX.issuperset(bare):
        return False
    return not (len(bare) == ID_CHARS and bare.isalnum() and bare.isupper()) and not _is_name(bare)


def _is_name(word: str) -> bool:
    """Lower-case words with one short number among them, joined: `payment_gateway_v2`, `src/app/retry_3.py`."""
    if not word.islower():
        return False
    parts = word.translate(_JOINTS).split()
    mixed = [part for part in parts if not part.isalpha()]
    n_words = sum(len(part) >= WORD_CHARS for part in parts if part not in mixed)
    return len(mixed) <= 1 and n_words >= 2 and all(len(part) <= SHORT_CHARS for part in mixed)


def _announces(lowered: str, stem: str) -> bool:
    """Whether a value may follow the word."""
    at = lowered.find(stem)
    while at >= 0:
        after = at + len(stem)
        if any(_is_value(word) for word in lowered[_name_end(lowered, at, after) : after + LOOK_AHEAD].split()):
            return True
        at = lowered.find(stem, after)
    return False


def _name_end(lowered: str, at: int, after: int) -> int:
    """Where the identifier ends that the word at this place is a part of (`token_bucket_v2`); `after` if of none."""
    end = after
    while end < min(len(lowered), after + LOOK_AHEAD) and (lowered[end].isalnum() or lowered[end] == "_"):
        end += 1
    if end in (after, after + LOOK_AHEAD):
        return after
    begin = at
    while begin > max(0, at - LOOK_BACK) and (lowered[begin - 1].isalnum() or lowered[begin - 1] == "_"):
        begin -= 1
    return end if _is_name(lowered[begin:end]) else after


def _is_value(word: str) -> bool:
    return len(word) >= VALUE_CHARS and any(map(str.isdigit, word)) and not _is_name(word)


def _kept(lines: Iterable[str], found: dict[int, str]) -> list[str]:
    kept: list[str] = []
    in_key = False
    for number, line in enumerate(lines, 1):
        kind = found.get(number)
        if kind:
            kept.append(f"(a secret stood here: {kind})")
            in_key = "private" in kind and "-----END" not in line
        elif in_key:
            in_key = "-----END" not in line
        else:
            kept.append(line)
    return kept
