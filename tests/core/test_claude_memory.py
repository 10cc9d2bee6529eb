"""Drafts of notes from the memory files of Claude Code."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.claude_memory import MEMORY as AGENTS
from sagacity.core.claude_memory import Source, imports_of, imprint, project_of
from sagacity.core.claude_memory import drafts_of as drafts_of_sources
from sagacity.core.notefile import parse_note, render_note

MEMORY = "projects/-home-ann-shop/memory/"
SHOP = (("shop", "/home/ann/shop"),)


def drafts_of(files, projects):
    kinds = {True: {"kind": AGENTS}, False: {}}
    return drafts_of_sources(
        [Source(path, text, **kinds[path.startswith("projects/")]) for path, text in files], projects
    )


def drafts(path, text, projects=SHOP):
    return drafts_of([(path, text)], projects).drafts


def test_each_section_of_the_instructions_is_a_convention():
    text = "# All my rules\n\nBe brief.\n\n## Testing ##\n\n- make test\n\n```\n## code\n```\n\n## Empty\n\n## Deploy\nby hand\n"
    found = drafts("CLAUDE.md", text)
    assert [(one.key, one.title, one.line, one.type) for one in found] == [
        ("CLAUDE.md", "All my rules", 3, "convention"),
        ("CLAUDE.md#testing", "Testing", 7, "convention"),
        ("CLAUDE.md#deploy", "Deploy", 16, "convention"),
    ]
    assert found[1].body == "- make test\n\n```\n## code\n```"
    assert {one.tags for one in found} == {("claude-md",)}


@pytest.mark.parametrize(
    ("path", "text", "title", "body"),
    [
        ("CLAUDE.md", "Be brief.\n", "CLAUDE.md", "Be brief."),
        ("CLAUDE.md", "# Rules\nBe brief.\n", "Rules", "Be brief."),
        ("CLAUDE.md", "\ufeff# Rules\r\nBe brief.\r\n", "Rules", "Be brief."),
        ("rules/type-script.md", "Be strict.\n", "Type script", "Be strict."),
        ("house-style.md", "Be strict.\n", "House style", "Be strict."),
        ("shop:sub/CLAUDE.md", "Be strict.\n", "shop:sub/CLAUDE.md", "Be strict."),
        (
            "rules/a.md",
            '---\npaths: ["src/**", lib]\n---\n\nBe strict.\n\n',
            "A",
            "Be strict.\n\nApplies to: src/**, lib",
        ),
    ],
)
def test_a_file_without_sections_is_one_note(path, text, title, body):
    (one,) = drafts(path, text)
    assert (one.key, one.title, one.body) == (path, title, body)


def test_headings_that_come_twice_have_keys_of_their_own():
    keys = [one.key for one in drafts("CLAUDE.md", "## A\n1\n## A\n2\n## a!\n3\n")]
    assert keys == ["CLAUDE.md#a", "CLAUDE.md#a-2", "CLAUDE.md#a-3"]


def test_imports_are_found_outside_of_code_only():
    text = "See @docs/style.md\n- @~/private.md\n`@not/this.md` me@example.org @ann\n```\n@nor/that.md\n```\n## Only\n@x/y.md\n"
    assert imports_of(text) == ("@docs/style.md", "@~/private.md", "@x/y.md")
    assert [one.key for one in drafts("CLAUDE.md", text)] == ["CLAUDE.md"]  # nothing but an import is no note


@pytest.mark.parametrize(
    ("said", "type_name", "project"),
    [
        ("user", "profile", ""),
        ("feedback", "feedback", "shop"),
        ("project", "fact", "shop"),
        ("reference", "reference", "shop"),
    ],
)
@pytest.mark.parametrize("nested", [False, True])
def test_a_memory_of_its_own_keeps_type_project_summary_and_time(said, type_name, project, nested):
    facts = f"type: {said}\nmodified: 2026-03-04T05:06:07.000Z"
    if nested:
        facts = "metadata:\n  node_type: memory\n  " + facts.replace("\n", "\n  ")
    (one,) = drafts(f"{MEMORY}x_y.md", f"---\nname: use-tabs\ndescription: Why so\n{facts}\n---\n\nTabs.\n")
    assert (one.type, one.project, one.title, one.summary, one.body) == (
        type_name,
        project,
        "Use tabs",
        "Why so",
        "Tabs.",
    )
    assert one.modified == "2026-03-04T05:06:07.000Z"
    assert one.synonyms == ("use-tabs", "x_y")
    assert one.tags == ("claude-memory",)


def test_frontmatter_without_the_quotes_it_needs_is_read():
    text = "---\nname: [a] b\ndescription: Tabs: because {x} # so\nmetadata:\n  type: user\n---\nTabs."
    (one,) = drafts(f"{MEMORY}a.md", text)
    assert (one.type, one.title, one.summary, one.body) == ("profile", "[a] b", "Tabs: because {x} # so", "Tabs.")


def test_a_file_without_frontmatter_is_a_topic_and_the_index_is_left_out():
    (one,) = drafts(f"{MEMORY}debugging.md", "# Debugging here\n\nUse gdb.\n")
    assert (one.type, one.title, one.body) == ("topic", "Debugging here", "Use gdb.")
    found = drafts_of([(f"{MEMORY}MEMORY.md", "# Index\n- [A](a.md) one\n\nAlways use tabs.\n")], SHOP)
    assert found.drafts == ()
    assert "lines that are no links: 1" in found.warnings[0]


def test_an_unknown_project_is_said_once_a_folder():
    files = [(f"projects/-x/memory/{name}.md", f"---\ntype: project\n---\n{name}\n") for name in "ab"]
    found = drafts_of(files, SHOP)
    assert [one.project for one in found.drafts] == ["", ""]
    assert len(found.warnings) == 1
    assert "projects/-x:" in found.warnings[0]


@pytest.mark.parametrize(
    ("folder", "paths", "expected"),
    [
        ("-home-ann-shop", ["/home/ann/shop"], "0"),
        ("-home-ann-my-app-1", ["/home/ann/my.app_1"], "0"),
        ("-home-ann--", ["/home/ann/\U0001f600"], ""),
        ("-home-ann---", ["/home/ann/\U0001f600"], "0"),
        ("-home-a-b", ["/home/a/b", "/home/a-b"], ""),
        ("-home-ann", ["/home/ann/shop"], ""),
        ("-" + "x" * 199 + "-1k2j3", ["/" + "x" * 250], "0"),
        ("", ["/"], ""),
    ],
)
def test_a_folder_means_the_project_that_alone_can_have_named_it(folder, paths, expected):
    assert project_of(folder, [(str(at), path) for at, path in enumerate(paths)]) == expected


def test_what_is_too_long_is_split_at_blank_lines_with_its_lines_known():
    text = "## Long\n" + "".join(f"{'word ' * 300}{at}\n\n" for at in range(12)) + "x" * 20_000 + "\n"
    found = drafts("CLAUDE.md", text)
    assert len(found) > 4
    assert all(len(one.body) <= 8000 for one in found)
    assert [one.key for one in found][:3] == ["CLAUDE.md#long", "CLAUDE.md#long~2", "CLAUDE.md#long~3"]
    assert found[1].title == "Long (part 2)"
    lines = text.split("\n")
    assert all(lines[one.line - 1].startswith(one.body[:40]) for one in found[:3])
    assert "".join("".join(one.body for one in found).split()) == "".join(text.removeprefix("## Long").split())


TEXTS = st.text(
    st.sampled_from("# \n-`~:@ab\"'\\\t\ré/.()[]{}") | st.characters(exclude_categories=["Cs", "Cc"]), max_size=200
)


@given(TEXTS, st.sampled_from(["CLAUDE.md", "rules/a.md", f"{MEMORY}a.md"]), st.booleans())
def test_a_draft_says_the_same_once_it_was_a_note(text, path, fenced):
    if fenced:
        text = f"---\nname: {text[:20]}\ndescription: {text[20:60]}\ntype: project\n---\n{text[60:]}"
    for one in drafts(path, text):
        fields = {"type": one.type, "title": one.title, "summary": one.summary, "project": one.project}
        note = parse_note(render_note(fields, one.body))
        assert imprint(note) == one.imprint


@pytest.mark.parametrize("text", ["# Heading\n", "# Heading\n\n## Other\n", "## A\n### B\n\n## C\n"])
def test_headings_without_a_word_below_them_are_no_notes(text):
    assert drafts("CLAUDE.md", text) == ()
