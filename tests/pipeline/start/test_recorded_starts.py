"""What is guessed of lists, the files that a new game or deck begins with, and what is refused, whole."""

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import openpyxl
import yaml
from pydantic import BaseModel, Field

from cardgen.model.deck import LocalizedText
from cardgen.pipeline.start import new_game, schema_sample
from cardgen.pipeline.start.guess_fields import _text, _type_of, guess_lists
from cardgen.pipeline.start.new_game import make_new
from cardgen.pipeline.start.plan import NewOptions, make_plan
from cardgen.pipeline.start.schema_sample import sample_deck
from cardgen.pipeline.start.words import as_csv, as_yaml, word_in, yaml_words
from cardgen.pipeline.start.write_folder import write_folder
from cardgen.plugin.schema import IS_PICTURE
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError
from cardgen.yaml_loader import LOADER
from tests.recorded import check_recorded
from tests.toy import GAME as TOY

HEADS = "id,Name,Name.pt,Type,Tint,Level,Speed,Alive,Portrait,Sort,Pair,Long,Bold,Line,Mark,Empty,Rules,Notes,Back,Card Art\n"
ROWS = [
    "b7,Bear,Urso,Beast,#aa5500,4,1.5,yes,a.png,red,a,{},x,one,a/b,,Growl.,n,,bear.png",
    ",Wolf,Lobo,Beast,#AABBCC,+3,-2,No,b.JPG,blue,b,short,**y**,\"two\nlines\",c,,Howl.,n,,",
    ",Elk,Alce,,#996633,2.0,\"3,5\",TRUE,,red,a,short,z,three,d,,Run.,,,",
]  # fmt: skip
TABLES = {
    "all.csv": HEADS + "\n".join(ROWS).format("x" * 61) + "\n",
    "choices.csv": "Name,Hue,Few,One,Wide\n" + "".join(
        f"C{at},{'red' if at % 2 else 'blue'},{at // 3},same,{'y' * 25 if at % 2 else 'z'}\n" for at in range(6)
    ),
    "languages.csv": "Name,Name.pt,Text.pt,Text.de,Hint.fr\nA,B,c,d,e\n",
    "titles.csv": "Title,Title.pt,Cost,Cost.de,Sketch\nA,B,1,2,a.png\n",
    "late.csv": "My cards,,\nName,Cost,Notes\nOld Bell,1,\n,2,x\n",
    "short.csv": "Cost,Name,Crew\n1\n2,Sloop\n",
    "bare.csv": "Cost,Name\n",
    "several.json": '{"sea ships": [{"name": "Dory", "fast": true}], "Sea-Ships": [{"name": "Moby", "fast": false}], "7": [{"name": "Tug"}]}',
}  # fmt: skip
WAYS: dict[str, NewOptions] = {
    "harbour": NewOptions(),
    "My Ärea-2": NewOptions(kinds=("ships", "old-ports", "cards"), languages=("en", "pt"), size="50x70", look="text"),
    "deck": NewOptions(game="cards", languages=("pt",), size="tarot"),
    "wild": NewOptions(source=Path("all.csv")),
    "beasts": NewOptions(source=Path("all.csv"), kinds=("beasts",)),
    "hues": NewOptions(source=Path("choices.csv"), kinds=("hues",), languages=("fr",)),
    "late": NewOptions(source=Path("late.csv"), game="cards"),
    "duel": NewOptions(rules=True),
    "fleet": NewOptions(source=Path("several.json"), kinds=("boats",)),
    "fleets": NewOptions(source=Path("several.json")),
    "toy-deck": NewOptions(game="toy"),
}
REFUSED: dict[str, NewOptions] = {
    "42": NewOptions(), "a" * 61: NewOptions(), "cards": NewOptions(), "a1": NewOptions(game="carts"), "a2": NewOptions(look="texts", example="elfs"),
    "a3": NewOptions(size="pokker", languages=("english", "en", "x")), "a4": NewOptions(kinds=("Ships!", "ports", "ports", "tokens")),
    "a5": NewOptions(kinds=("ships",), game="cards"), "a6": NewOptions(source=Path("none.csv")), "a7": NewOptions(source=Path("none.txt")),
    "a8": NewOptions(source=Path("all.csv"), game="attack-the-tower", languages=("de", "pt")), "a9": NewOptions(source=Path("all.csv"), kinds=("a", "b")),
    "b6": NewOptions(source=Path("bare.csv")), "b1": NewOptions(rules=True, kinds=("a",)), "b2": NewOptions(rules=True, languages=("pt",)), "b3": NewOptions(rules=True, game="cards"),
    "b4": NewOptions(rules=True, source=Path("all.csv")), "b5": NewOptions(source=Path("-")), "full": NewOptions(), "all.csv": NewOptions(),
}  # fmt: skip


