"""Proofs show what they showed in the last version, at the same places.

The other files of this folder say why they are right; here nothing may change unseen.
"""

import shutil
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import toy
from things import BACK, FACE, PAWN

from cardgen.geometry.outlines import HEXAGON, Outline
from cardgen.geometry.units import Size
from cardgen.model.drawing import Drawing, PlacedArtwork, Rotated, TextSpan, View, text_spans
from cardgen.pipeline.draw.components import DrawnComponent
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import Job, prepare
from cardgen.plugin.components import Document, Entry, PieceKind
from cardgen.proof import difference, page, registration
from cardgen.proof.difference import difference_record, draw_differences, list_differences
from cardgen.proof.difference_document import difference_document
from cardgen.proof.overview import draw_overview
from cardgen.proof.registration import draw_registration_proof
from cardgen.write.page import DocumentInfo, Page
from tests.recorded import check_recorded

NAME = '</g><card:text x="1" y="{y}" width="{{{{ width - 2 }}}}" height="9" style="body">{{{{ card.{key} }}}}</card:text></svg>'


def of(name: str, width: float, height: float, *values: tuple[str, str, int, str], **more: Any) -> PieceKind:
    """A kind of pieces with an id, a name, a number of copies and a note that is on their backs."""
    made = [
        Entry(
            key,
            {"name": title, "note": note, "cost": len(note), **{f"key {n}": note * n for n in range(4)}},
            ("cards", 0),
            copies,
        )
        for key, title, copies, note in values
    ]
    return PieceKind(
        name,
        lambda _deck: made,
        "thing.svg.j2",
        "thing-back.svg.j2",
        lambda _: Size(width, height),
        **more,
    )


FLAG = Outline.polygon([(0, 0), (1, 0), (0.4, 1), (0, 1)])
BEFORE = (
    of("cards", 50, 70, ("dawn", "Dawn", 2, "of all"), ("dusk", "Dusk", 4, "of all"), ("rain", "Rain", 1, "own"), ("hail", "Hail", 3, "of all")),
    of("arches", 30, 26, ("red", "Red", 2, "r"), ("blue", "Blue", 2, "r"), outline=PAWN, gutter=6.0, bleed=2.0),
    of("hexes", 30, 26, ("hex", "Hex", 5, "h"), outline=HEXAGON, gutter=6.0, bleed=2.0),
    of("boards", 150, 110, ("map", "Map", 1, "m")), toy.GAME.components[1],
    replace(of("coins", 30, 40, ("coin", "Coin", 3, "c")), back=None), replace(of("flags", 30, 40, ("flag", "Flag", 3, "f")), outline=FLAG, gutter=6.0, bleed=2.0),
)  # fmt: skip
AFTER = (
    of("cards", 50, 70, ("dawn", "Morning", 2, "of all"), ("dusk", "Dusk", 6, "of all"), ("snow", "Snow", 5, "of all"), ("hail", "Hailstorm", 2, "else")),
    of("arches", 30, 26, ("red", "Crimson", 2, "c"), ("blue", "Blue", 1, "r"), outline=PAWN, gutter=6.0, bleed=2.0),
    of("hexes", 30, 26, ("hex", "Hex", 5, "h"), outline=HEXAGON, gutter=6.0, bleed=2.0),
    of("boards", 140, 110, ("map", "Map", 1, "m")), toy.GAME.components[1],
    of("coins", 30, 40, ("coin", "Coin", 3, "c")), replace(of("flags", 30, 40, ("flag", "Banner", 3, "g")), outline=FLAG, gutter=6.0, bleed=2.0),
)  # fmt: skip


