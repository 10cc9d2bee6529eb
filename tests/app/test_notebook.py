"""The history of a design as a document, for somebody who was not there."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

import pytest

from sagacity.app.export import export
from sagacity.app.exporting import ExportRequest
from sagacity.app.forget import forget
from sagacity.app.init import init
from sagacity.app.link import link
from sagacity.app.reindex import reindex
from sagacity.app.requests import ForgetRequest, InitRequest, LinkRequest, ReindexRequest
from sagacity.core.errors import SagacityError
from sagacity.core.markdown import embedded
from tests.app.conftest import Machine, RunningClock, put, repository
from tests.app.finished import LINKS, NOTES, PLAN, tell

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "export-example.md"
REWRITE = bool(os.environ.get("REWRITE_TRANSCRIPTS"))


@pytest.fixture(scope="module")
def told():
    """(the application on a store of forty notes, the notebook of its finished plan)."""
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder).resolve()
        (top / "work").mkdir()
        machine = Machine(top / ".sagacity", top / "work", RunningClock(), os.urandom)
        app = tell(machine)
        yield app, export(app, ExportRequest(handle=PLAN))
        machine.close()


def section(text, title):
    return text.split(f"\n## {title}\n")[1].split("\n## ")[0]


def page(app, handle, **fields):
    return export(app, ExportRequest(handle=handle, **fields)).text


def refusal(app, handle, **fields):
    with pytest.raises(SagacityError) as caught:
        export(app, ExportRequest(handle=handle, **fields))
    return caught.value


def test_the_manual_shows_the_notebook_of_a_finished_plan(told):
    if REWRITE:
        EXAMPLE.write_text(told[1].text)
    assert told[1].text == EXAMPLE.read_text(), "REWRITE_TRANSCRIPTS=1 writes it anew; read the difference"


def test_it_holds_what_belongs_to_the_design_and_nothing_else(told):
    _, result = told
    titles = re.findall(r"^### (.*)$", result.text, re.MULTILINE)
    strangers = {"Wishlists", "Product photos as WebP", "Answers in short sentences", "The office has a new door code"}
    assert len(NOTES) == 40
    assert len(titles) == len(set(titles)) == result.notes == 29
    assert strangers.isdisjoint(titles)
    assert "Cost of an invoice" not in result.text
    assert result.left_out == ("1 confidential note left out",)
    assert "\n- 1 confidential note left out\n" in result.text


def test_it_says_who_did_what_when_and_why(told):
    text = told[1].text
    assert "The plan was completed on 2026-04-13." in text
    assert "7 tasks (6 complete), 4 decisions (1 given up later), 4 incidents and 4 lessons" in text
    assert re.search(r"\| \[Write the job table\]\S* \| complete \|  \| 2026-03-13 \| .*411> \|", text)
    assert "- supersedes [Queue in Redis](#n-" in section(text, "Decisions")
    assert "): the session Redis loses what it holds" in section(text, "Decisions")
    assert "- caused by [Queue in Redis](" in section(text, "What went wrong")
    assert "what must not be lost does not go into the session Redis" in section(text, "Lessons")
    assert "- <https://github.com/example/shop/pull/418>: [Worker that makes" in section(text, "Pull requests")
    assert "- `shop/worker.py:1-3`, holds: [Invoices by mail](" in section(text, "Evidence")
    assert "- `shop/pdf.py:1-2`, is gone" in section(text, "Evidence")
    days = re.findall(r"^- (\d{4}-\d\d-\d\d) · ", section(text, "Timeline"), re.MULTILINE)
    assert days == sorted(days)
    assert "decision [Queue in PostgreSQL with SKIP LOCKED]" in section(text, "Timeline")


def test_every_part_names_its_note_and_every_link_leads_somewhere(told):
    text = told[1].text
    places = re.findall(r'<a id="([\w-]+)"></a>', text)
    assert len(places) == len(set(places))
    assert set(re.findall(r"\]\(#([\w-]+)\)", text)) <= set(places)
    for entry in text.split("\n### ")[1:]:
        assert re.match(r".*\n\n\*.*\* · `[0-9A-Z]{7}`\n", entry), entry[:80]


def test_the_same_store_makes_the_same_bytes(told):
    app, result = told
    assert page(app, PLAN) == result.text
    reindex(app, ReindexRequest())
    assert page(app, PLAN) == result.text
    root = next(link for link in LINKS if link[0] == PLAN)
    assert page(app, root[2]) != result.text


def test_what_hangs_together_only_through_a_person_stays_out(told):
    app, _ = told
    assert "Product photos" not in page(app, PLAN, depth=6)
    assert "Product photos" in page(app, "mira", depth=1)


def test_a_text_nobody_approved_is_marked_and_quoted(machine):
    app = machine.app()
    put(app, "the plan", title="Plan", type="plan")
    put(
        machine.app(door="mcp", origin="agent_external"), "# Do this\n```\nleft open", title="From the web", type="fact"
    )
    link(app, LinkRequest(source="plan", op="governed_by", target="from-the-web"))
    text = page(app, "plan")
    assert "**Nobody has approved this text:**\n\n> #### Do this\n> ```\n> left open\n> ```\n" in text


def test_an_agent_hears_nothing_confidential_either(machine, app):
    put(app, "the plan", title="Plan", type="plan")
    put(app, "hush", title="Hidden", type="decision", sensitivity="confidential")
    link(app, LinkRequest(source="plan", op="relates_to", target="hidden"))
    for one in (app, machine.app(door="cli", origin="agent_inferred")):
        result = export(one, ExportRequest(handle="plan"))
        assert "Hidden" not in result.text
        assert result.left_out == ("1 confidential note left out",)
        assert refusal(one, "hidden").code == "refused"


def test_a_secret_that_a_person_let_pass_is_masked(machine, app):
    put(app, "the plan", title="Plan", type="plan")
    path = machine.home / "personal" / "notes" / "plan.md"
    path.write_text(path.read_text().replace("the plan", "token ghp_" + "a1B2" * 9))
    assert "ghp_" not in page(app, "plan")
    assert "a secret stood here" in page(app, "plan")


def test_a_target_that_was_deleted_is_said(app):
    put(app, "the plan", title="Plan", type="plan")
    put(app, "gone soon", title="Old way", type="decision")
    link(app, LinkRequest(source="plan", op="supersedes", target="old-way", note="too slow"))
    forget(app, ForgetRequest(handles=("old-way",), how="delete"))
    assert re.search(r"- supersedes Old way \(deleted \d{4}-\d\d-\d\d\)\n", page(app, "plan"))


def test_how_a_confidential_note_was_called_is_not_said_after_its_end(app):
    put(app, "the plan", title="Plan", type="plan")
    put(app, "gone soon", title="Secret way", type="decision", sensitivity="confidential")
    link(app, LinkRequest(source="plan", op="supersedes", target="secret-way"))
    forget(app, ForgetRequest(handles=("secret-way",), how="delete"))
    assert "Secret way" not in page(app, "plan")
    assert "(deleted " in page(app, "plan")


def test_it_is_written_where_it_was_asked_for_and_over_nothing(machine, app):
    put(app, "the plan", title="Ship it", type="plan")
    target = machine.work / "deep" / "history.md"
    done = export(app, ExportRequest(handle="ship-it", output=str(target)))
    assert (done.text, done.path) == ("", str(target))
    assert target.read_text() == page(app, "ship-it")
    target.write_text("mine")
    assert refusal(app, "ship-it", output=str(target)).code == "refused"
    assert target.read_text() == "mine"
    export(app, ExportRequest(handle="ship-it", output=str(target), force=True))
    assert target.read_text() != "mine"
    assert export(app, ExportRequest(handle="ship-it", output="deep")).path.endswith("/deep/ship-it-notebook.md")
    assert sorted(path.name for path in target.parent.iterdir()) == ["history.md", "ship-it-notebook.md"]


@pytest.mark.needs("user")
def test_what_cannot_be_written_is_one_line(machine, app):
    repository(machine.work / "code")
    there = machine.app(machine.work / "code")
    init(there, InitRequest())
    put(app, "the plan", title="Ship it", type="plan")
    (machine.work / "locked").mkdir(mode=0o500)
    (machine.work / "taken.md").mkdir()
    (machine.work / "taken.md" / "ship-it-notebook.md").mkdir()
    os.mkfifo(machine.work / "pipe")
    for output, code in (
        (machine.home / "personal" / "notes" / "x.md", "refused"),
        (machine.home / "x.md", "refused"),
        (machine.work / "code" / ".sagacity" / "notes" / "x.md", "refused"),
        (machine.work / "locked" / "x.md", "degraded"),
        (machine.work / "taken.md", "invalid"),
        (machine.work / "pipe", "invalid"),
        ("a\0b", "invalid"),
    ):
        error = refusal(there, "ship-it", output=str(output))
        assert (error.code, "\n" in error.message) == (code, False), output


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("# Title\n\ntext", "text"),
        ("## One\n\n### Two", "#### One\n\n##### Two"),
        ("Head\n====\n\nmore\n---\n", "#### Head\n\n##### more"),
        ("- item\n---\ntext", "- item\n---\ntext"),
        ("```\n# no heading <b>\n[[a]]", "```\n# no heading <b>\n[[a]]\n```"),
        ("~~~~\n~~~\nx\n~~~~\n# y", "~~~~\n~~~\nx\n~~~~\n#### y"),
        ("<details> `<b>` <https://x.org> a < b", "\\<details> `<b>` <https://x.org> a < b"),
        ("<!-- \nhidden", "\\<!-- \nhidden"),
        ("see [[a note]], [[A-Note|that]] and [[other]]", "see [A](#n-a), [that](#n-a) and [[other]]"),
        ("a\u202eb\x00c\r\nd", "abc\nd"),
    ],
)
def test_a_body_stays_in_its_place(body, said):
    found = embedded(body, below=3, title="Title", places={"a note": ("#n-a", "A")})
    assert found.replace("\ufffd", "") == said
