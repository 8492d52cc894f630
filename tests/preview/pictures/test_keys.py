"""The name of a picture tells every difference that can be seen, so that no picture stands for another one."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

import pytest

from cardgen.geometry.units import Edges, Rect, Size
from cardgen.model.drawing import (
    Artwork,
    Drawing,
    PlacedArtwork,
    PlacedImage,
    Rotated,
    ShapedWord,
    TextSpan,
    View,
)
from cardgen.model.sheet import Label, Mark, Placement, Side
from cardgen.preview.pictures.keys import DrawingKeys

BOX = Rect(1, 2, 3, 4)
SPAN = TextSpan("serif", 4, "#102030", 1, 2, (ShapedWord("a", ((1, "a", 0.5),), 0.5), ShapedWord("b", (), 0.6)), 1)
ART = PlacedArtwork(Artwork("<svg/>", Size(3, 4)), BOX)
IMAGE = PlacedImage(Path("sun.png"), BOX, BOX)
DRAWING = Drawing(Size(50, 80), 3, (ART, IMAGE, SPAN, Rotated(90, 1, 2, (SPAN, ART)), View(BOX, (SPAN, IMAGE))))
LABEL = Label("a", 1, 2, 3)
SIDE = Side(
    (Placement(DRAWING, BOX, Edges(1, 2, 3, 4)),),
    (Mark("crop", 1, 2, 3, 4),),
    (LABEL,),
    (((1.0, 2.0), (3.0, 4.0)),),
    (BOX,),
)
UNSEEN = {(Drawing, "words"), (Drawing, "blocks"), (Placement, "outline"), (PlacedArtwork, "in_text")}
"""What is read out only, what is no plain value, and what only the preflight asks for."""


def others(value: object) -> Iterator[object]:
    """Yield values that differ from one in a single place."""
    if is_dataclass(value):
        for field in fields(value):
            if (type(value), field.name) not in UNSEEN:
                yield from (replace(value, **{field.name: other}) for other in others(getattr(value, field.name)))
    elif isinstance(value, tuple):
        if value:
            yield value[:-1]
        for at, one in enumerate(value):
            yield from ((*value[:at], other, *value[at + 1 :]) for other in others(one))
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield value + 1
    else:
        yield f"{value}x" if isinstance(value, str) else Path(f"{value}x")


@pytest.mark.parametrize(("value", "least"), [(DRAWING, 100), (SIDE, 120)])
def test_what_differs_in_anything_has_another_name(value, least):
    def name(value):
        keys = DrawingKeys({}, "full")
        return keys.of_drawing(value) if isinstance(value, Drawing) else keys.of_side(value, Size(210, 297))

    changed = [*others(value)]
    assert len(changed) > least
    names = {name(value), *map(name, changed)}
    assert name(value) == name(replace(value)) and len(names) == 1 + len(changed)


def test_a_name_is_of_the_fonts_the_ink_and_the_paper(tmp_path):
    (font := tmp_path / "a.ttf").write_bytes(b"1")
    names = [DrawingKeys(fonts, ink).of_drawing(DRAWING) for fonts in ({}, {"a": font}) for ink in ("full", "less")]
    font.write_bytes(b"22")
    (image := tmp_path / "a.png").write_bytes(b"1")
    for content in (b"1", b"22"):
        image.write_bytes(content)
        names.append(DrawingKeys({}, "full").of_drawing(replace(DRAWING, items=(PlacedImage(image, BOX, BOX),))))
    names += [DrawingKeys({"a": font}, "full").of_drawing(DRAWING)]
    names += [DrawingKeys({}, "full").of_side(side, *more) for side in (SIDE, None) for more in ((), (1,))]
    assert len({*names}) == 11


def test_what_stands_in_a_part_is_not_what_stands_behind_it():
    for inside, alone in (
        (Rotated(90, 1, 2, (SPAN, ART)), Rotated(90, 1, 2, (SPAN,))),
        (View(BOX, (SPAN, ART)), View(BOX, (SPAN,))),
    ):
        drawings = [replace(DRAWING, items=items) for items in ((inside,), (alone, ART))]
        assert len({DrawingKeys({}, "full").of_drawing(one) for one in drawings}) == 2


def test_words_are_those_that_are_seen_whole_and_only_of_drawings_that_are_kept():
    keys, other = DrawingKeys({}, "full"), replace(DRAWING, items=(SPAN,))
    assert [keys.words_of(one) for one in (DRAWING, other)] == ["a b a b", "a b"]
    keys.keep_only([other])
    assert [drawing for drawing, _ in keys._words.values()] == [other]
