"""Where a setting comes from, and what is refused."""

import os

import pytest

from sagacity import config
from sagacity.core.errors import SagacityError
from sagacity.core.settings import Settings
from sagacity.core.value import fields_of


@pytest.fixture
def write(tmp_path):
    """Writes the user file, or with a folder that of a project; gives the path."""

    def file(text, folder="home/.sagacity"):
        path = tmp_path / folder / "config.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    return file


@pytest.fixture
def load(tmp_path):
    def loaded(cwd="elsewhere", call=None, **environ):
        return config.load({"HOME": str(tmp_path / "home"), **environ}, str(tmp_path / cwd), call)

    return loaded


def view(loaded, key):
    return next(one for one in loaded.views if one.key == key)


def test_every_setting_is_in_the_table_once_and_every_row_is_a_setting():
    assert [row.key for row in config.TABLE] == list(fields_of(Settings))


def test_built_in_values_are_allowed_by_their_own_rows():
    for row in config.TABLE:
        if not isinstance(row.default, str):
            assert row.low <= row.default <= row.high, row.key
            assert row.project is None or row.project[0] <= row.default <= row.project[1], row.key


def test_nearer_sources_win_and_each_is_named(load, write):
    assert view(load(), "recall_limit").source == "default"
    write("recall_limit = 20")
    assert (load().settings.recall_limit, view(load(), "recall_limit").source) == (20, "user file")
    write("recall_limit = 30", "code/.sagacity")
    assert (load("code/src/deep").settings.recall_limit, view(load("code"), "recall_limit").source) == (
        30,
        "project file",
    )
    assert load("code", SAGACITY_RECALL_LIMIT="40").settings.recall_limit == 40
    found = load("code", call={"recall_limit": 50}, SAGACITY_RECALL_LIMIT="40")
    assert (found.settings.recall_limit, view(found, "recall_limit").source) == (50, "call")


def test_home_is_absolute_and_may_be_elsewhere(load, tmp_path):
    assert load().settings.home == str(tmp_path / "home" / ".sagacity")
    assert load(SAGACITY_HOME=str(tmp_path / "x")).settings.home == str(tmp_path / "x")
    assert os.path.isabs(load(SAGACITY_HOME="x").settings.home)
    assert load(call={"home": str(tmp_path / "y")}).settings.home == str(tmp_path / "y")


def test_an_unset_home_is_one_clear_line(tmp_path):
    with pytest.raises(SagacityError, match="HOME is not set"):
        config.load({}, str(tmp_path))
    assert config.load({"SAGACITY_HOME": str(tmp_path)}, str(tmp_path)).settings.home == str(tmp_path)


REFUSED = [
    ("recal_limit = 3", r"config.toml:1: recal_limit is no setting · did you mean recall_limit\?"),
    ("\nrecall_limit = 0", r"config.toml:2: recall_limit is 0, which cannot be used · allowed: 1 to 100"),
    ("recall_limit = 2.5", "recall_limit is 2.5"),
    ("recall_limit = true", "recall_limit is True"),
    ("recall_limit = [1]", r"recall_limit is \[1\]"),
    ("recall_min_score = 2", "allowed: 0 to 1"),
    ("color = 'red'", "allowed: auto, always, never"),
    ("editor = 3", "allowed: text"),
    ("home = '/x'", "home cannot be set in a file · set SAGACITY_HOME"),
    ("a = ", "is not TOML"),
    ("[recall]\nlimit = 3", "recall is no setting"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_a_user_file_that_cannot_be_used_is_one_line_with_its_place(load, write, text, message):
    write(text)
    with pytest.raises(SagacityError, match=message) as caught:
        load()
    assert caught.value.code == "invalid"
    assert "\n" not in str(caught.value)


def test_a_bad_variable_is_named(load):
    with pytest.raises(SagacityError, match="SAGACITY_LOCK_TIMEOUT_S is 'soon'"):
        load(SAGACITY_LOCK_TIMEOUT_S="soon")


@pytest.mark.parametrize(
    "text", ["home = '/x'", "editor = 'rm -rf'", "recall_limit = 100", "a = ", "prompt_max_notes = 0"]
)
def test_a_repository_can_neither_break_nor_silence_anything(load, write, text):
    write(text, "code/.sagacity")
    found = load("code")
    assert found.settings == load().settings
    assert len(found.warnings) == 1
    assert found.warnings[0].startswith("ignored: ")


def test_the_walk_to_a_project_file_ends_at_the_top_of_the_repository(load, write, tmp_path):
    write("recall_limit = 30", ".sagacity")
    (tmp_path / "code" / ".git").mkdir(parents=True)
    assert load("code/src").settings.recall_limit == 10
    assert load("other").settings.recall_limit == 30


def test_colour_follows_its_rules(load, write):
    assert load().settings.color == "auto"
    assert load(NO_COLOR="1").settings.color == "never"
    assert load(TERM="dumb").settings.color == "never"
    assert load(NO_COLOR="1", SAGACITY_COLOR="always").settings.color == "always"
    write("color = 'always'")
    assert load(NO_COLOR="1").settings.color == "always"


def test_the_editor_is_the_users(load):
    assert load().settings.editor == "vi"
    assert load(EDITOR="nano", VISUAL="code -w").settings.editor == "code -w"
    assert load(EDITOR="nano", SAGACITY_EDITOR="ed").settings.editor == "ed"


def test_sessions_and_agents_are_recognised():
    assert config.session_of({"CLAUDE_CODE_SESSION_ID": "s"}) == "s"
    assert config.session_of({}) == ""
    assert config.is_agent({"CLAUDECODE": "1"})
    assert not config.is_agent({"SHELL": "/bin/sh"})
