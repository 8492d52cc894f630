"""Games that leave out what they inherit."""

from shutil import copytree

import pytest

from cardgen.pipeline.open.games import game_in_folder
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.plugin.description.removal_faults import _uses
from cardgen.plugin.hooks import deck_model
from cardgen.plugin.resources import resources
from cardgen.report.errors import CardgenError

BASE = """\
id: boats
name: Boats
order: [ports, ships, coins, rules]
deck:
  quays: {type: integer, default: 3}
  motto: {type: text, optional: true}
  total: {formula: "ships | sum('copies')"}
kinds:
  ships:
    fields:
      name: text
      home: {type: reference, to: ports, optional: true}
      value: {formula: deck.quays * 2}
  ports: {fields: {name: text}}
  coins: {role: token, size: 20x20}
looks: {plain: {card: poker}, large: {card: tarot}}
documents: {rules: {text: rules.md}}
checks: [{that: total < 9, say: "the motto is {{ motto }}"}]
"""
SHIPS = "ships: [{name: Dory}]\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "game.yaml").write_text(BASE, "utf-8")
    (tmp_path / "base" / "rules.md").write_text("# Rules\n", "utf-8")
    monkeypatch.chdir(tmp_path)


def extended(tmp_path, text, parent="./base"):
    (tmp_path / "game.yaml").write_text(f"id: fleets\nname: Fleets\nextends: {parent}\n{text}\n", "utf-8")
    return game_in_folder(tmp_path)


def faults(tmp_path, text, parent="./base"):
    with pytest.raises(CardgenError) as caught:
        extended(tmp_path, text, parent)
    return caught.value.diagnostics


def names(game):
    return [component.name for component in game.components]


def test_kinds_and_documents_are_left_out(tmp_path):
    game = extended(tmp_path, "kinds: {coins: none}\ndocuments: {rules: none}")
    assert names(game) == ["ports", "ships"]
    (tmp_path / "deck.yaml").write_text(SHIPS, "utf-8")
    assert [drawn.component.name for drawn in prepare(tmp_path / "deck.yaml", BuildOptions()).drawn] == [
        "ports",
        "ships",
    ]
    (tmp_path / "deck.yaml").write_text(SHIPS + "coins: [{name: One}]\n", "utf-8")
    with pytest.raises(CardgenError, match="unknown key 'coins'"):
        prepare(tmp_path / "deck.yaml", BuildOptions())


def test_looks_are_left_out(tmp_path):
    extended(tmp_path, "looks: {plain: none}")
    (tmp_path / "deck.yaml").write_text(SHIPS, "utf-8")
    assert prepare(tmp_path / "deck.yaml", BuildOptions()).project.card.width == 69.85
    (tmp_path / "deck.yaml").write_text("look: plain\n" + SHIPS, "utf-8")
    with pytest.raises(CardgenError) as caught:
        prepare(tmp_path / "deck.yaml", BuildOptions())
    assert caught.value.diagnostics[0].expected == "one of: large, classic, full-art, text, landscape, tarot, playing"


def test_fields_of_the_deck_are_left_out(tmp_path):
    base = tmp_path / "base" / "game.yaml"
    base.write_text(BASE.replace("{{ motto }}", "'motto'"), "utf-8")
    fields = deck_model(extended(tmp_path, "deck: {motto: none}")).model_fields
    assert "quays" in fields
    assert "motto" not in fields


def test_what_was_left_out_can_be_stated_again(tmp_path):
    base = tmp_path / "base" / "game.yaml"
    (tmp_path / "base" / "far").mkdir()
    base.rename(tmp_path / "base" / "far" / "game.yaml")
    (tmp_path / "base" / "far" / "rules.md").write_text("# Rules\n", "utf-8")
    base.write_text("id: few\nname: Few\nextends: ./far\nkinds: {coins: none}\nlooks: {tarot: none}\n", "utf-8")
    assert "coins" not in names(extended(tmp_path, ""))
    (coins,) = (kind for kind in extended(tmp_path, "kinds: {coins: {}}").components if kind.name == "coins")
    assert coins.role == "card"
    (told,) = faults(tmp_path, "kinds: {coins: none}")
    assert told.message == "kind 'coins' is left out, but the game extended has none of this name"
    extended(tmp_path, "looks: {full-art: none}")
    (tmp_path / "deck.yaml").write_text("look: tarot\n" + SHIPS, "utf-8")
    with pytest.raises(CardgenError) as caught:
        prepare(tmp_path / "deck.yaml", BuildOptions())
    assert caught.value.diagnostics[0].expected == "one of: plain, large, classic, text, landscape, playing"


