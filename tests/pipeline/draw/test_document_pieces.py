"""Documents show pieces of their own deck."""

import pytest

from cardgen.model.drawing import View
from cardgen.pipeline.draw import document_pieces
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.report.errors import CardgenError

pytestmark = pytest.mark.usefixtures("no_front_pages")

GAME = """
id: harbour
name: Harbour
languages: [en]
kinds:
  ships: {fields: {name: text}}
documents:
  rules: {text: "rules.{lang}.md", page: page.svg.j2}
"""
PAGE = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:card="urn:cardgen" viewBox="0 0 {{{{ width }}}} {{{{ height }}}}">
<card:column x="20" y="100" width="100" height="100"/><card:piece {} x="10" y="10" width="60" height="80"/></svg>"""


@pytest.fixture
def draw(tmp_path):
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "rules.en.md").write_text("Sail.\n")
    (tmp_path / "strings.yaml").write_text("ships: {en: Ships}\nrules: {en: Rules}\n")
    (tmp_path / "deck.yaml").write_text("game: harbour\nships:\n  - {name: Dory}\n  - {name: Ketch}\n")

    def draw(attributes: str, *only: str, **options: str):
        (tmp_path / "page.svg.j2").write_text(PAGE.format(attributes))
        return prepare(tmp_path / "deck.yaml", BuildOptions(only=only, **options))

    return draw


def view(job) -> View:
    (found,) = [item for item in job.drawn[-1].pages[0].items if isinstance(item, View)]
    return found


def test_a_page_shows_the_piece_that_it_names_or_the_first(draw):
    ketch, first, dory = (
        view(draw(words)) for words in ('kind="ships" name="ketch"', 'kind="ships"', 'kind="ships" name="dory"')
    )
    assert first == dory != ketch


def test_a_page_shows_pieces_that_are_not_printed_with_it(draw):
    for options in ({}, {"bleed": "1mm"}):
        assert view(draw('kind="ships"', "rules", **options)) == view(draw('kind="ships"', **options)), options


def test_a_piece_with_an_error_is_not_said_to_be_missing(draw, tmp_path):
    (tmp_path / "deck.yaml").write_text("game: harbour\nships:\n  - {name: Dory}\n  - {id: barge, name: '{sunn}'}\n")
    with pytest.raises(CardgenError) as caught:
        draw('kind="ships" name="barge"')
    assert [item.code for item in caught.value.diagnostics] == ["E206"]


def test_a_missing_piece_is_told_beside_a_warning_about_another(draw, tmp_path):
    (tmp_path / "deck.yaml").write_text(f"game: harbour\nships:\n  - {{id: long, name: '{'x ' * 120}'}}\n")
    assert [item.code for item in draw('kind="ships"').warnings] == ["W411"]
    with pytest.raises(CardgenError) as caught:
        draw('kind="ships" name="barge"')
    assert sorted(item.code for item in caught.value.diagnostics) == ["E405", "W411"]


def test_a_piece_that_a_page_shows_may_show_no_other(draw, tmp_path):
    (tmp_path / "game.yaml").write_text(GAME.replace("ships: {", "ships: {face: ship.svg.j2, "))
    face = PAGE.replace('<card:column x="20" y="100" width="100" height="100"/>', "").format('kind="ships"')
    (tmp_path / "ship.svg.j2").write_text(face)
    for only in ((), ("rules",)):
        with pytest.raises(CardgenError) as caught:
            draw('kind="ships"', *only)
        (error,) = caught.value.diagnostics
        assert (error.code, error.span.line) == ("E405", 2) and error.span.file.endswith("ship.svg.j2")
        assert error.message == "a piece can be shown by pages and figures of documents only"


def test_pieces_that_several_pages_show_are_drawn_once(draw, monkeypatch):
    drawn = []
    original = document_pieces.draw_pieces
    monkeypatch.setattr(
        document_pieces, "draw_pieces", lambda kind, *rest: drawn.append(kind.name) or original(kind, *rest)
    )
    both = 'kind="ships" x="1" y="1" width="9" height="9"/><card:piece kind="ships" name="ketch"'
    draw(both, "rules")
    assert drawn == ["ships"]


def test_a_page_may_show_several_pieces_that_are_not_printed(draw):
    both = 'kind="ships" x="1" y="1" width="9" height="9"/><card:piece kind="ships" name="ketch"'
    first, ketch = [item for item in draw(both, "rules").drawn[-1].pages[0].items if isinstance(item, View)]
    assert first.items != ketch.items


@pytest.mark.parametrize(
    ("attributes", "words", "expected", "hints"),
    [
        ('kind="shipz"', "unknown kind of piece 'shipz'", "one of: ships", ("did you mean 'ships'?",)),
        ('kind="ships" name="barge"', "no piece 'barge' of 'ships' can be shown", "one of: dory, ketch", ()),
        (
            'kind="ships" name="dry"',
            "no piece 'dry' of 'ships' can be shown",
            "one of: dory, ketch",
            ("did you mean 'dory'?",),
        ),
    ],
)
def test_what_is_not_there_is_reported(draw, attributes, words, expected, hints):
    with pytest.raises(CardgenError) as caught:
        draw(attributes)
    (error,) = caught.value.diagnostics
    assert (error.code, words in error.message) == ("E405", True)
    assert (error.expected, error.hints) == (expected, hints)
    assert (error.span.line, error.span.column) == (2, 86 if "name=" in attributes else 73)
