"""Writes docs/benchmarks.md and its picture from the results of runs in benchmarks/results; nothing there is typed.

A result is what `sagacity eval … --json` prints, or the last line that `python -m benchmarks.NAME` prints, as a file.
"""

from __future__ import annotations

import inspect
import json
from typing import TYPE_CHECKING, Any

from sagacity.core import metrics
from sagacity.core.svg import Chart, Line, svg

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

RESULTS = "benchmarks/results"
PAGE = "docs/benchmarks.md"
PICTURE = "docs/benchmarks.svg"
HEAD = """\
# Benchmarks

Made by `python -m scripts.generate_docs` from the results in `benchmarks/results`: every figure is one that a run
printed. The command above a table repeats it. Shares are between 0 and 1; in brackets is the 95 % interval. *Over BM25*
is the paired difference to plain BM25 on the same questions: where 0 lies in its interval, chance may be all there is.
"""
MEASURES = (
    ("recall_any@k", metrics.recall_any),
    ("recall_all@k", metrics.recall_all),
    ("frac@k", metrics.frac),
    ("nDCG@10", metrics.ndcg),
    ("MRR@10", metrics.reciprocal_rank),
    ("interval", metrics.bootstrap),
    ("over BM25", metrics.paired_gain),
)


def pages(root: Path) -> dict[str, str]:
    """Path from the top of the repository → text. Raises SystemExit naming a result that cannot be used."""
    results = [_read(path) for path in sorted((root / RESULTS).glob("*.json"))]
    found = [one for one in results if "sets" in one]
    speeds = [one for one in results if "benchmark" in one]
    text = "\n".join([HEAD, *_measures(), *map(_evaluation, found), *map(_speed, speeds)])
    return {PAGE: text, PICTURE: svg(_charts(found, speeds))}


def _read(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise SystemExit(f"{path}: this is no JSON: {error}") from error
    if not isinstance(found, dict) or not {"sets", "benchmark"} & found.keys():
        raise SystemExit(f"{path}: this is neither a result of `sagacity eval --json` nor of a benchmark")
    return found


def _measures() -> list[str]:
    rows = [[f"`{name}`", " ".join((inspect.getdoc(function) or "").split())] for name, function in MEASURES]
    told = "Questions without an answer are left out of every measure but abstaining.\n"
    return ["## What is measured\n", _table(["measure", "definition"], rows), told]


def _evaluation(result: dict[str, Any]) -> str:
    parts = [f"## Retrieval: `{result['command']}`\n", _facts([*result["machine"], *result["settings"]])]
    if result["sets"]:
        parts += [_scores(result["sets"]), _costs(result["sets"])]
    parts += [_categories(one) for one in result["sets"] if one["categories"]]
    return "\n".join(parts)


def _scores(sets: Sequence[dict[str, Any]]) -> str:
    heads = [score["name"] for score in sets[0]["scores"]]
    rows = []
    for one in sets:
        rows.append([f"**{_name(one)}**", str(one["questions"]), *(_interval(score) for score in one["scores"])])
        if all(score["over_bm25"] for score in one["scores"]):
            rows.append(["over BM25", "", *(_interval(score["over_bm25"], "+") for score in one["scores"])])
    return _table(["set", "n", *heads], rows)


def _costs(sets: Sequence[dict[str, Any]]) -> str:
    heads = ["set", "stores", "notes", "CPU ms, mean", "CPU ms, p95", "given nothing sure, of those with an answer"]
    heads += ["without an answer", "given nothing sure, of those", "what holds before what it replaced"]
    rows = [
        [
            _name(one),
            *(f"{one[key]:,}" for key in ("spaces", "notes")),
            *(f"{one[key]:.1f}" for key in ("cpu_ms_mean", "cpu_ms_p95")),
            f"{one['abstained_falsely']:.3f}",
            str(one["absent"]),
            f"{one['abstained_rightly']:.3f}" if one["absent"] else "",
            f"{one['ordered']:.3f} of {one['n_ordered']}" if one["n_ordered"] else "",
        ]
        for one in sets
    ]
    return _table(heads, rows)


def _categories(one: dict[str, Any]) -> str:
    heads = ["category", "n", *(score["name"] for score in one["scores"])]
    rows = [
        [each["category"] or "other", str(each["questions"]), *(f"{score['value']:.3f}" for score in each["scores"])]
        for each in one["categories"]
    ]
    return f"### {_name(one)}, by category\n\n{_table(heads, rows)}"


def _speed(result: dict[str, Any]) -> str:
    rows = [
        [
            row["what"],
            f"{row['figure']:,.4g} {row['unit']}".strip(),
            "" if row["bar"] is None else f"{'≥' if row['at_least'] else '≤'} {row['bar']:g}",
            {None: "", True: "met", False: "missed"}[row["good"]],
            row["baseline"],
        ]
        for row in result["rows"]
    ]
    machine = {key: value for key, value in result["machine"].items() if key != "quick"}
    quick = " --quick" if result["machine"]["quick"] else ""
    head = f"## Speed: `python -m benchmarks.{result['benchmark']}{quick}`\n"
    return "\n".join([head, _facts(machine.items()), _table(["what", "figure", "bar", "", "beside it"], rows)])


def _charts(found: Sequence[dict[str, Any]], speeds: Sequence[dict[str, Any]]) -> list[Chart]:
    curves = [
        Line(_name(one), tuple((float(point["k"]), point["recall_any"]) for point in one["curve"]))
        for result in found
        for one in result["sets"]
    ]
    points = [point for result in speeds for point in result["details"].get("points", ())]
    costs = [
        Line(name, tuple((float(point["notes"]), point[key]) for point in points))
        for name, key in (("recall, mean", "mean"), ("recall, p95", "p95"), ("its search, mean", "search"))
    ]
    charts = [Chart("At least one of the gold among the first k", "k", "recall_any@k", tuple(curves), y_max=1.0)]
    return charts + ([Chart("Recall by size", "notes", "CPU, ms", tuple(costs), log_x=True)] if points else [])


def _name(one: dict[str, Any]) -> str:
    level = "" if one["level"] == "notes" else f", {one['level']}"
    return f"{one['name']}{level}{', pooled' if one['pooled'] else ''}"


def _interval(score: dict[str, Any], sign: str = "") -> str:
    return f"{score['value']:{sign}.3f} [{score['low']:{sign}.3f}, {score['high']:{sign}.3f}]"


def _facts(pairs: Iterable[Sequence[object]]) -> str:
    return ", ".join(f"{name} {value}" for name, value in pairs) + ".\n"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines) + "\n"
