"""How far a note is trusted, from the door its text came in by.

An origin names the door. Where the door alone does not settle the trust, the origin carries the level after a colon,
as in `import:3`: what the person decided for an import, what a pulled label was worth, the minimum of the sources of a
derived note, the level that an edit on disk keeps. Who may write such a level is the caller's business; this module
only reads it, and a door has a ceiling that no level passes.

Not here yet: approvals of single notes, session taint, and the pin of a repository to one content (the caller compares
hashes and passes "none" for content that is not the pinned one).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

UNTRUSTED, UNCONFIRMED, STATED, APPROVED = 0, 1, 2, 3

_LABELS = ("untrusted", "unconfirmed", "stated", "approved")

# Door: the trust without a level in the origin, and the most that a level can make of it.
_DOORS: Mapping[str, tuple[int, int]] = {
    "human_ui": (APPROVED, APPROVED),  # a person in the web UI
    "human_cli": (APPROVED, APPROVED),  # a person at a terminal
    "human_file": (UNCONFIRMED, STATED),  # edited on disk, not yet confirmed
    "agent_user_stated": (STATED, STATED),  # an agent quoting what the user said
    "agent_inferred": (UNCONFIRMED, UNCONFIRMED),  # an agent's own conclusion
    "agent_external": (UNTRUSTED, UNTRUSTED),  # an agent in a session that read foreign content
    "import": (UNTRUSTED, APPROVED),  # to review, unless a level says what the person decided
    "sync": (UNCONFIRMED, APPROVED),  # pulled; a level says what its label is worth
    "repo": (UNTRUSTED, APPROVED),  # came with a repository
    "derived": (UNTRUSTED, APPROVED),  # made from other notes; a level says the lowest of them
}

ORIGINS = tuple(_DOORS)

OPEN_SENSITIVITIES = ("public", "internal")

_APPROVALS = ("own", "follow", "pin")


def trust_of(origin: str) -> int:
    """0 to 3. A text without record, or from an unknown door, is unconfirmed: losing the journal never raises trust."""
    name, _, level = origin.partition(":")
    trust, ceiling = _DOORS.get(name, (UNCONFIRMED, UNCONFIRMED))
    return min(int(level), ceiling) if level in ("0", "1", "2", "3") else trust


def label(trust: int) -> str:
    """The word answers use: untrusted, unconfirmed, stated or approved."""
    return _LABELS[min(max(trust, UNTRUSTED), APPROVED)]


def stays_here(sensitivity: str) -> bool:
    """Whether a note that says this must stay on this machine: an unknown word counts as confidential."""
    said = sensitivity.strip().lower()
    return bool(said) and said not in OPEN_SENSITIVITIES


def lower(a_origin: str, b_origin: str) -> str:
    """The less trusted of two origins, the first of equals: what is made of both is worth no more than this one."""
    return b_origin if trust_of(b_origin) < trust_of(a_origin) else a_origin


def derived(origins: tuple[str, ...]) -> str:
    """The origin of a note made from texts of these origins; untrusted when there are none."""
    return f"derived:{min(map(trust_of, origins), default=UNTRUSTED)}"


def taken_along(origin: str, trust: int) -> str:
    """The origin of a text that leaves a layer where it is trusted so far: a label that did not count there is none."""
    return origin if trust_of(origin) <= trust else f"derived:{max(trust, UNTRUSTED)}"


def edited_on_disk(trust_before: int) -> str:
    """The origin of a text that somebody edited outside of us: at most stated, and never more than it was before."""
    return f"human_file:{min(max(trust_before, UNTRUSTED), STATED)}"


def layer_trust(origin_trust: int, approval: str) -> int:
    """The trust of a note in a layer. approval: own, follow, pin, or none and anything else, which make it untrusted.

    In an own or followed layer a note has its own label; `pin` is the same for the content that was pinned.
    """
    return min(origin_trust, APPROVED) if approval in _APPROVALS else UNTRUSTED