def stated(text: str) -> str:
    """The text of a YAML file without its comments and blank lines."""
    lines = (re.sub(r"(^|\s+)#.*", "", line) for line in text.split("\n"))
    return "\n".join(f"  {line}" for line in lines if line)


def test_lists_and_new_folders_are_as_recorded(toy_game, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in TABLES.items():
        Path(name).write_text(text, "utf-8")
    found = []
    for name in TABLES:
        for one in guess_lists(Path(name)) if name != "bare.csv" else ():
            found.append(f"== guess {name}: {one.sheet!r} {one.languages} {one.first!r}")
            found += [
                f"  {field.name} {field.type} {field.is_optional} {field.choices} {field.header!r} {field.is_known}"
                for field in one.fields
            ]
    for name, options in WAYS.items():
        result = make_new(Path(name), options)
        found.append(f"== new {name}: {result.files} {result.deck.name} {result.first_card!r}")
        found += [f"  {item}" for item in result.problems]
        for file in result.files:
            if file.endswith(".yaml"):
                found += [f"= {file}", stated((result.folder / file).read_text("utf-8"))]
    Path("full").mkdir()
    Path("full/notes.txt").touch()
    for name, options in REFUSED.items():
        found.append(f"== refused {name}")
        try:
            make_new(Path(name), options)
            found.append("  made")
        except CardgenError as error:
            found += [f"  {item}; expected {item.expected[:50]} {[*item.hints]}" for item in error.diagnostics]
    check_recorded(Path(__file__).with_name("starts.txt"), found)


class Part(BaseModel):
    name: str | None = None
    size: Annotated[int, Field(ge=3)]
    weight: Annotated[float, Field(ge=0.5)]
    kind: Literal["big", "small"]
    is_new: bool
    note: str = ""
    picture: Annotated[str, IS_PICTURE]
    ink: Annotated[str, Field(pattern="^#[0-9a-f]{6}$")]
    other: Annotated[str, Field(pattern="^#[0-9a-f]{6}$")]
    slug: Annotated[str, Field(pattern="^[a-z]+$")]
    title_text: LocalizedText
    pair: tuple[int, str]


class Sample(BaseModel):
    game: str
    title: str
    name: str
    usual: int = 3
    parts: Annotated[tuple[Part, ...], Field(description="The  parts\nof it.")] = ()
    more: tuple[Part, ...] | None = None
    numbers: tuple[int, ...] = ()
    wanted: tuple[int, ...]
    part: Part
    choices: dict[str, int]
    ratio: Annotated[float, Field(description="A ratio.")]


def test_a_deck_from_a_schema_states_what_is_needed(monkeypatch):
    monkeypatch.setattr(schema_sample, "deck_model", lambda _: Sample)
    part = (
        '{name: Name, size: 3, weight: 1.0, kind: big, is_new: false, picture: "placeholder:first", ink: "#1c2529", other: "#1f5673",'
        ' slug: first, title_text: "Title text", pair: [1, Pair]}'
    )
    inside = part[1:-1].replace("pair: [1, Pair]", "pair:[1,Pair]").split(", ")
    lines = [line.replace("pair:[1,Pair]", "pair: [1, Pair]") for line in inside]
    assert sample_deck(TOY, 'A "moón"').split("\n")[2:] == [
        "game: toy", 'title: "A \\"moón\\""', 'name: "A \\"moón\\""', "parts: # The parts of it.", f"  - {part}", "more:", f"  - {part}",
        "wanted: [1]", "part:", *(f"  {line}" for line in lines), "choices: {}", "ratio: 1.0 # A ratio.", "",
    ]  # fmt: skip


def test_text_is_written_so_that_every_reader_of_yaml_reads_the_same_text():
    texts = [
        "Ship", "Old Ship", "no", "No", "YES", "On", "off", "Null", "None", "True", "y", "N", "3", "2026-01-02", "1.5", "", " a", "a ", "a: b", "a #b",
        "- a", "a-b", "don't", "don\u2019t", "\u00c4rger", "{a}", "[a]", "*a", "&a", "!a", "a, b", "100%", "a\nb", 'a "b"', "a\\b", "Wind & Rain", "a/b (c) d?", "_a",
    ]  # fmt: skip
    for text in texts:
        assert yaml.load(f"key: {as_yaml(text)}\n", LOADER) == {"key": text}, text
    assert [as_yaml(text) for text in ("Ship", "Old Ship", "don\u2019t", "Wind & Rain", "a/b (c) d?")] == ["Ship", "Old Ship", "don\u2019t", "Wind & Rain", "a/b (c) d?"]  # fmt: skip
    for text in [*texts, None]:
        (row,) = csv.reader(io.StringIO(f"{as_csv(text)},x\n"))
        assert row == [text or "", "x"]
    assert [as_csv(text) for text in ("Ship", "a b'c", "a;b", 'a "b"', "a,b", "a\nb")] == [
        "Ship",
        "a b'c",
        "a;b",
        '"a ""b"""',
        '"a,b"',
        '"a\nb"',
    ]


def test_words_are_written_in_the_languages_of_the_deck():
    texts = {"en": "Ships", "pt": "Navios", "de": "Schiffe: 3"}
    assert yaml_words(("pt",))(texts) == "Navios"
    assert yaml_words(("pt-BR", "de"))(texts) == '{pt-BR: Navios, de: "Schiffe: 3"}'
    assert yaml_words(("fr", "it"))(texts) == "Ships"  # English stands in for both
    long = {"en": "a" * 50, "pt": "b" * 50}
    line = f"{{en: {'a' * 50}, pt: {'b' * 50}}}"
    assert len(line) == 112 and yaml_words(("en", "pt"))(long, 2) == f"\n  en: {'a' * 50}\n  pt: {'b' * 50}"
    assert yaml_words(("en", "pt"))(long) == line
    assert yaml_words(("en", "pt"))({"en": "a" * 49, "pt": "b" * 49}, 2).startswith("{")
    assert word_in(texts, "pt-BR") == word_in(texts, "pt") == "Navios" and word_in(texts, "xx") == "Ships"


def test_files_of_a_folder_are_replaced_by_text_bytes_and_other_files(tmp_path):
    (tmp_path / "source.bin").write_bytes(b"\0\1")
    files = {"a.txt": "\u00e9", "in/b.bin": b"\2", "c.bin": tmp_path / "source.bin"}
    for own in ({}, {"mine": b""}):
        write_folder(tmp_path / "made", files)
        found = {
            path.relative_to(tmp_path / "made").as_posix(): path.read_bytes()
            for path in (tmp_path / "made").rglob("*")
            if path.is_file()
        }
        assert found == {"a.txt": "\u00e9".encode(), "in/b.bin": b"\2", "c.bin": b"\0\1", **own}
        (tmp_path / "made" / "mine").touch()
        (tmp_path / "made" / "a.txt").write_text("old")


def test_every_kind_begins_with_a_card_and_a_name_is_not_too_long(tmp_path):
    kinds = tuple(f"kind-{number}" for number in range(30))
    assert all(kind.list for kind in make_plan("a", "A", NewOptions(kinds=kinds)).kinds)
    for length, codes in ((60, []), (61, ["E569"])):
        found = Collector()
        new_game._check(tmp_path / ("a" * length), "a" * length, NewOptions(), found)
        assert [item.code for item in found.items] == codes
    found = Collector()
    new_game._check(tmp_path / "cards", "cards", NewOptions(game="cards"), found)
    assert found.items == [], "a deck may be named like its game"


def test_a_look_that_is_asked_for_goes_before_that_of_the_list(tmp_path):
    (tmp_path / "prompts.csv").write_text("text\nWhat would you never lend to a friend?\nWhere would you go?\n")
    looks = [make_plan("a", "A", NewOptions(source=tmp_path / "prompts.csv", look=look)).look for look in ("", "tarot")]
    assert looks == ["text", "tarot"]


def test_the_only_worksheet_of_a_workbook_is_the_list_of_its_deck(tmp_path):
    book = openpyxl.Workbook()
    book.active.title = "Ships"
    for row in (("name", "crew"), ("Dory", 3)):
        book.active.append(row)
    book.save(tmp_path / "fleet#1.xlsx")
    for kinds, name in (((), "cards"), (("boats",), "boats")):
        (kind,) = make_plan("a", "A", NewOptions(source=tmp_path / "fleet#1.xlsx", kinds=kinds)).kinds
        assert (kind.name, kind.list) == (name, "fleet-1.xlsx")


def test_the_languages_of_a_deck_are_those_of_all_its_lists_unless_they_are_stated(tmp_path):
    ships = (("a", "Dory", "pt"), ("b", "Moby", "de"), ("c", "Tug", "pt"))
    lists = {name: [{"name": ship, f"name.{code}": ship}] for name, ship, code in ships}
    (tmp_path / "ships.json").write_text(json.dumps(lists))
    for stated, languages in (((), ("en", "pt", "de")), (("pt",), ("pt",))):
        plan = make_plan("a", "A", NewOptions(source=tmp_path / "ships.json", languages=stated))
        assert (tuple(plan.languages), [kind.name for kind in plan.kinds]) == (languages, ["a", "b", "c"])
        assert plan.first_card == "dory"  # of which the comments tell
    (tmp_path / "ships.json").write_text('[{"cost": 3}]')
    assert make_plan("a", "A", NewOptions(source=tmp_path / "ships.json")).first_card == "cards-1"


def test_a_deck_of_a_game_begins_with_its_example_or_with_what_its_schema_needs(tmp_path):
    (tmp_path / "suns.yaml").write_text("game: toy\ntitle: Suns\n# title: no\nart: a/sun.svg\nother: a/none.svg\n")
    (tmp_path / "a").mkdir()
    (tmp_path / "a/sun.svg").touch()
    plan = make_plan("moons", "My: moons", NewOptions())
    for name, files in (("suns.yaml", ["moons.yaml", "a/sun.svg"]), ("none.yaml", ["moons.yaml"])):
        made = dict(new_game._files(plan, replace(TOY, example=tmp_path / name), "new"))
        assert [*made] == files
        assert made["moons.yaml"].count('title: "My: moons"\n') == 1


def test_cells_have_the_narrowest_type_of_all_and_few_short_words_are_a_choice():
    words = [f"w{at}" for at in range(9)]
    for texts, kind in (
        ([], "text"), (["yes", "No", "TRUE"], "boolean"), (["1", "yes"], "text"), (["1", "-2", "+3", "4.0"], "integer"), (["1", "2.5"], "number"), (["3,5"], "number"), (["1", "x"], "text"),
        (["#aabbcc", "#AABBCC"], "color"), (["#abc"], "text"), (["a.png", "b/c.JPG"], "picture"), (["a.png", "b"], "text"), (["x" * 60] * 9, "text"), (["x" * 61, "a"], "rich"),
        (["**a**"], "rich"), (["Pay {sun}."], "rich"), (["a\nb"], "rich"), (words[:8] * 3, "choice"), (words[:8] * 3 + ["w0"], "choice"), (words[:8] * 2 + words[:7], "text"), (words * 3, "text"),
        (["a", "b"] * 3, "choice"), (["a", "b"] * 2, "text"), (["a"] * 9, "text"), (["a" * 24, "b"] * 3, "choice"), (["a" * 25, "b"] * 3, "text"), (["a/b", "c"] * 3, "text"),
    ):  # fmt: skip
        assert _type_of(texts) == kind, texts


def test_headings_name_the_languages_and_english_is_that_of_a_name_without_one(tmp_path):
    for heads, languages in (
        ("Name,Name.pt", ("en", "pt")), ("Name,Name.en,Name.pt", ("en", "pt")), ("Name.pt,Text.pt", ("pt",)), ("Name,Text.pt,Hint.pt", ("en", "pt")), ("Text,Name.de", ("de",)),
        ("Name,Text.pt", ()), ("Name.pt,Name.de,Text", ("pt", "de")), ("Name", ()), ("Title,Title.pt,Text.de", ("en", "pt")),
    ):  # fmt: skip
        (tmp_path / "a.csv").write_text(f"{heads}\n{','.join('a' for _ in heads.split(','))}\n", "utf-8")
        assert guess_lists(tmp_path / "a.csv")[0].languages == languages, heads


def test_numbers_of_a_worksheet_are_read_as_they_are_shown(tmp_path):
    book = openpyxl.Workbook()
    for row in (["Id", "Name", "Whole", "Half", "Gap"], [7.0, "Bear", 2.0, 2.5, None], [8, "Wolf", 3, 4, None]):
        book.active.append(row)
    book.save(tmp_path / "a.xlsx")
    assert [_text(cell) for cell in (7.0, 7.5, 7, " a ", True)] == ["7", "7.5", "7", "a", "True"]
    (found,) = guess_lists(tmp_path / "a.xlsx")
    fields = [(field.name, field.type, field.is_optional) for field in found.fields]
    assert (found.first, fields) == (
        "7",
        [("whole", "integer", False), ("half", "number", False), ("gap", "text", True)],
    )
