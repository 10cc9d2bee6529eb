"""How notes and relations look in pictures: a colour for each type, a shape for what it is for."""

from __future__ import annotations

from .types import TYPES, known_type

CIRCLE, SQUARE, DIAMOND, HEXAGON, TRIANGLE = "circle", "square", "diamond", "hexagon", "triangle"
OTHER = "#8a8a8a"

_COLORS = {
    "profile": "#b58900", "preference": "#c9a227", "policy": "#b3261e", "feedback": "#d9663b", "convention": "#7a6a2f",
    "fact": "#0b6e99", "topic": "#3d7ea6", "reference": "#5b8fb9", "feature": "#1f7a5c", "skill": "#6a4fb3",
    "workflow": "#8566c9", "runbook": "#9b7fd4", "plan": "#2e8b57", "task": "#4f9d69", "decision": "#0a58ca",
    "incident": "#c2185b", "investigation": "#a0527a", "observation": "#708090", "hypothesis": "#9467bd",
    "idea": "#e0a100", "learning": "#d1495b", "entity": "#4f5d75", "unsorted": "#9e9e9e",
}  # fmt: skip
_SHAPES = {
    "declarative": CIRCLE,
    "procedural": SQUARE,
    "episodic": DIAMOND,
    "structure": HEXAGON,
    "inbox": CIRCLE,
}


def color_of(type_name: str) -> str:
    """As `#rrggbb`; grey for a type that nobody knows."""
    found = known_type(type_name)
    return _COLORS.get(found.name, OTHER) if found else OTHER


def shape_of(type_name: str) -> str:
    """By the family of the type; work that has a status is a triangle."""
    found = known_type(type_name)
    if found is None:
        return CIRCLE
    return TRIANGLE if found.statuses else _SHAPES[found.family]


def all_colors() -> tuple[tuple[str, str], ...]:
    """(type, colour) of every registered type, in order."""
    return tuple((one.name, color_of(one.name)) for one in TYPES)
