"""Projects of other tools become folders that build, and say what was taken and what was left."""

import csv
import json
import tempfile
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import cardgen
from cardgen.geometry.units import Size
from cardgen.importing import tabletop
from cardgen.importing.boxes import FaceArea, Field
from cardgen.importing.files import FolderFiles, PictureTaker
from cardgen.importing.project import _new_folder, import_project
from cardgen.report.errors import CardgenError
from cardgen.yaml_loader import LOADER
from tests.recorded import check_recorded

from . import edges, projects, varied

pytestmark = pytest.mark.usefixtures("no_front_pages")

PROJECTS = projects.PROJECTS | varied.PROJECTS | edges.PROJECTS

PLACE = ("left", "top", "width", "height")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Each project, imported."""
    results = {}
    for name, make in PROJECTS.items():
        folder = tmp_path_factory.mktemp(name)
        results[name] = import_project(make(folder / "project"), folder / "new")
    return results


def rows(result, name="cards"):
    with (result.folder / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def left(result):
    return [str(note) for note in result.imported.notes if not note.is_taken]


def boxes(result, name="cards"):
    """The boxes of the face, by their names; lengths as `x y width height`."""
    stated = yaml.load((result.folder / f"{name}-face.face.yaml").read_text("utf-8"), LOADER)["boxes"]
    assert stated[0]["bleed"], "the ground"
    return {box["name"]: box | {"place": [box.get(side) for side in PLACE]} for box in stated}


@pytest.mark.parametrize("name", PROJECTS)
def test_what_was_imported_has_no_errors(made, name):
    deck = made[name].deck
    if name != "mse" and all(kind.face is None for kind in made[name].imported.kinds):
        assert cardgen.load(deck), "stock faces are drawn elsewhere"
        return
    assert [str(item) for item in cardgen.check(deck) if item.is_error] == []


def test_every_file_that_is_made_is_as_recorded(made):
    """All texts, the sizes of pictures, and what is told."""
    check_recorded(Path(__file__).with_name("made.txt"), told_projects(made))


def told_projects(made):
    for name, result in made.items():
        for path in sorted(path for path in result.folder.rglob("*") if path.is_file()):
            yield f"== {name}: {path.relative_to(result.folder).as_posix()}"
            if path.suffix in (".png", ".jpg", ".webp"):
                with Image.open(path) as picture:
                    corner = picture.getpixel((0, 0)) if picture.format == "PNG" else ""
                    yield f"{picture.format} {picture.size} {corner}".rstrip()
            else:
                text = path.read_text("utf-8")
                assert text.endswith("\n") or path.suffix == ".svg", "the last line is ended"
                yield text.removesuffix("\n")
        yield f"== {name}: notes"
        yield from (f"{'taken' if note.is_taken else 'left'}: {note}" for note in result.imported.notes)


def test_a_nandeck_script_gives_its_cards_its_boxes_and_its_copies(made):
    result = made["nandeck"]
    cards = rows(result)
    assert [(card["name"], card["copies"], card["art"]) for card in cards] == [
        ("Fox", "2", "art/fox.png"), ("Owl", "1", "art/fox.png"), ("Elk", "1", ""),
    ]  # fmt: skip
    found = boxes(result)
    frame, art, words = found["form"], found["art"], found["cost"]
    assert (frame["place"], frame["stroke"], frame["line"]) == ([0, 0, 63, 88], "#204060", 2) and "fill" not in frame
    assert (art["place"], art["field"], art["fit"]) == ([6.3, 17.6, 50.4, 35.2], "art", "contain")
    assert words["value"] == '"Cost: " ~ (card.cost | shown if card.cost is not none else \'\') ~ "\\nRare"'
    assert words["italic"] and words["when"] == "1 <= card.card_number <= 2"


def test_what_a_nandeck_script_loses_is_told_with_its_line(made):
    told = "\n".join(left(made["nandeck"]))
    for part in (
        "forest.txt:20: IF and what is in it",
        "DPI, SAVE: paper and files are options of cardgen build",
        "forest.txt:24: WOBBLE: this directive is not read",
        "forest.txt:25: TEXT: the range '3-one' cannot be read",
        "picture 'missing.png' is not in the project",
        "font 'Arial'",
    ):
        assert part in told
    assert not any("costly" in str(box) for box in boxes(made["nandeck"]).values())


def test_a_squib_project_gives_its_list_and_the_boxes_of_its_layout_without_its_bleed(made):
    result = made["squib"]
    assert [(card["name"], card["copies"]) for card in rows(result)] == [("Ogre", "2"), ("Elf", "1")]
    assert "size: 63.5x88.9" in (result.folder / "game.yaml").read_text("utf-8")
    found = boxes(result)
    assert (found["form"]["place"], found["form"]["radius"]) == ([1.905, 1.905, 59.69, 85.09], 3.217)
    assert found["form"]["fill"] == "#0b3736"
    assert (found["name"]["place"], found["name"]["field"]) == ([3.175, 4.445, 57.15, 6.773], "name")
    assert found["atk"]["value"].endswith(' ~ " ATK"')
    assert found["hp"]["top"] == 19.262  # `y: += 75` below 190 pixels, less the bleed
    assert (found["picture"]["file"], found["picture"]["when"]) == ("art/fang.svg", "card.card_number == 1")
    assert "clan: {type: text, optional: true, printed: no}" in (result.folder / "game.yaml").read_text("utf-8")
    assert "size: 32.0, min_size: 2.0" in (result.folder / "theme.yaml").read_text("utf-8")
    told = "\n".join(left(result))
    assert "src/deck.rb:15: text: 'Time.now.to_s' is an expression of Ruby" in told
    assert "src/deck.rb:16: star: this shape is not read" in told
    assert "picture 'other.svg' is not in the project" in told


def test_pictures_have_their_new_names_wherever_a_script_shows_them(tmp_path):
    script = "CARDSIZE=6,9\nLINK=beasts.csv\nIMAGE=ALL,[art],0,0,6,4\nIMAGE=1-2,[art],0,4,6,4\n"
    long, pictures = "x" * 70, [projects.picture(side, 9) for side in (7, 8, 9)]
    files = {"img/Red Fox.png": pictures[0], f"{long}.png": pictures[1], "img/red fox.png": pictures[2]}
    projects.write(
        tmp_path, {"deck.txt": script, "beasts.csv": f"name,art\nFox,RED FOX.PNG\nOwl,{long}.png\n", **files}
    )
    result = import_project(tmp_path / "deck.txt", tmp_path / "new")
    assert [row["art"] for row in rows(result)] == ["art/red-fox.png", f"art/{'x' * 60}.png"]
    assert result.imported.pictures == {"art/red-fox.png": pictures[0], f"art/{'x' * 60}.png": pictures[1]}, "the first"
    taker = PictureTaker(FolderFiles(tmp_path), result.imported)
    for _ in range(2):
        assert taker.take(" ./img\\Red Fox.png ") == "art/red-fox.png"


@pytest.mark.parametrize(
    ("stated", "save", "size"),
    [
        ("", "", "63.5x88.9"),
        ("width: 825, height: 1125", "", "63.5x88.9"),
        ("width: 1125, height: 825", "", "88.9x63.5"),
        ("width: 1125, height: 825", "save_png trim: 75", "82.55x57.15"),
        ("width: 900, height: 1200", "", "76.2x101.6"),
        ("width: 900, height: 1200, dpi: 600", "", "38.1x50.8"),
        ("width: '2in', height: '60mm'", "save_pdf trim: '5mm'", "40.8x50"),
        ("width: 30, height: 30", "", "63.5x88.9"),
        ("width: 30, height: 600", "", "63.5x88.9"),
        ("width: 600, height: 30", "", "63.5x88.9"),
        ("width: 50, height: 10000, dpi: 254", "", "5x1000"),
        ("width: 49, height: 600, dpi: 254", "", "63.5x88.9"),
        ("width: 600, height: 10001, dpi: 254", "", "63.5x88.9"),
        ("width: WIDE, height: 'high', dpi: DPI", "", "63.5x88.9"),
        ("", "save_pdf file: 'x.pdf'", "63.5x88.9"),
        ("", "save_pdf file: 'x.pdf'\n  save_png trim: 75\n  save_sheet trim: 30", "57.15x82.55"),
    ],
)
def test_the_size_of_a_squib_deck_is_what_is_left_inside_its_trim(tmp_path, stated, save, size):
    stated = f", {stated}" if stated else ""
    script = f"require 'squib'\nSquib::Deck.new(cards: 1{stated}) do\n  text str: 'a', x: 90, y: 90\n  {save}\nend\n"
    projects.write(tmp_path, {"x.rb": script})
    result = import_project(tmp_path / "x.rb", tmp_path / "new")
    assert f"size: {size}\n" in (result.folder / "game.yaml").read_text("utf-8")


def test_a_set_of_magic_set_editor_gives_its_cards_with_a_stock_face(made):
    result = made["mse"]
    first, second = rows(result)
    assert first == {
        "name": "Red Fox", "cost": "2R", "art": "art/image1.png", "type": "Creature \u2014 Fox", "power": "2",
        "text": "Haste\nT: Draw a card. *(Tap it.)*",
    }  # fmt: skip
    assert (second["name"], second["type"], second["text"]) == ("Den", "Land", "Add R.")
    assert "extends: cards" in (result.folder / "game.yaml").read_text("utf-8")
    deck = result.deck.read_text("utf-8")
    assert "title: Foxes" in deck and "A. Nonymous" in deck
    assert any("the look of MSE (magic and m15)" in note for note in left(result))
    assert any("picture 'image2' is not in the project" in note for note in left(result))


def test_a_cider_folder_gives_its_decks_assets_and_placed_boxes(made):
    result = made["cider"]
    cards = rows(result, "beasts")
    assert [(card["name"], card["copies"], card["image"]) for card in cards] == [
        ("Red Fox", "3", "art/red-fox.png"), ("Owl", "1", "art/red-fox.png"),
    ]  # fmt: skip
    found = boxes(result, "beasts")
    assert (found["name"]["place"], found["name"]["field"]) == ([3.175, 3.175, 57.15, 7.62], "name")
    assert (found["form 2"]["place"], found["form 2"]["fill"]) == ([50.588, 75.988, 10.16, 10.16], "#222222")
    assert found["rules"]["value"].startswith('"Rules: " ~ (card.rules')


def test_pictures_of_cider_are_among_its_assets_and_cards_share_one_template(tmp_path):
    folder = projects.cider(tmp_path / "project")
    (folder / "assets/red-fox.png").rename(folder / "red-fox.png")
    assert [card["image"] for card in rows(import_project(folder, tmp_path / "new"), "beasts")] == ["", ""]
    projects.write(folder, {f"assets/{name}.svg": projects.ICON for name in "13"})
    kept = rows(import_project(folder, tmp_path / "kept"), "beasts")
    assert [card["copies"] for card in kept] == ["3", "1"], "a number of copies may be the name of an asset"
    cards = folder / "decks/beasts/cards.csv"
    cards.write_text(cards.read_text("utf-8").replace("Owl,1,Beast", "Owl,1,Bird"), "utf-8")
    (folder / "decks/beasts/bird.html").write_text(projects.CIDER_PAGE, "utf-8")
    assert any("several templates" in note for note in left(import_project(folder, tmp_path / "more")))


def test_the_type_of_a_card_goes_before_its_super_type(tmp_path):
    text = "mse version: 0.3.8\ncard:\n\tname: Den\n\tcard type: Land\n\tsuper type: Creature\n\tsub type: Fox\n"
    result = import_project(projects.mse(tmp_path / "project", text), tmp_path / "new")
    assert [card["type"] for card in rows(result)] == ["Land"]


def test_a_cider_export_gives_its_cards(tmp_path):
    tables = [
        {"tableName": "decks", "rows": [{"id": 1, "name": "Beasts"}]},
        {"tableName": "cards", "rows": [{"id": 7, "deckId": 1, "name": "Fox", "count": 2, "crunchpower": 3}]},
        {"tableName": "assets", "rows": [{"id": 1, "name": "fox"}]},
    ]
    (tmp_path / "db.json").write_text(json.dumps({"formatName": "dexie", "data": {"tables": [], "data": tables}}))
    result = import_project(tmp_path / "db.json", tmp_path / "new")
    assert rows(result, "beasts") == [{"name": "Fox", "copies": "2", "crunchpower": "3"}]
    assert any("1 picture inside the export" in note for note in left(result))


def test_decks_of_one_name_are_kinds_of_their_own(tmp_path):
    decks = [{"id": number, "name": name} for number, name in enumerate(("a-3", "a", "a", "a", "a-4"))]
    tables = {"decks": decks, "cards": [{"deckId": one["id"], "name": f"Card {one['id']}"} for one in decks]}
    data = [{"tableName": name, "rows": listed} for name, listed in tables.items()]
    (tmp_path / "db.json").write_text(json.dumps({"formatName": "dexie", "data": {"data": data}}))
    result = import_project(tmp_path / "db.json", tmp_path / "new")
    names = [kind.name for kind in result.imported.kinds]
    assert len({*names}) == 5 and [rows(result, name)[0]["name"][-1] for name in names] == [*"01234"]


def test_cards_of_tabletop_simulator_are_cut_from_their_sheet(made):
    result = made["tabletop"]
    cards = rows(result)
    assert [(card["name"], card["copies"], card["art"]) for card in cards] == [
        ("Fox 100", "1", "art/sheet-01.png"), ("Fox 101", "2", "art/sheet-02.png"),
        ("Fox 105", "1", "art/sheet-06.png"), ("Far", "1", ""),
    ]  # fmt: skip
    with Image.open(result.folder / "art/sheet-06.png") as piece:
        assert (piece.size, piece.getpixel((0, 0)), piece.getpixel((75, 105))) == (
            (76, 106),
            (100, 200, 100),
            (100, 200, 100),
        )
    assert (cards[2]["edge"], cards[0]["back"]) == ("#64c864", "art/main-back.jpg")
    assert left(result) == [
        "left: picture 'https://example.com/ugc/1/ABC/' is not beside the save; save it there, as files are never fetched"
    ]


def test_cards_have_the_proportions_of_their_pictures_and_are_of_poker_size_if_they_nearly_are(tmp_path):
    for width, height, size in (
        (640, 880, "63x88"),
        (660, 880, "66x88"),
        (700, 900, "68.4x88"),
        (900, 700, "88x68.4"),
        (90, 900, "17.6x88"),
        (900, 90, "88x17.6"),
        (612, 880, "63x88"),
        (656, 880, "63x88"),
        (657, 880, "65.7x88"),
        (880, 880, "88x88"),
        (880, 440, "88x44"),
    ):
        folder = tmp_path / f"{width}"
        sheet = {"FaceURL": "a.png", "BackURL": "", "NumWidth": 1, "NumHeight": 1}
        card = {"Name": "Card", "CardID": 100, "Nickname": "Fox", "CustomDeck": {"1": sheet}}
        save = json.dumps({"SaveName": "Foxes", "ObjectStates": [card]})
        projects.write(folder, {"save.json": save, "a.png": projects.picture(width, height)})
        made = import_project(folder / "save.json", tmp_path / f"new-{width}-{height}").folder
        assert any(f"card: {size} " in path.read_text("utf-8") for path in made.glob("*.yaml")), size
        (folder / "save.json").unlink()


def test_a_new_folder_has_the_name_of_the_project_and_is_not_the_project(tmp_path, monkeypatch):
    for folder in ("foxes", "owls.mse-set", "more/foxes", "more/owls.mse-set"):
        (tmp_path / folder).mkdir(parents=True)
    for file in ("elks.mse-set", "deck.v2.nde"):
        (tmp_path / "more" / file).touch()
    monkeypatch.chdir(tmp_path)
    for project, folder in {
        "foxes": "foxes-cards", "more/foxes": "foxes", "owls.mse-set": "owls", "more/owls.mse-set": "owls", "more/elks.mse-set": "elks",
        "more/deck.v2.nde": "deck.v2", ".": f"{tmp_path.name}",
    }.items():  # fmt: skip
        assert str(_new_folder(Path(project))) == folder


def test_a_folder_that_exists_is_left_alone_unless_it_is_to_be_overwritten(tmp_path):
    project = projects.mse(tmp_path)
    projects.write(tmp_path / "new", {"mine.txt": "keep", "cards.csv": "old"})
    with pytest.raises(CardgenError, match="E569"):
        import_project(project, tmp_path / "new")
    assert (tmp_path / "new/cards.csv").read_text() == "old"
    (tmp_path / "empty").mkdir()
    for folder, name in (
        ("2 new", "game-2-new"), ("empty", "empty"), ("\u65e5\u672c", "cards"), ("game", "game-game"), ("null", "game-null"),
        ("Theme", "game-theme"), ("x" * 60, "x" * 60), ("a " * 49 + "bc d", "game-" + "a-" * 24 + "a"),
    ):  # fmt: skip
        deck = import_project(project, tmp_path / folder).deck
        assert deck.name == f"{name}.yaml", "a game begins with a letter, and its deck is none of the files beside it"
        assert cardgen.load(deck)
    (tmp_path / "file").write_text("mine")
    with pytest.raises(CardgenError, match="E569"):
        import_project(project, tmp_path / "file")
    import_project(project, tmp_path / "new", overwrite=True)
    assert (tmp_path / "new/mine.txt").read_text() == "keep" and (tmp_path / "new/cards.csv").read_text() != "old"


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("x.zip", b"PK\x03\x04broken", "E133"),
        ("x.txt", b"only words\n", "E160"),
        ("cards.csv", b"name\nFox\n", "(?s)E160.*a list of cards needs no import"),
        ("cards.xlsx", b"PK\x03\x04", "(?s)E160.*a list of cards needs no import"),
        ("x.json", b'{"ObjectStates": [{"Name": "Custom_Dice"}]}', "E161"),
        ("x.json", b'{"ObjectStates": [', "E155"),
        ("x.rb", b"require 'squib'\nputs 1\n", "E160"),
    ],
)
def test_what_is_no_project_is_told(tmp_path, name, content, code):
    projects.write(tmp_path, {name: content})
    with pytest.raises(CardgenError, match=code):
        import_project(tmp_path / name, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def _nested(levels: int) -> str:
    """A set with values as many levels deep, which are no text below this key."""
    return "styling:\n" + "".join("\t" * level + f"k{level}:\n" for level in range(1, levels + 1))


SAVE = '{"ObjectStates": [{"CardID": 100, "CustomDeck": {"1": {}}}]}'
EXPORT = '{"formatName": "dexie", "data": {"data": [{"tableName": "cards", "rows": [{"name": "Fox"}]}]}}'


@pytest.mark.parametrize(
    ("files", "path", "tool"),
    [
        ({"a.txt": "CARDS=1\nTEXT=1,a,0,0,1,1\n[b]=c\nx\nx\nx\n"}, "", "nanDECK"),
        ({"a.txt": "CARDS=1\nTEXT=1,a,0,0,1,1\n[b]=c\nx\nx\nx\nx\n"}, "a.txt", ""),
        ({"a.NDE": "ICONS=1\n"}, "", "nanDECK"),
        ({"a.txt": "WORD=1\n"}, "a.txt", ""),
        ({"deep/a.txt": "CARDSIZE=1\n"}, "", ""),
        ({".a.txt": "CARDSIZE=1\n"}, "", ""),
        ({".git/a.rb": "Squib::Deck.new\n"}, "", ""),
        ({"1/2/3/4/5/6/a.rb": "Squib::Deck.new\n"}, "", "Squib"),
        ({"1/2/3/4/5/6/7/a.rb": "Squib::Deck.new\n"}, "", ""),
        ({"a.md": "CARDSIZE=1\n", "b.txt": "no", "c.txt": "LINK=x.csv\n"}, "", "nanDECK"),
        ({"deep/A.RB": "Squib::Deck.new\n"}, "", "Squib"),
        ({"a.rb": "include Squib\nDeck.new\n", "b.rb": "Squib"}, "", "Squib"),
        ({"a.rb": "Deck.new\n"}, "a.rb", "Squib"),
        ({"a.rb": "Deck.new\n"}, "", ""),
        ({"a.json": SAVE}, "", "Tabletop Simulator"),
        ({"a.json": SAVE.replace("ObjectStates", "Objects")}, "a.json", "E161"),
        ({"deep/a.json": SAVE}, "", ""),
        ({"a.json": "{}", "b.JSON": EXPORT}, "", "Cider"),
        ({"a.json": EXPORT.replace("dexie", "else")}, "a.json", ""),
        ({"a.json": '{"formatName": "dexie", "data": [5]}'}, "a.json", ""),
        ({"a.json": '["formatName"]'}, "a.json", ""),
        ({"a.json": '[{"CardID": 100, "CustomDeck": {"1": {}}}]'}, "a.json", "Tabletop Simulator"),
        ({"a.json": EXPORT.replace("cards", "decks")}, "a.json", "E161"),
        ({"a.json": "[]", "decks/b/cards.csv": "Name\nFox\n"}, "", "Cider"),
        ({"a.txt": "words\n", "decks/b/cards.csv": "Name\nFox\n"}, "a.txt", ""),
        ({"decks/b/cards.csv": "Name\n"}, "", "E161"),
        ({"decks/b/cards.csv": b"PK\x03\x04"}, "", "E161"),
        ({"a.json": EXPORT.replace('{"name": "Fox"}', "5")}, "a.json", "E161"),
        ({"decks/b/other.csv": "Name\nFox\n"}, "", ""),
        ({"set": "card:\n\tname: Fox\n"}, "", "Magic Set Editor"),
        ({"set": "card:\n\tname: Fox\n"}, "set", ""),
        ({"set": "card:\n"}, "", "E161"),
        ({"set": _nested(21)}, "", "E161.*in line 22"),
        ({"set": f"{_nested(20)}card:\n\tname: Fox\n"}, "", "Magic Set Editor"),
    ],
)
def test_a_project_is_that_of_the_tool_that_makes_such_files(tmp_path, files, path, tool):
    project = projects.write(tmp_path / "project", files) / path
    if tool and not tool.startswith("E"):
        assert import_project(project, tmp_path / "new").imported.tool == tool
        return
    with pytest.raises(CardgenError, match=tool or "E160"):
        import_project(project, tmp_path / "new")


def test_cards_without_pictures_have_the_size_of_the_others(tmp_path):
    projects.write(tmp_path / "project", {"a.json": SAVE})
    made = import_project(tmp_path / "project/a.json", tmp_path / "new")
    assert "    size: 63x88\n" in (made.folder / "game.yaml").read_text("utf-8")
    (card,) = rows(made)
    assert {*card} == {"name", "copies", "text", "art", "edge"}, "no back and no deck, which it does not state"


def test_cards_whose_pictures_are_missing_show_their_words():
    pictures = tabletop._face(Size(63, 88), frozenset())
    assert [type(element).__name__ for element in pictures] == ["ShapeBox", "PictureBox"]
    ground, picture, name, text = tabletop._face(Size(63, 88), frozenset({2, 5}))
    assert [ground, picture] == pictures and (picture.box, picture.source) == (FaceArea(0, 0, 63, 88), Field("art"))
    assert [(one.parts, one.cards) for one in (name, text)] == [
        ((Field("name"),), {2, 5}), ((Field("text"),), {2, 5}),
    ]  # fmt: skip
    assert name.box.y + name.box.height <= text.box.y and text.box.y + text.box.height <= 88 - 4


def test_an_archive_that_unpacks_to_too_much_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("cardgen.read.tables.package.UNPACKED_LIMIT", 2**20)
    project = projects.mse(tmp_path, more={"image2": bytes(2**20)})
    with pytest.raises(CardgenError, match="E132"):
        import_project(project, tmp_path / "new")


def test_nothing_outside_of_the_project_is_read_and_nothing_outside_of_the_new_folder_is_written(tmp_path):
    (tmp_path / "secret.png").write_bytes(projects.picture())
    names = ("../secret.png", "/etc/passwd", "art/link.png", "..\\..\\secret.png", "../../up.png")
    cards = "".join(f"card:\n\tname: {number}\n\timage: {name}\n" for number, name in enumerate(names))
    script = "".join(f'IMAGE = {number}, "{name}", 0, 0, 5, 5\n' for number, name in enumerate(names, 1))
    projects.write(
        tmp_path / "project", {"deck.txt": f"FONT=Arial,12,,#000000\nTEXT=1-5,x,0,0,5,5\n{script}", "art/x": b""}
    )
    (tmp_path / "project/art/link.png").symlink_to(tmp_path / "secret.png")
    archive = projects.mse(
        tmp_path / "set", cards, {"../../up.png": projects.picture(), "/abs.png": projects.picture()}
    )
    before = sorted(path for path in tmp_path.rglob("*"))
    for number, project in enumerate((tmp_path / "project/deck.txt", archive)):
        result = import_project(project, tmp_path / f"new{number}")
        inside = [path.relative_to(result.folder).as_posix() for path in result.folder.rglob("*") if path.is_file()]
        assert sorted(inside) == sorted(result.files) and all(".." not in name for name in inside)
        assert not any("secret" in name or "passwd" in name for name in inside)
    after = sorted(
        path
        for path in tmp_path.rglob("*")
        if not path.is_relative_to(tmp_path / "new0") and not path.is_relative_to(tmp_path / "new1")
    )
    assert after == before


def test_a_picture_of_too_many_pixels_and_a_file_that_is_none_are_left(tmp_path):
    huge = projects.picture(1, 1).replace((1).to_bytes(4, "big") * 2, (60_000).to_bytes(4, "big") * 2, 1)
    cards = "".join(f"card:\n\tname: {name}\n\timage: {name}\n" for name in ("huge", "text"))
    result = import_project(projects.mse(tmp_path, cards, {"huge": huge, "text": b"words"}), tmp_path / "new")
    assert [name for name in result.files if name.startswith("art/")] == []
    assert any("'huge'" in note for note in left(result)) and any("'text'" in note for note in left(result))


def test_words_of_a_project_are_never_read_as_a_template(tmp_path):
    words = '{{ 7 * 7 }} {% for x in y %} {# #} <card:icon/> & "quotes" \\\\ }}'
    projects.write(
        tmp_path, {"deck.txt": f"CARDSIZE=6,9\nFONT=Arial,12,,#000000\n[label]={words}\nTEXT=1,[label],0,0,100%,50%\n"}
    )
    result = import_project(tmp_path / "deck.txt", tmp_path / "new")
    assert [str(item) for item in cardgen.check(result.deck) if item.is_error] == []


LINES = st.lists(
    st.sampled_from(projects.NANDECK.splitlines() + projects.SQUIB.splitlines() + projects.MSE.splitlines())
    | st.text(max_size=30),
    max_size=25,
)


def test_a_column_may_have_a_word_of_yaml_or_of_cardgen_as_its_heading(tmp_path):
    projects.cider(tmp_path / "project")
    words = ["null", "True", "FALSE", "yes", "No", "on", "Off", "plan", "\x80"]
    projects.write(tmp_path / "project", {"decks/a/cards.csv": f"{','.join(words)}\n{'x,' * len(words)}".encode()})
    result = import_project(tmp_path / "project", tmp_path / "new")
    assert cardgen.load(result.deck)
    listed = next(result.folder.glob("*.csv")).read_text("utf-8")
    assert listed.splitlines()[1].count("x") == len(words), listed


@settings(max_examples=40)
@given(
    LINES,
    st.sampled_from(("x.txt", "x.rb", "x.json", "set", "layouts/deck.yml", "decks/a/cards.csv", "decks/a/beast.html")),
)
def test_any_text_gives_a_folder_or_a_reason(lines, name):
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        projects.squib(top / "project") if name.endswith(".yml") else projects.cider(top / "project")
        projects.write(top / "project", {name: "\n".join(lines).encode("utf-8", "replace")})
        path = top / "project" if "/" in name or name == "set" else top / "project" / name
        try:
            result = import_project(path, top / "new")
        except CardgenError as error:
            assert error.diagnostics and not (top / "new").exists()
        else:
            assert result.imported.kinds and all((result.folder / file).is_file() for file in result.files)
            assert cardgen.load(result.deck)
