"""Bad input to what writes and tells, answered in a line."""

from __future__ import annotations

import pytest

from sagacity.app.log import log
from sagacity.app.reading import read
from sagacity.app.remember import remember
from sagacity.app.requests import LogRequest, ReadRequest, RememberRequest
from tests.app.conftest import put
from tests.app.test_write_and_find import refusal


def test_a_trigger_that_governs_nothing_is_refused_and_one_that_does_is_read(app):
    wrong = refusal(remember, app, RememberRequest("Never push", type="policy", triggers=("Bash(git push*",)))
    assert wrong.message == "the trigger 'Bash(git push*' has no closing parenthesis"
    rule = put(app, "Never push", type="policy", triggers=("Bash(git push*)",), enforcement="block")
    (whole,) = read(app, ReadRequest((rule.id,))).notes
    assert (whole.triggers, whole.enforcement) == (("Bash(git push*)",), "block")


@pytest.mark.parametrize(("session", "words"), [("this", "no agent's session"), ("last", "no session yet")])
def test_a_session_that_nobody_knows_is_said_in_words(app, session, words):
    assert words in refusal(log, app, LogRequest(session=session)).message
