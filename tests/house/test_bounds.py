"""The fences bite: each kind of violation is seen, each exception is held to its figure."""

from __future__ import annotations

import textwrap

import pytest

from scripts import check_bounds
from scripts.duplicates import duplicates
from scripts.measures import load

LONG = "def long():\n" + "".join(f"    x{n} = {n}\n" for n in range(60))
DEEP = "def deep(a):\n    if a:\n        for b in a:\n            while b:\n                if a:\n                    pass\n"
FLAT = "def flat(a):\n    if a == 1:\n        pass\n    elif a == 2:\n        pass\n    elif a == 3:\n        pass\n"
WIDE = "class A:\n    def wide(self, a, b, c, *, d, e, f, g):\n        pass\n"
BROAD = "def broad():\n    try:\n        pass\n    except (OSError, Exception):\n        pass\n"
LAZY = "def late():\n    from sagacity.core import one\n    return one\n"
RUN = "".join(f"x{n} = call({n})\n" for n in range(8))

CASES = {
    "a long function": ({"app/a.py": LONG}, "function-lines 61"),
    "a long file": ({"app/a.py": "# words\n" * 401}, "file-lines 401"),
    "deep nesting": ({"app/a.py": DEEP}, "nesting 4"),
    "many parameters, self not counted": ({"app/a.py": WIDE}, "parameters 7"),
    "a broad except": ({"app/a.py": BROAD}, "broad-except 1"),
    "a lazy import": ({"app/a.py": LAZY, "core/one.py": ""}, "imports inside a function"),
    "core reading files": ({"core/a.py": "import os\n"}, "core is pure"),
    "core using a foreign package": ({"core/a.py": "import apsw\n"}, "core is pure"),
    "a cycle that only lazy imports close": (
        {"app/a.py": "from . import b\n", "app/b.py": "def f():\n    from . import a\n    return a\n"},
        "import cycle: sagacity.app.a, sagacity.app.b",
    ),
    "copied code": ({"app/a.py": RUN, "app/b.py": RUN}, "stand elsewhere too"),
    "an empty name": ({"app/a.py": "class NoteManager:\n    pass\n"}, "'NoteManager' says nothing"),
    "a chain of elif is flat": ({"app/a.py": FLAT}, ""),
    "docstrings and comments are free": (
        {"app/a.py": 'def f():\n    """' + "\n\n" * 60 + '"""\n' + "    # x\n" * 60},
        "",
    ),
    "imports for types are free": (
        {"core/a.py": "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    import os\n"},
        "",
    ),
}


def check(tmp_path, files, exceptions=""):
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "bounds.toml").write_text(textwrap.dedent(exceptions))
    for name, text in files.items():
        file = tmp_path / "src" / "sagacity" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        for folder in (file.parent, file.parent.parent):
            (folder / "__init__.py").touch()
    return [str(violation) for violation in check_bounds.check(tmp_path)]


@pytest.mark.parametrize(("files", "expected"), CASES.values(), ids=CASES)
def test_a_violation_is_reported_and_only_that(tmp_path, files, expected):
    found = check(tmp_path, files)

    assert [text for text in found if "imports inside a function" not in text or expected in text] == [
        text for text in found if expected and expected in text
    ]
    assert any(expected in text for text in found) == bool(expected)


@pytest.mark.parametrize(
    ("figure", "expected"),
    [(61, ""), (70, "lower one of the two"), (55, "lower one of the two")],
)
def test_an_exception_holds_for_its_exact_figure(tmp_path, figure, expected):
    entry = f"""
        [[allow]]
        kind = "function-lines"
        where = "src/sagacity/app/a.py:long"
        figure = {figure}
        why = "a table"
    """
    found = check(tmp_path, {"app/a.py": LONG}, entry)

    assert len(found) == bool(expected)
    assert expected in "".join(found)


def test_an_exception_that_nothing_needs_is_a_violation(tmp_path):
    entries = """
        [[allow]]
        kind = "nesting"
        where = "src/sagacity/app/gone.py:f"
        figure = 5
        why = "was needed once"

        [[allow]]
        kind = "lazy-import"
        where = "src/sagacity/app/a.py -> sagacity.core.one"
        why = "was needed once"
    """
    found = check(tmp_path, {"app/a.py": "x = 1\n"}, entries)

    assert len(found) == 2
    assert any("needs no exception" in text for text in found)
    assert any("is none" in text for text in found)


def test_test_doubles_are_counted_and_environment_is_not(tmp_path):
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_a.py").write_text("def test_a(monkeypatch):\n    monkeypatch.setenv('A', 'b')\n")
    assert check_bounds.mocked(load(tmp_path, "tests")) == []

    (folder / "test_b.py").write_text("def test_b(monkeypatch):\n    monkeypatch.setattr(a, 'b', Mock())\n")
    assert "2 doubles in 2 tests" in str(check_bounds.mocked(load(tmp_path, "tests"))[0])


def test_copies_shorter_than_a_run_do_not_count(tmp_path):
    (tmp_path / "src").mkdir()
    for name in "ab":
        (tmp_path / "src" / f"{name}.py").write_text("x = 1\ny = 2\nz = 3\nu = 4\nv = 5\n")

    assert duplicates(load(tmp_path, "src")).share == 0
