"""The fonts for text in artworks, as the converter reads them: it opens whole folders, so it gets copies of a stranger's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import typst

from cardgen.guard.files import is_confined, names_in, read_bytes
from cardgen.model.font_file import FONT_LIMIT

_MOST_FILES = 200
_SUFFIXES = (".ttf", ".otf")


def font_families(folders: Iterable[Path]) -> tuple[str, ...]:
    """Return the families of the fonts in some folders, as text in artworks names them, sorted."""
    with readable_folders(folders) as readable:
        return tuple(sorted(load_fonts(readable).families()))


def load_fonts(folders: Iterable[str]) -> typst.Fonts:
    """Return the fonts in some folders, and no others.

    Args:
        folders: The folders, which the converter reads with all that links in them lead to.
    """
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=sorted(folders))


@contextmanager
def readable_folders(folders: Iterable[Path]) -> Iterator[tuple[str, ...]]:
    """Yield folders with the same fonts in which there is nothing else: no link that leads elsewhere, and no pipe.

    Args:
        folders: The folders. Of a folder that is not confined no copy is made.
    """
    given = sorted(set(folders))
    confined = [folder for folder in given if is_confined(folder)]
    others = tuple(str(folder) for folder in given if folder not in confined)
    if not confined:
        yield others
        return
    with TemporaryDirectory(prefix="cardgen-fonts-") as copies:
        for number, folder in enumerate(confined):
            for name in names_in(folder, _MOST_FILES):
                if name.lower().endswith(_SUFFIXES):
                    _copy(folder / name, Path(copies) / f"{number}-{len(name)}-{name}")
        yield (*others, copies)


def _copy(font: Path, copy: Path) -> None:
    with suppress(OSError):  # a face that uses the font says why it cannot be read
        copy.write_bytes(read_bytes(font, FONT_LIMIT))
