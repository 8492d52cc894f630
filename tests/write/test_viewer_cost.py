"""Tests of what pictures cost a viewer, as the converter writes them down."""

import io

import pikepdf
import pytest

from cardgen.geometry.units import Size
from cardgen.model.drawing import Artwork
from cardgen.write import viewer_cost as module
from cardgen.write.artwork import MOST_OF_A_PAGE, ArtworkConverter
from cardgen.write.viewer_cost import has_fine_tiles, repeats_much, viewer_cost

RECT = '<rect width="100" height="80"/>'


def costs(*contents: str) -> list[int]:
    """Return the costs of some pictures of 100 x 80 mm."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 80">'
    artworks = [Artwork(f"{head}{content}</svg>", Size(100, 80)) for content in contents]
    converter = ArtworkConverter()
    converter.convert(artworks)
    return [converter.cost(artwork) for artwork in artworks]


def tiled(side: float, more: str = "", *, inside: str = RECT) -> str:
    """Return a picture that a pattern fills."""
    return (
        f'<pattern id="p" width="{side}" height="{side}" patternUnits="userSpaceOnUse" {more}>{inside}</pattern>'
        '<g id="g"><rect width="100" height="80" fill="url(#p)"/></g>'
    )


def test_what_never_ends_in_a_viewer_costs_more_than_a_page_may():
    line = '<path stroke="#000" fill="none" d="M0 0 H 100000"'
    mask = f'<mask id="m"><g fill="#fff">{RECT}</g></mask>'
    found = costs(
        tiled(0.001),
        tiled(1, 'patternTransform="scale(0.001)"'),
        f'<g transform="scale(0.001)">{tiled(1).replace("100", "100000").replace("80", "80000")}</g>',
        f'{line} stroke-dasharray="0.001"/>',
        f'<g stroke-dasharray="0.001">{line}/></g>',
        mask + '<rect width="90" height="70" mask="url(#m)"/>' * 15_000,
    )
    assert [cost > MOST_OF_A_PAGE for cost in found] == [True] * len(found)


def test_what_people_draw_costs_little():
    found = costs(
        RECT,
        tiled(1),
        '<circle r="30" stroke="#000" fill="none" stroke-dasharray="0.5 0.3"/>',
        f'<mask id="m"><g fill="#fff">{RECT}</g></mask>' + '<rect width="90" height="70" mask="url(#m)"/>' * 50,
    )
    assert max(found) < MOST_OF_A_PAGE / 100
    assert found[0] > len(RECT)  # as long as it is
    assert costs(RECT * 9, RECT) == [found[0] + 8 * len(RECT), found[0]]


@pytest.mark.parametrize("times", [10, 1_000])
def test_what_is_repeated_counts_as_often_as_it_is_shown(times):
    shape = '<path d="M0 0 L 3 4 5 6 7 8 Z"/>'
    one, many = costs(
        f'<g id="s">{shape}</g><use xlink:href="#s"/>', f'<g id="s">{shape}</g>' + '<use xlink:href="#s"/>' * times
    )
    assert many > one * times / 10


@pytest.mark.parametrize(
    ("content", "cost"),
    [
        ("0 0 m", 5), ("/F Do", 5 + 6), ("/F Do /F Do\n/F Do", 17 + 3 * 6), ("/G Do", 5 + 6 + 500), ("/I Do /N Do /F gs", 17), ("/F1 Do", 6), ("/Twice Do", 9 + 13 + 2 * 6), ("/Self Do", 8 + 8),
        ("/M gs", 5 + 5_000 + 6), ("/O gs", 5), ("/P scn", 6 + 6 + 50 * 8_000 / 20), ("/P SCN /P scn", 13 + 2 * (6 + 50 * 8_000 / 20)), ("/Plain scn", 10 + 6 + 50 * 8_000 / 4), ("/P Do", 5), ("/Zero scn", 9 + 6 + 50 * 8_000 / 1e-12),
        ("[1 2] 0 d 3 4 m 30 -40 l", 24 + 4 * 80 / 3), ("[] 0 d 3 4 m", 12), ("[4] 0 d [1] 0 d 10 0 l", 22 + 4 * 15), ("[0 0] 0 d 9 9 m", 15), ("[0 0] 0 d [4] 0 d 9 m", 21 + 4 * 13 / 4), ("/Dashed Do", 10 + 14 + 4 * 13 / 2),
    ],
)  # fmt: skip
def test_a_page_costs_its_instructions_and_those_of_all_that_it_uses(content: str, cost: float) -> None:
    """A group, a mask and each tile of a pattern cost more than what is drawn in them; a form counts as often as it is used."""
    name, pdf = pikepdf.Name, pikepdf.new()

    def form(data: bytes, **more: object) -> pikepdf.Object:
        stream = pdf.make_stream(data)
        stream.Subtype = name.Form
        for key, value in more.items():
            stream[f"/{key}"] = value
        return pdf.make_indirect(stream)

    plain, image = form(b"1 1 re"), form(b"1" * 99)
    image.Subtype = name.Image
    own = form(b"/Self Do")
    own.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Self=own))
    shown = pikepdf.Dictionary(
        F=plain, G=form(b"1 1 re", Group=pikepdf.Dictionary()), I=image, Self=own, Dashed=form(b"[2] 0 d 5 6 m "),
        Twice=form(b"/F Do\n/F   Do", Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary(F=plain))),
    )  # fmt: skip
    tile = form(b"1 1 re", XStep=2, YStep=5, Matrix=pikepdf.Array([1, 1, 1, -1, 7, 7]))
    patterns = pikepdf.Dictionary(
        P=tile, Plain=form(b"1 1 re", XStep=-1, YStep=4), Zero=form(b"1 1 re", XStep=0, YStep=1)
    )
    states = pikepdf.Dictionary(
        M=pikepdf.Dictionary(SMask=pikepdf.Dictionary(G=plain)), O=pikepdf.Dictionary(SMask=name("/None"))
    )
    page = pikepdf.Dictionary(
        MediaBox=pikepdf.Array([0, 0, 100, 80]), Contents=pdf.make_stream(content.encode()),
        Resources=pikepdf.Dictionary(XObject=shown, Pattern=patterns, ExtGState=states),
    )  # fmt: skip
    assert viewer_cost(page) == round(cost)
    del page.Resources
    if "/" in content:
        assert viewer_cost(page) == len(content)


@pytest.mark.parametrize("options", [{}, {"compress_streams": False}])
def test_of_instructions_that_would_fill_the_memory_the_beginning_is_read(monkeypatch, options):
    """It is as much as a page may have, and so enough to refuse it."""
    monkeypatch.setattr(module, "_LONGEST", 40)
    pdf, file = pikepdf.new(), io.BytesIO()
    page = pdf.add_blank_page(page_size=(9, 8)).obj
    page.Contents = pdf.make_stream(b"1 0 0 rg 0 0 9 9 re f " * 9)
    pdf.save(file, **options)
    with pikepdf.open(file) as saved:
        assert viewer_cost(saved.pages[0].obj) == (41 if not options else 9 * 22)


@pytest.mark.parametrize(
    ("data", "is_fine"),
    [
        (b"/XStep 0.9/YStep 1", True), (b"/XStep 1/YStep 1", False), (b"/XStep -0.1/YStep 9", True), (b"/Matrix[0.5 0 0 1 0 0]/XStep 1/YStep 1", True), (b"/Matrix[0 2 -2 0 0 0]/XStep 0.5/YStep 1", False), (b"/Matrix[1 1 1 1.5 0 0]/XStep 1/YStep 1", True),
        (b"/Matrix[9 0 0 9 0 0] /XStep 0.9/YStep 1", True), (b"/Matrix[0.1 0 0 1 0 0]" + b" " * 400 + b"/XStep 1/YStep 1", False), (b"/XStep 1/YStep 1 /XStep 0.1/YStep 1", True), (b"", False),
        (b"/Matrix[" + b" " * 360 + b"0.1 0 0 1 0 0]/XStep 1/YStep 1", True),
    ],
)  # fmt: skip
def test_tiles_smaller_than_a_square_point_are_fine(data: bytes, is_fine: bool) -> None:
    assert has_fine_tiles(data) == is_fine


@pytest.mark.parametrize(
    ("svg", "fine", "much"),
    [
        ("<rect/>", True, False), ("<pattern/>", True, True), ("<pattern/>", False, False), ("<mask/>" + "url(" * 20, True, False), ("<mask/>" + "url(" * 21, False, True), ("<pattern/>" + "url(" * 21, False, True),
        ("url(" * 99, True, False), ("<use href='#a'/>", False, True), ("<g stroke-dasharray='1'/>", False, True), ("<marker/>", False, True), ("<style/>", False, True),
    ],
)  # fmt: skip
def test_only_what_repeats_is_looked_at_closely(svg: str, fine: bool, much: bool) -> None:
    assert repeats_much(svg, has_fine_tiles=fine) == much
