"""What every index must do with vectors."""

from __future__ import annotations

import random

import pytest

from sagacity.app.records import Filters, IndexedPassage, Probe
from sagacity.core.vectors import cosine
from tests.contracts.samples import ALL, MINE, SHOP, STAMP, entry, put

N_DIMS = 8
EVERYTHING = Filters(ALL)


def vector(seed: int) -> bytes:
    chance = random.Random(seed)
    return bytes(chance.choice((127, 64, 1, 255, 192, 129)) for _ in range(N_DIMS))


def near(index, probe: bytes, filters: Filters = EVERYTHING, terms=(), stamp: str = STAMP) -> dict[str, float]:
    """title → cosine of what the vector channel finds."""
    matches = index.search(terms, filters, window=100, probe=Probe(stamp, probe)).matches
    titles = {row.key: row.title for row in index.rows([one.key for one in matches])}
    return {titles[one.key]: one.cosine for one in matches if one.cosine}


class VectorContract:
    def test_what_holds_no_word_of_the_question_is_found_by_its_vector(self, index):
        put(index, *(entry(n, title=f"note {n}", vector=vector(n)) for n in range(300)))
        found = near(index, vector(7))
        assert max(found, key=found.__getitem__) == "note 7"
        assert found["note 7"] == pytest.approx(1.0)
        assert all(cosine(vector(7), vector(int(title[5:]))) == pytest.approx(at) for title, at in found.items())

    def test_the_nearest_by_sign_are_among_them(self, index):
        put(index, *(entry(n, title=f"note {n}", vector=vector(n)) for n in range(500)))
        best = sorted(range(500), key=lambda n: -cosine(vector(3), vector(n)))[:5]
        assert {f"note {n}" for n in best} <= near(index, vector(3)).keys()

    def test_vectors_of_another_model_are_never_compared(self, index):
        put(index, entry(1, title="one", vector=vector(1)))
        assert near(index, vector(1), stamp="other-8") == {}
        assert near(index, vector(1) + b"\1", stamp=STAMP) == {}
        assert index.search(["one"], Filters(ALL), window=5, probe=Probe("other-8", vector(1))).n_vectors == 0

    def test_filters_hold_before_anything_is_near(self, index):
        put(index, *(entry(n, title=f"near {n}", type="fact", vector=vector(1)) for n in range(200)))
        put(index, entry(900, title="far", type="plan", vector=vector(2)))
        put(index, entry(901, title="shop", type="fact", layer=SHOP, vector=vector(3)), layer=SHOP)
        assert near(index, vector(1), Filters(ALL, types=("plan",))).keys() == {"far"}
        assert near(index, vector(1), Filters((SHOP.root,))).keys() == {"shop"}
        assert near(index, vector(1), Filters((), types=("fact",))) == {}

    def test_a_changed_note_is_near_to_what_it_says_now(self, index):
        put(index, *(entry(n, title=f"note {n}", vector=vector(n)) for n in range(150)))
        put(index, entry(7, title="note 7", vector=vector(1007)))
        assert near(index, vector(1007))["note 7"] == pytest.approx(1.0)
        assert near(index, vector(7)).get("note 7", 0) < 0.99
        put(index, entry(8, title="note 8"))
        assert "note 8" not in near(index, vector(8))

    def test_words_and_vectors_meet_in_one_note(self, index):
        put(index, entry(1, title="otter", vector=vector(1)), entry(2, title="heron", vector=vector(2)))
        found = near(index, vector(2), terms=["otter"])
        assert found.keys() == {"otter", "heron"}

    def test_a_long_note_is_as_near_as_its_nearest_passage(self, index):
        passages = tuple(IndexedPassage(10 * n, 10 * n + 10, f"word{n}", (vector(n),)) for n in range(6))
        put(index, entry(1, title="long", passages=passages))
        [match] = index.search(["word2"], Filters(ALL), window=5, probe=Probe(STAMP, vector(4))).matches
        assert match.cosine == pytest.approx(1.0)
        assert [span.start for span in match.spans] == [0, 10, 20, 30, 40, 50]
        assert match.spans[4].cosine == pytest.approx(1.0)
        assert match.spans[2].hits == (1,)

    def test_incremental_finds_what_a_new_index_finds(self, index, another):
        chance = random.Random(5)
        texts = {}
        for _ in range(40):
            changed = {chance.randrange(260): chance.randrange(10_000) for _ in range(30)}
            texts.update(changed)
            put(index, *(entry(n, title=f"note {n}", vector=vector(seed)) for n, seed in changed.items()))
        put(another, *(entry(n, title=f"note {n}", vector=vector(seed)) for n, seed in sorted(texts.items())))
        for seed in range(20):
            assert near(index, vector(seed)) == near(another, vector(seed))
        assert index.check() == []
        assert index.dump() == another.dump()
        assert MINE.root in index.layers()

    def test_a_set_serves_once_it_is_whole(self, index):
        put(index, *(entry(n, title=f"note {n}") for n in range(30)))
        assert not index.vector_set(STAMP).serves
        lacking = index.without_vector(STAMP, after=0, limit=100)
        assert len(lacking) == 30
        assert {(one.layer, one.start) for one in lacking} == {(MINE.root, 0)}
        assert index.without_vector(STAMP, after=lacking[9].key, limit=5) == lacking[10:15]
        index.put_vectors(STAMP, [(one.key, vector(at)) for at, one in enumerate(lacking[:29])])
        assert not index.vector_set(STAMP).serves
        index.put_vectors(STAMP, [(lacking[29].key, b"")])
        held = index.vector_set(STAMP)
        assert (held.n_vectors, held.n_passages, held.serves) == (30, 30, True)
        assert index.without_vector(STAMP, after=0, limit=5) == []
        assert near(index, vector(3))["note 3"] == pytest.approx(1.0)
        assert "note 29" not in near(index, vector(3))
        assert index.check() == []

    def test_a_set_that_is_no_longer_whole_serves_until_a_tenth_is_missing(self, index):
        put(index, *(entry(n, title=f"note {n}", vector=vector(n)) for n in range(18)))
        put(index, *(entry(n, title=f"note {n}") for n in range(18, 20)))
        assert index.vector_set(STAMP).serves
        put(index, entry(20, title="note 20"))
        assert not index.vector_set(STAMP).serves
        [first, *_] = index.without_vector(STAMP, after=0, limit=5)
        index.put_vectors(STAMP, [(first.key, vector(1))])
        assert not index.vector_set(STAMP).serves

    def test_a_passage_that_is_gone_or_has_a_vector_gets_none(self, index):
        put(index, entry(1, title="one", vector=vector(1)), entry(2, title="two"))
        [two] = index.without_vector(STAMP, after=0, limit=5)
        index.put_vectors(STAMP, [(two.key, vector(2)), (two.key + 1000, vector(3))])
        index.put_vectors(STAMP, [(two.key, vector(4))])
        assert near(index, vector(2))["two"] == pytest.approx(1.0)
        assert index.vector_set(STAMP).n_vectors == 2
        assert index.check() == []

    def test_sets_are_beside_each_other_and_are_forgotten_one_by_one(self, index):
        put(index, *(entry(n, title=f"note {n}", vector=vector(n)) for n in range(100)))
        lacking = index.without_vector("other-8", after=0, limit=100)
        index.put_vectors("other-8", [(one.key, vector(1000 + at)) for at, one in enumerate(lacking)])
        assert near(index, vector(5))["note 5"] == pytest.approx(1.0)
        assert near(index, vector(1005), stamp="other-8")["note 5"] == pytest.approx(1.0)
        index.keep_vectors(["other-8"])
        assert near(index, vector(5)) == {}
        assert index.vector_set(STAMP).n_vectors == 0
        assert near(index, vector(1005), stamp="other-8")["note 5"] == pytest.approx(1.0)
        assert index.check() == []

    def test_the_vectors_of_a_note_are_had_as_long_as_its_file_is_the_same(self, index):
        passages = tuple(IndexedPassage(10 * n, 10 * n + 10, f"word{n}", (vector(n),)) for n in range(3))
        one = entry(1, title="long", passages=passages)
        put(index, one)
        assert index.vectors_of(STAMP, one.layer, one.path, one.hash) == {
            (10 * n, 10 * n + 10): vector(n) for n in range(3)
        }
        assert index.vectors_of(STAMP, one.layer, one.path, "0" * 32) == {}
        assert index.vectors_of("other-8", one.layer, one.path, one.hash) == {}
