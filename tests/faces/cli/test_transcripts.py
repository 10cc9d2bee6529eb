"""Transcripts of the command line: each file is one home from empty on.

A command stands after `$ `, its input in lines after `< `, its standard output as it is, standard error after `! `, an
exit status other than 0 in brackets. Ids, hashes, times and folders are replaced. Rewrite them all with

    REWRITE_TRANSCRIPTS=1 python -m pytest tests/faces/cli/test_transcripts.py

and read the difference.
"""

import os
import re
import shlex
from pathlib import Path

import pytest

FILES = sorted((Path(__file__).parent / "transcripts").glob("*.txt"))
REWRITE = bool(os.environ.get("REWRITE_TRANSCRIPTS"))
SCRUBS = (
    (r"\b[0-9A-HJKMNP-TV-Z]{26}\b", "ID"),
    (r"\b[0-9a-f]{32}\b", "HASH"),
    (r"\b[0-9a-f]{12}\b", "HASH"),
    (r"\b[0-9A-HJKMNP-TV-Z]{7}\b", "TAIL"),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "TIME"),
    (r"\b\d+\.\d+ s\b", "N s"),
    (r'"took_(m?s)": [\d.e-]+', r'"took_\1": 0'),
    (r"crash-\w+\.txt", "crash-X.txt"),
)


def commands(text):
    """(command line, input) of each command, and the comment lines before it."""
    found: list = []
    notes: list = []
    for line in text.split("\n"):
        if line.startswith("# "):
            notes.append(line)
        elif line.startswith("$ "):
            found.append((notes, line[2:], []))
            notes = []
        elif line.startswith("<") and found:
            found[-1][2].append(line[2:])
    return found


def scrubbed(text, tmp_path):
    text = text.replace(str(tmp_path), "/TMP")
    for pattern, word in SCRUBS:
        text = re.sub(pattern, word, text)
    return text.rstrip("\n")


def told(done, tmp_path):
    """What a command said, as a transcript shows it."""
    parts = [scrubbed(done.out, tmp_path)] if done.out else []
    parts += [f"! {line}" for line in scrubbed(done.err, tmp_path).split("\n")] if done.err else []
    return "\n".join([*parts, f"[{done.status}]"] if done.status else parts)


@pytest.mark.needs("git")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_command_line_says_what_its_transcript_says(path, sg, tmp_path):
    old = path.read_text()
    blocks = []
    for notes, line, stdin in commands(old):
        program, *argv = shlex.split(line)
        assert program == "sagacity"
        done = sg(*argv, stdin="".join(f"{one}\n" for one in stdin))
        block = [*notes, f"$ {line}", *(f"< {one}".rstrip() for one in stdin), told(done, tmp_path)]
        blocks.append("\n".join(part for part in block if part))
    new = "\n\n".join(blocks) + "\n"
    if REWRITE:
        path.write_text(new)
    assert new == old or REWRITE
