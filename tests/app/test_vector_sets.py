"""Vectors of several embedders beside each other: which of them a search asks, and what happens when one is bad."""

from __future__ import annotations

import pytest

from sagacity.adapters.embed.guarded import GuardedEmbedder
from sagacity.adapters.embed.static import StaticEmbedder, shipped_model
from sagacity.app.doctor import doctor
from sagacity.app.filling import AT_ONCE
from sagacity.app.recall import recall
from sagacity.app.reindex import reindex
from sagacity.app.remember import remember
from sagacity.app.requests import (
    DoctorRequest,
    NoteInput,
    RecallRequest,
    ReindexRequest,
    RememberRequest,
    UpdateRequest,
)
from sagacity.app.update import update
from sagacity.app.upkeep import tidy
from sagacity.core.errors import SagacityError
from sagacity.core.vectors import quantise
from tests.app.conftest import put, titles

STATIC = StaticEmbedder(shipped_model())
ANIMALS = ("otter", "heron", "badger", "lynx", "marten", "beaver", "stork", "weasel", "hedgehog", "dormouse")


class Model:
    """An embedder that counts letters. seen: texts given. hook(texts): called before each batch."""

    sends = False
    is_quick = False
    n_dims = 16

    def __init__(self, name="letters", hook=lambda _texts: None):
        self.stamp = f"{name}-16"
        self.seen = []
        self.hook = hook

    def embed_documents(self, texts):
        self.hook(texts)
        self.seen += texts
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text):
        return quantise([1.0 + text.lower().count(letter) for letter in "aeioustnrlhdmcpg"])

    def check(self):
        pass


class Choices:
    """The embedders there are; keeps what was chosen."""

    def __init__(self, **models):
        self.models = {"static": STATIC, "none": None, **models}
        self.chosen = ""

    def named(self, name):
        return self.models[name]

    def check(self, name):
        assert name in self.models

    def choose(self, name):
        self.chosen = name
        return "config.toml"


def on(app, model):
    """The application with this embedder chosen, and the static one beside it."""
    return app.replace(embedder=lambda: model, fallback=lambda: STATIC)


def static(app):
    return app.replace(embedder=lambda: STATIC)


def asked_by(app):
    """The stamp of the set that a search asks, "" for none."""
    stamps = []
    searched = app.index.search

    class Listening:
        def __getattr__(self, name):
            return getattr(app.index, name)

        def search(self, terms, filters, *, probe=None, **given):
            stamps.append(probe.stamp if probe else "")
            return searched(terms, filters, probe=probe, **given)

    recall(app.replace(index=Listening()), RecallRequest(query="what is known of the otter"))
    return stamps[0]


def notice(app, query="what is known of the otter"):
    return [line for line in recall(app, RecallRequest(query=query)).withheld if line.startswith("found by")]


def filled(app):
    for animal in ANIMALS:
        put(app, f"The {animal} crosses the river at dawn.", title=animal.capitalize())


# --- choosing another embedder ----------------------------------------------------------------------------------------


def test_another_embedder_is_chosen_when_its_set_is_whole_and_the_old_set_goes(app):
    filled(static(app))
    old, new = Model("old"), Model("new")
    choices = Choices(onnx=new, ollama=old)
    app = app.replace(embedders=choices)
    reindex(on(app, old), ReindexRequest(embedder="ollama"))
    assert choices.chosen == "ollama"
    reindex(on(app, old), ReindexRequest(embedder="onnx"))
    assert choices.chosen == "onnx"
    assert len(new.seen) == len(ANIMALS)
    assert asked_by(on(app, new)) == "new-16"
    assert app.index.vector_set("old-16").n_vectors == 0
    assert app.index.vector_set(STATIC.stamp).serves
    assert asked_by(on(app, old)) == STATIC.stamp
    assert app.index.check() == []


