"""The orders in which every index must list. The rest is in index.py."""

from __future__ import annotations

from sagacity.app.records import Filters
from tests.contracts.samples import ALL, SHOP, entry, put


class IndexListsContract:
    def test_the_soonest_come_first_by_their_date(self, index):
        dates = ("2026-03-01", "", "2026-02-01T09:00:00Z", "2026-02-01", "2025-12-31")
        put(index, *(entry(at, title=f"due {due}", type="task", due=due) for at, due in enumerate(dates, 1)))
        found = [row.due for row in index.soonest(Filters(ALL, types=("task",)), limit=3)]
        assert found == ["2025-12-31", "2026-02-01", "2026-02-01T09:00:00Z"]
        assert index.soonest(Filters(ALL, types=("plan",)), limit=3) == []
        assert index.soonest(Filters(()), limit=3) == []

    def test_newest_come_first_by_time_then_by_id_across_layers(self, index):
        put(index, entry(2, updated_ms=5), entry(1, updated_ms=5), entry(3, updated_ms=9))
        put(index, entry(4, updated_ms=7, layer=SHOP), layer=SHOP)
        slugs = [row.slug for row in index.newest(Filters(ALL), limit=10)]
        assert slugs == ["note-3", "note-4", "note-2", "note-1"]
        assert [row.slug for row in index.newest(Filters(ALL), limit=2, offset=1)] == slugs[1:3]
        assert index.newest(Filters(ALL), limit=0) == []
