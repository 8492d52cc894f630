from contextlib import nullcontext
from types import SimpleNamespace

from hypothesis import assume, given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from cardgen.exports import sheets as module
from cardgen.exports.profile import profiles
from cardgen.exports.sheets import best_cells, sheets_of
from cardgen.geometry.outlines import RECTANGLE, ROUND
from cardgen.geometry.units import Size
from cardgen.model.drawing import Drawing

TABLES = [profiles()["tts"], profiles()["screentop"]]
SIDES = st.floats(10, 300)


@given(st.sampled_from(TABLES), st.integers(1, 100), SIDES, SIDES)
def test_the_grid_holds_all_cards_within_the_tables_limits(profile, count, width, height):
    assume(count <= profile.grid[0] * profile.grid[1])
    assume(1 / 4 < width / height < 4)
    grid = best_cells(count, Size(width, height), profile)
    assert grid.columns * grid.rows >= count
    assert profile.least <= grid.columns <= profile.grid[0]
    assert profile.least <= grid.rows <= profile.grid[1]
    assert max(grid.width, grid.height) <= profile.limit


def test_of_grids_that_show_cards_as_large_the_one_with_the_fewest_empty_cells_is_taken():
    for profile in TABLES:
        for count in (1, 2, 3, 5, 7, 11, 13, 20):
            grid = best_cells(count, Size(20, 20), profile)  # so small that the resolution limits them
            ways = [
                columns * max(-(-count // columns), profile.least)
                for columns in range(profile.least, profile.grid[0] + 1)
                if profile.limit // columns >= grid.cell.width
                and max(-(-count // columns), profile.least) <= profile.limit // grid.cell.height
            ]
            assert grid.columns * grid.rows == min(ways), (profile.name, count)


@given(st.sampled_from(TABLES), st.integers(1, 70), SIDES, SIDES)
def test_a_cell_has_the_shape_of_the_card_to_a_pixel(profile, count, width, height):
    assume(1 / 4 < width / height < 4)
    cell = best_cells(count, Size(width, height), profile).cell
    assert abs(cell.width / width * height - cell.height) <= 1
    assert cell.width <= profile.dpi * width / 25.4 + 1e-6


def test_seventy_poker_cards_fill_tabletop_simulators_ten_by_seven():
    grid = best_cells(70, Size(63.5, 88.9), profiles()["tts"])
    assert (grid.columns, grid.rows) == (10, 7)
    assert (grid.cell.width, grid.cell.height) == (409, 573)


def test_each_card_lies_in_its_cell_counted_by_rows(exported):
    sheets, manifest = exported("screentop", card="poker")
    plain, pictures = exported("png", card="poker", only=("cards",))
    row = manifest["sheets"][0]
    assert (row["columns"], row["rows"]) == (2, 1)
    assert [(piece["id"], piece["copies"]) for piece in row["pieces"]] == [("dawn", 10), ("dusk", 1)]
    with Image.open(sheets.folder / row["fronts"]) as sheet:
        width = sheet.width // 2
        assert sheet.width == 2 * width
        for index, piece in enumerate(pictures["pieces"]):
            cell = sheet.crop((index * width, 0, (index + 1) * width, sheet.height))
            with Image.open(plain.folder / piece["front"]) as alone:
                assert cell.size == alone.size
                assert ImageChops.difference(cell, alone).getbbox() is None


def test_backs_lie_where_their_faces_do(exported):
    sheets, manifest = exported("screentop", card="poker")
    row = manifest["sheets"][0]
    with Image.open(sheets.folder / row["fronts"]) as fronts, Image.open(sheets.folder / row["backs"]) as backs:
        assert fronts.size == backs.size
        assert backs.getpixel((0, 0)) == backs.getpixel((backs.width // 2, 0)) == (0x88, 0x44, 0x00)


def test_cards_of_each_size_and_outline_are_on_sheets_of_their_own():
    made = [(63, RECTANGLE, 1), (63, ROUND, 1), (63, RECTANGLE, 0), (44, RECTANGLE, 2), (63, ROUND, 1)]
    pieces = [
        SimpleNamespace(face=SimpleNamespace(size=Size(width, 63)), outline=outline, copies=copies)
        for width, outline, copies in [*made, *[(63, RECTANGLE, 1)] * 70]
    ]
    sheets = sheets_of(SimpleNamespace(pieces=pieces), profiles()["tts"])
    told = [(one.number, len(one.pieces), one.pieces[0].outline, one.pieces[0].face.size.width) for one in sheets]
    assert told == [(1, 70, RECTANGLE, 63), (2, 1, RECTANGLE, 63), (3, 2, ROUND, 63), (4, 1, RECTANGLE, 44)]
    assert sheets[2].pieces == (pieces[1], pieces[4])


def test_a_sheet_has_backs_if_any_of_its_pieces_has_one(monkeypatch):
    pictures = SimpleNamespace(picture=lambda request: Image.new("RGB", (request.pixels.width, request.pixels.height)))
    monkeypatch.setattr(module, "RasterPictures", lambda *_: nullcontext(pictures))
    faces = [Drawing(Size(63, 88), 0, (), words) for words in "abcd"]
    for backs, name in (((None, faces[2], None), "cards-1_backs.png"), ((None, None, None), None)):
        pieces = [
            SimpleNamespace(id=face.words, name="", copies=1, face=face, back=back, outline=RECTANGLE)
            for face, back in zip(faces, backs, strict=False)
        ]
        part = SimpleNamespace(component=SimpleNamespace(name="cards"), pieces=pieces)
        job = SimpleNamespace(drawn=[part], profile=profiles()["tts"])
        (row,) = module.write_sheets(job, SimpleNamespace(add=lambda file, _data: file))["sheets"]
        assert (row["fronts"], row["backs"]) == ("cards-1_fronts.png", name)
