"""Slugs are total, portable and readable; two notes never share a file."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sagacity.core.ids import new_id
from sagacity.core.slug import MAX_BYTES, MAX_CHARS, slug, slug_key, spell_out, unique_slug

WINDOWS_NAMES = {"con", "prn", "aux", "nul"} | {f"{port}{n}" for port in ("com", "lpt") for n in range(10)}
FORBIDDEN = set('/\\:*?"<>|. ') | {chr(code) for code in range(32)}
TITLES = st.one_of(
    st.text(),
    st.text(alphabet="aé ßİçñ.-_+#/\\C日本語ガйдё한국नमस्ते\u0301\u200d\ufe0f\u202e😀0", max_size=200),
    st.text(alphabet="ab-_ ", min_size=70, max_size=300),
)
IDS = st.builds(new_id, st.integers(0, 2**48 - 1), st.binary(min_size=10, max_size=10))


def check(title: str, expected: str) -> None:
    assert slug(title) == expected
    assert slug(expected) == expected


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Été à la Plage!", "ete-a-la-plage"),
        ("snake_case_Name", "snake-case-name"),
        ("Ångström & Co", "angstrom-co"),
        ("straße", "strasse"),
        ("\ufb01le", "file"),
        ("2026-01-02 notes", "2026-01-02-notes"),
        ("a.b.c", "a-b-c"),
        ("../../etc/passwd", "etc-passwd"),
        ("Łódź, Đà Nẵng, Ærø", "lodz-da-nang-aero"),
        ("C++", "c-plus-plus"),
        ("C#", "c-sharp"),
        ("F# and C\u266f", "f-sharp-and-c-sharp"),
        (".NET", "dot-net"),
        ("ASP.NET Core", "asp-net-core"),
        ("C++17 or C#/F#", "c-plus-plus-17-or-c-sharp-f-sharp"),
        ("\uff23\uff0b\uff0b", "c-plus-plus"),
        ("ignore .env files", "ignore-dot-env-files"),
        ("a+b = c", "a-b-c"),
        ("1 + 1", "1-1"),
        ("+++", "untitled"),
        ("fix #12", "fix-12"),
        ("...and so on", "and-so-on"),
        ("日本語のメモ", "日本語のメモ"),
        ("ガイド", "ガイド"),
        ("Русский йод", "русский-йод"),
        ("नमस्ते दुनिया", "नमस्ते-दुनिया"),
        ("한국어 노트", "한국어-노트"),
        ("İstanbul", "istanbul"),
        ("CON", "con-note"),
        ("com1", "com1-note"),
        ("COM\u00b9", "com1-note"),
        ("Console", "console"),
        ("README", "readme-note"),
        ("-rf --", "rf"),
        ("line\none\x00two", "line-one-two"),
        ("", "untitled"),
        ("😀", "untitled"),
        ("\u3164\u200b", "untitled"),
        ("zero\u200bwidth", "zerowidth"),
        ("x" * 300, "x" * 80),
        ("word " * 40, "-".join(["word"] * 16)),
        ("日本" * 100, "日本" * 33),
    ],
)
def test_title_becomes_readable_file_name(title: str, expected: str) -> None:
    check(title, expected)


def test_names_that_other_tools_merge_stay_apart() -> None:
    titles = ["C", "C++", "C#", "F#", ".NET", "NET", "日本語", "Русский", "ガ", "カ", "и", "й"]
    assert len({slug_key(slug(title)) for title in titles}) == len(titles)


@given(TITLES)
def test_slug_is_total_idempotent_and_portable(title: str) -> None:
    name = slug(title)
    assert slug(name) == name
    assert 0 < len(name) <= MAX_CHARS
    assert len(f"{name}.md".encode()) <= 255
    assert not FORBIDDEN & set(name)
    assert name not in WINDOWS_NAMES | {"readme"}
    assert name[0] != "-" != name[-1]
    assert unicodedata.normalize("NFC", name) == name


@given(st.text())
def test_composition_and_case_give_one_key(text: str) -> None:
    key = slug_key(text)
    assert slug_key(key) == key
    assert slug_key(unicodedata.normalize("NFD", text)) == key
    assert slug_key(unicodedata.normalize("NFC", text)) == key
    assert slug_key(text + ". ") == key


def test_case_of_hand_made_files_gives_one_key() -> None:
    assert slug_key("Résumé") == slug_key("RE\u0301SUME\u0301") == slug_key("résumé.")
    assert slug_key("résumé") != slug_key("resume")


@given(TITLES, IDS)
def test_unique_slug_is_a_slug_that_ends_in_the_id(title: str, id: str) -> None:
    name = unique_slug(slug(title), id)
    assert name.endswith("-" + id[-6:].lower())
    assert len(name) <= MAX_CHARS
    assert len(name.encode()) <= MAX_BYTES
    assert slug(name) == name


def test_foreign_id_cannot_leave_the_folder() -> None:
    assert unique_slug("note", "ab/../c") == "note-b-c"
    assert unique_slug("note", "////////") == "note-x"


@given(st.text(alphabet="aC1 +#./", max_size=30))
def test_spelled_names_hold_no_signs_that_carried_meaning(text: str) -> None:
    assert "+" not in spell_out(text)


def test_long_title_of_signs_is_quick() -> None:
    assert slug("+" * 1_000_000 + "#." * 1000) == "untitled"
