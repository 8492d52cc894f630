"""The rule texts that are generated from the effects."""

import re
from pathlib import Path

import pytest
import yaml

from cardgen.games.stonewater_weir import wording
from cardgen.games.stonewater_weir.constants import ABILITY_IDS, CLASSES, hitting
from cardgen.games.stonewater_weir.effects import USES
from cardgen.games.stonewater_weir.pieces import ENTRIES
from cardgen.games.stonewater_weir.schema import EventCard, ResourceCard
from cardgen.games.stonewater_weir.wording import ability_text, card_text, event_text, names_of_units
from cardgen.games.stonewater_weir.wording.compose import LEXICONS
from cardgen.model.deck import LocalizedText
from cardgen.yaml_loader import LOADER
from tests.games.stonewater_weir.any_effects import ARGUMENTS, SOME_UNITS, ZONES, options
from tests.recorded import check_recorded


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


BOW = {"type": "permanent", "attack": {"bonus": 1}}
# Several effects, attacks with and without one, and tactics cards.
OTHERS = [
    ([{"gain": {"track": "food", "who": "all"}}, {"gain": {"track": "gold", "who": "all"}}, {"surge": {}}], {}),
    ([{"gain": {"track": "food"}}, {"gain": {"track": "gold", "who": "first"}}, {"gain": {"track": "food"}}], {}),
    ([{"gain": {"track": "food"}}, {"gain": {"track": "gold", "amount": "yellow"}}], {}),
    ([{"gain": {"track": "gold", "amount": "yellow"}}, {"gain": {"track": "food"}}, {"act": {}}], {}),
    ([{"ward": {}}, {"act": {}}], {"type": "permanent"}),
    ([{"act": {}}, {"ward": {}}, {"look": {"deck": "events"}}], {"type": "permanent"}),
    ([{"push": {}}, {"gain": {"track": "morale"}}], BOW),
    ([{"halt": {"what": "both"}}, {"drift": {}}], {"tactics": True, "zones": (1, 2)}),
    ([{"push": {}}], {"tactics": True, "zones": (), "stays": 2}),
    *(
        ([], {"attack": dict(zip(("dice", "target", "bonus", "value"), numbers, strict=True)) | more})
        for numbers in ((1, None, None, None), (None, 6, -1, None), (2, 3, 1, 0), (None, None, None, 4))
        for more in options(zones=ZONES, massive=(False, True))
    ),
]
KINDS = {
    "card": {},
    "instant": {"type": "instant", "color": None},
    "permanent": {"type": "permanent", "color": None},
    "attack": BOW | {"color": None},
    "tactics": {"tactics": True, "zones": (3,)},
}
AREA_EFFECTS = [
    {"strike": {"dice": 1, "target": 5, "strength": 2}},
    *({verb: arguments} for verb in ("push", "drift") for arguments in options(amount=SOME_UNITS)),
    *({"halt": {"what": what}} for what in ("attack", "march", "both")),
]


def test_all_texts_are_as_recorded(weir_deck):
    """Each verb with all arguments where it is allowed first, and with the first ones on each kind of card."""

    def worded():
        assert ARGUMENTS.keys() == USES.keys()
        for verb, uses in USES.items():
            more_kinds = ("permanent", "attack") if "card" in uses else ()
            for at, arguments in enumerate(ARGUMENTS[verb]):
                kinds = (*uses, *more_kinds) if not at else uses[:1]
                for kind in kinds:
                    if kind == "tactics":  # without zones, below
                        continue
                    if kind == "event":
                        for duration in ("round", "season"):
                            texts = [
                                told(weir_deck, {verb: arguments}, language=code, duration=duration)
                                for code in LEXICONS
                            ]
                            yield f"{verb} {arguments}, {duration}: {' | '.join(texts)}"
                    else:
                        texts = [said(weir_deck, {verb: arguments}, language=code, **KINDS[kind]) for code in LEXICONS]
                        yield f"{verb} {arguments}, {kind}: {' | '.join(texts)}"
        of_areas = [([effect], KINDS[kind]) for kind in ("tactics", "attack") for effect in AREA_EFFECTS]
        for effects, more in [*of_areas, *OTHERS]:
            yield f"{effects}, {more}: {' | '.join(said(weir_deck, *effects, language=code, **more) for code in LEXICONS)}"

    check_recorded(Path(__file__).with_name("texts.txt"), worded())


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
