"""The operations as methods."""

import inspect
import subprocess
import sys
import threading

import pytest

from sagacity import Memory, SagacityError
from sagacity.app.operations import OPERATIONS
from sagacity.app.shape import fields_for
from sagacity.faces.python import methods


@pytest.fixture
def memory(tmp_path):
    with Memory(home=tmp_path / "memory", cwd=tmp_path) as opened:
        yield opened


def test_notes_are_written_found_and_put_away(memory):
    note = memory.remember("Deploys need VPN; without it step 3 hangs", type="fact", tags="deploy").notes[0]
    assert note.action == "created"
    found = memory.recall("how do we deploy", limit=3)
    assert [hit.id for hit in found.results] == [note.id]
    assert memory.read(note.slug).notes[0].tags == ("deploy",)
    assert memory.update(note.id, add_tags=["network"], expect=note.version).notes[0].action == "updated"
    assert memory.forget([note.id], how="delete", reason="gone").notes[0].action == "deleted"
    assert memory.list().results == ()
    assert memory.undo().notes[0].id == note.id


def test_several_notes_are_one_group(memory):
    group = [{"content": "One thing", "type": "fact"}, {"content": "Another thing", "type": "fact"}]
    written = memory.remember(notes=group).notes
    assert [note.title for note in written] == ["One thing", "Another thing"]
    assert len({note.operation for note in written}) == 1


def test_errors_are_the_products(memory):
    with pytest.raises(SagacityError) as caught:
        memory.read("nothing")
    assert caught.value.code == "not_found"
    with pytest.raises(SagacityError, match="did you mean limit"):
        memory.recall("x", limits=3)


def test_one_memory_serves_several_threads(memory):
    def write(n):
        memory.remember(f"Fact number {n} about threads", title=f"Fact {n}", type="fact")

    threads = [threading.Thread(target=write, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(memory.list(limit=100).results) == 8


def test_methods_and_their_fields_are_those_of_the_table():
    for op in (one for one in OPERATIONS if "python" in one.faces):
        method = getattr(methods.Methods, op.name.replace(" ", "_"))
        shapes = fields_for(op.request, "python")
        words = [name for name in inspect.signature(method).parameters if name not in ("self", "fields")]
        fields = f"{op.name.title().replace(' ', '')}Fields"
        named = getattr(methods, fields).__annotations__ if len(words) < len(shapes) else {}
        assert [*words, *named] == sorted((shape.name for shape in shapes), key=[*words, *named].index)
        assert all(shape.help in " ".join(method.__doc__.split()) for shape in shapes)


def test_the_package_itself_loads_nothing():
    code = "import sys; before = set(sys.modules); import sagacity; print(sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['sagacity']"
