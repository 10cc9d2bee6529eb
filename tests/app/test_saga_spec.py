"""The Saga Topic Spec 1.1, requirement by requirement, on a store as that spec has it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from sagacity.app.ability import CapabilitiesRequest
from sagacity.app.capabilities import capabilities
from sagacity.app.doctor import doctor
from sagacity.app.link import link
from sagacity.app.lint import lint
from sagacity.app.linting import LintRequest
from sagacity.app.read import read
from sagacity.app.recall import recall
from sagacity.app.reindex import reindex
from sagacity.app.requests import (
    DoctorRequest,
    LinkRequest,
    ReadRequest,
    RecallRequest,
    ReindexRequest,
    UndoRequest,
    UpdateRequest,
)
from sagacity.app.undo import undo
from sagacity.app.update import update
from sagacity.core.errors import SagacityError
from sagacity.core.notefile import edit_note, parse_note
from tests.app.conftest import put, repository, titles

STORE = Path(__file__).resolve().parents[2] / "conformance" / "saga"
SIX = {"supersedes", "deprecated", "derived_from", "conflicts_with", "relates_to", "refines"}
LAMP = "01HZX4T8M2R7Q9V3B6N1C5D0FA"


@pytest.fixture
def top(machine):
    """A repository with a store that another program wrote."""
    place = machine.work / "lighthouse"
    repository(place)
    shutil.copytree(STORE, place / ".saga")
    (place / "drivers").mkdir()
    (place / "drivers" / "lamp.c").write_text("int lamp;\n" * 90)
    return place


@pytest.fixture
def keeper(machine, top):
    return machine.app(top)


def note(app, handle):
    return read(app, ReadRequest((handle,))).notes[0]


def files(top):
    return {path.relative_to(top): path.read_bytes() for path in (top / ".saga").rglob("*") if path.is_file()}


def codes(app, *what):
    return {problem.code for problem in lint(app, LintRequest(what)).problems}


def by_hand(top, name, head, body="Text of it.\n"):
    path = top / ".saga" / "topics" / f"{name}.md"
    path.write_text(f"---\nscope: project:lighthouse\n{head}---\n\n{body}")
    return path


# --- level 0: reader -------------------------------------------------------------------------------------------------


def test_level_0_the_required_fields_are_read(keeper):
    found = note(keeper, "fog-signal")
    assert (found.id, found.type, found.title) == ("01HZX4T8M2R7Q9V3B6N1C5D0FC", "workflow", "Fog signal")
    assert found.layer == "project:lighthouse"


def test_level_0_unknown_fields_are_tolerated(keeper):
    assert note(keeper, LAMP).title == "The lamp is an LED array"
    assert not any("x_station" in warning for warning in note(keeper, LAMP).warnings)


def test_a_store_of_the_spec_opens_and_survives_every_reading_byte_for_byte(keeper, top):
    before = files(top)
    recall(keeper, RecallRequest("lamp warm up"))
    for handle in ("lamp", "fog-signal", "keepers-rules", "fog-log-of-may", "lamp-is-halogen"):
        note(keeper, handle)
    assert lint(keeper, LintRequest()).errors == 0
    reindex(keeper, ReindexRequest())
    doctor(keeper, DoctorRequest())
    assert files(top) == before


def test_a_store_of_the_spec_lints_sensibly(keeper):
    found = {(Path(one.path).name, one.code) for one in lint(keeper, LintRequest(strict=True)).problems}
    assert found == {
        ("fog-log-of-may.md", "SN301"),
        ("lamp-is-led.md", "SN105"),
        ("lamp-is-led.md", "SN214"),
    }


def test_a_change_through_a_door_keeps_every_other_byte(keeper, top):
    path = top / ".saga" / "topics" / "lamp-is-led.md"
    before = path.read_text()
    update(keeper, UpdateRequest("lamp", add_tags=("array",)))
    now = path.read_text()
    changed = [row for row in before.splitlines() if row not in now.splitlines()]
    assert changed == ["tags: [lamp, hardware]", "updated_at: 2025-08-12T16:45:10Z"]
    assert "x_station: {code: 17, keepers: [ada, bo]}   # of the station's own tool" in now
    undo(keeper, UndoRequest())
    assert path.read_text() == before


def test_every_file_of_the_store_can_be_taken_apart_and_put_together_again(top):
    for data in files(top).values():
        same = parse_note(data)
        for field in ("title", "tags", "relations", "references"):
            assert edit_note(data, {field: getattr(same, field)}, body=same.body) is data


# --- level 1: pure metadata ------------------------------------------------------------------------------------------


def test_level_1_the_six_relations_are_read_and_shown_from_both_ends(keeper):
    views = [view for handle in ("lamp", "lamp-is-halogen", "fog-signal") for view in note(keeper, handle).relations]
    assert {view.op for view in views if view.direction == "out"} == SIX
    assert all(view.id for view in views)
    back = {view.word for view in note(keeper, "lamp").relations if view.direction == "in"}
    assert {"source_of", "replacement_for"} <= back


def test_level_1_what_is_superseded_gives_way_to_what_replaces_it(keeper):
    found = titles(keeper, "halogen lamp minutes to warm up")
    assert "The lamp is an LED array" in found
    assert "The lamp is a halogen bulb" not in found


def test_level_1_what_is_deprecated_ranks_behind(keeper, top):
    head = "id: 01HZX4T8M2R7Q9V3B6N1C5D0F{}\ntype: topic\ntitle: Buoy {}\ncreated_at: 2025-01-01T00:00:00Z\nupdated_at: 2025-01-01T00:00:00Z\n"
    by_hand(
        top,
        "buoy-a",
        head.format("G", "A") + 'relations:\n  - op: "@deprecated"\n    target: buoy-b\n',
        "Buoys are anchored.\n",
    )
    by_hand(top, "buoy-b", head.format("H", "B"), "Buoys are anchored.\n")
    assert titles(keeper, "buoys anchored") == ["Buoy B", "Buoy A"]


def test_level_1_circles_are_refused_and_found(keeper, top):
    with pytest.raises(SagacityError, match="circle"):
        link(keeper, LinkRequest("lamp-is-halogen", "supersedes", "lamp"))
    path = top / ".saga" / "topics" / "lamp-is-halogen.md"
    path.write_text(path.read_text().replace('"@deprecated"', '"@supersedes"'))
    assert "SN307" in codes(keeper)


@pytest.mark.parametrize(
    "target",
    [
        "keepers-rules",
        "01HZX4T8M2R7Q9V3B6N1C5D0FD",
        "Keepers' rules",
        "project:keepers-rules",
        "project:lighthouse:keepers-rules",
    ],
)
def test_level_1_targets_are_ids_slugs_synonyms_and_slugs_of_a_layer(keeper, top, target):
    path = top / ".saga" / "topics" / "fog-signal.md"
    path.write_text(path.read_text().replace("target: keepers-rules", f'target: "{target}"'))
    views = [view for view in note(keeper, "fog-signal").relations if view.op == "refines"]
    assert [view.title for view in views] == ["Keepers' rules"]
    assert "SN304" not in codes(keeper)


# --- level 2: reference ----------------------------------------------------------------------------------------------


def test_level_2_confidence_ranks(keeper, top):
    head = "id: 01HZX4T8M2R7Q9V3B6N1C5D0F{}\ntype: topic\ntitle: Tide {}\nconfidence: {}\ncreated_at: 2025-01-01T00:00:00Z\nupdated_at: 2025-01-01T00:00:00Z\n"
    by_hand(top, "tide-a", head.format("G", "A", "proposed"), "The tide table hangs in the hall.\n")
    by_hand(top, "tide-b", head.format("H", "B", "canonical"), "The tide table hangs in the hall.\n")
    assert titles(keeper, "tide table hall") == ["Tide B", "Tide A"]


def test_level_2_what_is_archived_is_not_brought(keeper):
    assert "Fog log of May" not in titles(keeper, "two blasts a minute given by mistake")
    assert "Fog log of May" in titles(keeper, "two blasts a minute given by mistake", with_=("archived",))


def test_level_2_lint_covers_dangling_circles_types_and_sensitivity(keeper, top):
    by_hand(
        top,
        "odd",
        'id: X1\ntype: gizmo\ntitle: Odd\nsensitivity: secret\nrelations:\n  - op: "@refines"\n    target: nothing\n',
    )
    meta = top / ".saga" / "meta.yml"
    meta.write_text(meta.read_text().replace("sensitivity_default: internal", "sensitivity_default: confidential"))
    path = top / ".saga" / "topics" / "lamp-is-halogen.md"
    path.write_text(path.read_text().replace('"@deprecated"', '"@supersedes"'))
    assert {"SN202", "SN212", "SN304", "SN307", "SN603"} <= codes(keeper)


def test_level_2_what_can_be_done_is_declared_and_no_more(keeper):
    told = capabilities(keeper, CapabilitiesRequest())
    assert (told.spec.version, told.spec.levels) == ("1.1", ("0 Reader", "1 Pure-metadata", "2 Reference"))
    assert {one.op for one in told.relations} >= SIX
    assert told.runs == ()


# --- what holds at every level ---------------------------------------------------------------------------------------


def test_must_refuse_an_unknown_major_version(keeper, top):
    path = by_hand(top, "future", "id: 01HZX4T8M2R7Q9V3B6N1C5D0FG\ntype: topic\ntitle: Future\nsaga_spec: 2.0\n")
    before = path.read_bytes()
    assert codes(keeper, str(path)) == {"SN009"}
    with pytest.raises(SagacityError) as caught:
        update(keeper, UpdateRequest("future", add_tags=("x",)))
    assert caught.value.code == "refused"
    assert path.read_bytes() == before


def test_must_say_when_a_note_is_only_partly_supported(keeper, top):
    by_hand(
        top,
        "needs",
        "id: 01HZX4T8M2R7Q9V3B6N1C5D0FG\ntype: topic\ntitle: Needs\nrequires:\n  spec: 1.0\n  operators: ['@synthesize', '@refines']\n  cognition: [llm_inference]\n",
    )
    assert note(keeper, "needs").warnings == (
        "only partly supported here: it requires operators @synthesize",
        "only partly supported here: it requires cognition llm_inference",
    )
    assert "SN217" in codes(keeper, "needs")
    assert note(keeper, "fog-signal").warnings == ()


def test_must_ask_which_is_meant_where_a_name_is_ambiguous(keeper, top):
    head = "id: 01HZX4T8M2R7Q9V3B6N1C5D0F{}\ntype: topic\ntitle: Twin\n"
    by_hand(top, "twin-a", head.format("G"))
    by_hand(top, "twin-b", head.format("H"))
    with pytest.raises(SagacityError) as caught:
        note(keeper, "Twin")
    assert caught.value.code == "ambiguous"
    assert len(caught.value.candidates) == 2


def test_must_not_shadow_in_silence_across_layers(keeper):
    recall(keeper, RecallRequest())
    put(keeper, "Another signal", title="Fog signal", type="fact", project="none")
    [warning] = note(keeper, "fog-signal").warnings
    assert "the same name stands in" in warning
    assert "SN108" in codes(keeper)


def test_must_not_leak_across_scopes(keeper, machine):
    elsewhere = machine.work / "harbour"
    repository(elsewhere)
    there = machine.app(elsewhere)
    note(keeper, "lamp")
    assert titles(there, "lamp LED array watts") == []
    with pytest.raises(SagacityError):
        note(there, "lamp-is-led")


def test_must_keep_confidential_notes_from_programs(machine, top):
    path = top / ".saga" / "topics" / "keepers-rules.md"
    path.write_text(path.read_text().replace("sensitivity: internal", "sensitivity: confidential"))
    agent = machine.app(top, door="python", origin="agent_inferred")
    assert "Keepers' rules" not in titles(agent, "never switch the lamp off between dusk and dawn")


def test_must_keep_the_id_and_the_old_name_through_a_rename(keeper, top):
    update(keeper, UpdateRequest("fog-signal", title="Signals in fog"))
    now = note(keeper, "fog-signal")
    assert (now.id, now.slug) == ("01HZX4T8M2R7Q9V3B6N1C5D0FC", "signals-in-fog")
    assert "fog-signal" in now.synonyms
    assert "SN304" not in codes(keeper)
