"""A list without a deck file: its look is guessed from its columns, and told with all else that was understood."""

from pathlib import Path
from types import SimpleNamespace
from typing import Literal

import pytest
from PIL import Image

from cardgen import BuildOptions, build
from cardgen.pipeline.open import look
from cardgen.pipeline.open.guess_look import guess_look, is_numbered, texts_by_key, type_of
from cardgen.pipeline.open.list_summary import summarize
from cardgen.pipeline.open.load import load_deck
from cardgen.pipeline.open.project import open_deck
from cardgen.pipeline.options import DeckOptions
from cardgen.pipeline.start.new_game import make_new
from cardgen.pipeline.start.plan import NewOptions
from cardgen.report.diagnostics import Collector, Diagnostic
from cardgen.report.source import Node, Span
from tests.recorded import check_recorded

PROMPTS = ["What would you never lend to a friend?", "Name three things that you would take to an island."]


def rows(*cards):
    def node(value):
        return Node({key: node(inner) for key, inner in value.items()} if isinstance(value, dict) else value, Span(""))

    return [node(card) for card in cards]


LOOKS = {
    "playing cards": ("playing", {"suit": "Hearts", "rank": "10"}, {"suit": "Clubs", "rank": "Q", "text": "Draw two."}),
    "values of suits": ("playing", {"suit": "Owls", "value": 3, "name": "Owl"}, {"suit": "Frogs", "value": 12}),
    "values and symbols": (
        "playing",
        {"value": 2, "color": "#ff0000", "art": "club.png"},
        {"value": 1, "art": "a.png", "icon": "sword"},
    ),
    "a value among others": ("classic", {"value": 2, "text": "Fly.", "name": "Owl"}),
    "soldiers": ("classic", {"name": "Ann", "rank": "Captain", "suit": "red"}, {"name": "Bo", "rank": "Major"}),
    "prompts": ("text", *({"text": text, "name": f"Card {at}"} for at, text in enumerate(PROMPTS))),
    "prompts as names": ("text", *({"name": {"en": text}, "copies": 2} for text in PROMPTS)),
    "prompts by type": ("text", *({"text": text, "type": "Friends"} for text in PROMPTS)),
    "questions and answers": ("text", *({"name": text, "answer": "A boat", "points": 3} for text in PROMPTS)),
    "questions without names": (
        "text",
        *({"text": text, "a": "A boat", "points": 3, "name": f"Card {at}"} for at, text in enumerate(PROMPTS)),
    ),
    "questions in a column of its own": (
        "text",
        *({"more": text, "name": f"Card {at}"} for at, text in enumerate(PROMPTS)),
    ),
    "texts with points": ("classic", *({"text": text, "name": "Ann", "points": 3} for text in PROMPTS)),
    "names alone": ("classic", {"name": "Basilisk", "copies": 3}, {"name": "High Templar", "copies": 1}),
    "pictures": ("full-art", {"name": "Ann", "art": "ann.svg", "text": "Fly."}, {"name": "Bo", "art": "bo.svg"}),
    "few pictures": ("classic", {"name": "Ann", "art": "ann.svg"}, {"name": "Bo"}, {"name": "Cy"}),
    "nothing": ("classic",),
}


def test_the_look_is_guessed():
    assert {name: guess_look(rows(*cards)).look for name, (_, *cards) in LOOKS.items()} == {
        name: look for name, (look, *_) in LOOKS.items()
    }


def test_a_look_is_one_of_those_that_a_game_lists_if_it_lists_any(monkeypatch):
    fields = {"look": SimpleNamespace(annotation=str), "palette": SimpleNamespace(annotation=Literal["sea", "sky"])}
    monkeypatch.setattr(look, "deck_model", lambda _: SimpleNamespace(model_fields=fields))
    for palette, stated, codes in (
        ("sea", {"look": "mine", "palette": "sea"}, []),
        ("see", {"look": "mine"}, ["E412"]),
    ):
        node, found = Node({}, Span("deck.yaml", 1, 1)), Collector()
        look.set_look(node, SimpleNamespace(id="own"), DeckOptions(look="mine", palette=palette), found)
        assert ({key: one.value for key, one in node.value.items()}, [item.code for item in found.items]) == (
            stated,
            codes,
        )


def test_names_are_numbered_if_all_of_them_are():
    for names, is_made in (
        (["Card 1", "Card 2"], True),
        (["Card\xa012"], True),
        (["Card 1", "Basilisk"], False),
        (["Card"], False),
    ):
        assert is_numbered(names) is is_made, names


