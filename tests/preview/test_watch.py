"""Files that change are reported, however they are written, and folders may vanish and come back."""

import asyncio
import os
import shutil
import sys
from collections.abc import Callable, Collection, Coroutine
from pathlib import Path
from typing import Any

import pytest
from watchfiles._rust_notify import RustNotify

from cardgen.preview import change_signal as change_signal_module
from cardgen.preview import watch
from cardgen.preview.change_signal import change_signal
from cardgen.preview.watch import FolderWatcher, folders_below, is_read
from tests.preview.coroutines import run_coroutine


class Changes:
    """What a watcher has reported."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.anything = 0
        self._changed = asyncio.Event()

    def __call__(self, files: Collection[Path]) -> None:
        self.files |= {file.name for file in files}
        self.anything += not files
        self._changed.set()

    async def wait_for(self, condition: Callable[["Changes"], object]) -> None:
        while not condition(self):
            await self.next()

    async def next(self) -> None:
        """Wait for the next report."""
        self._changed.clear()
        await self._changed.wait()


class Notify:
    """Watches as watchfiles does, so that a test may come between."""

    def __init__(self, *arguments: Any) -> None:
        self._notify = RustNotify(*arguments)

    def __enter__(self) -> "Notify":
        self._notify.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._notify.__exit__(*error)

    def watch(self, *arguments: Any) -> Any:
        """Wait for changes, as `RustNotify.watch` does."""
        return self._notify.watch(*arguments)


def watched(folder: Path, play: Callable[[Changes], Coroutine[Any, Any, None]], *, is_polling: bool = False) -> None:
    async def run() -> None:
        changes = Changes()
        watcher = FolderWatcher(changes, is_polling=is_polling)
        watcher.add([folder])
        task = asyncio.create_task(watcher.run())
        try:
            async with asyncio.timeout(60):
                await changes.wait_for(lambda found: found.anything)  # the watch is ready
                await play(changes)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    run_coroutine(run())


@pytest.mark.parametrize("is_polling", [False, True])
def test_a_saved_file_is_reported(tmp_path, is_polling):
    files = [tmp_path / "suns.yaml", tmp_path / "art" / "sun.svg"]
    files[1].parent.mkdir()
    for file in files:
        file.write_text("a")

    async def play(changes):
        for file in files:
            file.write_text("longer than before")
            await changes.wait_for(lambda found, name=file.name: name in found.files)

    watched(tmp_path, play, is_polling=is_polling)


def test_each_change_that_polling_finds_is_reported_once(tmp_path):
    async def play(changes):
        for name in ("sun.svg", "moon.svg", "star.svg"):
            changes.files.clear()
            (tmp_path / name).touch()
            await changes.wait_for(lambda found, name=name: name in found.files)
            assert [*changes.files] == [name]
        (tmp_path / "moon.svg").unlink()
        await changes.wait_for(lambda found: "moon.svg" in found.files)

    watched(tmp_path, play, is_polling=True)


def test_polling_begins_anew_where_folders_have_come(tmp_path, monkeypatch):
    async def run() -> None:
        watcher = FolderWatcher(seen.append, is_polling=True)
        watcher.add([tmp_path])
        watcher._restart.clear()
        (tmp_path / "art").mkdir()
        async with asyncio.timeout(60):
            await watcher._poll([tmp_path])

    seen: list[Collection[Path]] = []
    monkeypatch.setattr(watch, "_POLL", 0)
    run_coroutine(run())
    assert seen == [()]


def test_drives_of_windows_are_polled_from_a_linux_in_it(monkeypatch):
    for release, is_polling in (("5.15.90.1-Microsoft-Standard-WSL2", True), ("6.8.0-51-generic", False)):
        monkeypatch.setattr("platform.release", lambda release=release: release)
        assert FolderWatcher(bool)._is_polling is is_polling


@pytest.mark.skipif(sys.platform != "linux", reason="other systems are asked again and again")
def test_nothing_runs_until_something_changes(tmp_path, monkeypatch):
    calls = []

    class Counted(Notify):
        def watch(self, *arguments):
            calls.append(arguments)
            return super().watch(*arguments)

    monkeypatch.setattr(watch, "RustNotify", Counted)
    monkeypatch.setattr(watch, "_TICK_OF_REST", 3600)

    async def play(changes):
        await asyncio.to_thread(len, calls)  # what was begun before has begun
        assert [step for _, step, *_ in calls] == [watch.STEP]
        (tmp_path / "suns.yaml").touch()
        await changes.wait_for(lambda found: "suns.yaml" in found.files)

    watched(tmp_path, play)


def test_an_editor_that_puts_a_new_file_in_place_is_followed(tmp_path):
    file = tmp_path / "suns.yaml"
    file.write_text("a")

    async def play(changes):
        for number in range(3):
            other = tmp_path / ".suns.yaml.swp"
            other.write_text(str(number))
            os.replace(other, file)  # noqa: PTH105 - as editors do
            await changes.wait_for(lambda found: "suns.yaml" in found.files)
            changes.files.clear()

    watched(tmp_path, play)


def test_changes_that_come_in_parts_are_all_reported(tmp_path, monkeypatch):
    """The thread of watchfiles may still read the events of a change when the first of them are reported."""

    class InParts(Notify):
        """Holds back all changes but the first until it is asked again."""

        _held = ()

        def watch(self, *arguments):
            found = self._held or super().watch(*arguments)
            if not isinstance(found, (set, list)):
                return found
            first, *self._held = sorted(found)
            return {first}

    monkeypatch.setattr(watch, "RustNotify", InParts)

    async def play(changes):
        for name in ("a.svg", "b.svg", "c.svg"):
            (tmp_path / name).touch()
        await changes.wait_for(lambda found: {"a.svg", "b.svg", "c.svg"} <= found.files)

    watched(tmp_path, play)


def test_files_in_new_folders_are_reported(tmp_path):
    async def play(changes):
        (tmp_path / "art").mkdir()
        ready = changes.anything
        await changes.wait_for(lambda found: found.anything > ready)
        ready = changes.anything
        (tmp_path / "art" / "sun.svg").write_text("<svg/>")
        await changes.wait_for(lambda found: "sun.svg" in found.files or found.anything > ready)

    watched(tmp_path, play)


def test_a_folder_that_vanishes_and_comes_back_is_watched_again(tmp_path):
    folder = tmp_path / "decks"
    folder.mkdir()
    (folder / "suns.yaml").write_text("a")

    async def play(changes):
        before = changes.anything
        shutil.rmtree(folder)
        await changes.wait_for(lambda found: found.anything > before)
        folder.mkdir()
        before = changes.anything
        (folder / "suns.yaml").write_text("b")
        await changes.wait_for(lambda found: found.anything > before or "suns.yaml" in found.files)
        changes.files.clear()
        while "suns.yaml" not in changes.files:  # until the watch is ready again, which it reports
            (folder / "suns.yaml").write_text("c" * (changes.anything + 2))
            await changes.next()

    watched(folder, play)


@pytest.mark.parametrize(
    "name",
    [
        "suns.yaml",
        "theme.yaml",
        "strings.yaml",
        "game.yaml",
        "cards.csv",
        "cards.XLSX",
        "cards.ods",
        "face.svg.j2",
        "a.png",
        "b.webp",
        "rules.md",
        "a.TTF",
        "b.otf",
        "my.css",
    ],
)
def test_what_a_deck_may_be_made_of_is_read(name):
    assert is_read(Path("decks", name), Path("decks/suns.yaml"))


@pytest.mark.parametrize("name", ["moons.yaml", ".suns.yaml.swp", "~lock.cards.csv", "out.pdf", "suns.yaml~", "4913"])
def test_other_files_are_not(name):
    assert not is_read(Path("decks", name), Path("decks/suns.yaml"))


def test_a_worksheet_is_read_from_its_workbook():
    for name in ("cards.xlsx", ".cards.xlsx"):  # a deck that is named is read, hidden or not
        assert is_read(Path(name), Path(f"{name}#ships"))


def test_hidden_folders_and_links_are_left_out(tmp_path):
    for name in ("art/icons", ".git", "__pycache__", "node_modules"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path)
    found = [str(folder.relative_to(tmp_path)) for folder in folders_below([tmp_path, tmp_path / "missing"])]
    assert found == [".", "art", str(Path("art/icons"))]


def test_folders_are_looked_into_as_deep_and_as_far_as_a_deck_needs(tmp_path, monkeypatch):
    (tmp_path / "1/2/3/4/5/6").mkdir(parents=True)
    assert [folder.name for folder in folders_below([tmp_path])][1:] == ["1", "2", "3", "4"]
    (tmp_path / "b").mkdir()
    monkeypatch.setattr(watch, "_MOST_FOLDERS", 4)
    assert [folder.name for folder in folders_below([tmp_path])][1:] == ["1", "b", "2"]


def test_a_folder_that_is_watched_already_begins_nothing_anew(tmp_path):
    watcher = FolderWatcher(lambda _: None)
    watcher.add([tmp_path])
    assert watcher._restart.is_set()
    watcher._restart.clear()
    watcher.add([tmp_path])
    assert not watcher._restart.is_set()
    watcher.add([tmp_path, tmp_path / "a"])
    assert watcher._restart.is_set()


@pytest.mark.skipif(sys.platform != "linux", reason="the signal is one of Linux")
def test_a_signal_tells_of_each_change_once_and_of_nothing_else(tmp_path):
    (inside := tmp_path / "inside").mkdir()
    (outside := tmp_path / "b").touch()
    a = inside / "a"

    async def run():
        woken = asyncio.Event()
        with change_signal([inside]) as signal:
            assert not await signal.wait(woken, 0.001)
            for change in (
                lambda: a.write_text("a"), a.unlink, lambda: outside.rename(a), lambda: os.utime(a, (1, 1)), lambda: a.rename(outside),
            ):  # fmt: skip
                change()
                assert await signal.wait(woken, 60)
                assert not woken.is_set()
                assert not await signal.wait(woken, 0.001)
            woken.set()
            assert not await signal.wait(woken, 60)  # something else ended the wait
            assert not woken.is_set()
        with change_signal([tmp_path, tmp_path / "none"]) as signal:
            assert signal is None

    run_coroutine(run())


@pytest.mark.skipif(sys.platform != "linux", reason="the signal is one of Linux")
def test_without_room_for_a_signal_there_is_none(tmp_path, monkeypatch):
    class Library:
        def inotify_init1(self, _flags):
            return -1

    monkeypatch.setattr(change_signal_module.ctypes, "CDLL", lambda _: Library())
    with change_signal([tmp_path]) as signal:
        assert signal is None
    monkeypatch.setattr(change_signal_module.sys, "platform", "darwin")
    with change_signal([tmp_path]) as signal:
        assert signal is None


def test_a_folder_that_has_just_vanished_is_no_reason_to_look_again_and_again(tmp_path, monkeypatch):
    async def vanished(_watcher, _folders):
        raise OSError(2, "no such file or directory")

    async def run():
        changes = Changes()
        watcher = FolderWatcher(changes)
        watcher.add([tmp_path])
        task = asyncio.create_task(watcher.run())
        await changes.wait_for(lambda found: found.anything)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return watcher._is_polling

    monkeypatch.setattr(watch, "_TICK", 1)
    monkeypatch.setattr(FolderWatcher, "_watch", vanished)
    monkeypatch.setattr(watch, "folders_below", lambda _: [tmp_path, tmp_path / "gone"])
    assert not run_coroutine(run())


def test_where_the_system_has_no_room_for_watches_files_are_looked_at_again_and_again(tmp_path, monkeypatch):
    tried = []

    async def full(_watcher, folders):
        tried.append(folders)
        raise OSError(28, "no space left on device")

    async def play(changes):
        await changes.wait_for(lambda found: found.anything > 1)  # it has looked at the files once
        (tmp_path / "sun.svg").touch()
        await changes.wait_for(lambda found: "sun.svg" in found.files)

    monkeypatch.setattr(FolderWatcher, "_watch", full)
    watched(tmp_path, play)
    assert tried == [[tmp_path]]
