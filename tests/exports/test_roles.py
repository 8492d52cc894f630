"""Exports go by the role of a kind of piece, whatever its size."""

import io
import json
import zipfile
from dataclasses import replace

import pytest
from PIL import Image
from things import ARROWS, CARDS, COINS, FLAPS, MAPS, MAT, PAWNS, TAROTS, entries, kind

from cardgen.exports.job import export
from cardgen.exports.profile import find_profile
from cardgen.pipeline.options import ExportOptions
from cardgen.plugin.components import AID, CARD, TILE, Document
from cardgen.report.errors import CardgenError
from exports.conftest import manifest_of

pytestmark = pytest.mark.usefixtures("no_front_pages")


@pytest.fixture
def exported(things, tmp_path):
    """Exports a game of some kinds of piece: the result and its manifest."""

    def run(target, *kinds, **options):
        result = export(things(*kinds), target, tmp_path / "out", ExportOptions(**options))
        return result, manifest_of(result.folder)

    return run


def objects(result):
    saved = json.loads((result.folder / "suns.json").read_text("utf-8"))
    return {made["Nickname"]: made for made in saved["ObjectStates"]}


def one_of(thing):
    """A copy out of a bag."""
    return thing["ContainedObjects"][0] if thing["Name"] == "Bag" else thing


def test_cards_of_several_sizes_are_decks_of_their_own_on_a_table(exported):
    result, _ = exported("tts", CARDS, kind("small", 44, 68, "A", "B", copies=24))
    made = objects(result)
    assert {name: made[name]["Name"] for name in made} == {"Cards": "DeckCustom", "Small": "DeckCustom"}
    assert len(made["Small"]["DeckIDs"]) == 48
    assert made["Cards"]["Transform"]["scaleX"] / made["Small"]["Transform"]["scaleX"] == pytest.approx(
        70 / 68, rel=0.01
    )
    assert len({key for deck in made.values() for key in deck["CustomDeck"]}) == 2


def test_each_document_and_each_flat_board_comes_along(exported, toy_folder):
    rules, tales = (Document(name, f"{name}.{{lang}}.md", "page.svg.j2") for name in ("rules", "tales"))
    for name, text in (("rules", "One\n\n\\newpage\n\nTwo"), ("tales", "Once")):
        (toy_folder / "templates").mkdir(exist_ok=True)
        (toy_folder / "templates" / f"{name}.en.md").write_text(text, "utf-8")
    mats = replace(MAT, entries=entries("North", "South", copies=1), back=None)
    _, made = exported("png", replace(CARDS, entries=entries("Rain", copies=0)), rules, tales)
    assert [row["id"] for row in made["pieces"]] == ["rules-1", "rules-2", "tales-1"]
    result, _ = exported("tts", rules, tales)
    assert {name: thing["Name"] for name, thing in objects(result).items()} == {
        "Rules": "Custom_PDF",
        "Tales": "Custom_PDF",
    }
    result, _ = exported("playingcards.io", mats)
    with zipfile.ZipFile(result.folder / "suns.pcio") as archive:
        widgets = json.loads(archive.read("widgets.json"))
    assert [one["id"] for one in widgets if one["type"] == "board"] == ["board-north", "board-south"]


def test_each_sheet_of_each_deck_has_a_number_of_its_own_on_a_table(things, tmp_path):
    deck = things(CARDS, kind("small", 44, 68, "A", "B", "C"), kind("tall", 44, 90, "D"))
    few = find_profile("tts").model_copy(update={"grid": (1, 1), "least": 1, "dpi": 30})
    made = objects(export(deck, "tts", tmp_path / "out", ExportOptions(), profile=few))
    numbers = [key for thing in made.values() for key in thing.get("CustomDeck", {})]
    assert len(numbers) == len({*numbers}) > 4
    for card in made["Small"]["ContainedObjects"]:
        (number,) = card["CustomDeck"]
        assert card["CardID"] == 100 * int(number)


