"""Finds secrets in a text before it is kept, shown or sent: the kind and the line, never the value.

What hides a secret is undone first (see `secret_views`): invisible and look-alike characters, JSON, URL and HTML
escapes, base 64 and hex (once), wrapped lines. Then known shapes are looked for by their literals (`secret_rules`), and
values by the words before them (`secret_values`). Not found: pass phrases of plain words, secrets without shape or
word, values encoded twice, encrypted or compressed.
"""

from __future__ import annotations

import re

from .secret_rules import MIN_SHAPE_CHARS, SHAPES, SPACED_LITERALS, SPACED_RULES, WORD_LITERALS, WORD_RULES, WORDS, Rule
from .secret_values import is_basic, is_password, is_placeholder, is_token, is_url_password
from .secret_views import View, decoded_views, joined_views, written_views
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_VALUE = r"(?:(?P<q>[\"'`])(?P<qv>[^\"'`\n]{6,300})(?P=q)|(?P<v>[^\s\"'`,;<>]{6,300}))"
_TYPED = r":[ \t]{0,4}[A-Za-z_][\w.\[\]|]{0,30}[ \t]{0,4}="
_ASSIGNED = re.compile(
    r"s?[\"'`\])*]{0,3}[ \t]{0,8}(?:" + _TYPED + r"|:=|=>|={1,3}|:|>|是|为|為|は)[ \t]{0,8}" + _VALUE
)
_STATED = re.compile(r"[ \t]{1,4}(?:is|was|ist|est|es)[ \t]{0,2}:?[ \t]{1,4}" + _VALUE)
_FLAGGED = re.compile(r"[ \t]{1,4}" + _VALUE)
_FLAG = re.compile(r"(?:^|[\s\"'`(])--?(?:[a-z0-9]{1,16}-){0,3}$")
_FLAG_CHARS = 40
_BEFORE_CHARS = 40
_MIN_QUOTED_SECRET_CHARS = 8
_ENCODED_CHARS = 20
_LONG_CHARS = 14
_LEAST_CHARS = min(_LONG_CHARS, _ENCODED_CHARS, MIN_SHAPE_CHARS)
"""No word that is looked at by itself is shorter."""
_GENERAL = ("password", "secret", "http_bearer")


class Finding(Value):
    """One secret. kind: as in `secret_rules`. line: 1-based."""

    kind: str
    line: int


def find_secrets(text: str) -> tuple[Finding, ...]:
    """All secrets, by line; one for each kind on a line, the general kinds only where no known shape was found."""
    found: set[tuple[int, str]] = set()
    for view in written_views(text):
        words = _long_words(view)
        found.update(_scan(view, words))
        for hidden in _hidden_views(view, words):
            found.update(_scan(hidden, _long_words(hidden)))
    known = {line for line, kind in found if kind not in _GENERAL}
    kept = sorted(item for item in found if item[1] not in _GENERAL or item[0] not in known)
    return tuple(Finding(kind, line) for line, kind in kept)


def _hidden_views(view: View, words: Sequence[str]) -> Iterator[View]:
    """What is only there after decoding and joining."""
    yield from decoded_views(view, _longer(words, _ENCODED_CHARS))
    for joined in joined_views(view):
        yield joined
        yield from decoded_views(joined, _longer(_long_words(joined), _ENCODED_CHARS))


def _rules_in(text: str, words: Sequence[str]) -> list[Rule]:
    """The rules of which a literal occurs: for most texts none or two, found without a pattern.

    Secrets of one word are looked for in long words only.
    """
    return _occurring(WORD_RULES, WORD_LITERALS, " ".join(_longer(words, _LONG_CHARS))) + _occurring(
        SPACED_RULES, SPACED_LITERALS, text
    )


def _occurring(rules: Sequence[Rule], literals: Sequence[str], text: str) -> list[Rule]:
    present = [literal for literal in literals if literal in text]
    return [rule for rule in rules if any(literal in present for literal in rule.literals)] if present else []


