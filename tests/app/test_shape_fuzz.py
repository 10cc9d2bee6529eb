"""Whatever a client sends, the answer is a request or one line."""

import hypothesis
import hypothesis.strategies as st
import pytest

from sagacity.app.operations import OPERATIONS
from sagacity.app.shape import build, fields_for, plain
from sagacity.core.errors import SagacityError

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["1", "true", "[]", '["a"]', "a:b", "{", "9" * 5000, "\ud800", "\0"]),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=8), inside, max_size=4),
    max_leaves=8,
)


@pytest.mark.parametrize("op", OPERATIONS, ids=lambda op: op.name)
@hypothesis.given(data=st.data())
@hypothesis.settings(max_examples=30)
def test_any_input_is_a_request_or_one_line(op, data):
    keys = st.sampled_from([shape.key for shape in fields_for(op.request)] or ["x"]) | st.text(max_size=8)
    given = data.draw(st.dictionaries(keys, VALUES, max_size=6))
    request, error = attempt(op.request, given)
    if error is None:
        assert build(op.request, plain(request)) == request
    else:
        assert error.code == "invalid"
        assert "\n" not in str(error)
        assert len(str(error)) < 600
        str(error).encode()


def attempt(request_type, data):
    try:
        return build(request_type, data), None
    except SagacityError as error:
        return None, error
