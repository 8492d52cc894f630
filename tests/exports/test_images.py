import json
from types import SimpleNamespace

import pytest
from PIL import Image, ImageChops

from cardgen.exports.bundle import Bundle, safe_name
from cardgen.exports.images import page_request, piece_requests, side_request
from cardgen.exports.job import _today, export
from cardgen.exports.profile import CardFormat
from cardgen.geometry.outlines import RECTANGLE, ROUND
from cardgen.geometry.units import Size
from cardgen.model.drawing import Drawing
from cardgen.pipeline.draw.raster import PictureRequest, PixelGrid
from cardgen.pipeline.options import ExportOptions
from cardgen.report.errors import CardgenError
from cardgen.version import __version__
from cardgen.write.file_set import file_set
from exports.conftest import manifest_of


@pytest.mark.parametrize(
    ("target", "card", "pixels"),
    [
        ("tgc", "", (825, 1125)),
        ("tgc", "mini", (600, 825)),
        ("mpc", "", (822, 1122)),
        ("mpc", "euro-poker", (816, 1110)),
    ],
)
def test_pictures_for_shops_are_rgb_png_of_the_pixels_that_the_shop_asks_for(exported, target, card, pixels):
    result, _manifest = exported(target, card=card, only=("cards",))
    assert result.files
    for name in result.files:
        with Image.open(result.folder / name) as picture:
            assert (picture.format, picture.mode, picture.size) == ("PNG", "RGB", pixels)
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.1)


def test_a_shop_gets_whole_rectangles_and_others_pictures_of_the_trim_within_their_limit():
    side = Drawing(Size(50.8, 101.6), 3, ())
    piece = SimpleNamespace(kind="cards", face=side, back=side, outline=ROUND, sides=(side,))
    for made, limit in ((None, 0), (None, 500), (CardFormat(trim=(50.8, 101.6), canvas=(640, 1240)), 0)):
        job = SimpleNamespace(
            profile=SimpleNamespace(dpi=254, limit=limit),
            format_of=lambda kind, made=made: made if kind == "cards" else None,
        )
        trim = PixelGrid(250, 500, 50.8 / 250) if limit else PixelGrid(508, 1016, 50.8 / 508)
        face, back = piece_requests(piece, job)
        if made:
            assert face == back == PictureRequest(side, PixelGrid(640, 1240, 25.4 / 254), RECTANGLE)
        else:
            assert (face, back) == (PictureRequest(side, trim, ROUND), PictureRequest(side, trim, ROUND.mirrored()))
        assert side_request(side, job) == page_request(side, job) == PictureRequest(side, trim)


@pytest.mark.parametrize("target", ["tgc", "mpc"])
def test_colour_runs_into_all_four_corners_of_the_bleed(exported, target):
    result, manifest = exported(target)
    with Image.open(result.folder / manifest["pieces"][0]["back"]) as back:
        right, bottom = back.width - 1, back.height - 1
        corners = {back.getpixel(at) for at in [(0, 0), (right, 0), (0, bottom), (right, bottom)]}
    assert corners == {(0x88, 0x44, 0x00)}  # the ground of the toy game's backs


def test_the_manifest_counts_copies_and_equal_backs_share_a_file(exported):
    result, manifest = exported("tgc")
    assert [(row["id"], row["copies"]) for row in manifest["pieces"]] == [("dawn", 10), ("dusk", 1)]
    assert [row["front"] for row in manifest["pieces"]] == ["001_dawn_front.png", "002_dusk_front.png"]
    assert {row["back"] for row in manifest["pieces"]} == {"001_cards_back.png"}
    assert sorted(manifest["files"]) == sorted(path.name for path in result.folder.glob("*.png"))
    assert manifest["left_out"] == ["Rules"]


def test_makeplayingcards_gets_a_file_for_each_card_of_the_order_faces_and_backs_alike(exported):
    result, manifest = exported("mpc")
    fronts = sorted(path.name for path in (result.folder / "fronts").iterdir())
    backs = sorted(path.name for path in (result.folder / "backs").iterdir())
    assert len(fronts) == 11
    assert [name.replace("_front", "_back") for name in fronts] == backs
    assert sum("dawn" in name for name in fronts) == 10
    assert [(row["id"], row["copies"]) for row in manifest["pieces"]] == [("dawn", 1)] * 10 + [("dusk", 1)]


def test_plain_pictures_show_the_trim_and_documents_come_along(exported):
    result, manifest = exported("png")
    with Image.open(result.folder / "001_dawn_front.png") as picture:
        assert picture.size == (591, 827)  # 50 x 70 mm at 300 dpi
    assert [row["id"] for row in manifest["pieces"]][2:] == ["rules-1"]


def test_any_size_of_card_can_be_had_as_pictures(exported):
    result, _manifest = exported("png", card="poker", only=("cards",))
    with Image.open(result.folder / "001_dawn_front.png") as picture:
        assert picture.size == (750, 1050)


