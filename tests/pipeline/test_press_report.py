"""The report of a check, with pictures of the spots on the faces."""

import io
import re
from base64 import b64decode
from types import SimpleNamespace

import pytest
from PIL import Image, ImageChops
from things import kind
from typer.testing import CliRunner

import cardgen
from cardgen.cli import app
from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.pipeline import press_report
from cardgen.pipeline.draw.components import DrawnComponent
from cardgen.pipeline.draw.preflight import SideFindings
from cardgen.pipeline.options import BuildOptions, CheckOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.pipeline.report_page import draw_faces, face_pictures
from cardgen.preflight.finding import FaceFinding
from cardgen.preview.session.session import PreviewSession
from cardgen.report.diagnostics import Diagnostic, FaceSpot
from cardgen.report.errors import CardgenError
from cardgen.report.source import Span

FACE = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:card="urn:cardgen" viewBox="0 0 {{ width }} {{ height }}">
  <rect x="1" y="1" width="{{ width - 2 }}" height="{{ height - 2 }}" fill="none" stroke="#000000" stroke-width="0.4"/>
  <card:text x="1.5" y="9" width="32" height="8" style="name" align="left">{{ card.name }}</card:text>
</svg>"""
GAME = "id: g\nname: G\nextends: cards\nkinds:\n  cards: {face: face.svg.j2}\n"
"""A card whose name and frame are near the cut."""


def game_with(tmp_path, face):
    """A deck of two cards with a face template of its own."""
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "face.svg.j2").write_text(face)
    (tmp_path / "game.yaml").write_text(GAME)
    deck = tmp_path / "deck.yaml"
    deck.write_text("game: g\ncards:\n  - {name: Dawn}\n  - {name: Dusk}\n")
    return deck


def test_a_problem_on_a_face_is_shown_at_its_place(tmp_path):
    """The page of the preview shows the part of the card around it."""
    snapshot = PreviewSession(game_with(tmp_path, FACE), BuildOptions()).build()
    (spot, *_) = [problem.spot for problem in snapshot.problems if problem.code == "W415"]
    assert spot.face in {face.id for face in snapshot.faces}
    left, top, width, height = spot.box
    assert (left, spot.is_back) == (1.5, False)
    assert 0 < top < top + height < 17 and 5 < width < 32


def test_a_strict_check_asks_for_the_full_standard_and_tells_each_code_once(tmp_path):
    deck = game_with(tmp_path, FACE.replace('x="1.5"', 'x="5"'))
    plain = {item.code for item in cardgen.check(deck)}
    strict = cardgen.check(deck, CheckOptions(strict=True))
    assert "W416" not in plain
    assert "W416" not in {item.code for item in cardgen.check(deck, CheckOptions(strict=True, draft=True))}
    (frame,) = (item for item in strict if item.code == "W416")
    assert frame.is_error
    assert frame.notes[-1][0] == "1 more on cards; cardgen check --report page.html shows them"


def test_a_report_shows_each_spot_with_its_code_and_its_place_and_lists_what_has_none(tmp_path):
    deck, page = game_with(tmp_path, FACE), tmp_path / "page.html"
    deck.write_text("game: g\ncards:\n  - {name: Dawn}\n  - {name: Dusk, art: gone.png}\n")
    result = CliRunner().invoke(app, ["check", str(deck), "--report", str(page)])
    assert "W415" in result.stderr and str(page) in result.stderr.splitlines(), result.output
    assert result.stdout.splitlines()[:-1] == [], "where the page is, is not among the results"
    assert "W416" not in result.output  # advice is for the report alone
    text = page.read_text()
    assert "frames near the cut" in text
    assert "expected at least 2.5 mm, the safe inset" in text
    assert f"{deck}:3:5" in text
    assert len(re.findall("<img ", text)) == 6  # of both cards: the name at the frame and near the cut, and the frame
    assert re.findall('data-label="Code">(.*?)<', text) == ["E121"]  # others are told beside their pictures
    assert re.findall('data-label="What to change">(.+?)<', text)
    assert '<table class="words">' in text  # on a phone, a problem has the whole width
    assert '<div class="faces told">' in text  # columns for several lines of words
    assert re.search(r"\d+\.\d x \d+\.\d mm at \d+\.\d, \d+\.\d mm", text)


def test_what_is_found_on_each_kind_is_told_and_shown(tmp_path):
    deck, page = game_with(tmp_path, FACE.replace('x="1.5"', 'x="5"')), tmp_path / "page.html"
    chips = "  chips: {face: face.svg.j2, size: poker, fields: {name: text}}\n"
    (tmp_path / "game.yaml").write_text(GAME + chips)
    deck.write_text(f"{deck.read_text()}chips: [{{name: Gold}}]\n")
    frames = [item.spot.piece for item in cardgen.check(deck, CheckOptions(strict=True)) if item.code == "W416"]
    assert [piece.partition("/")[0] for piece in frames] == ["cards", "chips"]
    press_report.write_press_report([deck], BuildOptions(), [], page)
    shown = re.findall('<h3><span class="open">(.*?)<|<figcaption><strong>(.*?)<', page.read_text())
    near = "frames near the cut"
    assert [one or other for one, other in shown] == [f"Cards: {near}", "Dawn", "Dusk", f"Chips: {near}", "Gold"]


def test_faces_with_errors_are_not_said_to_be_in_order(tmp_path):
    deck, page = game_with(tmp_path, FACE.replace('style="name"', 'style="nome"')), tmp_path / "page.html"
    CliRunner().invoke(app, ["check", str(deck), "--report", str(page)])
    text = page.read_text()
    assert "Faces with errors are not drawn, and so not looked at." in text
    assert "Every face keeps" not in text


def test_a_field_that_is_not_shown_has_a_picture_of_the_card(tmp_path):
    deck, page = game_with(tmp_path, FACE), tmp_path / "page.html"
    deck.write_text("game: g\ncards:\n  - {name: Dawn}\n  - {name: Dusk, text: Wait.}\n")
    result = CliRunner().invoke(app, ["check", str(deck), "--report", str(page)])
    assert "W426" in result.output, result.output
    (section,) = re.findall(r"fields that the face does not show.*?</section>", page.read_text(), re.DOTALL)
    assert "Dusk" in section and len(re.findall("<img ", section)) == 1
    assert f"{deck}:4:24" in section  # where the text stands
    assert " mm at " not in section  # the picture is of the whole card


def test_text_that_had_to_shrink_is_shown_as_an_error_too(tmp_path):
    narrow = FACE.replace('x="1.5" y="9" width="32"', 'x="9" y="30" width="20"').replace(
        "align", 'rotate="90" fit="shrink" align'
    )
    deck, page = game_with(tmp_path, narrow), tmp_path / "page.html"
    deck.write_text("game: g\ncards:\n  - {name: Dawn}\n  - {name: Daybreak over the Western Dunes}\n")
    grouped = re.sub(r"(<card:text .*</card:text>)", r"<g><g>\1</g></g>", narrow)
    for face in (grouped, narrow):
        (tmp_path / "templates" / "face.svg.j2").write_text(face)
        (shrunk,) = (item for item in cardgen.check(deck) if item.code == "W411")
        assert shrunk.spot[:2] == ("cards/daybreak-over-the-western-dunes", False), face
        assert shrunk.spot.box == pytest.approx((15, 24, 8, 20)), face
    CliRunner().invoke(app, ["check", str(deck), "--strict", "--report", str(page)])
    (section,) = re.findall(r"text that had to shrink.*?</section>", page.read_text(), re.DOTALL)
    assert "Daybreak over the Western Dunes" in section and len(re.findall("<img ", section)) == 1


def test_text_that_two_cards_state_is_told_at_each_of_them(tmp_path):
    """Also in boxes that do not say which field they show."""
    words = "The first words that are long enough to shrink"
    box = '<card:text id="{0}" x="{1}" y="30" width="20" height="6" style="rules" min-size="3pt">{{{{ card.{0} }}}}</card:text>'
    face = FACE.replace("</svg>", box.format("motto", 8) + box.format("saying", 34) + "</svg>")
    deck = game_with(tmp_path, face)
    rows = (("motto", "saying"), ("motto", "saying"), ("saying", "motto"))
    lines = [f"  - {{name: Card {at}, {long}: {words}, {short}: x}}" for at, (long, short) in enumerate(rows)]
    deck.write_text("\n".join(["game: g", "cards:", *lines]))
    found = [item for item in cardgen.check(deck) if item.code in {"W411", "E406"}]
    assert [(item.span.line, item.span.column) for item in found] == [
        (at + 3, line.index(words) + 1) for at, line in enumerate(lines)
    ]
    places = [note for item in found for note, _ in item.notes if "of card" in note]
    assert [note.split(" of ")[0] for note in places] == ["in <text motto>", "in <text motto>", "in <text saying>"]


def test_faces_of_several_decks_are_drawn_and_a_deck_with_errors_has_none(tmp_path):
    decks = {name: tmp_path / f"{name}.yaml" for name in ("one", "two", "wrong")}
    for name, deck in decks.items():
        deck.write_text(f"game: {'none' if name == 'wrong' else 'cards'}\ncards: [{{name: Fish}}, {{name: Crab}}]\n")
    found = face_pictures(decks, [("one", "cards/fish"), ("wrong", "cards/fish"), ("two", "cards/crab")])
    assert [*found] == [f"{deck}/cards/{card}" for deck in ("one", "two") for card in ("fish", "crab")]
    for address in found.values():
        head, _, data = address.partition(",")
        assert head == "data:image/webp;base64"
        assert Image.open(io.BytesIO(b64decode(data))).size == (229, 320)


def test_the_picture_of_a_round_token_is_clear_outside_of_it(tmp_path):
    (tmp_path / "game.yaml").write_text(
        "id: g\nname: G\nkinds:\n  coins: {size: 20x20, shape: round}\n  ships: {size: 20x20}\n"
    )
    (tmp_path / "deck.yaml").write_text("coins: [{name: One}]\nships: [{name: Dory}, {name: Ketch}]\n")
    job = prepare(tmp_path / "deck.yaml", BuildOptions())
    pictures = {
        key: Image.open(io.BytesIO(b64decode(address.partition(",")[2])))
        for key, address in draw_faces(job, ["coins/one", "ships/ketch"])
    }
    assert {key: picture.mode for key, picture in pictures.items()} == {"coins/one": "RGBA", "ships/ketch": "RGB"}
    assert [*draw_faces(job, [])] == []
    coin = pictures["coins/one"]
    assert [coin.getpixel((at, at))[3] for at in (0, coin.width // 8, coin.width // 4)] == [0, 0, 255]


class Rendered:
    """White pictures of what is asked for."""

    def __init__(self, requests, _job):
        self.requests, self.used = {*requests}, set()

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        assert self.used == self.requests

    def picture(self, request):
        self.used.add(request)
        return Image.new("RGB", (request.pixels.width, request.pixels.height), "white")


NEAR = {f"1/W415/Coins/{n}": ((259, 259), (121, 121, 139, 139)) for n in range(9)}
PICTURES = {
    **{f"1/W411/Coins/{n}": ((151, 259), (4, 108, 40, 152)) for n in (0, 1)}, **NEAR, "1/W415/Coins/9": ((147, 260), (56, 104, 147, 157)),
    "1/W415/Coins/10": ((260, 286), (108, 56, 153, 286)), "1/W415/Coins/11": ((121, 182), (0, 39, 14, 66)), "1/W416/Coins/0": ((346, 346), None),
}  # fmt: skip
"""Sizes of the pictures, which have 30 mm or 7 mm around a spot, and where its line is, in pixels."""


def test_a_report_shows_the_worst_spots_of_each_code_and_counts_the_others(monkeypatch, tmp_path):
    """Of two decks; what is told by a picture is not in the table."""
    pieces = tuple(
        Piece(
            "coins",
            f"c{n}",
            f"C{n}",
            Drawing(Size(40, 40 + n), 3, ()),
            Drawing(Size(40, 90), 3, ()),
            1,
            path=("coins", n),
        )
        for n in range(14)
    )
    whole = Rect(0, 0, 40, 40), None  # of the first face
    boxes = {0: Rect(-3, 5, 4, 2), 1: Rect(15, 15, 4, 40), 13: Rect(30, 30, 30, 5)}

    def findings(_kind, _pieces, _project):
        for n, piece in enumerate(pieces):
            box = boxes.get(n, Rect(20, 20, 1, 1))
            near = FaceFinding(
                "W415", f"near {n}", "more", ("move it",), measure=(n - 7) ** 2 - n / 9, is_advice=n == 9, box=box
            )
            if n == 6:
                continue
            yield SideFindings(
                piece,
                piece.face,
                False,
                (near, *([FaceFinding("W416", "frame", is_advice=True, box=whole[n])] if n < 2 else ())),
            )

    spot = FaceSpot("coins/c3", True, (1, 60, 3, 4))
    met = [
        Diagnostic("W411", "shrunk", Span("d.yaml", 9), measure=0.5, hints=("shorten it",), spot=spot), Diagnostic("W411", "elsewhere", spot=spot._replace(piece="cards/c3")),
        Diagnostic("W411", "shrunk more", measure=0.25, spot=spot._replace(piece="coins/c4")),
        Diagnostic("W415", "not drawn", spot=spot), Diagnostic("W411", "nowhere"),
    ]  # fmt: skip

    def prepared(deck, _options, found, _onlooker):
        if deck == "wrong":
            raise CardgenError([])
        found.items += met if deck == "one" else []
        drawn = [DrawnComponent(kind("coins", 40, 40), "Coins", pieces if deck == "one" else ())]
        return SimpleNamespace(drawn=drawn, title=deck, project=None, deck=SimpleNamespace(node=SimpleNamespace(nearest=lambda path: Span("d.yaml", path[1] + 1))))  # fmt: skip

    def seen(picture):
        white = Image.new("RGB", picture.size, "white")
        return picture.size, ImageChops.difference(picture, white).getbbox()

    written = []
    monkeypatch.setattr(press_report, "find_on_faces", lambda *given: findings(*given) if given[1] else ())
    monkeypatch.setattr(press_report, "prepare_partly", prepared)
    monkeypatch.setattr(press_report, "RasterPictures", Rendered)
    monkeypatch.setattr(press_report, "data_address", seen)
    monkeypatch.setattr(press_report, "write_page", lambda *given: written.append(given))
    hidden = Diagnostic("W413", "hidden", Span("d.yaml", 3), "less", ("a", "b"), spot=spot)
    found = [*met[:4], hidden, Diagnostic("W415", "no spot", subject="deck")]
    press_report.write_press_report(["wrong", "one", "two"], BuildOptions(), found, tmp_path)
    ((report, page),) = written
    assert page == tmp_path
    problems, one, two = report.parts
    assert [[*row] for row in problems.parts[0].rows] == [
        ["d.yaml:3", "W413", "hidden", "expected less; a; b"],
        ["deck", "W415", "no spot", ""],
    ]
    shrunk, near, frames = one.parts
    assert [(part.title, part.tone, part.told) for part in one.parts] == [
        ("Coins: text that had to shrink", "bad", "W411"), ("Coins: near the cut", "bad", "W415"), ("Coins: frames near the cut", "open", "W416"),
    ]  # fmt: skip
    first, card = shrunk.parts[0].cards
    assert (first.name, first.lines[0]) == ("C4, back", "shrunk more")
    assert (card.key, card.name, card.lines, card.tone) == (
        "1/W411/Coins/1", "C3, back", ["shrunk", "shorten it", "3.0 x 4.0 mm at 1.0, 60.0 mm", "d.yaml:9"], "bad",
    )  # fmt: skip
    listed, more = near.parts
    assert [card.name for card in listed.cards] == [f"C{n}" for n in (7, 8, 5, 10, 4, 11, 3, 12, 2, 13, 1, 0)]
    assert listed.cards[0].lines == ["near 7", "expected more", "move it", "1.0 x 1.0 mm at 20.0, 20.0 mm", "d.yaml:8"]
    assert more.text == "and 1 more like these"
    assert [(card.name, card.lines, card.tone) for card in frames.parts[0].cards] == [
        (f"C{n}", ["frame", f"d.yaml:{n + 1}"], "open") for n in (0, 1)
    ]
    assert (two.title, [part.text for part in two.parts]) == (
        "two: on the faces",
        ["Every face keeps its distances, sizes and contrasts."],
    )
    assert report.pictures == PICTURES


def test_a_report_says_which_deck_is_not_looked_at_and_lists_nothing_that_it_shows(monkeypatch, tmp_path):
    spot = FaceSpot("coins/c", False, (1, 1, 3, 4))
    shrunk, missing = Diagnostic("W411", "shrunk", spot=spot), Diagnostic("E202", "missing")
    piece = Piece("coins", "c", "C", Drawing(Size(40, 40), 3, ()), None, 1)

    def prepared(deck, _options, met, _onlooker):
        met.items += [missing] if deck == "faulty" else [shrunk] if deck == "narrow" else []
        drawn = [DrawnComponent(kind("coins", 40, 40), "Coins", (piece,))]
        return SimpleNamespace(drawn=drawn, title=deck, project=None)

    written = []
    monkeypatch.setattr(press_report, "find_on_faces", lambda *_: ())
    monkeypatch.setattr(press_report, "prepare_partly", prepared)
    monkeypatch.setattr(press_report, "RasterPictures", Rendered)
    monkeypatch.setattr(press_report, "data_address", lambda _: "")
    monkeypatch.setattr(press_report, "write_page", lambda report, _: written.append(report.parts))
    for decks, found in ((["faulty", "sound"], [missing]), (["narrow"], [shrunk]), (["sound"], [])):
        press_report.write_press_report(decks, BuildOptions(), found, tmp_path)
    (problems, faulty, sound), (narrow,), (none, _) = written
    assert [row[1] for row in problems.parts[0].rows] == ["E202"]
    assert [part.text[:18] for part in (*faulty.parts, *sound.parts)] == ["Faces with errors ", "Every face keeps i"]
    assert [part.told for part in narrow.parts] == ["W411"] and none.text == "No problems."


def test_the_place_of_a_spot_is_told_unless_it_is_the_whole_side():
    piece = Piece("coins", "c", "C", Drawing(Size(40, 30), 3, ()), None, 1)
    for box, place in (
        (Rect(0, 0, 40, 30), []),
        (Rect(0, 5, 40, 9), ["40.0 x 9.0 mm at 0.0, 5.0 mm"]),
        (Rect(2, 0, 9, 30), ["9.0 x 30.0 mm at 2.0, 0.0 mm"]),
        (None, []),
    ):
        finding = FaceFinding("W415", "near", box=box)
        card = press_report._card("", SideFindings(piece, piece.face, False, (finding,)), finding, None)
        assert card.lines == ["near", *place], box


def test_a_spot_beyond_a_face_has_a_picture_too():
    for box in (Rect(90, 10, 1, 1), Rect(10, 90, 1, 1), Rect(-90, -90, 1, 1)):
        assert min(press_report._crop(Image.new("RGB", (50, 50)), box, 0.5).size) == 1, box
