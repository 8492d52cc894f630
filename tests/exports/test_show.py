"""One piece is drawn alone, whatever is wrong with the others."""

import pytest
from large_box import DECK, write_large_box
from PIL import Image

from cardgen.exports.show import show_piece
from cardgen.pipeline.options import ShowOptions
from cardgen.report.errors import CardgenError

pytestmark = pytest.mark.usefixtures("no_front_pages")

LOW = {"dpi": 100}


@pytest.fixture
def show(toy_folder):
    """Shows a piece of the toy deck, after some of its words were replaced."""

    def show(name: str, *changes: tuple[str, str], **options):
        deck = toy_folder / "suns.yaml"
        text = deck.read_text("utf-8")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        deck.write_text(text, "utf-8")
        return show_piece(deck, name, toy_folder / "out", ShowOptions(**{**LOW, **options}))

    return show


def size_of(result) -> tuple[int, int]:
    with Image.open(result.file) as picture:
        return picture.size


@pytest.mark.parametrize("name", ["dawn", "cards/dawn", "Dawn", "dawn ", "AURORA", "Aurora", "cards/aurora"])
def test_a_piece_is_found_by_its_id_or_its_name_in_any_language(show, toy_folder, name):
    result = show(name)
    assert result.file == toy_folder / "out" / "suns-cards-dawn.png"
    assert (result.kind, result.id, result.name) == ("cards", "dawn", "Dawn")


def test_a_picture_shows_the_trim_at_the_resolution(show):
    assert size_of(show("dawn")) == (197, 276)
    with Image.open(show("dawn", dpi=254).file) as picture:
        assert (picture.size, picture.info["dpi"]) == ((500, 700), pytest.approx((254, 254), abs=0.1))
    wide = show("dawn", card="poker", dpi=254)
    assert size_of(wide) == (wide.width, wide.height) == (635, 889)


def test_a_picture_has_the_name_that_is_given_and_is_no_larger_than_a_viewer_can_show(toy_folder, monkeypatch):
    monkeypatch.setattr("cardgen.exports.show._LARGEST", 500)
    result = show_piece(toy_folder / "suns.yaml", "dawn", toy_folder / "Dawn.PNG", ShowOptions(dpi=254))
    assert result.file == toy_folder / "Dawn.PNG"
    assert size_of(result) == (357, 500)


def test_sides_are_shown_alone_or_beside_each_other(show):
    face, back = (show("dawn", side=side).file.read_bytes() for side in ("face", "back"))
    assert face != back
    alone = [Image.open(show("dawn", side=side, dpi=254).file).copy() for side in ("face", "back")]
    with Image.open(show("dawn", side="both", dpi=254).file) as both:
        assert both.size == (1030, 700)
        for at, side in zip((0, 530), alone, strict=True):
            assert both.crop((at, 0, at + 500, 700)).convert("RGB").tobytes() == side.convert("RGB").tobytes()
        assert both.crop((500, 0, 530, 700)).getextrema()[3] == (0, 0), "nothing is between them"


def test_a_picture_has_a_language_and_a_draft_has_a_mark(show):
    files = (show("dusk", **options).file for options in ({}, {"language": "pt"}, {"draft": True}))
    names, seen = zip(*((file.name, file.read_bytes()) for file in files), strict=True)
    assert names == ("suns-cards-dusk.png", "suns.pt-cards-dusk.png", "suns-cards-dusk.png")
    assert len(set(seen)) == 3


@pytest.mark.parametrize(
    "change",
    [
        ("copies: 10", "copies: ten"),
        ("copies: 10", "coppies: 10"),
        ("art: art/sun.svg", "art: art/moon.svg"),
        ("**Rise** and {sun} shine.", "{snu}"),
        ("id: dawn", "id: Not An Id"),
        ('    text: "**Rise** and {sun} shine."\n', ""),
    ],
)
def test_errors_of_other_cards_do_not_matter(show, change):
    assert show("dusk", change).warnings == ()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("copies: 10", "copies: ten"), "E204"),
        (("copies: 10", "coppies: 10"), "E203"),
        (("**Rise** and {sun} shine.", "{snu}"), "E206"),
        (('    text: "**Rise** and {sun} shine."\n', ""), "E202"),
    ],
)
def test_errors_of_the_card_itself_are_told(show, change, code):
    with pytest.raises(CardgenError, match=code):
        show("dawn", change, ("text: {en: Go to rest., pt: Descanse.}", "text: {}"))


def test_errors_of_the_deck_itself_are_told(show):
    with pytest.raises(CardgenError, match="E204"):
        show("dawn", ('ink: "#222222"', "ink: blue"))


def test_a_draft_of_a_card_has_placeholders(show):
    result = show("dawn", ("art: art/sun.svg", "art: art/moon.svg"), draft=True)
    assert [item.code for item in result.warnings] == ["E121"]


def test_an_unknown_name_is_told_with_a_similar_one(show):
    with pytest.raises(CardgenError) as raised:
        show("dwan")
    assert "did you mean 'dawn'?" in str(raised.value)
    assert "dawn, dusk" in str(raised.value)


def test_an_unknown_kind_is_told_with_all_kinds(show):
    with pytest.raises(CardgenError, match=r"unknown kind of piece 'crads'\n  expected one of: cards\n.*did you mean"):
        show("crads/dawn")


