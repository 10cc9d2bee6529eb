"""One Obsidian vault over all layers."""

from __future__ import annotations

import json
import os

import pytest
import yaml

from sagacity.app.exporting import VaultRequest
from sagacity.app.forget import forget
from sagacity.app.init import init
from sagacity.app.link import link
from sagacity.app.requests import ForgetRequest, InitRequest, LinkRequest, UpdateRequest
from sagacity.app.update import update
from sagacity.app.vault import vault
from sagacity.core.errors import SagacityError
from sagacity.core.looks import all_colors
from tests.app.conftest import put, repository


@pytest.fixture
def app(machine):
    """A person in a project with a layer, and three notes that hang together."""
    repository(machine.work / "shop")
    app = machine.app(machine.work / "shop")
    init(app, InitRequest())
    put(app, "The old way", title="Builds use yarn", type="convention", synonyms=("yarn",), project="shop")
    put(app, "The new way", title="Builds use pnpm", type="convention", project="shop")
    put(app, "Why", title="Faster builds | [v2]", type="decision", layer="project")
    link(app, LinkRequest(source="builds-use-pnpm", op="supersedes", target="builds-use-yarn", note="slow"))
    link(app, LinkRequest(source="faster-builds-v2", op="cause_of", target="builds-use-pnpm"))
    return app


@pytest.fixture
def folder(machine):
    return machine.work / "vault"


def made(app, folder, **fields):
    return vault(app, VaultRequest(path=str(folder), **fields))


def frontmatter(path):
    return yaml.safe_load(path.read_text().split("---\n")[1])


def find(folder, name):
    [path] = folder.rglob(name)
    return path


