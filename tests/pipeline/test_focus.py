"""The point of a picture that stays in view, in decks, in spreadsheets and in templates."""

from pathlib import Path

import pytest
from PIL import Image

from cardgen.model.drawing import PlacedImage
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.report.errors import CardgenError

pytestmark = pytest.mark.usefixtures("no_front_pages")

FACE = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:card="urn:cardgen" viewBox="0 0 {{ width }} {{ height }}">
<image href="{{ card.art }}" x="0" y="0" width="40" height="20" %s/></svg>"""
GAME = "id: walls\nname: Walls\nkinds:\n  cards:\n    fields: {name: text, art: {type: picture, optional: true}}\n    face: face.svg.j2\n    back: none\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "face.svg.j2").write_text(FACE % "")
    Image.new("RGB", (600, 1200)).save(tmp_path / "tall.png")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def top_of_picture(deck: Path) -> float:
    """Where the picture starts; it is 80 mm high in a window of 20 mm."""
    (piece,) = prepare(deck, BuildOptions()).drawn[0].pieces
    (image,) = [item for item in piece.face.items if isinstance(item, PlacedImage)]
    return round(image.box.y, 3)


PLACES = {"top": 0, "bottom": -60, "center": -30, "[0.5, 0.25]": -10, "0.5 0.25": -10, "left": -30, "top right": 0}


@pytest.mark.parametrize("focus", PLACES)
def test_a_deck_states_the_focus_of_a_picture(folder, focus):
    (folder / "deck.yaml").write_text(
        f"game: walls\ncards:\n  - {{name: A, art: {{file: tall.png, focus: {focus}}}}}\n"
    )
    assert top_of_picture(folder / "deck.yaml") == PLACES[focus]


@pytest.mark.parametrize(
    "table",
    [
        "name,art,art.focus\nA,tall.png,top\n",
        "art.focus,art,name\ntop,tall.png,A\n",
        "name,art,Focus\nA,tall.png,top\n",
    ],
)
def test_a_column_states_the_focus_of_a_picture(folder, table):
    (folder / "cards.csv").write_text(table)
    (folder / "deck.yaml").write_text("game: walls\ncards: cards.csv\n")
    assert top_of_picture(folder / "deck.yaml") == 0


def test_a_focus_without_a_picture_is_left_out(folder):
    (folder / "face.svg.j2").write_text((FACE % "").replace("{{ card.art }}", "{{ card.art or 'tall.png' }}"))
    (folder / "cards.csv").write_text("name,art,art.focus\nA,,top\n")
    (folder / "deck.yaml").write_text("game: walls\ncards: cards.csv\n")
    assert (
        top_of_picture(folder / "deck.yaml") == -10
    )  # where a picture that is higher than wide is shown without a focus


@pytest.mark.parametrize(
    ("attribute", "top"), [('card:focus="bottom"', -60), ('card:focus="{{ card.art.focus }}"', 0), ("", 0)]
)
def test_a_template_sees_and_overrides_the_focus(folder, attribute, top):
    (folder / "face.svg.j2").write_text(FACE % attribute)
    (folder / "deck.yaml").write_text("game: walls\ncards:\n  - {name: A, art: {file: tall.png, focus: top}}\n")
    assert top_of_picture(folder / "deck.yaml") == top


@pytest.mark.parametrize(
    ("art", "code", "column", "words"),
    [
        ("{file: tall.png, focus: tpo}", "E204", 42, "focus"),
        ("{file: tall.png, focus: [0.5, 2]}", "E204", 42, "focus"),
        ("{file: tall.png, focus: [null, 0.5]}", "E204", 42, "focus"),
        ("{file: tall.png, focus: [0.5, [0.5]]}", "E204", 42, "focus"),
        ("{file: tall.png, focsu: top}", "E203", 35, "unknown key 'focsu'"),
        ("{focus: top}", "E202", 13, "has no key 'file'"),
    ],
)
def test_a_wrong_focus_is_reported_at_its_place(folder, art, code, column, words):
    (folder / "deck.yaml").write_text(f"game: walls\ncards:\n- {{name: A, art: {art}}}\n")
    with pytest.raises(CardgenError) as caught:
        prepare(folder / "deck.yaml", BuildOptions())
    (found,) = caught.value.diagnostics
    assert (found.code, found.span.line, found.span.column, words in found.message) == (code, 3, column, True)
