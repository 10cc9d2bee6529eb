"""Which embedder the settings choose, and that none of them talks to anybody unless they say so."""

import subprocess
import sys

import pytest

from sagacity import config, lean
from sagacity.adapters.embed.dialects import DIALECTS
from sagacity.core.errors import SagacityError
from sagacity.core.settings import Settings
from sagacity.wiring.build import EmbedderOnDemand
from sagacity.wiring.choices import Choices
from sagacity.wiring.embedders import build_embedder

KEYS = dict.fromkeys(("OPENAI_API_KEY", "VOYAGE_API_KEY", "COHERE_API_KEY", "CO_API_KEY"), "sk-lying-around")
SILENT = """
import sys

def refuse(event, args):
    if event.startswith("socket.") and event != "socket.__new__" or event == "socket.__new__" and args[1] != 1:
        print("a socket:", event, file=sys.stderr)
        raise RuntimeError(event)

sys.addaudithook(refuse)
from sagacity.wiring import cli
sys.exit(cli())
"""


def test_a_key_in_the_environment_opens_no_socket(tmp_path):
    environment = {**KEYS, "OLLAMA_HOST": "127.0.0.1:9", "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    for arguments in (
        ["remember", "The kangaroo service listens on port 7431.", "--title", "Kangaroo port"],
        ["recall", "kangaroo"],
        ["reindex"],
        ["doctor"],
    ):
        command = [sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{SILENT}", *arguments]
        done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert "a socket" not in done.stderr
        assert "kangaroo" in done.stdout.lower() or arguments[0] in {"reindex", "doctor"}, done.stderr


def test_the_usual_one_is_static_and_none_is_none():
    assert build_embedder(Settings(), KEYS).stamp.startswith("static-")
    assert build_embedder(Settings(embedder="none"), KEYS) is None


@pytest.mark.parametrize("name", sorted(DIALECTS))
def test_a_service_is_built_without_asking_it_anything(name):
    found = build_embedder(Settings(embedder=name, embedder_key_env="MY_KEY"), {"MY_KEY": "k"})
    dialect = DIALECTS[name]
    assert found.n_dims == dialect.sizes[dialect.model].n_dims
    assert found.stamp.startswith(f"{name}-{dialect.model}-")


def test_every_service_of_the_table_can_be_chosen():
    assert set(DIALECTS) == set(config.EMBEDDERS) - {"static", "none", "onnx", "fastembed"}


REFUSED = [
    ({"embedder": "openai"}, KEYS, "the embedder openai needs a key · put the key into a variable"),
    ({"embedder": "voyage", "embedder_key_env": "V"}, {}, "the variable V, which embedder_key_env names, is not set"),
    ({"embedder": "cohere", "embedder_key_env": "V"}, {"V": " "}, "is not set"),
    ({"embedder": "cohere", "embedder_key_env": "V"}, {"V": "a\nHost: b"}, "what the variable V holds can be no key"),
    ({"embedder": "cohere", "embedder_key_env": "V"}, {"V": "schlüssel"}, "what the variable V holds can be no key"),
    ({"embedder": "ollama", "embedder_model": "mine"}, {}, "vectors of mine have is not known · set embedder_dims"),
    ({"embedder": "ollama", "embedder_dims": 100}, {}, "embedder_dims is 100, which is no multiple of 8"),
    ({"embedder": "ollama", "embedder_model": "a b"}, {}, "embedder_model is no name of a model"),
    ({"embedder": "ollama", "embedder_model": "a\n"}, {}, "embedder_model is no name of a model"),
]


@pytest.mark.parametrize(("given", "environ", "message"), REFUSED)
def test_what_is_missing_or_wrong_is_one_line(given, environ, message):
    with pytest.raises(SagacityError, match=message) as caught:
        build_embedder(Settings(**given), environ)
    assert caught.value.code == "invalid"
    assert "sk-" not in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "module", "install"),
    [("onnx", "onnxruntime", r"sagacity\[onnx\]"), ("fastembed", "fastembed", "fastembed")],
)
def test_a_package_that_is_not_installed_is_named(monkeypatch, name, module, install):
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, f"sagacity.adapters.embed.{name}", raising=False)
    with pytest.raises(SagacityError, match=f"pip install '{install}'") as caught:
        build_embedder(Settings(embedder=name), {})
    assert caught.value.code == "unsupported"


# --- settings ---------------------------------------------------------------------------------------------------------


def load(tmp_path, text="", folder="home/.sagacity", **environ):
    path = tmp_path / folder / "config.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return config.load({"HOME": str(tmp_path / "home"), **environ}, str(tmp_path / "code"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('embedder_url = "http://example.com/v1"', r"config.toml:1: embedder_url would send text in the clear"),
        ('embedder_url = "https://u:geheim@example.com"', r"config.toml:1: embedder_url holds a sign"),
        ('embedder_key_env = "sk-geheim"', r"config.toml:1: embedder_key_env is no name of a variable in capitals"),
        ('embedder_key_env = "pa2geheim"', r"config.toml:1: embedder_key_env is no name of a variable in capitals"),
        ('embedder = "bert"', "allowed: static, none, onnx"),
    ],
)
def test_an_address_in_the_clear_and_a_key_in_a_file_are_refused_and_not_repeated(tmp_path, text, message):
    with pytest.raises(SagacityError, match=message) as caught:
        load(tmp_path, text)
    assert caught.value.code == "invalid"
    assert "geheim" not in str(caught.value)


def test_good_addresses_and_names_are_taken(tmp_path):
    text = 'embedder = "ollama"\nembedder_url = "http://localhost:1/v1"\nembedder_key_env = "MY_KEY2"'
    settings = load(tmp_path, text).settings
    assert (settings.embedder, settings.embedder_url, settings.embedder_key_env) == (
        "ollama",
        "http://localhost:1/v1",
        "MY_KEY2",
    )


