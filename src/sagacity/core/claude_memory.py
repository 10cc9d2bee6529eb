"""Turns the memory files of Claude Code into drafts of notes: its instructions, and what it wrote down by itself.

Instructions are CLAUDE.md, rules and what they import, a note each `##` section; memories are a file each, with
frontmatter, in projects/FOLDER/memory or elsewhere. Where FOLDER comes from, and which keys there are, is as Claude
Code 2.1 writes it.
"""

from __future__ import annotations

import re

from .dates import to_ms
from .fences import BOM, FENCE, body_text, line_feeds
from .frontmatter import read_text
from .hashing import content_hash
from .note_read import text_of
from .preview import TITLE_MAX_CHARS, shorten
from .slug import slug
from .types import type_of
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .yaml_flow import Tree

INSTRUCTIONS, MEMORY, PROJECT = "instructions", "memory", "project"
INDEX_NAME = "MEMORY.md"
PLAIN_NAMES = ("CLAUDE.md", "CLAUDE.local.md")
"""Names that say nothing of what is in a file."""
SUMMARY_MAX_CHARS = 1000
FOLDER_MAX_CHARS = 200

_TYPES = {"user": "profile", "feedback": "feedback", "project": "fact", "reference": "reference"}
_CODE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_CODE_SPAN = re.compile(r"`[^`]*`")
_IMPORT = re.compile(r"(?:^|\s)(@(?:(?:~|\.{1,2})?/\S+|[\w./-]+\.\w+))")
_ONLY_IMPORT = re.compile(r"\s*(?:[-*+]\s+)?@\S+\s*$")
_HEADING = re.compile(r"\s{0,3}#{1,6}(\s|$)")
_LOOSE_PAIR = re.compile(r"\s*(name|description|type|modified):[ \t]+(\S.*)")


class Source(Value):
    """One file. path: as it is called. kind: INSTRUCTIONS (the user's), MEMORY (the agent's) or PROJECT (instructions
    that came with the folder). project: whose it is about, "" for none. applies: the files it is about, "" for all.
    """

    path: str
    text: str
    kind: str = INSTRUCTIONS
    project: str = ""
    applies: str = ""


class Draft(Value):
    """One note to be. key: what it was made of, the same at every import. source: the file's name; line: where the
    body begins there, 1-based. kind: as of its source. modified: RFC 3339 or "".

    The fields are normal: rendering them into a note and reading that gives them back.
    """

    key: str
    source: str
    line: int
    kind: str
    type: str
    title: str
    body: str
    summary: str = ""
    project: str = ""
    modified: str = ""
    tags: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()

    @property
    def imprint(self) -> str:
        """As `imprint`."""
        return imprint(self)


class Drafts(Value):
    """warnings: one line each, for the user."""

    drafts: tuple[Draft, ...]
    warnings: tuple[str, ...] = ()


def imprint(note: object) -> str:
    """A hash of what an import sets, for a draft or a note: tells whether either was changed since."""
    parts = [str(getattr(note, field)) for field in ("type", "title", "summary", "project", "body")]
    return content_hash("\0".join(parts).encode("utf-8", "surrogatepass"))[:16]


def drafts_of(files: Sequence[Source], projects: Sequence[tuple[str, str]]) -> Drafts:
    """The drafts of files, in their order.

    projects: (name, absolute path) of all that are known; only those can be told from a folder's name.
    """
    drafts: list[Draft] = []
    warnings: list[str] = []
    for file in files:
        lines = _lines(file.text)
        found = _memory(file.path, lines, projects) if file.kind == MEMORY else _instructions(file, lines)
        drafts += found.drafts
        warnings += found.warnings
    return Drafts(tuple(drafts), tuple(dict.fromkeys(warnings)))


# --- instructions -----------------------------------------------------------------------------------------------------


def imports_of(text: str) -> tuple[str, ...]:
    """What a file of instructions imports, as written, with the `@`: not in code."""
    lines = _lines(text)
    texts = [_CODE_SPAN.sub("", lines[at]) for at in _outside_code(lines)]
    return tuple(dict.fromkeys(name for one in texts for name in _IMPORT.findall(one)))