def test_coarse_pictures_do_not_fill_a_card():
    cards = rows({"name": "Ann", "art": "ann.png"}, {"name": "Bo", "art": "bo.png"})
    assert guess_look(cards, lambda _: (287, 275)).look == "classic"
    assert guess_look(cards, lambda _: None).look == "classic"  # there are none
    assert guess_look(cards, {"ann.png": (287, 275), "bo.png": (900, 900)}.get).look == "full-art"


def test_a_look_begins_at_a_length_a_number_or_a_size():
    def look(size_of=lambda _: (0, 0), *cards):
        return guess_look(rows(*cards), size_of)

    for length, name in ((25, "text"), (24, "classic")):
        assert (
            look(None, {"text": "x" * length})[0]
            == look(None, {"name": "x" * (length - 1)}, {"name": "x" * (length + 1)})[0]
            == name
        )
    for questions, name in ((2, "text"), (1, "classic")):
        assert (
            look(None, *({"text": f"Why {at}{'?' * (at < questions)}"} for at in range(2 if questions == 1 else 3)))[0]
            == name
        )
    many = [{"art": f"{at}.png", "name": f"N{at}"} for at in range(9)]
    for size, name in (((408, 555), "full-art"), ((407, 555), "classic"), ((408, 554), "classic")):
        assert look(lambda _, size=size: size, *many).look == name
    for large, name in ((4, "full-art"), (3, "classic")):
        assert look(lambda file, large=large: (999, 999) if int(file[0]) < large else (9, 9), *many).look == name
    shared = [{"art": file, "name": file} for file in ("9.png", "9.png", "9.png", "0.png", "1.png")]
    assert look(lambda file: (999, 999) if file < "9" else (9, 9), *shared).look == "full-art"  # two files of three
    for count, name in ((151, "full-art"), (150, "classic")):
        cards = [{"name": f"N{at}"} | ({"art": "a.png"} if at < count else {}) for at in range(300)]
        assert look(lambda _: (0, 0), *cards, *[{"name": "N", "art": "a.png"}] * 9).look == name
    assert look(None, {"suit": "Cups", "rank": "2"}) == ("playing", "since it has suits")
    assert look(None, {"value": "2", "alt": "a die", "notes": "x"}) == ("playing", "since column value has ranks")
    assert look(None, {"text": PROMPTS[0], "id": "a", "plan": "draft", "artist": "Ann", "set": "one"}) == (
        "text",
        "since each card is one text to read",
    )
    assert look(None, {"name": PROMPTS[0], "more": "words"}) == ("text", "since the names are sentences")
    assert look(lambda _: (0, 0), {"name": PROMPTS[0], "art": "a.svg"}) == (
        "full-art",
        "since most cards have a picture",
    )
    assert look(lambda _: None, {"name": PROMPTS[0], "art": "a.svg"}) == ("classic", "")


LISTS = {
    "plain.csv": "name\nFish\n",
    "many.csv": "name,copies\n" + "".join(f"Fish {at},13\n" for at in range(100)),
    "types.csv": "id,Card Title,Effect,picture,Tint,Size,Rank,Empty,Plan,alt,Kind\n"
    "a,Fish,Swim.,a.svg,#aabbcc,3,4,,draft,a fish,pond\nb,Crab,,a.svg,red,many,5,,,,sea\nc,Eel,,a.svg,#abc,2,6,,,,\n",
    "suits.csv": "suit,rank,text,points,seat\nCups,1,Draw.,2,north\nOwls,2,,3,south\n",
    "values.csv": "name,value,color\nA,1,#ff0000\nB,2,#00ff00\n",
    "prompts.csv": "text,notes\nWhat would you never lend to a friend?,x\nWhy?,\n",
    "names.csv": "name,answer,points\nWhat would you never lend to anybody?,Boat,2\nWho?,Ann,3\n",
    "languages.csv": "name.en,name.pt,text.pt,text.en,speed\nFish,Peixe,Nade.,Swim.,1.5\n",
    "long.csv": f"name,history,tags\nFish,{'A long story. ' * 9},pond; sea\n",
    "lists.json": '[{"name": "Fish", "moves": ["swim", "dive"], "fast": true, "note": {"en": "a", "pt": "b"}}, {"name": "Crab", "depth": 2}]',
    "kinds.json": '{"boats": [{"name": "Ark", "depth": 3, "plan": "big"}, {"name": "Raft"}], "cards": [{"name": "Fish", "cost": 2, "speed": 3}]}',
    "late.csv": "name,speed,plan\n" + "".join(f"Fish {at},{at},\n" for at in range(100)) + "Whale,,big\n",
    "remarks.csv": "name,Remarks,Alt text\nFish,check,a fish\nCrab,,a crab\n",
    "stories.csv": "name,text,history,legend\n"
    + "".join(f"F{at},Go.,{'A long story. ' * 9},{'An old one. ' * 9}\n" for at in range(3)),
    "ranked.csv": "name,suit,rank,speed\nA,hearts,ace,1\nB,spades,king,2\n",
    "half.csv": "name,art\nA,a.svg\nB,\n",
    "most.csv": "name,art\nA,a.svg\nB,a.svg\nC,\n",
}