def test_each_role_is_what_the_table_has_for_it(exported):
    result, _ = exported("tts", CARDS, PAWNS, ARROWS, COINS, MAPS)
    made = {name.split(" (")[0]: one_of(thing) for name, thing in objects(result).items()}
    assert {name: thing["Name"] for name, thing in made.items()} == {
        "Cards": "DeckCustom",
        "Eve": "Figurine_Custom",
        "arrows": "Custom_Token",
        "coins": "Custom_Tile",
        "North": "Custom_Tile",
        "South": "Custom_Tile",
    }
    assert [name for name, thing in made.items() if thing.get("Locked")] == ["North", "South"]
    assert made["coins"]["CustomImage"]["CustomTile"]["Type"] == 2
    figurine = made["Eve"]["CustomImage"]
    assert figurine["ImageURL"] != figurine["ImageSecondaryURL"]
    token = made["arrows"]
    assert token["States"]["2"]["CustomImage"]["ImageURL"] != token["CustomImage"]["ImageURL"]


def test_large_pieces_that_are_no_boards_are_not_locked(exported):
    result, _ = exported("tts", kind("tiles", 120, 120, copies=1, role=TILE), kind("aid", 120, 170, copies=1, role=AID))
    assert not any(thing["Locked"] for thing in objects(result).values())


def test_a_shop_makes_each_card_that_has_one_of_its_sizes(exported):
    result, manifest = exported("tgc", CARDS_OF_THE_GAME, TAROTS, PAWNS)
    assert [item.title for item in result.left_out] == ["Pawns"]
    assert manifest["left_out_because"] == {"Pawns": "its role is 'standee', not 'card'"}
    sizes = {}
    for row in manifest["pieces"]:
        with Image.open(result.folder / row["front"]) as picture:
            sizes[row["part"]] = picture.size
        assert row["front"].startswith("poker/" if row["part"] == "cards" else "tarot/")
    assert sizes == {"cards": (825, 1125), "tarots": (900, 1500)}


CARDS_OF_THE_GAME = CARDS.__class__("cards", CARDS.entries, CARDS.face, CARDS.back, lambda card: card, role=CARD)


def test_a_size_that_the_shop_does_not_make_is_left_out_with_the_reason(exported):
    result, manifest = exported("mpc", CARDS_OF_THE_GAME, TAROTS)
    (item,) = result.left_out
    assert (item.title, item.reason) == ("Tarots", "MakePlayingCards makes no cards of 69.85 x 120.65 mm")
    assert {row["part"] for row in manifest["pieces"]} == {"cards"}
    assert all(name.startswith(("fronts/", "backs/")) for name in result.files)