def test_searches_have_the_old_set_until_the_new_one_is_whole(app, machine):
    filled(static(app))
    reader = static(machine.app())
    seen = []
    new = Model()
    new.hook = lambda _texts: seen.append((asked_by(reader), titles(reader, "otter"), asked_by(on(reader, new))))
    reindex(static(app).replace(embedders=Choices(onnx=new)), ReindexRequest(embedder="onnx"))
    assert seen == [(STATIC.stamp, ["Otter"], STATIC.stamp)] * len(seen)
    assert seen


def test_a_note_written_meanwhile_is_in_both_sets(app, machine):
    filled(static(app))
    writer = static(machine.app())
    waiting = [lambda: put(writer, "The wombat digs.", title="Wombat")]
    new = Model(hook=lambda _texts: waiting.pop()() if waiting else None)
    reindex(static(app).replace(embedders=Choices(onnx=new)), ReindexRequest(embedder="onnx"))
    assert any("wombat" in text for text in new.seen)
    for stamp in (STATIC.stamp, new.stamp):
        held = app.index.vector_set(stamp)
        assert held.n_vectors == held.n_passages == len(ANIMALS) + 1


def test_what_was_made_before_a_failure_is_not_made_again(app):
    drafts = tuple(NoteInput(content=f"Number {n} is here.", title=f"Number {n}") for n in range(AT_ONCE + 6))
    remember(static(app), RememberRequest(notes=drafts))

    class Failing(Model):
        fails = True

        def embed_documents(self, texts):
            if self.seen and self.fails:
                raise SagacityError("degraded", "the service does not answer")
            return super().embed_documents(texts)

    new = Failing()
    choices = Choices(onnx=new)
    app = static(app).replace(embedders=choices)
    with pytest.raises(SagacityError, match="does not answer"):
        reindex(app, ReindexRequest(embedder="onnx"))
    assert choices.chosen == ""
    assert asked_by(app) == asked_by(on(app, new)) == STATIC.stamp
    new.fails = False
    reindex(app, ReindexRequest(embedder="onnx"))
    assert len(new.seen) == len(set(new.seen)) == len(drafts)
    assert asked_by(on(app, new)) == new.stamp


def test_none_and_back_again(app):
    filled(static(app))
    choices = Choices(onnx=Model())
    reindex(static(app).replace(embedders=choices), ReindexRequest(embedder="none"))
    assert app.index.vector_set(STATIC.stamp).n_vectors == 0
    assert titles(app, "otter") == ["Otter"]
    reindex(app.replace(embedders=choices), ReindexRequest(embedder="onnx"))
    assert app.index.vector_set(STATIC.stamp).serves
    assert app.index.vector_set("letters-16").serves


def test_what_compares_does_not_choose(app):
    with pytest.raises(SagacityError, match="ask for one of them"):
        reindex(app.replace(embedders=Choices()), ReindexRequest(embedder="static", check=True))


# --- a setting changed without reindex --------------------------------------------------------------------------------


def test_an_embedder_without_a_set_leaves_the_static_set_and_says_so(app):
    filled(static(app))
    app = on(app, Model())
    assert asked_by(app) == STATIC.stamp
    assert notice(app) == ["found by words and the model in the package: letters-16 has vectors of 0 of 10 passages"]
    [check] = [one for one in doctor(app, DoctorRequest()).checks if one.name == "meaning"]
    assert (check.state, check.fix) == ("warn", "sagacity reindex --embedder static")
    assert "10 of 10 passages have no vector by letters-16" in check.found


def test_new_notes_alone_do_not_make_a_set_that_serves(app):
    filled(static(app))
    model = Model()
    app = on(app, model)
    put(app, "The wombat digs.", title="Wombat")
    assert app.index.vector_set(model.stamp).n_vectors == 1
    assert asked_by(app) == STATIC.stamp
    tidy(app, "Notes")
    assert asked_by(app) == model.stamp
    assert notice(app) == []


def test_a_set_that_lacks_a_few_still_serves_and_one_that_lacks_many_does_not(app):
    model = Model()
    filled(on(app, model))
    assert asked_by(on(app, model)) == model.stamp
    put(static(app), "The wombat digs.", title="Wombat")
    assert asked_by(on(app, model)) == model.stamp
    put(static(app), "The vole digs, too.", title="Vole")
    assert asked_by(on(app, model)) == STATIC.stamp
    assert titles(on(app, model), "wombat") == ["Wombat"]


