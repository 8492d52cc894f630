"""The report of a check, with pictures of the spots on the faces."""

import io
import re
from base64 import b64decode

import pytest
from PIL import Image
from typer.testing import CliRunner

import cardgen
from cardgen.cli import app
from cardgen.pipeline.options import BuildOptions, CheckOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.pipeline.report_page import draw_faces, face_pictures
from cardgen.preview.session.session import PreviewSession

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


def test_a_report_shows_each_spot_with_its_code_and_its_place(tmp_path):
    deck, page = game_with(tmp_path, FACE), tmp_path / "page.html"
    result = CliRunner().invoke(app, ["check", str(deck), "--report", str(page)])
    assert "W415" in result.output, result.output
    assert "W416" not in result.output  # advice is for the report alone
    text = page.read_text()
    assert "frames near the cut" in text
    assert "expected at least 2.5 mm, the safe inset" in text
    assert f"{deck}:3:5" in text
    assert len(re.findall("<img ", text)) == 6  # of both cards: the name at the frame and near the cut, and the frame
    assert "<table" not in text  # each problem is told beside its picture
    assert '<div class="faces told">' in text  # columns for several lines of words
    assert re.search(r"\d+\.\d x \d+\.\d mm at \d+\.\d, \d+\.\d mm", text)


def test_a_report_lists_only_what_has_no_picture_with_what_to_change(tmp_path):
    deck, page = game_with(tmp_path, FACE), tmp_path / "page.html"
    deck.write_text("game: g\ncards:\n  - {name: Dawn}\n  - {name: Dusk, art: gone.png}\n")
    CliRunner().invoke(app, ["check", str(deck), "--report", str(page)])
    text = page.read_text()
    assert re.findall('data-label="Code">(.*?)<', text) == ["E121"]
    assert re.findall('data-label="What to change">(.+?)<', text)
    assert '<table class="words">' in text  # on a phone, a problem has the whole width


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
