from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pikepdf
import pytest
from PIL import Image

import cardgen
from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import PlacedArtwork, PlacedImage, Rotated
from cardgen.model.sheet import Side
from cardgen.report.errors import DrawnError, UnlocatedError
from cardgen.write import document
from cardgen.write.artwork import MOST_OF_A_PAGE
from cardgen.write.document import _check_costs, compose_pdf, draw_pdf, make_conversion_cache, write_pdf
from cardgen.write.page import Page

from .samples import A4, BOLD, FONTS, INFO, SMALL, art, drawing, filled, opened, pdf_of, picture_of, text, whole

BLANK = Page(None, A4)


def busy_pages() -> list[Page]:
    logo = PlacedArtwork(
        art('<g opacity="0.5"><circle r="30"/></g><text y="20" font-family="Cinzel">Hi</text>'), Rect(0, 0, 50, 30)
    )
    return [
        whole(text("office AVATAR"), filled("#ff0000", Rect(5, 30, 10, 10)), logo),
        Page(None, A4),
        replace(whole(text("ação", font=BOLD)), bookmark="Folha 1"),
    ]


def test_boxes_are_those_of_the_paper() -> None:
    pdf = opened(pdf_of(BLANK, Page(None, A4.turned)))
    for page, (width, height) in zip(pdf.pages, ((210, 297), (297, 210)), strict=True):
        expected = pytest.approx((0, 0, width * 72 / 25.4, height * 72 / 25.4), abs=1e-3)
        for box in ("/MediaBox", "/TrimBox", "/BleedBox"):
            assert tuple(map(float, page.obj[box])) == expected
        assert "/CropBox" not in page.obj
        assert page.obj.get("/Rotate", 0) == 0


def test_blank_pages_are_blank_and_as_large() -> None:
    data = pdf_of(whole(text("front")), Page(None, Size(100, 60)))
    first, second = picture_of(data, 0), picture_of(data, 1)
    assert second.size == first.size
    assert second.getextrema() == ((255, 255),) * 3


def test_print_dialog_is_told_how_to_print() -> None:
    info = replace(INFO, first_printed=3)
    preferences = opened(pdf_of(*[BLANK] * 6, info=info)).Root.ViewerPreferences
    assert dict(preferences.items()) == {
        "/PrintScaling": pikepdf.Name("/None"),
        "/Duplex": pikepdf.Name("/DuplexFlipLongEdge"),
        "/PickTrayByPDFSize": True,
        "/PrintPageRange": pikepdf.Array([3, 6]),
        "/NumCopies": 1,
        "/DisplayDocTitle": True,
    }


def test_the_range_of_a_single_printed_page_is_that_page() -> None:
    preferences = opened(pdf_of(BLANK, BLANK, info=replace(INFO, first_printed=2))).Root.ViewerPreferences
    assert [*preferences.PrintPageRange] == [2, 2]


def test_print_dialog_is_told_the_short_edge() -> None:
    preferences = opened(pdf_of(BLANK, info=replace(INFO, flip="short"))).Root.ViewerPreferences
    assert preferences.Duplex == "/DuplexFlipShortEdge"


def test_a_file_without_printed_pages_states_no_range() -> None:
    assert "/PrintPageRange" not in opened(pdf_of(BLANK, info=replace(INFO, first_printed=3))).Root.ViewerPreferences


def test_the_file_says_what_it_is() -> None:
    pdf = opened(pdf_of(BLANK, info=replace(INFO, title="Samurai \u2013 a aldeia", language="pt")))
    assert str(pdf.docinfo.Title) == "Samurai \u2013 a aldeia"
    assert str(pdf.docinfo.Author) == "A. Author"
    assert str(pdf.docinfo.Subject) == "Attack the Tower"
    assert str(pdf.docinfo.Creator) == f"cardgen {cardgen.__version__}"
    assert str(pdf.Root.Lang) == "pt"
    assert pdf.pdf_version == "1.7"


def test_bookmarks_name_their_pages_and_are_shown() -> None:
    pages = [BLANK, replace(BLANK, bookmark="Bases"), BLANK, replace(BLANK, bookmark="Bases")]
    pdf = opened(pdf_of(*pages))
    with pdf.open_outline() as outline:
        titles = [item.title for item in outline.root]
        places = [pdf.pages.index(pikepdf.Page(item.destination[0])) for item in outline.root]
    assert titles == ["Bases", "Bases"]
    assert places == [1, 3]
    assert pdf.Root.PageMode == "/UseOutlines"


def test_page_labels_are_the_page_numbers() -> None:
    assert "/PageLabels" not in opened(pdf_of(BLANK)).Root


def test_the_file_has_no_fault_that_qpdf_knows() -> None:
    assert opened(pdf_of(*busy_pages())).check_pdf_syntax() == []


def test_streams_are_deflated() -> None:
    for item in opened(pdf_of(*busy_pages())).objects:
        is_metadata = (
            isinstance(item, pikepdf.Stream) and item.get("/Type") == pikepdf.Name.Metadata
        )  # read by many tools
        if isinstance(item, pikepdf.Stream) and int(item.Length) > 100 and not is_metadata:
            assert item.get("/Filter") is not None


def test_the_file_is_small() -> None:
    assert len(pdf_of(*busy_pages())) < 30_000


def test_same_pages_give_the_same_bytes_in_any_folder(tmp_path: Path) -> None:
    targets = [tmp_path / "a" / "one.pdf", tmp_path / "b" / "two.pdf"]
    for target in targets:
        write_pdf(busy_pages(), target, INFO, FONTS)
    assert targets[0].read_bytes() == targets[1].read_bytes()


