"""Read files of boxes, and return the templates that they stand for."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.guard.disk_cache import disk_cache, file_stamps
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError
from cardgen.report.source import Node, display_path

if TYPE_CHECKING:  # a deck whose faces are templates does not pay for the import
    from cardgen.render.boxes.description import FaceDescription

SUFFIX = ".face.yaml"
"""End of the name of a file of boxes."""


def face_template(name: str, path: Path, text: str) -> str:
    """Return the template that a file stands for: the file itself, unless it describes a face by boxes.

    Raises:
        CardgenError: It does, and has errors.
    """
    return _kept(text, path) if name.endswith(SUFFIX) else text


def marked_template(name: str, path: Path, text: str) -> str:
    """Return the template that a file stands for, with comments that say what follows; see `compile_face`.

    Raises:
        CardgenError: The file describes a face by boxes, and has errors.
    """
    return _compiled(text, display_path(str(path)), name) if name.endswith(SUFFIX) else text


def read_face(text: str, shown: str) -> tuple[Node, FaceDescription]:
    """Return a description of a face, with the places of its values.

    Raises:
        CardgenError: It has errors.
    """
    from cardgen.read.yaml_composer import Composer
    from cardgen.render.boxes.description import FaceDescription
    from cardgen.validate.schema import validate_as

    found = Collector()
    root = Composer(text, shown, found).read()
    face = validate_as(root, FaceDescription, found) if root else None
    if root is None or face is None or found.has_errors:
        raise CardgenError(found.items)
    return root, face


@lru_cache(maxsize=32)
def _kept(text: str, path: Path) -> str:
    """Return the template of a file from the disk cache, since its models take longer to import than most decks to draw."""
    stamp = f"{_made()}\0{text}"
    known = disk_cache().get("face", str(path), stamp)
    if known is not None:
        return known.decode()
    template = _compiled(text, display_path(str(path)), "")
    disk_cache().put("face", str(path), stamp, template.encode())
    return template


@lru_cache(maxsize=1)
def _made() -> str:
    return file_stamps(*sorted(map(str, (Path(__file__).parents[1] / "render" / "boxes").glob("*.py"))))


@lru_cache(maxsize=32)  # of the names by which a template is included, and of the next build of a preview
def _compiled(text: str, shown: str, marked: str) -> str:
    from cardgen.render.boxes.compiler import compile_face, lines_of

    root, face = read_face(text, shown)
    return compile_face(face, lines_of(root), marked)
