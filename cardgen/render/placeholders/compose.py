"""Compose the layers of a generated picture from its seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from cardgen.geometry.units import Rect
from cardgen.model.deck import PLACEHOLDER
from cardgen.records import dataclass
from cardgen.render.pictures import PictureSource, RasterImage, VectorPicture

if TYPE_CHECKING:  # only decks with generated pictures pay for the import
    from cardgen.render.placeholders.scenes import Drawer
    from cardgen.render.placeholders.shades import Shades

_Choice = TypeVar("_Choice")
_GROUND = Rect(0, 0, 100, 100)
LAND = "land:"
"""Start of the seeds of lands: wide pictures in planes, for decks that have none of their own."""
_SPENT = 1 << 20  # what is left of a digest, below which the next one is taken
_ROSETTES = 4
"""Of this many pictures without a subject, one is a rosette and the others are landscapes."""


def is_placeholder(href: str) -> bool:
    """Return whether a name of a picture stands for a generated one."""
    return href.startswith(PLACEHOLDER)


@dataclass(frozen=True, slots=True)
class Scene:
    """A generated picture.

    Attributes:
        layers: Its layers from the ground up, each SVG elements that many pictures share. No two different layers have
            equal ids.
        view_box: The viewBox, in user units.
    """

    layers: tuple[str, ...]
    view_box: Rect = _GROUND

    def nested(self, box: Rect, preserve: str = "xMidYMid slice", color: str | None = None) -> str:  # noqa: ARG002 - it has no currentColor
        """See `VectorPicture.nested`."""
        return self._svg(f'x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}"', preserve)

    def document(self, color: str | None = None) -> str:  # noqa: ARG002 - it has no currentColor
        """See `VectorPicture.document`."""
        return self._svg(f'width="{self.view_box.width:g}mm" height="{self.view_box.height:g}mm"', "xMidYMid meet")

    def _svg(self, place: str, preserve: str) -> str:
        view, start = self.view_box, f'<svg xmlns="http://www.w3.org/2000/svg" {place}'
        sides = f'viewBox="{view.x:g} {view.y:g} {view.width:g} {view.height:g}"'
        return f'{start} {sides} preserveAspectRatio="{escape(preserve)}">{"".join(self.layers)}</svg>'


class PlaceholderPictures:
    """The pictures of a build, and generated ones for names that begin with `placeholder:`.

    Args:
        palette: Colour names to `#rrggbb`, of the deck.
    """

    def __init__(self, pictures: PictureSource, palette: Mapping[str, str]) -> None:
        self._pictures = pictures
        self._palette = palette
        self._shades: Sequence[Shades] = ()
        self._scenes: dict[str, Scene] = {}
        self._layers: dict[tuple[str, ...], str] = {}

    def picture(self, href: str, base: Path | None) -> VectorPicture | RasterImage:
        """See `PictureSource.picture`."""
        if not is_placeholder(href):
            return self._pictures.picture(href, base)
        if href not in self._scenes:
            self._scenes[href] = self._compose(href.removeprefix(PLACEHOLDER))
        return self._scenes[href]

    def icon(self, name: str) -> VectorPicture:
        """See `PictureSource.icon`."""
        return self._pictures.icon(name)

    def icon_names(self) -> tuple[str, ...]:
        """Return the names of all icons, sorted."""
        return self._pictures.icon_names()

    def _compose(self, seed: str) -> Scene:
        """Return the picture of a seed: its words call for the subject, and its digest chooses every other layer."""
        if not self._shades:
            from cardgen.render.placeholders.shades import shades_of

            self._shades = shades_of(self._palette)
        dice = _Dice(seed)
        shades = dice.pick(self._shades)
        from cardgen.render.placeholders.words import is_at_sea, subject_of

        subject = subject_of(seed)
        is_sea = is_at_sea(seed, subject)
        if seed.startswith(LAND):
            from cardgen.render.placeholders.lands import LAND_BOX, land

            return Scene((land(shades, dice.below, subject, is_sea),), LAND_BOX)
        is_rosette = subject is None and not is_sea and dice.below(_ROSETTES) == 0
        return Scene(self._rosette(shades, dice) if is_rosette else self._landscape(shades, dice, subject, is_sea))

    def _rosette(self, shades: Shades, dice: _Dice) -> tuple[str, ...]:
        from cardgen.render.placeholders import rosettes

        ground = dice.pick(rosettes.TILINGS)
        outer, fold = dice.pick(rosettes.PETALS), dice.pick(rosettes.FOLDS)
        inner, inner_fold = dice.pick(rosettes.PETALS), dice.pick(rosettes.FOLDS[:3])
        return (
            self._layer(shades, lambda s: rosettes.tiling(s, ground), "tiling", ground),
            self._layer(shades, lambda s: rosettes.rosette(s, outer, fold), "rosette", outer, str(fold)),
            self._layer(shades, lambda s: rosettes.heart(s, inner, inner_fold), "heart", inner, str(inner_fold)),
        )

    def _landscape(self, shades: Shades, dice: _Dice, subject: Drawer | None, is_sea: bool) -> tuple[str, ...]:
        from cardgen.render.placeholders import scenes

        sky, light, x = dice.pick(scenes.SKIES), dice.pick(scenes.LIGHTS), dice.pick(scenes.PLACES)
        back = dice.pick(scenes.SEA if is_sea else scenes.LAND if subject else scenes.WILDS)
        front = dice.pick(scenes.WATER if is_sea else scenes.GROUND)
        return (
            self._layer(shades, sky, sky.__name__),
            self._layer(shades, lambda s: light(s, x), light.__name__, str(x)),
            *(self._layer(shades, drawer, drawer.__name__) for drawer in (back, subject, front) if drawer),
        )

    def _layer(self, shades: Shades, draw: Callable[[Shades], str], *names: str) -> str:
        """Return a layer, drawn once for all pictures that have it."""
        key = (shades.name, *names)
        if key not in self._layers:
            body, prefix = draw(shades), "-".join(("ph", *key))
            for name in ("sky", "tile"):
                body = body.replace(f'id="{name}"', f'id="{prefix}"').replace(f"url(#{name})", f"url(#{prefix})")
            self._layers[key] = body
        return self._layers[key]


class _Dice:
    """Numbers that a seed decides."""

    def __init__(self, seed: str) -> None:
        self._seed = seed.encode("utf-8", "surrogatepass")
        self._rest = self._next()

    def below(self, bound: int) -> int:
        """Return a number from 0 to below a bound."""
        if self._rest < _SPENT:
            self._rest = self._next()
        self._rest, number = divmod(self._rest, bound)
        return number

    def _next(self) -> int:
        self._seed = blake2b(self._seed, digest_size=16).digest()
        return int.from_bytes(self._seed)

    def pick(self, choices: Sequence[_Choice]) -> _Choice:
        """Return one of the choices."""
        return choices[self.below(len(choices))]
