"""What the best notes call by name, and what links do to the order: they may help, and never harm."""

from __future__ import annotations

import random

import pytest

from sagacity.app.forget import forget
from sagacity.app.found import Question
from sagacity.app.kin import HELD, MOST
from sagacity.app.link import link
from sagacity.app.prompt import prompt_block
from sagacity.app.recall import recall
from sagacity.app.remember import remember
from sagacity.app.requests import ForgetRequest, LinkRequest, RecallRequest, RelationInput, RememberRequest
from sagacity.app.scope import here
from sagacity.app.search import search
from tests.app.conftest import Machine

ASKED = "who owns the ledger export"
RELATED = "is away in May, says Mireille Dubois"


def put(app, content, **fields):
    return remember(app, RememberRequest(content=content, **fields)).notes[0]


def titles(app, query, **fields):
    return [hit.title for hit in recall(app, RecallRequest(query=query, **fields)).results]


def seed(app, **fields):
    return put(app, "The ledger export is owned by Mireille Dubois.", title="Ledger export", **fields)


def test_a_note_that_holds_a_rare_name_of_the_best_is_found_and_says_why(app):
    seed(app)
    put(app, "Ask for Mireille Dubois at the desk.", title="Holidays")
    put(app, "Tabs for indentation.", title="Style")
    found = recall(app, RecallRequest(query=ASKED)).results
    assert [hit.title for hit in found] == ["Ledger export", "Holidays"]
    assert found[1].why == "names 'Mireille Dubois', as 'Ledger export' does"


def test_a_note_whose_title_the_best_mentions_is_found(app):
    put(app, "The ledger export waits for the `settlement_window` first.", title="Ledger export")
    put(app, "Opens at four and closes at six.", title="settlement_window")
    assert titles(app, ASKED) == ["Ledger export", "settlement_window"]


def test_a_note_that_mentions_the_best_by_its_title_is_found(app):
    put(app, "Waits for the window first.", title="Tidewater sync")
    put(app, "Turned off in May, as was Tidewater sync.", title="Quiet days")
    assert titles(app, "what waits for the window") == ["Tidewater sync", "Quiet days"]


def test_a_name_that_many_notes_hold_leads_nowhere(app):
    seed(app)
    for number in range(MOST + 1):
        put(app, f"Mireille Dubois did thing {number}.", title=f"Thing {number}")
    assert titles(app, ASKED) == ["Ledger export"]


def test_a_record_of_an_occasion_leads_nowhere(app):
    seed(app, type="observation")
    put(app, RELATED, title="Absences")
    assert titles(app, ASKED) == ["Ledger export"]


def test_a_replaced_note_is_not_found_by_name_and_its_replacement_is(app):
    seed(app)
    old = put(app, RELATED, title="Old absences")
    put(app, f"No longer {RELATED}", title="Absences", relations=(RelationInput("supersedes", old.id),))
    assert titles(app, ASKED) == ["Ledger export", "Absences"]


def test_the_first_keep_their_places(app):
    for number in range(HELD + 2):
        put(app, f"The ledger export, part {number}, of Mireille Dubois.", title=f"Ledger export {number}")
    put(app, f"{RELATED} and Oskar", title="Absences")
    plain = search(app, question(app, kin=False), here(app)).results
    kin = search(app, question(app), here(app)).results
    assert [one.row.id for one in kin[:HELD]] == [one.row.id for one in plain[:HELD]]
    assert "Absences" in [one.row.title for one in kin[HELD:]]


def test_a_prompt_is_answered_without_reading_for_names(app):
    seed(app)
    put(app, RELATED, title="Absences")
    assert "Absences" not in prompt_block(app, "ledger export owned", max_chars=9000).text


def question(app, **fields):
    return Question(**{"text": ASKED, "filters": here(app).filters, "limit": 10, **fields})


FILTERS = [
    {"types": ("decision",)},
    {"types": ("learning/gotcha", "decision")},
    {"tags": ("money",)},
    {"status": ("pending",)},
    {"since_ms": 1},
    {"until_ms": 4_000_000_000_000},
    {"min_trust": 1},
    {"projects": ()},
    {"confidential": True},
    {"archived": True},
]


