"""Effects to text: what is printed reads well, is complete, and says the numbers of the effects."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal, get_args, get_origin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.games.attack_the_tower import wording
from cardgen.games.attack_the_tower.checks.texts import check_texts
from cardgen.games.attack_the_tower.constants import ICONS, TYPES
from cardgen.games.attack_the_tower.effects import (
    Condition,
    Cost,
    CountedNumber,
    Effect,
    LastingVerb,
    PowerRange,
    Selector,
    Timing,
)
from cardgen.games.attack_the_tower.schema import Ability, ArmyDeck, SpecialTroop
from cardgen.games.attack_the_tower.wording import LEXICONS, describe, printed
from cardgen.games.attack_the_tower.wording.discourse import Discourse
from cardgen.model.deck import LocalizedText
from cardgen.pipeline.open.games import find_game
from cardgen.plugin.components import PieceKind
from cardgen.plugin.effects.bindings import NameReference
from cardgen.plugin.resources import resources
from cardgen.plugin.schema import Model, walk, yaml_key
from cardgen.plugin.wording.numbers import find_numbers
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector

GAME = find_game("attack-the-tower")


HERE = Path(__file__).parent
GOLDEN = HERE / "wording.txt"
ARMIES = ("elves", "samurai", "lockkeepers", "spore_court")


def plain(path: Path) -> dict:
    return tuples(load_yaml(path, Collector()).plain())


def tuples(value):
    if isinstance(value, dict):
        return {key: tuples(item) for key, item in value.items()}
    return tuple(tuples(item) for item in value) if isinstance(value, (list, tuple)) else value


SHIPPED = {name: plain(resources().decks / f"{name}.yaml") for name in ("elves", "samurai")}
FORTY = plain(HERE / "forty_abilities.yaml")
NAMES = plain(HERE / "armies.yaml")
CONSTRUCTS = plain(HERE / "constructs.yaml")


def army_of(abilities, bases=SHIPPED["samurai"]["bases"]) -> ArmyDeck:
    return ArmyDeck.model_validate({**SHIPPED["samurai"], "bases": bases, "abilities": tuple(abilities)})


def ability_of(**keys) -> dict:
    usual = {"id": "card", "name": "Card", "kind": "troop", "icon": "shooter", "copies": 1, "art": "x.svg"}
    return tuples(usual | {"timing": {"window": ("main", "battle")}} | keys)


def whole_army(name: str) -> ArmyDeck:
    """The shipped abilities, then the ten of the rules file."""
    shipped = SHIPPED.get(name, {"bases": (), "abilities": ()})
    named = tuple({"copies": 1, "art": "x.svg"} | base for base in NAMES.get(name, ()))
    ten = tuple({"art": "x.svg"} | ability for ability in FORTY[name])
    return army_of(shipped["abilities"] + ten, shipped["bases"] + named)


def constructs() -> ArmyDeck:
    return army_of(ability_of(id=name, name=name, **keys) for name, keys in CONSTRUCTS.items())


def all_texts() -> dict[str, list[tuple[Ability, ArmyDeck]]]:
    decks = {name: whole_army(name) for name in ARMIES} | {"constructs": constructs()}
    return {name: [(ability, deck) for ability in deck.abilities] for name, deck in decks.items()}


TEXTS = all_texts()
EACH = [(ability, deck, language) for pairs in TEXTS.values() for ability, deck in pairs for language in LEXICONS]


def say(language="en", deck=None, **keys) -> str:
    deck = deck or army_of([ability_of(**keys)])
    return describe(deck.abilities[0], deck, language)


def assert_well_formed(text: str) -> None:
    assert text.endswith((".", ".**", ".*"))
    assert "  " not in text and text == text.strip()
    assert set(re.findall(r"\{([^}]*)\}", text)) <= set(ICONS)
    assert not re.search(r"[<>\[\]$|#]|None|_(?![a-z]+\})", re.sub(r"\{\w+\}", "", text))
    assert text.count("**") % 2 == 0
    assert not re.search(r"\.\.| [.,:;]|,,|(\b\w+\b) \1\b", text)
    assert not re.search(r"[.:] [a-z]", text.replace(": ", "~ ")), "a sentence begins with a capital"


def test_a_text_speaks_of_battles_as_before_behind_the_effects_of_another_moment():
    army = army_of([ability_of()])
    discourse = Discourse(LEXICONS["en"], "en", army, army.abilities[0])
    with discourse.speaking_of_battles("there", "outside"):
        assert (discourse.battle, discourse.coming_battle) == ("there", "next")
        with discourse.speaking_of_battles("this"):
            assert (discourse.battle, discourse.coming_battle, discourse.moment) == ("this", "this", "outside")
        assert (discourse.battle, discourse.moment) == ("there", "outside")
    assert (discourse.battle, discourse.moment) == ("any", "")


# The golden file: read it as a card editor before you accept a change.


def golden() -> str:
    lines = [
        "The texts that cardgen makes of effects. After a change write it anew, and read every line that differs:",
        "",
    ]
    lines += ["    python tests/games/attack_the_tower/test_wording.py", ""]
    for name, pairs in TEXTS.items():
        lines += [f"== {name}", ""]
        for ability, deck in pairs:
            lines += [ability.id, *(f"  {language}  {describe(ability, deck, language)}" for language in LEXICONS), ""]
    return "\n".join(lines)


def test_texts_are_those_that_were_read_and_accepted():
    assert golden().splitlines() == GOLDEN.read_text("utf-8").splitlines()


def test_every_text_can_be_printed():
    for ability, deck, language in EACH:
        text = describe(ability, deck, language)
        assert_well_formed(text)
        assert len(text.split()) <= 45, (ability.id, language)


@pytest.mark.parametrize("name", ARMIES)
def test_texts_of_the_armies_are_short(name):
    lengths = [len(describe(*pair, language).split()) for pair in TEXTS[name] for language in LEXICONS]
    assert max(lengths) <= 31
    assert sum(lengths) / len(lengths) < 20


# Everything the vocabulary has.


def test_every_construct_is_among_the_texts_that_were_read():
    stated = [
        (type(part).__name__, key, word)
        for pairs in TEXTS.values()
        for ability, _ in pairs
        for _, part in walk(ability)
        if isinstance(part, Model)
        for key in part.model_fields_set
        for word in words_of(getattr(part, key))
    ]
    keys, words = {entry[:2] for entry in stated}, {entry[1:] for entry in stated}
    for model in [*vocabulary(Effect), Selector, PowerRange, SpecialTroop, Timing, Condition, Cost, CountedNumber]:
        for key, field in model.model_fields.items():
            inherited = key in LastingVerb.model_fields and key in {stated_key for _, stated_key in keys}
            assert (model.__name__, key) in keys or inherited or is_by_itself(field), f"{model.__name__}.{key}"
            assert all((key, word) in words or word == field.default for word in literals(field.annotation)), key


def is_by_itself(field) -> bool:
    """Whether a field has one word, which is its default: nobody writes it."""
    return literals(field.annotation) == [field.default]


def words_of(value):
    values = value if isinstance(value, tuple) else (value,)
    return [item if isinstance(item, str) else None for item in values]


def literals(annotation) -> list[str]:
    if get_origin(annotation) is Literal:
        return [word for word in get_args(annotation) if isinstance(word, str)]
    return [word for part in get_args(annotation) for word in literals(part)]


def vocabulary(model) -> list[type[Model]]:
    """The models of all verbs."""
    return [
        part for field in model.model_fields.values() for part in get_args(field.annotation) if part is not type(None)
    ]


def test_languages_have_the_same_phrases_and_nouns():
    english, portuguese = (LEXICONS[language] for language in ("en", "pt"))
    folder = Path(wording.__file__).parent
    words = [load_yaml(folder / f"strings.{code}.yaml", Collector()).plain() for code in LEXICONS]
    assert words[0].keys() == words[1].keys()
    assert len(english.grammar.numerals) == len(portuguese.grammar.numerals)


def test_phrases_say_the_same_things_in_every_language():
    # In Portuguese the name of a base stands behind the word, and an adjective repeats its own in another gender.
    may_differ = {"trait.gain.unique", "trait.gain.loyal"}
    for key in LEXICONS["en"].phrases.keys() - may_differ:
        slots = [set(re.findall(r"<(\w+)>", lexicon.phrases[key])) for lexicon in LEXICONS.values()]
        assert slots[0] == slots[1], key


@pytest.mark.parametrize("language", LEXICONS)
def test_no_phrase_is_left_unused(language, monkeypatch):
    used = set()

    class Spy(dict):
        def __getitem__(self, key):
            used.add(key)
            return super().__getitem__(key)

    spied = Spy(LEXICONS[language].phrases)
    grammar = replace(LEXICONS[language], phrases=spied)
    monkeypatch.setitem(LEXICONS, language, grammar)
    for pairs in TEXTS.values():
        for ability, deck in pairs:
            describe(ability, deck, language)
    assert set(spied) - used == set()


@pytest.mark.parametrize("pairs", TEXTS.values(), ids=TEXTS)
def test_languages_say_the_same_numbers(pairs):
    for ability, deck in pairs:
        said = [
            set(find_numbers(describe(ability, deck, language), [lexicon.grammar]))
            for language, lexicon in LEXICONS.items()
        ]
        assert said[0] == said[1], ability.id


# Names.


def recruits(**base) -> ArmyDeck:
    usual = {"id": "hut", "name": "Hut", "type": "shooter", "copies": 7, "art": "x.svg"}
    return army_of([ability_of(effects=POWER_OF_ICON)], (usual | base,))


POWER_OF_ICON = [{"power": {"who": {"of": "troop", "owner": "self", "type": "icon"}, "add": 1, "until": "turn"}}]


@pytest.mark.parametrize(
    ("name", "gender", "words"),
    [
        ("Fadas", None, "suas {shooter} Fadas recebem"),
        ("Irmãs da Névoa", None, "suas {shooter} Irmãs da Névoa recebem"),
        ("Magos das Ondas", None, "seus {shooter} Magos das Ondas recebem"),
        ("Druidas", None, "suas {shooter} Druidas recebem"),
        ("Druidas", "masculine", "seus {shooter} Druidas recebem"),
        ("Flores", "feminine", "suas {shooter} Flores recebem"),
    ],
)
def test_gender_is_guessed_from_the_name_unless_it_is_stated(name, gender, words):
    deck = recruits(recruits=name, **({"gender": gender} if gender else {}))
    assert words in describe(deck.abilities[0], deck, "pt")
    assert f"your {{shooter}} {name} get" in describe(deck.abilities[0], deck, "en")


def test_troops_of_two_names_are_told_by_their_type():
    deck = recruits(recruits="Druids")
    more = deck.bases[0].model_copy(update={"id": "inn", "recruits": LocalizedText({"": "Elves"})})
    deck = deck.model_copy(update={"bases": (*deck.bases, more)})
    assert "your {shooter} shooters get" in describe(deck.abilities[0], deck, "en")


def test_bases_of_one_type_share_a_name_or_are_told_by_their_type():
    first = recruits(recruits="Flores").bases
    effects = [{"destroy": {"who": {"of": "base", "owner": "self", "type": "icon"}}}, *POWER_OF_ICON]
    for more, words in (
        ({"name": "Hut"}, "Sacrifice all your {shooter} Hut bases. "),
        ({"name": "Inn"}, "Sacrifice all your {shooter} shooter bases. "),
    ):
        bases = first + recruits(recruits="Flores", id="inn", gender="feminine", **more).bases
        deck = army_of([ability_of(effects=effects)]).model_copy(update={"bases": bases})
        assert describe(deck.abilities[0], deck, "en").startswith(words)
        assert "suas Flores recebem" in describe(deck.abilities[0], deck, "pt")


def test_possessive_agrees_with_the_first_of_two_names():
    both = recruits(recruits="Marisqueiras").bases + recruits(recruits="Botes", id="pier", type="cavalry").bases
    effects = [{"destroy": {"who": {"of": "troop", "owner": "self", "type": ["shooter", "cavalry"]}}}]
    deck = army_of([ability_of(effects=effects)]).model_copy(update={"bases": both})
    assert "todos os seus {cavalry} Botes e {shooter} Marisqueiras" in describe(deck.abilities[0], deck, "pt")
    assert "all your {shooter} Marisqueiras and {cavalry} Botes" in describe(deck.abilities[0], deck, "en")


def test_type_with_two_names_or_none_is_called_by_its_type():
    deck = recruits(recruits="Archers", type="cavalry")
    assert "your {shooter} shooters get" in describe(deck.abilities[0], deck, "en")
    both = deck.model_copy(update={"bases": (*SHIPPED_BASES, *recruits(recruits="Archers").bases)})
    assert "seus {shooter} atiradores recebem" in describe(both.abilities[0], both, "pt")


SHIPPED_BASES = army_of([ability_of()]).bases


def test_names_with_marks_of_the_grammar_are_just_names():
    deck = recruits(recruits="<who> [x:a|b]", name="[n:x|y] <n>")
    assert "your {shooter} <who> [x:a|b] get" in describe(deck.abilities[0], deck, "en")
    inside = [{"of": "base", "owner": "self", "type": "icon", "pick": "one", "as": "b"}]
    effects = [{"destroy": {"who": {"of": "troop", "in": "$b"}}}]
    deck = army_of([ability_of(choose=inside, effects=effects)], recruits(recruits="<n>", name="<x>").bases)
    assert describe(deck.abilities[0], deck, "en") == "Sacrifice all troops on one of your {shooter} <x> bases."


def test_what_lies_in_itself_or_in_nothing_is_still_said():
    choose = [{"of": "troop", "owner": "self", "in": "$t", "pick": "one", "as": "t"}]
    effects = [{"destroy": {"who": {"of": "troop", "in": "$t"}}}, {"destroy": {"who": {"of": "base", "in": "$u"}}}]
    assert say(choose=choose, effects=effects) == "Sacrifice that troop, then destroy all bases there."


@pytest.mark.parametrize(
    ("first", "words"),
    [
        ({}, "Two bases in one enemy territory change places"),
        ({"is": "manned"}, "One manned base in one enemy territory and another base there change places"),
    ],
)
def test_bases_in_one_place_that_change_places_are_two(first, words):
    base = {"of": "base", "in": "$t", "pick": "one"}
    choose = ({"of": "territory", "owner": "opponent", "pick": "one", "as": "t"},)
    text = say(choose=choose, timing={"window": ("main",)}, effects=({"swap": {"a": base | first, "b": base}},))
    assert text == f"*Outside battle.* {words}, troops and all."


def test_enemies_are_never_called_by_names_of_this_deck():
    effects = [{"destroy": {"who": {"of": "troop", "owner": "opponent", "type": "icon", "pick": "one"}}}]
    assert say(effects=effects) == "Destroy one enemy {shooter} shooter."


def test_icon_of_a_type_is_shown_once():
    for pairs in TEXTS.values():
        for ability, deck in pairs:
            text = describe(ability, deck, "en")
            assert all(text.count(f"{{{troop_type}}}") <= 1 for troop_type in TYPES)


# The text of a card.


def test_text_of_the_deck_is_printed_as_it_is():
    deck = army_of([ability_of(text="Go.")])
    assert printed(deck.abilities[0], deck)[1] == LocalizedText({"": "Go."})


@pytest.mark.parametrize("text", [None, "Draw."])
def test_card_says_when_it_can_be_played_whoever_wrote_its_text(text):
    own_turn = {"window": "main", "side": "any", "turn": "own"}
    draw = [{"draw": {"who": "self", "amount": 2}}]
    deck = army_of([ability_of(text=text, timing=own_turn, effects=draw)])
    timing, rules = printed(deck.abilities[0], deck)
    assert timing == LocalizedText({"en": "*Your turn, outside battle.*", "pt": "*Seu turno, fora de batalha.*"})
    assert rules == (
        LocalizedText({"": text}) if text else LocalizedText({"en": "Draw two cards.", "pt": "Compre duas cartas."})
    )


def test_card_without_text_gets_one_in_every_language():
    deck = army_of([ability_of(effects=[{"draw": {"who": "self", "amount": 2}}])])
    kinds = {kind.name: kind for kind in GAME.components if isinstance(kind, PieceKind)}
    (card,) = kinds["abilities"].entries(deck)
    assert card.data["text"] == LocalizedText({"en": "Draw two cards.", "pt": "Compre duas cartas."})
    assert kinds["aid"].entries(deck)[0].data["abilities"][0]["text"] == card.data["text"]


# W331.


@pytest.mark.parametrize("name", ARMIES)
def test_own_texts_say_the_numbers_of_their_effects(name):
    assert list(check_texts(whole_army(name))) == []


def test_no_generated_text_has_other_numbers_than_itself():
    for ability, deck, language in EACH:
        text = LocalizedText({language: describe(ability, deck, language)})
        own = deck.model_copy(update={"abilities": (ability.model_copy(update={"text": text}),)})
        assert list(check_texts(own)) == [], (ability.id, language)


# Whatever else the vocabulary allows.


def values(annotation, depth: int, least: int = 0):
    """A strategy for the values of an annotation; numbers are at least `least`."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return things(annotation, depth)
    if origin is Annotated:
        return (
            st.sampled_from(["$t", "$u"])
            if parts == get_args(NameReference)
            else values(parts[0], depth, lowest(parts[1]) or least)
        )
    if origin is Literal:
        return st.sampled_from(parts)
    if origin is tuple:
        return st.lists(
            values(parts[0], depth, least), min_size=2 if "Alternative" in str(parts[0]) else 1, max_size=2
        ).map(tuple)
    if origin is not None and parts:  # a union
        return st.one_of([values(part, depth, least) for part in parts if part is not type(None)])
    return {bool: st.booleans(), int: st.integers(least, 9), str: st.sampled_from(["t", "u"])}[annotation]