def test_a_rebuild_takes_the_vectors_of_what_did_not_change(app, machine):
    model = Model()
    app = on(app, model)
    filled(app)
    changed = put(app, "The vole digs.", title="Vole")
    model.seen.clear()
    update(machine.app(), UpdateRequest(handle=changed.id, content="The vole sleeps."))
    reindex(app, ReindexRequest())
    assert model.seen == ["Vole\nThe vole sleeps."]
    assert asked_by(app) == model.stamp
    assert app.index.check() == []


def test_a_set_of_a_stamp_that_nobody_knows_is_never_asked(app):
    filled(on(app, Model("unknown")))
    assert asked_by(static(app)) == STATIC.stamp
    assert app.index.vector_set("unknown-16").serves
    reindex(static(app), ReindexRequest())
    assert app.index.vector_set("unknown-16").n_vectors == 0


# --- bad models -------------------------------------------------------------------------------------------------------


class Short(Model):
    def embed_query(self, text):
        return super().embed_query(text)[:8]


class Fewer(Model):
    def embed_documents(self, texts):
        return super().embed_documents(texts)[1:]

    def embed_query(self, text):
        raise SagacityError("degraded", "too few")


class Zeros(Model):
    def embed_query(self, _text):
        return b""


class Down(Model):
    def embed_documents(self, _texts):
        raise SagacityError("degraded", "the service does not answer")

    def embed_query(self, _text):
        raise SagacityError("degraded", "the service does not answer")


BAD = [
    (Short, "gave a vector of 8 components"),
    (Fewer, "too few"),
    (Zeros, "gave nothing but zeros"),
    (Down, "does not answer"),
]


@pytest.mark.parametrize(("bad", "why"), BAD)
@pytest.mark.parametrize("beside", [True, False])
def test_a_model_that_turns_bad_leaves_words_and_a_line(app, bad, why, beside):
    filled(on(app, Model()))
    app = on(app, bad()) if beside else app.replace(embedder=bad)
    put(app, "The wombat digs.", title="Wombat")
    assert titles(app, "what is known of the otter")[0] == "Otter"
    assert titles(app, "wombat")[0] == "Wombat"
    [line] = notice(app)
    assert why in line
    assert line.startswith("found by words and the model in the package" if beside else "found by words alone")
    [check] = [one for one in doctor(app, DoctorRequest()).checks if one.name == "meaning"]
    assert check.state == "fail"
    assert check.fix


@pytest.mark.parametrize("bad", [Short, Fewer, Zeros, Down])
def test_a_bad_model_is_not_chosen(app, bad):
    filled(static(app))
    choices = Choices(onnx=bad())
    app = static(app).replace(embedders=choices)
    with pytest.raises(SagacityError):
        reindex(app, ReindexRequest(embedder="onnx"))
    assert choices.chosen == ""
    assert asked_by(app) == STATIC.stamp
    assert notice(app) == []


def test_an_embedder_that_is_down_is_asked_once_by_a_recall(app):
    filled(on(app, Model()))
    asked = []

    class Slow(Model):
        def embed_query(self, text):
            asked.append(text)
            raise SagacityError("degraded", "the service took longer than 5 s")

    slow = GuardedEmbedder(Slow())
    app = on(app, slow)
    for _ in range(3):
        [line] = notice(app)
        assert "longer than 5 s" in line
    assert len(asked) == 1


def test_a_huge_question_is_answered(app):
    filled(static(app))
    model = Model()
    app = on(app, model)
    tidy(app, "Notes")
    long = "otter " + "word and more " * 75_000
    assert titles(app, long)[:1] in (["Otter"], [])
    many = " ".join(f"term{n}" for n in range(10_000))
    assert titles(app, f"otter {many}") in (["Otter"], [])
    assert asked_by(app) == model.stamp