PROGRAM = """
import sys, hashlib
sys.path.insert(0, sys.argv[1])
from write.samples import pdf_of
from write.test_document import busy_pages
print(hashlib.sha256(pdf_of(*busy_pages())).hexdigest())
"""


def test_same_pages_give_the_same_bytes_in_any_process_and_time_zone() -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "2", "TZ": "Asia/Tokyo"}
    command = [sys.executable, "-c", PROGRAM, str(Path(__file__).parents[1])]
    digest = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    assert digest.strip() == hashlib.sha256(pdf_of(*busy_pages())).hexdigest()


def test_no_date_is_stated() -> None:
    info = opened(pdf_of(BLANK)).docinfo
    assert "/CreationDate" not in info
    assert "/ModDate" not in info


def test_an_older_file_is_whole_when_drawing_fails(tmp_path: Path) -> None:
    target = tmp_path / "deck.pdf"
    target.write_bytes(b"old")
    missing = PlacedImage(tmp_path / "missing.png", Rect(0, 0, 10, 10), Rect(0, 0, 10, 10))
    with pytest.raises(UnlocatedError, match="not found"):
        write_pdf([whole(missing)], target, INFO, FONTS)
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["deck.pdf"]


def test_an_older_file_is_whole_when_finishing_is_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> bytes:
        raise KeyboardInterrupt

    target = tmp_path / "deck.pdf"
    target.write_bytes(b"old")
    monkeypatch.setattr(document, "_finish", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_pdf([whole(text("a"))], target, INFO, FONTS)
    assert target.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["deck.pdf"]


def test_a_document_needs_no_fonts_if_it_has_no_text() -> None:
    data = compose_pdf([whole(filled("#ff0000", Rect(0, 0, 9, 9)))], INFO, {})
    assert len(opened(data).pages) == 1


def test_the_converter_is_given_outer_folders_only(tmp_path: Path) -> None:
    fonts = {name: tmp_path / name for name in ("a/x.ttf", "a/b/y.ttf", "a/b/c/z.ttf", "d/w.ttf", "ab/v.ttf")}
    assert make_conversion_cache(fonts).artworks._folders == [tmp_path / name for name in ("a", "ab", "d")]


def test_a_page_that_is_too_much_work_names_its_heaviest_picture() -> None:
    light, heavy, other = (filled(color, Rect(0, 0, 9, 9)) for color in ("#010101", "#020202", "#030303"))
    costs = {light.artwork: 1, heavy.artwork: MOST_OF_A_PAGE // 2 - 1, other.artwork: 0}
    artworks = SimpleNamespace(cost=costs.__getitem__)
    twice = whole(light, heavy).side
    assert twice
    page = Page(Side((*whole(other).side.placements, *twice.placements, *twice.placements)), SMALL)
    _check_costs([page, Page(None, SMALL)], artworks)  # exactly as much as a page may cost
    costs[other.artwork] = 1
    with pytest.raises(DrawnError) as caught:
        _check_costs([Page(None, SMALL), page], artworks)
    assert caught.value.drawn == heavy.artwork
    assert (
        caught.value.message == f"page 2 is as much work for a viewer as {MOST_OF_A_PAGE // 2**20} MiB of plain lines"
    )
    assert caught.value.expected == f"at most {MOST_OF_A_PAGE // 2**20} MiB"
    assert caught.value.hints == ("simplify this picture, the largest on the page",)


def test_pages_that_cannot_fail_are_not_drawn(tmp_path: Path) -> None:
    """A check of the pages leaves them blank, since it only wants to know what is wrong."""
    missing = PlacedImage(tmp_path / "missing.png", Rect(0, 0, 10, 10), Rect(0, 0, 10, 10))
    pages = [whole(text("a")), whole(missing), whole(filled("#ff0000", Rect(0, 0, 9, 9)))]
    draft = draw_pdf(pages, INFO, FONTS, make_conversion_cache(FONTS), proven={1, 2})
    assert len(opened(draft.data).pages) == 3
    assert draft.stubs == {}
    with pytest.raises(UnlocatedError, match="not found"):
        draw_pdf(pages, INFO, FONTS, make_conversion_cache(FONTS), proven={0, 2})


def test_what_a_preview_keeps_of_artworks_and_pictures(tmp_path: Path) -> None:
    red, blue = filled("#ff0000", Rect(0, 0, 9, 9)), filled("#0000ff", Rect(0, 0, 9, 9))
    images = []
    for name in ("one", "two"):
        Image.new("L", (4, 4)).save(tmp_path / f"{name}.png")
        images.append(PlacedImage(tmp_path / f"{name}.png", Rect(0, 0, 9, 9), Rect(0, 0, 9, 9)))
    cache = make_conversion_cache(FONTS)

    def kept() -> tuple[set[PlacedArtwork], set[str]]:
        known = {item for item in (red, blue) if item.artwork in cache.artworks._pages}
        return known, {path.stem for path, *_ in cache.images._rasters}

    cache.keeps_unused = True
    for items in ((red, images[0]), (blue, images[1])):
        compose_pdf([whole(*items)], INFO, FONTS, cache)
    assert kept() == ({red, blue}, {"one", "two"})
    cache.keep_only([drawing(red, blue, *images)])
    assert kept() == ({red, blue}, {"one", "two"})
    cache.keep_only([drawing(), drawing(Rotated(5, 0, 0, (blue,)), images[0])])
    assert kept() == ({blue}, {"one"})
    cache.keeps_unused = False
    for _ in range(2):
        compose_pdf([whole(red)], INFO, FONTS, cache)
    assert kept() == ({red}, set())
    compose_pdf([whole(red, *images, blue)], INFO, FONTS, cache)
    assert kept() == ({red, blue}, {"one", "two"})
