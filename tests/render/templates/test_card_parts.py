"""The values of a card by the part that they play on a face."""

import pytest

from cardgen.geometry.focus import parse_focus
from cardgen.model.deck import ChoiceWord, LocalizedText, PictureReference
from cardgen.render.templates.card_parts import _type_of, column_type, is_stated, sort_parts, stacked
from cardgen.render.templates.localization import titled
from cardgen.report.errors import UnlocatedError


def parts(card, *fields, icons=()):
    named = [dict(zip(("name", "title", "type"), field, strict=True)) for field in fields]
    return sort_parts(card, named, lambda name: name in icons)


def test_names_say_what_values_are():
    found = parts(
        {"name": "Dory", "text": "Sail.", "type": "Ship", "cost": 3, "flavor": "Ahoy.", "suit": "Stars", "rank": 2}
    )
    assert (found["text"], found["kind"], found["flavor"]) == ("Sail.", ["Ship"], "Ahoy.")
    assert found["cost"] == {"name": "cost", "title": "Cost", "value": "3"}
    assert (found["suit"], found["rank"]) == ("Stars", "2")


def test_only_a_picture_is_the_art_and_it_is_nothing_else():
    picture = PictureReference("a.png")
    found = parts({"art": "oil", "type": picture, "flavor": picture})
    assert (found["art"], found["kind"], found["flavor"]) == (picture, [], "")
    assert [item["value"] for item in found["details"]] == ["oil"]


def test_other_values_go_by_their_type():
    found = parts(
        {
            "crew": 2,
            "swift": True,
            "leaky": False,
            "traits": ["royal", "old_ship"],
            "home": {"name": "Old Quay"},
            "note": None,
        },
        ("crew", "Crew", "integer"),
        ("swift", "Swift", "boolean"),
        ("home", "Home", "reference"),
    )
    assert found["stats"] == [{"name": "crew", "title": "Crew", "value": "2"}]
    assert found["tags"] == ["Swift", "Royal", "Old ship"]
    assert [(item["title"], item["value"]) for item in found["details"]] == [("Home", "Old Quay")]


def test_a_card_states_what_can_be_shown():
    values = {"a": 0, "b": "x", "c": True, "d": ["x"], "e": None, "f": False, "g": "", "h": [], "i": (), "plan": "x"}
    assert [name for name in values if is_stated(name, values)] == ["a", "b", "c", "d", "plan"]
    fields = [{"name": "cost"}, {"name": "costs"}]
    assert not any(is_stated(name, {"plan": 1}, fields) for name in ("cost", "other", "plam"))
    with pytest.raises(UnlocatedError) as caught:
        is_stated("cots", values, fields)
    assert (caught.value.code, caught.value.hints) == ("E403", ("did you mean 'costs'?",))


def test_a_field_of_words_holds_other_values_all_the_same():
    values = (True, ["x"], PictureReference("a.png"), 3)
    for stated in ("words", "prose"):
        assert [_type_of(value, stated) for value in values] == [_type_of(value, "text") for value in values[:3]] + [
            stated
        ]


def test_four_symbols_stand_in_two_lines_unless_they_are_long():
    family = "\u2600" + "\u200d\u2600" * 6  # 13 characters that are one sign
    assert stacked(3 * family + "\u2601") == f"{2 * family}\n{family}\u2601"
    longer = 3 * family + "\u2601\ufe0f"
    assert stacked(longer) == longer


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (3.0, "3"),
        (2.5, "2.5"),
        (-1, "\u22121"),
        ("+2", "+2"),
        ("1/2", "1/2"),
        ("10%", "10%"),
        ("X", "X"),
        ("2*", "2*"),
        ("\u00b11", "\u00b11"),
    ],
)
def test_numbers_are_written_as_numbers(value, shown):
    for field in ((), (("power", "Power", "rich"),), (("power", "Power", "text"),)):
        assert [item["value"] for item in parts({"power": value}, *field)["stats"]] == [shown]


def test_choices_are_shown_by_their_titles_and_have_the_icons_of_their_words():
    trader = ChoiceWord("coin", LocalizedText({"en": "Trader", "pt": "Mercante"}), "pt")
    cook = ChoiceWord("cook", LocalizedText({"en": "cook"}), "pt")
    card = {"type": trader, "crew": [cook, "old_hand"], "rank": trader, "guild": cook, "suit": trader}
    found = parts(card, ("crew", "Crew", "list"), ("guild", "Guild", "choice"), icons=("coin",))
    assert (found["kind"], found["icon"], found["tags"]) == (["Mercante"], "coin", ["cook", "Old hand"])
    assert [item["value"] for item in found["details"]] == ["cook"]
    assert (found["suit"], titled(found["suit"])) == ("coin", "Mercante")
    assert found["rank"] == "Mercante"


def test_words_that_begin_with_a_number_are_words():
    assert parts({"size": "2 players"})["stats"] == []


