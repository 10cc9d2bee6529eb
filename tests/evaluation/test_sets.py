"""Test sets of every format, tiny and made here, asked through the product; and files that are none."""

from __future__ import annotations

import json
import lzma
import os

import pytest

from sagacity import Memory, SagacityError

SPACE = {
    "id": "shop",
    "docs": [
        {"id": "a1", "group": "A", "role": "user", "text": "The payment service needs the VPN", "date": "2024-03-01"},
        {"id": "a2", "group": "A", "role": "assistant", "text": "Start the tunnel first", "date": "2024-03-01"},
        {"id": "b1", "text": "Invoices are numbered by the ledger"},
        {"id": "c1", "text": "Thumbnails are cut by the image worker", "title": "Image worker"},
    ],
    "queries": [
        {"id": "q1", "text": "what does the payment service need", "gold": ["a1"], "gold_groups": ["A"]},
        {"id": "q2", "text": "who numbers invoices", "gold": ["b1"], "category": "ledger"},
        {"id": "q3", "text": "zeppelin maintenance calendar", "gold": []},
    ],
}
SESSIONS = [
    {"id": "s1", "turns": [["user", "I moved to Lisbon last week"], ["assistant", "Congratulations"]]},
    {"id": "s2", "turns": [["user", "My dentist is called Moreau"], ["assistant", "Noted"]]},
]
QUESTIONS = [
    {
        "question_id": "q1",
        "question_type": "fact",
        "abstention": False,
        "question": "What is my dentist called?",
        "question_date": "2024/03/09 (Sat) 10:00",
        "haystack": [["s1", "2024/03/01 (Fri) 10:00"], ["s2", "2024/03/02 (Sat) 10:00"]],
        "gold": ["s2"],
    },
    {
        "question_id": "q2",
        "question_type": "fact",
        "abstention": True,
        "question": "Which aquarium did the trumpet buy?",
        "question_date": "2024/03/09 (Sat) 10:00",
        "haystack": [["s1", "2024/03/01 (Fri) 10:00"]],
        "gold": ["s1"],
    },
]
OFFICIAL = [
    {
        "question_id": "q9",
        "question_type": "single-session-user",
        "question": "What is my dentist called?",
        "question_date": "2024/03/09 (Sat) 10:00",
        "answer": "Moreau",
        "haystack_session_ids": ["noise_1", "answer_1"],
        "haystack_dates": ["2024/03/01 (Fri) 10:00", "2024/03/02 (Sat) 10:00"],
        "haystack_sessions": [
            [{"role": turn[0], "content": turn[1], "has_answer": True} for turn in session["turns"]]
            for session in SESSIONS
        ],
        "answer_session_ids": ["answer_1"],
    },
    {
        "question_id": "q9_abs",
        "question_type": "single-session-user",
        "question": "Which aquarium did the trumpet buy?",
        "question_date": "2024/03/09 (Sat) 10:00",
        "answer": "never said",
        "haystack_session_ids": ["answer_1"],
        "haystack_dates": ["2024/03/02 (Sat) 10:00"],
        "haystack_sessions": [[{"role": "user", "content": "My dentist is called Moreau"}]],
        "answer_session_ids": ["answer_1"],
    },
]
NOTES: list[dict] = [
    {
        "slug": "builds-use-pnpm",
        "title": "Builds use pnpm",
        "type": "decision",
        "body": "pnpm replaced yarn in builds.",
        "tags": ["build"],
        "relations": [{"op": "supersedes", "target": "builds-use-yarn"}],
        "created": "2024-02-01",
    },
    {"slug": "builds-use-yarn", "title": "Builds use yarn", "type": "decision", "body": "Builds use yarn."},
    {
        "slug": "deploys-need-vpn",
        "title": "Deploys need VPN",
        "type": "learning/gotcha",
        "body": "Step 3 hangs.",
        "project": "shop",
    },
]
ASKED = [
    {"id": "k1", "text": "what do builds use", "category": "workflow", "gold": ["builds-use-pnpm"],
     "below": ["builds-use-yarn"]},
    {"id": "k2", "text": "why do deploys hang", "category": "debugging", "gold": ["deploys-need-vpn"]},
]  # fmt: skip


@pytest.fixture
def memory(tmp_path):
    with Memory(home=tmp_path / "memory", cwd=tmp_path) as opened:
        yield opened


def lines(path, records):
    path.parent.mkdir(parents=True, exist_ok=True)
    data = "".join(json.dumps(one) + "\n" for one in records).encode()
    path.write_bytes(lzma.compress(data) if path.suffix == ".xz" else data)
    return path


def score(result, name, at=0):
    return next(one.value for one in result.sets[at].scores if one.name == name)