def _lines(text: str) -> list[str]:
    return line_feeds(text.removeprefix(BOM)).split("\n")


def _instructions(file: Source, lines: list[str]) -> Drafts:
    path = file.path
    head, start = _frontmatter(lines)
    globs = head.get("paths", "") or file.applies
    drafts: list[Draft] = []
    counts: dict[str, int] = {}
    for heading, first, section in _sections(lines, start):
        if all(not line.strip() or _ONLY_IMPORT.match(line) for line in section):
            continue
        name = f"{path}#{slug(heading)}" if heading else path
        counts[name] = counts.get(name, 0) + 1
        key = name if counts[name] == 1 else f"{name}-{counts[name]}"
        at, title, text = (first, heading, section) if heading else _titled(path, first, section)
        whole = Draft(
            key, path, at, file.kind, "convention", _title(title), "", project=file.project, tags=("claude-md",)
        )
        drafts += _parts(whole, [*_trimmed(text), "", f"Applies to: {globs}"] if globs else text)
    return Drafts(tuple(drafts))


def _trimmed(lines: list[str]) -> list[str]:
    """Without blank lines at the end."""
    last = max((at for at, line in enumerate(lines) if line.strip()), default=-1)
    return lines[: last + 1]


def _sections(lines: list[str], start: int) -> Iterator[tuple[str, int, list[str]]]:
    """(heading, 1-based number of the first line below it, the lines); before the first heading it is ""."""
    heads = [at for at in _outside_code(lines, start) if lines[at].startswith("## ")]
    for here, after in zip([start - 1, *heads], [*heads, len(lines)], strict=True):
        heading = " ".join(lines[here].strip("# \t").split()) or "untitled" if here >= start else ""
        yield heading, here + 2, lines[here + 1 : after]


def _titled(path: str, first: int, lines: list[str]) -> tuple[int, str, list[str]]:
    """The lines before any `##` under the file's `#` heading, which is taken out, else under the file's name."""
    at = next((at for at, line in enumerate(lines) if line.strip()), 0)
    if lines and lines[at].startswith("# ") and any(line.strip() for line in lines[at + 1 :]):
        return first + at + 1, lines[at].strip("# \t"), lines[at + 1 :]
    name = path.rpartition("/")[2]
    return first, path if name in PLAIN_NAMES else _spelled(name.removesuffix(".md")), lines


def _outside_code(lines: list[str], start: int = 0) -> Iterator[int]:
    """The numbers of the lines that stand in no fenced block."""
    fence = ""
    for at in range(start, len(lines)):
        found = _CODE.match(lines[at])
        if not fence and not found:
            yield at
        elif not fence and found:
            fence = found.group(1)
        elif found and found.group(1).startswith(fence):
            fence = ""


# --- what the agent wrote down by itself ------------------------------------------------------------------------------


def _memory(path: str, lines: list[str], projects: Sequence[tuple[str, str]]) -> Drafts:
    name = path.rpartition("/")[2]
    folder = path.split("/")[1] if path.startswith("projects/") else ""
    if name == INDEX_NAME:
        return Drafts((), _more_than_an_index(path, lines))
    head, start = _frontmatter(lines)
    note_type = _TYPES.get(head.get("type", "").lower(), "topic")
    at, heading, text = _titled(path, start + 1, lines[start:])
    stem = name.removesuffix(".md")
    own = head.get("name", "")
    title = _spelled(own) if own else heading
    project = project_of(folder, projects) if folder and type_of(note_type).about_project else ""
    whole = Draft(
        key=path,
        source=path,
        line=start + 1 if own else at,
        kind=MEMORY,
        type=note_type,
        title=_title(title),
        body="",
        summary=shorten(" ".join(head.get("description", "").split()), SUMMARY_MAX_CHARS),
        project=project,
        modified=head.get("modified", "") if to_ms(head.get("modified", "")) else "",
        tags=("claude-memory",),
        synonyms=tuple(dict.fromkeys(word for word in (own, stem) if word and _title(word) != _title(title))),
    )
    drafts = tuple(_parts(whole, lines[start:] if own else text))
    homeless = bool(folder and drafts) and not project and type_of(note_type).about_project
    return Drafts(drafts, (_no_project(folder),) if homeless else ())


