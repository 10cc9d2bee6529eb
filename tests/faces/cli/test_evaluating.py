"""`sagacity eval` as it is typed."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest

SPACE = {
    "id": "s",
    "docs": [{"id": "a", "text": "The ledger numbers invoices"}, {"id": "b", "text": "Deploys need the VPN"}],
    "queries": [{"id": "q", "text": "who numbers invoices", "gold": ["a"]}],
}


@pytest.fixture
def sets(tmp_path):
    folder = tmp_path / "sets"
    folder.mkdir()
    for name in ("locomo_dev", "cosqa_dev", "tldr_dev"):
        (folder / f"{name}.spaces.jsonl").write_text(json.dumps(SPACE) + "\n")
    return folder


def test_names_of_sets_may_follow_one_another(sg, sets):
    done = sg("eval", str(sets), "--sets", "locomo", "cosqa", "--json")
    assert [one["name"] for one in done.json["sets"]] == ["cosqa_dev", "locomo_dev"]
    score = done.json["sets"][0]["scores"][0]
    assert (score["name"], score["value"], score["over_bm25"]["value"]) == ("recall_any@1", 1.0, 0.0)
    assert done.json["command"] == "sagacity eval sets --sets locomo cosqa"
    assert {"system", "cores", "python"} < {name for name, _ in done.json["machine"]}


def test_tables_name_the_set_and_every_measure(sg, sets):
    out = sg("eval", str(sets), "--sets", "tldr").out
    assert "tldr_dev, notes: 1 questions, 2 notes, 1 store" in out
    assert "any@1    any@5   any@10    all@5   all@10  frac@10  nDCG@10   MRR@10" in out
    assert "over BM25" in out


def test_the_plot_is_a_picture(sg, sets, tmp_path):
    done = sg("eval", str(sets), "--plot", str(tmp_path / "curves.svg"))
    assert done.status == 0
    picture = ET.parse(tmp_path / "curves.svg").getroot()
    assert picture.tag.endswith("svg")
    assert "cosqa_dev" in "".join(picture.itertext())


def test_a_plot_that_cannot_be_is_one_line(sg, sets, tmp_path):
    done = sg("eval", str(sets), "--plot", str(tmp_path / "nowhere" / "x.svg"))
    assert (done.status, "cannot write" in done.err) == (3, True)
    sg("remember", "The ledger numbers invoices by the hour and by the customer", "--title", "Numbering")
    done = sg("eval", "--plot", str(tmp_path / "x.svg"))
    assert (done.status, "no curve to plot" in done.err) == (1, True)


def test_own_notes_are_told_as_a_table(sg):
    sg("remember", "The ledger numbers invoices by the hour and by the customer", "--title", "Numbering")
    out = sg("eval").out
    assert "your notes: 1 known notes asked for among 1" in out
    assert "hit@1    hit@5   MRR@10" in out
    assert "1 never shown" in out
