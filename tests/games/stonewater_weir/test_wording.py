"""The rule texts that are generated from the effects."""

import re
from pathlib import Path
from typing import get_args

import pytest
import yaml

from cardgen.games.stonewater_weir import wording
from cardgen.games.stonewater_weir.constants import ABILITY_IDS, CLASSES, hitting
from cardgen.games.stonewater_weir.effects import USES, Closable, Number
from cardgen.games.stonewater_weir.pieces import ENTRIES
from cardgen.games.stonewater_weir.schema import EventCard, ResourceCard
from cardgen.games.stonewater_weir.wording import ability_text, card_text, event_text, names_of_units
from cardgen.games.stonewater_weir.wording.compose import LEXICONS
from cardgen.model.deck import LocalizedText
from cardgen.yaml_loader import LOADER


def loose(text):
    """A text without what keeps its words on one line."""
    return text.replace("\u00a0", " ")


def said(deck, *effects, language="en", **more):
    """The text of a card with some effects."""
    card = {"id": "x", "name": "X", "type": "discard", "color": "red", "effects": effects, **more}
    return loose(card_text(ResourceCard.model_validate(card), names_of_units(deck.units)).in_language(language))


def told(deck, *effects, language="en", duration="round"):
    """The text of an event with some effects."""
    event = {"id": "x", "name": "X", "value": 1, "duration": duration, "effects": effects}
    return loose(event_text(EventCard.model_validate(event), names_of_units(deck.units)).in_language(language))


# Of the deck that ships: a card of each kind, in both languages.
CARDS = {
    "alder-bow": (
        "Wall attack on zone 2 or 3: two dice, +1 strength.",
        "Ataque da muralha na zona 2 ou 3: dois dados, +1 de força.",
    ),
    "boathook": (
        "Wall attack on zone 1: two dice. Then push one unit there back one zone.",
        "Ataque da muralha na zona 1: dois dados. Depois, empurre uma unidade dali uma zona para trás.",
    ),
    "weir-drop": (
        "Flood Charge on zones 1 and 2: five dice for each zone, hits on 3+, strength 4.",
        "Enxurrada nas zonas 1 e 2: cinco dados para cada zona, acerta com 3+, força 4.",
    ),
    "drowned-ground": (
        "Place it on zone 1, 2 or 3 of any field; in the enemies phase, roll three dice: each 4+ hits here with strength 2. "
        "It stays for three enemies phases.",
        "Coloque na zona 1, 2 ou 3 de qualquer campo; na fase dos inimigos, role três dados: cada 4+ acerta aqui com força 2. "
        "Fica por três fases dos inimigos.",
    ),
    "bellmetal-shield": ("Ignore one hit each round.", "Ignore um golpe por rodada."),
    "marsh-fever": (
        "Every hero loses 3 morale, but keeps at least 1.",
        "Cada herói perde 3 de moral, mas fica com pelo menos 1.",
    ),
    "feast-basket": ("Every hero gains 1 food and 1 morale.", "Cada herói ganha 1 de comida e 1 de moral."),
    "taproom-brawl": (
        "Lose 1 morale, but keep at least 1. The Otter Inn is damaged.",
        "Perca 1 de moral, mas fique com pelo menos 1. A Taverna da Lontra fica danificada.",
    ),
    "backwash": (
        "Draw a wind card: place two Mudlings in zone 3 there.",
        "Compre uma carta de vento: coloque dois Barrentos na zona 3 desse campo.",
    ),
}


@pytest.mark.parametrize(("target", "printed"), [(3, "3+"), (5, "5+"), (6, "6")])
def test_only_a_six_is_at_least_six(target, printed) -> None:
    assert hitting(target) == printed


@pytest.mark.parametrize("name", CARDS)
def test_a_card_says_what_it_does_in_both_languages(name, weir_deck):
    card = next(card for key in CLASSES for card in getattr(weir_deck, key) if card.id == name)
    text = card_text(card, names_of_units(weir_deck.units))
    assert (loose(text.in_language("en")), loose(text.in_language("pt"))) == CARDS[name]


@pytest.mark.parametrize(
    ("zones", "is_massive", "text"),
    [
        ((), True, "Flood Charge: two dice for each zone, strength 3."),
        ((2,), True, "Flood Charge on zone 2: two dice, strength 3."),
        ((1, 2), True, "Flood Charge on zones 1 and 2: two dice for each zone, strength 3."),
        ((1, 2), False, "Wall attack on zone 1 or 2: two dice, strength 3."),
    ],
)
def test_an_attack_says_for_how_many_zones_its_dice_are(zones, is_massive, text, weir_deck):
    attack = {"dice": 2, "value": 3, "zones": zones, "massive": is_massive}
    assert said(weir_deck, attack=attack) == text


