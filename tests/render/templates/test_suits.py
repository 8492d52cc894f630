"""Playing cards: rank, icon of the suit, pips, and what is left to say of a card."""

import pytest
from markupsafe import Markup

from cardgen.model.deck import ChoiceWord, LocalizedText, PictureReference
from cardgen.render.templates.card_parts import sort_parts, stacked
from cardgen.render.templates.part_texts import _JOINED, part_text
from cardgen.report.errors import UnlocatedError

HAS = {"sword", "owl"}.__contains__
FIELDS = [{"name": "sign", "title": "Sign", "type": "icon"}]


def played(card):
    return sort_parts({"name": "Card\xa01", **card}, (), HAS, playing=True)


def test_the_icon_of_a_suit_is_that_of_its_word_in_many_languages():
    for word, icon in {
        **{
            "Hearts": "heart",
            "h": "heart",
            "♡": "heart",
            "♠\ufe0f": "spade",
            "Copas": "heart",
            "Pik": "spade",
            "trèfles": "club",
        },
        **{"Quadri": "diamond", "Swords": "sword", "leaves": "leaf", "owl": "owl", "Toads": "", "": ""},
    }.items():
        assert played({"suit": word, "rank": 5})["suit_icon"] == icon, word


def test_the_rank_is_the_cost_or_the_first_number_of_a_card_without_one():
    cases = (
        ({"rank": 5, "cost": 2, "life": 3}, "5", "rank", "2", ["life"]),
        ({"cost": 2, "life": 3}, "2", "cost", None, ["life"]),
        ({"life": 3, "speed": 4}, "3", "life", None, ["speed"]),
        ({"text": "Draw."}, "", None, None, []),
    )
    for card, rank, name, cost, stats in cases:
        parts = played(card)
        assert parts["rank"] == rank and parts["names"].get("rank") == name, card
        assert (parts["cost"] or {}).get("value") == cost and [item["name"] for item in parts["stats"]] == stats, card


def test_the_rank_of_cards_without_one_is_the_first_number_that_all_of_their_kind_have():
    parts = sort_parts({"life": 3, "speed": 4}, (), HAS, playing=True, numbers=("speed", "life"))
    assert (parts["rank"], [item["name"] for item in parts["stats"]]) == ("4", ["life"])


def test_only_ranks_of_french_suits_are_letters():
    for suit, rank in (("clubs", "J"), ("swords", "11"), ("frogs", "11")):
        assert played({"name": "Jack", "suit": suit, "rank": 11})["rank"] == rank, suit


def test_a_picture_beside_a_rank_and_a_short_text_stands_for_the_suit():
    art = PictureReference("a.png")
    for letters, picture in ((130, art), (131, "")):
        assert played({"art": art, "rank": 5, "text": "x" * letters})["suit_picture"] == picture


def test_a_picture_of_a_card_with_a_name_and_a_cost_or_a_text_shows_what_it_is_called():
    art = PictureReference("a.png")
    for card, picture in (
        ({"name": "Town", "rank": 2}, art), ({"name": "Town", "cost": 2}, ""), ({"name": "Thief", "level": 2, "text": "Steal."}, ""),
        ({"cost": 2}, art), ({"level": 2, "text": "Steal."}, art), ({"name": "Frog", "level": 2}, art),
    ):  # fmt: skip
        parts = played({"art": art, **card})
        assert (parts["suit_picture"], parts["pips"]) == (picture, 2 if picture else 0), card


def test_a_rank_of_a_long_word_stands_where_there_is_room_for_it():
    """In a corner up to six letters, and any with a digit; else it is the name, or in the type line unless the name says it."""
    for rank, name, index, shown, kind in (
        ("Knight", "Ann", "Knight", "Ann", ["Horse"]), ("Cavalier", "Ann", "", "Ann", ["Cavalier", "Horse"]),
        ("Cavalier", "The cavalier", "", "The cavalier", ["Horse"]), ("Cavalier", "", "", "Cavalier", ["Horse"]),
        ("10 or 11", "Ann", "10 or 11", "Ann", ["Horse"]), ("", "Ann", "", "Ann", ["Horse"]),
    ):  # fmt: skip
        card = {"name": name or "Card\xa01", "rank": rank, "suit": "swords", "type": "Horse"}
        parts = sort_parts(card, (), HAS, playing=True)
        assert (parts["index"], parts["name"], parts["kind"]) == (index, shown, kind), card
        assert parts["names"]["name"] == ("name" if name else "rank")


