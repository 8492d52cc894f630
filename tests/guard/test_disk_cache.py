"""What is kept on disk is given back whole, to its owner alone, and only for what it was made of."""

import os
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.guard import disk_cache
from cardgen.guard.disk_cache import DiskCache, file_stamps
from cardgen.version import __version__


@given(kept=st.binary(max_size=100), damage=st.integers(0, 115), byte=st.integers(0, 255))
def test_a_damaged_or_short_file_counts_as_missing(kept: bytes, damage: int, byte: int, tmp_path_factory):
    cache = DiskCache(tmp_path_factory.mktemp("cache"))
    cache.put("things", "key", "stamp", kept)
    assert cache.get("things", "key", "stamp") == kept
    (file,) = cache._folder.iterdir()  # type: ignore[union-attr]
    data = file.read_bytes()
    place = damage % len(data)
    file.write_bytes(data[:place])
    assert cache.get("things", "key", "stamp") is None
    file.write_bytes(data[:place] + bytes([byte]) + data[place + 1 :])
    assert cache.get("things", "key", "stamp") == (kept if data[place] == byte else None)


def test_kind_key_and_stamp_decide(tmp_path: Path):
    cache = DiskCache(tmp_path / "new" / "cache")
    assert cache.get("things", "key", "stamp") is None  # the folder is made when something is kept
    cache.put("things", "key", "stamp", b"one")
    assert cache.get("things", "key", "stamp") == b"one"
    for names in (("other", "key", "stamp"), ("things", "other", "stamp"), ("things", "key", "other")):
        assert cache.get(*names) is None, names
    cache.put("things", "key", "later", b"two")
    assert cache.get("things", "key", "stamp") is None
    assert cache.get("things", "key", "later") == b"two"
    assert len([*(tmp_path / "new" / "cache").iterdir()]) == 1


def test_the_least_recently_used_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(disk_cache, "MOST_FILES", 10)
    monkeypatch.setattr(disk_cache, "_WRITES_BETWEEN", 1)
    cache = DiskCache(tmp_path)
    for number in range(11):
        assert all(cache._path("things", str(older)).exists() for older in range(number)), "ten files are not too many"
        cache.put("things", str(number), "", b"")
        os.utime(cache._path("things", str(number)), (number, number)) if number < 10 else None
    assert [number for number in range(11) if cache.get("things", str(number), "") is None] == [0, 1]


def test_a_full_cache_is_emptied_by_a_tenth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(disk_cache, "MOST_BYTES", 580)  # of twenty files, of which 18 are nine tenths
    monkeypatch.setattr(disk_cache, "_WRITES_BETWEEN", 1)
    cache, sizes = DiskCache(tmp_path), [0]
    for number in range(40):
        cache.put("things", str(number), "", bytes(13))
        os.utime(cache._path("things", str(number)), (number, number))
        sizes.append(sum(file.stat().st_size for file in tmp_path.iterdir()))
    length = sizes[1]
    assert length == 580 // 20
    assert all(now == (before + length if before < 20 * length else 18 * length) for before, now in pairwise(sizes))
    assert cache.get("things", "39", "") == bytes(13)