@pytest.fixture(
    params=[
        "spaces.jsonl",
        "spaces.jsonl.xz",
        "sessions.jsonl",
        "sessions.jsonl.xz",
        "official",
        "official.xz",
        "notes",
    ]
)
def each_format(request, tmp_path):
    """(path, questions with an answer, without, notes) of a set in every format, all answers easy to find."""
    folder = tmp_path / "sets"
    xz = ".xz" if request.param.endswith(".xz") else ""
    if request.param.startswith("spaces"):
        return lines(folder / f"shop_dev.{request.param}", [SPACE]), 2, 1, 3
    if request.param.startswith("sessions"):
        lines(folder / f"talk.sessions.jsonl{xz}", SESSIONS)
        lines(folder / f"talk.questions.jsonl{xz}", QUESTIONS)
        return folder, 1, 1, 3
    if request.param.startswith("official"):
        folder.mkdir()
        path = folder / f"longmemeval_s.json{xz}"
        data = json.dumps(OFFICIAL).encode()
        path.write_bytes(lzma.compress(data) if xz else data)
        return path, 1, 1, 3
    lines(folder / "own" / "shop.notes.jsonl", NOTES)
    lines(folder / "own" / "shop.questions.jsonl", ASKED)
    return folder, 2, 0, 3


def test_every_format_is_asked_and_scored(memory, each_format):
    path, n_questions, n_absent, n_notes = each_format
    result = memory.eval(str(path))
    assert len(result.sets) == 1
    one = result.sets[0]
    assert (one.questions, one.absent, one.notes, one.level) == (n_questions, n_absent, n_notes, "notes")
    assert {each.name: each.value for each in one.scores}["recall_any@1"] == 1.0
    assert one.abstained_rightly == (1.0 if n_absent else 0.0)
    assert one.abstained_falsely == 0.0
    assert [point.k for point in one.curve] == [1, 2, 3, 5, 10]


def test_pooled_sets_ask_one_store(memory, tmp_path):
    lines(tmp_path / "sets" / "talk.sessions.jsonl", SESSIONS)
    lines(tmp_path / "sets" / "talk.questions.jsonl", QUESTIONS)
    one = memory.eval(str(tmp_path / "sets"), pooled=True).sets[0]
    assert (one.spaces, one.notes, one.questions, one.absent, one.pooled) == (1, 2, 1, 1, True)


def test_sets_are_chosen_by_how_their_names_begin(memory, tmp_path):
    for name in ("tldr_en_dev", "tldr_zh_dev", "cosqa_dev"):
        lines(tmp_path / "sets" / f"{name}.spaces.jsonl", [SPACE])
    found = memory.eval(str(tmp_path / "sets"), sets=["tldr"]).sets
    assert [one.name for one in found] == ["tldr_en_dev", "tldr_zh_dev"]
    with pytest.raises(SagacityError, match="no set here is called 'locomo'") as caught:
        memory.eval(str(tmp_path / "sets"), sets=["locomo"])
    assert caught.value.candidates == ("cosqa_dev", "tldr_en_dev", "tldr_zh_dev")


def test_each_question_belongs_to_one_half(memory, tmp_path):
    queries = [{"id": f"q{at}", "text": "who numbers invoices", "gold": ["b1"]} for at in range(20)]
    path = str(lines(tmp_path / "sets" / "shop.spaces.jsonl", [{**SPACE, "queries": queries}]))
    halves = [memory.eval(path, half=half) for half in ("dev", "test")]
    asked = [one.sets[0].questions for one in halves]
    assert sum(asked) == 20
    assert min(asked) > 0
    assert halves[0].command == "sagacity eval shop.spaces.jsonl --half dev"


def test_what_is_replaced_or_archived_is_hidden_in_a_set_as_anywhere(memory, tmp_path):
    notes = [*NOTES[:2], {**NOTES[2], "archived": True}]
    lines(tmp_path / "sets" / "own.notes.jsonl", notes)
    lines(tmp_path / "sets" / "own.questions.jsonl", ASKED)
    one = memory.eval(str(tmp_path / "sets")).sets[0]
    assert (one.ordered, one.n_ordered) == (1.0, 1)
    assert [(each.category, each.scores[2].value) for each in one.categories] == [("debugging", 0.0), ("workflow", 1.0)]


def test_nothing_is_recorded_and_nothing_stays(memory, tmp_path, monkeypatch):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    memory.eval(str(lines(tmp_path / "sets" / "shop.spaces.jsonl", [SPACE])))
    assert memory.log().entries == ()
    assert memory.list().results == ()
    assert os.listdir(scratch) == []


