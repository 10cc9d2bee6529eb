"""Which entries a session starts with: sections in a fixed order, each with a budget, whole entries only.

A section that needs less leaves its rest to those after it; what found no room in its own section is tried again with
what is left at the end. Everything that must be obeyed stands before what may be useful.
"""

from __future__ import annotations

from .frame import Block, Listing, tail
from .summary_text import cut
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

FRAME_CHARS = 1100  # header, protocol, headings and notices
HEAD_TOKENS = 48  # the frame line of an entry with its bars, on the high side
SHARE_MIN_CHARS = 120
UNCONFIRMED_SHARE = 0.3
CHARS_PER_TOKEN = 3.2
DENSE_TOKENS_PER_BYTE = 0.35
HEAD_CHARS = int(HEAD_TOKENS * CHARS_PER_TOKEN)
NAMED_MAX = 4
MANIFEST_CHARS = 60  # the last line of a manifest and what its frame costs
LINE_CHARS = 4
TRIGGER_MIN_CHARS = 24

PROTOCOL = (
    "Tools: recall(question) finds, read(ID) shows a whole note, remember(text) keeps what will matter in later"
    " sessions, forget(ID). Previews are cut: read before relying on one. Without tools: `sagacity recall QUESTION`,"
    " `sagacity read ID`, `sagacity remember TEXT`."
)


PROTOCOL_MAX_CHARS = 400


def protocol_of(own: str) -> Listing:
    """How to use the memory: in the user's own words, where there are any."""
    return Listing(" ".join(own.split()) or PROTOCOL)


class Section(Value):
    """One part of the pack. name: also the type to recall for more. entries: best first.

    fair: long texts are cut to equal shares, so that each entry is there. firm: so many of the first entries share
    before the rest does. unconfirmed: the share of its budget that goes first to entries nobody confirmed. part: which
    output it belongs to where a client takes several (rules, identity or memories). exempt: it takes what it needs
    before the others are scaled.
    """

    name: str
    heading: str
    entries: tuple[Block | Listing, ...]
    max_tokens: int
    part: str
    fair: bool = False
    firm: int = 0
    unconfirmed: float = 0.15
    exempt: bool = False


class Chosen(Value):
    """items: in order of display. left_out: (section name, entries that found no room). spare: tokens not spent."""

    items: tuple[Block | Listing, ...]
    left_out: tuple[tuple[str, tuple[Block, ...]], ...]
    spare: float = 0.0


def select(sections: Sequence[Section], *, max_chars: int) -> Chosen:
    """Fills the sections within their budgets, scaled down together where their sum exceeds max_chars.

    Entries that nobody confirmed take at most UNCONFIRMED_SHARE of the whole, under headings of their own.
    """
    total = sum(section.max_tokens for section in sections if not section.exempt)
    free = sum(section.max_tokens for section in sections if section.exempt)
    whole = min(float(total), max(0.0, max_chars / CHARS_PER_TOKEN - free))
    scale = whole / total if total else 0.0
    budgets = [section.max_tokens * (1.0 if section.exempt else scale) for section in sections]
    sections = [_fairly_cut(section, budget) for section, budget in zip(sections, budgets, strict=True)]
    room = _Room()
    taken: list[set[int]] = []
    for section, budget in zip(sections, budgets, strict=True):
        room.tokens += budget
        room.unconfirmed = section.unconfirmed * budget
        taken.append({at for at, entry in enumerate(section.entries) if room.take(entry)})
    room.unconfirmed = UNCONFIRMED_SHARE * whole - room.spent
    for section, places in zip(sections, taken, strict=True):
        places |= {at for at, entry in enumerate(section.entries) if at not in places and room.take(entry)}
    items = [item for section, places in zip(sections, taken, strict=True) for item in _shown(section, places)]
    left_out = tuple(
        (section.name, missing)
        for section, places in zip(sections, taken, strict=True)
        if (missing := _missing(section, places))
    )
    return Chosen(tuple(items), left_out, room.tokens)


def room_beside(first: Sequence[Listing], max_chars: int) -> int:
    """The characters that are left for sections beside the frame and these listings."""
    quoted = sum(len(line) + LINE_CHARS for listing in first for line in listing.lines)
    return max(0, max_chars - FRAME_CHARS - quoted)


