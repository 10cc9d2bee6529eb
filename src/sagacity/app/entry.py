"""From a note's bytes to what the index keeps of it."""

from __future__ import annotations

from ..core.dates import to_ms
from ..core.handles import handle_keys
from ..core.hashing import content_hash, text_hash
from ..core.ids import derived_id
from ..core.notefile import parse_note
from ..core.passages import is_aside, passages
from ..core.preview import summary_of, title_of
from ..core.skill import head_of, is_skill
from ..core.tokens import index_text
from ..core.trust import layer_trust, trust_of
from ..core.value import Value
from .records import Entry, IndexedPassage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.note import Note
    from .records import Layer, RawNote

INDEXED_BODY_MAX_CHARS = 200_000


class Parsed(Value):
    """A note file read: what the journal is asked about (id, text_hash) and all that the index needs."""

    raw: RawNote
    note: Note
    id: str
    slug: str
    hash: str
    text_hash: str


def parse(layer: Layer, raw: RawNote) -> Parsed:
    """Never fails: an unreadable note keeps its error and is indexed by its body."""
    note = parse_note(raw.data)
    slug = raw.path.rsplit("/", 1)[-1][: -len(".md")]
    if not note.title:
        note = note.replace(title=slug if note.error else _title(note) or slug)
    note_id = note.id or derived_id(layer.root, raw.path)
    return Parsed(raw, note, note_id, slug, content_hash(raw.data), text_hash(raw.data))


def handles_of(parsed: Parsed) -> tuple[tuple[str, str], ...]:
    """(folded key, kind) of everything the note is found by."""
    return handle_keys(parsed.id, parsed.slug, parsed.note.title, _names(parsed.note))


def _names(note: Note) -> tuple[str, ...]:
    own = head_of(note.body) if is_skill(note.type) else None
    return (*note.synonyms, own.name) if own and own.authored else note.synonyms


def _title(note: Note) -> str:
    return head_of(note.body).name if is_skill(note.type) else title_of(note.body)


def entry_of(layer: Layer, parsed: Parsed, origin: str) -> Entry:
    """The index entry of a parsed note with the origin that the journal gives its text."""
    note, raw = parsed.note, parsed.raw
    own = head_of(note.body) if is_skill(note.type) else None
    names = _names(note)
    summary = own.trigger if own and not note.summary else summary_of(note.summary, note.body)
    created_ms = to_ms(note.created_at) or raw.mtime_ns // 1_000_000
    changed = note.updated_at != note.created_at
    return Entry(
        layer=layer.root,
        path=raw.path,
        id=parsed.id,
        slug=parsed.slug,
        size=raw.size,
        mtime_ns=raw.mtime_ns,
        hash=parsed.hash,
        text_hash=parsed.text_hash,
        origin=origin,
        trust=layer_trust(trust_of(origin), layer.approval),
        summary=summary,
        note=note.replace(body="", sensitivity=note.sensitivity or layer.sensitivity_default),
        texts=(
            index_text(note.title),
            index_text(" \n".join((*names, parsed.slug))),
            index_text(" \n".join((*note.tags, note.type, note.kind))),
            index_text(note.summary),
        ),
        passages=_passages(note.body[:INDEXED_BODY_MAX_CHARS]),
        handles=handle_keys(parsed.id, parsed.slug, note.title, names),
        created_ms=created_ms,
        updated_ms=(changed and to_ms(note.updated_at)) or created_ms,
    )


def _passages(body: str) -> tuple[IndexedPassage, ...]:
    return tuple(
        IndexedPassage(one.start, one.stop, index_text(body[one.start : one.stop]), aside=is_aside(one))
        for one in passages(body)
    )
