"""What is given to an embedder, and what goes on without one."""

from __future__ import annotations

from sagacity.app.recall import recall
from sagacity.app.reindex import reindex
from sagacity.app.remember import remember
from sagacity.app.requests import RecallRequest, ReindexRequest, RememberRequest
from sagacity.core.errors import SagacityError
from sagacity.core.vectors import quantise

DOWN = SagacityError("degraded", "the service does not answer")


class Service:
    """An embedder that sends what it is given away; keeps what it saw."""

    stamp = "service-8"
    n_dims = 8
    sends = True
    is_quick = False

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.is_down = False

    def embed_documents(self, texts):
        self.seen += texts
        if self.is_down:
            raise DOWN
        return [self.embed_query(text) for text in texts]

    def check(self):
        pass

    def embed_query(self, text):
        if self.is_down:
            raise DOWN
        return quantise([1.0 + text.lower().count(letter) for letter in "aeioustn"])


def put(app, content, **fields):
    return remember(app, RememberRequest(content=content, **fields)).notes[0]


def titles(app, query):
    return [hit.title for hit in recall(app, RecallRequest(query=query)).results]


def test_confidential_notes_are_not_given_to_a_service(app):
    service = Service()
    app = app.replace(embedder=lambda: service)
    put(app, "The otters swim at noon.", title="Otters")
    put(app, "The salary of the heron is 40 fish.", title="Heron", sensitivity="confidential")
    reindex(app, ReindexRequest())
    assert any("otters" in text for text in service.seen)
    assert not any("heron" in text.lower() or "fish" in text for text in service.seen)


def test_a_service_that_fails_leaves_words_to_find_notes(app):
    service = Service()
    app = app.replace(embedder=lambda: service)
    put(app, "The otters swim at noon.", title="Otters")
    service.is_down = True
    put(app, "The herons fish at dawn.", title="Herons")
    assert titles(app, "when do herons fish") == ["Herons"]
    assert titles(app, "when do otters swim")[0] == "Otters"


def test_an_embedder_that_cannot_be_had_leaves_words_to_find_notes(app):
    def missing():
        raise SagacityError("unsupported", "the embedder onnx needs packages that are not installed")

    app = app.replace(embedder=missing)
    put(app, "The herons fish at dawn.", title="Herons")
    assert titles(app, "when do herons fish") == ["Herons"]


def test_vectors_of_another_model_are_not_asked(app):
    put(app, "The herons fish at dawn.", title="Herons")
    service = Service()
    assert titles(app.replace(embedder=lambda: service), "when do herons fish") == ["Herons"]


def test_what_is_only_among_the_nearest_of_a_young_store_is_not_a_weak_match(app):
    service = Service()
    app = app.replace(embedder=lambda: service)
    put(app, "The herons fish at dawn.", title="Herons")
    put(app, "Zzz.", title="Xyz")
    found = recall(app, RecallRequest(query="when do herons fish"))
    assert [hit.title for hit in found.results][:1] == ["Herons"]
    assert not any("too weakly" in line for line in found.withheld)
