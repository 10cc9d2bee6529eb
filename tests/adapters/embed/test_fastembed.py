"""Models of the package fastembed, which is not installed here: a package of its name and shape stands in."""

import sys

import pytest

from sagacity.core.errors import SagacityError
from sagacity.core.settings import Settings
from sagacity.wiring.embedders import build_embedder
from tests.adapters.embed.vendors import N_DIMS
from tests.contracts.embedder import EmbedderContract

PACKAGE = f"""
from array import array
from tests.adapters.embed.vendors import vector_of

LOADED = []

class TextEmbedding:
    def __init__(self, model_name, *, threads, specific_model_path=None):
        if specific_model_path == "/none":
            raise ValueError("Could not load model from any source.")
        LOADED.append((model_name, threads, specific_model_path, []))

    @classmethod
    def list_supported_models(cls):
        names = ("BAAI/bge-small-en-v1.5", "intfloat/multilingual-e5-large", "toy")
        return [{{"model": name, "dim": {N_DIMS}, "size_in_GB": 0.1}} for name in names]

    def passage_embed(self, texts):
        LOADED[-1][3].extend(texts)
        yield from (array("f", vector_of(text)) for text in texts)

    def query_embed(self, query):
        yield from self.passage_embed(query)
"""


@pytest.fixture
def loaded(tmp_path, monkeypatch):
    """What models were loaded: name, threads, folder, and the texts that they were given."""
    (tmp_path / "fastembed.py").write_text(PACKAGE)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("fastembed", "sagacity.adapters.embed.fastembed"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    build_embedder(Settings(embedder="fastembed"), {})
    yield sys.modules["fastembed"].LOADED
    for name in ("fastembed", "sagacity.adapters.embed.fastembed"):
        sys.modules.pop(name, None)


@pytest.fixture
def embedder(loaded):
    return build_embedder(Settings(embedder="fastembed", embedder_model="toy"), {})


class TestFastEmbedder(EmbedderContract):
    pass


def test_a_model_is_loaded_when_the_first_text_comes_and_only_once(embedder, loaded):
    assert embedder.embed_query("") == b""
    assert loaded == []
    embedder.embed_query("how")
    embedder.embed_documents(["what"])
    assert loaded == [("toy", 1, None, ["how", "what"])]


def test_settings_reach_it_and_e5_gets_its_words(loaded):
    settings = Settings(embedder="fastembed", embedder_model="intfloat/multilingual-e5-large")
    embedder = build_embedder(settings.replace(embedder_path="/m", embedder_threads=3), {})
    embedder.embed_query("how")
    embedder.embed_documents(["what"])
    assert loaded == [("intfloat/multilingual-e5-large", 3, "/m", ["query: how", "passage: what"])]


@pytest.mark.parametrize(
    ("given", "code", "message"),
    [
        ({"embedder_model": "other"}, "invalid", "fastembed knows no model other · see embedder_model"),
        ({"embedder_path": "/none"}, "degraded", "fastembed cannot load BAAI/bge-small-en-v1.5 · name a folder"),
    ],
)
def test_what_it_cannot_do_is_one_line(loaded, given, code, message):
    with pytest.raises(SagacityError, match=message) as caught:
        build_embedder(Settings(embedder="fastembed", **given), {}).embed_query("x")
    assert caught.value.code == code
