"""The texts that the static model learns from, out of the packages that `sources.toml` names."""

from __future__ import annotations

import ast
import hashlib
import io
import re
import tarfile
import textwrap
import tomllib
import warnings
import zipfile
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_DOCSTRING_CHARS = 20
# Of one source.
_MOST = {"gloss": 1 << 30, "function": 2500, "docstring": 2500, "page": 12000, "described": 2500}
_RUST_BOOKS = re.compile(r"/html/(book|reference|cargo|rust-by-example|nomicon|rustc|edition-guide|embedded-book)/")
_SKIPPED = frozenset(("script", "style", "nav", "head", "pre"))
_BLOCKS = frozenset(
    "p li dd dt h1 h2 h3 h4 td th div section ul ol dl table tr pre blockquote body".split()
)  # fmt: skip


@dataclass(frozen=True)
class Source:
    """One package. See sources.toml."""

    name: str
    version: str
    file: str
    licence: str
    kind: str
    sha256: str


def sources() -> list[Source]:
    """All that sources.toml names, in its order."""
    with Path(__file__).with_name("sources.toml").open("rb") as file:
        return [Source(**entry) for entry in tomllib.load(file)["source"]]


def path_of(source: Source, folder: Path) -> Path:
    """The package's file. Raises SystemExit with one line where it is missing or another."""
    path = folder / source.file
    if not path.exists():
        raise SystemExit(f"{path} is missing: get {source.name} {source.version}, see sources.toml")
    if hashlib.sha256(path.read_bytes()).hexdigest() != source.sha256:
        raise SystemExit(f"{path} is not the {source.name} {source.version} that sources.toml names")
    return path


def read(folder: Path) -> dict[str, list[tuple[str, ...]]]:
    """The distinct texts and pairs of each kind in an order that depends on nothing but themselves.

    gloss: a definition or an example. function: with its docstring. docstring: its first paragraph. page: a paragraph
    of documentation. described: the first paragraph of a docstring and the function without it.
    """
    found: dict[str, set[tuple[str, ...]]] = {kind: set() for kind in _MOST}
    for source in sources():
        reader = _READERS.get(source.kind)
        if reader is None:
            continue
        own: dict[str, set[tuple[str, ...]]] = {kind: set() for kind in _MOST}
        for name, data in _files(path_of(source, folder)):
            for kind, *texts in reader(name, data):
                own[kind].add(tuple(texts))
        for kind, some in own.items():
            found[kind].update(sorted(some, key=_order)[: _MOST[kind]])
    return {kind: sorted(some, key=_order) for kind, some in found.items()}


def _order(texts: tuple[str, ...]) -> bytes:
    return hashlib.sha256("\0".join(texts).encode(errors="replace")).digest()


def _files(path: Path) -> Iterator[tuple[str, bytes]]:
    """(name, content) of what a wheel or a Debian package holds."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            for name in wheel.namelist():
                yield name, wheel.read(name)
    else:
        with tarfile.open(fileobj=io.BytesIO(_data_of(path.read_bytes()))) as archive:
            for entry in archive:
                content = archive.extractfile(entry) if entry.isfile() else None
                if content:
                    yield entry.name, content.read()


def _data_of(package: bytes) -> bytes:
    """The data archive inside a Debian package, which is an `ar` archive (ar(5), deb(5))."""
    at = len(b"!<arch>\n")
    while at < len(package):
        name, size = package[at : at + 16].decode().strip(), int(package[at + 48 : at + 58])
        at += 60
        if name.startswith("data.tar"):
            return package[at : at + size]
        at += size + size % 2
    raise SystemExit("a Debian package without data")


def _glosses(name: str, data: bytes) -> Iterator[tuple[str, ...]]:
    """The definition and the examples of each sense (wndb(5WN))."""
    if not re.search(r"/data\.(noun|verb|adj|adv)$", name):
        return
    for line in data.decode().splitlines():
        gloss = line.partition(" | ")[2]
        if line.startswith("  "):
            continue
        definition, *examples = re.split(r';\s*(?=")', gloss.strip())
        for text in (
            definition.strip("; "),
            *(said for example in examples for said in re.findall(r'"([^"]+)"', example)),
        ):
            yield "gloss", text


def _code(name: str, data: bytes) -> Iterator[tuple[str, ...]]:
    """Functions and the first paragraphs of docstrings, of modules and classes too."""
    if not name.endswith(".py") or "_vendor" in name:
        return
    try:
        source = data.decode()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return
    lines = source.splitlines()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)):
            docstring = ast.get_docstring(node) or ""
            if len(docstring) >= _DOCSTRING_CHARS:
                yield from _documented(node, " ".join(docstring.split("\n\n")[0].split()), lines)


def _documented(node: ast.AST, first: str, lines: list[str]) -> Iterator[tuple[str, ...]]:
    if len(first) >= _DOCSTRING_CHARS:
        yield "docstring", first
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return
    yield "function", textwrap.dedent("\n".join(lines[node.lineno - 1 : node.end_lineno]))
    said = node.body[0]
    code = textwrap.dedent(
        "\n".join(lines[node.lineno - 1 : said.lineno - 1] + lines[said.end_lineno : node.end_lineno])
    )
    if len(code) > 40 and len(first) < 300 and not node.name.startswith("test"):
        yield "described", first, code


def _page(name: str, data: bytes) -> Iterator[tuple[str, ...]]:
    """What are sentences, as far as four words and mostly letters tell."""
    if not name.endswith(".html") or ("/rust-doc/" in name and not _RUST_BOOKS.search(name)) or "print.html" in name:
        return
    page = _Page()
    page.feed(data.decode(errors="ignore"))
    page.close()
    for text in page.blocks:
        letters = sum(char.isalpha() or char == " " for char in text)
        if len(text.split()) >= 4 and len(text) <= 1200 and letters > 0.8 * len(text):
            yield "page", text


class _Page(HTMLParser):
    """Collects the text between the starts and ends of block elements."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[str] = []
        self._open: list[str] = []
        self._skipping = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        self._skipping += tag in _SKIPPED
        self._cut(tag)

    def handle_endtag(self, tag: str) -> None:
        self._skipping -= tag in _SKIPPED and self._skipping > 0
        self._cut(tag)

    def handle_data(self, data: str) -> None:
        if not self._skipping:
            self._open.append(data)

    def close(self) -> None:
        super().close()
        self._cut("body")

    def _cut(self, tag: str) -> None:
        if tag in _BLOCKS:
            text = " ".join("".join(self._open).split())
            self._open = []
            if text:
                self.blocks.append(text)


_READERS = {"gloss": _glosses, "code": _code, "page": _page}
