"""Each of the rules V01 to V18 broken: the message, and the text at which it points; a hero twice."""

import re
from pathlib import Path

import pytest

from cardgen.games.attack_the_tower.schema import ArmyDeck
from cardgen.games.stonewater_weir import GAME
from cardgen.games.stonewater_weir.checks.effects import _check_numbers, _check_zones
from cardgen.games.stonewater_weir.checks.texts import _check_text, check_texts
from cardgen.games.stonewater_weir.effects import SiegeEffect
from cardgen.games.stonewater_weir.schema import WeirDeck
from cardgen.model.deck import LocalizedText
from cardgen.plugin.codes import read_codes
from cardgen.report.formats import to_text
from tests.games.stonewater_weir.any_effects import ARGUMENTS
from tests.games.stonewater_weir.conftest import changed, read_deck
from tests.recorded import check_recorded

RED, COPIES_3 = "color: red", "copies: 3"
LEVELS = "      - {level: 1, food: 1}\n      - {level: 2, food: 2}\n      - {level: 3, food: 3}"

# By rule: changes of the deck, each an entry, what is replaced in it and by what; and what is said about them.
BROKEN = {
    "V01": (
        [
            ("id: strong-ale", COPIES_3, "copies: 4"),
            ("id: salted-eel", "copies: 4", "copies: 1"),
            ("id: lamp-chant", COPIES_3, "copies: 5"),
            ("id: weir-drop", "copies: 2", "copies: 0"),
        ],
        [
            "inn | E301 deck has 31 Inn cards",
            "market | E301 deck has 27 Market cards",
            "rainlore | E301 deck has 32 Rainlore cards",
            "forge | E301 deck has 28 Forge cards",
        ],
    ),
    "V02": (
        [
            ("id: cutpurse", "type: instant", "type: instant\n    color: red"),
            ("id: salted-eel", "    color: orange\n", ""),
            ("id: backwash", "type: instant", "type: instant\n    tactics: yes\n    zones: 3"),
        ],
        [
            "red | E302 'cutpurse' has a color, but its type is instant",
            "discard | E302 'salted-eel' is of type discard and has no color",
            "yes | E302 'backwash' is instant and a tactics card",
            "spawn | E318 'spawn' stands in 'backwash', a tactics card",
        ],
    ),
    "V02, a word": (
        [("id: fat-purse", "type: discard", "type: discrad"), ("id: lamp-oil", "color: orange", "color: green")],
        [
            "discrad | E302 type of 'fat-purse' is 'discrad'",
            "green | E302 color of 'lamp-oil' is 'green'",
        ],
    ),
    "V03": (
        [
            ("id: weir-drop", "cost: 4", "cost: 5"),
            ("id: quarry-sling", "bonus: 2,", "bonus: 2, value: 3,"),
        ],
        [
            "5 | E303 cost of 'weir-drop' is 5",
            "2 | E303 'quarry-sling' has a strength of its own and a bonus",
        ],
    ),
    "V04": (
        [
            ("id: log-run", "value: 2, ", ""),
            ("id: opened-culvert", "dice: 5, target: 3, zones: 2", "target: 7"),
            (
                "id: weir-songs",
                "    effects:\n",
                "    attack: {massive: yes, value: 2, dice: 2, target: 4, zones: 1}\n    effects:\n",
            ),
            ("id: weir-drop", "type: discard\n    color: red", "type: permanent"),
        ],
        [
            "yes | E304 Flood Charge 'weir-songs' is no Forge card",
            "permanent | E304 type of Flood Charge 'weir-drop' is permanent",
            "{massive: yes, dice: 4, target: 4, zones: [1, 2]} | E304 Flood Charge 'log-run' has no strength of its own",
            "{massive: yes, value: 2, target: 7} | E304 Flood Charge 'opened-culvert' rolls no dice",
            "{massive: yes, value: 2, target: 7} | E304 Flood Charge 'opened-culvert' hits on 7",
            "{massive: yes, value: 2, target: 7} | E304 Flood Charge 'opened-culvert' has no zones",
        ],
    ),
    "V05": (
        [
            ("id: nail-barrels", "    zones: [1, 2]\n", ""),
            ("id: salted-eel", RED.replace("red", "orange"), "color: orange\n    zones: 1\n    stays: 2"),
            ("id: pitch-line", "strength: 2}", "strength: 2, zones: 2}"),
            ("id: fog-bank", ", zones: [2, 3]}", "}"),
            ("id: call-the-rain", "zones: [1, 2]", "zones: 3"),
            ("id: slack-water", "by: -1}", "by: -1, zones: 3}"),
        ],
        [
            "yes | E305 tactics card 'nail-barrels' has no zones",
            "1 | E305 'salted-eel' has zones, but is no tactics card",
            "2 | E305 'salted-eel' stays for 2 enemies phases",
            "halt | E305 'halt' of 'fog-bank' names no zones",
            "3 | E305 'push' of 'call-the-rain' would push units out of zone 3",
            "zones | E305 'strike' of 'pitch-line' names zones",
            "zones | E305 'spawn' of 'slack-water' is limited to zones",
        ],
    ),
    "V05, a number": (
        [("id: hoarfrost", "zones: [1, 2, 3]", "zones: [1, 2, 4]"), ("id: undertow", "zones: 3", "zones: 1")],
        ["4 | E305 entry 3 of zones of 'hoarfrost' is 4", "1 | E305 zones of 'undertow' is 1"],
    ),
    "V06": (
        [
            ("id: reed-crawl", "copies: 4", "copies: 5"),
            ("id: matron", "copies: 8", "copies: 8\n    role: assault\n    grade: standard"),
            ("id: wreckback", "copies: 8", "copies: 8\n    attacks: 2\n    resistance: 4"),
            ("id: barge-shell", "unit: heavy", "unit: heavy\n    stars: 2"),
            ("id: bog-spray", "unit: support", "unit: support\n    attacks: 2\n    resistance: 3"),
        ],
        [
            "enemies | E306 deck has 49 enemy cards", "2 | E306 'barge-shell' has 2 stars, but its units are heavy",
            "2 | E306 units of 'bog-spray' have 2 attacks", "3 | E306 units of 'bog-spray' have resistance 3",
            "assault | E306 role of 'matron' is assault", "standard | E306 grade of 'matron' is standard",
            "2 | E306 'wreckback' has 2 attacks", "4 | E306 'wreckback' has resistance 4",
        ],
    ),
    "V07": (
        [
            ("id: reed-crawl", "spring: 2", "spring: 0"),
            ("id: silted-oars", "summer: support", "summer: suport"),
            ("id: bog-spray", ", winter: heavy", ""),
        ],
        [
            "0 | E307 spring of 'reed-crawl' is 0",
            "suport | E307 summer of 'silted-oars' is 'suport'",
            "spawn | E202 spawn of 'bog-spray' has no key 'winter'",
        ],
    ),
    "V08": (
        [
            ("id: clear-morning", "value: 1", "value: 11\n    copies: 2"),
        ],
        ["events | E308 deck has 31 events", "11 | E308 value of 'clear-morning' is 11"],
    ),
    "V08, a word": (
        [("id: soup-line", "duration: season", "duration: seasons")],
        ["seasons | E308 duration of 'soup-line' is 'seasons'"],
    ),
    "V09": (
        [("id: meadow-wind", "bank: east", "bank: north")],
        ["winds | E309 wind cards name north, north, south, west"],
    ),
    "V10": (
        [("{id: z1_hit3, level: 1, name: {en: Sure Footing, pt: Pé Firme}}", "level: 1", "level: 5, copies: 2")],
        [
            "abilities | E310 deck has 49 tokens of special abilities",
            "5 | E310 level of 'z1_hit3' is 5",
            "abilities | W310 deck has 11 tokens of level 1",
        ],
    ),
    "V10, a word": (
        [("- {id: z2_hit4, level: 1, name: {en: Steady Breath, pt: Fôlego Firme}}", "z2_hit4", "z2_hit5")],
        ["z2_hit5 | E310 'id' of 'z2_hit5' is 'z2_hit5'"],
    ),
    "V11": (
        [
            ("id: tamsin", LEVELS, "      - {level: 1, food: 1}\n      - {level: 2, food: 7}"),
            ("id: dov", "strength: 1", "strength: 0"),
            ("id: ilka", "[z3_hit5, z2_hit3]", "[z3_hit5, z2_hit3, scry]"),
            ("id: hask", "type: permanent}", "type: permanent, colors: red}"),
            ("id: oren", "strength: 1", "strength: 1\n    copies: 2"),
        ],
        [
            "2 | E311 there are 2 of 'oren'",
            "0 | E311 strength of 'dov' is 0",
            "[z3_hit5, z2_hit3, scry] | E311 'ilka' starts with 3 abilities",
            "- {level: 1, food: 1} | E311 'tamsin' learns at the levels 1, 2, 4",
            "- {level: 1, food: 1} | E311 'tamsin' pays 1, 7, 5 food for learning",
            "- {classes: forge, type: permanent, colors: red} | E311 a slot of 'hask' for permanent cards has colors",
        ],
    ),
    "V11, a hero twice": (
        [("id: hask", "id: hask", "id: oren")],
        ["oren | E205 id 'oren' is used twice"],
    ),
    "V11, a word": (
        [("id: hask", "id: hask", "id: hasp")],
        ["hasp | E311 'id' of 'hasp' is 'hasp'"],
    ),
    "V12, a word": (
        [("{id: red", "[1, 2, 3, 4, 5, 6]", "[1, 2, 3, 4, 5, moss]"), ("{id: yellow", "[1, 1, 2, 2, 3, 3]", "[1, 1, 2, 2, 3, 1.5]")],
        ["moss | E312 entry 6 of faces of 'red' is 'moss'", "1.5 | E312 entry 6 of faces of 'yellow' is 1.5"],
    ),
    "V18, a number of units": (
        [
            ("id: call-the-rain", "amount: all", "amount: 0"),
            ("id: grain-barge", "gain: {track: food, amount: 1, who: all}", "drift: {amount: al}"),
        ],
        ["0 | E204 amount of 'call-the-rain' is 0", "al | E204 amount of 'grain-barge' is 'al'"],
    ),
    "V12": (
        [
            ("id: mudling", "copies: 24", "copies: 30"),
            ("{id: red, copies: 5, name: {en: Red Die, pt: Dado Vermelho}, faces: [1, 2, 3, 4, 5, 6]}", "5", "6"),
            ("{id: arm, ", "4, miss, jam", "4, miss, miss"),
            ("{id: spawn, ", "A, A, B, B, C, C", "A, A, A, A, B, B"),
            ("{id: yellow, ", "1, 1, 2", "1, A, 2"),
        ],
        [
            "30 | E312 there are 30 figures of 'mudling'",
            "6 | E312 there are 6 dice 'red'",
            "[1, A, 2, 2, 3, 3] | E312 faces of the yellow die are 1, A, 2, 2, 3, 3",
            "[2, 3, 3, 4, miss, miss] | E312 faces of the die of the Long Arm are 2, 3, 3, 4, miss, miss",
            "[A, A, A, A, B, B] | E312 faces of the spawning die are A, A, A, A, B, B",
        ],
    ),
    "V13": (
        [
            ("id: granary", "number: 6", "number: 5"),
            ("id: counting_house", "bank: west", "bank: south"),
            ("id: rain_tower", "line: rainlore", "line: forge"),
        ],
        [
            "south | E313 'counting_house' stands on the south bank",
            "5 | E313 number of 'granary' is 5",
            "forge | E313 line of 'rain_tower' is forge",
        ],
    ),
    "V14": (
        [
            ("{id: north, name", "}}", "}, points: [1, 3], slots: [A, B, D]}"),
            ("{id: east, name", "}}", "}, zones: [1, 2, 3], tether: [9, 8, 7, 6, 5, 4, 3, 2, 1]}"),
        ],
        [
            "[1, 3] | E314 the sides of field 'north' have 1 and 3 spawning points",
            "[A, B, D] | E314 the places for enemy cards of field 'north' are A, B, D",
            "[1, 2, 3] | E314 the zones of field 'east' are 1, 2, 3",
            "[9, 8, 7, 6, 5, 4, 3, 2, 1] | E314 the Tether of field 'east' goes from 9 to 1",
        ],
    ),
    "V15": (
        [
            (
                "",
                "",
                "tracks: {morale: {start: 6, max: 10}, food: {start: 3, max: 7}, gold: {start: 2, max: 4},\n"
                "  lamplight: {start: 3, max: 4}}\n",
            )
        ],
        [
            "{start: 6, max: 10} | E315 morale starts at 6 of 10",
            "{start: 3, max: 7} | E315 food starts at 3 of 7",
            "{start: 2, max: 4} | E315 gold starts at 2 of 4",
            "{start: 3, max: 4} | E315 lamplight starts at 3 of 4",
        ],
    ),
    "V16": (
        [("", "", "players:\n  - {players: 2, heroes: 8, points: 4}\n  - {players: 7, heroes: 7, points: 7}\n")],
        [
            "players | E316 deck states 2, 7 players",
            "{players: 2, heroes: 8, points: 4} | E316 2 players have 8 heroes and 4 spawning points",
            "8 | E316 four seasons of 8 heroes need 32 cards of each class",
        ],
    ),
    "V17": (
        [("", "", "lamplight: {copies: 17}\ndamage: {copies: 7}\nreinforced: {copies: 4}\ndrowned: {copies: 3}\n")],
        [
            "17 | E317 there are 17 lamplight tokens",
            "7 | E317 there are 7 tokens for damaged buildings",
            "4 | E317 there are 4 reinforcements",
            "3 | E317 there are 3 tokens for Drowned Ground",
        ],
    ),
    "V18": (
        [
            ("id: clear-morning", "gain: {track: morale, amount: 1, who: all}", "gain: {track: morale}"),
            ("id: grain-barge", "gain: {track: food, amount: 1, who: all}", "act: {amount: 1}"),
            ("id: salted-eel", "who: hero", "who: first"),
            ("id: weir-songs", "    effects:\n      - gain: {track: morale, amount: 2, who: all}\n", ""),
            ("id: strong-ale", "boost: {dice: 2, bonus: 1}", "boost: {}"),
            ("id: flood-crest", "by: 1", "by: 0"),
            (
                "id: fat-purse",
                "    art:",
                "    text: {en: One hero in zone 4 gains 3 gold., pt: Um herói nas zonas 4 e 2 ganha três.}\n    art:",
            ),
        ],
        [
            "id: weir-songs | E318 'weir-songs' does nothing",
            "boost | E318 'boost' of 'strong-ale' changes nothing",
            "first | E318 'who' of 'salted-eel' is first, but a card has a user",
            "gain | E318 'who' of 'clear-morning' is self, as it is where 'who' is left out, but an event has no user",
            "act | E318 'act' stands in 'grain-barge', an event",
            "modify | E318 'modify' of 'flood-crest' changes nothing",
            "One hero in zone 4 gains 3 gold. | E318 text of 'fat-purse' speaks of zone 4",
            "One hero in zone 4 gains 3 gold. | W318 text of 'fat-purse' does not state 2 and states 4, 3",
            "Um herói nas zonas 4 e 2 ganha três. | E318 text of 'fat-purse' speaks of zone 4",
            "Um herói nas zonas 4 e 2 ganha três. | W318 text of 'fat-purse' states 4, 3",
        ],
    ),
    "V18, attacks and texts": (
        [
            ("id: nail-barrels", "    art:", "    attack: {dice: 2}\n    art:"),
            ("id: alder-bow", "{bonus: 1, dice: 2, zones: [2, 3]}", "{zones: [2, 3]}"),
            ("id: quarry-sling", "bonus: 2, dice: 3, target: 4,", "target: 4,"),
            ("id: clear-morning", "    art:", "    text: {en: Each hero gains 3 morale., pt: Cada herói ganha 1 de moral., fr: Sept.}\n    art:"),
            ("{id: z2_hit4, level: 1, ", "name", "text: {en: You hit on 5., pt: Você acerta com 4+ na zona 2.}, name"),
        ],
        [
            "attack | E318 tactics card 'nail-barrels' has an attack",
            "{zones: [2, 3]} | E318 the attack of 'alder-bow' changes nothing",
            "Each hero gains 3 morale. | W318 text of 'clear-morning' states 3",
            "You hit on 5. | W318 text of 'z2_hit4' does not state 2, 4 and states 5",
        ],
    ),
    "V11, an id of cards twice": (
        [("id: fat-purse", "id: fat-purse", "id: strong-ale"), ("id: lamp-chant", "id: lamp-chant", "id: strong-ale")],
        [
            "strong-ale | E205 id 'strong-ale' is used twice, in inn and in market",
            "strong-ale | E205 id 'strong-ale' is used twice, in inn and in rainlore",
        ],
    ),
    "V18, a word": (
        [
            ("id: lamp-oil", "track: lamplight", "track: lampligt"),
            ("id: leaky-casks", "what: inn", "what: barn"),
            ("id: backwash", "unit: mudling", "unit: mudlings"),
        ],
        [
            "lampligt | E318 track of 'lamp-oil' is 'lampligt'",
            "mudlings | E318 unit of 'backwash' is 'mudlings'",
            "barn | E318 what of 'leaky-casks' is 'barn'",
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("rule", BROKEN)
def test_a_broken_rule_is_said_at_its_place(rule, problems):
    changes, expected = BROKEN[rule]
    assert sorted(problems(changes)) == sorted(expected)


def test_all_that_is_said(tmp_path):
    """What is expected instead, and what to do about it, for rules that can be broken together once the deck is read."""
    left = [some for name, (some, _) in BROKEN.items() if name in READ]
    path, said = tmp_path / "deck.yaml", []
    while left:
        changes, taken, others = [], set(), []
        for some in left:
            starts = {start for start, _, _ in some if start}
            if taken & starts:
                others.append(some)
            else:
                changes, taken = [*changes, *some], taken | starts
        path.write_text(changed(changes), "utf-8")
        text = to_text(read_deck(path)[1]).replace(f"{tmp_path}/", "")
        said.append(re.sub(r"(game\.yaml):\d+:\d+", r"\1", text))
        left = others
    check_recorded(Path(__file__).with_name("findings.txt"), said)


READ = {*(f"V{number:02}" for number in range(1, 19) if number != 7), "V18, attacks and texts"}
"""Rules that do not keep the deck from being read when they are broken."""


def test_every_rule_is_broken_once():
    assert {rule.partition(",")[0] for rule in BROKEN} == {f"V{number:02}" for number in range(1, 19)}


def test_every_code_is_explained_and_said():
    explained = set(read_codes(GAME.codes))
    assert explained == {f"E{number}" for number in range(301, 319)} | {"W310", "W318"}
    said = "".join("".join(expected) for _, expected in BROKEN.values())
    assert [code for code in explained if code not in said] == []


def test_every_key_of_a_deck_is_described():
    """The editor shows it."""
    for model in (WeirDeck, ArmyDeck):
        schema = model.model_json_schema()
        for name, part in {"deck": schema, **schema["$defs"]}.items():
            for key, value in part.get("properties", {}).items():
                assert value.get("description"), (name, key)


def test_an_effect_at_the_wrong_place_is_not_judged_further(problems):
    """This one would push units out of the last zone."""
    assert problems(
        [("id: grain-barge", "gain: {track: food, amount: 1, who: all}", "push: {amount: 1, zones: 3}")]
    ) == ["push | E318 'push' stands in 'grain-barge', an event"]


def test_verbs_about_zones_need_them_unless_their_card_lies_on_one():
    told = {(True, True): set(), (True, False): set(), (False, False): set()}
    for verb, some in ARGUMENTS.items():
        arguments = SiegeEffect.model_validate({verb: some[0]}).verb[1]
        for (has_zone, names_zones), verbs in told.items():
            if hasattr(arguments, "zones") and verb not in ("modify", "march", "runner"):
                stated = arguments.model_copy(update={"zones": (1,) if names_zones else ()})
                if [*_check_zones("x", verb, stated, (), has_zone=has_zone)]:
                    verbs.add(verb)
    about_zones = {"strike", "push", "drift", "halt"}
    assert told == {(True, True): about_zones, (True, False): set(), (False, False): about_zones}


@pytest.mark.parametrize(
    ("verb", "arguments", "is_empty"),
    [
        ("boost", {"dice": 1}, False),
        ("boost", {"bonus": 1}, False),
        ("boost", {"reroll": True}, False),
        ("boost", {}, True),
        ("tether", {"by": 1}, False),
        ("tether", {"by": 0}, True),
        ("modify", {"number": "dice", "by": 0}, True),
        ("modify", {"number": "dice", "by": -1}, False),
    ],
)
def test_an_effect_changes_something(verb, arguments, is_empty):
    stated = SiegeEffect.model_validate({verb: arguments}).verb[1]
    told = ["dice, bonus or reroll (rule V18)" if verb == "boost" else "a number other than 0 (rule V18)"]
    assert [one.expected for one in _check_numbers("x", verb, stated, ())] == told * is_empty


def test_a_text_states_the_numbers_of_its_effects_in_each_language_that_has_number_words():
    """A text without a language may be in any; it is compared with the English one."""
    generated = LocalizedText({"en": "Draw two cards.", "pt": "Compre duas cartas."})
    reference = "the numbers of the effects, whose text would be: "
    for texts, told in (
        ({"en": "Draw two.", "pt": "Compre 2."}, []),
        ({"en": "Draw.", "pt": "Compre duas."}, [("en", "does not state 2", "Draw two cards.")]),
        ({"en": "Draw two, then 5.", "pt": "Compre."}, [
            ("en", "states 5", "Draw two cards."), ("pt", "does not state 2", "Compre duas cartas."),
        ]),
        ({"pt": "Compre três."}, [("pt", "does not state 2 and states 3", "Compre duas cartas.")]),
        ({"": "Draw duas."}, []),
        ({"": "Draw six."}, [("", "does not state 2 and states 6", "Draw two cards.")]),
        ({"de": "Ziehe neun."}, []),
    ):  # fmt: skip
        found = [*_check_text("x", LocalizedText(texts), generated, ("inn", 0, "text"))]
        assert [(one.path, one.message, one.expected) for one in found] == [
            (("inn", 0, "text", *([language] if language else [])), f"text of 'x' {words}", reference + right)
            for language, words, right in told
        ], texts
    (zone,) = _check_text("x", LocalizedText({"de": "In zone 4."}), generated, ("text",))
    assert (zone.code, zone.path, zone.message) == ("E318", ("text", "de"), "text of 'x' speaks of zone 4")
    zones = _check_text("x", LocalizedText({"de": "In zone 4, zone 3 or zone 0.", "nl": "Zone 5."}), generated, ())
    assert [(one.path, one.message[-1]) for one in zones] == [(("de",), "4"), (("de",), "0"), (("nl",), "5")]


def test_texts_of_cards_events_and_abilities_are_compared(weir_deck):
    wrong = {"text": LocalizedText({"en": "Nine."})}
    parts = {"inn": 0, "forge": 1, "events": 0, "abilities": 0}
    entries = {
        key: tuple(
            one.model_copy(update=wrong if at == index else {"text": None})
            for at, one in enumerate(getattr(weir_deck, key))
        )
        for key, index in parts.items()
    }
    found = [one.path for one in check_texts(weir_deck.model_copy(update=entries))]
    assert found == [(key, index, "text", "en") for key, index in parts.items()]