def fair_shares(sizes: Sequence[int], total: int) -> list[int]:
    """How much each gets of total: all get the same, and what one does not need goes to those that want more."""
    shares = [0] * len(sizes)
    rest, waiting = total, len(sizes)
    for at in sorted(range(len(sizes)), key=lambda place: (sizes[place], place)):
        shares[at] = min(sizes[at], max(0, rest) // waiting)
        rest -= shares[at]
        waiting -= 1
    return shares


def manifest(heading: str, skills: Sequence[tuple[str, str]], *, max_tokens: float) -> tuple[Listing, int]:
    """A line for each skill (name, when to use it), within so many tokens, and how many have one.

    All names come first: what room they leave is given to the texts in equal shares, a text without a share is left
    out. Skills whose names find no room are counted in a last line.
    """
    room = int(max_tokens * CHARS_PER_TOKEN) - len(heading) - MANIFEST_CHARS
    n_named = 0
    for name, _ in skills:
        room -= len(name) + LINE_CHARS
        if room < 0:
            break
        n_named += 1
    shown = skills[:n_named]
    shares = fair_shares([len(when) + 2 for _, when in shown], max(0, room))
    lines = [_manifest_line(name, when, share - 2) for (name, when), share in zip(shown, shares, strict=True)]
    if n_named < len(skills):
        lines.append(f"and {len(skills) - n_named} more")
    return Listing(heading, tuple(lines)), n_named


def _manifest_line(name: str, when: str, room: int) -> str:
    return f"{name}: {cut(when, room)}" if room >= min(len(when), TRIGGER_MIN_CHARS) > 0 else name


def named(left_out: Sequence[tuple[str, Sequence[Block]]], *, call: str = "recall(types=[{}])") -> list[Listing]:
    """A notice for each section that lost entries: how many, the call that fetches them, the first few by name."""
    notices = []
    for name, blocks in left_out:
        lines = tuple(f"{tail(block.id)} {block.title}" for block in blocks[:NAMED_MAX])
        notices.append(Listing(f"No room for {len(blocks)} of {name}; {call.format(name)} or read(ID):", lines))
    return notices


class _Room:
    """What is left to spend, in tokens: in all, and of it on entries nobody confirmed; and what those have had."""

    __slots__ = ("spent", "tokens", "unconfirmed")

    def __init__(self) -> None:
        self.tokens = self.unconfirmed = self.spent = 0.0

    def take(self, entry: Block | Listing) -> bool:
        """Pays for the entry if there is enough."""
        need = cost(entry)
        limited = _is_unconfirmed(entry)
        if need > self.tokens or (limited and need > self.unconfirmed):
            return False
        self.tokens -= need
        if limited:
            self.unconfirmed -= need
            self.spent += need
        return True


def cost(entry: Block | Listing) -> float:
    """Tokens an entry takes from a budget. By characters, since each is weighed twice and hundreds may be waiting;
    dense scripts cost more.
    """
    if isinstance(entry, Listing):
        text = "\n".join((entry.heading, *entry.lines))
        return (len(text) + 2 * len(entry.lines) + 40) / CHARS_PER_TOKEN + _dense(text)
    lines = entry.text.count("\n") + 2
    size = len(entry.title) + len(entry.text) + 2 * lines + HEAD_CHARS
    return size / CHARS_PER_TOKEN + _dense(entry.text)


def _dense(text: str) -> float:
    """What a text costs beyond its characters: in many scripts a character is a token."""
    return 0.0 if text.isascii() else (len(text.encode("utf-8", "replace")) - len(text)) * DENSE_TOKENS_PER_BYTE


def _is_unconfirmed(entry: Block | Listing) -> bool:
    return isinstance(entry, Block) and entry.trust == "unconfirmed"


def _fairly_cut(section: Section, budget_tokens: float) -> Section:
    if not section.fair:
        return section
    blocks = [entry for entry in section.entries if isinstance(entry, Block)]
    room = int(budget_tokens * CHARS_PER_TOKEN)
    texts: list[str] = []
    for group in (blocks[: section.firm], blocks[section.firm :]):
        room -= sum(len(block.title) + 8 + HEAD_CHARS for block in group)
        shares = fair_shares([len(block.text) for block in group], room)
        kept = [cut(block.text, max(share, SHARE_MIN_CHARS)) for block, share in zip(group, shares, strict=True)]
        room -= sum(map(len, kept))
        texts += kept
    entries = tuple(
        block.replace(text=text, cut=block.cut or text != block.text) for block, text in zip(blocks, texts, strict=True)
    )
    return section.replace(entries=entries)


def _shown(section: Section, places: set[int]) -> list[Block | Listing]:
    """The taken entries under their heading, what nobody confirmed after the rest."""
    entries = [section.entries[at] for at in sorted(places)]
    firm = [_under(entry, section.heading) for entry in entries if not _is_unconfirmed(entry)]
    return firm + [
        _under(entry, f"{section.heading} \u2013 unconfirmed") for entry in entries if _is_unconfirmed(entry)
    ]


def _under(entry: Block | Listing, heading: str) -> Block | Listing:
    return entry.replace(heading=heading) if isinstance(entry, Block) else entry


def _missing(section: Section, places: set[int]) -> tuple[Block, ...]:
    return tuple(entry for at, entry in enumerate(section.entries) if at not in places and isinstance(entry, Block))