def test_the_folder_is_looked_through_at_the_first_of_each_hundred_values(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Which takes as long as all that it saves, where it holds thousands of files."""
    looked: list[int] = []
    monkeypatch.setattr(disk_cache, "_WRITES_BETWEEN", 3)
    monkeypatch.setattr(DiskCache, "_trim", lambda _: looked.append(len([*tmp_path.iterdir()])))
    cache = DiskCache(tmp_path)
    for number in range(7):
        cache.put("things", str(number), "", b"")
    assert looked == [1, 4, 7]


def test_texts_of_a_deck_may_be_keys_and_stamps_whatever_they_hold(tmp_path: Path):
    cache = DiskCache(tmp_path)
    for text in ("\ud83d", "\ud83e", "\0"):  # half a pair of UTF-16, which JSON can state
        cache.put("things", text, text, text.encode("utf-8", "surrogatepass"))
    assert [cache.get("things", text, text) for text in ("\ud83d", "\ud83e", "\0")] == [
        b"\xed\xa0\xbd",
        b"\xed\xa0\xbe",
        b"\0",
    ]


def test_what_is_used_after_a_day_counts_as_new(tmp_path: Path):
    cache = DiskCache(tmp_path)
    cache.put("things", "key", "", b"one")
    (file,) = tmp_path.iterdir()
    now = file.stat().st_mtime
    for age, is_renewed in ((3_600, False), (25 * 3_600, True)):
        os.utime(file, (now - age, now - age))
        assert cache.get("things", "key", "") == b"one"
        assert (file.stat().st_mtime > now - age + 1) == is_renewed, age


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows protects the folders of users itself")
def test_a_folder_of_others_or_that_they_can_write_to_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "cache"
    DiskCache(folder).put("things", "key", "", b"one")
    assert folder.stat().st_mode & 0o077 == 0
    for mode in (0o777, 0o720, 0o702):
        folder.chmod(mode)
        cache = DiskCache(folder)
        assert cache.get("things", "key", "") is None, oct(mode)
        cache.put("things", "other", "", b"two")
        assert len([*folder.iterdir()]) == 1, oct(mode)
    folder.chmod(0o700)
    assert DiskCache(folder).get("things", "key", "") == b"one"
    monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid + 1)  # the folder of another user
    assert DiskCache(folder).get("things", "key", "") is None


def test_a_link_in_place_of_the_folder_is_not_trusted(tmp_path: Path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "cache").symlink_to("elsewhere")
    for mode in (0o777, 0o700):  # whoever owns the link may have made it lead to a folder of mine
        (tmp_path / "elsewhere").chmod(mode)
        DiskCache(tmp_path / "cache").put("things", "key", "", b"one")
        assert [*(tmp_path / "elsewhere").iterdir()] == []


def test_nothing_is_kept_without_a_folder(tmp_path: Path):
    (tmp_path / "in the way").write_text("")
    for cache in (DiskCache(None), DiskCache(tmp_path / "in the way" / "cache")):
        cache.put("things", "key", "", b"one")
        assert cache.get("things", "key", "") is None


def test_a_value_may_be_written_part_by_part_and_leaves_nothing_if_that_fails(tmp_path: Path):
    cache = DiskCache(tmp_path)
    lengths: list[int] = []
    cache.put("things", "key", "", lambda file: lengths.extend(map(file.write, (b"one, ", b"two"))))
    assert lengths == [5, 3], "as files tell how much they have written"
    assert cache.get("things", "key", "") == b"one, two"

    def stop(file):
        file.write(b"half")
        assert len([*tmp_path.iterdir()]) == 2, "it is renamed, so it must be on the same disk"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cache.put("things", "key", "", stop)
    assert cache.get("things", "key", "") == b"one, two" and len([*tmp_path.iterdir()]) == 1


def test_the_folder_is_that_of_the_variable_or_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    for value, folder in ((str(tmp_path), tmp_path), ("", None)):
        monkeypatch.setenv(disk_cache.VARIABLE, value)
        assert disk_cache.disk_cache()._folder == folder
    monkeypatch.delenv(disk_cache.VARIABLE)
    own = disk_cache.disk_cache()._folder
    assert own and own.is_absolute() and "cardgen" in own.parts
    monkeypatch.setenv(disk_cache.VARIABLE, str(tmp_path))
    assert disk_cache.disk_cache()._folder == tmp_path


def test_the_state_of_sources_is_the_version_and_the_time_of_each(tmp_path: Path):
    (tmp_path / "a").write_text("")
    os.utime(tmp_path / "a", ns=(1, 7_000))
    assert file_stamps(str(tmp_path / "a"), str(tmp_path / "b"), str(tmp_path / "a")) == f"{__version__}|7000||7000"
    assert file_stamps() == __version__
