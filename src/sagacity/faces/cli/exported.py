"""What was taken out of the memory, as the command line tells it."""

from __future__ import annotations

from .screen import line, safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...app.exporting import ExportResult
    from .screen import Screen


def show_export(screen: Screen, result: ExportResult) -> None:
    """The document itself, or where it is."""
    if result.text:
        screen.out.write(safe(result.text))
        return
    screen.say(f"{result.notes} {'note' if result.notes == 1 else 'notes'} in {safe(result.path)}")
    for text in (*result.warnings, *result.left_out):
        screen.say(screen.paint(line(text), "yellow"))
