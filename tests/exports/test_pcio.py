import io
import json
import zipfile

import pytest
from PIL import Image

from cardgen.exports import pcio


@pytest.fixture
def room(exported):
    result, manifest = exported("playingcards.io", "samurai", only=("bases", "counters", "board"))
    with zipfile.ZipFile(result.folder / manifest["room"]) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    return json.loads(files["widgets.json"]), files


def test_the_room_states_its_schema_and_ids_are_unique(room):
    widgets, files = room
    assert files["schemaVersion"] == b"8"
    assert {widget["type"] for widget in widgets} == {"board", "holder", "cardDeck", "card"}
    ids = [widget["id"] for widget in widgets]
    assert len(ids) == len(set(ids))


def test_each_copy_is_a_card_of_a_known_deck_type_and_pile(room):
    widgets, _files = room
    known = {widget["id"]: widget for widget in widgets}
    cards = [widget for widget in widgets if widget["type"] == "card"]
    assert sum(card["deck"] == "deck-bases" for card in cards) == 25
    for card in cards:
        assert card["cardType"] in known[card["deck"]]["cardTypes"]
        assert known[card["parent"]]["type"] == "holder"


def test_every_asset_is_in_the_file_and_every_picture_is_used(room):
    widgets, files = room
    prefix = "package://"
    used = {widget["boardImage"] for widget in widgets if widget["type"] == "board"}
    for deck in (widget for widget in widgets if widget["type"] == "cardDeck"):
        used |= {side for card in deck["cardTypes"].values() for side in (card["face"], card["back"])}
    assert {address.removeprefix(prefix) for address in used} == {
        name for name in files if name.startswith("userassets/")
    }


def test_pictures_have_the_ratio_of_their_widgets(room):
    widgets, files = room
    for widget in widgets:
        if widget["type"] == "board":
            name, ratio = widget["boardImage"], widget["width"] / widget["height"]
        elif widget["type"] == "cardDeck":
            name, ratio = next(iter(widget["cardTypes"].values()))["face"], widget["cardWidth"] / widget["cardHeight"]
        else:
            continue
        with Image.open(io.BytesIO(files[name.removeprefix("package://")])) as picture:
            assert picture.mode == "RGB"
            assert picture.width / picture.height == pytest.approx(ratio, rel=0.02)


def test_piles_and_boards_do_not_overlap(room):
    widgets, _files = room
    boxes = [widget for widget in widgets if widget["type"] in ("board", "holder")]
    assert len(boxes) == 3
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            apart_x = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
            apart_y = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
            assert apart_x or apart_y


def test_things_are_put_in_rows():
    room, wide = pcio._Room(1), pcio._ROOM[0] - 2 * pcio._EDGE
    edge, gap = pcio._EDGE, pcio._GAP
    assert pcio._Room(1)._place(2 * wide, 7) == (edge, edge), "no row is empty"
    assert [room._place(*size) for size in ((wide - 100 - gap, 50), (100, 80), (1, 5), (2 * wide, 7), (5, 5))] == [
        (edge, edge), (edge + wide - 100, edge), (edge, edge + 80 + gap), (edge, edge + 85 + 2 * gap), (edge, edge + 92 + 3 * gap),
    ]  # fmt: skip
