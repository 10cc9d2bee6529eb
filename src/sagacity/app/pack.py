"""What a session starts with."""

from __future__ import annotations

from ..core.dates import from_ms
from ..core.errors import SagacityError
from ..core.frame import Block, Caps, Listing, Rendered, make_nonce, render
from ..core.pack import (
    CHARS_PER_TOKEN,
    PROTOCOL,
    Chosen,
    Section,
    cost,
    manifest,
    named,
    protocol_of,
    room_beside,
    select,
)
from ..core.preview import SUMMARY_MAX_CHARS
from ..core.rank import confidence_factor
from ..core.value import Value
from .block import block_of, body_of
from .freshness import start_effort
from .material import CLOSED, CONFIDENTIAL, FEEDBACK, IDENTITY, MEMORY_TYPES, RULES, SKILLS, TOLD, WORK, read_material
from .scope import here
from .session import DEGRADED, FORK, Injection, Shown, recall_entry, session_of, what_went_wrong

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .context import App
    from .material import Material
    from .records import Row

DAY_MS = 86_400_000
MANIFEST_MAX_TOKENS = 600
MANIFEST_SHARE = 0.3
RULES_SHARE = 0.6
UNCONFIRMED_RULES = 0.15  # of their room
MANIFEST = "Skills: skill(NAME) gives one whole, before such work"
CURRENT = ("pending", "in_progress", "in progress", "started")
ROOM_CHARS_PER_TOKEN = 16  # a section may be given what others leave
LEAST_TOKENS = 60  # what no entry costs less than
DATED, LEAST_PRESSING = 2, 3
OWN_PROJECT = 2.0
LOOKED_INTO = 15  # previews whose files are read to see whether there is more
SHORT_BYTES = 900
HALF_LIFE_DAYS = 30.0
NEARNESS = 4.0  # an old note at hand of what is worked on stands beside one of last week
USE, OFTEN = 0.3, 5
MEMORIES_HEADING = "Notes, nearest to this work and newest"
ADDING = ("resume", "fork")
"""Starts that carry an earlier context on."""


class Pack(Value):
    """A pack, and what it was chosen from."""

    sections: tuple[Section, ...]
    chosen: Chosen
    rendered: Rendered


def session_pack(
    app: App, source: str, *, max_chars: int, astral: bool = True, problem: str = "", parent: str = ""
) -> Injection:
    """The pack for a session that starts: startup, resume, clear, compact or fork. What is in ADDING brings only what
    the session has not seen.

    problem: what the door found broken. parent: of a fork, the session it carries on, "" where that is not known.
    """
    started_s = app.clock.monotonic_s()
    session = session_of(app, parent)
    seen = session.seen if source in ADDING else frozenset[str]()
    try:
        scope = here(app)
        problem = problem or what_went_wrong(app, scope, start_effort(app))
        material = read_material(app, scope, seen)
    except SagacityError as error:
        return protocol_alone(app.caller.session, source, max_chars=max_chars, problem=problem or _told(error))
    tell = bool(problem) and not session.told
    first = [] if source == "resume" or seen else [protocol_of(app.settings.protocol)]
    if source == "compact":
        from .snapshot import snapshot_listing  # most sessions start anew

        first += snapshot_listing(app)
    pack = make_pack(app, material, Caps(max_chars, astral=astral), first=first, tell=tell)
    rendered = pack.rendered
    if not (rendered.text or parent):
        return Injection()
    detail = f"{FORK}{parent}" if parent else source
    shown = Shown(
        kind="start",
        notes=tuple((note_id, 0.0) for note_id in rendered.shown),
        project=scope.project,
        started_s=started_s,
        tokens=rendered.tokens,
        detail=f"{detail} {DEGRADED}: {problem}" if tell else detail,
        left_out=n_left_out(pack),
        previewed=previewed(pack),
    )
    return Injection(rendered.text, recall_entry(app, shown), rendered.sizes)


def make_pack(
    app: App, material: Material, caps: Caps, *, first: Sequence[Listing], tell: bool = False, key: bytes = b""
) -> Pack:
    """Chooses and renders. first: what stands before the notes. tell: say that memory is degraded.

    key: makes the frame's nonce one that nobody can guess where there is no session.
    """
    max_chars = room_beside(first, caps.max_chars)
    sections = [_manifest(material.rows[SKILLS], max_chars), *_sections(app, material, max_chars)]
    chosen = select(sections, max_chars=max_chars)
    items = [*first, *chosen.items]
    if not items:
        return Pack(tuple(sections), chosen, Rendered(""))
    notices = [*named([one for one in chosen.left_out if one[0]]), *_notices(app, material, degraded=tell)]
    nonce = make_nonce(app.caller.session, key)
    return Pack(tuple(sections), chosen, render("session", items, nonce, caps=caps, notices=notices))


