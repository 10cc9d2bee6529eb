"""The contract of the index where it goes from note to note."""

from __future__ import annotations

import pytest

from sagacity.app.records import Filters
from sagacity.core.note import Relation
from tests.contracts.samples import ALL, MINE, SHOP, ULID, entry, key_of, put


class LinkContract:
    """Every test gets a fresh, empty index as `index`."""

    def test_links_are_the_relations_of_both_ends(self, index):
        properties = (("since", "v2"), ("why", "a b"))
        put(index, entry(1, title="alpha", relations=(Relation("@Refines", "beta", "why", properties),)))
        alpha = key_of(index, "alpha")
        assert index.links([alpha], Filters(ALL)) == [
            (alpha, -1, 1, "refines", 0, 0, "beta", "why", "since=v2\x1fwhy=a b")
        ]
        put(index, entry(2, title="beta"))
        beta = key_of(index, "beta")
        said = ("refines", 1, 1, "beta", "why", "since=v2\x1fwhy=a b")
        assert set(index.links([alpha, beta], Filters(ALL))) == {(alpha, beta, 1, *said), (beta, alpha, 0, *said)}
        assert index.links([alpha], Filters(ALL), ("supersedes",)) == []
        assert len(index.links([alpha], Filters(ALL), ("supersedes", "refines"))) == 1
        assert index.links([], Filters(ALL)) == []

    @pytest.mark.parametrize(
        ("target", "sure"),
        [(ULID.format(2), 1), (ULID.format(2).lower(), 1), ("beta", 1), ("The Beta", 0), ("personal:beta", 0)],
    )
    def test_a_link_says_whether_its_text_can_mean_another_note(self, index, target, sure):
        put(index, entry(1, title="alpha", relations=(Relation("refines", target),)))
        put(index, entry(2, title="The Beta", path="beta.md"))
        keys = [key_of(index, "alpha"), key_of(index, "beta")]
        assert {(link[1], link[4]) for link in index.links(keys, Filters(ALL))} == {(keys[0], sure), (keys[1], sure)}

    def test_a_link_says_whether_the_far_end_passes(self, index):
        put(index, entry(1, title="alpha", relations=(Relation("refines", "beta"), Relation("refines", "gone"))))
        put(index, entry(2, title="beta", trust=0))
        keys = [key_of(index, "alpha")]
        ends = {link[6]: link[5] for link in index.links(keys, Filters(ALL, min_trust=1))}
        assert ends == {"beta": 0, "gone": 0}
        assert {link[5] for link in index.links(keys, Filters(ALL))} == {1, 0}
        assert {link[5] for link in index.links(keys, Filters(()))} == {0}

    def test_a_link_between_layers_is_sure_by_id_alone(self, index):
        put(index, entry(1, title="alpha", relations=(Relation("refines", "beta"), Relation("blocks", ULID.format(3)))))
        put(index, entry(3, title="beta", layer=SHOP), layer=SHOP)
        assert {link[3]: link[4] for link in index.links([key_of(index, "alpha")], Filters(ALL))} == {
            "refines": 0, "blocks": 1,
        }  # fmt: skip

    def test_the_links_of_many_notes_are_asked_at_once(self, index):
        put(index, *(entry(n, relations=(Relation("refines", f"note {n - 1}"),)) for n in range(1, 1300)))
        keys = [row.key for row in index.newest(Filters(ALL), limit=2000)]
        assert len(index.links(keys, Filters(ALL))) == 1299 + 1298

    def test_tags_are_listed_by_note_as_written(self, index):
        put(index, entry(1, title="a", tags=("db", "DB", "db")), entry(2, title="b"), entry(3, title="c", tags=("x",)))
        put(index, entry(4, layer=SHOP, title="d", tags=("y",)), layer=SHOP)
        assert sorted(index.tag_lists(Filters(ALL))) == [("db", "DB"), ("x",), ("y",)]
        assert index.tag_lists(Filters((SHOP.root,))) == [("y",)]
        assert index.tag_lists(Filters(ALL, tags=("DB",))) == [("db", "DB")]

    def test_an_edge_into_a_named_layer_stays_there(self, index):
        relations = tuple(Relation("refines", f"{layer}:beta") for layer in ("personal", "project:shop", "org:acme"))
        put(index, entry(1, title="alpha", relations=relations), entry(2, title="beta"))
        put(index, entry(3, title="beta", layer=SHOP), layer=SHOP)
        source = key_of(index, "alpha")
        ends = {edge.target_text: edge.target for edge in index.edges_from([source])}
        rows = {row.key: row.layer for row in index.rows([key for key in ends.values() if key >= 0])}
        assert {text: rows.get(key) for text, key in ends.items()} == {
            "personal:beta": MINE.root, "project:shop:beta": SHOP.root, "org:acme:beta": None,
        }  # fmt: skip