def test_each_list_is_told_as_recorded(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    warning = Diagnostic("W201", "so")
    found = []
    for name, text in LISTS.items():
        Path(name).write_text(text, "utf-8")
        opened = open_deck(Path(name), problems := Collector())
        assert opened, problems.items
        rows = opened[0].node.value["cards"].value
        for warnings in ([], [warning, warning], [warning, Diagnostic("W202", "also")])[: 1 if found else 3]:
            found.append(
                f"{name}: {summarize(*opened, 'en', sum(card.copies for card in opened[0].data.cards), warnings)}"
            )
        found.append(f"  {guess_look(rows)} {sorted(texts_by_key(rows))}")
        for language in ("pt", "de"):
            if name == "languages.csv":
                found.append(f"  {language}: {summarize(*opened, language, 1_234, [])}")
    check_recorded(Path(__file__).with_name("summaries.txt"), found)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.csv").write_text(
        "name,Kosten,type,text,art,Strength,notes,copies\n"
        "Lantern Fish,2,creature,Draw a card.,fish.png,3,too strong?,4\n"
        "Tide,1,event,Sail.,fish.png,,,1\n",
        "utf-8",
    )
    Image.new("RGB", (900, 1200), "#336699").save(tmp_path / "fish.png")
    return tmp_path


def test_a_list_is_told_in_one_line(folder):
    result = build("cards.csv", folder)
    assert result.summary.split(" (for another")[0] == (
        "5 cards from 2 rows with 8 columns: name, cost ('Kosten', number), type, text, art (picture), Strength (number), notes, "
        "copies; shown as plates: Strength; not printed: notes. Look: full-art, since most cards have a picture"
    )
    assert result.summary.endswith("(for another: --look classic, text, landscape, tarot, playing).")
    assert load_deck(folder / "cards.csv").data.look == "full-art"
    for chosen in ("tarot", "full-art"):  # whoever chose it needs no reason
        assert f"Look: {chosen} (for" in build("cards.csv", folder, BuildOptions(look=chosen)).summary


def test_columns_with_a_usual_name_are_told_by_it_and_others_by_their_headings(folder):
    (folder / "cards.csv").write_text("Title,Kosten,Rang,Might,Notes\nCrab,2,3,4,x\n", "utf-8")
    told = summarize(*open_deck(folder / "cards.csv", Collector()), "en", 1, [])
    assert "shown as plates: rank, Might; not printed: notes." in told


def test_a_deck_file_says_itself_how_it_looks(folder):
    (folder / "deck.yaml").write_text("game: cards\ncards: cards.csv\n", "utf-8")
    assert load_deck(folder / "deck.yaml").data.look is None
    assert build("deck.yaml", folder).summary == ""


def test_a_new_game_takes_the_look_of_its_list_along(folder):
    make_new(folder / "pond", NewOptions(source=folder / "cards.csv"))
    deck = (folder / "pond" / "pond.yaml").read_text("utf-8")
    assert "look: full-art # or classic, text" in deck


def test_a_list_of_a_game_without_looks_is_told_without_one(folder):
    (folder / "game.yaml").write_text(
        "id: fish\nname: Fish\nkinds: {cards: {face: own.svg.j2, fields: {name: text}}}\n", "utf-8"
    )
    (folder / "own.svg.j2").write_text("<svg/>", "utf-8")
    (folder / "cards.csv").write_text("name\nCrab\n", "utf-8")
    opened = open_deck(folder / "cards.csv", Collector())
    assert summarize(*opened, "en", 1, []) == "1 card from 1 column: name."


def test_a_column_is_what_most_of_its_values_are():
    for texts, kind in ((["1", "x"], "words"), (["1", "2", "x"], "number"), (["a.png", "b"], "words"), (["a.png", "b.svg", "c"], "picture"), (["#aabbcc"], "color"), ([], "words")):  # fmt: skip
        assert type_of(texts) == kind, texts


def test_a_game_with_looks_of_its_own_keeps_its_first(folder):
    own = "id: fish\nname: Fish\nextends: cards\nlooks: {mine: {face: stock/text.face.yaml}}\n"
    (folder / "game.yaml").write_text(own, "utf-8")
    assert load_deck(folder / "cards.csv").data.look is None
