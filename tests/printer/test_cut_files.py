"""Cut files compared with the finished PDF, both of them read back."""

import re
from itertools import pairwise
from types import SimpleNamespace

import pypdfium2
import pytest

from cardgen.geometry.units import MM_PER_POINT
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare, write
from cardgen.printer import cut_files
from cardgen.printer.cut_files import check_formats, write_cut_files
from cardgen.report.errors import UnlocatedError

FINE = 40  # pixels a millimetre


def edges(page, *, x=None, y=None) -> list[float]:
    """Return where colour starts or ends along a horizontal or vertical line, in mm."""
    width, height = page.get_size()
    at = (y if x is None else x) / MM_PER_POINT
    thin = 0.1
    across = (0, height - at - thin, 0, at - thin) if x is None else (at - thin, 0, width - at - thin, 0)
    picture = page.render(scale=FINE * MM_PER_POINT, crop=across, grayscale=True).to_pil()
    line = picture.resize((picture.width, 1) if x is None else (1, picture.height)).tobytes()
    return [step / FINE for step, (one, two) in enumerate(pairwise(line), 1) if (one > 252) != (two > 252)]


@pytest.mark.parametrize("plotter", ["silhouette", "scm"])
def test_cut_file_matches_the_sheet_within_a_twentieth_of_a_millimetre(toy_folder, plotter):
    deck = toy_folder / "suns.yaml"
    text = deck.read_text("utf-8").replace("#ffffff", "#ffe0a0")  # so that one sees where a card ends
    deck.write_text(text.replace("copies: 10", "copies: 5"), "utf-8")
    options = BuildOptions(only=("cards",), plotter=plotter, bleed="0")
    job = prepare(toy_folder / "suns.yaml", options)
    write(job, toy_folder / "suns.pdf")
    (cut,) = write_cut_files(job.sheets, job.settings.layout, job.title, toy_folder / "suns.pdf", ["svg"])
    assert (cut.path.name, cut.pages) == ("suns-cut-cards.svg", (3,))
    boxes = [
        tuple(float(value) for point in points for value in point.split())
        for points in re.findall(r'd="M([^L]+)L[^L]+L([^L]+)L', cut.path.read_text("utf-8"))
    ]
    document = pypdfium2.PdfDocument(toy_folder / "suns.pdf")
    page = document[cut.pages[0] - 1]
    left, top = boxes[0][:2]
    row = sorted({side for box in boxes if box[1] == top for side in (box[0], box[2])})
    column = sorted({side for box in boxes if box[0] == left for side in (box[1], box[3])})
    assert edges(page, y=top + 1) == pytest.approx(row, abs=0.05)
    assert edges(page, x=left + 1) == pytest.approx(column, abs=0.05)
    inset = job.settings.layout.plotter.inset
    assert edges(page, y=inset + 2)[:2] == pytest.approx([inset, inset + 5], abs=0.05)
    document.close()


def test_sheets_that_are_cut_alike_share_a_file_that_names_their_pages(monkeypatch, tmp_path):
    plans = [
        SimpleNamespace(kind=kind, sheets=sheets, paper="a4", outlines=(kind,))
        for kind, sheets in (("bases", (0, 2)), ("tokens", (1,)), ("bases", (3,)), ("bases", (4,)))
    ]
    monkeypatch.setattr(cut_files, "cut_plans", lambda _: plans)
    monkeypatch.setattr(cut_files, "page_numbers", lambda *_: [SimpleNamespace(recto=3 + 2 * at) for at in range(5)])
    formats = {one: lambda *what, one=one: f"{one} {what}".encode() for one in ("svg", "dxf")}
    monkeypatch.setattr("cardgen.write.cut_file.CUT_FORMATS", formats)
    written, target = {}, tmp_path / "my.deck.pdf"
    found = write_cut_files([], None, "Deck", target, ["svg", "dxf"], written.__setitem__)
    names = {"bases": (3, 7), "tokens": (5,), "bases-2": (9,), "bases-3": (11,)}
    assert [(one.path.name, one.pages) for one in found] == [
        (f"my.deck-cut-{name}.{format}", pages) for name, pages in names.items() for format in ("svg", "dxf")
    ]
    assert [*written] == [one.path for one in found] == cut_files.cut_file_paths([], target, ["svg", "dxf"])
    assert written[tmp_path / "my.deck-cut-bases.svg"] == (
        b"svg ('a4', ('bases',), 'Deck: bases, pages 3, 7 of my.deck.pdf')"
    )
    assert cut_files.cut_file_paths([], target, []) == write_cut_files([], None, "Deck", target, []) == []


def test_formats_are_read_once_each():
    assert check_formats([" SVG", " dxf", "svg ", " "], None) == ("svg", "dxf")
    assert check_formats([], "fold") == ()


@pytest.mark.parametrize(
    ("text", "duplex", "code", "expected"),
    [
        ("studio3", None, "E533", "one of: svg, dxf"),
        ("svg", "fold", "E508", "--duplex long-edge, short-edge, manual or none with --cut-file"),
    ],
)
def test_what_cannot_be_is_told(text, duplex, code, expected):
    with pytest.raises(UnlocatedError) as caught:
        check_formats([text], duplex)
    assert (caught.value.code, caught.value.expected) == (code, expected)


def test_own_plotter_is_a_few_lines_of_yaml(toy_folder):
    (toy_folder / "sizes.yaml").write_text("plotters:\n  Mine: {inset: 12mm, arm: 1.5cm}\n", "utf-8")
    job = prepare(toy_folder / "suns.yaml", BuildOptions(plotter="mine"))
    assert (job.settings.layout.plotter.inset, job.settings.layout.plotter.arm, job.settings.layout.plotter.square) == (
        12,
        15,
        5,
    )


def test_page_one_says_that_the_plotter_cuts(built):
    _, path = built("samurai", only=("bases",), plotter="silhouette")
    document = pypdfium2.PdfDocument(path)
    text = " ".join(document[0].get_textpage().get_text_range().split())
    document.close()
    assert "black marks in three corners" in text
