"""What every journal must do. An adapter's tests subclass JournalContract and give it a fixture `journal`."""

from __future__ import annotations

import pytest

from sagacity.core.verdict import Verdict
from tests.contracts.samples import bare, recall, version


class JournalContract:
    def test_an_empty_journal_answers_emptily(self, journal):
        assert journal.versions("x") == []
        assert journal.operation("x") == []
        assert journal.operation("") == []
        assert journal.last_operation() == ""
        assert journal.writes() == []
        assert journal.content("x") is None
        assert journal.deleted("x") == []
        assert journal.lineage("x", limit=1) == []
        assert journal.last_of_each(["x"]) == []
        assert journal.origins([("x", "y")]) == {}
        assert journal.known_ids(["x"]) == set()
        assert journal.recalls() == []
        assert journal.shown_in_session("s") == set()
        assert journal.verdicts(["x"]) == []
        assert journal.approvals() == {}
        assert journal.snapshot("s") == (0, "")
        assert journal.check() == []
        assert journal.prune(recalls_before_ms=10, contents_before_ms=10) == {"recalls": 0, "contents": 0}

    def test_versions_come_back_newest_first_whatever_the_clock_says(self, journal):
        first = version("a", "one", op="create", at_ms=9000, session="s", door="cli", reason="why")
        second = version("a", "two", parent=first.hash, at_ms=10, before_path="old.md", op="rename")
        journal.record_versions([first, version("b", "other")])
        journal.record_versions([second])
        assert journal.versions("a") == [bare(second), bare(first)]
        assert journal.versions("a", limit=1) == [bare(second)]
        assert journal.content(first.hash) == b"one"
        assert journal.content(second.hash) == b"two"
        assert journal.check() == []

    def test_recalls_are_narrowed_by_project_and_keep_what_found_no_room(self, journal):
        assert journal.size_bytes() == 0
        journal.record_recall(recall(1, "a", left_out=3))
        journal.record_recall(recall(2, "a", project="other"))
        assert [entry.left_out for entry in journal.recalls(project="p")] == [3]
        assert journal.recalls(project="other", session="unknown") == []
        assert journal.size_bytes() > 0

    def test_a_sessions_latest_snapshot_is_kept_as_long_as_its_recalls(self, journal):
        journal.keep_snapshot("s", 10, "one\ntwo")
        journal.keep_snapshot("other", 30, "x")
        journal.keep_snapshot("s", 20, "three")
        assert journal.snapshot("s") == (20, "three")
        journal.prune(recalls_before_ms=25, contents_before_ms=0)
        assert journal.snapshot("s") == (0, "")
        assert journal.snapshot("other") == (30, "x")

    def test_a_group_is_recorded_as_a_whole_or_not_at_all(self, journal):
        with pytest.raises(AttributeError):
            journal.record_versions([version("a", "one"), None])
        assert journal.versions("a") == []
        journal.record_versions([])

    def test_any_bytes_are_kept(self, journal):
        for number, data in enumerate((b"", b"\0\xff" * 10, b"x" * 1_000_000)):
            journal.record_versions([version("a", str(number), data=data)])
            assert journal.content(f"hash {number}") == data

    def test_bytes_given_once_serve_every_version(self, journal):
        journal.record_versions([version("a", "one"), version("b", "one", data=None)])
        assert journal.content("hash one") == b"one"
        assert journal.check() == []

    def test_what_was_seen_already_is_not_observed_again(self, journal):
        seen = version("a", "one", op="observe")
        journal.observe_versions([seen, version("b", "b", op="observe")])
        journal.observe_versions([seen])
        journal.observe_versions([version("a", "two", op="observe")])
        journal.observe_versions([seen])
        assert [one.hash for one in journal.versions("a")] == ["hash one", "hash two", "hash one"]
        assert len(journal.versions("b")) == 1
        journal.observe_versions([])

    def test_an_origin_belongs_to_a_text(self, journal):
        journal.record_versions([version("a", "one", origin="agent_inferred"), version("a", "two", origin="human_cli")])
        journal.record_versions([version("a", "one", origin="human_ui"), version("b", "one", origin="import")])
        asked = [("a", "text one"), ("a", "text two"), ("b", "text one"), ("b", "text two"), ("c", "text one")]
        assert journal.origins(asked) == {
            ("a", "text one"): "human_ui", ("a", "text two"): "human_cli", ("b", "text one"): "import",
        }  # fmt: skip
        assert journal.known_ids(["a", "b", "c"]) == {"a", "b"}

    def test_many_are_asked_at_once(self, journal):
        journal.record_versions([version(f"n{number}", "x") for number in range(1300)])
        ids = [f"n{number}" for number in range(1500)]
        assert len(journal.known_ids(ids)) == 1300
        assert len(journal.origins([(note_id, "text x") for note_id in ids])) == 1300

    def test_an_operation_comes_back_in_order(self, journal):
        group = [version("b", "1", operation="x"), version("a", "2", operation="x", before_path="c.md")]
        journal.record_versions(group)
        journal.record_versions([version("a", "3", operation="y")])
        assert journal.operation("x") == [bare(one) for one in group]

    def test_the_last_operation_passes_over_what_was_undone(self, journal):
        for operation, note_id, session in (("o1", "a", "s1"), ("o2", "b", "s2"), ("o3", "a", "s2")):
            journal.record_versions([version(note_id, operation, operation=operation, session=session)])
        journal.observe_versions([version("a", "seen", op="observe", operation="o4", session="s1")])
        assert journal.last_operation() == "o3"
        assert journal.last_operation(note_id="b") == "o2"
        assert journal.last_operation(session="s1") == "o1"
        assert journal.last_operation(session="s2", note_id="b") == "o2"
        assert journal.last_operation(note_id="zzz") == ""
        journal.record_versions([version("a", "o1", op="undo", operation="u1", reason="o3")])
        assert journal.last_operation() == "o2"
        assert journal.last_operation(note_id="a") == "o1"
        journal.record_versions([version("b", None, op="undo", operation="u2", reason="o2")])
        assert journal.last_operation() == "o1"

    def test_writes_are_those_through_our_doors(self, journal):
        one = version("a", "1", at_ms=10, session="s1")
        two = version("b", "2", at_ms=20, session="s2", op="undo", reason="x")
        journal.record_versions([one, two])
        journal.observe_versions([version("a", "3", op="observe", at_ms=30)])
        assert journal.writes() == [bare(two), bare(one)]
        assert journal.writes(since_ms=20) == [bare(two)]
        assert journal.writes(note_id="a") == [bare(one)]
        assert journal.writes(session="s2") == [bare(two)]
        assert journal.writes(limit=1) == [bare(two)]

    @pytest.mark.parametrize("handle", ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "q69g5fav", "Q69G5FAV", "my-note", " MY-NOTE "])
    def test_what_was_deleted_is_found(self, journal, handle):
        gone = version("01ARZ3NDEKTSV4RRFFQ69G5FAV", None, op="delete", path="deep/My-note.md")
        journal.record_versions([version(gone.note_id, "text", path=gone.path), gone, version("b", None)])
        assert journal.deleted(handle) == [bare(gone)]
        assert journal.deleted(handle + "x") == []
        assert journal.deleted("") == []

    def test_the_last_of_each_note_is_told_for_each_layer(self, journal):
        one, two = version("a", "1", path="a.md"), version("a", None, op="delete", path="a.md")
        there = version("a", "1", layer="/else")
        other = version("b", "2", at_ms=1)
        journal.record_versions([one, there, two, other])
        assert journal.last_of_each([one.layer]) == [bare(other), bare(two)]
        assert journal.last_of_each([one.layer, "/else"]) == [bare(other), bare(two), bare(there)]
        assert journal.last_of_each([]) == []

    def test_a_file_that_was_given_an_id_goes_on_under_it(self, journal):
        first = version("~place", "1", path="a.md", op="observe")
        alike = version("~other", "1", path="b.md", op="observe")
        named = version("a", "2", path="a.md", parent=first.hash)
        back = version("~place", "1", path="a.md", parent=named.hash, op="restore")
        journal.record_versions([first, alike, named])
        assert journal.lineage("a", limit=9) == [bare(named), bare(first)]
        assert journal.lineage("a", limit=1) == [bare(named)]
        assert journal.last_of_each([first.layer]) == [bare(named), bare(alike)]
        journal.record_versions([back])
        assert journal.lineage("~place", limit=9) == [bare(back), bare(named), bare(first)]
        assert bare(named) not in journal.last_of_each([first.layer])

    def test_a_note_seen_at_another_place_of_its_layer_has_moved(self, journal):
        here = version("a", "1", path="a.md", op="observe")
        moved = version("a", "1", path="b.md", op="observe")
        journal.observe_versions([here])
        journal.observe_versions([moved])
        journal.observe_versions([moved, version("a", "1", path="c.md", layer="/else", op="observe")])
        assert journal.versions("a") == [bare(moved).replace(before_path="a.md"), bare(here)]

    def test_a_recall_comes_back(self, journal):
        one = recall(10, "a", "b", tokens=7, took_ms=1.5, detail="x", previewed=("b",))
        two = recall(5, "b", kind="recall", session="t", door="mcp", terms=())
        journal.record_recall(one)
        journal.record_recall(two)
        journal.record_recall(recall(20))
        assert journal.recalls() == [recall(20), two, one]
        assert journal.recalls(limit=1) == [recall(20)]
        assert journal.recalls(since_ms=10) == [recall(20), one]
        assert journal.recalls(kind="recall") == [two]
        assert journal.recalls(note_id="b") == [two, one]
        assert journal.recalls(session="t") == [two]
        assert journal.recalls(note_id="b", session="s") == [one]

    def test_never_a_whole_prompt_is_kept(self, journal):
        journal.record_recall(recall(1, terms=tuple(f"{number}" + "x" * 100 for number in range(50))))
        [kept] = journal.recalls()
        assert len(kept.terms) == 12
        assert max(map(len, kept.terms)) == 40

    def test_a_session_knows_what_its_hooks_showed(self, journal):
        journal.record_recall(recall(1, "a", "b"))
        journal.record_recall(recall(2, "b", "c", kind="session"))
        journal.record_recall(recall(3, "d", session="other"))
        journal.record_recall(recall(4, "e", door="cli"))
        journal.record_recall(recall(4, "f", session=""))
        assert journal.shown_in_session("s") == {"a", "b", "c"}
        assert journal.shown_in_session("") == set()

    def test_verdicts_come_newest_first_and_outlive_pruning(self, journal):
        journal.record_recall(recall(1, "a", kind="feedback", detail="wrong: no: not so"))
        journal.record_recall(recall(2, "a", "b"))
        journal.record_recall(recall(3, "b", kind="feedback", detail="useful", door="mcp"))
        journal.record_recall(recall(4, "a", kind="feedback", detail="dismissed: it is"))
        said = [Verdict("a", "dismissed: it is", 4, "hook", "s"), Verdict("a", "wrong: no: not so", 1, "hook", "s")]
        assert journal.verdicts(["a"]) == said
        assert [one.reason for one in said] == ["it is", "no: not so"]
        assert [one.word for one in journal.verdicts([])] == ["dismissed", "useful", "wrong"]
        assert journal.verdicts(["c"]) == []
        assert journal.prune(recalls_before_ms=10, contents_before_ms=0)["recalls"] == 1
        assert journal.verdicts(["a"]) == said

    def test_the_newest_approval_counts(self, journal):
        journal.set_approval("p", "/a", "pin", 20)
        journal.set_approval("p", "/b", "follow", 20)
        journal.set_approval("p", "/a", "none", 10)
        assert journal.approvals() == {("p", "/a"): "none", ("p", "/b"): "follow"}

    def test_pruning_takes_what_is_old_and_nothing_else(self, journal):
        journal.record_recall(recall(10, "a"))
        journal.record_recall(recall(30, "a"))
        journal.record_versions([version("a", "1", at_ms=10), version("a", "2", at_ms=20), version("a", "3", at_ms=30)])
        journal.record_versions(
            [version("b", "1b", at_ms=5), version("c", "2", at_ms=90), version("c", None, at_ms=95)]
        )
        assert journal.prune(recalls_before_ms=20, contents_before_ms=25) == {"recalls": 1, "contents": 1}
        assert [one.at_ms for one in journal.recalls(note_id="a")] == [30]
        assert journal.content("hash 1") is None
        assert [journal.content(f"hash {text}") for text in ("2", "3", "1b")] == [b"2", b"3", b"1b"]
        assert len(journal.versions("a")) == 3
        assert journal.check() == []
        journal.record_versions([version("a", "1", at_ms=99)])
        assert journal.content("hash 1") == b"1"

    @pytest.mark.parametrize("odd", ["\ud800", "a\0b", "'; DROP TABLE version; --", "ä\u202e😀", ""])
    def test_odd_text_is_no_obstacle(self, journal, odd):
        journal.record_versions([version("a" + odd, "x", reason=odd, session=odd)])
        journal.record_recall(recall(1, odd, terms=(odd,), cwd=odd))
        assert len(journal.versions("a" + odd)) == 1
        assert len(journal.recalls()) == 1
        journal.deleted(odd)
        journal.lineage(odd, limit=1)
        journal.last_of_each([odd])
        journal.content(odd)

    def test_close_is_idempotent(self, journal):
        journal.record_recall(recall(1))
        journal.close()
        journal.close()