@pytest.mark.parametrize(
    ("text", "message", "expected"),
    [
        ("kinds: {ports: none}", "kind 'ports' cannot be left out: field 'home' of 'ships' refers to it", ""),
        (
            "kinds: {coins: none, flags: {fields: {coin: {type: reference, to: coins}}}}",
            "kind 'coins' cannot be left out: field 'coin' of 'flags' refers to it",
            "",
        ),
        ("kinds: {ships: none}", "kind 'ships' cannot be left out: formula 'total' of the deck uses it", ""),
        ("deck: {quays: none}", "field of the deck 'quays' cannot be left out: formula 'value' of 'ships' uses it", ""),
        (
            "deck: {total: none}",
            "field of the deck 'total' cannot be left out: check 1 of the game, 'total < 9', needs it",
            "",
        ),
        (
            "deck: {motto: none}",
            "field of the deck 'motto' cannot be left out: check 1 of the game, 'total < 9', needs it",
            "",
        ),
        (
            "kinds: {coin: none}",
            "kind 'coin' is left out, but the game extended has none of this name",
            "one of: ships, ports, coins",
        ),
        (
            "documents: {rule: none}",
            "document 'rule' is left out, but the game extended has none of this name",
            "one of: rules",
        ),
        (
            "looks: {big: none}",
            "look 'big' is left out, but the game extended has none of this name",
            "one of: classic, full-art, text, landscape, tarot, playing, plain, large",
        ),
        ("kinds: {coins: }", "coins is empty", "keys with values below it, or 'none' to leave out what is inherited"),
        ("kinds: {coins: non}", "coins is 'non'", "keys with values below it"),
        (
            "kinds: {coins: none}\norder: [coins]",
            "unknown kind or document 'coins' in 'order'",
            "one of: ships, ports, rules",
        ),
    ],
)
def test_what_cannot_be_left_out_is_told(tmp_path, text, message, expected):
    (told, *_) = faults(tmp_path, text)
    assert told.message == message
    assert (told.expected or "") == expected
    assert told.span.file == "game.yaml"


def test_a_game_that_extends_no_other_has_nothing_to_leave_out(tmp_path):
    (tmp_path / "game.yaml").write_text("id: a\nname: A\nkinds: {b: none}\n", "utf-8")
    with pytest.raises(CardgenError, match="kind 'b' is left out, but the game extends no other"):
        game_in_folder(tmp_path)


def test_stock_looks_are_left_out_of_a_game_that_extends_no_other(tmp_path):
    (tmp_path / "game.yaml").write_text("id: a\nname: A\nkinds: {cards: {}}\nlooks: {tarot: none}\n", "utf-8")
    look = deck_model(game_in_folder(tmp_path)).model_json_schema()["properties"]["look"]["anyOf"][0]["enum"]
    assert look == ["classic", "full-art", "text", "landscape", "playing"]


def test_an_expression_uses_a_variable_and_not_what_has_its_name_elsewhere():
    for name, uses, others in (
        ("quays", ("quays == 2", "1 if quays=='b'", "deck.quays", "deck . quays", "deck['quays']", 'deck[ "quays" ]'),
         ("card.quays", "f(quays=2)", "f(quays = 2)", "my_quays", "quays2", "'quays'", '"quays" + motto', "deck.quays2")),
        ("far-ports", ("far_ports | length", "deck['far-ports']", "deck.far_ports"), ("far", "ports", "x.far_ports")),
    ):  # fmt: skip
        assert [one for one in (*uses, *others) if _uses(one, name)] == [*uses]


def test_what_needs_it_may_change_with_it(tmp_path):
    text = "kinds: {ports: none, ships: {fields: {home: text}}}"
    assert names(extended(tmp_path, text)) == ["ships", "coins", "rules"]


def test_attack_the_tower_can_do_without_its_aid_and_its_rules(tmp_path):
    text = "kinds: {aid: none, board: none}\ndocuments: {rules: none}"
    assert names(extended(tmp_path, text, "attack-the-tower")) == ["bases", "abilities", "counters"]
    copytree(resources().decks / "art", tmp_path / "art")
    deck = (resources().decks / "samurai.yaml").read_text("utf-8").replace("game: attack-the-tower", "game: fleets")
    (tmp_path / "samurai.yaml").write_text(deck, "utf-8")
    job = prepare(tmp_path / "samurai.yaml", BuildOptions())
    assert job.project.game.id == "fleets"
    assert [drawn.component.name for drawn in job.drawn] == ["bases", "abilities", "counters"]


@pytest.mark.parametrize("kind", ["bases", "abilities"])
def test_what_the_code_of_a_game_needs_cannot_be_left_out(tmp_path, kind):
    (told,) = faults(tmp_path, f"kinds: {{{kind}: none}}", "attack-the-tower")
    assert told.message == f"kind '{kind}' cannot be left out: the Python code of the game needs its list in the deck"
