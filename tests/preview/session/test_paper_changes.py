"""What differs from the last print is known by itself, and is shown until it is printed."""

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest
from fontTools.ttLib import TTFont

from cardgen.changes.components import take_inventory
from cardgen.changes.fingerprint import Fingerprints
from cardgen.model.drawing import text_spans
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.pipeline.printed_file.output import build_deck
from cardgen.pipeline.printed_file.records import mark_printed
from cardgen.pipeline.printed_file.targets import printed_record
from cardgen.plugin.resources import resources
from cardgen.preview.session.paper_changes import _shown
from cardgen.preview.session.session import PreviewSession
from cardgen.preview.session.snapshot import ShownPrinted
from tests.edits import edit

pytestmark = pytest.mark.usefixtures("no_front_pages")


@pytest.fixture
def deck(toy_folder: Path) -> Path:
    return toy_folder / "suns.yaml"


@pytest.fixture
def target(toy_folder: Path) -> Path:
    return toy_folder / "out" / "suns.pdf"


def print_deck(deck: Path, target: Path, language: str = "") -> None:
    build_deck(deck, target, BuildOptions(language=language), lambda _: None)
    mark_printed(target)


def settled(session: PreviewSession) -> ShownPrinted | None:
    session.build()
    while session.settle():
        pass
    return session.settled().printed


def test_nothing_is_compared_until_something_is_printed(deck, target):
    session = PreviewSession(deck, BuildOptions(), target)
    assert settled(session) is None
    print_deck(deck, target)
    assert settled(session) == ShownPrinted({}, 0, 0)


def test_cards_that_look_different_or_are_more_are_marked(deck, target):
    print_deck(deck, target)
    session = PreviewSession(deck, BuildOptions(), target)
    edit(deck, "en: Dusk", "en: Night")
    assert settled(session) == ShownPrinted({"cards/dusk": "changed"}, 1, 0)
    edit(deck, "copies: 10", "copies: 12")
    assert settled(session) == ShownPrinted({"cards/dawn": "more", "cards/dusk": "changed"}, 3, 0)
    compared = len(session._printed._prints._drawings)
    edit(deck, "en: Night", "en: Dusk")
    assert settled(session) == ShownPrinted({"cards/dawn": "more"}, 2, 0)
    assert len(session._printed._prints._drawings) == compared, "what is gone is forgotten"
    print_deck(deck, target)
    assert settled(session) == ShownPrinted({}, 0, 0)


def test_each_language_has_a_print_of_its_own(deck, target):
    print_deck(deck, target)
    session = PreviewSession(deck, BuildOptions(language="pt"), target)
    assert settled(session) is None
    print_deck(deck, target.with_name("suns.pt.pdf"), "pt")
    edit(deck, "en: Dusk", "en: Night")
    assert settled(session) == ShownPrinted({}, 0, 0)


def test_cards_that_are_gone_are_counted(deck, target):
    print_deck(deck, target)
    text = deck.read_text("utf-8")
    deck.write_text(text[: text.index("  - id: dusk")], "utf-8")
    assert settled(PreviewSession(deck, BuildOptions(), target)) == ShownPrinted({}, 0, 1)


def test_a_document_is_marked_as_one(deck, target):
    print_deck(deck, target)
    edit(deck, "#222222", "#333333")
    found = settled(PreviewSession(deck, BuildOptions(), target))
    assert found is not None and found.changes["rules"] == "changed"


def test_other_outlines_in_the_file_of_a_font_change_the_cards(tmp_path):
    deck, target = tmp_path / "boats.yaml", tmp_path / "out" / "boats.pdf"
    deck.write_text("game: cards\ncards: [{name: Ferry}, {name: Barge}]\n", "utf-8")
    job = prepare(deck, BuildOptions())
    (name,) = {span.font for part in job.drawn for span in text_spans(part.pieces[0].face.items)}
    font = tmp_path / "fonts" / f"{name}.ttf"
    font.parent.mkdir()
    shutil.copy(resources().fonts / font.name, font)
    print_deck(deck, target)
    session = PreviewSession(deck, BuildOptions(), target)
    assert settled(session) == ShownPrinted({}, 0, 0)
    other = TTFont(font)
    glyph = other["glyf"][other.getBestCmap()[ord("e")]]
    glyph.coordinates.translate((0, 40))  # neither widths nor heights, by which texts are set
    other.save(font)
    before = [face.face.key for face in session.snapshot.faces]
    assert settled(session) == ShownPrinted({"cards/ferry": "changed", "cards/barge": "changed"}, 2, 0)
    assert not {*before} & {face.face.key for face in session.snapshot.faces}, "they look otherwise on the screen too"


def test_an_edit_keeps_the_marks_until_the_new_ones_are_known(deck, target):
    print_deck(deck, target)
    session = PreviewSession(deck, BuildOptions(), target)
    edit(deck, "en: Dusk", "en: Night")
    before = settled(session)
    edit(deck, "en: Night", "en: Evening")
    assert session.build().printed == before


def test_a_record_that_cannot_be_used_marks_nothing(deck, target):
    print_deck(deck, target)
    session = PreviewSession(deck, BuildOptions(), target)
    assert settled(session) == ShownPrinted({}, 0, 0)
    session.build()  # which begins to compare
    printed_record(target).write_text("{", "utf-8")
    assert settled(session) is None
    printed_record(target).unlink()
    assert settled(session) is None


def test_fingerprints_are_the_same_after_others_were_forgotten(deck):
    job = prepare(deck, BuildOptions())
    prints = Fingerprints(job.fonts)
    first = [prints.of_piece(piece) for part in job.drawn for piece in part.pieces]
    for kept in ([], [job.drawn[0].pieces[0].face]):
        prints.keep_only(kept)
        assert [prints.of_piece(piece) for part in job.drawn for piece in part.pieces] == first
    designs = take_inventory(job.drawn, job.fonts).designs
    assert [design.fingerprint for design in designs][: len(first)] == first


def test_what_differs_is_named_and_counted():
    drawn = [
        SimpleNamespace(component=SimpleNamespace(name=name), pages=pages)
        for name, pages in (("cards", ()), ("rules", ("p",)))
    ]
    changes = [
        SimpleNamespace(after=SimpleNamespace(key=key) if key else None, status=status, missing=missing)
        for key, status, missing in (
            (("cards", "a"), "same", 0), (("cards", "b"), "changed", 2), (None, "gone", 0), (("rules", "1"), "new", 1), (None, "gone", 0),
        )
    ]  # fmt: skip
    assert _shown(changes, drawn) == ShownPrinted({"cards/b": "changed", "rules": "new"}, 3, 2)