def test_a_value_is_joined_to_its_title_if_both_are_short():
    for letters, joined in ((_JOINED - 5, 3), (_JOINED - 4, 0)):
        parts = {"details": [{"title": "a b c", "value": "x" * letters}], "texts": [], "text": "", "flavor": ""}
        assert part_text(parts, "body", Markup.escape).count("\xa0") == joined


def test_numbers_with_thousands_and_costs_of_symbols_are_parts_of_their_own():
    for number, is_stat in (
        ("1.250,5", True),
        ("12,500", True),
        ("1'000", True),
        ("12\u00a0500", True),
        ("12.50.1", False),
        ("1.250,50", False),
        ("1.250.000,5", False),
    ):
        stats = sort_parts({"name": "Ann", "weight": number}, (), HAS)["stats"]
        assert [one["value"] for one in stats] == [number] * is_stat, number
    for cost, is_cost in (
        ("⚡💧🔥", True),
        ("☀️☀️☀️", True),
        ("👩🏽‍🌾🔥🔥🔥", True),
        ("🔥🔥🔥🔥🔥", False),
        ("abcd", False),
    ):
        assert bool(sort_parts({"name": "Ann", "cost": cost}, (), HAS)["cost"]) == is_cost, cost


def test_three_or_four_symbols_stand_in_two_lines():
    for text, shown in (
        ("⚡💧🔥", "⚡\n💧🔥"), ("☀️☀️☀️", "☀️\n☀️☀️"), ("👩🏽‍🌾🔥🔥🔥", "👩🏽‍🌾🔥\n🔥🔥"), ("2🔥🔥", "2\n🔥🔥"),
        ("🔥🔥", "🔥🔥"), ("12🔥", "12🔥"), ("WWU", "WWU"), ("½¼¾", "½¼¾"), ("火水木", "火水木"), ("🔥" * 5, "🔥" * 5),
    ):  # fmt: skip
        assert stacked(text) == shown


def test_the_icon_of_a_card_leaves_its_type():
    parts = sort_parts({"sign": "owl", "type": "Frog", "rank": 3}, FIELDS, HAS, playing=True)
    assert (parts["suit_icon"], parts["kind"]) == ("owl", ["Frog"])


def test_ranks_of_two_to_ten_are_pips_and_french_courts_are_letters():
    for rank, pips, shown in ((1, 0, "A"), (2, 2, "2"), (10, 10, "10"), (11, 0, "J"), (14, 0, "A")):
        parts = sort_parts({"name": "Hearts", "suit": "hearts", "rank": rank}, (), HAS, playing=True)
        assert (parts["pips"], parts["rank"]) == (pips, shown), rank
    assert played({"suit": "toads", "rank": 3})["pips"] == 0


def test_a_name_is_shown_once_unless_suit_or_list_say_it():
    said = {
        "Seven of Swords": "",
        "The Gardener": "The Gardener",
        "Card\xa07": "",
        "Card 7": "Card 7",
        "Card\xa07 b": "Card\xa07 b",
    }
    for name, noted in said.items():
        parts = sort_parts({"name": name, "suit": "swords", "rank": 7, "tags": ["old"]}, (), HAS, playing=True)
        assert parts["noted"] == noted, name
        assert part_text(parts, "rest", Markup.escape) == "<b>Old</b>", name
    toad = sort_parts({"name": "Card\xa07", "suit": "toads", "rank": 7}, (), HAS, playing=True)
    assert (toad["name"], toad["kind"]) == ("toads", [])


