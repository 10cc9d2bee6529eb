"""What every index must do. An adapter's tests subclass IndexContract and give it a fixture `index`."""

from __future__ import annotations

import pytest

from sagacity.app.records import DirList, FileStat, Filters, IndexBatch, IndexedPassage
from sagacity.core.errors import SagacityError
from sagacity.core.note import Relation
from tests.contracts.samples import ALL, MINE, OTHER, SHOP, ULID, entry, found, key_of, put, unchanged


class IndexContract:
    def test_an_empty_index_answers_emptily(self, index):
        assert found(index, "anything") == []
        assert index.newest(Filters(ALL), limit=5) == []
        assert index.count(Filters(ALL)) == 0
        assert index.census(ALL) == []
        assert index.ids_twice(ALL) == []
        assert index.governing(Filters((MINE.root,))) == []
        assert not index.has_relation("refines")
        assert index.tag_lists(Filters(ALL)) == []
        assert index.find("x", ALL) == []
        assert index.rows([1, 2]) == []
        assert index.edges_from([1]) == []
        assert index.edges_to([1], ["refines"]) == []
        assert index.known_dirs(MINE.root) == {}
        assert index.stats_in(MINE.root, "") == {}
        assert index.layers() == []
        assert index.near_handles("x", ALL) == []
        assert index.get_meta("complete") == ""
        assert index.check() == []

    def test_a_row_shows_what_the_entry_says(self, index):
        one = entry(
            7, type="decision", kind="k", title="Use SQLite", synonyms=("lite db", "sql"), tags=("db", "Storage"),
            summary="We use it.", project="shop", confidence="canonical", lifecycle="durable", sensitivity="public",
            status="pending", due="2026-01-01", enforcement="block", triggers=("Bash(rm *)",), valid_from="2025",
            valid_until="2027", updated_ms=99,
        )  # fmt: skip
        assert put(index, one) == 1
        [row] = index.newest(Filters(ALL), limit=5)
        assert index.rows([row.key]) == [row]
        for field in "type kind title synonyms tags project confidence lifecycle sensitivity status due".split():
            assert getattr(row, field) == getattr(one.note, field), field
        for field in "layer path id slug summary origin trust size mtime_ns hash created_ms updated_ms".split():
            assert getattr(row, field) == getattr(one, field), field
        assert (row.enforcement, row.triggers, row.valid_from, row.valid_until) == (
            "block", ("Bash(rm *)",), "2025", "2027",
        )  # fmt: skip

    def test_a_put_with_a_known_path_replaces(self, index):
        put(index, entry(1, title="old words", path="a.md", tags=("x",), relations=(Relation("refines", "b"),)))
        put(index, entry(2, title="new words", path="a.md"))
        assert found(index, "old") == []
        assert found(index, "new") == ["a"]
        assert index.count(Filters(ALL)) == 1
        assert index.find("old words", ALL) == []
        assert index.edges_from([key_of(index, "a")]) == []
        assert found(index, "new", tags=("x",)) == []

    def test_a_note_that_is_put_twice_or_dropped_again_in_one_write_is_what_came_last(self, index):
        cut = (IndexedPassage(0, 9, "some text", (bytes(range(1, 9)),)),)
        old = entry(1, title="old words", path="a.md", tags=("x",), relations=(Relation("refines", "b"),), passages=cut)
        new, gone = entry(1, title="new words", path="a.md", passages=cut), entry(2, title="gone words", passages=cut)
        batches = [
            IndexBatch(MINE, puts=(old, gone), stamps=("s",)),
            IndexBatch(MINE, puts=(new,), drops=(gone.path,), stamps=("s",)),
        ]
        there = unchanged(old, gone)
        looks = iter((there(MINE.root, old.path), there(MINE.root, gone.path), None, there(MINE.root, new.path)))
        assert index.write(batches, lambda _root, _path: next(looks)) == 3
        assert (found(index, "old"), found(index, "gone"), found(index, "new")) == ([], [], ["a"])
        assert found(index, "new", tags=("x",)) == []
        assert index.find("old words", ALL) == index.find("gone words", ALL) == []
        assert index.vector_set("s").n_vectors == 1
        assert index.check() == []

    def test_a_drop_leaves_nothing(self, index):
        put(index, entry(1, title="alpha", tags=("x",), relations=(Relation("refines", "y"),)), entry(2, title="beta"))
        index.write([IndexBatch(MINE, drops=("alpha.md", "never.md"))], unchanged())
        assert found(index, "alpha") == []
        assert found(index, "beta") == ["beta"]
        assert index.find(ULID.format(1), ALL) == []
        assert index.search(["beta"], Filters(ALL), window=5).n_notes == 1
        assert index.check() == []

    def test_a_put_of_a_file_that_changed_meanwhile_is_skipped(self, index):
        one, two = entry(1, title="one"), entry(2, title="two")
        assert index.write([IndexBatch(MINE, puts=(one, two))], unchanged(two)) == 1
        newer = FileStat(one.path, one.size, one.mtime_ns + 1)
        assert index.write([IndexBatch(MINE, puts=(one,))], lambda _root, _path: newer) == 0
        assert index.count(Filters(ALL)) == 1

    def test_a_drop_of_a_file_that_is_there_is_skipped(self, index):
        here, gone, inside = entry(1, path="here.md"), entry(2, path="gone.md"), entry(3, path="a/inside.md")
        put(index, here, gone, inside)
        drops = IndexBatch(MINE, drops=("here.md", "gone.md"), dirs_gone=("a",))
        index.write([drops], unchanged(here, inside))
        assert {row.path for row in index.newest(Filters(ALL), limit=9)} == {"here.md", "a/inside.md"}

    def test_a_failing_write_changes_nothing(self, index):
        def burst(_root, _path):
            raise SagacityError("degraded", "the disk is gone")

        with pytest.raises(SagacityError, match="the disk is gone"):
            index.write([IndexBatch(MINE, puts=(entry(1),), dirs=(DirList("", 5, (), ()),))], burst)
        assert index.known_dirs(MINE.root) == {}
        assert index.layers() == []
        assert put(index, entry(1)) == 1

    @pytest.mark.parametrize(
        ("terms", "expected"),
        [
            (["payment"], ["pay", "other"]),
            (["payments"], ["pay", "other"]),
            (["PAYMENT"], ["pay", "other"]),
            (["refund", "nowhere"], ["other"]),
            (["hook order"], ["other"]),
            (["order hook"], []),
            (["refu*"], ["other"]),
            (["cafe"], ["other"]),
            (["支付*"], ["other"]),
            ([], []),
            (["nowhere"], []),
        ],
    )
    def test_terms_find_notes(self, index, terms, expected):
        put(
            index,
            entry(1, title="payment", path="pay.md", body="short"),
            entry(2, title="else", path="other.md", body="payment hook order café refunds 支付宝 and many more words"),
            entry(3, title="nothing", path="third.md", body="unrelated"),
        )
        assert found(index, *terms) == expected

    @pytest.mark.parametrize(
        "term",
        [
            '"',
            "'",
            '""',
            "a\0b",
            "\0",
            "\ud800",
            "NEAR(a b)",
            "title:x",
            "^a",
            "a AND",
            "*",
            "**",
            "-",
            "(",
            "a\nb",
            " ",
        ]
        + ["x" * 100_000, "\u202e", "{a} : b", "a + b", "😀", "%", "\\", ";--", "OR", '" OR "x'],
    )
    def test_no_term_is_syntax(self, index, term):
        put(index, entry(1, title="a b x"))
        matches = index.search([term, "x"], Filters(ALL), window=5)
        assert len(matches.frequencies) == 2
        assert len(matches.matches[0].hits) == 2
        assert index.find(term, ALL) == []
        index.near_handles(term, ALL)

    def test_matches_hold_what_ranking_needs(self, index):
        put(
            index,
            entry(1, title="tea tea", synonyms=("tea",), tags=("cup",), summary="tea", body="tea tea tea milk"),
            entry(2, title="milk", body="milk milk"),
            entry(3, title="cup"),
        )
        put(index, entry(4, title="tea", layer=OTHER), layer=OTHER)
        got = index.search(["tea", "milk", "nowhere", "tea"], Filters((MINE.root,)), window=10)
        assert [row.slug for row in index.rows([match.key for match in got.matches])] == ["tea-tea", "milk"]
        first, second = got.matches
        assert first.hits == ((2, 1, 0, 1, 3), (0, 0, 0, 0, 1), (0, 0, 0, 0, 0), (2, 1, 0, 1, 3))
        assert second.hits == ((0, 0, 0, 0, 0), (1, 0, 0, 0, 2), (0, 0, 0, 0, 0), (0, 0, 0, 0, 0))
        assert first.lengths == (2, 1, 1, 1, 4)
        assert got.frequencies == (2, 2, 0, 2)
        assert (got.n_notes, got.n_indexed, got.full) == (3, 4, False)
        assert got.mean_lengths == (5 / 4, 1 / 4, 1 / 4, 1 / 4, 6 / 4)

    def test_notes_that_hold_a_word_are_told(self, index):
        passages = (IndexedPassage(0, 5, "first"), IndexedPassage(5, 20, "the second holds tea leaves"))
        put(index, entry(1, passages=passages), entry(2, title="Teas"), entry(3, body="teapot, leaves tea"), entry(4))
        keys = {slug: key_of(index, slug) for slug in ("note-1", "teas", "note-3", "note-4")}
        held = {slug for slug, key in keys.items() if key in index.holding(list(keys.values()), ["tea leaves", "teas"])}
        assert held == {"note-1", "teas", "note-3"}
        assert index.holding([keys["note-1"]], ["tea leaves"]) == {keys["note-1"]}
        assert index.holding([keys["note-1"]], ['"', "nowhere"]) == set()
        assert index.holding([], ["tea"]) == index.holding([keys["teas"]], []) == set()

    @pytest.mark.parametrize(
        ("typed", "meant"),
        [
            ("paymnet", "payment"),
            ("paymets", "payment"),
            ("conection", "connection"),
            ("databsae", "database"),
            ("orchestartor", "orchestrator"),
            ("orchestxxtor", ""),
            ("pavemxnt", "pavement"),
            ("payment", ""),
            ("elephant", ""),
            ("paym3nt", ""),
            ("tae", ""),
        ],
    )
    def test_a_word_that_nothing_holds_is_read_as_one_that_is_held(self, index, typed, meant):
        put(index, entry(1, body="payment connection databases orchestrator authentication pavement"))
        put(index, entry(2, body="payments"))
        assert index.nearest_words([typed, "connections"]) == ({typed: meant} if meant else {})

    def test_nothing_is_mended_where_most_words_are_held(self, index):
        put(index, entry(1, body="payment connection orchestrator"))
        assert index.nearest_words(["paymnet", "connection", "orchestrator"]) == {}
        assert index.nearest_words(["!!", ""]) == index.nearest_words([]) == {}

    def test_a_window_too_small_is_said(self, index):
        put(index, *(entry(number, body="word") for number in range(1, 6)))
        assert index.search(["word"], Filters(ALL), window=5).full is False
        got = index.search(["word"], Filters(ALL), window=4)
        assert (len(got.matches), got.full) == (4, True)

    @pytest.mark.parametrize(
        ("conditions", "expected"),
        [
            ({}, {"trap", "drift", "plain", "mine", "shop", "elsewhere", "done", "old", "weak"}),
            ({"layers": (SHOP.root,)}, {"shop"}),
            ({"layers": ("/nowhere",)}, set()),
            ({"layers": ()}, set()),
            ({"projects": ()}, {"trap", "drift", "plain", "shop", "done", "old", "weak"}),
            ({"projects": ("shop",)}, {"trap", "drift", "plain", "mine", "shop", "done", "old", "weak"}),
            ({"types": ("plan", "task")}, {"done"}),
            ({"tags": ("Data Base",)}, {"plain", "trap"}),
            ({"tags": ("Data Base", "zzz")}, set()),
            ({"status": ("complete",)}, {"done"}),
            ({"not_status": ("complete", "x"), "types": ("plan",)}, set()),
            ({"not_status": ("pending",), "types": ("plan",)}, {"done"}),
            ({"since_ms": 50}, {"trap", "drift", "plain", "mine", "shop", "elsewhere", "done", "weak"}),
            ({"until_ms": 10}, {"old"}),
            ({"archived": True, "types": ("fact",)}, {"gone"}),
            ({"confidential": True, "types": ("secret",)}, {"hush"}),
            ({"types": ("learning/gotcha", "plan")}, {"trap", "done"}),
            ({"types": ("learning",)}, {"trap", "drift"}),
            ({"tags": ("data base", "slow")}, {"trap"}),
            ({"min_trust": 1}, {"trap", "drift", "plain", "mine", "shop", "elsewhere", "done", "old"}),
            ({"max_trust": 0}, {"weak"}),
            ({"max_trust": 1}, {"weak"}),
            ({"min_trust": 1, "max_trust": 2}, set()),
        ],
    )
    def test_filters_hold_in_every_channel(self, index, conditions, expected):
        common: dict = {"body": "word", "updated_ms": 100}
        put(
            index,
            entry(1, title="plain", tags=("data-base",), **common),
            entry(2, title="mine", project="shop", **common),
            entry(3, title="elsewhere", project="bank", **common),
            entry(4, title="done", type="plan", status="complete", **common),
            entry(5, title="old", **{**common, "updated_ms": 10}),
            entry(6, title="gone", type="fact", lifecycle="archived", **common),
            entry(7, title="hush", type="secret", sensitivity="confidential", **common),
            entry(8, title="weak", trust=0, **common),
        )
        put(
            index,
            entry(10, title="trap", type="learning", kind="gotcha", tags=("data-base", "slow"), **common),
            entry(11, title="drift", type="learning", kind="api-drift", **common),
        )
        put(index, entry(9, title="shop", project="bank", layer=SHOP, **common), layer=SHOP)
        filters = Filters(**{"layers": ALL, **conditions})
        assert set(found(index, "word", **conditions)) == expected
        assert {row.slug for row in index.newest(filters, limit=50)} == expected
        assert index.count(filters) == len(expected)

    def test_holders_of_rare_names(self, index):
        put(
            index,
            entry(1, title="one", body="asked Ada Holm about it"),
            entry(2, title="ada holm", body="a person"),
            entry(3, title="three", body="Holm, and then Ada", tags=("x",)),
            entry(4, title="four", body="ada-holm the second", tags=("x",), project="bank"),
            *(entry(number, body="Common Name") for number in range(5, 9)),
        )
        names = ["Ada Holm", "Common Name", "Not There", "person", "", '"', "NEAR(a b)", "a\0b", "\ud800"]

        def held(**conditions):
            found = index.holders(names, Filters(ALL, **conditions), held=(2, 3))
            return [(one.name, one.n_notes, {row.slug for row in index.rows(one.keys)}) for one in found]

        assert held() == [("Ada Holm", 3, {"one", "ada-holm", "four"})]
        assert held(projects=()) == [("Ada Holm", 3, {"one", "ada-holm"})]
        assert held(tags=("x",)) == [("Ada Holm", 3, {"four"})]
        assert index.holders(names, Filters(()), held=(2, 3)) == []
        assert index.holders([], Filters(ALL), held=(2, 3)) == []

    def test_a_confidential_layer_hides_what_does_not_say_otherwise(self, index):
        closed = SHOP.replace(sensitivity_default="confidential")
        put(index, entry(1, title="silent word", layer=closed), layer=closed)
        put(index, entry(2, title="public word", layer=closed, sensitivity="public"), layer=closed)
        put(index, entry(3, title="mine word"))
        assert sorted(found(index, "word")) == ["mine-word", "public-word"]
        assert sorted(found(index, "word", confidential=True)) == ["mine-word", "public-word", "silent-word"]
        assert {row.slug: row.sensitivity for row in index.newest(Filters(ALL, confidential=True), limit=9)} == {
            "silent-word": "confidential", "public-word": "public", "mine-word": "internal",
        }  # fmt: skip

    def test_types_are_counted_by_layer(self, index):
        put(index, entry(1, type="fact"), entry(2, type="fact"), entry(3, type="plan"), entry(4))
        put(index, entry(5, type="fact", layer=SHOP), layer=SHOP)
        mine = [(MINE.root, "", 3, 1), (MINE.root, "fact", 3, 2), (MINE.root, "plan", 3, 1)]
        assert index.census([MINE.root]) == mine
        assert index.census(ALL) == sorted([*mine, (SHOP.root, "fact", 3, 1)])
        assert index.census([]) == []

    def test_files_with_one_id_are_told_within_their_layer(self, index):
        put(index, entry(1, path="b.md"), entry(1, path="a.md"), entry(2))
        put(index, entry(2, layer=SHOP), layer=SHOP)
        assert index.ids_twice(ALL) == [(MINE.root, ULID.format(1), ("a.md", "b.md"))]
        assert index.ids_twice([SHOP.root]) == []

    def test_relations_in_use_are_known(self, index):
        put(index, entry(1, relations=(Relation("tastes_like", "note 2"),)), entry(2))
        assert index.has_relation("tastes_like")
        assert not index.has_relation("refines")

    @pytest.mark.parametrize(
        ("handle", "expected"),
        [
            (ULID.format(1), [("alpha", "id")]),
            (ULID.format(1).lower(), [("alpha", "id")]),
            (ULID.format(1)[-7:], [("alpha", "tail")]),
            (ULID.format(1)[-20:], [("alpha", "tail")]),
            (ULID.format(1)[-6:], []),
            ("alpha", [("alpha", "slug"), ("beta", "synonym")]),
            ("The Alpha Note", [("alpha", "title")]),
            ("the-alpha_note", [("alpha", "title")]),
            ("first letter", [("alpha", "synonym")]),
            ("", []),
            ("missing", []),
        ],
    )
    def test_every_handle_finds(self, index, handle, expected):
        put(
            index,
            entry(1, title="The Alpha note", path="deep/alpha.md", synonyms=("first letter",)),
            entry(2, title="beta", synonyms=("Alpha",)),
        )
        assert [(row.slug, kind) for row, kind in index.find(handle, ALL)] == expected
        assert index.find(handle, [SHOP.root]) == []

    def test_near_handles_are_those_that_look_alike(self, index):
        put(index, entry(1, title="payment hooks"), entry(2, title="payments"), entry(3, title="zebra crossing"))
        assert index.near_handles("payment-hook", ALL)[0] == "payment-hooks"
        assert "payments" in index.near_handles("paymnets", ALL)
        assert "zebra-crossing" not in index.near_handles("payment", ALL)
        assert index.near_handles("payment", ALL, limit=1) == ["payments"]
        assert index.near_handles("payment", [SHOP.root]) == []

    @pytest.mark.parametrize(
        "target",
        [ULID.format(2), ULID.format(2).lower(), "beta", "The Beta", "other name", "personal:beta", "[[beta]]"],
    )
    def test_an_edge_finds_its_target_by_any_handle(self, index, target):
        put(index, entry(1, title="alpha", relations=(Relation("@Refines", target, "why"),)))
        source = key_of(index, "alpha")
        [dangling] = index.edges_from([source])
        assert (dangling.source, dangling.op, dangling.target, dangling.note) == (source, "refines", -1, "why")
        put(index, entry(2, title="The Beta", path="beta.md", synonyms=("other name",)))
        key = key_of(index, "beta")
        [edge] = index.edges_from([source])
        assert (edge.source, edge.op, edge.target, edge.target_text) == (source, "refines", key, target)
        assert index.edges_to([key], ["refines", "supersedes"]) == [edge]
        assert index.edges_to([key], ["supersedes"]) == []
        assert index.edges_to([source], ["refines"]) == []
        assert index.edges_from([source], ["refines", "supersedes"]) == [edge]
        assert index.edges_from([source], ["supersedes"]) == []

    def test_an_ambiguous_edge_is_listed_for_each_bearer(self, index):
        put(index, entry(1, title="alpha", relations=(Relation("refines", "beta"),)), entry(2, title="beta"))
        put(index, entry(3, title="beta", layer=SHOP), layer=SHOP)
        edges = index.edges_from([key_of(index, "alpha")])
        assert {row.layer for row in index.rows([edge.target for edge in edges])} == {MINE.root, SHOP.root}
        assert len(index.edges_to([edge.target for edge in edges], ["refines"])) == 2

    def test_many_keys_are_asked_at_once(self, index):
        put(index, *(entry(n, relations=(Relation("refines", f"note {n - 1}"),)) for n in range(1, 1300)))
        keys = [row.key for row in index.newest(Filters(ALL), limit=2000)]
        assert len(keys) == 1299
        assert [row.key for row in index.rows(keys)] == keys
        assert len(index.edges_from(keys)) == 1299
        assert len(index.edges_to(keys, ["refines"])) == 1298