def lowest(field) -> int:
    """The lowest number that a field allows."""
    return next((part.ge for part in getattr(field, "metadata", ()) if getattr(part, "ge", None)), 0)


def things(model, depth: int):
    """A strategy for a mapping that the model accepts."""
    model.model_rebuild()  # resolves the forward references of control flow
    if model is Effect:
        deep = {"delay", "if_", "for_each", "choose_one", "coin", "die", "when"}
        verbs = {name: field for name, field in model.model_fields.items() if depth or name not in deep}
        return st.sampled_from(sorted(verbs)).flatmap(
            lambda name: values(verbs[name].annotation, depth - 1).map(lambda value: {yaml_key(name): value})
        )
    need = {yaml_key(name): field for name, field in model.model_fields.items() if field.is_required()}
    may = {yaml_key(name): field for name, field in model.model_fields.items() if not field.is_required()}
    chosen = st.fixed_dictionaries(
        {key: values(field.annotation, depth, lowest(field)) for key, field in need.items()},
        optional={key: values(field.annotation, depth, lowest(field)) for key, field in may.items()},
    )
    if model.__name__ in ("Power", "Limit"):
        others = {"set", "same_as"}
        return chosen.map(
            lambda power: {k: v for k, v in power.items() if k not in others} | {"add": power.get("add", 1)}
        )
    needed = {"TraitChange": {"gain": "artillery"}, "Renewal": {"draw": 1}, "PowerRange": {"min": 1}}
    return chosen.map(lambda change: change | needed.get(model.__name__, {}))


