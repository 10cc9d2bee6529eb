"""Text of notes made safe to stand in a context window: allowed code points, no look-alike of a delimiter.

Nothing is reworded: a neutralised tag keeps its words, only its opening sign becomes one that opens nothing.
"""

from __future__ import annotations

PLACEHOLDER = "\ufffd"  # for what cannot be shown: lone surrogates, private use, unassigned
ANGLE = "\u2039"  # stands for the opening sign of a neutralised tag
BRACKET = "\u27e6"  # stands for the opening bracket of a neutralised marker
ROLE_MARK = "\u00b7 "  # before a line that begins like a speaker's turn

_LINE_BREAKS = ("\r\n", "\r", "\x0b", "\x0c", "\x85", "\u2028", "\u2029")
_ANGLES = "<\uff1c\ufe64\u2039\u3008\u2329\u27e8\u1438\u02c2\u276e\u2770\u29fc\u00ab\u300a\u227a\u276c\u2039"
_BRACKETS = "[\uff3b\u3010\u27e6\u301a\u2045\u2772\u3014"
_SLASHES = "/\\!?\u2215\u2044\uff0f\u29f8\u2571\ufe68\uff3c"
_PIPES = "|\uff5c\u00a6\u2758\u2223\ufe31"
_COLONS = ":\uff1a\ufe55\ua789\u2236\ufe13\u02d0"
_MARKS = frozenset(_ANGLES + _BRACKETS + "&%\\")
_INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
)
_FORMATS = frozenset(
    (0xFEFF, 0x110BD, 0x110CD, *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B), *range(0xFFF0, 0xFFFC))
)
_LETTERS = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0455\u0458\u0501\u04bb\u043c\u0442\u0432\u043d\u043a"
    "\u03bf\u03b1\u03b5\u03b9\u03ba\u03bd\u03c1\u03c4\u03c5\u03c7\u0131\u0251\u0261\u217c\u2170\u217d\u217f",
    "aeopcyxisjdhmtbhk" + "oaeikvptuxi" + "aglicm",
)
_NAME_MAX = 24
_FILLING_MAX = 64
_PREFIXES = (
    "antml", "assistant", "claude", "command", "function", "hook", "instruction", "local-command", "memor", "persisted",
    "reminder", "saga", "system", "thinking", "tool", "user-", "im_start", "im_end", "start_of", "end_of",
    "endoftext", "begin_of",
)  # fmt: skip
_NAMES = frozenset((
    "admin", "bos", "context", "developer", "document", "documents", "eos", "human", "identity", "inst", "invoke",
    "mem", "model", "notes", "output", "parameter", "policies", "policy", "prompt", "result", "results", "role",
    "rules", "s", "sage", "sys", "transcript", "user",
))  # fmt: skip
_BRACKETED = frozenset(("inst", "sys", "system", "assistant", "user"))
_ROLES = frozenset(("human", "assistant", "system", "user", "developer", "tool", "function", "model"))
_ROLE_DECORATION = " \t*_#>`-"
_ENTITY_NAMES = ("lt;", "lt", "lang;", "laquo;", "lsaquo;", "langle;", "lsqb;", "lbrack;")
_NEEDS_JOINERS = ((0x0600, 0x08FF), (0x0900, 0x0DFF), (0x1000, 0x109F), (0x1780, 0x18AF), (0xFB50, 0xFDFF))


def clean(text: str, *, astral: bool = True) -> str:
    """Safe to show: printable code points, line feeds and tabs only; reserved syntax neutralised.

    Idempotent. astral False: characters beyond U+FFFF become a placeholder, for hosts that may split them.
    """
    return neutralise(scrub(text, astral=astral))


def clean_line(text: str, *, max_chars: int = 120, astral: bool = True) -> str:
    """`clean` for metadata: one line, blanks collapsed, cut with an ellipsis."""
    line = clean(" ".join(scrub(text[: max_chars * 8], astral=astral).split()), astral=astral)
    return line if len(line) <= max_chars else line[: max_chars - 1].rstrip() + "\u2026"


def scrub(text: str, *, astral: bool = True) -> str:
    """Only what can be seen: every line break is a line feed, hidden characters are gone, the unshowable is U+FFFD."""
    for sign in _LINE_BREAKS:
        if sign in text:
            text = text.replace(sign, "\n")
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text
    if "\u200c" in text or "\u200d" in text:
        text = _drop_joiners(text)
    return text.translate({ord(char): _shown(char) for char in set(text) if not _allowed(char, astral=astral)})


def is_clean(text: str) -> bool:
    """Whether `scrub` would change nothing."""
    return scrub(text) == text


def neutralise(text: str) -> str:
    """Takes its force from whatever looks like a delimiter of ours, a tag of a client, or a turn of a conversation."""
    if any(mark in text for mark in _MARKS):
        text = _without_tags(text)
    if any(colon in text for colon in _COLONS):
        text = "\n".join([_without_role(line) for line in text.split("\n")])
    return text


def _allowed(char: str, *, astral: bool) -> bool:
    if char in "\n\t\u200c\u200d":
        return True
    return char.isprintable() and char not in _INVISIBLE and not _is_selector(char) and (astral or char <= "\uffff")