def test_an_ambiguous_name_is_told_with_the_ways_to_write_it(show):
    with pytest.raises(CardgenError, match=r"E567.*\n.*cards/dawn or cards/dusk"):
        show("Dawn", ("name: {en: Dusk, pt: Ocaso}", "name: Dawn"))


def test_an_id_goes_before_a_name(show):
    assert show("dawn", ("name: {en: Dusk, pt: Ocaso}", "name: Dawn")).id == "dawn"


def test_a_piece_without_a_back_is_told(things):
    import things as pieces

    deck = things(pieces.COINS)
    with pytest.raises(CardgenError, match="E568"):
        show_piece(deck, "coins", deck.parent, ShowOptions(side="back"))
    face = show_piece(deck, "coins", deck.parent, ShowOptions(side="both", dpi=254))
    assert size_of(face) == (200, 200)
    with Image.open(face.file) as picture:
        assert [picture.getpixel(at)[3] for at in ((0, 0), (100, 100))] == [0, 255], "nothing is around a round piece"


def test_every_kind_of_piece_can_be_shown(things):
    import things as pieces

    kinds = [pieces.CARDS, pieces.PAWNS, pieces.ARROWS, pieces.COINS, pieces.MAPS, pieces.MAT]
    deck = things(*kinds)
    for kind in kinds:
        name = kind.entries(None)[0].id
        assert show_piece(deck, f"{kind.name}/{name}", deck.parent, ShowOptions(dpi=50)).kind == kind.name


def test_all_pieces_of_an_army_can_be_shown(tmp_path):
    from cardgen.plugin.resources import resources

    deck = resources().decks / "samurai.yaml"
    for name in ("Dojo", "last-prayer", "counter", "board", "aid"):
        assert show_piece(deck, name, tmp_path, ShowOptions(dpi=50)).file.is_file()


def test_options_are_checked():
    for wrong in ({"dpi": 1}, {"side": "front"}):
        with pytest.raises(ValueError, match="expected"):
            ShowOptions(**wrong)


def test_a_card_is_shown_in_another_look_and_palette(tmp_path):
    deck = tmp_path / "beasts.csv"
    deck.write_text("name,text\nBear,Growl.\nWolf,Howl.\n", "utf-8")
    seen = {
        show_piece(deck, "bear", tmp_path, ShowOptions(**LOW, **options)).file.read_bytes()
        for options in ({}, {"look": "full-art"}, {"palette": "crimson"})
    }
    assert len(seen) == 3
    with pytest.raises(CardgenError, match="E412"):
        show_piece(deck, "bear", tmp_path, ShowOptions(look="fullart"))


def test_a_row_of_a_spreadsheet_is_shown_whatever_is_wrong_with_the_others(tmp_path):
    deck = tmp_path / "beasts.csv"
    deck.write_text("name,text,count\nBear,Growl.,2\nWolf,Howl.,two\n", "utf-8")
    assert show_piece(deck, "Bear", tmp_path, ShowOptions(**LOW)).warnings == ()
    with pytest.raises(CardgenError, match="two"):
        show_piece(deck, "Wolf", tmp_path, ShowOptions(**LOW))


@pytest.mark.parametrize(
    ("name", "kind", "piece"),
    [
        ("wreck", "figures", "wreck"),
        ("feet/wreck", "feet", "wreck"),
        ("feet/Wreckback", "feet", "wreck"),
        ("axle", "hub", "axle"),
        ("hub/cap", "hub", "cap"),
        ("map", "map", "map"),
        ("red-die", "red-die", "red-die"),
    ],
)
def test_every_piece_that_is_printed_is_found(tmp_path, name, kind, piece):
    result = show_piece(write_large_box(tmp_path), name, tmp_path / "out", ShowOptions(**LOW))
    assert (result.kind, result.id) == (kind, piece)


def test_a_fault_of_a_die_names_its_side(tmp_path):
    sides = f'arm-die: {{sides: ["1", "2", "3", "4", {"extraordinarily" * 3}, "6"]}}'
    deck = write_large_box(tmp_path, deck=f"{DECK}{sides}")
    (warning,) = show_piece(deck, "arm-die", tmp_path / "out", ShowOptions(**LOW)).warnings
    assert "side 5 of" in " ".join(note for note, _ in warning.notes)


def test_a_kind_with_several_pieces_lists_them(tmp_path):
    with pytest.raises(CardgenError, match=r"E567.*kind 'hub' has several.*\n.*hub/cap or hub/axle or hub/washer"):
        show_piece(write_large_box(tmp_path), "hub", tmp_path / "out", ShowOptions(**LOW))


def test_a_template_that_leaves_its_folder_is_told(tmp_path):
    fields = "fields: {name: text}"
    (tmp_path / "game.yaml").write_text(f"id: toy\nname: Toy\nkinds: {{k0: {{face: face.svg.j2, {fields}}}}}\n")
    (tmp_path / "deck.yaml").write_text("game: .\ntitle: Toy\nk0: [{name: One}, {name: Two}]\n")
    (tmp_path / "face.svg.j2").write_text("{% include '../secret.txt' %}")
    with pytest.raises(CardgenError) as caught:
        show_piece(tmp_path / "deck.yaml", "One", tmp_path / "out", ShowOptions(**LOW))
    assert [item.code for item in caught.value.diagnostics] == ["E125"]
