"""What is no answer is said to be none."""

from __future__ import annotations

from sagacity.app.recall import recall
from sagacity.app.requests import RecallRequest
from tests.app.conftest import put


def test_what_is_merely_the_nearest_is_said_to_be_no_answer(app):
    put(app, "The nightly backup copies the orders table to the vault at two.", title="Nightly backup of orders")
    put(app, "Vouchers expire after thirty days; finance asked for it.", title="Vouchers expire")
    sure = recall(app, RecallRequest(query="when does the nightly backup of orders run?"))
    unsure = recall(app, RecallRequest(query="which bakery supplies croissants, coffee and sandwiches nightly?"))
    assert not sure.abstained
    assert unsure.abstained
    assert [hit.title for hit in unsure.results] == ["Nightly backup of orders"]
