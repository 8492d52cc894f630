"""Choices whose words have titles in several languages."""

import json
import pickle
from pathlib import Path

import pytest

from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.render.templates.localization import in_language, titled
from cardgen.report.errors import CardgenError
from cardgen.stats.collect import deck_stats

pytestmark = pytest.mark.usefixtures("no_front_pages")

ROLES = "{sailor: {en: Sailor, pt: Marinheiro}, ship_cook: {en: Cook}, 7: , old: }"
GAME = f"""\
id: boats
name: Boats
languages: [en, pt]
kinds:
  ships:
    title: {{en: Ships, pt: Navios}}
    fields:
      name: text
      role: {{type: choice, of: {ROLES.replace(" 7:", " '7':")}, default: ship_cook}}
      crew: {{type: list, of: {{type: choice, of: {ROLES.replace(" 7:", " '7':")}}}, optional: true}}
      first: {{formula: "card.role if card.role == 'sailor' else 'none'"}}
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    monkeypatch.chdir(tmp_path)


def ships(deck, language="en"):
    """What templates see of the ships."""
    return prepare(stored(deck), BuildOptions(language=language)).project.renderer.shared["deck"]["ships"]


def stored(deck):
    path = Path("deck.yaml").absolute()
    path.write_text(deck, "utf-8")
    return path


@pytest.mark.parametrize(
    ("written", "word"),
    [
        ("sailor", "sailor"),
        ("SAILOR", "sailor"),
        ("Marinheiro", "sailor"),
        ("marinheiro", "sailor"),
        ("Ship cook", "ship_cook"),
        ("ship-cook", "ship_cook"),
        ("' cook '", "ship_cook"),
        ("7", "7"),
        ("Old", "old"),
    ],
)
def test_a_deck_writes_the_word_or_a_title_in_any_case(written, word):
    (ship,) = ships(f"ships: [{{name: Dory, role: {written}, crew: [{written}]}}]\n")
    assert ship["role"] == word
    assert ship["crew"] == [word]
    assert word in ship["crew"]


@pytest.mark.parametrize(
    ("language", "titles"), [("en", ["Sailor", "Cook", "old"]), ("pt", ["Marinheiro", "Cook", "old"])]
)
def test_the_title_is_in_the_language_of_the_build(language, titles):
    (ship,) = ships("ships: [{name: Dory, role: sailor, crew: [sailor, ship_cook, old]}]\n", language)
    assert titled(ship["crew"]) == titles
    assert titled(ship["role"]) == titled(ship["first"]) == titles[0]
    assert in_language(ship["role"], "pt") == "Marinheiro"
    assert json.dumps(ship["role"]) == '"sailor"'
    assert titled(pickle.loads(pickle.dumps(ship["role"]))) == titles[0]


def test_a_default_has_a_title_too():
    (ship,) = ships("ships: [{name: Dory}]\n")
    assert (ship["role"], titled(ship["role"])) == ("ship_cook", "Cook")


def test_a_spreadsheet_writes_words_and_titles(tmp_path):
    (tmp_path / "ships.csv").write_text("name,role,crew\nDory,marinheiro,Cook; SAILOR\nBrig,7,old\n", "utf-8")
    assert [(ship["role"], ship["crew"]) for ship in ships("ships: ships.csv\n")] == [
        ("sailor", ["ship_cook", "sailor"]),
        ("7", ["old"]),
    ]


@pytest.mark.parametrize("value", ["Salor", "true", "1.5", "{en: Sailor}"])
def test_another_word_is_told_with_the_words_and_their_titles(value):
    with pytest.raises(CardgenError) as caught:
        ships(f"ships: [{{name: Dory, role: {value}}}]\n")
    (told,) = caught.value.diagnostics
    assert told.expected == "one of: sailor (Marinheiro), ship_cook (Cook), 7, old"
    assert told.hints == (("did you mean 'Sailor'?",) if value == "Salor" else ())


def test_messages_of_checks_show_titles_and_expressions_compare_words(tmp_path):
    check = "checks: [{each: ships, that: \"card.role != 'sailor'\", say: 'the {{ card.role }} {{ card.name }}'}]\n"
    (tmp_path / "game.yaml").write_text(GAME + check, "utf-8")
    with pytest.raises(CardgenError) as caught:
        ships("ships: [{name: Dory, role: marinheiro}]\n")
    assert [item.message for item in caught.value.diagnostics] == ["the Sailor Dory"]


def test_templates_of_ones_own_choose_between_word_and_title():
    job = prepare(stored("ships: [{name: Dory, role: sailor}]\n"), BuildOptions(language="pt")).project
    template = "{% if card.role == 'sailor' %}{{ card.role }}.png {{ card.role | titled }}{% endif %}"
    (ship,) = job.renderer.shared["deck"]["ships"]
    assert job.renderer.environment.from_string(template).render(card=ship) == "sailor.png Marinheiro"


@pytest.mark.parametrize(
    ("of", "message"),
    [
        ("{a: X, b: x}", "title 'x' of 'b' in field 'role' of 'ships' is also 'a'"),
        ("{a: {en: b}, b: }", "title 'b' of 'a' in field 'role' of 'ships' is also 'b'"),
        ("{}", "'of' of field 'role' of 'ships' is empty"),
        ("{a: {english: A}}", "'english'"),
        ("[]", "'of' of field 'role' of 'ships' is empty"),
    ],
)
def test_titles_that_cannot_be_told_apart_are_a_fault_of_the_game(tmp_path, of, message):
    game = f"id: boats\nname: Boats\nkinds: {{ships: {{fields: {{role: {{type: choice, of: {of}}}}}}}}}\n"
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    with pytest.raises(CardgenError) as caught:
        ships("ships: []\n")
    assert message in caught.value.diagnostics[0].message


def test_a_word_of_a_plain_list_may_be_in_another_case_unless_two_differ_by_it(tmp_path):
    game = "id: boats\nname: Boats\nkinds: {ships: {fields: {a: {type: choice, of: [Sun, moon, MOON, 2]}}}}\n"
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    assert [ship["a"] for ship in ships("ships: [{a: sun}, {a: moon}, {a: MOON}, {a: 2}, {a: '2'}]\n")] == [
        "Sun",
        "moon",
        "MOON",
        2,
        2,
    ]
    with pytest.raises(CardgenError):
        ships("ships: [{a: Moon}]\n")


@pytest.mark.parametrize(("language", "titles"), [("en", {"Sailor", "Cook"}), ("pt", {"Marinheiro", "Cook"})])
def test_statistics_count_titles(language, titles):
    deck = stored("ships: [{name: Dory, role: sailor, crew: [sailor, ship_cook]}, {name: Brig, role: ship_cook}]\n")
    (kind,) = deck_stats(deck, language=language).summary.kinds
    counted = {
        field.field: {word for word, *_ in field.counts} for field in kind.fields if field.field in ("role", "crew")
    }
    assert counted == {"role": titles, "crew": titles}
