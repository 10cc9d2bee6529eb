"""What was taken out of the memory, as the command line tells it."""

from __future__ import annotations

from .screen import line, safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...app.exporting import ExportResult, VaultResult
    from ...app.graphing import GraphResult
    from .screen import Screen


def show_export(screen: Screen, result: ExportResult) -> None:
    """The document itself, or where it is."""
    if result.text:
        screen.out.write(safe(result.text))
        return
    screen.say(f"{result.notes} {'note' if result.notes == 1 else 'notes'} in {safe(result.path)}")
    for text in (*result.warnings, *result.left_out):
        screen.say(screen.paint(line(text), "yellow"))


def show_vault(screen: Screen, result: VaultResult) -> None:
    """What became of the files, and what was left alone."""
    counts = (
        (result.created, "created"),
        (result.updated, "updated"),
        (result.removed, "removed"),
        (result.unchanged, "unchanged"),
    )
    said = ", ".join(f"{count} {word}" for count, word in counts if count) or "nothing to do"
    would = "" if result.applied else " (nothing was changed yet)"
    screen.say(f"{result.notes} {'note' if result.notes == 1 else 'notes'} in {safe(result.path)}: {said}{would}")
    for text in (*result.warnings, *(f"kept: {one}" for one in result.kept), *result.left_out):
        screen.say(screen.paint(line(text), "yellow"))


def show_graph(screen: Screen, result: GraphResult) -> None:
    """The picture itself, or where it is."""
    if result.text:
        screen.out.write(safe(result.text))
        return
    counts = f"{result.notes} notes, {result.relations} relations"
    screen.say(f"{counts} in {safe(result.path)}")
    for text in result.left_out:
        screen.say(screen.paint(line(text), "yellow"))
