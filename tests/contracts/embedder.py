"""What every embedder must do. An adapter's tests subclass EmbedderContract and give it a fixture `embedder`."""

import pytest

from sagacity.core.vectors import cosine

TEXTS = (
    "The deploy needs the VPN and a token of the staging cluster.",
    "def parse_date(text: str) -> date:\n    return date.fromisoformat(text)",
    "Ünïcode — “quotes”, 部署指南, настройка",
    "x" * 5000,
    "word " * 3000,
    "\x00\x1b\n\t\ud800 stray",
)


class EmbedderContract:
    def test_vectors_have_the_dimension_it_says(self, embedder):
        assert {len(vector) for vector in embedder.embed_documents(TEXTS)} <= {0, embedder.n_dims}
        assert len(embedder.embed_query(TEXTS[0])) == embedder.n_dims > 0
        assert embedder.n_dims % 8 == 0

    def test_the_largest_component_is_127(self, embedder):
        for vector in (*embedder.embed_documents(TEXTS), embedder.embed_query(TEXTS[1])):
            assert not vector or max(map(abs, memoryview(vector).cast("b"))) == 127

    def test_a_vector_does_not_depend_on_its_company(self, embedder):
        together = embedder.embed_documents(TEXTS)
        assert together == [embedder.embed_documents([text])[0] for text in TEXTS]
        assert together[::-1] == embedder.embed_documents(TEXTS[::-1])

    def test_nothing_gives_nothing(self, embedder):
        assert embedder.embed_documents([]) == []

    @pytest.mark.parametrize("text", ["", " \n\t", "\x00\x07"])
    def test_a_text_without_words_has_the_empty_vector(self, embedder, text):
        assert embedder.embed_documents([text]) == [b""]
        assert embedder.embed_query(text) == b""

    @pytest.mark.parametrize(
        ("question", "near", "far"),
        [
            ("how do I ship to production", "Deploying a release to the live servers", "The cat slept on the sofa"),
            ("what pets does she have", "Her two dogs and a kitten", "The compiler rejects unused imports"),
            ("read a file line by line", "for line in open(path): print(line)", "def add(a, b): return a + b"),
        ],
    )
    def test_what_means_the_same_is_nearer(self, embedder, question, near, far):
        asked = embedder.embed_query(question)
        same, other = embedder.embed_documents([near, far])
        assert cosine(asked, same) > cosine(asked, other)

    def test_the_stamp_is_one_word_that_names_the_dimension(self, embedder):
        assert embedder.stamp.split() == [embedder.stamp]
        assert str(embedder.n_dims) in embedder.stamp