def n_left_out(pack: Pack) -> int:
    """Notes that found no room in their section, or in the output."""
    return sum(len(blocks) for _, blocks in pack.chosen.left_out) + len(pack.rendered.left_out)


def previewed(pack: Pack) -> tuple[str, ...]:
    """Ids of the notes shown of which there is more."""
    cut: set[str] = set()
    for item in pack.chosen.items:
        if not isinstance(item, Block):
            cut.update(item.ids)
        elif item.cut:
            cut.add(item.id)
    return tuple(note_id for note_id in pack.rendered.shown if note_id in cut)


def protocol_alone(session: str, source: str, *, max_chars: int, problem: str = "") -> Injection:
    """What a session gets where there is nothing to read notes from."""
    notices = [_degraded()] if problem else []
    if source == "resume" and not problem:
        return Injection()
    items = [Listing(PROTOCOL)]
    rendered = render("session", items, make_nonce(session), caps=Caps(max_chars), notices=notices)
    return Injection(rendered.text)


def _told(error: SagacityError) -> str:
    """Having no layer yet is the state of a new installation, not a fault."""
    return "" if error.code == "not_found" else error.message


def _degraded() -> Listing:
    return Listing("This memory is degraded: `sagacity doctor` says why.")


def _sections(app: App, material: Material, max_chars: int) -> list[Section]:
    """In the order in which they stand: what must be obeyed before what may be useful."""
    settings, rows = app.settings, material.rows
    return [
        *_rule_sections(app, material, max_chars),
        Section(
            TOLD[IDENTITY],
            "The user",
            _whole(app, material, _profile_first(rows[IDENTITY]), settings.pack_identity_max_tokens),
            settings.pack_identity_max_tokens,
            "identity",
            fair=True,
            unconfirmed=0.3,
        ),
        _work(app, material, rows[WORK]),
        Section(
            TOLD[FEEDBACK],
            "Feedback of the user on earlier work",
            _whole(app, material, rows[FEEDBACK], settings.pack_feedback_max_tokens),
            settings.pack_feedback_max_tokens,
            "memories",
            fair=True,
        ),
        Section(
            "",
            MEMORIES_HEADING,
            _previews(app, material, rows[MEMORY_TYPES]),
            settings.pack_memory_max_tokens,
            "memories",
            unconfirmed=0.5,
        ),
    ]