def test_a_kept_store_is_found_again_and_only_for_the_same_notes(memory, tmp_path):
    path = lines(tmp_path / "sets" / "shop.spaces.jsonl", [SPACE])
    cache = tmp_path / "cache"
    first = memory.eval(str(path), cache=str(cache))
    again = memory.eval(str(path), cache=str(cache))
    assert again.sets[0].build_s == 0
    assert again.sets[0].scores == first.sets[0].scores
    changed = {**SPACE, "docs": [*SPACE["docs"], {"id": "d1", "text": "The queue is drained at night"}]}
    lines(path, [changed])
    assert memory.eval(str(path), cache=str(cache)).sets[0].notes == 4
    assert len(os.listdir(cache)) == 2


def space(**changes):
    return [{**SPACE, **changes}]


BAD = [
    ("no json", b"{not json\n", "bad.spaces.jsonl:1: this is no JSON"),
    ("second line", json.dumps(SPACE).encode() + b"\n\n[1,\n", "bad.spaces.jsonl:3: this is no JSON"),
    ("no object", b'["a"]\n', "bad.spaces.jsonl:1: this is no object but list"),
    ("no id", [{"docs": [], "queries": []}], "bad.spaces.jsonl:1: id is missing"),
    ("doc without text", space(docs=[{"id": "x"}]), "docs[0] (x): text is missing"),
    ("text of another kind", space(docs=[{"id": "x", "text": ["y"]}]), "docs[0] (x): text is no text"),
    ("docs of another kind", space(docs={"id": "x"}), "bad.spaces.jsonl:1 (shop): docs is no list"),
    ("id twice", space(docs=[{"id": "x", "text": "y"}] * 2), "docs[1] (x): the doc id 'x' stands twice"),
    ("gold", space(queries=[{"id": "q", "text": "t", "gold": ["zz"]}]), "queries[0] (q): gold names the doc 'zz'"),
    ("group", space(queries=[{"id": "q", "text": "t", "gold_groups": ["G"]}]), "gold names the group 'G'"),
]


@pytest.mark.parametrize(("content", "line"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_what_cannot_be_used_is_one_line_with_its_place(memory, tmp_path, content, line):
    path = tmp_path / "bad.spaces.jsonl"
    path.write_bytes(content) if isinstance(content, bytes) else lines(path, content)
    with pytest.raises(SagacityError) as caught:
        memory.eval(str(path))
    assert caught.value.code == "invalid"
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_that_are_no_test_set(memory, tmp_path):
    with pytest.raises(SagacityError, match="there is no file or folder") as caught:
        memory.eval(str(tmp_path / "nowhere"))
    assert caught.value.code == "not_found"
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "readme.txt").write_text("x")
    with pytest.raises(SagacityError, match=r"holds no test set · known are NAME\.spaces\.jsonl"):
        memory.eval(str(tmp_path / "sets"))
    (tmp_path / "broken.spaces.jsonl.xz").write_bytes(lzma.compress(b"{}" * 500)[:40])
    with pytest.raises(SagacityError, match="is no whole xz file"):
        memory.eval(str(tmp_path / "broken.spaces.jsonl.xz"))


def test_formats_that_lack_a_part(memory, tmp_path):
    alone = lines(tmp_path / "alone" / "talk.questions.jsonl", QUESTIONS)
    with pytest.raises(SagacityError, match=r"talk\.sessions\.jsonl is missing"):
        memory.eval(str(alone))
    lines(tmp_path / "two" / "talk.sessions.jsonl", SESSIONS[:1])
    lines(tmp_path / "two" / "talk.questions.jsonl", QUESTIONS)
    with pytest.raises(SagacityError, match=r"talk\.questions\.jsonl:1 \(q1\): it names the session 's2'"):
        memory.eval(str(tmp_path / "two"))
    wrong = tmp_path / "longmemeval_s.json"
    wrong.write_text(json.dumps([{**OFFICIAL[0], "haystack_dates": []}]))
    with pytest.raises(SagacityError, match=r"longmemeval_s\.json, item 1 \(q9\): it has not as many sessions"):
        memory.eval(str(wrong))
    wrong.write_text(json.dumps([{**OFFICIAL[0], "answer_session_ids": ["answer_7"]}]))
    with pytest.raises(SagacityError, match="gold names the session 'answer_7'"):
        memory.eval(str(wrong))
    lines(tmp_path / "own" / "all.notes.jsonl", [*NOTES, {**ASKED[0], "gold": ["nothing"]}])
    with pytest.raises(SagacityError, match=r"all\.notes\.jsonl:4 \(k1\): it names the note 'nothing'"):
        memory.eval(str(tmp_path / "own"))
