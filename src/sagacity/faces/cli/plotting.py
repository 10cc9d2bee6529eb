"""`sagacity eval --plot`: the curves of a result as a picture."""

from __future__ import annotations

from ...core.errors import SagacityError
from ...core.svg import Chart, Line, svg

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...app.evaluation import EvalResult, SetScores


def write_plot(result: EvalResult, path: str) -> None:
    """Replaces the file. Raises `invalid` where there is nothing to draw, `degraded` where it cannot be written."""
    if not result.sets:
        raise SagacityError(
            "invalid", "there is no curve to plot of your own notes", hint="give the path of a test set"
        )
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(svg(charts_of(result)))
    except OSError as error:
        raise SagacityError("degraded", f"cannot write {path}: {error.strerror}", hint="name another file") from error


def charts_of(result: EvalResult) -> list[Chart]:
    """Recall by depth, and the cost of a question by the size of the store, a point a set."""
    names = [(_name(one), one) for one in result.sets]
    recalls = tuple(Line(name, tuple((float(point.k), point.recall_any) for point in one.curve)) for name, one in names)
    costs = tuple(Line(name, ((one.notes / one.spaces, one.cpu_ms_mean),)) for name, one in names)
    return [
        Chart("At least one of the gold among the first k", "k", "recall_any@k", recalls, y_max=1.0),
        Chart("Cost of a question", "notes in the store", "CPU, ms", costs, log_x=True),
    ]


def _name(one: SetScores) -> str:
    return one.name if one.level == "notes" else f"{one.name}, {one.level}"
