"""The command line as data."""

import pytest

from sagacity.core.errors import SagacityError
from sagacity.faces.cli.arguments import command_named, data_of, parse, split


def read(*argv):
    name, rest = split(argv)
    command = command_named(name)
    return data_of(command, parse(command, rest))


READ = [
    (("recall", "how", "do", "we", "deploy"), {"query": "how do we deploy"}),
    (("recall", "deploy", "--limit", "3"), {"query": "deploy", "limit": "3"}),
    (("recall", "--limit=3", "deploy"), {"query": "deploy", "limit": "3"}),
    (("--json", "--color", "never", "recall", "deploy"), {"query": "deploy"}),
    (("recall", "--type", "a", "deploy", "--type", "b"), {"query": "deploy", "types": ["a", "b"]}),
    (("recall", "--everywhere", "deploy"), {"query": "deploy", "everywhere": True}),
    (("recall", "--everywhere=no"), {"everywhere": "no"}),
    (("recall", "--", "--limit"), {"query": "--limit"}),
    (("recall", "--with", "archived"), {"with": ["archived"]}),
    (("recall",), {}),
    (("remember", "-5 degrees at night"), {"content": "-5 degrees at night"}),
    (("remember", "-- is a dash"), {"content": "-- is a dash"}),
    (("remember", "-"), {"content": "-"}),
    (("remember", "x", "--title", "-"), {"content": "x", "title": "-"}),
    (("remember", "x", "--title", "--json"), {"content": "x", "title": "--json"}),
    (("remember", "x", "--relation", "supersedes:y"), {"content": "x", "relations": ["supersedes:y"]}),
    (("read", "a", "--versions", "b"), {"handles": ["a", "b"], "versions": True}),
    (("show", "a"), {"handles": ["a"]}),
    (("update", "a", "--add-tag", "x", "--remove-tag", "y"), {"handle": "a", "add_tags": ["x"], "remove_tags": ["y"]}),
]


@pytest.mark.parametrize(("argv", "data"), READ)
def test_a_line_says_what_it_says_in_any_order(argv, data):
    assert read(*argv) == data


REFUSED = [
    (("recal", "x"), "unknown command 'recal'", "did you mean recall?"),
    (("zzz",), "unknown command 'zzz'", "`sagacity help` lists the commands"),
    (("recall", "--tipe", "x"), "recall has no option --tipe", "did you mean --type?"),
    (("recall", "-x"), "recall has no option -x", ""),
    (("recall", "--limit"), "--limit needs a value", "`sagacity recall --help` shows how"),
    (("update", "a", "b"), "update has no use for 'b'", "quote what belongs together"),
    (("doctor", "now"), "doctor has no use for 'now'", ""),
]


@pytest.mark.parametrize(("argv", "message", "hint"), REFUSED)
def test_what_nothing_takes_is_refused_with_the_nearest(argv, message, hint):
    with pytest.raises(SagacityError) as caught:
        read(*argv)
    assert (caught.value.code, message in caught.value.message) == ("invalid", True)
    assert hint in caught.value.hint


def test_globals_stand_anywhere():
    for argv in (("--json", "recall", "x"), ("recall", "--json", "x"), ("recall", "x", "--json")):
        name, rest = split(argv)
        assert parse(command_named(name), rest).wants_json
