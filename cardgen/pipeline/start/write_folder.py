"""Write the files of a new folder: all of them, or none."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError
from cardgen.write.files import remove_unfinished, temporary_path

Content = str | bytes | Path
"""Content of a file: text, bytes, or the file that is copied."""


def write_folder(folder: Path, files: Mapping[str, Content], *, overwrite: bool = False) -> None:
    """Write files into a new folder: all of them, or none.

    Args:
        folder: The folder, which does not exist or is empty unless files in it may be replaced.
        overwrite: Whether files of the same names in a folder that exists are replaced; its other files stay.

    Raises:
        UnlocatedError: E601, the folder cannot be written.
    """
    if overwrite and folder.is_dir() and any(folder.iterdir()):
        _replace(folder, files)
        return
    place = folder.absolute()  # which has a name, if it is the working folder too
    made = temporary_path(place)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with suppress(OSError):  # a folder that cannot be listed
            remove_unfinished(place.parent, place.name)
        shutil.rmtree(made, ignore_errors=True)  # of a process of the same number that was killed
        for name, content in files.items():
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, Path):
                shutil.copyfile(content, made / name)
            else:
                (made / name).write_bytes(_bytes(content))
        if folder.is_dir():
            folder.rmdir()
        made.rename(folder)
    except OSError as error:
        shutil.rmtree(made, ignore_errors=True)
        message = f"folder {quoted(folder)} cannot be written: {(error.strerror or str(error)).lower()}"
        raise UnlocatedError("E601", message) from None


def _bytes(content: Content) -> bytes:
    if isinstance(content, Path):
        return content.read_bytes()
    return content.encode() if isinstance(content, str) else content


def _replace(folder: Path, files: Mapping[str, Content]) -> None:
    from cardgen.write.file_set import file_set

    with file_set(folder) as changed:
        for name, content in files.items():
            changed.add(folder / name, _bytes(content))
