"""Which fields a face is said to leave out: a table of values beside the words that are drawn."""

from types import SimpleNamespace

import things
from write.samples import drawing, text

from cardgen.geometry.units import Rect, Size
from cardgen.model.deck import PictureReference
from cardgen.model.drawing import Artwork, PlacedArtwork, View
from cardgen.model.piece import Piece, Place
from cardgen.pipeline.draw import unused_columns
from cardgen.pipeline.draw.unused_columns import note_unused_columns
from cardgen.plugin.components import FieldInfo
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector, FaceSpot
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import RowNode, TableColumn

FIELDS = tuple(
    FieldInfo(name, name.title(), type, printed=name != "hidden")
    for name, type in (("words", "text"), ("cost", "number"), ("tags", "list"), ("rank", "text"), ("hidden", "text"), ("kind", "choice"))
)  # fmt: skip
OWN, STOCK = {"face": "own.svg.j2"}, {"face": "stock/none.face.yaml"}
CASES = [
    ("words: Draw two cards now", "Draw two", OWN, []), ("words: Draw two cards", "Draw", OWN, ["words"]), ("words: Pay {sun} <b>now</b>", "pay", OWN, []),
    ("words: moon", "moonlight", OWN, []), ("words: Bo K.", "Look about", OWN, ["words"]), ("words: Bo K.", "Bo", OWN, []), ("words: '12'", "312", OWN, ["words"]), ("cost: 12", "Pay 12!", OWN, []), ("cost: 2.50", "2.5", OWN, []), ("cost: 2.5", "25", OWN, ["cost"]), ("cost: 2.0", "2", OWN, []),
    ("words: {en: Fish, pt: Peixe}", "Peixe", OWN, []), ("words: {en: Fish, pt: Peixe}", "Fish", OWN, ["words"]), ("words: {en: Fish}", "Fish", OWN, []), ("words: {en: Fish}", "Peixe", OWN, ["words"]),
    ("words: [one, two, three]", "one two", OWN, []), ("words: art/moby dick.PNG", "", OWN, []), ("words: 'https://a.b/c'", "", OWN, []), ("words: '#a1b2c3'", "", OWN, []), ("words: '---'", "", OWN, []),
    ("words: null", "", OWN, []), ("cost: true", "", OWN, []), ("tags: [big]", "", OWN, []), ("kind: big", "", OWN, []), ("rank: 11", "J", OWN, []), ("words: 11", "J", OWN, ["words"]), ("rank: 10", "J", OWN, ["rank"]),
    ("hidden: Draw", "", OWN, []), ("other: Draw", "", OWN, []), ("other: Draw", "", STOCK, ["other"]), ("icon: sun", "", STOCK, []), ("notes: Draw", "", STOCK, []),
    ("place: here", "", STOCK, ["place"]), ("place: here", "", STOCK | {"place": Place(0, 0)}, []), ("words: Draw", "", OWN | {"back": "Draw"}, []), ("words: Draw", "", STOCK | {"back": "Draw"}, ["words"]),
    ("{face: a.svg.j2, words: Draw}", "", OWN, []), ("just words", "", OWN, []), ("{other: Draw, words: Draw}", "", STOCK, ["words", "other"]),
]  # fmt: skip


def told(tmp_path, values, words="", *, look="", pieces=None, columns=None, game=None, styles=None, **kind):
    """What is reported of some cards."""
    (tmp_path / "deck.yaml").write_text("cards:\n" + "".join(f"  - {value}\n" for value in values))
    node = load_yaml(tmp_path / "deck.yaml", Collector(), "deck.yaml")
    assert node, values
    if columns:
        listed = node.value["cards"].value
        listed[:] = [RowNode(row.value, row.span, columns=columns) for row in listed]
    back = kind.pop("back", "")
    face = drawing(text(words), size=Size(40, 50))
    made = [
        Piece("cards", f"c{at}", f"C{at}", face, drawing(text(back)) if back else None, 1, path=("cards", at))
        for at in range(len(values))
    ]
    project = SimpleNamespace(
        deck=SimpleNamespace(node=node, data=SimpleNamespace(look=look)),
        game=game,
        renderer=SimpleNamespace(language="pt", styles=styles),
    )
    found = Collector()
    described = things.kind("cards", 40, 50, role="card", fields=FIELDS)
    for name, value in kind.items():
        object.__setattr__(described, name, value)
    note_unused_columns(described, pieces(made) if pieces else made, project, found)
    return found.items