@pytest.mark.extended
@settings(max_examples=50)
@given(st.data())
def test_any_ability_can_be_put_into_words(data):
    effects = data.draw(st.lists(things(Effect, 2), max_size=2), label="effects")
    keys = {"effects": effects}
    for key in ("timing", "needs", "cost", "choose", "troop"):
        annotation = Ability.model_fields[key].annotation
        keys[key] = data.draw(values(annotation, 1), label=key)
    icon = data.draw(st.sampled_from(ICONS))
    deck = army_of([ability_of(icon=icon, **keys)])
    for language in LEXICONS:
        assert_well_formed(describe(deck.abilities[0], deck, language))


@pytest.mark.parametrize(
    "effect",
    [
        {"steal": {"who": {"of": "base", "owner": "opponent", "pick": "one"}}},
        {"when": {"event": "attack", "until": "battle", "effects": ({"draw": {"who": "self"}},)}},
        {"prevent": {"what": "renewal", "who": "opponent", "until": "turn", "site": {"of": "base"}}},
    ],
)
def test_an_effect_that_the_checks_refuse_has_words_too(effect):
    """Otherwise the words would fail before the checks could say what is wrong."""
    deck = army_of([ability_of(icon="shooter", effects=(effect,))])
    for language in LEXICONS:
        assert_well_formed(describe(deck.abilities[0], deck, language))


