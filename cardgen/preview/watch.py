"""Watch the folders of decks, and tell which files have changed within a few milliseconds.

Folders are watched, not files, since many editors write a new file and put it in place of the old one.
"""

from __future__ import annotations

import asyncio
import os
import platform
from collections.abc import Callable, Collection, Iterable
from pathlib import Path

from watchfiles._rust_notify import RustNotify

from cardgen.model.deck import SPREADSHEETS, split_sheet
from cardgen.pipeline.open.deck_names import purpose_of
from cardgen.preview.change_signal import change_signal
from cardgen.read.files import stamps_in
from cardgen.read.picture_names import PICTURES

STEP = 1
"""Milliseconds of quiet after which a change is reported; the other files of the same edit follow in one of their own.

watchfiles looks for changes so often, which takes 1 % of a core. It is asked only when the system says that something has changed;
where the system says nothing, it looks as often only while somebody edits.
"""
_EDITING = 60.0  # seconds after a change in which the next one is expected
_STEPS_OF_REST = {_EDITING: 25, 10 * _EDITING: 100}  # the same, by seconds without a change
LONGEST = 50
"""Milliseconds after which changes are reported although more keep coming."""
_TICK = 500  # milliseconds between two looks at whether the folders are still there
_TICK_OF_REST = 5.0  # seconds between them where the system tells of changes, but not of folders above these
_POLL = 0.25  # seconds between two looks at all files, where changes are not reported
_MOST_FOLDERS = 500
_MAX_DEPTH = 4
_LOOK = (".j2", ".md", ".ttf", ".otf", ".css")
_SUFFIXES = frozenset((*SPREADSHEETS, *PICTURES, *_LOOK))


def is_read(path: Path, deck: Path) -> bool:
    """Return whether a change of a file may change how a deck looks.

    Args:
        deck: The deck file, or a spreadsheet with `#worksheet` behind its name.
    """
    name = path.name
    if name == split_sheet(deck.name)[0]:
        return True
    if name.startswith((".", "~")):
        return False
    suffix = path.suffix.lower()
    if suffix in {".yaml", ".yml"}:  # others are decks of their own
        return bool(purpose_of(name))
    return suffix in _SUFFIXES


def folders_below(tops: Iterable[Path]) -> list[Path]:
    """Return folders and those inside them that may hold files of a deck; none that is hidden or does not exist."""
    found: dict[Path, None] = {}
    for top in tops:
        level = [top]
        for _ in range(_MAX_DEPTH + 1):
            following: list[Path] = []
            for folder in level:
                if folder in found or not folder.is_dir() or len(found) >= _MOST_FOLDERS:
                    continue
                found[folder] = None
                following += _inside(folder)
            level = following
    return [*found]


def _inside(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            names = sorted(
                entry.name
                for entry in entries
                if entry.name[:1] not in {".", "_"}
                and entry.name != "node_modules"
                and entry.is_dir(follow_symlinks=False)
            )
    except OSError:
        return []
    return [folder / name for name in names]


class FolderWatcher:
    """Watches folders, which may vanish and come back.

    Args:
        on_change: Called with the files that have changed; empty if any of them may have.
        is_polling: Whether to look at all files again and again, for network drives that report no changes.
    """

    def __init__(self, on_change: Callable[[Collection[Path]], None], *, is_polling: bool = False) -> None:
        self._on_change = on_change
        # WSL reports no changes of the drives of Windows.
        self._is_polling = is_polling or "microsoft-standard" in platform.release().lower()
        self._tops: dict[Path, None] = {}
        self._restart = asyncio.Event()
        self._woken = asyncio.Event()  # by a change, or to begin anew

    def add(self, folders: Iterable[Path]) -> None:
        """Watch more folders, with those inside them."""
        new = [folder for folder in folders if folder not in self._tops]
        if new:
            self._tops.update(dict.fromkeys(new))
            self._restart.set()
            self._woken.set()

    async def run(self) -> None:
        """Watch until the task is cancelled."""
        while True:
            self._restart.clear()
            self._woken.clear()
            folders = await asyncio.to_thread(folders_below, [*self._tops])
            if not folders:
                await self._wait()
                continue
            try:
                await (self._poll(folders) if self._is_polling else self._watch(folders))
            except OSError:  # too many watches for this system, or a folder that has just vanished
                if not self._is_polling and all(folder.is_dir() for folder in folders):
                    self._is_polling = True
                await self._wait()
            self._on_change(())

    async def _wait(self) -> None:
        """Wait until the folders may be there, or are others."""
        try:
            await asyncio.wait_for(self._restart.wait(), _TICK / 1000 if self._tops else None)
        except TimeoutError:
            return

    async def _poll(self, folders: list[Path]) -> None:
        """Look at all files again and again, until the folders are others.

        The polling of watchfiles compares whole seconds, and so would lose the second of two quick edits.
        """
        before = await asyncio.to_thread(stamps_in, folders, deep=False)
        self._on_change(())  # for changes from before; taken the other way round, one in between would be lost
        while not self._restart.is_set():
            await asyncio.sleep(_POLL)
            after = await asyncio.to_thread(stamps_in, folders, deep=False)
            if changed := {Path(name) for name, _ in before.items() ^ after.items()}:
                self._on_change(changed)
            before = after
            if folders != await asyncio.to_thread(folders_below, [*self._tops]):
                return

    async def _watch(self, folders: list[Path]) -> None:
        """Report changes until the folders are others."""
        loop = asyncio.get_running_loop()
        last, is_ready, is_quiet = loop.time(), False, False
        names = [str(folder) for folder in folders]
        with change_signal(folders) as signal, RustNotify(names, False, False, 0, False, True) as notify:
            while not self._restart.is_set():
                quiet = loop.time() - last
                step = max((step for rest, step in _STEPS_OF_REST.items() if quiet >= rest), default=STEP)
                longest = _TICK
                # watchfiles reads in a thread of its own, so changes of one signal may come in parts, and late. It is
                # therefore asked until it has nothing more, and once more after each rest.
                if signal and is_quiet:
                    step = STEP
                    if not await signal.wait(self._woken, _TICK_OF_REST):
                        longest = STEP
                try:
                    found = await asyncio.to_thread(notify.watch, LONGEST, step, longest, self._restart)
                except asyncio.CancelledError:
                    self._restart.set()  # the thread ends at once
                    raise
                changes = {Path(name) for _, name in found} if isinstance(found, set) else set()
                is_quiet = not changes
                if changes:
                    last = loop.time()
                    self._on_change(changes)
                elif not is_ready:
                    is_ready = True
                    self._on_change(())  # for changes from before the watch was ready
                is_new_folder = any(path.is_dir() and path not in folders for path in changes)
                if is_new_folder or not all(folder.is_dir() for folder in folders):
                    return
