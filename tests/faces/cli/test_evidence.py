"""Evidence as the command line and a model see it."""

import os
import subprocess

import pytest

CODE = "def pay(order):\n    check(order)\n    return charge(order)\n"


@pytest.fixture
def shop(tmp_path):
    """A repository with a file of code."""
    top = tmp_path / "shop"
    (top / "src").mkdir(parents=True)
    (top / "src/pay.py").write_text(CODE)
    for argv in (
        ["init", "--quiet"],
        ["add", "--all"],
        ["-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "-qm", "x"],
    ):
        subprocess.run(["git", *argv], cwd=top, check=True)
    return top


def test_from_the_write_to_the_new_anchor(sg, shop):
    said = sg("remember", "Orders are checked first", "--reference", "src/pay.py:1-2", cwd=shop)
    assert (said.status, said.err) == (0, "")
    assert "evidence holds" in sg("recall", "orders", cwd=shop).out
    (shop / "src/pay.py").write_text("# new\n" + CODE)
    assert "evidence src/pay.py:1-2 moved to src/pay.py:2-3" in sg("recall", "orders", cwd=shop).out
    assert "  src/pay.py:1-2 moved to src/pay.py:2-3\n" in sg("read", "orders-are-checked-first", cwd=shop).out
    assert "sagacity update ID --reanchor" in sg("stale", cwd=shop).out
    sg("update", "orders-are-checked-first", "--reanchor", cwd=shop)
    assert sg("stale", cwd=shop).out == "1 note with evidence: 1 holds\n"
    os.remove(shop / "src/pay.py")
    [note] = sg("stale", "--json", cwd=shop).json["notes"]
    assert note["evidence"] == [{"reference": "src/pay.py:2-3", "state": "gone", "now": "", "why": ""}]


@pytest.mark.parametrize("reference", ["../x", "/etc/passwd", "none.py", "src", "src/pay.py:1-9", ".git/config"])
def test_bad_evidence_is_one_line_and_what_to_do(sg, shop, reference):
    done = sg("remember", "x", "--reference", reference, cwd=shop)
    assert (done.status, done.out, done.err.count("\n")) == (1, "", 2)
    assert done.err.splitlines()[1].startswith("hint: ")


def test_a_model_is_told(sg, mcp, shop):
    sg("remember", "Orders are checked first", "--reference", "src/pay.py:1-2", cwd=shop)
    (shop / "src/pay.py").write_text("nothing\n")
    server = mcp(cwd=shop)
    server.start()
    assert "evidence src/pay.py:1-2 changed" in server.call("recall", query="orders")["content"][0]["text"]
    assert "src/pay.py:1-2 changed" in server.call("recall", query="orders", expand=1)["content"][0]["text"]
    read = server.call("read", handles=["orders-are-checked-first"])["content"][0]["text"]
    assert "evidence: src/pay.py:1-2 changed" in read
    refused = server.call("remember", content="y", references=["none.py"])
    assert refused["isError"]
    assert "no file none.py" in refused["content"][0]["text"]
