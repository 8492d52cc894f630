"""A deck in memory: what a build shows, what an edit changes, and what stays when the deck breaks."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageStat

from cardgen.geometry.units import Size
from cardgen.model.adjustment import Adjustment
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import Side
from cardgen.pipeline.options import BuildOptions
from cardgen.preview.gallery.site import _pictures
from cardgen.preview.pictures.drawing import face_source
from cardgen.preview.pictures.keys import DrawingKeys
from cardgen.preview.session import snapshot_parts
from cardgen.preview.session.session import PreviewSession
from cardgen.preview.session.snapshot import News, ShownPicture, Snapshot, difference
from cardgen.preview.session.snapshot_parts import Sources
from cardgen.printer.pages import make_page
from cardgen.report.diagnostics import Collector, Diagnostic
from cardgen.write.page import Page
from tests import toy
from tests.edits import edit


@pytest.fixture
def deck(toy_folder: Path) -> Path:
    return toy_folder / "suns.yaml"


def keys(snapshot: Snapshot) -> dict[str, str]:
    return {face.id: face.face.key for face in snapshot.faces}


def test_a_snapshot_has_everything_that_is_printed(deck):
    session, news = PreviewSession(deck, BuildOptions()), []
    snapshot = session.build(news.append)
    assert (snapshot.state, snapshot.problems) == ("good", ())
    assert [(one.state, len(one.faces), len(one.sheets)) for one in news] == [("good", 1, 0), ("good", 2, 0)]
    assert {source.owner for source in session._pages.values()} == {
        "sheet 'How to print'", "sheet 'Contents and rights'", "sheet 'Cards'", "sheet 'Rules'",
    }  # fmt: skip
    assert snapshot.title == "Toy: Suns"
    assert [(kind.name, kind.designs, kind.copies) for kind in snapshot.kinds] == [("cards", 2, 11)]
    dawn = snapshot.faces[0]
    assert (dawn.id, dawn.name, dawn.copies, dawn.kind) == ("cards/dawn", "Dawn", 10, "cards")
    assert dawn.place is not None and dawn.place.file.endswith("suns.yaml") and dawn.place.line == 7
    assert "Rise" in dawn.text
    assert dawn.back == snapshot.faces[1].back
    (rules,) = snapshot.documents
    assert (rules.id, rules.text[:19], [name for name, _ in rules.figures]) == (
        "rules",
        "# Suns\n\nPut sun the",
        ["sun.svg.j2"],
    )
    assert [sheet.id for sheet in snapshot.sheets[:3]] == ["front-1", "front-2", "1"]
    assert snapshot.sheets[2].pages == (3, 4)


def test_sheets_that_are_printed_into_two_files_have_their_pages_in_that_of_the_fronts(deck, monkeypatch):
    sides = []

    def page_of(*what, verso=False):
        sides.append(verso)
        return make_page(*what, verso=verso)

    monkeypatch.setattr(snapshot_parts, "make_page", page_of)
    snapshot = PreviewSession(deck, BuildOptions(split=True)).build()
    assert [sheet.pages for sheet in snapshot.sheets[2:]] == [(3,), (4,)]
    assert sides == [False, False, False, True, False], "each moved as the printer needs it for that side"


def test_an_icon_in_a_document_is_its_name_in_words(deck):
    (deck.parent / "templates" / "icons").mkdir(parents=True)
    (deck.parent / "templates/icons/big_sun.svg").write_text((toy.FOLDER / "templates/icons/sun.svg").read_text())
    (deck.parent / "templates/rules.en.md").write_text("# Suns\n\nPut {big_sun} on {sun} top.\n")
    for strings, text in (("{}", "Put big sun on sun top."), ("sun: the light", "Put big sun on the light top.")):
        (deck.parent / "templates/strings.en.yaml").write_text(f"{strings}\n")
        (rules,) = PreviewSession(deck, BuildOptions()).build().documents
        assert rules.text == f"# Suns\n\n{text}"


def test_a_document_with_an_error_stays_as_it_was_with_its_pages_and_figures(deck):
    (deck.parent / "templates").mkdir()
    rules = deck.parent / "templates" / "rules.en.md"
    (rules.parent / "moon.svg.j2").write_text(
        (toy.FOLDER / "templates/sun.svg.j2").read_text().replace('r="8"', 'r="6"')
    )
    rules.write_text("# Suns\n\n![](sun.svg.j2)\n\n![](moon.svg.j2)\n\n\\newpage\n\nMore.\n")
    session = PreviewSession(deck, BuildOptions())
    (before,) = session.build().documents
    assert ([name for name, _ in before.figures], len(before.pages)) == (["sun.svg.j2", "moon.svg.j2"], 2)
    rules.write_text("# Suns\n\n![](none.svg.j2)\n")
    faulty = session.build()
    assert (faulty.state, faulty.documents) == ("faulty", (replace(before, is_stale=True),))
    assert all(session.is_quick(shown.key, 20) for shown in (*before.pages, *(figure for _, figure in before.figures)))


def test_all_documents_with_errors_stay_as_they_were(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path))
    # Its pages on sheets have other pictures than those of a document.
    (tmp_path / "printers.yaml").write_text("printers: {office: {scale_x: 1.01}}\n", "utf-8")
    game = "{id: own, name: Own, languages: [en], kinds: {cards: {fields: {cost: integer}}}, documents: {a: {title: A, text: a.md}, b: {title: B, text: b.md}}}"
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    (tmp_path / "own.yaml").write_text("game: own\ntitle: Own\ncards: [{name: Eel, cost: 1}]\n", "utf-8")
    texts = [tmp_path / "a.md", tmp_path / "b.md"]
    for text in texts:
        text.write_text(f"# {text.stem}\n\n\\newpage\n\nMore of {text.stem}.\n", "utf-8")
    session = PreviewSession(tmp_path / "own.yaml", BuildOptions(printer="office"))
    whole = session.build()
    before = whole.documents
    assert (whole.state, whole.problems) == ("good", ())
    assert [(one.id, one.title, one.text[:3], len(one.pages)) for one in before] == [
        ("a", "A", "# a", 2),
        ("b", "B", "# b", 2),
    ]
    for text in texts:
        text.write_text("# {none}\n", "utf-8")
    assert session.build().documents == tuple(replace(one, is_stale=True) for one in before)
    assert all(session.is_quick(page.key, 20) for one in before for page in one.pages)


def test_names_of_pictures_are_kept_until_a_font_changes(deck):
    session, font = PreviewSession(deck, BuildOptions()), deck.with_name("a.ttf")
    font.write_bytes(b"1")
    first = session._new_sources({"a": font}).keys
    assert session._new_sources({"a": font}).keys is first
    font.write_bytes(b"22")
    assert session._new_sources({"a": font}).keys is not first


def test_nothing_of_a_draft_is_shown_before_it_is_marked(deck):
    news = []
    whole = PreviewSession(deck, BuildOptions(draft=True)).build(news.append)
    shown = {key for one in news if isinstance(one, Snapshot) for key in keys(one).values()}
    assert shown <= {*keys(whole).values()}


def test_an_edit_changes_only_what_shows_it(deck):
    session = PreviewSession(deck, BuildOptions())
    before = session.build()
    edit(deck, "en: Dusk", "en: Night")
    after = session.build()
    found = difference(before, after)
    assert set(found) == {"faces", "sheets"}
    assert set(found["faces"]) == {"set"}
    assert list(found["faces"]["set"]) == ["cards/dusk"]
    assert found["faces"]["set"]["cards/dusk"]["name"] == "Night"
    assert before.faces[0] == after.faces[0]
    edit(deck, "en: Night", "en: Dusk")
    assert difference(before, session.build()) == {}


def test_a_deck_that_cannot_be_read_keeps_its_pictures(deck):
    session = PreviewSession(deck, BuildOptions())
    before = session.build()
    assert {Path(folder).name for folder in session.folders} >= {"templates", "fonts"}
    edit(deck, "cards:", "cards: [")
    broken = session.build()
    assert broken.state == "broken"
    assert all(item.is_stale for item in (*broken.faces, *broken.sheets, *broken.documents))
    assert keys(broken) == keys(before)
    problem = broken.errors[0]
    assert problem.place is not None and problem.place.line in (6, 7)
    assert session.png(broken.faces[0].face.key, 50)
    edit(deck, "cards: [", "cards:")
    edit(deck, "copies: 10", "copies: 12")
    edit(deck, "en: Dusk", "en: Night")
    news = []
    mended = session.build(news.append)
    assert [(one.state, one.kinds[0].copies, [face.is_stale for face in one.faces]) for one in news] == [
        ("broken", 13, [False, False])
    ], "until it is known that all of it is right"
    assert (mended.state, mended.kinds[0].copies) == ("good", 13)
    edit(deck, "copies: 12", "copies: 10")
    edit(deck, "en: Night", "en: Dusk")
    assert session.build() == before


def test_a_card_with_an_error_is_stale_and_the_others_follow(deck):
    session = PreviewSession(deck, BuildOptions())
    before = session.build()
    edit(deck, "{sun} shine", "{snu} shine")
    edit(deck, "en: Dusk", "en: Night")
    news = []
    faulty = session.build(news.append)
    assert faulty.state == "faulty" and news == [], "nothing that would be taken for all of it"
    assert [problem.code for problem in faulty.errors] == ["E206"]
    assert [(face.id, face.name, face.is_stale) for face in faulty.faces] == [
        ("cards/dawn", "Dawn", True),
        ("cards/dusk", "Night", False),
    ]
    assert keys(faulty)["cards/dawn"] == keys(before)["cards/dawn"]
    assert all(session.png(key, 50) for key in keys(faulty).values())
    pictures = [picture for picture, _ in _pictures(faulty)]
    pictures += [figure for document in faulty.documents for _, figure in document.figures]
    assert len({*pictures}) > 8 and all(session.is_quick(picture.key, 20) for picture in pictures), "from before, too"
    assert [(kind.designs, kind.copies) for kind in faulty.kinds] == [(2, 11)]
    assert faulty.instructions == before.instructions is not None


def test_a_deck_that_is_broken_from_the_start_has_problems_and_nothing_else(deck):
    deck.write_text("cards: [", "utf-8")
    snapshot = PreviewSession(deck, BuildOptions()).build()
    assert (snapshot.state, snapshot.faces, snapshot.title) == ("broken", (), "Suns")
    assert snapshot.errors


def test_a_deck_that_vanishes_is_a_problem_and_comes_back(deck):
    session = PreviewSession(deck, BuildOptions())
    before, text = session.build(), deck.read_text("utf-8")
    deck.unlink()
    assert [problem.code for problem in session.build().errors] == ["E101"]
    deck.write_text(text, "utf-8")
    assert session.build() == before


def test_a_bug_is_a_problem(deck, monkeypatch):
    session = PreviewSession(deck, BuildOptions())
    session.build()

    for words, told in (("by zero", "ZeroDivisionError: by zero"), ("", "ZeroDivisionError")):

        def fail(_deck: Path, _options: BuildOptions, found: Collector, *_args: object, words=words, **_more) -> None:
            found.add("W330", "what was found before")
            raise ZeroDivisionError(*filter(None, [words]))

        with monkeypatch.context() as patch:
            patch.setattr("cardgen.preview.session.session.prepare_partly", fail)
            snapshot = session.build()
        assert (snapshot.state, [one.code for one in snapshot.problems]) == ("broken", ["E790", "W330"])
        assert snapshot.errors[0].message.endswith(f"in its game: {told}")
    assert session.build().state == "good"


def test_a_deck_that_asks_for_it_has_its_warnings_as_errors_and_no_more_of_a_kind_than_anybody_reads(deck):
    session = PreviewSession(deck, BuildOptions())
    session.build()
    session._found = tuple(Diagnostic("W330", f"odd {number}") for number in range(52))
    assert [(problem.severity, problem.message) for problem in session.settled().problems[49:]] == [
        ("warning", "odd 49"), ("warning", "and 2 more"),
    ]  # fmt: skip
    assert session.settled().state == "good"
    strict = PreviewSession(deck, BuildOptions(strict=True))
    strict.build()
    strict._found = session._found
    assert strict.settled().state == "faulty"
    edit(deck, "game: toy\n", "game: toy\nstrict: true\n")
    session.build()
    session._found = tuple(Diagnostic("W330", f"odd {number}") for number in range(52))
    assert session.settled().state == "faulty" and len(session.settled().errors) == 51


def test_options_decide_what_is_shown(deck):
    usual = PreviewSession(deck, BuildOptions()).build()
    portuguese = PreviewSession(deck, BuildOptions(language="pt")).build()
    assert (usual.language, usual.languages, portuguese.language) == ("en", ("en", "pt"), "pt")
    assert portuguese.faces[0].name == "Aurora"
    large = PreviewSession(deck, BuildOptions(card="tarot", paper="letter")).build()
    assert (large.paper, large.card) == ("Letter", (69.85, 120.65))
    assert keys(usual) == keys(PreviewSession(deck, BuildOptions()).build())
    assert set(keys(usual).values()).isdisjoint(keys(PreviewSession(deck, BuildOptions(ink="low")).build()).values())


def test_a_wrong_option_is_a_problem(deck):
    snapshot = PreviewSession(deck, BuildOptions(paper="a44")).build()
    assert [problem.message for problem in snapshot.errors] == ["unknown paper 'a44'"]
    assert snapshot.faces


def test_a_picture_shows_the_trim_and_the_bleed(deck):
    session = PreviewSession(deck, BuildOptions())
    face = session.build().faces[0].face
    data = session.png(face.key, 254)  # 10 pixels per mm
    assert data is not None
    size = Image.open(io.BytesIO(data)).size
    assert size == pytest.approx([10 * (side + 2 * face.bleed) for side in (face.width, face.height)], abs=1)
    assert session.png("0" * 24, 100) is None
    back = session.snapshot.faces[0].back
    assert session.png(back.key, 30) and session.dpi == 254, "a back is not what somebody looks at"


def test_a_picture_takes_as_much_ink_as_the_print(deck):
    brightness = {}
    for ink in ("full", "low"):
        session = PreviewSession(deck, BuildOptions(ink=ink))
        data = session.png(session.build().faces[0].face.key, 50)
        assert data is not None
        brightness[ink] = ImageStat.Stat(Image.open(io.BytesIO(data)).convert("L")).sum[0]
    assert brightness["low"] > brightness["full"]


def test_faces_on_the_screen_are_told_at_first_singly_then_some_together(tmp_path):
    deck = tmp_path / "boats.yaml"
    cards = [f"  - {{id: c{number}, name: Ferry {number}}}\n" for number in range(17)]
    deck.write_text("game: cards\ncards:\n" + "".join(cards), "utf-8")
    session = PreviewSession(deck, BuildOptions())
    for face in session.build().faces[:-1]:
        session.png(face.face.key, 20)
    changed = deck.read_text("utf-8").replace("Ferry", "Barge").replace("Barge 3}", "Ferry 3}")
    deck.write_text(changed.replace("Barge 5}", "c5     }"), "utf-8")  # a name that is written like its id
    news: list[News] = []
    snapshot = session.build(news.append)
    told = [faces for faces in news if not isinstance(faces, Snapshot)]
    assert {len(one.faces) for one in news if isinstance(one, Snapshot)} <= {17}
    assert [len(faces) for faces in told] == [1, 1, 1, 2, 4, 4, 2]
    shown = [face for faces in told for face in faces]
    assert {face.id for face in shown} == {f"cards/c{number}" for number in range(16) if number != 3}
    assert all(face == snapshot.faces[int(face.id[7:])] for face in shown)
    assert shown[0].name.startswith("Barge ") and not shown[0].is_stale


def test_a_face_on_the_screen_without_a_name_is_called_like_its_kind(tmp_path):
    game = "{id: own, name: Own, languages: [en], kinds: {cards: {title: Coin, fields: {cost: integer}}}}"
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    deck = tmp_path / "own.yaml"
    session, news = PreviewSession(deck, BuildOptions()), []
    for cost in (1, 2):
        deck.write_text(f"game: own\ntitle: Own\ncards: [{{id: a, cost: {cost}}}]\n", "utf-8")
        (face,) = session.build(news.append).faces
        session.png(face.face.key, 20)
    assert [face] in news and (face.name, face.text) == ("Coin", "a 2")


def test_a_picture_that_was_drawn_before_an_edit_is_not_drawn_again(deck, monkeypatch):
    session = PreviewSession(deck, BuildOptions())
    session.build()
    while session.settle():
        pass
    drawn: list[int] = []
    from cardgen.write import document

    compose = document.compose_pdf
    monkeypatch.setattr(document, "compose_pdf", lambda pages, *rest: drawn.append(len(pages)) or compose(pages, *rest))
    edit(deck, "en: Dusk", "en: Night")
    after = session.build()
    assert all(session.png(key, 50) for key in keys(after).values())
    assert sum(drawn) <= 4  # the face, its sheet, and the first pages of the file, which name nothing that changed
    assert drawn[0] >= 1


def test_a_page_that_cannot_be_drawn_is_a_problem_of_its_own(deck, monkeypatch):
    from cardgen.report.errors import UnlocatedError
    from cardgen.write import document

    session = PreviewSession(deck, BuildOptions())
    good = session.build()
    compose, target = document.compose_pdf, session._faces[good.faces[1].face.key].page

    def fail(pages, *rest):
        if target in pages:
            raise UnlocatedError("E602", "picture 'x' cannot be converted")
        return compose(pages, *rest)

    monkeypatch.setattr(document, "compose_pdf", fail)
    while session.settle():
        pass
    settled = session.settled()
    assert (settled.state, [problem.code for problem in settled.errors]) == ("faulty", ["E602"])
    assert settled.errors[0].notes == (("while drawing card 'Dusk'", None),)
    assert session.png(good.faces[0].face.key, 50) and session.png(good.faces[1].face.key, 50) is None
    assert replace(settled, problems=(), state="good") == good


def test_a_wrong_field_holds_up_its_card_alone(deck):
    text = deck.read_text("utf-8")
    wrong = text.replace("copies: 10", "copies: 10x")
    assert wrong != text
    session = PreviewSession(deck, BuildOptions())
    before = session.build()
    deck.write_text(wrong.replace("en: Dusk", "en: Night"), "utf-8")
    faulty = session.build()
    assert faulty.state == "faulty"
    assert len(faulty.errors) == 1
    assert [(face.id, face.name, face.is_stale) for face in faulty.faces] == [
        ("cards/dawn", "Dawn", True),
        ("cards/dusk", "Night", False),
    ]
    assert keys(faulty)["cards/dawn"] == keys(before)["cards/dawn"]
    fresh = PreviewSession(deck, BuildOptions()).build()
    assert [(face.name, face.is_stale) for face in fresh.faces] == [("Dawn", True), ("Night", False)]
    deck.write_text(wrong.replace("id: dusk", "id: dusk\n    copies: many"), "utf-8")
    assert [face.is_stale for face in session.build().faces] == [True, True]
    deck.write_text(text, "utf-8")
    assert keys(session.build()) == keys(before)


def test_a_new_card_is_shown_while_its_required_fields_are_still_to_come(tmp_path):
    game = "{id: own, name: Own, languages: [en], kinds: {cards: {fields: {cost: integer, text: rich}}}}"
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    deck = tmp_path / "own.yaml"
    begun = "game: own\ntitle: Own\ncards:\n  - {name: Old, cost: 1, text: First}\n"
    session = PreviewSession(deck, BuildOptions())
    for fields, words, is_stale in (
        ("", "New", True),
        (", text: Second", "New Second", True),
        (", text: Third, cost: 3x", "New Third", True),
        (", text: Third, cost: 3", "New 3 Third", False),
        (", text: Fourth, cost: x", "New 3 Third", True),  # the last good picture
    ):
        deck.write_text(f"{begun}  - {{name: New{fields}}}\n", "utf-8")
        old, new = session.build().faces
        assert (old.text, old.is_stale) == ("Old 1 First", False)
        assert (new.text, new.is_stale) == (words, is_stale), fields


def test_a_card_that_is_renamed_or_removed_while_another_is_wrong_leaves_nothing(tmp_path):
    game = "{id: own, name: Own, languages: [en], kinds: {cards: {fields: {cost: integer}}}}"
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    deck = tmp_path / "own.yaml"
    session = PreviewSession(deck, BuildOptions())
    for cost, names, shown in (
        (1, ("Eel", "Ray"), ("Eel", "Pike", "Ray")),
        ("x", ("Eel", "Ra"), ("Eel", "Pike", "Ra")),
        ("x", ("Eel",), ("Eel", "Pike")),
        (1, ("Eel",), ("Eel", "Pike")),
        ("y", ("Eel",), ("Eel", "Pik")),
    ):
        first, *rest = (f"  - {{name: {name}, cost: 1}}\n" for name in names)
        entries = "".join([first, f"  - {{name: {shown[1]}, cost: {cost}}}\n", *rest])
        deck.write_text(f"game: own\ntitle: Own\ncards:\n{entries}", "utf-8")
        snapshot = session.build()
        assert [face.name for face in snapshot.faces] == [*shown], names
        assert [face.is_stale for face in snapshot.faces] == [name.startswith("Pik") and cost != 1 for name in shown]


def test_pictures_of_cards_that_were_left_out_are_kept_on_both_sides(tmp_path):
    deck = tmp_path / "boats.yaml"
    deck.write_text("game: cards\ncards: [{name: Ferry}]\n", "utf-8")
    session = PreviewSession(deck, BuildOptions())
    (before,) = session.build().faces
    for now, then in (("[name, Ferry]", "{name: Ferry}"), ("5", "[name, Ferry]")):
        edit(deck, then, now)
        (after,) = session.build().faces
        assert after == replace(before, is_stale=True)
    deck.write_text("game: cards\ncards:\n- {name: Ferry}\n- {name: Barge}\n", "utf-8")
    whole = session.build().faces
    deck.write_text("game: cards\ncards:\n- [name, Ferry]\n- [name, Barge]\n", "utf-8")
    assert session.build().faces == tuple(replace(face, is_stale=True) for face in whole)
    assert session.is_quick(before.face.key, 20) and session.is_quick(before.back.key, 20)


def test_pictures_of_one_content_are_told_apart_by_what_they_are_of_and_how_the_page_is_moved():
    drawing = Drawing(Size(9, 9), 0, ())
    key = DrawingKeys({}, "full").of_drawing(drawing)
    before = {key: face_source(drawing, "card 'Old'")}
    for owner, is_kept in (("card 'Old'", True), ("card 'New'", False)):
        sources = Sources(DrawingKeys({}, "full"), before)
        assert sources.add_face(drawing, owner) == ShownPicture(key, 9, 9, 0)
        assert (sources.faces[key] is before[key], sources.faces[key].owner) == (is_kept, owner)
    pages = [
        Page(Side(()), Size(9, 8)),
        Page(Side(()), Size(9, 7)),
        Page(Side(()), Size(9, 8), adjustment=Adjustment(dx=1)),
        Page(None, Size(9, 8)),
    ]
    shown = [sources.add_page(page, "Rules") for page in pages * 2]
    assert len({picture.key for picture in shown}) == len(sources.pages) == 4 and (shown[0].width, shown[0].height) == (
        9,
        8,
    )
    assert {source.owner for source in sources.pages.values()} == {"sheet 'Rules'"}