def test_the_picture_of_the_trim_is_the_middle_of_the_picture_with_bleed(exported):
    plain, _ = exported("png", card="poker", only=("cards",))
    shop, _ = exported("tgc")
    with (
        Image.open(plain.folder / "001_dawn_front.png") as trim,
        Image.open(shop.folder / "001_dawn_front.png") as whole,
    ):
        middle = whole.crop((37, 37, 37 + 750, 37 + 1050))
        difference = ImageChops.difference(middle.resize((75, 105)), trim.resize((75, 105)))
    assert max(high for _low, high in difference.getextrema()) < 40  # half a pixel off, as 37.5 is no whole number


def test_exporting_again_removes_what_is_gone_and_touches_no_other_file(toy_folder):
    deck, out = toy_folder / "suns.yaml", toy_folder / "out"
    folder = export(deck, "tgc", out, ExportOptions()).folder
    (folder / "mine.txt").write_text("mine")
    text = deck.read_text("utf-8")
    deck.write_text(text[: text.index("  - id: dusk")], "utf-8")
    export(deck, "tgc", out, ExportOptions())
    assert sorted(path.name for path in folder.iterdir()) == [
        "001_cards_back.png" if len(manifest_of(folder)["pieces"]) > 1 else "001_dawn_back.png",
        "001_dawn_front.png",
        "manifest.json",
        "mine.txt",
    ]


@pytest.mark.parametrize(
    "name", ["../away.png", "/etc/hosts", "sub/../../away.png", "", ".", "link/away.png", "a\0b", "\ud800", "a" * 5000]
)
def test_a_manifest_cannot_make_us_remove_what_lies_elsewhere(tmp_path, name):
    folder = tmp_path / "folder"
    folder.mkdir()
    (tmp_path / "elsewhere").mkdir()
    (folder / "link").symlink_to(tmp_path / "elsewhere")
    for victim in (tmp_path / "away.png", tmp_path / "elsewhere" / "away.png"):
        victim.write_text("keep me")
    (folder / "manifest.json").write_text(json.dumps({"made_by": "cardgen 1", "files": [name]}))
    with file_set(folder) as files:
        Bundle(folder, files).finish({})
    assert (tmp_path / "away.png").exists()
    assert (tmp_path / "elsewhere" / "away.png").exists()


def test_only_files_that_the_older_manifest_lists_are_removed(tmp_path):
    (tmp_path / "sub").mkdir()
    for name in ("gone.txt", "sub/old.txt", "a\\b", "kept.txt", "new.txt"):
        (tmp_path / name).write_text(name)
    listed = ["gone.txt", "sub/old.txt", "a\\b", "new.txt", "sub", 5]
    (tmp_path / "manifest.json").write_text(json.dumps({"made_by": "cardgen 1", "files": listed}))
    with file_set(tmp_path) as files:
        bundle = Bundle(tmp_path, files)
        assert bundle.add("new.txt", b"newer") == "new.txt"
        bundle.finish({"title": "T"})
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == [
        "a\\b",
        "kept.txt",
        "manifest.json",
        "new.txt",
    ]
    assert manifest_of(tmp_path) == {"made_by": f"cardgen {__version__}", "title": "T", "files": ["new.txt"]}
    assert (tmp_path / "new.txt").read_text() == "newer"


@pytest.mark.parametrize(
    ("name", "safe"),
    [("Old Tom's", "old-tom-s"), ("Ready?", "ready"), ("--É!", "piece"), ("", "piece"), (f"-{'a' * 60}-b", "a" * 60)],
)  # fmt: skip
def test_names_of_files_are_plain_and_short(name, safe):
    assert safe_name(name) == safe


@pytest.mark.parametrize("stated", ["", "x", "-1"])
def test_a_time_that_is_no_number_of_seconds_is_not_taken(monkeypatch, stated):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", stated)
    assert _today().year > 2020
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert _today().isoformat() == "1970-01-02T00:00:00+00:00"


@pytest.mark.parametrize(
    "content", ["", "[]", "[" * 100_000, "{}", '{"made_by": "x", "files": ["keep"]}', '{"made_by": 1, "files": 2}']
)
def test_a_manifest_that_is_not_ours_is_replaced_and_followed_by_nothing(tmp_path, content):
    (tmp_path / "manifest.json").write_text(content)
    (tmp_path / "keep").write_text("keep me")
    with file_set(tmp_path) as files:
        Bundle(tmp_path, files).finish({})
    assert (tmp_path / "keep").exists()
    assert manifest_of(tmp_path)["files"] == []


def test_the_same_deck_gives_the_same_bytes_in_any_folder(toy_folder, exported):
    first, _manifest = exported("tgc")
    again = export(toy_folder / "suns.yaml", "tgc", toy_folder / "out", ExportOptions())
    names = [*first.files, "manifest.json"]
    assert [(first.folder / name).read_bytes() for name in names] == [
        (again.folder / name).read_bytes() for name in names
    ]


def test_a_folder_that_cannot_be_written_is_a_fault(toy_folder):
    (toy_folder / "out").write_text("a file")
    with pytest.raises(CardgenError) as caught:
        export(toy_folder / "suns.yaml", "tgc", toy_folder / "out", ExportOptions())
    assert [item.code for item in caught.value.diagnostics] == ["E601"]