def test_fields_without_a_known_name_find_their_part():
    found = parts(
        {"wording": "Move every ship that has not been moved.", "scene": "dory.png", "map": "sea.png", "sign": "coin"},
        ("wording", "Wording", "rich"),
        ("scene", "Scene", "picture"),
        ("map", "Map", "picture"),
        ("sign", "Sign", "icon"),
    )
    assert found["text"] == "Move every ship that has not been moved."
    assert (found["art"], found["pictures"], found["icon"]) == ("dory.png", ["sea.png"], "coin")
    assert found["names"] == {"name": "name", "text": "wording", "art": "scene", "icon": "sign"}


def test_the_type_brings_its_icon():
    assert parts({"type": "Ship"}, icons=["ship"])["icon"] == "ship"
    assert parts({"type": "Sea Monster"}, icons=["sea_monster"])["icon"] == "sea_monster"
    assert parts({"type": "Ship"})["icon"] == ""
    assert parts({"type": "(Ship!)"}, icons=["ship"])["icon"] == "ship"


def test_colors_are_swatches():
    shades = {"shade": "#C0392B", "light": "#ffffff"}
    assert parts(shades)["colors"] == [
        {"name": name, "title": name.title(), "value": value.lower()} for name, value in shades.items()
    ]


def test_a_value_shares_its_line_with_others_if_it_is_short():
    for letters, part in ((24, "details"), (25, "texts")):
        found = parts({"text": "Go.", "motto": "x" * letters})
        assert [item["name"] for item in found[part]] == ["motto"]
    assert [parts({"cost": cost})["cost"] is None for cost in ("2WW", "2WWW")] == [False, True]
    assert parts({"artist": "x" * 30})["credits"] == ["x" * 30]
    found = sort_parts({"rank": "3"}, [{"name": "rank", "title": "Rank", "type": "integer"}], bool, suits=False)
    assert (found["cost"]["value"], found["kind"]) == ("3", [])
    for rank, type_name, cost in (("Q", "text", "Q"), ("10", "text", "10"), ("King", "text", ""), (2, "words", "")):
        fields = [{"name": "rank", "title": "Rank", "type": type_name}]
        found = sort_parts({"rank": rank}, fields, bool, suits=False)
        assert ((found["cost"] or {}).get("value", ""), found["kind"]) == (cost, [] if cost else [str(rank)]), rank
        both = sort_parts({"rank": rank, "cost": 3}, fields, bool, suits=False)
        assert [one["value"] for one in both["stats"]] == ([cost] if cost else []), rank
    (guild,) = parts({"guild": "old_hand"}, ("guild", "Guild", "choice"))["details"]
    assert guild["value"] == "Old hand"
    named = {"id": "i", "title": "Title", "name": "Name"}
    for value, shown in ((named, "Name"), ({"id": "i", "title": "Title"}, "Title"), ({"id": "i"}, "i")):
        assert [item["value"] for item in parts({"home": value})["details"]] == [shown]


def test_a_fact_keeps_its_title_and_a_text_needs_none():
    """A column has its title on the card with a long fact as on that with a short one."""
    for text, is_said in (
        ("House of the Northern Star", False),
        ("x" * 40, False),
        ("x" * 41, True),
        ("Look at the topmost card.", True),
        ("\u201cWho goes there, stranger?\u201d", True),
    ):
        found = parts({"house": "House of the Second Star", "motto": text})
        assert (found["text"], found["names"].get("text")) == ((text, "motto") if is_said else ("", None))
        assert [item["value"] for item in found["texts"]] == ([] if is_said else [text])
    found = parts({"house": "House of the Northern Star", "motto": "x" * 50})
    assert (found["text"], [item["name"] for item in found["texts"]]) == ("x" * 50, ["house"])


def test_a_column_of_numbers_and_words_has_one_place_on_all_cards():
    for name, values, type_name in (
        ("reach", (4, 2.5, 120), "number"),
        ("reach", (4, "X", "1/2"), "text"),
        ("reach", (4, "Touch", "1-2"), "words"),
        ("reach", (4, 3, 2, "Touch"), "text"),  # not a third of them
        ("reach", (4, "-", "-", "\u2014"), "number"),  # a dash is nothing
        ("reach", ("Touch", "Sight"), "text"),
        ("people", ("545,796", "13,960,000"), "words"),
        ("people", (545796, 13960000), "words"),
        ("cost", (2, "2RR", "3B"), "text"),
        ("cost", (2, "1 gold"), "words"),
        ("cost", ("12,000", "1,000,000,000"), "words"),
        ("cost", (9500, 210000), "words"),
        ("cost", (120000, 210000), "number"),  # plates have room for all of them
        ("cost", ("12,000", "13,000"), "text"),
        ("rank", (2, "Jack"), "words"),
        ("rank", (2, "10", "Q"), "text"),
        ("rank", (2, 10), "number"),
    ):
        assert column_type(name, values) == type_name, (name, values)
    for name, value in (("reach", 4), ("reach", "4"), ("reach", "Touch"), ("cost", 2), ("cost", "X")):
        found = parts({"name": "Ann", name: value}, (name, "Title", "words"))
        assert (found["stats"], found["cost"], [item["value"] for item in found["details"]]) == ([], None, [str(value)])


