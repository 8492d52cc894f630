"""Write the files of a new folder: all of them, or none."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

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
    made: Path | None = None
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        for name, content in files.items():
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, Path):
                shutil.copyfile(content, made / name)
            else:
                (made / name).write_bytes(_bytes(content))
        made.chmod(0o755)
        if folder.is_dir():
            folder.rmdir()
        made.rename(folder)
    except OSError as error:
        if made:
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
