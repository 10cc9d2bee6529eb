"""What recall says about its own scores is true: the numbers make up what the notes are ranked by."""

import pytest

from sagacity.app.explained_text import answer_lines, result_lines
from sagacity.app.recall import recall
from sagacity.app.reindex import reindex
from sagacity.app.requests import RecallRequest, ReindexRequest, RelationInput
from sagacity.core.errors import SagacityError
from sagacity.core.vectors import quantise
from tests.app.conftest import put, repository


class Letters:
    """A model that finds texts alike that hold the same letters."""

    stamp, n_dims, sends, is_quick = "letters-26", 26, False, True

    def embed_documents(self, texts):
        return [self.embed_query(text) for text in texts]

    def check(self):
        pass

    def embed_query(self, text):
        return quantise([text.lower().count(letter) - len(text) / 40 for letter in "abcdefghijklmnopqrstuvwxyz"])


@pytest.fixture
def aviary(machine):
    """Notes in a project that every factor and every channel has something to say about."""
    repository(machine.work)
    model = Letters()
    app = machine.app(machine.work).replace(embedder=lambda: model)
    old = put(app, "Herons fish at noon, in the pond.", title="Herons at noon", type="fact")
    put(
        app,
        "Herons fish at dawn, in the pond.",
        title="Herons at dawn",
        type="fact",
        confidence="canonical",
        relations=(RelationInput("supersedes", old.id),),
    )
    base = put(app, "The pond of the herons is shallow. " * 4, title="Pond", type="fact", tags=("water",))
    put(app, "Herons nest high.", title="Nests", type="fact", relations=(RelationInput("refines", base.id),))
    put(app, "Storks come in spring.", title="Storks", type="fact", relations=(RelationInput("part_of", base.id),))
    put(app, "Perhaps herons fish by night.", title="Night", type="hypothesis", confidence="proposed", project="zoo")
    put(
        app,
        "Herons that fish in the pond were counted at noon.",
        title="Count",
        type="fact",
        relations=(RelationInput("deprecated", base.id),),
    )
    put(app, "The herons sold fish for 40.", title="Salary", type="fact", sensitivity="confidential")
    external = app.called_by(app.caller.replace(origin="agent_external"))
    put(external, "Herons fish for gold.", title="Gold", type="fact")
    reindex(app, ReindexRequest())
    return app


def asked(app, query="when do herons fish in the pond", **fields):
    return recall(app, RecallRequest(query=query, explain=True, **fields))


def product(one):
    strength = one.base
    for factor in one.factors:
        strength *= factor.value
    return strength + (one.walk.gain if one.walk else 0.0)


def test_the_numbers_of_a_result_make_up_its_score(aviary):
    results = asked(aviary, prefer_tags=("water",)).results
    assert len(results) > 5
    for rank, hit in enumerate(results, 1):
        one = hit.explanation
        assert one.rank == rank
        assert 1 <= one.by_strength <= len(results)
        assert product(one) == pytest.approx(one.strength)
        assert hit.score == pytest.approx(min(1.0, one.strength), abs=1e-4)
        assert one.base == pytest.approx(one.words.share + one.vectors.gain)
        assert one.words.share == pytest.approx(sum(term.share for term in one.words.terms))
        assert all(term.weight > 0 and term.columns for term in one.words.terms)
    seen = {factor.name for hit in results for factor in hit.explanation.factors}
    assert {"confidence", "recency", "own project", "preferred tag", "refines", "deprecated"} <= seen
    assert any(hit.explanation.vectors.gain > 0 for hit in results)


def test_the_channels_say_where_the_terms_stand_and_who_came_first(aviary):
    by_title = {hit.title: hit.explanation for hit in asked(aviary).results}
    dawn = by_title["Herons at dawn"]
    columns = {term.term: term.columns for term in dawn.words.terms}
    assert columns["herons"] == ("title", "names", "body")
    assert columns["pond"] == ("body",)
    ranks = sorted(one.words.rank for one in by_title.values() if one.words.rank)
    assert ranks[0] >= 1
    shares = sorted(by_title.values(), key=lambda one: one.words.rank or 99)
    assert [one.words.share for one in shares] == sorted((one.words.share for one in shares), reverse=True)


def test_what_others_led_to_says_from_where_and_by_what(aviary):
    by_title = {hit.title: hit.explanation for hit in asked(aviary).results}
    dawn = by_title["Herons at dawn"].walk
    if dawn:
        assert (dawn.from_title, dawn.relation) == ("Herons at noon", "supersedes")
    walk = by_title["Storks"].walk
    assert walk.from_title == "Pond"
    assert walk.relation == "part_of"
    assert walk.gain > 0


def test_a_place_that_the_score_does_not_give_is_explained(app, machine):
    put(app, "Herons fish at noon, every day, at noon.", title="Herons fish daily at noon", type="fact")
    machine.clock.advance(days=2)
    later = machine.app()
    put(later, "Herons fish at dawn instead, since noon was hot.", title="Herons fish daily at dawn", type="fact")
    first, second = asked(later, "when do herons fish daily noon").results
    assert (first.title, first.explanation.by_strength) == ("Herons fish daily at dawn", 2)
    assert second.explanation.by_strength == 1
    assert "place: 1, by its score 2" in "\n".join(result_lines(first.explanation))


def test_a_name_stands_before_all_numbers(aviary):
    first = asked(aviary, "Storks").results[0]
    assert first.explanation.named
    assert first.explanation.factors == ()
    assert "named" in "\n".join(result_lines(first.explanation))


def test_the_answer_says_what_it_cost_and_what_it_left_out(aviary):
    agent = aviary.called_by(aviary.caller.replace(interactive=False, door="mcp"))
    result = asked(agent, limit=2, no_untrusted=True)
    one = result.explanation
    names = [stage.name for stage in one.stages]
    assert names[0] == "freshness"
    assert {"plan", "embed", "words", "vectors", "ranking", "graph", "verify", "reading"} <= set(names)
    assert 0 < sum(stage.ms for stage in one.stages) <= result.took_ms + 1
    left = {out.reason: out.notes for out in one.left_out}
    assert left["superseded or not valid now"] == 1
    assert left["confidential"] == 1
    assert left["untrusted"] == 1
    assert left["over the limit"] >= 2
    assert left["of other projects"] == 1
    assert one.candidates >= one.by_words > 0
    assert one.by_vectors > 0
    assert (one.embedder, one.no_vectors, one.window) == ("letters-26", "", 60)
    text = "\n".join(answer_lines(one))
    assert "letters-26" in text
    assert "1 confidential" in text


def test_why_there_are_no_vectors_is_said(aviary):
    def missing():
        raise SagacityError("unsupported", "the embedder onnx needs packages")

    reasons = [
        asked(aviary.replace(embedder=missing)).explanation,
        asked(aviary.replace(embedder=lambda: None)).explanation,
        asked(aviary, "サギはいつ魚をとる").explanation,
    ]
    assert [one.no_vectors for one in reasons] == [
        "the embedder onnx needs packages",
        "the setting embedder is none",
        "the question is in a script that the model cannot read",
    ]


def test_an_explanation_changes_nothing_that_is_found(aviary):
    plain = recall(aviary, RecallRequest(query="herons pond"))
    told = asked(aviary, "herons pond")
    assert [(hit.id, hit.score) for hit in plain.results] == [(hit.id, hit.score) for hit in told.results]
    assert plain.explanation is None
    assert all(hit.explanation is None for hit in plain.results)
    assert plain.withheld == told.withheld
