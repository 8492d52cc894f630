"""Write the files of a folder: all of them, or none."""

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


def write_folder(folder: Path, files: Mapping[str, Content]) -> None:
    """Write files into a folder: all of them, or none.

    Args:
        folder: The folder. If it exists, as the working folder does, files of the same names are replaced, and others stay.

    Raises:
        UnlocatedError: E601, the folder cannot be written.
    """
    if folder.is_dir():
        _replace(folder, files)
        return
    made = temporary_path(folder)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with suppress(OSError):  # a folder that cannot be listed
            remove_unfinished(folder.parent, folder.name)
        shutil.rmtree(made, ignore_errors=True)  # of a process of the same number that was killed
        for name, content in files.items():
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, Path):
                shutil.copyfile(content, made / name)
            else:
                (made / name).write_bytes(_bytes(content))
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
