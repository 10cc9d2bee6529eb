"""A service that fails in every way, behind the whole application: words answer, in time, and a line says why."""

from __future__ import annotations

import time

import pytest

from sagacity.adapters.embed.static import StaticEmbedder, shipped_model
from sagacity.app.doctor import doctor
from sagacity.app.recall import recall
from sagacity.app.reindex import reindex
from sagacity.app.requests import DoctorRequest, RecallRequest, ReindexRequest
from sagacity.core.settings import Settings
from sagacity.wiring.embedders import build_embedder
from tests.adapters.embed.vendors import N_DIMS, one, says, says_nothing, serving, status
from tests.app.conftest import put

STATIC = StaticEmbedder(shipped_model())
QUESTION = "where do the otters swim"


def connected(app, url, timeout_s=5.0):
    """The application with this service chosen."""
    settings = Settings(
        embedder="openai", embedder_url=url, embedder_model="m", embedder_dims=N_DIMS, embedder_timeout_s=timeout_s
    )
    embedder = build_embedder(settings, {})
    return app.replace(embedder=lambda: embedder, fallback=lambda: STATIC)


BAD = [
    (status(500), "500"),
    (status(429), "429"),
    (status(401), "does not accept the key"),
    (says(b"<html>no</html>"), "is not JSON"),
    (says({"data": []}), "holds 0 vectors for 1 texts"),
    (one([1.0, 2.0]), "vectors of 2 components"),
    (one([float("nan")] * N_DIMS), "no finite number"),
    (one([float("inf")] * N_DIMS), "no finite number"),
    (one([0.0] * N_DIMS), "nothing but zeros"),
    (says_nothing, "took longer than 0.3 s"),
]


@pytest.mark.parametrize(("answer", "why"), BAD)
def test_words_and_the_model_in_the_package_answer(app, answer, why):
    with serving("openai") as service:
        good = connected(app, service.url)
        put(good, "The otters swim in the harbour at noon.", title="Otters")
        assert recall(good, RecallRequest(query=QUESTION)).withheld == ()
        bad = connected(app, service.url, timeout_s=0.3)
        service.script += [answer] * 20
        started = time.monotonic()
        found = recall(bad, RecallRequest(query=QUESTION))
        assert time.monotonic() - started < 3
        service.script += [answer] * 20
        [check] = [
            one for one in doctor(connected(app, service.url, 0.3), DoctorRequest()).checks if one.name == "meaning"
        ]
    assert [hit.title for hit in found.results] == ["Otters"]
    [line] = found.withheld
    assert line.startswith("found by words and the model in the package: ")
    assert why in line
    assert check.state == "fail"
    assert check.fix


def test_a_note_is_written_while_the_service_is_down_and_has_its_vector_later(app):
    with serving("openai") as service:
        up = connected(app, service.url)
        put(up, "The otters swim in the harbour at noon.", title="Otters")
        url = service.url
    down = connected(app, url)
    put(down, "The herons fish in the harbour at dawn.", title="Herons")
    found = recall(down, RecallRequest(query="when do the herons fish"))
    assert found.results[0].title == "Herons"
    assert "cannot reach 127.0.0.1" in found.withheld[-1] or "passages" in found.withheld[-1]
    stamp = up.embedder().stamp
    assert app.index.vector_set(stamp).n_vectors == 1
    with serving("openai") as service:
        reindex(connected(app, service.url), ReindexRequest())
        texts = [text for body in service.bodies for text in body["input"]]
    assert [text.split("\n")[0] for text in texts] == ["Herons"]
    held = app.index.vector_set(stamp)
    assert held.n_vectors == held.n_passages == 2


def test_a_secret_never_reaches_a_service(app):
    """No note can hold one; a question may."""
    with serving("openai") as service:
        app = connected(app, service.url)
        put(app, "The otters swim in the harbour at noon.", title="Otters")
        recall(app, RecallRequest(query="why is ghp_" + "a1B2" * 9 + " refused at the harbour"))
        sent = str(service.bodies)
    assert "harbour" in sent
    assert "ghp_" not in sent