def test_a_field_is_left_out_if_most_of_its_words_are(tmp_path, monkeypatch):
    monkeypatch.setattr(unused_columns, "looks_of", lambda _game: [])
    for value, words, kind, expected in CASES:
        items = told(tmp_path, [value], words, **kind)
        assert [item.message.split("'")[1] for item in items] == expected, (value, words, kind)


def test_an_icon_is_drawn_if_its_longest_path_is():
    def is_shown(drawn, icon):
        def found(_name):
            if icon is None:
                raise UnlocatedError("E124", "there is none")
            return SimpleNamespace(document=lambda _color: icon)

        project = SimpleNamespace(renderer=SimpleNamespace(pictures=SimpleNamespace(icon=found)))
        item = PlacedArtwork(Artwork(f"<svg>{drawn}</svg>", Size(9, 9)), Rect(0, 0, 9, 9))
        return unused_columns._is_icon_shown(SimpleNamespace(value="sun"), [item], project)

    icon = '<svg><path d="M0 0"/><path d="M0 0L9 9Z"/></svg>'
    for drawn, stated, shown in (
        ('<path d="M0 0"/>', icon, False), ('<path d="M0 0L9 9Z"/>', icon, True), ("", "<svg><circle r='3'/></svg>", True), ("", None, True),
    ):  # fmt: skip
        assert is_shown(drawn, stated) is shown, (drawn, stated)


def test_it_is_told_once_with_the_cards_and_what_helps(tmp_path, monkeypatch):
    monkeypatch.setattr(unused_columns, "looks_of", lambda _game: ["classic", "text"])
    for count, names in ((3, "'C0', 'C1', 'C2'"), (4, "'C0', 'C1', 'C2' and 1 more")):
        (item,) = told(tmp_path, ["words: Draw"] * count, **OWN)
        assert (item.message, item.span.line, item.spot) == (
            f"the face of cards does not show field 'words', of {names}", 2, FaceSpot("cards/c0", False, (0, 0, 40, 50))
        )  # fmt: skip
        assert item.hints == ("show it in the template, or state 'printed: no' of the field in game.yaml",)
    (item,) = told(tmp_path, ["words: Draw"], look="text", columns={"words": TableColumn("The Words", 1)}, **STOCK)
    assert item.message == "look 'text' does not show column 'The Words', of 'C0'"
    assert item.hints == ("choose another look, or begin the heading with '#' if it is not for print",)
    (item,) = told(tmp_path, ["words: Draw"], role="token", **STOCK)
    assert item.hints == ("give the kind a face that shows it, or state 'printed: no' of the field in game.yaml",)


def test_what_is_drawn_in_part_and_what_states_nothing_itself_is_no_matter(tmp_path, monkeypatch):
    monkeypatch.setattr(unused_columns, "looks_of", lambda _game: [])

    def without_path(pieces):
        for piece in pieces:
            object.__setattr__(piece, "path", ())
        return pieces

    def cut(pieces):
        for piece in pieces:
            object.__setattr__(
                piece,
                "face",
                drawing(
                    View(
                        Rect(0, 0, 9, 9), (PlacedArtwork(Artwork("<svg/>", Size(9, 9)), Rect(0, 0, 9, 9)), text("Draw"))
                    )
                ),
            )
        return pieces

    assert [len(told(tmp_path, ["words: Two cards"], pieces=each, **STOCK)) for each in (None, without_path, cut)] == [
        1,
        0,
        0,
    ]


