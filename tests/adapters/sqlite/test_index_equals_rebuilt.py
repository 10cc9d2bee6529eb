"""Whatever the order of puts and drops, the index holds what a new one built from the last state holds."""

from __future__ import annotations

import random
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from sagacity.adapters.sqlite.connection import Transaction
from sagacity.adapters.sqlite.index import SqliteIndex
from sagacity.adapters.sqlite.tally import Tally
from sagacity.app.records import DirList, Filters, IndexBatch
from sagacity.core.note import Relation
from tests.contracts.samples import ALL, MINE, OLD_NS, SHOP, entry, unchanged

WORDS = ["tea", "milk", "cup", "saucer", "c++", "日本", "naïve", "tea milk"]
words = st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)
paths = st.sampled_from(["a.md", "b.md", "deep/a.md", "deep/c.md"])
layers = st.sampled_from([MINE, SHOP])


@st.composite
def puts(draw):
    layer = draw(layers)
    target = draw(st.sampled_from(["a", "b", "personal:a", "project:shop:c", "tea", "nowhere"]))
    return (
        "put",
        layer,
        entry(
            draw(st.integers(0, 5)),
            layer=layer,
            path=draw(paths),
            title=draw(words) or "untitled",
            synonyms=tuple(draw(st.lists(st.sampled_from(WORDS), max_size=2))),
            tags=tuple(draw(st.lists(st.sampled_from(WORDS), max_size=2))),
            body=draw(words),
            lifecycle=draw(st.sampled_from(["", "archived"])),
            relations=(Relation(draw(st.sampled_from(["refines", "supersedes"])), target),) * draw(st.integers(0, 2)),
        ),
    )


drops = st.tuples(st.just("drop"), layers, paths)
gone = st.tuples(st.just("gone"), layers, st.sampled_from(["", "deep"]))
listed = st.tuples(st.just("listed"), layers, st.sampled_from(["", "deep"]))
forgotten = st.tuples(st.just("forget"), layers, st.none())
steps = st.lists(st.one_of(puts(), puts(), puts(), drops, gone, listed, forgotten), max_size=15)


@settings(max_examples=40)
@given(steps)
def test_incremental_equals_rebuilt(history):
    index, notes, folders, known = SqliteIndex(""), {}, {}, {}
    for op, layer, what in history:
        root = layer.root
        if op == "put":
            notes[root, what.path] = what
            index.write([IndexBatch(layer, puts=(what,))], unchanged(what))
        elif op == "drop":
            notes.pop((root, what), None)
            index.write([IndexBatch(layer, drops=(what,))], unchanged())
        elif op == "listed":
            folders[root, what] = DirList(what, OLD_NS, (), ())
            index.write([IndexBatch(layer, dirs=(folders[root, what],))], unchanged())
        elif op == "gone":
            folders.pop((root, what), None)
            notes = {key: note for key, note in notes.items() if key[0] != root or key[1].rpartition("/")[0] != what}
            index.write([IndexBatch(layer, dirs_gone=(what,))], unchanged())
        else:
            notes = {key: note for key, note in notes.items() if key[0] != root}
            folders = {key: folder for key, folder in folders.items() if key[0] != root}
            index.drop_layer(root)
        known[root] = layer
    rebuilt = SqliteIndex("")
    for root, layer in known.items():
        mine = tuple(note for key, note in sorted(notes.items(), key=str) if key[0] == root)
        dirs = tuple(folder for key, folder in folders.items() if key[0] == root)
        rebuilt.write([IndexBatch(layer, puts=mine, dirs=dirs)], unchanged(*mine))
    assert index.dump() == rebuilt.dump()
    assert index.check() == []
    assert answers(index) == answers(rebuilt)
    index.close()
    rebuilt.close()


def answers(index: SqliteIndex) -> list:
    """Everything one may ask, without keys."""
    filters = Filters(ALL, archived=True)
    rows = {row.key: (row.layer, row.path) for row in index.newest(filters, limit=99)}
    got = index.search(["tea", "cup", "nowhere", "mil*"], filters, window=50)
    edges = index.edges_from(list(rows))
    return [
        [(rows[match.key], match.hits, match.lengths) for match in got.matches],
        (got.n_notes, got.n_indexed, got.frequencies, got.mean_lengths),
        sorted((rows[edge.source], edge.op, rows.get(edge.target), edge.target_text) for edge in edges),
        [[(row.layer, row.path, kind) for row, kind in index.find(word, ALL)] for word in WORDS],
        index.census(ALL),
        [index.stats_in(MINE.root, "deep"), index.known_dirs(MINE.root), index.layers()],
    ]


def columns(one) -> tuple[str, ...]:
    """Its five texts."""
    return (*one.texts, *(passage.text for passage in one.passages))


def look_through(index: SqliteIndex) -> None:
    """What a large store does by itself as it grows."""

    def choose(db, statements) -> None:
        with Transaction(db):
            Tally(db, statements).look_through()

    index._write(choose)


def test_common_terms_are_counted_as_the_engine_counts_them(tmp_path):
    """As in a large store, notes carry counts; every kind of change, then each hit compared with a plain count."""
    chance = random.Random(3)
    vocabulary = [f"w{number:03d}" for number in range(400)] + ["tea", "naïve", "c++", "日本"]
    weights = [1 / (1 + number % 400) for number in range(len(vocabulary))]
    index, notes = SqliteIndex(str(tmp_path / "index")), {}

    def change(numbers) -> None:
        entries = []
        for number in numbers:
            texts = [" ".join(chance.choices(vocabulary, weights, k=size)) for size in (3, 2, 2, 8, 40)]
            synonyms, tags = (texts[1],), tuple(texts[2].split())
            one = entry(
                number,
                title=texts[0],
                path=f"{number}.md",
                synonyms=synonyms,
                tags=tags,
                summary=texts[3],
                body=texts[4],
            )
            notes[one.path] = one
            entries.append(one)
        index.write([IndexBatch(MINE, puts=tuple(entries))], unchanged(*entries))

    change(range(1200))
    look_through(index)
    change(chance.sample(range(1200), 150))
    for path in chance.sample(sorted(notes), 80):
        del notes[path]
        index.write([IndexBatch(MINE, drops=(path,))], unchanged())
    change(range(1200, 1900))
    look_through(index)
    change(range(1900, 2000))
    assert index.check() == []
    terms = ["w000", "w001", "w005", "w390", "tea", "w300", "w001 w002"]
    got = index.search(terms, Filters(ALL), window=100)
    rows = {row.key: row.path for row in index.rows([match.key for match in got.matches])}
    assert len(rows) == 100
    for match in got.matches:
        texts = [f" {text} " for text in columns(notes[rows[match.key]])]
        expected = [tuple(len(re.findall(f"(?<= ){term}(?= )", text)) for text in texts) for term in terms]
        assert list(match.hits) == expected
    assert list(got.frequencies) == [
        sum(any(f" {term} " in f" {text} " for text in columns(one)) for one in notes.values()) for term in terms
    ]
    assert index._read(lambda db: db.execute("SELECT count(*) FROM common").fetchall()[0][0]) > 20
    index.close()