def state(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refusal(app, folder, **fields):
    with pytest.raises(SagacityError) as caught:
        made(app, folder, **fields)
    return caught.value


def test_relations_are_links_that_the_graph_draws(app, folder):
    done = made(app, folder)
    assert (done.notes, done.kept, done.left_out, done.applied) == (3, (), (), True)
    new = find(folder, "builds-use-pnpm.md")
    old = find(folder, "builds-use-yarn.md").relative_to(folder).as_posix().removesuffix(".md")
    why = find(folder, "faster-builds-v2.md").relative_to(folder).as_posix().removesuffix(".md")
    fields = frontmatter(new)
    assert why.startswith("project-shop/")
    assert fields["rel_supersedes"] == [f"[[{old}|Builds use yarn]]"]
    assert fields["rel_caused_by"] == [f"[[{why}|Faster builds v2]]"]
    assert frontmatter(find(folder, "builds-use-yarn.md"))["aliases"] == ["Builds use yarn", "yarn"]
    assert "rel_superseded_by" not in frontmatter(find(folder, "builds-use-yarn.md"))
    for link_ in (*fields["rel_supersedes"], *fields["rel_caused_by"]):
        assert (folder / f"{link_[2:].partition('|')[0]}.md").is_file()


def test_types_and_projects_have_a_page(app, folder):
    forget(app, ForgetRequest(handles=("builds-use-yarn",), how="archive"))
    made(app, folder)
    page = (folder / "_index" / "types" / "convention.md").read_text()
    assert page.startswith("# convention\n\n2 notes\n")
    assert page.count("\n- [[personal/") == 2
    assert "Builds use yarn]] (archived)" in page
    assert "Faster builds" not in (folder / "_index" / "projects" / "shop.md").read_text().partition("\n- ")[0]
    home = (folder / "_index" / "home.md").read_text()
    assert "- [[_index/types/decision|decision]] (1)" in home
    assert "- [[_index/projects/shop|shop]] (" in home


def test_again_there_is_nothing_to_do(app, folder):
    first = made(app, folder)
    before = {path: os.stat(path).st_mtime_ns for path in folder.rglob("*.md")}
    again = made(app, folder)
    assert (first.created, again.created, again.updated, again.removed) == (again.unchanged, 0, 0, 0)
    assert {path: os.stat(path).st_mtime_ns for path in folder.rglob("*.md")} == before


def test_only_what_changed_is_written_and_what_is_gone_goes(app, folder):
    made(app, folder)
    update(app, UpdateRequest(handle="builds-use-pnpm", content="The newest way"))
    forget(app, ForgetRequest(handles=("faster-builds-v2",), how="delete"))
    looked = made(app, folder, dry_run=True)
    assert not looked.applied
    assert "newest" not in find(folder, "builds-use-pnpm.md").read_text()
    assert (folder / "project-shop").is_dir()
    done = made(app, folder)
    counts = ("created", "updated", "unchanged", "removed", "kept")
    assert [getattr(done, one) for one in counts] == [getattr(looked, one) for one in counts]
    assert (done.created, done.removed) == (0, 2)
    assert "newest" in find(folder, "builds-use-pnpm.md").read_text()
    assert not (folder / "project-shop").exists()


def test_what_a_person_did_in_the_vault_stays_and_is_said(app, folder):
    made(app, folder)
    new, old = find(folder, "builds-use-pnpm.md"), find(folder, "builds-use-yarn.md")
    new.write_text("mine now")
    (folder / "personal" / "diary.md").write_text("dear diary")
    (folder / ".obsidian" / "app.json").write_text("{}")
    place = new.relative_to(folder).as_posix()
    assert made(app, folder).kept == (f"{place} was changed here",)
    assert new.read_text() == "mine now"
    assert (folder / ".obsidian" / "app.json").read_text() == "{}"
    forget(app, ForgetRequest(handles=("builds-use-pnpm", "builds-use-yarn"), how="delete"))
    assert f"{place} was changed here" in made(app, folder).kept
    assert not old.exists()
    assert new.read_text() == "mine now"
    assert (folder / "personal" / "diary.md").read_text() == "dear diary"
    assert made(app, folder).kept == ()


def test_a_note_with_the_name_of_somebody_elses_file_does_not_take_its_place(app, folder):
    (folder / ".obsidian").mkdir(parents=True)
    (folder / "project-shop").mkdir()
    (folder / "project-shop" / "faster-builds-v2.md").write_text("theirs")
    done = made(app, folder)
    assert done.kept == ("project-shop/faster-builds-v2.md is not ours",)
    assert (folder / "project-shop" / "faster-builds-v2.md").read_text() == "theirs"


def test_links_lead_to_the_files_themselves(app, folder):
    made(app, folder, link=True)
    new = find(folder, "builds-use-pnpm.md")
    assert new.is_symlink()
    assert new.read_text().endswith("The new way\n")
    before = os.readlink(new)
    assert made(app, folder, link=True).updated == 0
    assert os.readlink(new) == before
    done = made(app, folder)
    assert not new.is_symlink()
    assert done.updated == 3
    assert "rel_supersedes" in new.read_text()


def test_a_folder_that_became_a_link_is_not_followed(app, machine, folder):
    made(app, folder)
    victim = machine.work / "victim"
    victim.mkdir()
    find(folder, "faster-builds-v2.md").unlink()
    (folder / "project-shop").rmdir()
    (folder / "project-shop").symlink_to(victim)
    assert made(app, folder).kept == ("project-shop/faster-builds-v2.md something else is in the way",)
    assert list(victim.iterdir()) == []


def test_what_must_stay_is_not_in_it(app, machine, folder):
    put(app, "hush", title="Hidden", type="preference", sensitivity="confidential")
    link(app, LinkRequest(source="builds-use-pnpm", op="relates_to", target="hidden"))
    done = made(app, folder)
    assert done.left_out == ("1 confidential note left out",)
    assert "Hidden" not in "".join(data.decode() for data in state(folder).values())
    assert made(app, folder, include_confidential=True).created >= 1
    made(app, folder)
    assert "hush" not in "".join(data.decode() for data in state(folder).values())
    agent = machine.app(machine.work / "shop", origin="agent_inferred")
    assert refusal(agent, folder, include_confidential=True).code == "refused"


def test_a_file_that_only_a_person_may_edit_is_copied_as_it_is(app, machine, folder):
    path = machine.home / "personal" / "notes" / "odd.md"
    data = b"---\ntitle: Odd\naliases: [mine]\n---\nplain\n"
    path.write_bytes(data)
    made(app, folder)
    assert (folder / "personal" / "odd.md").read_bytes() == data


def test_a_new_vault_begins_with_a_graph_coloured_by_type(app, folder):
    made(app, folder)
    graph = json.loads((folder / ".obsidian" / "graph.json").read_text())
    assert [group["query"] for group in graph["colorGroups"]] == [f'["type":{name}]' for name, _ in all_colors()]
    assert len({color for _, color in all_colors()}) == len(all_colors())


@pytest.mark.needs("user")
def test_what_is_no_place_for_a_vault_is_refused_in_a_line(app, machine, folder):
    folder.mkdir()
    (folder / "thesis.tex").write_text("x")
    (machine.work / "locked").mkdir(mode=0o500)
    for path, code in (
        (folder, "refused"),
        (folder / "thesis.tex", "invalid"),
        (machine.home / "personal", "refused"),
        (machine.work / "shop" / ".sagacity", "refused"),
        (machine.work / "locked" / "vault", "degraded"),
    ):
        error = refusal(app, path)
        assert (error.code, "\n" in error.message) == (code, False), path
    assert state(folder) == {"thesis.tex": b"x"}
