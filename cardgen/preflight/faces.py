"""Run the rules of the preflight over faces, and keep what they find for the next command."""

from __future__ import annotations

import marshal
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cardgen.geometry.outlines import RECTANGLE, Outline
from cardgen.geometry.units import Mm, Rect
from cardgen.guard.disk_cache import disk_cache, file_stamps
from cardgen.guard.files import stamp_of
from cardgen.model.drawing import Artwork, Drawing, DrawingItem, PlacedArtwork, PlacedImage, TextSpan, View
from cardgen.model.piece import SideColors

if TYPE_CHECKING:  # they read SVG and pictures, which only faces that have changed pay for
    from cardgen.preflight.finding import FaceFinding, Rule
    from cardgen.preflight.ground import Ground
    from cardgen.preflight.texts import Ink

_SideKey = tuple[Drawing, Outline, Mm, bool]


class SideReport(NamedTuple):
    """What the preflight says about a side of a piece.

    Attributes:
        edges: Colours along the left, top, right and bottom side.
    """

    found: tuple[FaceFinding, ...]
    edges: tuple[SideColors, ...]


class Preflight:
    """The preflight of one build after another; a face that has not changed is not looked at again.

    Args:
        is_lasting: Whether builds will follow in this process, so that nothing is kept on disk for others.
    """

    def __init__(self, *, is_lasting: bool = False) -> None:
        self._is_lasting = is_lasting
        self._ground: Ground | None = None
        self._known: dict[_SideKey, SideReport] = {}
        self._before = self._known
        self._deck = ""
        self._ink: Ink | None = None
        self._kept: dict[bytes, tuple[Any, ...]] | None = None
        self._used: dict[bytes, tuple[Any, ...]] = {}
        self._artworks: dict[int, tuple[Artwork, bytes]] = {}

    def begin(self, deck: str = "", ink: Ink | None = None) -> None:
        """Begin another build: what the one before last knew is dropped.

        Args:
            deck: Names the deck and its language, for what is kept on disk; empty to keep nothing.
            ink: Measures the ink of words in their fonts; None takes what is usual.
        """
        self._ground, self._ink = None, ink
        self._before, self._known = self._known, {}
        self._deck, self._kept, self._used, self._artworks = "" if self._is_lasting else deck, None, {}, {}

    def end(self) -> None:
        """Keep what was found on the faces of this build, if anything of it is new."""
        if self._used.keys() != (self._kept or {}).keys():
            disk_cache().put("preflight", self._deck, _stamp(), marshal.dumps(self._used))

    def check(
        self, face: Drawing, outline: Outline = RECTANGLE, inset: Mm = 0.0, *, with_advice: bool = True
    ) -> SideReport:
        """Return what all rules find on a face, and the colours along its sides.

        Args:
            inset: See `PieceSide`.
            with_advice: Whether to find advice too, which takes several times as long.
        """
        key = face, outline, inset, with_advice
        found = self._known.get(key, self._before.get(key))
        if found is None:
            found = self._look_up(key) if self._deck else self._find(key)
        self._known[key] = found
        return found

    def _look_up(self, side: _SideKey) -> SideReport:
        if self._kept is None:
            data = disk_cache().get("preflight", self._deck, _stamp())
            self._kept = marshal.loads(data) if data else {}
        key = self._digest(side)
        kept = self._kept.get(key) or self._used.get(key)
        if kept is None:
            found = self._find(side)
            boxes = (_numbers(box) if (box := finding.box) else None for finding in found.found)
            kept = found.edges, tuple((*finding[:-1], box) for finding, box in zip(found.found, boxes, strict=True))
        else:
            from cardgen.preflight.finding import FaceFinding

            edges, rows = kept
            found = SideReport(
                tuple(FaceFinding(*each)._replace(box=Rect(*each[-1]) if each[-1] else None) for each in rows), edges
            )
        self._used[key] = kept
        return found

    def _find(self, side: _SideKey) -> SideReport:
        from cardgen.preflight.edges import read_edges
        from cardgen.preflight.ground import Ground
        from cardgen.preflight.side import PieceSide
        from cardgen.preflight.texts import usual_ink

        self._ground = self._ground or Ground()
        face, outline, inset, with_advice = side
        seen = PieceSide(face, self._ground, outline, inset, self._ink or usual_ink, with_advice=with_advice)
        found = (finding for rule in _rules() for finding in rule(seen) if with_advice or not finding.is_advice)
        return SideReport(tuple(found), read_edges(seen))

    def _digest(self, side: _SideKey) -> bytes:
        """Return a digest of all that rules see of a side."""
        face, *cut = side
        state = blake2b(repr((face.size, face.bleed, cut)).encode(), digest_size=16)
        # Of version 2, in which equal values are equal bytes.
        state.update(marshal.dumps([*self._described(face.items)], 2))
        return state.digest()

    def _described(self, items: Iterable[DrawingItem]) -> Iterable[tuple[Any, ...]]:
        for item in items:
            if isinstance(item, TextSpan):
                words = [part for word in item.words for part in (word.text, word.width, len(word.glyphs))]
                yield item.font, item.size, item.color, item.x, item.y, words, item.space, item.tracking, item.style
            elif isinstance(item, PlacedArtwork):
                yield self._artwork_digest(item.artwork), item.in_text, *_numbers(item.box)
            elif isinstance(item, PlacedImage):
                yield str(item.path), repr(stamp_of(item.path)), *_numbers(item.box), *_numbers(item.window)
            else:
                own = _numbers(item.window) if isinstance(item, View) else (item.degrees, item.x, item.y)
                yield type(item).__name__, own, len(item.items)
                yield from self._described(item.items)

    def _artwork_digest(self, artwork: Artwork) -> bytes:
        known = self._artworks.get(id(artwork))
        if known is None:
            digest = blake2b(artwork.svg.encode("utf-8", "surrogatepass"), digest_size=16).digest()
            known = self._artworks[id(artwork)] = artwork, digest
        return known[1]


def _numbers(box: Rect) -> tuple[Mm, ...]:
    return box.x, box.y, box.width, box.height


def _stamp() -> str:
    """Return the state of the rules."""
    return file_stamps(*sorted(map(str, Path(__file__).parent.glob("*.py"))))


def _rules() -> tuple[Rule, ...]:
    """Return all rules; each is a module beside this one."""
    from cardgen.preflight.contrast import find_low_contrast
    from cardgen.preflight.cut import find_near_cut
    from cardgen.preflight.sizes import find_small_text
    from cardgen.preflight.spacing import find_close_edges, find_covered_text

    return find_low_contrast, find_covered_text, find_close_edges, find_near_cut, find_small_text