def _rule_sections(app: App, material: Material, max_chars: int) -> list[Section]:
    """Rules take what they need up to a cap of their own, before the rest is scaled to what is left."""
    everywhere: list[Row] = []
    here_only: list[Row] = []
    for row in material.rows[RULES]:
        (everywhere if not row.project and _is_personal(material, row) else here_only).append(row)
    rules_max = min(app.settings.pack_rules_max_tokens, int(RULES_SHARE * max_chars / CHARS_PER_TOKEN))
    general, of_project = (_rules(app, material, rules) for rules in (everywhere, here_only))
    n_general, n_project = (int(sum(map(cost, blocks))) + 1 for blocks in (general, of_project))
    n_general = min(n_general, rules_max - min(n_project, rules_max // 2))
    n_project = min(n_project, rules_max - n_general)
    share = UNCONFIRMED_RULES * rules_max
    return [
        Section(
            TOLD[RULES],
            "Rules in force",
            general,
            n_general,
            "rules",
            unconfirmed=share / max(1, n_general),
            exempt=True,
        ),
        Section(
            TOLD[RULES],
            "Rules in force for this project",
            of_project,
            n_project,
            "rules",
            unconfirmed=share / max(1, n_project),
            exempt=True,
        ),
    ]


def _profile_first(rows: Sequence[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: (row.type != "profile", row.title, row.id))


def _is_personal(material: Material, row: Row) -> bool:
    return material.scope.layer_of(row.layer).kind == "personal"


def _manifest(rows: Sequence[Row], max_chars: int) -> Section:
    """Every skill in one line, its name and when to use it. Up to a cap it costs the other sections none of theirs."""
    trusted = sorted((row for row in rows if row.trust > 1), key=lambda row: (row.title, row.id))
    cap = min(MANIFEST_MAX_TOKENS, MANIFEST_SHARE * max_chars / CHARS_PER_TOKEN)
    skills = [(row.title, " ".join(row.summary.split())) for row in trusted]
    listing, n_named = manifest(MANIFEST, skills, max_tokens=cap)
    if not n_named:
        return Section(TOLD[SKILLS], "", (), 0, "rules", exempt=True)
    listing = listing.replace(ids=tuple(row.id for row in trusted[:n_named]))
    return Section(TOLD[SKILLS], "", (listing,), int(cost(listing)) + 1, "rules", exempt=True)


def _by_force(rows: Sequence[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: (row.enforcement != "block", -row.trust, row.title, row.id))


def _rules(app: App, material: Material, rows: Sequence[Row]) -> tuple[Block, ...]:
    """With full bodies, however long: a rule is there as a whole or not at all."""
    return tuple(
        block_of(app, row, material.scope, material.standings[row.key], _body(app, material, row), cut=False)
        for row in _by_force(rows)
    )


def _whole(app: App, material: Material, rows: Sequence[Row], max_tokens: int) -> tuple[Block, ...]:
    """With full bodies, for as many as could find room at all; the rest by their summaries."""
    blocks = []
    most_chars = max_tokens * ROOM_CHARS_PER_TOKEN
    room = most_chars
    for at, row in enumerate(rows):
        text, cut = row.summary, True
        if room > 0 and row.size <= most_chars and at * LEAST_TOKENS <= 2 * max_tokens:
            text, cut = _body(app, material, row), False
            room -= len(text)
        blocks.append(block_of(app, row, material.scope, material.standings[row.key], text, cut=cut))
    return tuple(blocks)


def _body(app: App, material: Material, row: Row) -> str:
    try:
        return body_of(app, row, material.scope)
    except SagacityError:
        return row.summary


def _work(app: App, material: Material, rows: Sequence[Row]) -> Section:
    """Open plans and tasks: overdue first, then what is being done, then by due date, then the newest. What has neither
    begun nor a date is a preview, and the first two are cut for nobody else.
    """
    today = from_ms(app.clock.now_ms())[:10]
    ordered = sorted(
        (row for row in rows if row.status.strip().lower() not in CLOSED),
        key=lambda row: (_pressing(row, today), row.due[:10] or "9999", -row.updated_ms, row.id),
    )
    pressing = [_pressing(row, today) for row in ordered]
    n_whole, max_tokens = sum(one < LEAST_PRESSING for one in pressing), app.settings.pack_work_max_tokens
    blocks = _whole(app, material, ordered[:n_whole], max_tokens)
    blocks += _previewed_blocks(app, material, ordered[n_whole:])
    marked = tuple(
        block.replace(status="overdue" if not at else row.status, due=row.due)
        for block, row, at in zip(blocks, ordered, pressing, strict=True)
    )
    firm = sum(one < DATED for one in pressing)
    return Section(TOLD[WORK], "Open work", marked, max_tokens, "identity", fair=True, firm=firm, unconfirmed=0.2)


def _pressing(row: Row, today: str) -> int:
    """0 for overdue, 1 for what is being done, DATED, or LEAST_PRESSING."""
    if row.due and row.due[:10] < today:
        return 0
    return 1 if row.status.strip().lower() in CURRENT else DATED if row.due else LEAST_PRESSING


def _previews(app: App, material: Material, rows: Sequence[Row]) -> tuple[Block, ...]:
    now_ms = app.clock.now_ms()

    def worth(row: Row) -> tuple[float, str]:
        age_days = max(0, now_ms - row.updated_ms) / DAY_MS
        own = OWN_PROJECT if material.scope.project and row.project == material.scope.project else 1.0
        near = 1.0 + NEARNESS * material.walked.strengths.get(row.key, 0.0)
        used = 1.0 + USE * min(1.0, material.walked.uses.get(row.id, 0) / OFTEN)
        recent = 0.2 + 0.5 ** (age_days / HALF_LIFE_DAYS)
        return own * near * used * confidence_factor(row.confidence) ** 3 * recent, row.id

    return _previewed_blocks(app, material, sorted(rows, key=worth, reverse=True))


def _previewed_blocks(app: App, material: Material, rows: Sequence[Row]) -> tuple[Block, ...]:
    """Best first."""
    blocks = []
    for at, row in enumerate(rows):
        text, cut = _preview(app, material, row) if at < LOOKED_INTO else (row.summary, True)
        blocks.append(block_of(app, row, material.scope, material.standings[row.key], text, cut=cut))
    return tuple(blocks)


def _preview(app: App, material: Material, row: Row) -> tuple[str, bool]:
    """(the summary, whether there is more to read): a note no longer than a summary may be is given whole."""
    if row.size < SHORT_BYTES:
        body = _body(app, material, row)
        if len(body) <= SUMMARY_MAX_CHARS:
            return body, False
    return row.summary, True


def _notices(app: App, material: Material, *, degraded: bool) -> list[Listing]:
    notices = [
        Listing(f"{count} more of {TOLD[types]} were not looked at; recall(types=[{TOLD[types]}], limit=100)")
        for types, count in material.beyond.items()
    ]
    waiting = app.index.count(material.scope.filters.replace(max_trust=0))
    if waiting:
        what = "1 untrusted note is" if waiting == 1 else f"{waiting} untrusted notes are"
        notices.append(Listing(f"{what} not shown; recall shows them marked."))
    n_confidential = sum(reason == CONFIDENTIAL for _, reason in material.hidden)
    if n_confidential:
        what = "1 confidential note stays" if n_confidential == 1 else f"{n_confidential} confidential notes stay"
        notices.append(Listing(f"{what} on this machine: `sagacity list`"))
    if degraded:
        notices.append(_degraded())
    return notices
