"""What the game tells the program about a deck: its identity, variables, frames, and the cards that simulations count."""

from types import SimpleNamespace

import pytest

from cardgen.games.attack_the_tower import GAME
from cardgen.games.attack_the_tower.card_frames import FRAMES, Frame
from cardgen.games.attack_the_tower.checks import remembered
from cardgen.games.attack_the_tower.checks.texts import check_texts
from cardgen.games.attack_the_tower.play.contest import AttackContest
from cardgen.model.deck import LocalizedText
from cardgen.plugin.schema import Model
from cardgen.report.diagnostics import Collector
from cardgen.validate.schema import validate_as
from tests.games.attack_the_tower.play.armies import army, with_abilities
from tests.games.attack_the_tower.test_effects import node_of
from tests.games.attack_the_tower.test_wording import TEXTS

DRAW, ENEMY = {"draw": {"who": "self"}}, {"of": "troop", "owner": "opponent"}
PLAIN = {"id": "x", "name": "x", "kind": "common", "icon": "hand", "timing": {"window": "main"}}


def test_the_identity_of_an_army_is_that_of_its_faction():
    deck = army("elves")
    faction = deck.faction
    found = GAME.identity(deck)
    assert (found.title, found.subtitle) == (faction.name, faction.motto)
    assert (found.palette, found.palette_path) == (faction.colors.model_dump(), ("faction", "colors"))
    assert (found.emblem, found.pattern, found.land) == (faction.emblem, faction.pattern, faction.land)
    silent = deck.model_copy(update={"faction": faction.model_copy(update={"motto": None})})
    assert GAME.identity(silent).subtitle == ""


def test_ornaments_are_those_of_the_army_or_have_their_usual_names():
    faction = {"name": "A", "emblem": "own.svg", "pattern": None, "corner": "", "frame": "bark"}
    assert GAME.variables({"faction": faction}) == {
        "faction": {
            "name": "A",
            "emblem": "own.svg",
            "pattern": "ornaments/pattern.svg",
            "corner": "ornaments/corner.svg",
            "frame": "frames/bark.svg.j2",
        }
    }


def test_frames_are_listed_with_the_one_that_was_chosen():
    def listed(frame):
        return GAME.choices(frame and SimpleNamespace(faction=SimpleNamespace(frame=frame)))

    plain = {f"frames/{frame}.svg.j2": f"frame: {frame}" for frame in FRAMES}
    assert listed(None) == plain
    assert listed("bark") == plain | {"frames/bark.svg.j2": "frame: bark (chosen)"}
    assert listed("frames/mine.svg.j2") == plain | {"frames/mine.svg.j2": "frame: frames/mine.svg.j2 (chosen)"}


def test_a_frame_ships_or_is_a_template():
    class Framed(Model):
        frame: Frame

    told = Collector()
    for frame in (*FRAMES, "mine.svg.j2", "frames/mine.svg.j2"):
        assert validate_as(node_of({"frame": frame}), Framed, told).frame == frame
    assert told.items == []
    for frame in (".svg.j2", "mine.svg", "barc"):
        assert validate_as(node_of({"frame": frame}), Framed, told) is None
    *_, found = told.items
    assert [one.code for one in told.items] == ["E204"] * 3
    assert found.hints == ("did you mean 'bark'?",)
    assert found.expected == (
        "one of: plain, lacquer, bark, brass, gills; or a template of your own, such as frames/mine.svg.j2"
    )


def effects_of(*effects, **more):
    deck = with_abilities([PLAIN | {"effects": effects} | more])
    (card,) = (one for one in AttackContest([deck, army("elves")]).cards(0) if one.id == "abilities/x")
    return {effect.name: effect.words for effect in card.effects}