FORMS = [  # values, what the card holds, what the stock face draws, what is drawn, and which of them are left out
    ("{art: a, b: c}", {"art": PictureReference("a.png"), "b": PictureReference("c.png")}, "part: art parts.pictures", "", []),
    ("{art: a, b: c}", {"art": PictureReference("a.png"), "b": PictureReference("c.png")}, "part: art", "", ["b"]),
    ("{art: a}", {"art": PictureReference("a.png")}, "parts.pictures", "", ["art"]), ("{art: a}", {"art": PictureReference("a.png")}, "", "", []),
    ("{tint: '#AABBCC', b: '#112233'}", {"tint": "#AABBCC ", "b": "#112233"}, "parts.colors over: parts.colors", "#aabbcc #112233", []),
    ("{tint: '#AABBCC', b: '#112233'}", {"tint": "#AABBCC", "b": "#112233"}, "parts.colors", "#aabbcc #112233", ["b"]),
    ("{tint: '#AABBCC'}", {"tint": "#AABBCC"}, "parts.colors", "#aabbcd", ["tint"]), ("{tint: '#AABBCC'}", {"tint": "#AABBCC"}, "other", "#aabbcc", ["tint"]), ("{tint: '#AABBCC'}", {"tint": "#AABBCC"}, "", "", []),
    ("{swift_one: true}", {"swift_one": True}, "some face", "", ["swift_one"]), ("{swift_one: true}", {"swift_one": True}, "", "", []), ("{swift_one: false}", {"swift_one": False}, "some face", "", []),
]  # fmt: skip


def test_pictures_colors_and_what_only_is_are_shown_if_the_stock_face_has_a_place_for_them(tmp_path, monkeypatch):
    monkeypatch.setattr(unused_columns, "looks_of", lambda _game: [])
    monkeypatch.setattr(unused_columns, "readable_on", lambda _paper, color: color)
    styles = SimpleNamespace(color=lambda _name: "#ffffff")
    for values, data, stock, drawn, expected in FORMS:
        monkeypatch.setattr(unused_columns, "_stock_face", lambda _name, stock=stock: stock)

        def with_data(pieces, data=data, drawn=drawn):
            item = PlacedArtwork(Artwork(f"<svg>{drawn}</svg>", Size(9, 9)), Rect(0, 0, 9, 9))
            for piece in pieces:
                object.__setattr__(piece, "data", data)
                object.__setattr__(piece, "face", drawing(item))
            return pieces

        items = told(tmp_path, [values], pieces=with_data, styles=styles, **STOCK)
        assert [item.message.split("'")[1] for item in items] == expected, (values, stock, drawn)


def test_a_field_that_a_kind_states_is_one_and_a_column_without_a_heading_is_called_by_its_key(tmp_path, monkeypatch):
    monkeypatch.setattr(unused_columns, "looks_of", lambda _game: [])
    place = FieldInfo("place", "Place", "text")
    (item,) = told(tmp_path, ["place: here"], fields=(place,), **STOCK, place=Place(0, 0))
    assert "'place'" in item.message
    (item,) = told(tmp_path, ["words: Draw"], columns={"other": TableColumn("Other", 1)}, **STOCK)
    assert "column 'words'" in item.message
    game = SimpleNamespace(languages=("en", "pt"))
    for values, data, expected in (  # of a game in Python, which states no fields
        ("{a: {en: Fish, pt: Peixe}}", {"a": "Peixe"}, ["a"]), ("{a: {en: Fish, it: Pesce}}", {"a": "Pesce"}, []), ("{a: {en: Fish}}", {"a": ("Fish",)}, []), ("{a: Fish}", {"a": "Fish"}, []),
    ):  # fmt: skip

        def with_data(pieces, data=data):
            for piece in pieces:
                object.__setattr__(piece, "data", data)
            return pieces

        items = told(tmp_path, [values], pieces=with_data, fields=(), game=game, **OWN)
        assert [item.message.split("'")[1] for item in items] == expected, values
