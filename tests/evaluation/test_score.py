"""From answers to scores, on both levels and against the baseline."""

from __future__ import annotations

from sagacity.app.evaluation import Gain
from sagacity.app.score import Answer, Given, scores_of
from sagacity.core.testset import Asked, Draft, Piece

TALK = Draft("talk", "aaaa\n\nbbbb\n\ncccc", (Piece("t1", 0, 4), Piece("t2", 6, 10), Piece("t3", 12, 16)))
ALONE = Draft("alone", "dddd", (Piece("d", 0, 4),))


def ask(gold, *given, pieces=(), below=(), by_bm25=(), category=""):
    return Answer(Asked("q", "?", gold, pieces, below, category=category), given, 2.0, by_bm25)


def scored(*answers):
    return scores_of("x", answers, pooled=False, spaces=1, notes=2, build_s=0.0)


def values(one):
    return {score.name: score.value for score in one.scores}


def test_notes_alone_are_judged_where_no_passages_are_shown():
    (notes,) = scored(ask(("talk",), Given(ALONE, 0.9), Given(TALK, 0.8), pieces=("t2",)))
    assert notes.level == "notes"
    assert (values(notes)["recall_any@1"], values(notes)["recall_any@5"], values(notes)["MRR@10"]) == (0, 1, 0.5)


def test_passages_are_not_judged_where_no_question_asks_for_any():
    (notes,) = scored(ask(("talk",), Given(TALK, 0.8, passages=((6, 10, 0.8),))))
    assert notes.level == "notes"


def test_passages_are_ranked_across_notes_by_their_own_scores():
    talk = Given(TALK, 0.8, passages=((6, 10, 0.8), (12, 14, 0.3)))
    notes, passages = scored(ask(("talk",), talk, Given(ALONE, 0.5), pieces=("t2", "d")))
    assert (notes.level, passages.level) == ("notes", "passages")
    assert values(passages)["recall_any@1"] == 1
    assert values(passages)["recall_all@5"] == 1
    assert [point.recall_all for point in passages.curve[:2]] == [0, 1]
    assert all(score.over_bm25 is None for score in passages.scores)


def test_a_passage_counts_for_every_piece_it_touches_and_for_no_other():
    wide = Given(TALK, 0.8, passages=((2, 8, 0.8),))
    _, passages = scored(ask(("talk",), wide, pieces=("t1", "t2")), ask(("talk",), wide, pieces=("t3",)))
    assert values(passages)["recall_all@5"] == 0.5


def test_the_gain_is_over_the_same_questions():
    good = ask(("alone",), Given(ALONE, 1.0), by_bm25=("talk", "alone"))
    (notes,) = scored(good, good)
    gains = {score.name: score.over_bm25 for score in notes.scores}
    assert gains["recall_any@1"] == Gain(1.0, 1.0, 1.0)
    assert gains["recall_any@5"] == Gain(0.0, 0.0, 0.0)


def test_questions_without_an_answer_count_for_abstaining_alone():
    (notes,) = scored(ask((), Given(ALONE, 0.2)), ask(()), ask(("alone",)), ask(("alone",), Given(ALONE, 1.0)))
    assert (notes.questions, notes.absent, notes.abstained_rightly, notes.abstained_falsely) == (2, 2, 0.5, 0.5)
    assert values(notes)["recall_any@5"] == 0.5


def test_order_is_asked_of_questions_that_name_what_was_replaced():
    new, old = Draft("new", "n"), Draft("old", "o")
    right = ask(("new",), Given(new, 1.0), Given(old, 0.9), below=("old",))
    wrong = ask(("new",), Given(old, 1.0), Given(new, 0.9), below=("old",))
    (notes,) = scored(right, wrong, ask(("new",), Given(new, 1.0)))
    assert (notes.ordered, notes.n_ordered) == (0.5, 2)


def test_categories_are_told_apart_where_there_are_several():
    (one,) = scored(ask(("alone",), Given(ALONE, 1.0), category="api"))
    assert one.categories == ()
    (two,) = scored(ask(("alone",), Given(ALONE, 1.0), category="api"), ask(("alone",), category="flow"))
    assert [(each.category, each.questions, each.scores[0].value) for each in two.categories] == [
        ("api", 1, 1.0),
        ("flow", 1, 0.0),
    ]


def test_no_questions_make_no_error():
    (notes,) = scored()
    assert (notes.questions, values(notes)["nDCG@10"], notes.cpu_ms_p95) == (0, 0.0, 0.0)