@pytest.mark.parametrize(
    ("needed", "who", "words"),
    [
        ({}, {"type": "cavalry"}, "your {cavalry} Huns in battle beside your troops"),
        ({}, {"owner": "opponent"}, "enemy troops in battle with your troops"),
        ({}, {"owner": "any"}, "while you have at least one troop in battle, all troops in battle"),
        ({"owner": "opponent"}, {}, "while your opponent has at least one troop in battle, your troops in battle"),
        ({"of": "base"}, {}, "while you have at least one base in battle, your troops in battle"),
        ({"in": "attacking"}, {}, "while you have at least one attacking troop, your troops in battle"),
        ({"in": "field"}, {}, "while you have at least one troop, your troops in battle"),
    ],
)
def test_only_own_troops_in_battle_are_beside_others_or_against_them(needed, who, words):
    fight = {"of": "troop", "owner": "self", "in": "battle"}
    holds = {"atleast": {"of": fight | needed, "amount": 1}}
    text = say(effects=[{"power": {"who": fight | who, "add": 1, "until": "turn", "while": holds}}])
    assert text == f"Until end of turn, {words} get **+1 power**."


TROOPS, OWN_BASES = ({"of": one, "owner": "self"} for one in ("troop", "base"))
FALLS = {"destroy": {"who": {"of": "troop", "owner": "opponent", "in": "battle", "pick": "one"}}}
TWO, ONE = ({"draw": {"who": "self", "amount": amount}} for amount in (2, 1))