@pytest.mark.parametrize(
    ("effect", "english", "portuguese"),
    [
        ({"gain": {"track": "gold"}}, "Gain 1 gold.", "Ganhe 1 de ouro."),
        ({"draw": {"deck": "inn"}}, "Draw an Inn card from the pool.", "Compre da reserva uma carta de Taverna."),
        (
            {"draw": {"deck": "forge", "from": "season", "of": 2}},
            "Look at the top two cards of the Forge season deck and take one; the others go beneath.",
            "Olhe as duas cartas de cima de Forja no baralho da estação e pegue uma; as outras vão para baixo.",
        ),
        ({"act": {"amount": 2}}, "You have two more actions this turn.", "Você tem duas ações a mais neste turno."),
        (
            {"repair": {"what": "destroyed"}},
            "Turn the token of a destroyed building to its damaged side.",
            "Vire a ficha de uma construção destruída para o lado danificado.",
        ),
        ({"reinforce": {}}, "Place a reinforcement on any building.", "Coloque um reforço em qualquer construção."),
        ({"ward": {"hits": 2}}, "Ignore two hits this round.", "Ignore dois golpes nesta rodada."),
        ({"tether": {"by": -4}}, "The Tether of the Undercurrent falls by 4.", "A Amarra da Correnteza desce 4."),
        (
            {"push": {"amount": 2, "zones": (2,)}},
            "Choose zone 2 of any field: push up to two units there back one zone.",
            "Escolha a zona 2 de qualquer campo: empurre até duas unidades dali uma zona para trás.",
        ),
    ],
)
def test_an_effect_that_a_deck_may_have(effect, english, portuguese, weir_deck):
    assert (said(weir_deck, effect), said(weir_deck, effect, language="pt")) == (english, portuguese)


def test_events_say_how_long_they_last(weir_deck):
    effect = {"forbid": {"what": "granary"}}
    assert told(weir_deck, effect) == "The Granary is closed this round."
    assert told(weir_deck, effect, duration="season") == "The Granary is closed this season."
    assert told(weir_deck, effect, language="pt") == "O Celeiro fica fechado nesta rodada."


@pytest.mark.parametrize("by", [-1, 1])
@pytest.mark.parametrize("number", get_args(Number))
def test_every_number_of_the_rules_is_worded_up_and_down(number, by, weir_deck):
    for language in LEXICONS:
        text = told(weir_deck, {"modify": {"number": number, "by": by}}, language=language)
        assert text.endswith(".")
        assert "<" not in text


@pytest.mark.parametrize("what", get_args(Closable))
def test_everything_that_can_be_closed_is_worded(what, weir_deck):
    assert told(weir_deck, {"forbid": {"what": what}}) != told(weir_deck, {"forbid": {"what": what}}, language="pt")


def test_the_lexicons_have_the_same_words():
    folder = Path(wording.__file__).parent
    english, portuguese = (
        yaml.load((folder / f"strings.{code}.yaml").read_text("utf-8"), LOADER) for code in ("en", "pt")
    )
    assert english.keys() == portuguese.keys()
    assert [*LEXICONS] == ["en", "pt"]


def test_the_deck_words_every_verb(weir_deck):
    cards = [card for key in CLASSES for card in getattr(weir_deck, key)]
    assert {effect.verb[0] for card in (*cards, *weir_deck.events) for effect in card.effects} == set(USES)


def test_every_ability_has_a_text_in_both_languages():
    for ability in ABILITY_IDS:
        text = ability_text(ability)
        assert text.in_language("en") != text.in_language("pt")


def test_a_text_of_the_deck_is_printed_instead(weir_deck):
    bow = weir_deck.forge[0].model_copy(update={"text": LocalizedText({"": "Two arrows."})})
    changed = weir_deck.model_copy(update={"forge": (bow,)})
    (entry,) = ENTRIES["forge"](changed)
    assert entry.data["text"].in_language("en") == "Two arrows."
    assert loose(entry.texts["text"].in_language("en")) == CARDS["alder-bow"][0]


def test_every_name_and_flavour_is_in_both_languages(weir_deck):
    for key in (*CLASSES, "enemies", "events", "winds", "heroes", "abilities", "units", "buildings", "banks", "dice"):
        for piece in getattr(weir_deck, key):
            for field in ("name", "flavor", "title", "plural"):
                text = getattr(piece, field, None)
                assert text is None or {*text.languages} in ({"en", "pt"}, {""}), (piece.id, field)


def test_a_number_and_what_it_counts_stay_on_one_line(weir_deck):
    units = names_of_units(weir_deck.units)
    texts = [card_text(card, units) for kind in CLASSES for card in getattr(weir_deck, kind)]
    texts += [event_text(event, units) for event in weir_deck.events] + [ability_text(one) for one in ABILITY_IDS]
    for text in texts:
        for words in (text.in_language("en"), text.in_language("pt")):
            assert not re.search(
                r"(zones?|zonas?|strength|força|least|menos) \d|\d (de (moral|luz|comida|ouro|força)|morale|food|gold|lamplight)",
                words,
            ), words