def test_the_path_of_a_model_is_absolute(tmp_path):
    assert load(tmp_path, 'embedder_path = "/m/x.onnx"').settings.embedder_path == "/m/x.onnx"
    assert load(tmp_path, SAGACITY_EMBEDDER_PATH="~/x.onnx").settings.embedder_path.startswith("/")


@pytest.mark.parametrize("key", [row.key for row in config.TABLE if row.key.startswith("embedder")])
def test_a_repository_cannot_send_notes_anywhere(tmp_path, key):
    found = load(tmp_path, f'{key} = "openai"', "code/.sagacity")
    assert found.settings.replace(home="", user_home="", editor="") == Settings()
    assert f"a repository may not set {key}" in found.warnings[0]


# --- choosing one -----------------------------------------------------------------------------------------------------


def choices(tmp_path, text, **environ):
    return Choices(load(tmp_path, text, **environ))


FILES = [
    ("", 'embedder = "onnx"\n'),
    ("# mine\nrecall_limit = 5\n", 'embedder = "onnx"\n# mine\nrecall_limit = 5\n'),
    ('recall_limit = 5\nembedder = "static"\n', 'recall_limit = 5\nembedder = "onnx"\n'),
    ('embedder="static"  # usual', 'embedder = "onnx"\n'),
    ('embedder = "none"\r\nrecall_limit = 5\r\n', 'embedder = "onnx"\r\nrecall_limit = 5\r\n'),
]


@pytest.mark.parametrize(("before", "after"), FILES)
def test_a_choice_is_one_line_of_the_users_file(tmp_path, before, after):
    path = tmp_path / "home/.sagacity/config.toml"
    found = choices(tmp_path, before)
    path.write_bytes(before.encode())
    found.check("onnx")
    assert path.read_bytes() == before.encode()
    assert found.choose("onnx") == str(path)
    assert path.read_bytes().decode() == after
    assert config.load({"HOME": str(tmp_path / "home")}, str(tmp_path)).settings.embedder == "onnx"
    assert [one.name for one in path.parent.iterdir()] == ["config.toml"]


def test_a_file_that_is_not_there_is_made_for_its_owner_alone(tmp_path):
    found = choices(tmp_path, "")
    path = tmp_path / "home/.sagacity/config.toml"
    path.unlink()
    found.choose("none")
    assert path.stat().st_mode & 0o777 == 0o600


def test_what_counts_before_the_file_is_named_before_anything_is_done(tmp_path):
    found = choices(tmp_path, "", SAGACITY_EMBEDDER="static")
    found.check("static")
    with pytest.raises(SagacityError, match="SAGACITY_EMBEDDER says static, which counts before your file") as caught:
        found.check("onnx")
    assert caught.value.code == "refused"


def test_where_one_line_is_not_enough_nothing_is_written(tmp_path):
    text = 'editor = """\nembedder = 1\n"""\nembedder = "static"\n'
    found = choices(tmp_path, text)
    for act in (found.check, found.choose):
        with pytest.raises(SagacityError, match=r'write the line embedder = "none" yourself'):
            act("none")
    assert (tmp_path / "home/.sagacity/config.toml").read_text() == text


def test_a_server_follows_what_the_file_says_now(tmp_path):
    loaded = load(tmp_path, "")
    embedder = EmbedderOnDemand(loaded.settings, str(tmp_path))
    assert embedder().stamp.startswith("static-")
    assert embedder.fallback() is None
    environment = {"HOME": str(tmp_path / "home")}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sagacity.wiring.build.process_environment", lambda: environment)
        Choices(loaded).choose("ollama")
        assert embedder().stamp.startswith("ollama-")
        assert embedder.fallback().stamp.startswith("static-")
        Choices(loaded).choose("none")
        assert embedder() is None
        assert embedder.fallback() is None
        Choices(loaded).choose("static")
        assert embedder().stamp.startswith("static-")


def test_a_command_chooses_and_the_next_one_keeps_to_it(tmp_path):
    environment = {**KEYS, "HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}

    def run(*arguments):
        command = [sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{SILENT}", *arguments]
        return subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)

    run("remember", "The kangaroo service listens on port 7431.", "--title", "Kangaroo port")
    assert run("reindex", "--embedder", "none").returncode == 0
    assert 'embedder = "none"' in (tmp_path / ".sagacity/config.toml").read_text()
    assert "words alone, as the settings say" in run("doctor").stdout
    assert run("reindex", "--embedder", "static").returncode == 0
    assert "vectors by static-256" in run("doctor").stdout
    refused = run("reindex", "--embedder", "openai")
    assert "the embedder openai needs a key" in refused.stderr
    assert "a socket" not in refused.stderr
    assert 'embedder = "static"' in (tmp_path / ".sagacity/config.toml").read_text()
    assert (
        "allowed" in run("reindex", "--embedder", "bert").stderr
        or "bert" in run("reindex", "--embedder", "bert").stderr
    )


@pytest.mark.parametrize(("name", "stamp"), [("none", ""), ("ollama", "static-"), ("static", "static-")])
def test_a_hook_has_the_static_model_whatever_is_chosen_or_none(tmp_path, monkeypatch, name, stamp):
    home = tmp_path / "home/.sagacity"
    load(tmp_path, f'embedder = "{name}"')
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SAGACITY_HOME", str(home))
    for _read_then_from_its_copy in range(2):
        opened = lean.open_app("", str(tmp_path))
        assert opened is not None
        app, problem = opened
        embedder = app.embedder()
        app.index.close()
        app.journal.close()
        assert problem == ""
        assert (embedder.stamp if embedder else "").startswith(stamp)
        assert bool(embedder) == bool(stamp)