def _gain(**keys):
    return {"power": {"who": TROOPS, "add": 1, "until": "turn", **keys}}


def _otherwise(then, otherwise):
    needed = {"atleast": {"of": TROOPS, "amount": 2}}
    return [{"if": {"that": needed, "then": tuple(then), "else": tuple(otherwise)}}]


def _swap_of(**who):
    one = {"of": "base", "in": "$t", "pick": "one"}
    return [
        {"power": {"who": OWN_BASES | {"as": "t"} | who, "add": 1, "until": "turn"}},
        {"swap": {"a": one, "b": one}},
    ]


def _bound(*names):
    """Up to three effects on a player's troops, with these names."""
    whom = [TROOPS | ({"as": name} if name else {}) for name in names]
    power, trait, bonus = (
        {"add": 1, "until": "turn"},
        {"gain": "initiative", "until": "turn"},
        {"amount": 1, "until": "turn"},
    )
    verbs = zip(("power", "trait", "bonus"), (power, trait, bonus), whom, strict=False)
    return [{verb: {"who": who, **keys}} for verb, keys, who in verbs]


def _on_faces(*faces):
    return [{"die": {"results": ({"faces": faces, "effects": (ONE,)},)}}]


def _each(of):
    return [_gain(add={"count": of})]


NEIGHBOURS = [
    # The same things once more, with fewer cards:
    (_otherwise([TWO], [ONE]), "If you have at least two troops, draw two cards; otherwise, one card."),
    (_otherwise([TWO, ONE], [ONE]),
     "If you have at least two troops, draw two cards, then draw one card; otherwise, draw one card."),
    (_otherwise([TWO], [ONE, ONE]),
     "If you have at least two troops, draw two cards; otherwise, draw one card, then draw one card."),
    (_otherwise([{"draw": {"who": "opponent", "amount": 2}}], [ONE]),
     "If you have at least two troops, your opponent draws two cards; otherwise, draw one card."),
    (_otherwise([{"recruit": {"bases": OWN_BASES | {"pick": "one"}, "amount": 2}}],
                [{"recruit": {"bases": OWN_BASES | {"pick": "one"}, "amount": 1}}]),
     "If you have at least two troops, recruit two troops on one of your bases; "
     "otherwise, recruit one troop on one of your bases."),
    # Faces of a die that follow each other, and others:
    (_on_faces(1, 2), "Roll a die: on **1** or **2**, draw one card."),
    (_on_faces(3, 1, 2), "Roll a die: on **1** to **3**, draw one card."),
    (_on_faces(1, 2, 4), "Roll a die: on **1**, **2** or **4**, draw one card."),
    # Two of what was said before:
    (_swap_of(), "Until end of turn, your bases now in play get **+1 power**. Two of those bases change places, troops and all."),
    (_swap_of(pick="up_to_2"),
     "Until end of turn, up to two of your bases get **+1 power**. Two of those bases change places, troops and all."),
    # What has a name stays with the troops that there are now (R44):
    (_bound("", ""), "Until end of turn, your troops get **+1 power** and gain **initiative**."),
    (_bound("t", "u"), "Until end of turn, your troops now in play get **+1 power** and gain **initiative**."),
    (_bound("", "t"), "Until end of turn, your troops get **+1 power**, and your troops now in play gain **initiative**."),
    (_bound("t", ""), "Until end of turn, your troops now in play get **+1 power**, and your troops gain **initiative**."),
    *(([*_bound("s", "t", "u"), {"destroy": {"who": {"of": "troop", "in": f"${name}", "pick": "one"}}}],
       "Until end of turn, your troops now in play get **+1 power** and gain **initiative** and deal **1 more damage**. "
       "Sacrifice one of those troops.") for name in "stu"),
    # What fits now, wherever it is:
    (_each(OWN_BASES | {"is": "unmanned"}),
     "Until end of turn, your troops get **+1 power** for each unmanned base you have now."),
    (_each({"of": "territory", "owner": "self", "is": "complete"}),
     "Until end of turn, your troops get **+1 power** for each complete territory you have now."),
    # Both kinds of damage, and one:
    ([{"protect": {"who": TROOPS, "from": ("regular", "initiative"), "until": "turn"}}],
     "Until end of turn, your troops take no **initiative** or regular damage."),
    ([{"bonus": {"who": TROOPS, "amount": 1, "until": "turn"}}], "Until end of turn, your troops deal **1 more damage**."),
    ([{"bonus": {"who": TROOPS, "amount": -1, "until": "turn"}}], "Until end of turn, your troops deal **1 less damage**."),
]  # fmt: skip


def test_words_say_just_what_the_effects_are():
    for effects, words in NEIGHBOURS:
        assert say(effects=effects) == words


def test_what_outlasts_a_battle_is_not_said_to_be_there():
    """The text has named a battle; what lasts until the end of the turn works in all that follow."""
    here = {"who": TROOPS | {"in": "battle"}}
    for more, words in (
        ({"until": "turn"}, "Until end of turn, your troops in battle get **+1 power**."),
        ({"until": "battle"}, "Your troops there get **+1 power** until it ends."),
    ):
        text = say(timing={"window": ("battle",)}, effects=[FALLS, _gain(**here, **more)])
        assert text == f"Destroy one enemy troop in this battle. {words}"


def test_what_is_destroyed_is_a_troop_unless_the_effect_says_otherwise():
    draw = ({"draw": {"who": "self"}},)
    plain, stated = (
        {"when": {"event": "destroyed", "until": "turn", "effects": draw, **more}} for more in ({}, {"of": "troop"})
    )
    assert say(effects=[plain]) == say(effects=[stated])


if __name__ == "__main__":
    GOLDEN.write_text(golden(), "utf-8")
