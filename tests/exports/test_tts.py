import json
import re
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote, urlparse

import pytest
from PIL import Image, ImageColor

from cardgen.exports import tts
from cardgen.exports.job import export
from cardgen.exports.profile import find_profile
from cardgen.exports.tts_dice import model, texture
from cardgen.geometry.outlines import RECTANGLE
from cardgen.geometry.units import Size
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Place
from cardgen.pipeline.draw.raster import RasterPictures
from cardgen.pipeline.options import ExportOptions
from cardgen.plugin.resources import resources


def saved(result):
    return json.loads(
        (result.folder / next(name for name in result.files if name.endswith(".json"))).read_text("utf-8")
    )


def every_object(thing):
    """The object, what is in it, and its states."""
    yield thing
    for inner in [*thing.get("ContainedObjects", []), *thing.get("States", {}).values()]:
        yield from every_object(inner)


def objects(result):
    return [thing for top in saved(result)["ObjectStates"] for thing in every_object(top)]


def urls(value):
    if isinstance(value, dict):
        for key, inner in value.items():
            if key.lower().endswith("url") and inner:
                yield inner
            yield from urls(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from urls(inner)


def local(url):
    return unquote(urlparse(url).path)


@pytest.fixture(scope="module")
def samurai(tmp_path_factory):
    """The army at a resolution at which it is exported fast."""
    small = find_profile("tts").model_copy(update={"dpi": 60})
    deck = resources().decks / "samurai.yaml"
    return export(deck, "tts", tmp_path_factory.mktemp("exports"), ExportOptions(), profile=small)


def test_every_card_id_names_a_cell_of_an_existing_sheet(samurai):
    cards = [thing for thing in objects(samurai) if thing["Name"] == "Card"]
    assert len(cards) == 50
    for card in cards:
        key, index = divmod(card["CardID"], 100)
        sheet = card["CustomDeck"][str(key)]
        assert index < sheet["NumWidth"] * sheet["NumHeight"] <= 70
        assert 2 <= sheet["NumWidth"] <= 10
        assert 2 <= sheet["NumHeight"] <= 7


def test_a_deck_lists_its_cards_in_order_with_all_copies(samurai):
    decks = [thing for thing in objects(samurai) if thing["Name"] == "DeckCustom"]
    assert [(deck["Nickname"], len(deck["DeckIDs"])) for deck in decks] == [("Bases", 25), ("Abilities", 25)]
    for deck in decks:
        for card in (deck, *deck["ContainedObjects"]):  # as high as a poker card at 1, and as wide as its picture is
            assert [card["Transform"][f"scale{axis}"] for axis in "XYZ"] == pytest.approx(
                [53 / 88.9, 1, 53 / 88.9], abs=1e-4
            )
        assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
        for card in deck["ContainedObjects"]:
            assert card["CustomDeck"].items() <= deck["CustomDeck"].items()
    keys = [key for deck in decks for key in deck["CustomDeck"]]
    assert len(keys) == len(set(keys))  # a sheet's number means one sheet in the whole save


def test_copies_of_a_card_share_its_cell_and_bear_its_name(samurai):
    cards = [thing for thing in objects(samurai) if thing["Name"] == "Card"]
    names = {card["CardID"]: card["Nickname"] for card in cards}
    assert all(card["Nickname"] == names[card["CardID"]] for card in cards)
    assert len(names) == len(set(names.values()))
    assert sum(card["Nickname"] == "Monastery" for card in cards) == 7


def test_sheets_are_rgb_within_4096_pixels_and_cut_evenly(samurai):
    for thing in objects(samurai):
        for sheet in thing.get("CustomDeck", {}).values():
            with Image.open(local(sheet["FaceURL"])) as picture:
                assert picture.mode == "RGB"
                assert max(picture.size) <= 4096
                assert picture.width % sheet["NumWidth"] == 0
                assert picture.height % sheet["NumHeight"] == 0


def test_a_back_that_all_cards_of_a_sheet_share_is_one_picture(samurai):
    sheets = {sheet["BackURL"]: sheet for thing in objects(samurai) for sheet in thing.get("CustomDeck", {}).values()}
    assert {sheet["UniqueBack"] for sheet in sheets.values()} >= {False}
    for sheet in sheets.values():
        with Image.open(local(sheet["FaceURL"])) as faces, Image.open(local(sheet["BackURL"])) as backs:
            cells = 1 if sheet["UniqueBack"] else sheet["NumWidth"]
            assert faces.width == backs.width * cells, sheet


def test_every_address_is_a_file_of_the_export_and_every_file_is_used(samurai):
    found = {local(url) for url in urls(saved(samurai))}
    written = {str(samurai.folder / name) for name in samurai.files if not name.endswith(".json")}
    assert found == written


def test_ids_are_six_hex_digits_and_unique(samurai):
    ids = [thing["GUID"] for thing in objects(samurai)]
    assert all(re.fullmatch("[0-9a-f]{6}", guid) for guid in ids)
    assert len(ids) == len(set(ids))


def test_two_things_of_one_name_have_ids_that_are_the_same_in_each_build():
    first, second = (
        [table._guid("cards/oak/1") for _ in range(3)] for table in (tts._Table(*[None] * 3), tts._Table(*[None] * 3))
    )
    assert first == second
    assert len({*first}) == 3


def test_counters_lie_in_a_bag_and_their_second_state_is_the_other_side_up(samurai):
    bag = next(thing for thing in saved(samurai)["ObjectStates"] if thing["Name"] == "Bag")
    assert bag["Nickname"].endswith(f"({len(bag['ContainedObjects'])})")
    for counter in bag["ContainedObjects"]:
        up, other = counter["CustomImage"], counter["States"]["2"]["CustomImage"]
        assert up["ImageURL"] != up["ImageSecondaryURL"]
        assert (other["ImageURL"], other["ImageSecondaryURL"]) == (up["ImageSecondaryURL"], up["ImageURL"])


def test_the_board_is_a_locked_tile_in_the_ratio_of_its_picture_and_the_rules_are_a_book(samurai):
    board = next(thing for thing in saved(samurai)["ObjectStates"] if thing["Nickname"] == "Board")
    with Image.open(local(board["CustomImage"]["ImageURL"])) as picture:
        drawn = picture.width / picture.height
    assert board["Locked"]
    assert board["Transform"]["scaleX"] / board["Transform"]["scaleZ"] == pytest.approx(drawn, rel=0.001)
    book = next(thing for thing in saved(samurai)["ObjectStates"] if thing["Name"] == "Custom_PDF")
    assert Path(local(book["CustomPDF"]["PDFUrl"])).read_bytes().startswith(b"%PDF-")


def test_the_picture_of_a_die_is_its_net_on_a_ground_in_the_colour_of_its_corners():
    colors = dict(zip("123456", ("navy", "red", "green", "blue", "white", "gold"), strict=True))
    sides = [Drawing(Size(16, 16), 0, ()) for _ in colors]
    shown = dict(zip(sides, colors.values(), strict=True))
    pictures = SimpleNamespace(picture=lambda request: Image.new("RGBA", (40, 40), shown[request.drawing]))
    net = texture(SimpleNamespace(sides=tuple(sides)), 50.8, pictures)
    cells = [[net.getpixel((32 * column + 16, 32 * row + 16)) for column in range(4)] for row in range(3)]
    wanted = (("1", "1", "1", "1"), ("2", "3", "5", "4"), ("1", "6", "1", "1"))
    assert net.size == (4 * 32, 3 * 32)
    assert cells == [[ImageColor.getrgb(colors[number]) for number in row] for row in wanted]


def test_the_model_of_a_die_has_a_square_of_its_picture_on_each_side():
    lines = [line.split() for line in model(25.4).decode().splitlines()]
    points, places, outward = (
        [tuple(map(float, words)) for kind, *words in lines if kind == wanted] for wanted in ("v", "vt", "vn")
    )
    assert [*map(len, (points, places, outward))] == [24, 24, 6]
    assert {abs(value) for point in points for value in point} == {0.5}, "inches"
    assert len({*outward}) == 6 and len({*places}) == 24 and all(0 < value < 1 for place in places for value in place)
    sides = [[tuple(map(int, word.split("/"))) for word in words] for kind, *words in lines if kind == "f"]
    assert len(sides) == 12
    for side in sides:
        (normal,) = {normal for _, _, normal in side}
        a, b, c = (points[point - 1] for point, place, _ in side if point == place)
        u, v = ([y - x for x, y in zip(a, other, strict=True)] for other in (b, c))
        cross = [u[at - 2] * v[at - 1] - u[at - 1] * v[at - 2] for at in range(3)]
        assert tuple(cross) == outward[normal - 1], "anticlockwise, as seen from outside"


def test_nothing_lies_on_anything_else(samurai):
    places = [thing["Transform"]["posX"] for thing in saved(samurai)["ObjectStates"]]
    assert all(left + 1 < right for left, right in pairwise(places))


def test_addresses_begin_with_the_url_that_is_given(exported):
    result, _manifest = exported("tts", url="https://example.org/my game/")
    found = set(urls(saved(result)))
    assert found
    assert all(url.startswith("https://example.org/my game/") for url in found)


def test_a_deck_of_more_cards_than_a_sheet_holds_goes_on_with_the_next(toy_folder):
    deck = toy_folder / "suns.yaml"
    text = deck.read_text("utf-8")
    cards = "".join(f"  - {{id: c{n}, name: Card {n}, text: Go.}}\n" for n in range(75))
    deck.write_text(text[: text.index("cards:")] + "cards:\n" + cards, "utf-8")
    result = export(deck, "tts", toy_folder / "out", ExportOptions(only=("cards",)))
    [made] = saved(result)["ObjectStates"]
    assert set(made["CustomDeck"]) == {"1", "2"}
    assert made["DeckIDs"] == [*range(100, 170), *range(200, 205)]


def test_one_card_alone_is_a_card(toy_folder):
    deck = toy_folder / "suns.yaml"
    text = deck.read_text("utf-8")
    deck.write_text(text[: text.index("cards:")] + "cards:\n  - {id: one, name: One, text: Go.}\n", "utf-8")
    result = export(deck, "tts", toy_folder / "out", ExportOptions(only=("cards",)))
    assert [thing["Name"] for thing in saved(result)["ObjectStates"]] == ["Card"]


@pytest.mark.extended
def test_each_picture_is_rendered_once_whatever_the_number_of_copies(exported, monkeypatch, tmp_path):
    rendered = []
    render = RasterPictures._render
    monkeypatch.setattr(
        RasterPictures, "_render", lambda self, request: rendered.append(request) or render(self, request)
    )
    result = export(resources().decks / "samurai.yaml", "tts", tmp_path, ExportOptions())
    bags = [thing for thing in objects(result) if thing["Name"] == "Bag"]
    assert any(len(bag["ContainedObjects"]) > 10 for bag in bags)
    assert len(rendered) == len({*rendered})


def test_a_changed_picture_has_another_address(toy_folder):
    deck = toy_folder / "suns.yaml"
    before = set(export(deck, "tts", toy_folder / "out", ExportOptions(only=("cards",))).files)
    deck.write_text(deck.read_text("utf-8").replace("Go to rest.", "Go and rest."), "utf-8")
    after = set(export(deck, "tts", toy_folder / "out", ExportOptions(only=("cards",))).files)
    assert len(before - after) == len(after - before) == 1  # the faces; the back is as it was


def test_things_without_a_place_are_put_in_rows_beside_the_others():
    def positions(places, *sizes):
        table = tts._Table(None, None, None)
        for place in places:
            table.put({"Transform": {"rotY": 180.0}, "Locked": True}, Size(50.8, 25.4), place)
        things = [{"Transform": {}} for _ in sizes]
        for thing, size in zip(things, sizes, strict=True):
            table.put(thing, Size(*(25.4 * side for side in size)))
        table.lay_out()
        return [tuple(thing["Transform"].values()) for thing in things]

    assert positions([], (2, 1), (100, 1), (1, 1)) == [(1,), (53,), (104.5,)]
    flat, turned = Place(25.4, 50.8), Place(25.4, 50.8, turn=90)
    row = (20, 1), (3, 2), (30, 4), (1, 1)
    for place, start in ((flat, 3), (turned, 3)):
        assert positions([place], *row) == [
            (start + 10, 1.5), (start + 22.5, 1), (start + 15, -3), (start + 0.5, -6.5),
        ]  # fmt: skip
    assert positions([flat, Place(0, 0)], (1, 1)) == [(3.5, 1.5)]
    assert positions([flat], (30, 1)) == [(18, 1.5)], "the first is beside what has a place, however long it is"


def test_a_token_is_as_large_as_its_longer_side_and_a_tile_has_both():
    """At scale 1 their sides are two inches long."""
    table = tts._Table(None, None, None)
    for width, height, token in ((50.8, 25.4, 1), (25.4, 101.6, 2), (63.5, 63.5, 1.25)):
        piece = SimpleNamespace(name="a", face=SimpleNamespace(size=Size(width, height)), outline=RECTANGLE)
        scales = [
            (made["Transform"]["scaleX"], made["Transform"]["scaleY"], made["Transform"]["scaleZ"])
            for made in (table._token(piece, "a", "", ""), table._tile(piece, "b", "", ""))
        ]
        assert scales == [(token, 1, token), (width / 50.8, 1, height / 50.8)]


def test_places_move_apart_as_far_as_they_are_told():
    table = tts._Table(None, None, None, spread=1.5)
    thing = {"Transform": {"rotY": 180.0}}
    table.put(thing, Size(50.8, 25.4), Place(25.4, -50.8))
    assert (thing["Transform"]["posX"], thing["Transform"]["posZ"]) == (1.5, -3)
