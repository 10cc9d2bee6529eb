"""The conformance suite holds for this implementation. Its cases are files that any other can run, too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sagacity.core.format import FORMAT_VERSION
from sagacity.core.lint_rules import GROUPS, RULES, SEVERITIES, rule_named
from tests.conformance.claims import edited, fixed, linted, reading

SUITE = Path(__file__).resolve().parents[2] / "conformance"
NOT_OF_TEXT_ALONE = {"SN013", "SN014", "SN502", "SN701"}
"""Rules about file systems, working trees and meta.yml."""


def cases(kind):
    return [pytest.param(path, id=path.stem) for path in sorted((SUITE / kind).glob("*.json"))]


def beside(path, end):
    return (path.parent / (path.stem + end)).read_bytes()


@pytest.mark.parametrize("path", cases("read"))
def test_a_file_is_read_as_the_suite_says(path):
    assert reading(beside(path, ".md")) == json.loads(path.read_text())


@pytest.mark.parametrize("path", cases("edit"))
def test_an_edit_changes_what_the_suite_says_and_not_a_byte_more(path):
    case = json.loads(path.read_text())
    after = edited(beside(path, ".before.md"), case)
    assert after == (None if case["refused"] else beside(path, ".after.md"))


@pytest.mark.parametrize("path", cases("fix"))
def test_a_repair_does_what_the_suite_says_and_nothing_when_done_again(path):
    case = json.loads(path.read_text())
    stem = case["file"].removesuffix(".md")
    codes, after = fixed(beside(path, ".before.md"), stem, case["lore"])
    assert (codes, after) == (case["repaired"], beside(path, ".after.md"))
    assert fixed(after, stem, {**case["lore"], "id": "01KDVE24501EVCJYEB0RDS8FZZ"}) == ([], after)


@pytest.mark.parametrize("path", cases("lint"))
def test_a_store_has_the_problems_that_the_suite_says(path):
    case = json.loads(path.read_text())
    assert linted(case) == case["problems"]


def test_every_rule_about_texts_has_a_case_and_every_repair_one():
    told = {one["code"] for path in (SUITE / "lint").glob("*.json") for one in json.loads(path.read_text())["problems"]}
    assert {rule.code for rule in RULES} - told == NOT_OF_TEXT_ALONE
    repaired = {code for path in (SUITE / "fix").glob("*.json") for code in json.loads(path.read_text())["repaired"]}
    assert {rule.code for rule in RULES if rule.fixable} == repaired


def test_the_suite_is_that_of_the_format_that_is_written():
    assert (SUITE / "VERSION").read_text().strip() == FORMAT_VERSION


def test_rules_have_codes_and_names_of_their_own_and_stand_in_a_group():
    assert len({rule.code for rule in RULES}) == len({rule.name for rule in RULES}) == len(RULES)
    assert [rule.code for rule in RULES] == sorted(rule.code for rule in RULES)
    assert {rule.severity for rule in RULES} == set(SEVERITIES)
    assert all(any(rule.code.startswith(prefix) for prefix, _ in GROUPS) for rule in RULES)
    assert rule_named(" sn304 ").name == "dangling-target"
    assert rule_named("Dangling-Target").code == "SN304"
    assert rule_named("SN999") is None
