"""What a screen reader finds in a file: every content belongs to the tree or is an artifact, in the order of the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pikepdf
import pytest
from lxml import etree

from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Drawing, PageBlock, Role, spoken_in
from cardgen.model.sheet import Placement, Side
from cardgen.pipeline.draw.words import spoken_pieces
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import Job, prepare, write
from cardgen.write.ink_modes import apply_ink_mode
from cardgen.write.page import Page, ShownPiece
from tests.write.samples import A4, INFO, filled, opened, pdf_of, text

SHOWS = {"Tj", "TJ", "'", '"', "Do", "f", "F", "f*", "S", "s", "B", "B*", "b", "b*", "sh"}


class Found(NamedTuple):
    """An element of the tree: its type, its depth, the page of its content, its alternative text."""

    role: str
    depth: int
    contents: tuple[tuple[int, int], ...]
    alt: str


def elements(pdf: pikepdf.Pdf) -> list[Found]:
    """All elements in reading order; each names its parent, which has it among its kids."""
    pages = {page.obj.objgen: number for number, page in enumerate(pdf.pages)}

    def walk(element: pikepdf.Object, parent: pikepdf.Object, depth: int) -> Iterator[Found]:
        assert element.P.objgen == parent.objgen
        own, inner = [], []
        kids = element.get("/K", pikepdf.Array())
        for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
            if not isinstance(kid, pikepdf.Dictionary):
                own.append((pages[element.Pg.objgen], int(kid)))
            elif kid.get("/Type") == pikepdf.Name.MCR:
                own.append((pages[kid.Pg.objgen], int(kid.MCID)))
            else:
                inner.append(kid)
        yield Found(str(element.S)[1:], depth, tuple(own), str(element.get("/Alt", "")))
        for kid in inner:
            yield from walk(kid, element, depth + 1)

    root = pdf.Root.StructTreeRoot
    return list(walk(root.K, root, 0))


def check_tags(pdf: pikepdf.Pdf) -> list[Found]:
    """Check what must hold of any tagged file, and return its elements."""
    found = elements(pdf)
    owners = {content: element.role for element in found for content in element.contents}
    assert len(owners) == sum(len(element.contents) for element in found), "content belongs to two elements"
    marked = {}
    for number, page in enumerate(pdf.pages):
        tags: list[str] = []
        for operands, operator in pikepdf.parse_content_stream(page):
            if str(operator) in {"BMC", "BDC"}:
                tags.append(str(operands[0])[1:])
                if str(operator) == "BDC":
                    marked[number, int(operands[1].MCID)] = tags[-1]
            elif str(operator) == "EMC":
                tags.pop()
            elif str(operator) in SHOWS:
                assert set(tags) - {"Drawn", "Ground", "Land"}, f"page {number + 1} shows what is not tagged"
        assert not tags
    assert marked == owners
    parents = pdf.Root.StructTreeRoot.ParentTree.Nums
    by_page = {int(parents[at]): [str(one.S)[1:] for one in parents[at + 1]] for at in range(0, len(parents), 2)}
    for (page, number), role in owners.items():
        assert by_page[int(pdf.pages[page].obj.StructParents)][number] == role
    assert all(element.alt for element in found if element.role == "Figure")
    levels = [int(element.role[1]) for element in found if element.role[0] == "H"]
    assert all(level <= before + 1 for before, level in zip([0, *levels], levels, strict=False))
    order = [content for element in found for content in element.contents]
    assert [page for page, _ in order] == sorted(page for page, _ in order), "the order is that of the pages"
    assert pdf.Root.MarkInfo.Marked and pdf.Root.ViewerPreferences.DisplayDocTitle
    assert "<pdfuaid:part>1</pdfuaid:part>" in pdf.Root.Metadata.read_bytes().decode()
    return found


def test_a_page_has_headings_lists_tables_and_paragraphs_that_go_on() -> None:
    roles = ["h1", "p", "p", "label", "item", "item", "label", "item", "th", "th", "td", "td", "", "h3", "p"]
    begins = {2: False, 5: False, 9: False, 11: False}
    blocks = [PageBlock(role, at, at + 1, begins.get(at, True)) for at, role in enumerate(roles)]
    drawing = Drawing(A4, 0, tuple(text(f"w{at}", y=20 + 6 * at) for at in range(len(roles) + 2)), "", tuple(blocks))
    page = Page(Side((Placement(drawing, Rect(0, 0, A4.width, A4.height)),)), A4, "Rules")
    found = check_tags(opened(pdf_of(page)))
    assert [(element.role, len(element.contents)) for element in found[1:]] == [
        ("Sect", 0), ("H1", 1), ("P", 2),
        ("L", 0), ("LI", 0), ("Lbl", 1), ("LBody", 2), ("LI", 0), ("Lbl", 1), ("LBody", 1),
        ("Table", 0), ("TR", 0), ("TH", 1), ("TH", 1), ("TR", 0), ("TD", 1), ("TD", 1),
        ("H2", 1), ("P", 1),
    ]  # fmt: skip


def test_a_table_that_goes_on_on_the_next_sheet_keeps_its_head() -> None:
    def page(roles: list[Role], title: str) -> Page:
        blocks = tuple(PageBlock(role, at, at + 1, True) for at, role in enumerate(roles))
        drawn = Drawing(A4, 0, tuple(text(f"w{at}", y=20 + 6 * at) for at in range(len(roles))), "", blocks)
        return Page(Side((Placement(drawn, Rect(0, 0, A4.width, A4.height)),)), A4, title)

    roles: list[list[Role]] = [["p", "th", "td"], ["td", "p", "td"], ["th", "td"], ["p", "td"], ["td"]]
    found = check_tags(opened(pdf_of(*(page(one, f"Rules ({at}/5)") for at, one in enumerate(roles, 1)))))
    assert [element.role for element in found[1:]] == [
        *("Sect", "P", "Table", "TR", "TH", "TR", "TD", "TR", "TD"), *("Sect", "P", "Table", "TR", "TD"),
        *("Sect", "Table", "TR", "TH", "TR", "TD"),  # a head begins a table of its own
        *("Sect", "P", "Table", "TR", "TD", "TR", "TD"),
    ]  # fmt: skip


def test_a_paragraph_that_goes_on_on_the_next_page_belongs_to_both() -> None:
    pages = []
    for begins in (True, False):
        blocks = (*[PageBlock("h1", 1, 2)] * begins, PageBlock("p", 0, 1, begins))
        drawing = Drawing(A4, 0, (text("w"), text("Rules", y=40)), "", blocks)
        side = Side((Placement(drawing, Rect(0, 0, A4.width, A4.height)),))
        pages.append(Page(side, A4, "Rules" if begins else None))
    found = check_tags(opened(pdf_of(*pages)))
    assert [element.contents for element in found if element.role == "P"] == [((0, 1), (1, 0))]


def test_a_piece_is_told_in_full_once_and_an_equal_back_once_a_page() -> None:
    size = Size(20, 30)
    face, back = (Drawing(size, 0, (text(words, x=2, y=9, size=3),), words) for words in ("Oak", "Tree"))
    pieces = {face: ShownPiece("Oak", "Oak. Cost: 3."), back: ShownPiece("Cards, back", is_back=True)}
    sides = [Side(tuple(Placement(one, Rect(25 * at, 0, 20, 30)) for at in range(2))) for one in (face, back, face)]
    other = Drawing(size, 0, (text("Elm", x=2, y=9, size=3),), "Elm")  # of which nothing is stated
    sides.append(Side((Placement(other, Rect(0, 0, 20, 30)), Placement(other, Rect(25, 0, 20, 30)))))
    pages = [Page(side, A4, title) for side, title in zip(sides, ("Cards", None, "More", None), strict=True)]
    found = check_tags(opened(pdf_of(*pages, info=replace(INFO, pieces=pieces))))
    told = [element.alt for element in found if element.role == "Figure"]
    assert told == ["Oak. Cost: 3.", "Oak", "Cards, back", "Oak", "Oak", "Elm", "Elm"]


def test_a_page_belongs_to_the_section_that_began_last() -> None:
    side = Side((Placement(Drawing(Size(20, 30), 0, (text("Oak", x=2, y=9, size=3),), "Oak"), Rect(0, 0, 20, 30)),))
    for titles, sections in (
        ((None, None), [("", 2)]),
        ((None, "A", None, "B"), [("", 1), ("A", 2), ("B", 1)]),
        (("A\u202e", None), [("A<U+202E>", 2)]),
        (("A", ""), [("A", 1), ("", 1)]),
    ):
        pdf = opened(pdf_of(*(Page(side, A4, title) for title in titles)))
        check_tags(pdf)
        found = pdf.Root.StructTreeRoot.K.K
        kids = list(found) if isinstance(found, pikepdf.Array) else [found]
        assert [
            (str(one.get("/T", "")), len(one.K) if isinstance(one.K, pikepdf.Array) else 1) for one in kids
        ] == sections


def test_the_title_is_text_in_the_metadata() -> None:
    pdf = opened(pdf_of(Page(None, A4), info=replace(INFO, title="Suns & <b>moons</b>")))
    root = etree.fromstring(pdf.Root.Metadata.read_bytes())
    assert [one.text for one in root.iter("{http://www.w3.org/1999/02/22-rdf-syntax-ns#}li")] == ["Suns & <b>moons</b>"]


@pytest.mark.parametrize("ink", ["low", "grey"])
def test_less_ink_leaves_what_is_read(ink: str) -> None:
    piece = Drawing(Size(20, 30), 0, (filled("#880000", Rect(2, 12, 9, 9)), text("Oak", x=2, y=9, size=3)), "Oak")
    rules = Drawing(A4, 0, (text("Rules"), text("w", y=40)), "", (PageBlock("h1", 0, 1), PageBlock("p", 1, 2)))
    sides = [Side((Placement(one, Rect(0, 0, one.size.width, one.size.height)),)) for one in (piece, rules)]
    data = pdf_of(*(Page(side, A4) for side in sides))
    changed = opened(apply_ink_mode(data, ink))
    found = check_tags(changed)
    assert [element.role for element in found] == ["Document", "Sect", "Figure", "H1", "P"]
    assert found == check_tags(opened(data))
    assert changed.Root.Lang == INFO.language


def test_each_text_has_its_language() -> None:
    size = Size(20, 30)
    card = Drawing(size, 0, (text("pão", x=2, y=9, size=3),), spoken_in("pt-BR", "pão"))
    blocks = (PageBlock("p", 0, 1, language="pt-BR"), PageBlock("p", 1, 2))
    rules = Drawing(A4, 0, (text("pão"), text("bread", y=40)), "", blocks)
    sides = [Side((Placement(one, Rect(0, 0, one.size.width, one.size.height)),)) for one in (card, rules)]
    pdf = opened(pdf_of(*(Page(side, A4, "Cards") for side in sides)))
    (figure,) = [element.alt for element in check_tags(pdf) if element.role == "Figure"]
    assert figure == "\x1bptBR\x1bpão", "a text string holds a code without its hyphen: PDF 32000-1, 14.9.2.2"
    paragraphs = pdf.Root.StructTreeRoot.K.K[1].K
    assert [str(element.get("/Lang", "")) for element in paragraphs] == ["pt-BR", ""]


def test_each_side_of_each_piece_is_told_by_its_name(built: Callable[..., tuple[Job, Path]]) -> None:
    job, _ = built("samurai", only=("bases", "abilities"))
    told = spoken_pieces(job.project, job.parts)
    for part in job.parts:
        names = {piece.face: piece.name for piece in reversed(part.pieces)}
        assert {face: told[face].name for face in names} == names
        assert all(told[piece.back].is_back for piece in part.pieces if piece.back)


def test_both_sides_of_a_word_are_read_in_their_languages(tmp_path: Path) -> None:
    deck = Path(__file__).parents[2] / "examples" / "brot-und-pao" / "brot-und-pao.yaml"
    (path,) = write(prepare(deck, BuildOptions(language="pt", only=("words",))), tmp_path / "words.pdf")
    with pikepdf.open(path) as pdf:
        told = [element.alt for element in check_tags(pdf) if element.role == "Figure"]
    assert "o pão. O pão ainda está quente. Português." in told
    assert "Palavras, verso. \x1bde\x1bder Apfel. \x1bde\x1bEin Apfel am Tag. \x1bde\x1bDeutsch." in told


def test_the_cards_of_a_deck_are_read_in_their_order(built: Callable[..., tuple[Job, Path]]) -> None:
    job, path = built("samurai", only=("bases", "abilities"))
    with pikepdf.open(path) as pdf:
        told = [element.alt for element in check_tags(pdf) if element.role == "Figure"]
        assert pdf.Root.Lang == job.language
    names = [name for part in job.drawn for piece in part.pieces for name in [piece.name] * piece.copies]
    assert [words.split(".")[0] for words in told if not words.endswith("back")] == names
    (monks,) = [words for words in told if words.startswith("Last Prayer.")]
    assert "your Monks (light infantry) have printed power 2" in monks


def test_every_figure_of_the_rules_that_ship_says_what_it_shows():
    root = Path(__file__).parents[2]
    files = [path for folder in ("templates", "examples") for path in (root / folder).rglob("*.md")]
    assert len(files) > 4
    assert [str(path) for path in files if "![](" in path.read_text("utf-8")] == []


def test_a_file_without_a_language_has_no_tags() -> None:
    side = Side((Placement(Drawing(A4, 0, (text("tower"),)), Rect(0, 0, A4.width, A4.height)),))
    pdf = opened(pdf_of(Page(side, A4), info=replace(INFO, language="")))
    assert "/StructTreeRoot" not in pdf.Root and "/MarkInfo" not in pdf.Root
    assert b"BDC" not in pdf.pages[0].Contents.read_bytes()