def _more_than_an_index(path: str, lines: list[str]) -> tuple[str, ...]:
    """Older versions wrote memories into the index itself."""
    said = [line for line in lines if line.strip() and not line.startswith("#") and "](" not in line]
    return (f"{path}: it is taken for an index and left out; lines that are no links: {len(said)}",) if said else ()


def _no_project(folder: str) -> str:
    return f"projects/{folder}: no project known here has this path, so its notes are kept without one"


def project_of(folder: str, projects: Sequence[tuple[str, str]]) -> str:
    """The project whose path gave the folder its name; "" for none, and where it could be several."""
    found = {name for name, path in projects if _is_folder_of(folder, path)}
    return found.pop() if len(found) == 1 else ""


def _is_folder_of(folder: str, path: str) -> bool:
    """Claude Code writes every UTF-16 unit that is no ASCII letter or digit as a dash; long names end in a hash."""
    spelled = "".join(
        char if char.isascii() and char.isalnum() else "-" * (1 + (char > "\uffff")) for char in path.rstrip("/")
    )
    if len(spelled) > FOLDER_MAX_CHARS:
        return folder.startswith(f"{spelled[:FOLDER_MAX_CHARS]}-")
    return bool(spelled) and folder == spelled


# --- both -------------------------------------------------------------------------------------------------------------


def _frontmatter(lines: list[str]) -> tuple[dict[str, str], int]:
    """What stands in the frontmatter, one text a key, those below `metadata` too; and where the body begins.

    Its writer does not quote all that YAML wants quoted, and reads it back all the same.
    """
    if not lines or lines[0].rstrip() != FENCE:
        return {}, 0
    end = next((at for at in range(1, len(lines)) if lines[at].rstrip() == FENCE), 0)
    if not end:
        return {}, 0
    head = lines[1:end]
    document = read_text("\n".join([FENCE, *head, FENCE, ""]))
    if document.error:
        pairs = (found.groups() for line in head if (found := _LOOSE_PAIR.match(line)))
        return {key: value.strip().strip("\"'") for key, value in pairs}, end + 1
    top = {entry.key: entry.value for entry in document.entries}
    below = top.get("metadata")
    tree: dict[str, Tree] = {**(below if isinstance(below, dict) else {}), **top}
    return {key: text_of(value) for key, value in tree.items()}, end + 1


def _parts(whole: Draft, lines: list[str]) -> Iterator[Draft]:
    """The draft with the lines as its body, in several where they are more than its type may hold."""
    cap = type_of(whole.type).body_cap
    numbered = [(at, line[cut : cut + cap]) for at, line in enumerate(lines) for cut in range(0, len(line) or 1, cap)]
    count = 0
    for piece in _pieces(numbered, cap):
        body = body_text("\n".join(line for _, line in piece))
        if all(not line.strip() or _HEADING.match(line) for line in body.split("\n")):
            continue
        count += 1
        first = next(at for at, line in piece if line.strip())
        part = whole.replace(body=body, line=whole.line + first)
        if count > 1:
            title = f"{shorten(whole.title, TITLE_MAX_CHARS - 12)} (part {count})"
            part = part.replace(key=f"{whole.key}~{count}", title=title, synonyms=())
        yield part


def _pieces(numbered: list[tuple[int, str]], cap: int) -> Iterator[list[tuple[int, str]]]:
    """Runs of lines within the cap, ended at a blank line where there is one."""
    start, size, blank = 0, 0, -1
    at = 0
    while at < len(numbered):
        line = numbered[at][1]
        if size + len(line) + 1 > cap + 1:
            cut = blank if blank > start else at
            yield numbered[start:cut]
            start, size, blank, at = cut, 0, -1, cut
            continue
        if not line.strip():
            blank = at
        size += len(line) + 1
        at += 1
    yield numbered[start:]


def _title(text: str) -> str:
    return shorten(" ".join(text.split()), TITLE_MAX_CHARS)


def _spelled(name: str) -> str:
    """A name of words joined by dashes as a title."""
    if " " in name.strip():
        return name
    words = " ".join(name.replace("_", " ").replace("-", " ").split()) or name
    return words[:1].upper() + words[1:]