def test_a_press_gets_a_pdf_for_each_size_of_card(exported, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    one, _ = exported("drivethru", CARDS_OF_THE_GAME, kind("more", 63, 88, "A"))
    assert sorted(one.files) == ["suns-euro-poker.pdf", "suns-poker.pdf"]
    alone, _ = exported("drivethru", CARDS_OF_THE_GAME)
    assert alone.files == ("suns.pdf",)


def test_pictures_are_transparent_outside_an_odd_outline(exported):
    result, manifest = exported("png", ARROWS, COINS, CARDS)
    by_part = {row["part"]: row for row in manifest["pieces"]}
    with Image.open(result.folder / by_part["arrows"]["front"]) as face:
        assert face.mode == "RGBA"
        width, height = face.size
        assert face.getpixel((2, 2))[3] == face.getpixel((2, height - 3))[3] == 0
        assert face.getpixel((width - 4, height // 2)) == (0xD9, 0xA4, 0x41, 255)
    with Image.open(result.folder / by_part["arrows"]["back"]) as back:  # points the other way
        assert back.getpixel((3, height // 2))[3] == 255
        assert back.getpixel((width - 3, 2))[3] == 0
    with Image.open(result.folder / by_part["cards"]["front"]) as card:
        assert card.mode == "RGB"


def test_a_room_has_piles_of_cards_tokens_and_standees_and_boards_that_lie(exported):
    result, manifest = exported(
        "playingcards.io", CARDS, COINS, FLAPS, kind("field", 200, 150, copies=2, back=False, role="board")
    )
    with zipfile.ZipFile(result.folder / manifest["room"]) as archive:
        widgets = json.loads(archive.read("widgets.json"))
        names = archive.namelist()
        (coin,) = [name for name in names if "coins" in name]
        assert Image.open(io.BytesIO(archive.read(coin))).mode == "RGBA"
    piles = {widget["label"] for widget in widgets if widget["type"] == "holder"}
    assert piles == {"Cards", "Coins", "Flaps"}
    assert sum(widget["type"] == "board" for widget in widgets) == 2
    coins = next(widget for widget in widgets if widget["id"] == "deck-coins")
    (sides,) = coins["cardTypes"].values()
    assert sides["face"] == sides["back"] != ""
    assert sum(widget.get("deck") == "deck-coins" for widget in widgets) == 9


def test_documents_are_laid_out_for_the_paper_that_is_asked_for(toy_folder):
    sizes = {}
    for paper in ("a4", "letter"):
        result = export(
            toy_folder / "suns.yaml", "png", toy_folder / paper, ExportOptions(only=("rules",), paper=paper)
        )
        with Image.open(result.folder / result.files[0]) as page:
            sizes[paper] = page.size
    assert sizes == {"a4": (2480, 3507), "letter": (2550, 3300)}


def test_a_card_size_of_the_users_own_holds_for_exports_too(toy_folder):
    (toy_folder / "sizes.yaml").write_text("cards:\n  mine: 30x40mm\n", "utf-8")
    result = export(toy_folder / "suns.yaml", "png", toy_folder / "out", ExportOptions(only=("cards",), card="mine"))
    with Image.open(result.folder / result.files[0]) as picture:
        assert picture.size == (354, 472)


def test_every_board_of_a_game_is_exported(exported):
    result, _ = exported("tts", MAPS, MAT)
    assert list(objects(result)) == ["North", "South", "mat"]


@pytest.mark.parametrize("target", ["png", "pdf-cards", "tts", "playingcards.io", "screentop"])
def test_a_kind_without_copies_is_in_no_export(exported, target):
    result, manifest = exported(target, CARDS, kind("spares", 44, 68, "A", copies=0))
    assert "spares" not in json.dumps(manifest).lower()
    assert result.files


@pytest.mark.parametrize("target", ["png", "pdf-cards", "tts", "playingcards.io", "screentop", "tgc"])
def test_an_export_of_nothing_is_an_error(exported, target):
    with pytest.raises(CardgenError) as caught:
        exported(target, replace(CARDS, entries=lambda _deck: ()))
    assert [item.code for item in caught.value.diagnostics] == ["E562"]


@pytest.mark.usefixtures("toy_game")
def test_a_table_may_have_documents_only(toy_folder, tmp_path):
    result = export(toy_folder / "suns.yaml", "TTS", tmp_path, ExportOptions(only=("rules",)))
    manifest = json.loads((tmp_path / "suns-tts" / "manifest.json").read_text("utf-8"))
    assert (result.folder, manifest["target"]) == (tmp_path / "suns-tts", "tts"), "whatever the case of the name"
    assert [made["Name"] for made in objects(result).values()] == ["Custom_PDF"]


@pytest.mark.parametrize("target", ["pdf-cards", "playingcards.io", "screentop"])
def test_a_target_without_documents_says_that_it_leaves_them_out(toy_folder, tmp_path, target):
    result = export(toy_folder / "suns.yaml", target, tmp_path, ExportOptions())
    assert [(item.title, item.reason) for item in result.left_out] == [("Rules", "it is a document")]
    assert manifest_of(result.folder)["left_out"] == ["Rules"]
    with pytest.raises(CardgenError) as caught:
        export(toy_folder / "suns.yaml", target, tmp_path, ExportOptions(only=("rules",)))
    assert [item.code for item in caught.value.diagnostics] == ["E562"]
