"""The page of benchmarks says what the results say, and nothing when a result cannot be used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts.benchmarks_page import PAGE, PICTURE, RESULTS, pages

ROOT = Path(__file__).parents[2]
SPEED = {
    "benchmark": "scale",
    "rows": [
        {"what": "1,000 notes: recall", "figure": 1.25, "unit": "ms", "bar": 3.0, "baseline": "a|b", "at_least": False}
        | {"good": True}
    ],
    "details": {"points": [{"notes": 1000, "mean": 1.25, "p95": 2.0, "search": 0.5}]},
    "machine": {"system": "Linux", "python": "3.11", "cores": 2, "quick": True},
}


def put(root, name, text):
    folder = root / RESULTS
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)


def test_figures_stand_on_the_page_with_their_bar_and_their_command(tmp_path):
    put(tmp_path, "scale.json", json.dumps(SPEED))
    made = pages(tmp_path)
    assert "## Speed: `python -m benchmarks.scale --quick`" in made[PAGE]
    assert "| 1,000 notes: recall | 1.25 ms | ≤ 3 | met | a\\|b |" in made[PAGE]
    assert "Recall by size" in made[PICTURE]


def test_every_score_of_every_result_is_on_the_page():
    text = pages(ROOT)[PAGE]
    for path in (ROOT / RESULTS).glob("*.json"):
        result = json.loads(path.read_text("utf-8"))
        for one in result.get("sets", ()):
            for score in one["scores"]:
                assert f"{score['value']:.3f} [{score['low']:.3f}, {score['high']:.3f}]" in text, one["name"]


@pytest.mark.parametrize(("text", "reason"), [("{", "this is no JSON"), ("[]", "neither"), ('{"x": 1}', "neither")])
def test_a_result_that_cannot_be_used_is_named(tmp_path, text, reason):
    put(tmp_path, "broken.json", text)
    with pytest.raises(SystemExit, match=rf"broken\.json: .*{reason}"):
        pages(tmp_path)
