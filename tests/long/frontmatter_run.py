"""A long seeded run over random documents and edits: `python -m tests.long.frontmatter_run --documents N --edits N`.

Prints how many held, and what reading costs. Stops at the first that does not hold, with the seed that makes it again.
"""

from __future__ import annotations

import argparse
import random
import time

from sagacity.core.notefile import parse_note
from tests.core.frontmatter_checks import check_document, check_edit
from tests.core.frontmatter_documents import reference

NORMAL = """id: 01JZX0V5T9H8Q2W3E4R5T6Y7U8
type: learning
kind: gotcha
title: "Payment retries: never twice"
synonyms: [retry, pay twice]
tags: [payments, retry, queue]
summary: One line that says it.
created_at: "2026-11-29T12:00:00Z"
updated_at: "2026-11-29T12:00:00Z"
confidence: tentative
"""
RELATIONS = """relations:
  - op: "@supersedes"
    target: old-note   # why
    properties: {since: "2", by: me}
  - op: "@relates_to"
    target: other-note
references:
  - path: src/pay.py
    lines: 10-20
"""
LARGE = {
    "list in brackets, 64 kB": "a: [" + "word, " * 10_000 + "word]\n",
    "list below its key, 64 kB": "a:\n" + "  - word\n" * 7_000,
    "relations, 61 kB": "a:\n" + "  - op: x\n    target: some-note\n" * 1_900,
    "text, 64 kB": "a: >\n" + "  some words here\n" * 3_600,
    "10,000 keys": "".join(f"k{number}:\n" for number in range(7_000)),
    "depth 2,000": "a: " + "[" * 2_000 + "\n",
}


def run(documents: int, edits: int, seed: int) -> tuple[int, int]:
    """Checks that many documents, the edits spread over them; bytes read, and edits that changed nothing."""
    size = done = unchanged = 0
    for number in range(documents):
        rng = random.Random(f"{seed}/{number}")
        try:
            data = check_document(rng).data
            size += len(data)
            due = edits * (number + 1) // documents
            while done < due:
                after = check_edit(rng, data)
                unchanged += after is data
                data = after
                done += 1
        except Exception:
            print(f"failed at document {number} of seed {seed}")
            raise
    return size, unchanged


def cpu_us(call, *args, times: int) -> float:
    """CPU microseconds of one call, the best of a few rounds."""
    best = float("inf")
    for _ in range(9):
        start = time.process_time()
        for _ in range(times):
            call(*args)
        best = min(best, (time.process_time() - start) / times)
    return best * 1e6


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--documents", type=int, default=50_000)
    options.add_argument("--edits", type=int, default=80_000)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    for name, head in {"normal note": NORMAL, "with relations": NORMAL + RELATIONS}.items():
        ours = cpu_us(parse_note, f"---\n{head}---\n\n{'word ' * 500}\n".encode(), times=200)
        print(
            f"{name}: {ours:.0f} us a parse; PyYAML with libyaml, frontmatter alone: {cpu_us(reference, head, times=100):.0f}"
        )
    for name, head in LARGE.items():
        print(
            f"{name}: {cpu_us(parse_note, f'---{chr(10)}{head}---{chr(10)}'.encode(), times=1) / 1000:.1f} ms a parse"
        )
    size, unchanged = run(asked.documents, asked.edits, asked.seed)
    print(f"{asked.documents} documents equal to PyYAML, {size / asked.documents:.0f} bytes each")
    print(f"{asked.edits} edits: meaning as asked, other lines identical; {unchanged} of them changed nothing")


if __name__ == "__main__":
    main()