def test_effects_are_named_by_verb_and_clause_and_numbered_where_alike():
    when = {"event": "destroyed", "who": "opponent", "of": "troop", "until": "turn", "effects": (DRAW,)}
    assert list(
        effects_of(
            DRAW,
            {"end_battle": {}},
            DRAW,
            {"if": {"that": {"atleast": {"of": ENEMY, "amount": 1}}, "then": (DRAW,), "else": (DRAW, DRAW)}},
            {"delay": {"at": "turn_end", "effects": (DRAW,)}},
            {"when": when},
        )
    ) == [
        "draw (1)",
        "end battle",
        "draw (2)",
        "draw, if the condition holds",
        "draw, if it does not hold (1)",
        "draw, if it does not hold (2)",
        "draw, later",
        "draw, whenever it is set off",
    ]
    troop = {"power": 3, "aura": {"soak": {"who": "self", "amount": 1}}, "enter": (DRAW,), "leave": (DRAW,)}
    special = effects_of(kind="special", icon="star", troop=troop)
    assert sorted(special) == ["draw, on entering", "draw, on leaving", "soak, as long as it is there"]


def test_words_of_an_effect_name_the_branch_that_it_is_in():
    option = {"choose_one": {"options": ({"effects": (DRAW,)}, {"effects": ({"discard": {"who": "opponent"}},)})}}
    coin = {"coin": {"heads": ({"peek": {"who": "opponent"}},), "tails": ({"draw": {"who": "opponent"}},)}}
    delay = {"delay": {"at": "turn_end", "effects": ({"destroy": {"who": {**ENEMY, "pick": "one"}}},)}}
    found = effects_of(option, coin, delay)
    assert {name: words for name, words in found.items() if not name.startswith("draw")} == {
        "discard": ("choose_one", "option 2", "discard", "who: opponent"),
        "peek": ("coin", "heads", "peek", "who: opponent"),
        "destroy, later": ("delay", "at: turn_end", "destroy", "of: troop", "owner: opponent", "pick: one"),
    }
    assert found["draw (1)"] == ("choose_one", "option 1", "draw", "who: self")


ABILITIES = {ability.id: (ability, deck) for pairs in TEXTS.values() for ability, deck in pairs}


@pytest.mark.parametrize(
    ("texts", "paths"),
    [
        ({"": "Sacrifice up to seven of your Kyudokas."}, [()]),
        ({"pt": "Sacrifique sete.", "en": "Sacrifice seven."}, [("pt",), ("en",)]),
        ({"en": "Sacrifice up to three of your Kyudokas.", "de": "Sieben."}, []),
    ],
)
def test_a_wrong_number_is_told_at_the_text_of_its_language(texts, paths):
    ability, deck = ABILITIES["destroy-own"]
    wrong = ability.model_copy(update={"text": LocalizedText(texts)})
    found = list(check_texts(deck.model_copy(update={"abilities": (ability, wrong)})))
    assert [one.path for one in found] == [("abilities", 1, "text", *path) for path in paths]
    for one in found:
        assert one.hints == (
            "leave 'text' out to have it generated; 'cardgen check --text' shows all texts beside the generated ones",
        )


def test_findings_of_an_ability_are_kept_up_to_a_number(monkeypatch):
    monkeypatch.setattr(remembered, "_found", {})
    asked = []

    def check(_deck, index):
        asked.append(index)
        return iter(())

    deck = army("elves")
    count = len(deck.abilities)
    monkeypatch.setattr(remembered, "MOST", 2 * count)
    for _ in range(3):
        assert list(remembered.check_each_ability(deck, check)) == []
    assert asked == list(range(count))
    asked.clear()
    list(
        remembered.check_each_ability(
            deck.model_copy(update={"abilities": (*deck.abilities[1:], deck.abilities[0])}), check
        )
    )
    assert asked == list(range(count)), "what is found names the place of its ability"
    inn = LocalizedText({"": "Inn"})
    kind = deck.bases[-1].type
    for change in ({"name": inn}, {"recruits": inn}, {"plural": inn}, {"gender": "feminine"}, {"type": kind}):
        asked.clear()
        others = deck.model_copy(update={"bases": (deck.bases[0].model_copy(update=change), *deck.bases[1:])})
        for _ in range(2):
            list(remembered.check_each_ability(others, check))
        assert asked == list(range(count)), change
        assert len(remembered._found) <= 2 * count
