"""Formulas and references of the deck file itself, and formulas of single pieces over the lists of the deck."""

import pytest

from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.report.errors import CardgenError

pytestmark = pytest.mark.usefixtures("no_front_pages")

GAME = """\
id: boats
name: Boats
languages: [en, pt]
deck:
  flagship: {type: reference, to: ships, optional: true}
  escort: {type: list, of: {type: reference, to: ships}, default: []}
  fee: {type: integer, default: 2}
  total: {formula: "ships | sum('copies')"}
  price: {formula: deck.total * fee}
  double: {formula: price + deck.price}
kinds:
  ships:
    fields:
      name: text
      cost: {type: integer, default: 1}
      share: {formula: card.cost * total}
  summary:
    role: aid
    single: true
    fields:
      fleet: {formula: "ships | map(attribute='name') | join(', ')"}
      cost: {formula: "ships | sum('share')"}
      lead: {formula: "deck.flagship.name if deck.flagship else 'nobody'"}
checks:
  - {that: total <= 5, say: "{{ total }} ships cost {{ deck.price }}", at: total}
"""
SHIPS = "ships: [{name: {en: Dory, pt: Bote}, copies: 3}, {name: Brig, cost: 2}]\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    monkeypatch.chdir(tmp_path)


def seen(tmp_path, deck, language="en"):
    """The deck as templates see it."""
    (tmp_path / "deck.yaml").write_text(deck, "utf-8")
    return prepare(tmp_path / "deck.yaml", BuildOptions(language=language)).project.renderer.shared["deck"]


def messages(tmp_path, deck):
    with pytest.raises(CardgenError) as caught:
        seen(tmp_path, deck)
    return [str(item) for item in caught.value.diagnostics]


def test_formulas_of_the_deck_see_its_lists_its_fields_and_each_other(tmp_path):
    deck = seen(tmp_path, SHIPS)
    assert (deck["total"], deck["price"], deck["double"]) == (4, 8, 16)
    assert [ship["share"] for ship in deck["ships"]] == [4, 8]


@pytest.mark.parametrize("written", ["dory", "Dory", "Bote"])
def test_the_deck_refers_to_values_by_id_or_name(tmp_path, written):
    deck = seen(tmp_path, f"flagship: {written}\nescort: [Brig, {written}]\n{SHIPS}")
    assert (deck["flagship"]["id"], deck["flagship"]["share"]) == ("dory", 4)
    assert [ship["id"] for ship in deck["escort"]] == ["brig", "dory"]


def test_a_single_piece_computes_with_the_lists_of_the_deck(tmp_path):
    summary = seen(tmp_path, SHIPS, "pt")["summary"]
    assert (summary["fleet"], summary["cost"], summary["lead"]) == ("Bote, Brig", 12, "nobody")
    assert seen(tmp_path, f"flagship: Brig\n{SHIPS}")["summary"]["lead"] == "Brig"


def test_a_single_piece_has_the_id_of_its_kind_unless_it_states_one(tmp_path):
    stated = ("", "summary: {}\n", "summary: {id: whole}\n")
    assert [seen(tmp_path, f"{SHIPS}{one}")["summary"]["id"] for one in stated] == ["summary", "summary", "whole"]


def test_a_broken_reference_of_the_deck_is_told_at_its_place(tmp_path):
    (told,) = messages(tmp_path, f"flagship: Brik\n{SHIPS}")
    assert told.startswith("deck.yaml:1:11: error[E225]: 'Brik' is none of the ships")
    (told,) = messages(tmp_path, f"escort: [dory, Brik]\n{SHIPS}")
    assert told.startswith("deck.yaml:1:16: error[E225]: 'Brik' is none of the ships")


def test_a_check_uses_formulas_of_the_deck(tmp_path):
    (told,) = messages(tmp_path, "ships: [{name: Dory, copies: 6}]\n")
    assert "error[E227]: 6 ships cost 12" in told


def test_a_deck_does_not_state_what_is_computed(tmp_path):
    assert "E203" in messages(tmp_path, f"total: 3\n{SHIPS}")[0]


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("x: {formula: '1 +'}", "error[E221]: syntax of formula 'x' of the deck: it ends too early"),
        ("x: {formula: deck.x + 1}", "error[E224]: formula 'x' of the deck needs itself: 'x' -> 'x'"),
        (
            "x: {formula: y}\n  y: {formula: deck.x}",
            "error[E224]: formula 'x' of the deck needs itself: 'x' -> 'y' -> 'x'",
        ),
        ("x: {formula: card.cost}", "error[E222]: formula 'x' of the deck fails: there is no variable 'card'"),
        ("x: {formula: shps}", "error[E222]: formula 'x' of the deck fails: there is no variable 'shps'"),
        ("x: {type: reference, to: shps}", "error[E220]: field 'x' of the deck refers to unknown kind 'shps'"),
    ],
)
def test_a_fault_is_told_at_the_field(tmp_path, field, message):
    (tmp_path / "game.yaml").write_text(GAME.replace("deck:\n", f"deck:\n  {field}\n"), "utf-8")
    (told, *_) = messages(tmp_path, SHIPS)
    assert told.startswith("game.yaml:5:")
    assert message in told


def test_a_formula_that_needs_itself_by_way_of_a_card_is_told(tmp_path):
    (tmp_path / "game.yaml").write_text(
        GAME.replace("deck:\n", "deck:\n  x: {formula: \"ships | sum('y')\"}\n").replace(
            "name: text", "name: text\n      y: {formula: x}"
        ),
        "utf-8",
    )
    assert "E224" in messages(tmp_path, SHIPS)[0]


def test_a_game_that_extends_another_replaces_its_formulas(tmp_path):
    (tmp_path / "base").mkdir()
    (tmp_path / "game.yaml").rename(tmp_path / "base" / "game.yaml")
    own = "id: fleets\nname: Fleets\nextends: ./base\ndeck: {price: {formula: total + 1}}\n"
    (tmp_path / "game.yaml").write_text(own, "utf-8")
    assert seen(tmp_path, SHIPS)["double"] == 10
