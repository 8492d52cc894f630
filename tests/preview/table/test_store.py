"""The database of rooms: for its user alone, whole after each change, and without what is long over."""

import time

import pytest

from cardgen.preview.table import store as stores
from cardgen.preview.table.store import KEPT, RoomStore


def test_the_database_is_for_its_user_alone_and_keeps_rooms_for_ninety_days(tmp_path, monkeypatch):
    file = tmp_path / "state" / "rooms.sqlite3"
    store, now = RoomStore(file), time.time()
    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    for code, age in (("OLD", KEPT + 60), ("LAST", KEPT - 60), ("NEW", 0), ("MID", 60)):
        monkeypatch.setattr(stores.time, "time", lambda age=age: now - age)
        store.save_room(code, code.lower())
        store.begin_game(code, lambda number: f"game {number}", code.encode(), 5, 1, None)
    monkeypatch.undo()
    kept = store.game(2).contest
    store.exchange(store.game(2), b"another")
    store.close()
    store = RoomStore(file)
    assert store.codes() == ["NEW", "MID", "LAST"]
    assert (store.room("OLD"), store.room("NEW"), store.game(1)) == (None, "game 3", None)
    assert (kept, store.game(2).contest) == (b"LAST", b"another")
    contests = {data for (data,) in store._database.execute("SELECT data FROM contests")}
    assert contests == {b"another", b"NEW", b"MID"}, "those of no game are gone"
    store.save_room("LAST", "again")
    assert store.codes() == ["LAST", "NEW", "MID"], "the one that was changed last"
    store.close()


def test_moves_are_kept_in_their_order_and_a_change_that_fails_changes_nothing():
    store = RoomStore(None)
    store.save_room("A", "before")
    ref = store.begin_game("A", lambda number: f"game {number}", b"contest", 7, 1, "position")
    assert (store.game(ref.id), store.room("A")) == (ref, f"game {ref.id}")
    assert (ref.contest, ref.seed, ref.first, ref.position, ref.actions) == (b"contest", 7, 1, "position", ())
    other = store.begin_game("A", str, b"contest", 8, 0, None)
    assert other.id != ref.id
    store.add_moves(ref.id, 0, [4, 3])
    store.add_moves(ref.id, 2, [9, 1, 1])
    store.add_moves(other.id, 0, [5])
    assert (store.game(ref.id).actions, store.game(other.id).actions) == ((4, 3, 9, 1, 1), (5,))
    store.take_back(ref.id, 3, "A", "taken back")
    assert (store.game(ref.id).actions, store.room("A")) == ((4, 3, 9), "taken back")
    assert store.game(other.id).actions == (5,)
    store.take_back(other.id, 0, "A", "taken back")
    assert (store.game(ref.id).actions, store.game(other.id).actions) == ((4, 3, 9), ())

    def fails(_number):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        store.begin_game("A", fails, b"more", 7, 1, None)
    assert store.game(other.id + 1) is None and store.room("A") == "taken back"
    assert store.exchange(ref, b"more").contest == store.game(ref.id).contest == b"more"
    store.save_room("A", "afterwards")
    assert (store.room("A"), store.room("B"), store.codes()) == ("afterwards", None, ["A"])
    store.close()
