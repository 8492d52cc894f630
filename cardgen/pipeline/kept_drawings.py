"""Keep what a command has drawn of a deck on disk, so that the next one draws only what has changed.

That is what `BuildCache` keeps in memory for a preview: the output of templates with all that it was made of, drawings of equal output,
and documents. It holds as long as the files of the look, the language, the game and the pictures are the same. Drawings
with warnings are drawn each time, so that the warnings are told.
"""

from __future__ import annotations

import functools
import pickle
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.guard.disk_cache import disk_cache, file_stamps
from cardgen.read.pictures import PictureRecord
from cardgen.records import dataclass
from cardgen.render.pieces.serialization import Unpacker, pack_into

if TYPE_CHECKING:
    from cardgen.render.renderer import Renderer

_KIND = "drawings"
_FEW = 8
"""Output of templates that is rather rendered again than kept, with all else, without a new drawing: such as that of a card of
which only another language has changed."""
_SOURCES = ("geometry", "guard", "model", "plugin", "read", "render", "validate")
"""Packages whose code decides what is drawn."""


@dataclass(frozen=True, slots=True)
class KeptDrawings:
    """What a command has left.

    Attributes:
        pictures: Pictures that it read, all without errors.
        renderings: Output of templates; see `Renderings`.
        drawings: Drawings by their keys; see `Renderer`, also for the next.
    """

    colors: Mapping[str, str]
    pictures: PictureRecord
    renderings: Mapping[Any, Any]
    drawings: Mapping[Any, Any]
    documents: Mapping[Any, Any]


@dataclass(frozen=True, slots=True)
class Shelf:
    """The place of a deck in the disk cache.

    Attributes:
        stamp: State of all files that decide its look, besides pictures.
    """

    name: str
    stamp: str

    def load(self) -> KeptDrawings | None:
        """Return what was kept, or None."""
        data = disk_cache().get(_KIND, self.name, self.stamp)
        if data is None:
            return None
        try:
            return KeptDrawings(*Unpacker().unpack(data))
        except (
            AttributeError,
            ImportError,
            TypeError,
            ValueError,
            pickle.UnpicklingError,
        ):  # of another state of the code
            return None

    def keep(
        self,
        renderer: Renderer,
        pictures: PictureRecord,
        before: KeptDrawings | None,
    ) -> None:
        """Keep what a renderer has drawn, unless all drawings were there, and nearly all output of templates."""
        colors = renderer.styles.colors()
        renderings, drawings = renderer.kept()
        documents = {key: replace(known, rows=None) for key, known in renderer.documents.items()}
        if (
            before
            and before.colors == colors
            and before.pictures == pictures
            and before.drawings.keys() == drawings.keys()
            and before.renderings.keys() == renderings.keys()
            and sum(before.renderings[key] != one for key, one in renderings.items()) <= _FEW
            and all(
                key in before.documents and before.documents[key].pages is known.pages
                for key, known in documents.items()
            )
        ):
            return
        state = dict(colors), pictures, dict(renderings), drawings, documents
        disk_cache().put(_KIND, self.name, self.stamp, lambda file: pack_into(file, state))


def shelf_of(deck: Path, language: str, look: object) -> Shelf:
    """Return the place of a deck.

    Args:
        look: The state of all files of the look, and everything else that decides it, with a meaningful `repr`.
    """
    return Shelf(f"{deck.resolve()} {language}", f"{code_state(_SOURCES)} {look!r}")


@functools.cache
def code_state(packages: tuple[str, ...]) -> str:
    """Return the state of the code of some packages of cardgen."""
    top = Path(__file__).parents[1]
    files = (str(file) for package in packages for file in sorted((top / package).rglob("*.py")))
    return file_stamps(*files)
