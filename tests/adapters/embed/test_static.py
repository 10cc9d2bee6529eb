"""The model that comes with the package: whole, quick to open, and equal to adding up its rows."""

import hashlib
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sagacity
from sagacity.adapters.embed.lanes import BIAS
from sagacity.adapters.embed.static import HEAD_BYTES, SCALE_BYTES, StaticEmbedder, shipped_model
from sagacity.core.errors import SagacityError
from sagacity.core.vectors import quantise_whole
from tests.contracts.embedder import EmbedderContract

MODEL = Path(shipped_model()).read_bytes()
IDS = json.loads(Path(__file__).with_name("wordpiece_ids.json").read_text(encoding="utf-8"))
SIZE_LIMIT_BYTES = 8_000_000


@pytest.fixture(scope="module")
def embedder():
    embedder = StaticEmbedder(shipped_model())
    yield embedder
    embedder.close()


class TestStaticEmbedder(EmbedderContract):
    pass


@pytest.mark.parametrize(("text", "ids"), IDS, ids=range(len(IDS)))
def test_pieces_are_those_of_the_reference_tokenizer(embedder, text, ids):
    assert embedder.piece_ids(text) == ids


@given(st.text(st.characters(max_codepoint=0x7F)), st.text(st.characters(max_codepoint=0x7F)))
def test_text_is_cut_alike_wherever_it_stands(embedder, a, b):
    assert embedder.piece_ids(f"{a} {b}") == embedder.piece_ids(a) + embedder.piece_ids(b)


@given(st.lists(st.sampled_from("deploy rolls back __init__ foo(bar) naïve 部署 zyzzyva token's".split()), max_size=60))
def test_a_vector_is_the_sum_of_its_rows(embedder, words):
    assert_sum(embedder, " ".join(words))


@pytest.mark.parametrize("text", ["rollback " * 5000, "x-y_z/" * 3000, "roll_back-" * 200 + " deploy" * 700])
def test_no_text_is_too_long(embedder, text):
    assert_sum(embedder, text)


def assert_sum(embedder, text):
    sums = [0] * embedder.n_dims
    for row in map(row_of, embedder.piece_ids(text)):
        sums = [a + b for a, b in zip(sums, row, strict=True)]
    assert embedder.embed_query(text) == quantise_whole(sums)


def row_of(piece_id):
    head = dict(line.split() for line in MODEL[:HEAD_BYTES].decode().splitlines()[1:] if line)
    n_dims, at = int(head["dims"]), piece_id - int(head["first"])
    if at < 0:
        return [0] * n_dims
    size = SCALE_BYTES + n_dims
    start = len(MODEL) - (int(head["rows"]) - at) * size
    scale = int.from_bytes(MODEL[start : start + SCALE_BYTES], "little")
    return [(byte - BIAS) * scale for byte in MODEL[start + SCALE_BYTES : start + size]]


def test_the_file_is_small_and_what_its_head_says(embedder):
    assert len(MODEL) <= SIZE_LIMIT_BYTES
    digest = hashlib.sha256(MODEL[HEAD_BYTES:]).hexdigest()
    assert f"digest {digest}\n".encode() in MODEL[:HEAD_BYTES]
    assert embedder.stamp == f"static-{embedder.n_dims}-{digest[:16]}"


def test_more_words_than_are_kept_change_nothing(embedder):
    texts = [f"deploy number {number} of w{number:x}x" for number in range(9000)]
    vectors = embedder.embed_documents(texts)
    for at in (0, 8999):
        assert vectors[at] == embedder.embed_query(texts[at])


@pytest.mark.parametrize(
    "damaged",
    [b"", MODEL[:100], MODEL[:-1], MODEL + b"\0", b"X" + MODEL[1:], MODEL.replace(b"model 1", b"model 2", 1)],
    ids=["empty", "cut in its head", "cut", "longer", "other magic", "other version"],
)
def test_a_file_that_is_not_whole_is_refused(tmp_path, damaged):
    path = tmp_path / "model.bin"
    path.write_bytes(damaged)
    with pytest.raises(SagacityError) as caught:
        StaticEmbedder(str(path))
    assert caught.value.code == "integrity"
    assert str(path) in caught.value.message


def test_no_file_is_one_line(tmp_path):
    with pytest.raises(SagacityError, match="No such file"):
        StaticEmbedder(str(tmp_path / "none"))


def test_embedding_loads_no_costly_module():
    code = (
        "import os, sys; sys.path.insert(0, sys.argv[1]); bare = set(sys.modules)\n"
        "from sagacity.adapters.embed.static import StaticEmbedder, shipped_model\n"
        "assert StaticEmbedder(shipped_model()).embed_query('how do I deploy')\n"
        "print(*sorted(name for name in set(sys.modules) - bare if not name.startswith('sagacity')))"
    )
    source = str(Path(sagacity.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-E", "-c", code, source], capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) <= {"math", "__future__"}


def test_one_byte_that_is_another_is_found(tmp_path):
    data = bytearray(Path(shipped_model()).read_bytes())
    StaticEmbedder(shipped_model()).check()
    for place in (HEAD_BYTES, len(data) // 2, len(data) - 1):
        flipped = data.copy()
        flipped[place] ^= 1
        path = tmp_path / f"{place}.bin"
        path.write_bytes(flipped)
        with pytest.raises(SagacityError, match="damaged") as caught:
            StaticEmbedder(str(path)).check()
        assert caught.value.code == "integrity"


def test_a_file_full_of_wrong_bytes_gives_vectors_or_one_line(tmp_path):
    data = bytearray(Path(shipped_model()).read_bytes())
    path = tmp_path / "wrong.bin"
    chance = random.Random(3)
    texts = ["deploy needs the VPN", "def parse_date(text):", "kubernetes qwertz"]
    outcomes: set[object] = set()
    for end in (100_000, 400_000, len(data)):
        for _ in range(4):
            wrong = data.copy()
            for _ in range(3000):
                wrong[chance.randrange(HEAD_BYTES, end)] ^= 1 << chance.randrange(8)
            path.write_bytes(wrong)
            try:
                outcomes |= {len(vector) for vector in StaticEmbedder(str(path)).embed_documents(texts)}
            except SagacityError as error:
                outcomes.add(error.code)
    assert outcomes <= {0, 256, "integrity"}


def test_a_file_that_is_cut_while_it_is_open_is_one_line(tmp_path):
    path = tmp_path / "cut.bin"
    path.write_bytes(Path(shipped_model()).read_bytes())
    embedder = StaticEmbedder(str(path))
    with path.open("r+b") as file:
        file.truncate(1000)
    with pytest.raises(SagacityError, match="damaged"):
        embedder.embed_query("the deploy needs a token")
