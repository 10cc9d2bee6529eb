"""A project whose code notes rest on."""

from __future__ import annotations

import subprocess

from sagacity.app.evidence_text import line_of
from sagacity.app.init import init
from sagacity.app.read import read
from sagacity.app.requests import InitRequest, ReadRequest
from tests.app.conftest import put

CODE = "import bank\n\n\ndef pay(order):\n    check(order)\n    return bank.charge(order)\n"
PAY = "src/pay.py:4-6"


class Project:
    """A repository with one file of code, and a person in it."""

    def __init__(self, machine, *, git=True):
        self.machine, self.top = machine, machine.work / "shop"
        (self.top / "src").mkdir(parents=True)
        self.write(CODE)
        if git:
            self.git("init", "--quiet", "--initial-branch=main")
            self.git("config", "user.name", "A")
            self.git("config", "user.email", "a@example.org")
            self.commit()
        else:
            init(self.app(), InitRequest())

    def app(self, cwd=None):
        return self.machine.app(cwd or self.top)

    def write(self, text, path="src/pay.py"):
        (self.top / path).parent.mkdir(parents=True, exist_ok=True)
        (self.top / path).write_bytes(text if isinstance(text, bytes) else text.encode())

    def git(self, *args):
        return subprocess.run(["git", *args], cwd=self.top, check=True, capture_output=True, text=True).stdout.strip()

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "-m", "x")

    def note(self, *references, **fields):
        return put(self.app(), "Payments are checked first", title="Pay", references=references or (PAY,), **fields)

    def evidence(self):
        return read(self.app(), ReadRequest(handles=("pay",))).notes[0].evidence

    def said(self):
        return [line_of(view) for view in self.evidence()]

    def file(self):
        return read(self.app(), ReadRequest(handles=("pay",))).notes[0].raw