@pytest.mark.parametrize("conditions", FILTERS, ids=str)
def test_no_note_that_fails_a_filter_is_found_by_any_way(app, conditions):
    own = {"type": "decision", "tags": ("money",)}
    best = seed(app, **own)
    kinds: list[dict] = [
        {}, own, {"type": "learning/gotcha"}, {"type": "plan", "status": "pending"}, {"project": "bank"},
        {"sensitivity": "confidential"}, {"tags": ("other",)}, own,
    ]  # fmt: skip
    for number, fields in enumerate(kinds):
        relations = (RelationInput("mentions", best.id),) if number % 2 else ()
        note = put(app, f"{RELATED} {number}", title=f"Absence {number}", relations=relations, **fields)
    forget(app, ForgetRequest((note.id,)))
    filters = here(app).filters.replace(**conditions)
    found = search(app, question(app, filters=filters), here(app)).results
    assert {one.row.key for one in found} == app.index.passing([one.row.key for one in found], filters)
    assert len(found) > 1 or "status" in conditions


def known_items(app) -> list[tuple[str, str, str]]:
    """(question, title, id) of notes of random words that name eight people."""
    chance = random.Random(3)
    words = ["".join(chance.choices("bcdfglmnprst", k=3)) + f"o{number}" for number in range(40)]
    items = []
    for number in range(24):
        said = chance.sample(words, 6)
        note = put(app, f"{' '.join(said)} by Ada Holm{number % 8}", title=f"Item {number}")
        items.append((" ".join(said[:4]), f"Item {number}", note.id))
    return items


def ranks(app, items, **fields) -> list[int]:
    """Where each known note stands, 99 when it is not there."""
    found = []
    for asked, title, _ in items:
        results = search(app, question(app, text=asked, **fields), here(app)).results
        found.append(next((at for at, one in enumerate(results, 1) if one.row.title == title), 99))
    return found


def test_following_our_advice_ranks_no_known_note_worse(app):
    items = known_items(app)
    plain = ranks(app, items, kin=False)
    named = ranks(app, items)
    assert all(new <= old or old > HELD for new, old in zip(named, plain, strict=True))
    for (_, _, source), (_, _, target) in zip(items, items[5:], strict=False):
        link(app, LinkRequest(source, "relates_to", target))
    linked = ranks(app, items)
    assert [rank == 1 for rank in linked] == [rank == 1 for rank in plain]
    assert sum(1 / rank for rank in linked) >= sum(1 / rank for rank in plain)


def test_what_is_found_does_not_depend_on_the_order_in_which_notes_came(machine):
    bodies = [(f"The ledger export, part {number}, of Ada Holm{number % 3}.", f"Part {number}") for number in range(7)]
    bodies += [(f"Ada Holm{number % 3} was here {number}", f"Visit {number}") for number in range(6)]
    found = []
    for folder, order in (("one", bodies), ("two", bodies[::-1])):
        app = Machine(machine.home / folder, machine.work, machine.clock, machine.random_bytes).app()
        for body, title in order:
            put(app, body, title=title)
        found.append({hit.title: hit.why for hit in recall(app, RecallRequest(query=ASKED, limit=20)).results})
        app.index.close()
        app.journal.close()
    assert found[0] == found[1]


def test_an_untrusted_note_leads_nowhere(app, machine):
    put(app, "Opens at four.", title="Counter")
    trap = {"title": "Ledger export steps", "relations": (RelationInput("relates_to", "Counter"),)}
    put(machine.app(door="python", origin="import:0"), "Steps of the ledger export.", **trap)
    assert titles(app, "steps of the ledger export") == ["Ledger export steps"]
    put(app, "Steps of the ledger import.", **{**trap, "title": "Ledger import steps"})
    assert "Counter" in titles(app, "steps of the ledger import")


def test_what_a_replacement_is_linked_with_says_its_title(app):
    put(app, "Opens at four.", title="Counter")
    old = put(app, "Steps of the ledger export.", title="Ledger export steps")
    put(
        app,
        "Nothing of the kind.",
        title="Batch job",
        relations=(RelationInput("supersedes", old.id), RelationInput("relates_to", "Counter")),
    )
    found = {hit.title: hit.why for hit in recall(app, RecallRequest(query="steps of the ledger export")).results}
    assert found["Counter"] == "linked with 'Batch job'"


def test_a_rare_tag_leads_on_and_a_common_one_does_not(app):
    put(app, "The ledger export waits for four.", title="Ledger export", tags=("tidewater", "ops"))
    put(app, "Opens at four.", title="Counter", tags=("tidewater",))
    for number in range(MOST + 1):
        put(app, f"Thing {number} is turned off.", title=f"Matter {number}", tags=("ops",))
    assert titles(app, "ledger export") == ["Ledger export", "Counter"]
