"""What every keeper of mutes must do. An adapter's tests subclass MutesContract and give it a fixture `mutes`."""

from sagacity.app.records import Mute

SOME = (Mute("always"), Mute("session", "s 1"), Mute("here", "01P", "/a b/ü"), Mute("here", "", "/c"))


class MutesContract:
    def test_nothing_is_muted_at_first(self, mutes):
        assert mutes.read() == ()
        assert mutes.problems() == []

    def test_what_was_muted_comes_back_in_its_order(self, mutes):
        assert mutes.change(lambda before: (*before, *SOME)) == SOME
        assert mutes.read() == SOME
        assert mutes.change(lambda before: before[1:3]) == SOME[1:3]
        assert mutes.change(lambda before: before) == SOME[1:3]
        assert mutes.change(lambda _before: ()) == ()
        assert mutes.read() == ()
        assert mutes.problems() == []