def test_recorded_proofs(things: Callable[..., Path], toy_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    def note(pages: list[Page], info: DocumentInfo, fonts: Any, *_: Any) -> bytes:
        shown.append(
            f"{info.title} by {info.author}, {info.subject}, {info.language}, from page {info.first_printed}, {len(fonts)} fonts"
        )
        shown.extend(
            line
            for number, one in enumerate(pages, 1)
            for line in page_lines(number, one, info.title.endswith("What changed"))
        )
        return real(pages, info, fonts)

    monkeypatch.chdir(toy_folder)  # the pages name the files of the decks
    real = page.compose_pdf
    monkeypatch.setattr(page, "compose_pdf", note)
    monkeypatch.setattr(registration, "compose_pdf", note)
    jobs = [prepared(things, toy_folder, BEFORE)]
    rules = (toy.FOLDER / "templates" / "rules.en.md").read_text("utf-8")
    (toy_folder / "templates" / "rules.en.md").write_text(rules.replace("higher", "lower"), "utf-8")
    jobs.append(prepared(things, toy_folder, AFTER))
    found = list_differences(*jobs)
    shown += ["== differences", *(str(difference_record(one)) for one in found)]
    pictures = {f"{at}/cards/{key}": "data:" for at in ("before", "after") for key in ("dawn", "hail", "snow")}
    for document in (difference_document(found, pictures, Path("suns.yaml")), difference_document([])):
        shown += [f"== document {document.title} {[*document.pictures]}", *(str(part) for part in document.parts)]  # type: ignore[attr-defined]
    for title, draw in (
        ("pages of differences", lambda: draw_differences(*jobs, found)), ("overview", lambda: draw_overview(jobs[0])), ("overview, named", lambda: draw_overview(jobs[1], "All")),
        ("registration", lambda: draw_registration_proof(jobs[0])),
        ("registration of both sides in Portuguese", lambda: draw_registration_proof(prepare(Path("suns.yaml"), BuildOptions(only=("hexes",), language="pt")))),
        ("registration in Portuguese", lambda: draw_registration_proof(prepare(Path("suns.yaml"), BuildOptions(only=("hexes",), language="pt", duplex="none")))),
    ):  # fmt: skip
        shown.append(f"== {title}")
        assert draw().startswith(b"%PDF")
    check_recorded(Path(__file__).with_name("proofs.txt"), shown)


def test_a_font_of_the_older_version_that_is_another_file_now_gets_a_name_of_its_own() -> None:
    older, newer = ({key: Path(file) for key, file in fonts.items()} for fonts in (
        {"Same": "a.ttf", "Other": "b.ttf", "Gone": "c.ttf"}, {"Same": "a.ttf", "Other": "new/b.ttf", "New": "d.ttf"},
    ))  # fmt: skip
    before, after = (SimpleNamespace(fonts=fonts, drawn=()) for fonts in (older, newer))
    renamed = difference._foreign(before, after)
    version = difference._Version(before, renamed)
    assert version.fonts == {"Other-before": Path("b.ttf"), "Gone-before": Path("c.ttf")}
    spans = tuple(TextSpan(key, 3, "#000000", 0, 0, (), 1) for key in older)
    shown = version._in_its_fonts(Drawing(Size(9, 8), 3, (Rotated(9, 0, 0, spans),)))
    assert [span.font for span in text_spans(shown.items)] == ["Same", "Other-before", "Gone-before"]
    assert (shown.size, shown.bleed) == (Size(9, 8), 3)


def test_the_older_version_is_compared_in_its_own_fonts(toy_folder: Path) -> None:
    deck, only = toy_folder / "suns.yaml", BuildOptions(only=("cards",))
    before = prepare(deck, only)
    (toy_folder / "fonts").mkdir()
    shutil.copy(before.fonts["Cinzel-Bold"], toy_folder / "fonts" / "AlegreyaSans-Regular.ttf")
    after = prepare(deck, only)
    found = list_differences(before, after)
    assert {one.change.design.id for one in found} == {"dawn", "dusk"}
    assert draw_differences(before, after, found).startswith(b"%PDF")


def test_each_leaf_of_a_document_is_a_design_of_two_pages() -> None:
    pages = tuple(Drawing(Size(9, height), 0, ()) for height in (1, 2, 3))
    rules = DrawnComponent(Document("rules", "r.md"), "Rules", pages=pages)
    version = difference._Version(SimpleNamespace(fonts={}, drawn=(rules,)), {})
    leaves = [[side and side.size.height for _, side in version.sides(("rules", f"leaf-{at}"))] for at in (1, 2)]
    assert leaves == [[1, 2], [3, None]]


def test_keys_that_differ_are_named_once_without_the_copies() -> None:
    before, after = {"name": "a", "copies": 1, "cost": 2, "gone": 3}, {"name": "b", "copies": 2, "cost": 2, "new": 4}
    assert difference._keys(before, after) == ("name", "new", "gone")


def prepared(things: Callable[..., Path], folder: Path, parts: tuple[Any, ...]) -> Job:
    things(*parts)
    (folder / "templates" / "thing.svg.j2").write_text(
        FACE.replace("</g></svg>", NAME.format(y=2, key="name")), "utf-8"
    )
    back = BACK.replace("</g></svg>", NAME.format(y=9, key="note or card.name"))
    (folder / "templates" / "thing-back.svg.j2").write_text(back, "utf-8")
    return prepare(Path("suns.yaml"), BuildOptions())


def page_lines(number: int, shown: Page, is_measured: bool) -> Iterator[str]:
    yield f"page {number} of {shown.paper}, {shown.bookmark}"
    for placed in shown.side.placements if shown.side else ():
        trim, drawing = placed.trim, placed.drawing
        words = " ".join(words_of(drawing.items))
        if placed.trim.size == shown.paper:
            svgs = [item.artwork.svg for item in drawing.items if isinstance(item, PlacedArtwork)]
            # A frame around what looks different lies where a viewer sees it.
            words += "".join(
                f" <{svg.count('<rect')}, {svg.count('<path')}>" if is_measured else f" <{zlib.crc32(svg.encode()):x}>"
                for svg in svgs
            )
        numbers = " ".join(f"{side:.2f}" for side in (trim.x, trim.y, trim.width, trim.height, drawing.bleed))
        outline = (
            f"flag to the {'left' if placed.outline == FLAG else 'right'}"
            if placed.outline in (FLAG, FLAG.mirrored())
            else placed.outline.name
        )
        yield f"  {numbers} of {drawing.size}, {outline}, {len(drawing.items)} items: {words}"


def words_of(items: Any) -> Iterator[str]:
    """The words of a drawing, those of each text with its place."""
    for item in items:
        if isinstance(item, TextSpan):
            yield f"{'_'.join(word.text for word in item.words)}@{item.x:.1f},{item.y:.1f}"
        elif isinstance(item, Rotated | View):
            yield from words_of(item.items)