def _long_words(view: View) -> list[str]:
    """The words that are looked at by themselves, each once, in their order."""
    return list(dict.fromkeys(_longer(view.text.split(), _LEAST_CHARS)))


def _longer(words: Sequence[str], chars: int) -> list[str]:
    return [word for word in words if len(word) >= chars]


def _scan(view: View, words: Sequence[str]) -> Iterator[tuple[int, str]]:
    """(line, kind) of what stands in the view."""
    lowered = view.text.replace("\u0130", "I").lower()  # the one letter that grows when lowered
    for rule in _rules_in(view.text, words):
        if not rule.near or any(word in lowered for word in rule.near):
            yield from _by_rule(view, rule)
    yield from _by_shape(view, words)
    if not view.starts:
        for strength, stem, names in WORDS:
            if stem in lowered:
                yield from _by_word(view, lowered, names, strength)


def _by_shape(view: View, words: Sequence[str]) -> Iterator[tuple[int, str]]:
    for word in _longer(words, MIN_SHAPE_CHARS):
        for kind, shape in SHAPES:
            found = re.search(shape, word)
            if found:
                yield view.line_at(view.text.find(found.group())), kind


def _by_rule(view: View, rule: Rule) -> Iterator[tuple[int, str]]:
    pattern = re.compile(rule.tail)
    text = view.text
    for literal in rule.literals:
        for at in _occurrences(text, literal):
            if not rule.inside and _is_inside_word(view, at):
                continue
            found = pattern.match(text, at + len(literal))
            if found and _is_accepted(view, rule, found, at):
                yield view.line_at(at), rule.kind


def _by_word(view: View, lowered: str, words: Sequence[str], strength: str) -> Iterator[tuple[int, str]]:
    for word in words:
        for at in _occurrences(lowered, word):
            end = at + len(word)
            assigned = _ASSIGNED.match(view.text, end)
            if not assigned and _FLAG.search(lowered[max(at - _FLAG_CHARS, 0) : at]):
                assigned = _FLAGGED.match(view.text, end)
            stated = None if assigned else _STATED.match(view.text, end)
            if (assigned and _is_value(strength, assigned)) or (stated and _is_stated(strength, stated)):
                yield view.line_at(at), "password" if strength == "password" else "secret"


def _is_value(strength: str, found: re.Match[str]) -> bool:
    quoted = found["qv"]
    value = quoted or found["v"]
    if strength == "password":
        return is_password(value, quoted=bool(quoted))
    if strength == "named" and quoted and len(quoted) >= _MIN_QUOTED_SECRET_CHARS and is_password(quoted, quoted=True):
        return True
    return is_token(value.rstrip(".,:!?"), named=strength == "named")


def _is_stated(strength: str, found: re.Match[str]) -> bool:
    """The value of "the password is …": sentences go on with words, so it takes more."""
    value = found["qv"] or found["v"].rstrip(".,:;!?)")
    return is_token(value) or (strength == "password" and is_password(value, quoted=False))


def _is_accepted(view: View, rule: Rule, found: re.Match[str], at: int) -> bool:
    groups = found.groupdict()
    value = groups.get("v") or found.group()
    if rule.before and not re.search(rule.before + "$", view.text[max(at - _BEFORE_CHARS, 0) : at]):
        return False
    if view.starts and not any(char.isdigit() for char in value):
        return False
    if not rule.examples and is_placeholder(value):
        return False
    if rule.check == "url":
        return is_url_password(groups["u"] or "", value, groups.get("h") or "")
    return _passes(rule.check, value)


def _passes(check: str, value: str) -> bool:
    if check == "token":
        return is_token(value)
    if check == "password":
        return is_password(value, quoted=False)
    return check != "basic" or is_basic(value)


def _occurrences(text: str, literal: str) -> Iterator[int]:
    at = text.find(literal)
    while at >= 0:
        yield at
        at = text.find(literal, at + len(literal))


def _is_inside_word(view: View, at: int) -> bool:
    """Whether a letter or digit of the same line stands right before."""
    before = view.text[at - 1 : at]
    return before.isascii() and before.isalnum() and at not in view.starts
