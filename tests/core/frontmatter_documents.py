"""Random notes as people, Saga and other tools write them, and what PyYAML reads in them: the reference for our parser.

One generator on a `random.Random`, so that Hypothesis can shrink what a seeded long run finds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import yaml  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from random import Random

NULL = "tag:yaml.org,2002:null"
KEYS = (
    "id", "type", "kind", "title", "synonyms", "tags", "summary", "scope", "project", "created_at", "updated_at",
    "confidence", "lifecycle", "provenance", "sensitivity", "status", "due", "prs", "relations", "references",
    "triggers", "enforcement", "aliases", "cssclasses", "x-source", "clé", "ключ", "key with blanks", "no", "on",
    "saga_extra", "operators", "requires", "_scratch", "a.b", "a/b", "url:x", "12", "2026-01-01",
)  # fmt: skip
WORDS = (
    "retry", "payment", "no", "yes", "null", "~", "12", "0x1F", "1_000", "3.10", "1:30", "2026-11-29", "12:30:45",
    "naïve", "日本語", "Привет", "👩‍💻", "a-b", "-x", "--", "it's", '"q"', "C:\\dir", "a:b", "http://x.y/z?a=b#c",
    "#tag", "x#y", "[x]", "{y}", "a,b", "&z", "*star", "!bang", "%pct", "@op", "`code`", "|", ">", "?", ":", "-",
    "=", "<<", "on", "true", "...", "---", "weird---", "é", "ω", "$HOME", "(c)", "1e5", ".5", "+1", "end.",
)  # fmt: skip
CALM = ("retry", "payment", "gateway", "queue", "naïve", "日本語", "Привет", "a-b", "v1.2", "x#y", "a:b", "it's", "12")
LINE_ENDS = ("\n", "\n", "\n", "\r\n", "\r")


class TextLoader(yaml.CSafeLoader):
    """Reads every scalar as text, plain null forms as None."""


TextLoader.yaml_implicit_resolvers = {
    char: [(tag, pattern) for tag, pattern in pairs if tag == NULL]
    for char, pairs in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


class Sample(NamedTuple):
    """A random file. head: its frontmatter with LF; body: what follows, with LF."""

    data: bytes
    head: str
    body: str


def reference(head: str):
    """What PyYAML reads in a frontmatter: text, None, lists and dicts. Raises yaml.YAMLError."""
    return yaml.load(head, TextLoader) or {}


def key_rows(head: str) -> list[tuple[str, int]]:
    """The top-level keys with the rows they stand in, by PyYAML."""
    node = yaml.compose(head, TextLoader)
    return [(key.value, key.start_mark.line) for key, _ in node.value] if node else []


def phrase(rng: Random, words=WORDS, most: int = 5) -> str:
    """Some words with single blanks."""
    return " ".join(rng.choice(words) for _ in range(rng.randint(1, most)))


def text(rng: Random) -> str:
    """Any text a field may be given: traps, blanks at the ends, several lines, control characters."""
    kind = rng.randrange(10)
    if kind < 6:
        return phrase(rng)
    if kind == 6:
        return rng.choice((" ", "", "\t")) + phrase(rng) + rng.choice((" ", "", "\n", ":", " #", "---"))
    if kind == 7:
        return "\n".join(phrase(rng) if rng.random() < 0.8 else "" for _ in range(rng.randint(2, 4)))
    if kind == 8:
        return phrase(rng) + rng.choice("\0\x07\x1b\x7f\x85\xa0\u2028\u200d\ufeff\r\t\\\"'") + phrase(rng)
    return rng.choice(WORDS)


class DocumentWriter:
    """Writes one random frontmatter, row by row."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.rows: list[str] = []

    def maybe(self, share: float) -> bool:
        return self.rng.random() < share

    def document(self) -> str:
        keys = self.rng.sample(KEYS, self.rng.randint(0, 9))
        self.noise(0)
        for key in keys:
            self.entry(key, 0, 1)
            self.noise(0)
        return "".join(row + "\n" for row in self.rows)

    def noise(self, indent: int) -> None:
        """Blank lines and comments, sometimes."""
        while self.maybe(0.15):
            self.rows.append(
                self.rng.choice(("", "", "  ", "# a comment: with [marks]", "#", " " * (indent + 2) + "# deeper"))
            )

    def comment(self) -> str:
        return self.rng.choice((" # why", "  # it's: [so]", " #", "   ")) if self.maybe(0.12) else ""

    def key(self, key: str) -> str:
        if self.maybe(0.08):
            return self.rng.choice(('"{}"', "'{}'")).format(key)
        return key

    def entry(self, key: str, indent: int, depth: int) -> None:
        """A key with a value of any kind."""
        head = " " * indent + self.key(key) + (" " if self.maybe(0.03) else "") + ":"
        kind = self.rng.randrange(12)
        if kind < 6:
            self.scalar(head + " " * self.rng.choice((1, 1, 1, 2)), indent)
        elif kind == 6:
            self.rows.append(head + self.rng.choice(("", " ~", " null", " # nothing", " ''", ' ""')))
        elif kind == 7 or depth > 3:
            self.flow_rows(head + " ", indent)
        elif kind < 10:
            self.rows.append(head + self.comment())
            self.block_list(indent + self.rng.choice((0, 2, 2, 4)), depth + 1)
        else:
            self.rows.append(head + self.comment())
            self.block_map(indent + self.rng.choice((1, 2, 4)), depth + 1)

    def block_map(self, indent: int, depth: int) -> None:
        for key in self.rng.sample(("op", "target", "note", "notes", "path", "lines", "weight", "p q", "é"), 3):
            self.noise(indent)
            self.entry(key, indent, depth)

    def block_list(self, indent: int, depth: int) -> None:
        for _ in range(self.rng.randint(1, 3)):
            self.noise(indent)
            self.item(indent, depth)

    def item(self, indent: int, depth: int) -> None:
        head = " " * indent + "-"
        kind = self.rng.randrange(8)
        if kind < 4:
            self.scalar(head + " ", indent)
        elif kind == 4:
            self.rows.append(head + self.rng.choice(("", " ~", " ''", " [a, b]", " {a: b}")))
        elif kind == 5 and depth < 4:
            start = len(self.rows)
            self.block_list(indent + 2, depth + 1)
            self.join_dash(start, indent)
        elif depth < 4:
            start = len(self.rows)
            self.relation(indent + 2) if self.maybe(0.6) else self.block_map(indent + 2, depth + 1)
            self.join_dash(start, indent)
        else:
            self.flow_rows(head + " ", indent)

    def join_dash(self, start: int, indent: int) -> None:
        """Puts the dash before the first row of what was written deeper, or on a row of its own."""
        row = self.rows[start]
        if row.startswith(" " * (indent + 2)) and row.strip()[:1] != "#" and self.maybe(0.9):
            self.rows[start] = " " * indent + "- " + row[indent + 2 :]
        else:
            self.rows.insert(start, " " * indent + "-")

    def relation(self, indent: int) -> None:
        pad = " " * indent
        op = self.rng.choice(("supersedes", "relates_to", "x_y"))
        self.rows.append(f"{pad}op: " + self.rng.choice(('"@{}"', "'@{}'", "{}")).format(op) + self.comment())
        self.rows.append(f"{pad}target: " + self.rng.choice(("some-note", "org:slug", "01JZX")))
        if self.maybe(0.4):
            self.scalar(f"{pad}{self.rng.choice(('note', 'notes', 'weight'))}: ", indent)
        if self.maybe(0.3):
            self.rows.append(f"{pad}properties: {{since: '2', k: v}}")

    def scalar(self, head: str, indent: int) -> None:
        """A scalar in one of its styles behind head."""
        style = self.rng.randrange(10)
        if style < 4:
            self.plain(head, indent)
        elif style < 6:
            self.quoted(head, phrase(self.rng).replace("'", "''"), "'")
        elif style < 8:
            self.quoted(head, phrase(self.rng).replace("\\", "\\\\").replace('"', '\\"'), '"')
        else:
            self.block(head, indent)

    def plain(self, head: str, indent: int) -> None:
        words = [self.rng.choice(CALM) for _ in range(self.rng.randint(1, 6))]
        row = head + words[0]
        for word in words[1:]:
            if self.maybe(0.08):
                self.rows.append(row + " " * self.rng.randrange(2))
                self.rows += [""] * self.rng.choice((0, 0, 1, 2))
                row = " " * (indent + self.rng.randint(1, 4)) + word
            else:
                row += " " + word
        self.rows.append(row + self.comment())

    def quoted(self, head: str, escaped: str, quote: str) -> None:
        """A quoted scalar, sometimes over several rows, in double quotes sometimes with escapes."""
        row = head + quote + self.rng.choice(("", "", "", " "))
        for at, word in enumerate(escaped.split(" ")):
            if at and self.maybe(0.1):
                self.rows.append(row + ("\\" if quote == '"' and self.maybe(0.3) else " " * self.rng.randrange(2)))
                self.rows += [""] * self.rng.choice((0, 0, 1))
                row = " " * self.rng.randint(1, 5)
            elif at:
                row += " "
            row += word
            if quote == '"' and self.maybe(0.1):
                row += self.rng.choice(("\\n", "\\t", "\\x41", "\\u00e9", "\\U0001F600", "\\ ", "\\/", "\\e", "\\_"))
        self.rows.append(row + quote + self.comment())

    def block(self, head: str, indent: int) -> None:
        deeper = self.rng.randint(1, 4)
        marks = self.rng.choice(("", "", "-", "+"))
        if self.maybe(0.15):
            marks = self.rng.choice((f"{deeper}{marks}", f"{marks}{deeper}"))
        self.rows.append(head + self.rng.choice("|>") + marks + self.comment())
        for at in range(self.rng.randint(1, 5)):
            if at and self.maybe(0.2):
                self.rows.append("")
            more = " " * self.rng.choice((0, 0, 0, 2)) if at else ""
            self.rows.append(" " * (indent + deeper) + more + phrase(self.rng))

    def flow_rows(self, head: str, indent: int) -> None:
        """A flow collection behind head, its breaks put in."""
        rows = (head + self.flow(1)).split("\n")
        self.rows += [rows[0], *(" " * (indent + 1) + row for row in rows[1:])]
        self.rows[-1] += self.comment()

    def gap(self) -> str:
        return self.rng.choice(("", " ", " ", " ", "\n", " # c, c]\n", "\n\n")) if self.maybe(0.3) else " "

    def flow(self, depth: int) -> str:
        if self.maybe(0.6):
            items = [self.flow_value(depth) for _ in range(self.rng.randrange(4))]
            inner = ("," + self.gap()).join(items)
            return "[" + inner + ("," if items and self.maybe(0.1) else "") + self.gap().lstrip(" ") + "]"
        keys = self.rng.sample(("a", "b c", '"d"', "'e'", "é", "f-g"), self.rng.randrange(4))
        pairs = [key + self.rng.choice((": " + self.flow_value(depth), ":", "")) for key in keys]
        return "{" + ("," + self.gap()).join(pairs) + "}"

    def flow_value(self, depth: int) -> str:
        kind = self.rng.randrange(10)
        if kind < 5:
            return phrase(self.rng, ("retry", "naïve", "a-b", "x#y", "a:b", "12", "日本語", "http://x"), 2)
        if kind == 5:
            return "'" + phrase(self.rng).replace("'", "''") + "'"
        if kind == 6:
            return '"' + phrase(self.rng).replace("\\", "\\\\").replace('"', '\\"') + '"'
        if kind == 7:
            return self.rng.choice(("~", "null", "k: v", '"k": v', '"k":v'))
        return self.flow(depth + 1) if depth < 3 else "deep"


def sample(rng: Random) -> Sample:
    """A random file that PyYAML can read."""
    while True:
        head = DocumentWriter(rng).document()
        try:
            reference(head)
        except yaml.YAMLError:
            continue
        break
    body = "\n".join(
        rng.choice(("# Head", "text", "", "---", "  indented", "- item", "日本")) for _ in range(rng.randrange(6))
    )
    end = rng.choice(LINE_ENDS)
    tail = rng.choice(("\n", "\n\n")) + body + rng.choice(("", "\n")) if body else rng.choice(("", "\n"))
    whole = ("---\n" + head + "---" + tail).replace("\n", end)
    if end == "\n" and rng.random() < 0.1:
        whole = "".join(rng.choice(("\n", "\r\n")) if char == "\n" else char for char in whole)
    bom = "\ufeff" if rng.random() < 0.1 else ""
    return Sample((bom + whole).encode(), head, tail)
