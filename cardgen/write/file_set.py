"""Files that belong together, such as the fronts and the backs of a deck: all of them are replaced, or none is.

Each file is written beside its place, as `.NAME.PID.part`. Once all of them are on the disk, the lock of the folder notes
that, and then they are renamed. A run that is killed before the note leaves the old files, and one that is killed after it
the new ones: the next run that writes into the folder renames what is left. What a killed run did not complete, it removes.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from cardgen.guard.files import check_target
from cardgen.write.files import (
    PART,
    check_present,
    open_folder,
    remove_temporary,
    remove_unfinished,
    reporting_errors,
    resolve_target,
    temporary_path,
    write_temporary,
)
from cardgen.write.folder_lock import FolderLock, locked

Write = Callable[[Path, bytes], None]
"""Writes a file, as `replace_file` or `FileSet.add` does."""


class FileSet:
    """The files of one run below one folder; made by `file_set`."""

    def __init__(self, folder: Path, lock: FolderLock) -> None:
        self._folder, self._lock = folder, lock
        self._staged: dict[Path, Path] = {}
        self._removed: list[Path] = []
        self._handles: dict[Path, int | None] = {}  # of folders, which stay what they are if somebody moves them

    def add(self, target: Path, data: bytes) -> None:
        """Write a file beside its place; a missing folder is created.

        Raises:
            UnlocatedError: E601, it cannot be written.
        """
        with reporting_errors(target):
            place = resolve_target(target)
            self._name(place)
            place.parent.mkdir(parents=True, exist_ok=True)
            if place.parent not in self._handles:
                remove_unfinished(place.parent)
                self._handles[place.parent] = open_folder(place.parent)
            self._staged[place] = temporary_path(place)
            write_temporary(self._staged[place], data)

    def remove(self, target: Path) -> None:
        """Remove a file together with the replacement of the others; it may be missing.

        Raises:
            UnlocatedError: E601, it cannot be removed.
        """
        with reporting_errors(target):
            place = resolve_target(target)
            self._name(place)
            self._removed.append(place)

    def commit(self) -> None:
        """Put all files in their places, and remove those that are to be removed.

        Raises:
            UnlocatedError: E601, a file cannot be replaced.
        """
        for place in self._staged:
            with reporting_errors(place):
                if place.exists():
                    place.rename(place)  # does nothing, but fails on Windows if another program holds the file open
        if len(self._staged) + len(self._removed) > 1:
            parts = [self._name(part) for part in self._staged.values()]
            self._lock.note(parts=parts, removed=[self._name(path) for path in self._removed])
        for place, part in self._staged.items():
            with reporting_errors(place):
                check_present(part)
        try:
            self._put()
        except (KeyboardInterrupt, SystemExit):
            self._put()  # half a set is worse than a late end
            raise

    def _put(self) -> None:
        for place, part in self._staged.items():
            with reporting_errors(place):
                if part.exists():
                    part.replace(place)
        for path in self._removed:
            with reporting_errors(path):
                path.unlink(missing_ok=True)

    def drop(self) -> None:
        """Remove what has been written beside its place."""
        for part in self._staged.values():
            remove_temporary(part, self._handles[part.parent])

    def close(self) -> None:
        """Let go of the folders."""
        for handle in self._handles.values():
            if handle is not None:
                os.close(handle)
        self._handles.clear()

    def begin(self) -> None:
        """Complete what a killed run had begun to put in its places, and note who writes now."""
        parts, removed = ([*self._below(self._lock.left.get(key))] for key in ("parts", "removed"))
        for part in parts:
            match = PART.fullmatch(part.name)
            if match and part.is_file() and not part.is_symlink():
                with contextlib.suppress(OSError, ValueError):
                    part.replace(part.with_name(match["name"]))
        for path in removed:
            with contextlib.suppress(OSError, ValueError):
                path.unlink()
        self._lock.note()

    def _name(self, path: Path) -> str:
        """Return the name of a file within the folder; raise OSError if it is elsewhere."""
        try:
            return path.relative_to(self._folder).as_posix()
        except ValueError:
            raise OSError(None, f"it is not below '{self._folder}'") from None

    def _below(self, names: object) -> Iterator[Path]:
        """Yield the paths of names in a note, which anybody may have written, without those that lead out of the folder."""
        for name in names if isinstance(names, list) else ():
            if isinstance(name, str) and not set(name) & set("\0\\:") and ".." not in PurePosixPath(name).parts:
                path = self._folder / name
                with contextlib.suppress(
                    OSError, RuntimeError, ValueError
                ):  # a name that no file has, or a loop of links
                    if path.parent.resolve().is_relative_to(self._folder):
                        yield path


@contextlib.contextmanager
def file_set(folder: Path) -> Iterator[FileSet]:
    """Replace files below a folder when the block ends; none of them if it raises.

    Args:
        folder: The folder, which is created if it is missing. No other run can write a set into it meanwhile.

    Raises:
        UnlocatedError: E601, the folder or a file cannot be written; E603, another run writes into the folder.
    """
    with contextlib.ExitStack() as stack:
        with reporting_errors(folder):
            check_target(folder)
            folder = folder.resolve()
            folder.mkdir(parents=True, exist_ok=True)
            files = FileSet(folder, stack.enter_context(locked(folder)))
            stack.callback(files.close)
            files.begin()
        try:
            yield files
            files.commit()
        except BaseException:
            files.drop()
            raise
