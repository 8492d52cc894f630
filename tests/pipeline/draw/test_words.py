"""Texts of cards in words: icons by their names, unless the words beside them say that; languages where they change."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import things

from cardgen.geometry.units import Size
from cardgen.model.deck import LocalizedText
from cardgen.model.drawing import Drawing, split_language, spoken_in
from cardgen.model.piece import Piece
from cardgen.pipeline.draw.components import DrawnComponent
from cardgen.pipeline.draw.words import PieceWords, _lines, _plain, _says, spoken_pieces, words_of
from cardgen.plugin.components import Document, FieldInfo
from cardgen.report.source import Node, Span
from cardgen.write.page import ShownPiece
from tests.recorded import check_recorded

NAMES = {
    "heavy_infantry": "Heavy infantry",
    "shooter": "Shooter",
    "repair": "Repair",
    "special_troop": "Special troop",
    "sun": "Sun",
}
PORTUGUESE = {
    "heavy_infantry": "Infantaria pesada",
    "shooter": "Atirador",
    "repair": "Reparo",
    "special_troop": "Tropa especial",
    "sun": "Sol",
}
TEXTS = [
    "Pay {sun}.", "{sun} Pay.", "{sun}", "{sun}{sun}", "Pay {sun}{sun} and {moon}.", "Pay 2 {sun} suns.", "Pay a {sun}Sun.", "A sun {sun} shines.", "Two suns {sun}.",
    "Draw a {heavy_infantry} Monk.", "Draw a {heavy_infantry} Monk of Old Town now.", "a {shooter} Archer of stone", "{shooter} Archer draws.", "Ready. {shooter} Archer draws.",
    "{repair} Repairing takes long.", "{repair} Rebuild it: a repair is due.", "{repair} Rest. Then repair.", "Now {repair} Repair it.", "{special_troop} Special skill",
    "{special_troop} Special skill of the army", "{special_troop} Any troop.", "{special_troop} troop", "A {special_troop}\u2011Monk walks.", "the {shooter} \u2019tis odd",
    "**Pay** {sun} *now*, {sun}!", "a\nb", "a \\{b\\} c", "<b>a</b> & b", "a\u00adb", "{heavy_infantry} de Monges da Vila", "um {heavy_infantry} Monge da Vila e outro",
    "ein {shooter} Bogen", "{sun} {shooter} both", "Shooter: {shooter}", "no shooters {shooter} here", "\u201cHa\u201d {sun} Dawn", "... {sun} Dawn", "", " {sun} ", "{unknown_icon} X", "Draw.\nThen pay 2{sun}.", "{sun}2 {sun}{shooter}{shooter} Archer", "a<br>b", "{sun}\n{sun}", "{sun}\u00ad{sun}",
]  # fmt: skip


def test_texts_in_words_are_as_recorded():
    def told():
        for language, strings in (("en", NAMES), ("pt", PORTUGUESE), ("de", NAMES), ("ja", {})):
            yield f"== {language}"
            yield from (f"{text!r}: {_plain(text, language=language, strings=strings)!r}" for text in TEXTS)

    check_recorded(Path(__file__).with_name("words.txt"), told())


def test_icons_beside_each_other_and_lines_are_words_of_their_own():
    for text, words in (
        ("Draw.\nThen pay 2{sun}{sun}.", "Draw. Then pay 2 Sun Sun."),
        ("{sun}{shooter}3", "Sun Shooter 3"),
    ):
        assert _plain(text, language="en", strings=NAMES) == words


def test_a_piece_in_words_is_sentences_with_the_language_where_it_changes():
    assert PieceWords("").text == ""
    piece = PieceWords("Bread", "Food", (("Cost", "2"), ("Sold", "yes!")), ("It is warm.", "Eat: it"), "A loaf")
    assert piece.text == "Bread. Food. Cost: 2. Sold: yes! It is warm. Eat: it. A loaf."
    pao, brot = spoken_in("pt-BR", "pão"), spoken_in("de", "Brot?")
    assert (
        PieceWords("Bread", texts=(pao, brot, "warm", "new"), language="en").text
        == f"Bread. {pao}. {brot} {spoken_in('en', 'warm.')} new."
    )
    assert PieceWords("Bread", texts=(pao,), picture="Loaf").text == f"Bread. {pao}. Loaf."


def test_a_piece_without_a_name_is_called_like_its_kind_and_a_back_is_read_if_it_is_its_own():
    face, back = (Drawing(Size(9, 9), 0, (), words=words) for words in ("Big\nThe mat", "Turn me"))
    pieces = Piece("mat", "mat", "mat", face, back, 1), Piece("mat", "a", "{sun} Ann", face, None, 1)
    deck = SimpleNamespace(node=Node({}, Span("deck.yaml")))
    project = SimpleNamespace(deck=deck, renderer=SimpleNamespace(language="en"), strings=NAMES)

    def told(**changes):
        part = DrawnComponent(replace(things.MAT, **changes), "The mat", pieces)
        return [(one.name, one.texts, one.behind) for one in words_of(part, project)]

    assert told() == [("The mat", ("Big",), ()), ("Sun Ann", ("Big", "The mat"), ())]
    assert [behind for _, _, behind in told(duplex="two-sided")] == [("Turn me",), ()]


def test_the_first_piece_of_a_look_is_read_out_and_a_back_once_for_its_kind():
    """A stock face is read by its fields, another one by what is written on it, without its name."""
    dawn, dusk, mat = (Drawing(Size(9, 9), 0, (), words=words) for words in ("DAWN\nIt {sun}.", "Dusk\nlate", "Mat"))
    back, own = (Drawing(Size(9, 9), 1, (), words=words) for words in ("Rear", "Turn me"))
    data = {"name": "Dawn", "text": "It {sun}."}
    pieces = [
        Piece("cards", "dawn", "Dawn", dawn, back, 1, data=data),
        Piece("cards", "noon", "Noon", dawn, back, 1, data={"name": "Noon", "text": "other"}),
        Piece("cards", "dusk", "Dusk", dusk, None, 1, data={"name": "Dusk", "text": "hidden", "face": "mine.svg"}),
    ]
    mats = Piece("mat", "mat", "Mat", mat, own, 1), Piece("mat", "two", "Two", mat, back, 1)
    deck = SimpleNamespace(node=Node({}, Span("deck.yaml")))
    strings = {**NAMES, "back_of": "Back of {title}"}
    project = SimpleNamespace(deck=deck, renderer=SimpleNamespace(language="en"), strings=strings)
    cards = replace(things.CARDS, face="stock/classic.svg.j2")

    def told(**changes):
        parts = [(replace(cards, **changes), "Cards", pieces), (replace(things.MAT, duplex="two-sided"), "Mats", mats)]
        found = spoken_pieces(project, [DrawnComponent(kind, title, (*own,)) for kind, title, own in parts])
        return [found[side] for side in (dawn, back, dusk, mat, own)]

    read = [
        ShownPiece("Dawn", "Dawn. It Sun."),
        ShownPiece("Back of Cards", "", is_back=True),
        ShownPiece("Dusk", "Dusk. late."),
        ShownPiece("Mat", "Mat."),
        ShownPiece("Back of Mats", "Back of Mats. Turn me.", is_back=True),
    ]
    assert told() == read
    for changes in ({"face": "mine.svg.j2"}, {"made": lambda *_: ()}):
        assert told(**changes) == read, "the words of the first face are those of its fields"
    pieces[0] = replace(pieces[0], data={"name": "Dawn", "text": "unlike its face"})
    assert told()[0].words == "Dawn. unlike its face."
    for changes in ({"face": "mine.svg.j2"}, {"made": lambda *_: ()}):
        assert told(**changes) == read


def test_a_card_of_a_stock_face_says_all_that_its_face_has_places_for():
    """Its type and suit, its numbers and short values with their titles, then words, texts, credits and the picture."""
    fields = tuple(
        FieldInfo(name, LocalizedText({"en": title}), type)
        for name, title, type in (
            ("speed", "Speed", "integer"),
            ("home", "Home", "text"),
            ("swift", "Swift", "boolean"),
        )
    )
    kind = replace(things.CARDS, face="stock/classic.svg.j2", fields=fields)
    data = {
        "name": "Owl",
        "type": "Bird",
        "cost": 3,
        "speed": 7,
        "home": "Oak",
        "swift": True,
        "tags": ("night", "{sun}"),
        "text": "It flies.",
        "flavor": "Hoo.",
        "artist": "Ann",
        "alt": "An {sun} owl",
        "suit": "",
        "rank": "",
    }
    deck = SimpleNamespace(node=Node({}, Span("deck.yaml")))
    project = SimpleNamespace(deck=deck, renderer=SimpleNamespace(language="en"), strings=NAMES)

    def told(**more):
        piece = Piece("cards", "owl", "Owl", Drawing(Size(9, 9), 0, ()), None, 1, data=data | more)
        (words,) = words_of(DrawnComponent(kind, "Cards", (piece,)), project)
        return words

    owl = told()
    assert owl == PieceWords(
        "Owl",
        "Bird",
        (("Cost", "3"), ("Speed", "7"), ("Home", "Oak")),
        ("Swift, Night, Sun", "It flies.", "Hoo.", "Ann"),
        "An Sun owl",
        language="en",
    )
    wins = {
        "on_win": "Draw a card from the pile of another player.",
        "on_loss": "Lose two cards, then draw as many as are left.",
    }
    assert told(**wins).texts[2:4] == tuple(
        f"{name.replace('_', ' ').capitalize()}: {words}" for name, words in wins.items()
    )
    playing = [told(suit="hearts", rank=rank).type for rank in (11, "A", "10")]
    assert [type.partition(", ")[2] for type in playing] == ["J hearts", "A hearts", "10 hearts"]
    assert [
        *words_of(
            DrawnComponent(Document("rules", "r.md"), "Rules", pages=(Drawing(Size(9, 9), 0, (), words="a"),)), project
        )
    ] == []


def test_single_signs_of_a_side_share_a_line():
    def lines(words):
        side = SimpleNamespace(words=words)
        return [*_lines(side, partial(_plain, language="en", strings=NAMES))]

    assert lines("A\n\n10\n\nDawn\nK\n\nK") == ["A, 10", "Dawn", "K"]
    assert lines("\n \n") == []
    assert lines(f"abc\n{spoken_in('pt', 'pão')}\nde") == ["abc", spoken_in("pt", "pão"), "de"]
    assert lines("\n".join(spoken_in(code, "ein {shooter} Bogen") for code in ("de", "en"))) == [
        spoken_in("de", "ein Bogen (Shooter)"),
        "ein Bogen (shooter)",
    ]


def test_words_have_the_code_of_a_language_or_none():
    for language, words in (("pt-BR", "pão"), ("", "pão"), ("de", ""), ("", ""), ("en", "a\nb")):
        assert split_language(spoken_in(language, words)) == ((language if words else ""), words)


def test_two_labels_that_share_a_short_word_say_different_things():
    for words, is_said in (("New day", False), ("New dawn", True), ("The new dawn", False)):
        name = "Old dawn" if "dawn" in words else "Old day"
        assert _says(words, name, is_mark=True) is is_said, words