CARD = {
    **{
        "name": "Ann",
        "type": "Ship",
        "tags": ["swift", "old"],
        "cost": 3,
        "crew": 2,
        "text": "<Draw>.",
        "rarity": "Rare",
    },
    **{"flavor": "Sail.", "artist": "Ada"},
}


def test_a_type_that_names_a_suit_is_shown_as_its_icon_and_a_suit_without_icon_as_a_word():
    typed = sort_parts({"name": "Ann", "type": "Hearts", "tags": ["old"], "rank": 4}, (), HAS, playing=True)
    assert (typed["suit_icon"], typed["kind"], typed["pips"]) == (
        sort_parts({"suit": "hearts", "rank": 4}, (), HAS, playing=True)["suit_icon"],
        [],
        4,
    )
    toads = ChoiceWord("toad", LocalizedText({"en": "Toads"}), "en")
    assert sort_parts({"name": "Ann", "suit": toads, "rank": 4}, (), HAS, playing=True)["kind"] == ["Toads"]
    toad = sort_parts({"name": "Ann", "suit": "toads", "type": "Frog", "rank": 4}, (), HAS, playing=True)
    assert (toad["name"], toad["kind"], toad["suit_icon"], toad["pips"]) == ("Ann", ["toads", "Frog"], "", 0)


def test_parts_are_joined_in_their_order_and_escaped():
    parts = sort_parts(CARD, (), HAS, suits=False)
    muted = '<i color="muted">%s</i>'
    body = f"&lt;Draw&gt;.<br/>{muted % 'Rarity'}\xa0Rare<br/>{muted % 'Sail.'}"
    wanted = {
        "kind": "<b>Ship</b> · Swift · Old",
        "type": "<b>Ship</b>",
        "tags": "Swift · Old",
        "credits": "Ada",
        "body": body,
        "rest": f"<b>Ship · Swift · Old</b><br/>{muted % 'Cost'}\xa03{muted % ' · '}{muted % 'Crew'}\xa02<br/>{body}<br/>{muted % 'Ada'}",
        "facts": "&lt;Draw&gt;.<br/>"
        + "<br/>".join(
            f'<b color="primary">{title}</b> {value}' for title, value in (("Rarity", "Rare"), ("Cost", 3), ("Crew", 2))
        )
        + f"<br/>• Swift<br/>• Old<br/>{muted % 'Sail.'}",
    }
    long = sort_parts(
        {"name": "Ann", "text": "Go.", "on_loss": "Lose <two> cards, then draw as many as are left."}, (), HAS
    )
    title = long["texts"][0]["title"]
    assert (
        part_text(long, "body", Markup.escape)
        == f"Go.<br/><b>{title}</b> Lose &lt;two&gt; cards, then draw as many as are left."
    )
    for name, markup in wanted.items():
        assert part_text(parts, name, Markup.escape) == markup, name
        assert part_text(sort_parts({"name": "Ann"}, (), HAS), name, Markup.escape) == "", name
    with pytest.raises(UnlocatedError) as caught:
        part_text(parts, "bodi", Markup.escape)
    assert caught.value.hints == ("did you mean 'body'?",)


def test_a_card_with_an_icon_keeps_its_picture_and_has_no_pips_then():
    art = PictureReference("a.png")
    for card, icon, picture, pips in (
        ({"type": "Hearts", "rank": 5, "art": art}, "heart", "", 0), ({"suit": "Hearts", "rank": 5, "art": art}, "heart", "", 0),
        ({"type": "Hearts", "rank": 5}, "heart", "", 5), ({"rank": 5, "art": art}, "", art, 5), ({"type": "Toads", "rank": 5}, "", "", 0),
        ({"suit": "Toads", "rank": 5, "art": art}, "", "", 0),
    ):  # fmt: skip
        parts = played(card)
        assert (parts["suit_icon"], parts["suit_picture"], parts["pips"]) == (icon, picture, pips), card
