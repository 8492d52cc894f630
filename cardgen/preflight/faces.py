"""Run the rules of the preflight over faces, and keep what they find for the next command."""

from __future__ import annotations

import marshal
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.guard.disk_cache import disk_cache, file_stamps
from cardgen.guard.files import stamp_of
from cardgen.model.drawing import Artwork, Drawing, DrawingItem, PlacedArtwork, PlacedImage, TextSpan, View

if TYPE_CHECKING:  # they read SVG and pictures, which only faces that have changed pay for
    from cardgen.preflight.finding import FaceFinding, Rule
    from cardgen.preflight.ground import Ground


class Preflight:
    """The preflight of one build after another; a face that has not changed is not looked at again.

    Args:
        is_lasting: Whether builds will follow in this process, so that nothing is kept on disk for others.
    """

    def __init__(self, *, is_lasting: bool = False) -> None:
        self._is_lasting = is_lasting
        self._ground: Ground | None = None
        self._known: dict[Drawing, tuple[FaceFinding, ...]] = {}
        self._before = self._known
        self._deck = ""
        self._kept: dict[bytes, tuple[tuple[Any, ...], ...]] | None = None
        self._used: dict[bytes, tuple[tuple[Any, ...], ...]] = {}
        self._artworks: dict[int, tuple[Artwork, bytes]] = {}

    def begin(self, deck: str = "") -> None:
        """Begin another build: what the one before last knew is dropped.

        Args:
            deck: Names the deck and its language, for what is kept on disk; empty to keep nothing.
        """
        self._ground = None
        self._before, self._known = self._known, {}
        self._deck, self._kept, self._used, self._artworks = "" if self._is_lasting else deck, None, {}, {}

    def end(self) -> None:
        """Keep what was found on the faces of this build, if anything of it is new."""
        if self._deck and self._used.keys() != (self._kept or {}).keys():
            disk_cache().put("preflight", self._deck, _stamp(), marshal.dumps(self._used))

    def check(self, face: Drawing) -> tuple[FaceFinding, ...]:
        """Return what all rules find on a face."""
        found = self._known.get(face, self._before.get(face))
        if found is None:
            found = self._look_up(face) if self._deck else self._find(face)
        self._known[face] = found
        return found

    def _look_up(self, face: Drawing) -> tuple[FaceFinding, ...]:
        if self._kept is None:
            data = disk_cache().get("preflight", self._deck, _stamp())
            self._kept = marshal.loads(data) if data else {}
        key = self._digest(face)
        kept = self._kept.get(key)
        if kept is None:
            found = self._find(face)
            kept = tuple(tuple(finding) for finding in found)
        else:
            from cardgen.preflight.finding import FaceFinding

            found = tuple(FaceFinding(*values) for values in kept)
        self._used[key] = kept
        return found

    def _find(self, face: Drawing) -> tuple[FaceFinding, ...]:
        ground = self._ground = self._ground or _new_ground()
        return tuple(finding for rule in _rules() for finding in rule(face, ground))

    def _digest(self, face: Drawing) -> bytes:
        """Return a digest of all that rules see of a face."""
        state = blake2b(digest_size=16)
        for part in self._described(face.items):
            state.update(repr(part).encode("utf-8", "surrogatepass"))
        return state.digest()

    def _described(self, items: Iterable[DrawingItem]) -> Iterable[object]:
        for item in items:
            if isinstance(item, TextSpan):
                words = [(word.text, word.width, len(word.glyphs)) for word in item.words]
                yield item.font, item.size, item.color, item.x, item.y, words, item.space, item.tracking
            elif isinstance(item, PlacedArtwork):
                yield self._artwork_digest(item.artwork), item.box
            elif isinstance(item, PlacedImage):
                yield str(item.path), stamp_of(item.path), item.box, item.window
            else:
                own = (item.window,) if isinstance(item, View) else (item.degrees, item.x, item.y)
                yield type(item).__name__, own, len(item.items)
                yield from self._described(item.items)

    def _artwork_digest(self, artwork: Artwork) -> bytes:
        known = self._artworks.get(id(artwork))
        if known is None:
            digest = blake2b(artwork.svg.encode("utf-8", "surrogatepass"), digest_size=16).digest()
            known = self._artworks[id(artwork)] = artwork, digest
        return known[1]


def _stamp() -> str:
    """Return the state of the rules."""
    return file_stamps(*sorted(map(str, Path(__file__).parent.glob("*.py"))))


def _rules() -> tuple[Rule, ...]:
    """Return all rules; each is a module beside this one."""
    from cardgen.preflight.contrast import find_low_contrast

    return (find_low_contrast,)


def _new_ground() -> Ground:
    from cardgen.preflight.ground import Ground

    return Ground()