def test_a_column_of_sentences_is_read_alike_on_all_cards():
    for name, values, type_name in (
        ("example", ("It sleeps.", "Away", "-"), "prose"),
        ("example", ("It sleeps.", "Away", "Home"), "detail"),
        ("example", ("It sleeps in the house of the dog.", "x" * 25, "Home"), "fact"),
        ("example", ("Away", "Home"), "text"),
        ("quote", ("It sleeps.", "Away"), "text"),  # its name says what it is
    ):
        assert column_type(name, values) == type_name, (name, values)
    for value in ("Away", "It sleeps.", 3):
        found = parts({"name": "Ann", "example": value}, ("example", "Example", "prose"))
        assert (found["text"], found["details"], found["texts"], found["stats"]) == (str(value), [], [], []), value
    for type_name in ("fact", "words", "detail"):
        for value in ("Away", "It sleeps in the house of the dog."):
            found = parts({"name": "Ann", "example": value}, ("example", "Example", type_name))
            titled_values = [item["value"] for item in (*found["details"], *found["texts"])]
            assert (found["text"], titled_values) == ("", [value]), (type_name, value)


def test_a_column_of_short_and_long_values_has_its_title_in_one_style_on_all_cards():
    short, long = "x" * 24, "x" * 25
    for values, type_name, place in (
        ((short, long), "fact", "texts"),
        ((short, short, long), "detail", "details"),
        ((short, short), "text", "details"),
        ((long, long), "text", "texts"),
    ):
        assert column_type("power", values) == type_name, values
        for value in values:
            found = parts({"name": "Ann", "power": value}, ("power", "Power", type_name))
            assert [item["value"].lower() for item in found[place]] == [value], (value, place)


def test_a_dash_alone_is_nothing():
    for dash in ("-", "\u2013", " \u2014 "):
        found = parts(
            {"name": "-", "cost": dash, "text": dash, "type": dash, "keywords": f"Swift,{dash}", "reach": dash}
        )
        assert found == parts({"name": "-", "keywords": "Swift"}) | {"order": ["keywords"]}, dash
        assert parts({"keywords": dash})["tags"] == []


def test_a_number_too_long_for_a_badge_is_a_detail():
    for price, place in (
        ("5,796", "cost"), (99999, "cost"), ("45,796", "stats"), (210000, "stats"), ("1,000,000,000", "details")
    ):  # fmt: skip
        found = parts({"price": price})
        items = {"cost": [found["cost"]] if found["cost"] else [], "stats": found["stats"], "details": found["details"]}
        assert {name: [item["value"] for item in held] for name, held in items.items()} == {
            **{name: [] for name in items},
            place: [str(price)],
        }, price


def test_numbers_without_room_are_details():
    found = parts({f"n{number}": number for number in range(8)} | {"a very long title of a number": 1})
    assert len(found["stats"]) == 6
    assert {item["title"] for item in found["details"]} == {"N6", "N7", "A very long title of a number"}


def test_standard_values_are_not_shown():
    found = parts({"id": "dory", "name": "Dory", "copies": 3, "back": "b.png", "face": "f.svg.j2", "plan": {"x": 1}})
    assert found["weight"] <= 0
    assert not any(found[part] for part in ("stats", "tags", "details", "texts", "credits"))


def test_a_picture_keeps_its_focus():
    art = PictureReference("dory.png", parse_focus("top"))
    assert parts({"art": art}, ("art", "Art", "picture"))["art"] is art
    assert parts({"scene": art}, ("scene", "Scene", "picture"))["art"] is art


def test_tags_of_a_spreadsheet_are_words():
    assert parts({"tags": "fast; on fire,old|new"})["tags"] == ["Fast", "On fire", "Old", "New"]


def test_aces_and_court_cards_have_a_letter_unless_their_name_is_a_number():
    ranks = {1: "A", 10: "", 11: "J", 12: "Q", 13: "K", 14: "A", 15: "", "J": ""}
    for rank, letter in ranks.items():
        assert parts({"name": "Jack of clubs", "suit": "clubs", "rank": rank})["letter"] == letter, rank
    assert parts({"name": "11 of clubs", "suit": "clubs", "rank": 11})["letter"] == ""
    assert parts({"id": "c11", "suit": "clubs", "rank": 11})["letter"] == ""


def test_only_words_in_small_letters_are_written_as_words():
    parts = sort_parts({"id": "a", "tags": ["deep_sea", "Deep_Sea", "XL_size"]}, (), lambda _: False)
    assert parts["tags"] == ["Deep sea", "Deep_Sea", "XL_size"]