def _is_selector(char: str) -> bool:
    return "\U000e0000" <= char <= "\U000e0fff"


def _shown(char: str) -> str:
    """What stands for a character that is not allowed: a blank, a placeholder or nothing."""
    if char.isspace():
        return "" if char in "\x1c\x1d\x1e\x1f" else " "
    if char in _INVISIBLE or _is_selector(char):
        return ""
    code = ord(char)
    unshowable = 0xD800 <= code <= 0xF8FF or (code > 0x2FFF and code not in _FORMATS)
    return PLACEHOLDER if unshowable else ""


def _drop_joiners(text: str) -> str:
    """Zero-width joiners stay where a script needs them: between two letters of it."""
    kept = []
    for at, char in enumerate(text):
        if char not in "\u200c\u200d" or (0 < at < len(text) - 1 and _joins(text[at - 1], text[at + 1])):
            kept.append(char)
    return "".join(kept)


def _joins(before: str, after: str) -> bool:
    return all(any(first <= ord(char) <= last for first, last in _NEEDS_JOINERS) for char in (before, after))


def _without_tags(text: str) -> str:
    pieces: list[str] = []
    copied = 0
    for at in [at for at, char in enumerate(text) if char in _MARKS]:
        if at < copied:
            continue
        kind, end = _opener(text, at)
        if kind and _opens(text, kind, end):
            pieces.append(text[copied:at])
            pieces.append(ANGLE if kind == "<" else BRACKET)
            copied = end
    pieces.append(text[copied:])
    return "".join(pieces)


def _opener(text: str, at: int) -> tuple[str, int]:
    """The sign written at this place, plainly or encoded: "<", "[" or "" for none; and where it ends."""
    char = text[at]
    if char in _ANGLES:
        return "<", at + 1
    if char in _BRACKETS:
        return "[", at + 1
    if char == "&":
        return _entity(text, at)
    end = at + 3 if char == "%" else at + 6 if text[at + 1 : at + 2] in "uU" else at + 4
    code = text[at + 1 : end].lower()
    if code in ("3c", "u003c", "x3c"):
        return "<", end
    if code in ("5b", "u005b", "x5b"):
        return "[", end
    return "", at + 1


def _entity(text: str, at: int) -> tuple[str, int]:
    """An HTML entity of an opening sign, however often its ampersand was encoded itself."""
    start = at + 1
    while text[start : start + 4].lower() == "amp;":
        start += 4
    form = text[start : start + 10].lower()
    for name in _ENTITY_NAMES:
        if form.startswith(name):
            return ("[" if name in ("lsqb;", "lbrack;") else "<"), start + len(name)
    if not form.startswith("#"):
        return "", at + 1
    hexadecimal = form[1:2] == "x"
    first = start + 2 if hexadecimal else start + 1
    digits = tuple("0123456789abcdefABCDEF" if hexadecimal else "0123456789")
    end = first
    while end < first + 12 and text[end : end + 1] in digits:
        end += 1
    value = int(text[first:end], 16 if hexadecimal else 10) if end > first else 0
    char = chr(value) if value <= 0x10FFFF else ""
    kind = "<" if char and char in _ANGLES else "[" if char and char in _BRACKETS else ""
    return kind, end + (text[end : end + 1] == ";") if kind else at + 1


def _opens(text: str, kind: str, end: int) -> bool:
    """Whether what follows an opening sign makes it a reserved tag or marker; too much filling to look behind does."""
    brackets, limit = 1, end + _FILLING_MAX
    while end < len(text):
        if end > limit:
            return True
        char = text[end]
        inner, inner_end = _opener(text, end) if char in _MARKS else ("", end)
        if kind == "[" and inner == "[":
            brackets += 1
            end = inner_end
        elif char in _SLASHES or char.isspace():
            end += 1
        else:
            break
    rest = text[end : end + _NAME_MAX]
    if kind == "<":
        return rest[:1] in tuple(_PIPES) or rest[:1] == "&" or _is_reserved(_fold(rest))
    word = _leading_word(_fold(rest))
    return word in _BRACKETED or (word == "mem" and brackets > 1)


def _is_reserved(name: str) -> bool:
    return name.startswith(_PREFIXES) or _leading_word(name) in _NAMES


def _leading_word(name: str) -> str:
    for at, char in enumerate(name):
        if not "a" <= char <= "z":
            return name[:at]
    return name


def _fold(name: str) -> str:
    """Lower case, compatibility forms plain, and letters of other alphabets that look Latin made Latin."""
    if name.isascii():
        return name.lower()
    import unicodedata  # rare: a bracket followed by letters beyond ASCII

    return unicodedata.normalize("NFKC", name).lower().translate(_LETTERS)


def _without_role(line: str) -> str:
    """A line that begins like a turn (`Human:`) gets a mark before it."""
    start = line.lstrip(_ROLE_DECORATION)[:_NAME_MAX]
    for colon in _COLONS:
        before, found, _ = start.partition(colon)
        if found and _fold(before.strip(_ROLE_DECORATION)) in _ROLES:
            return ROLE_MARK + line
    return line
