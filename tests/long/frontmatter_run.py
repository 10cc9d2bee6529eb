"""A long seeded run over random documents and edits: `python -m tests.long.frontmatter_run --documents N --edits N`.

Prints how many held. Stops at the first that does not, with the seed that makes it again.
"""

from __future__ import annotations

import argparse
import random
import time

from sagacity.core.notefile import parse_note
from tests.core.frontmatter_checks import check_document, check_edit


def run(documents: int, edits: int, seed: int) -> tuple[int, float]:
    """Checks that many documents, the edits spread over them; bytes read and the CPU seconds of reading alone."""
    size, spent, done = 0, 0.0, 0
    for number in range(documents):
        rng = random.Random(f"{seed}/{number}")
        try:
            data = check_document(rng).data
            start = time.process_time()
            parse_note(data)
            spent += time.process_time() - start
            size += len(data)
            due = edits * (number + 1) // documents
            while done < due:
                data = check_edit(rng, data)
                done += 1
        except Exception:
            print(f"failed at document {number} of seed {seed}")
            raise
    return size, spent


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--documents", type=int, default=50_000)
    options.add_argument("--edits", type=int, default=80_000)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    size, spent = run(asked.documents, asked.edits, asked.seed)
    print(f"{asked.documents} documents equal to PyYAML, {size / asked.documents:.0f} bytes each")
    print(f"{asked.edits} edits: meaning as asked, other lines identical")
    print(f"{spent / asked.documents * 1e6:.0f} µs a parse")


if __name__ == "__main__":
    main()
