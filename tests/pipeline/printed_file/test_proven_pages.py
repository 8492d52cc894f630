"""A page is not drawn again for a check only if everything of it that can fail was drawn before."""

from pathlib import Path
from types import SimpleNamespace

from write.samples import art, drawing, text

from cardgen.geometry.units import Rect, Size
from cardgen.model.adjustment import Adjustment
from cardgen.model.drawing import PlacedArtwork, PlacedImage, View
from cardgen.model.sheet import Label, Placement, Side
from cardgen.pipeline.printed_file.proven_pages import ProvenPages
from cardgen.write.page import Page

BOX = Rect(1, 2, 3, 4)


def test_what_can_fail_is_drawn_again_and_nothing_else(tmp_path: Path):
    files = [tmp_path / name for name in ("sun.png", "moon.png", "a.ttf")]
    for file in files:
        file.write_bytes(b"1")
    sun, moon, font_file = files

    def page(svg="<g/>", path=sun, font="AlegreyaSans-Regular", label="a", trim=BOX, **more):
        inner = PlacedImage(path, BOX, BOX), text("word", font=font)
        items = PlacedArtwork(art(svg), BOX), View(BOX, inner)
        return Page(
            Side((Placement(drawing(*items), trim),), labels=(Label("x", 1, 2), Label(label, 1, 2))),
            Size(100, 60),
            **more,
        )

    job = SimpleNamespace(deck=SimpleNamespace(path=tmp_path / "deck.yaml"), language="en", fonts={"a": font_file})

    def known(pages, **more):
        return ProvenPages(SimpleNamespace(**{**vars(job), **more})).among(pages)

    same, other = [page(), page(trim=Rect(5, 5, 5, 5))], [
        page(svg="<g/><g/>"),
        page(path=moon),
        page(font="AlegreyaSans-Bold"),
        page(label="b"),
        page(adjustment=Adjustment(dx=1)),
    ]  # fmt: skip
    ProvenPages(job).keep(same[:1])
    assert known([*same, *other]) == {0, 1}
    for change in ({"language": "pt"}, {"fonts": {}}, {"deck": SimpleNamespace(path=tmp_path / "other.yaml")}):
        assert known(same, **change) == set(), change
    for file in (sun, font_file):
        file.write_bytes(b"22")
        assert known(same) == set(), file
        file.write_bytes(b"1")
        ProvenPages(job).keep(same[:1])
