"""What is made from the code is what the code makes."""

from pathlib import Path

from scripts.generate_docs import stale


def test_generated_files_are_up_to_date():
    assert stale(Path(__file__).parent.parent) == [], "run `python -m scripts.generate_docs`"
