"""A text of one's own beside its effects: W334, both speak of the same things and deeds."""

import pytest

from cardgen.games.attack_the_tower.checks.texts import check_texts
from cardgen.games.attack_the_tower.checks.words import language_of
from cardgen.games.attack_the_tower.wording import describe
from cardgen.model.deck import LocalizedText
from tests.games.attack_the_tower.test_wording import ARMIES, TEXTS, whole_army

ABILITIES = {ability.id: (ability, deck) for pairs in TEXTS.values() for ability, deck in pairs}


def said_of(name: str, text: str, language: str = "") -> list[str]:
    """What is found wrong with a text for an ability."""
    ability, deck = ABILITIES[name]
    own = ability.model_copy(update={"text": LocalizedText({language: text})})
    findings = check_texts(deck.model_copy(update={"abilities": (own,)}))
    return [finding.message.removeprefix(f"text of '{name}' ") for finding in findings if finding.code == "W334"]


@pytest.mark.parametrize("name", ARMIES)
def test_texts_that_ship_or_are_examples_are_right(name):
    assert [finding.message for finding in check_texts(whole_army(name)) if finding.code == "W334"] == []


@pytest.mark.parametrize("language", ["en", "pt"])
def test_generated_texts_are_right(language):
    for name, (ability, deck) in ABILITIES.items():
        assert said_of(name, describe(ability, deck, language), language) == [], name


WRONG = [
    (
        "closed-paths",
        "Destroy the enemy palace.",
        "speaks of palaces and destroying, but its effects of forbidden actions and attacks",
    ),
    (
        "closed-paths",
        "Destrua o palácio inimigo.",
        "speaks of palaces and destroying, but its effects of forbidden actions and attacks",
    ),
    ("destroy-special", "Destroy one enemy base.", "speaks of bases, but its effects of special troops"),
    ("destroy-special", "Destrua uma base inimiga.", "speaks of bases, but its effects of special troops"),
    ("destroy-special", "Sacrifice one of your special troops.", "does not speak of the enemy, but its effects do"),
    ("destroy-own", "Sacrifice three Kyudokas.", "does not speak of up to a number of things, but its effects do"),
    ("destroy-own", "Sacrifice up to three of your Huns.", "speaks of cavalry, but its effects of shooters"),
    ("destroy-own", "Sacrifique até três de seus Hunos.", "speaks of cavalry, but its effects of shooters"),
    ("draw-any", "Draw three abilities.", "speaks of abilities, but its effects do not"),
    ("draw-any", "Compre três habilidades.", "speaks of abilities, but its effects do not"),
    ("draw-any", "Draw three cards, then discard one.", "speaks of discarding, but its effects do not"),
    ("recruit-unmanned", "Recruit one troop on each base.", "does not speak of what is unmanned, but its effects do"),
    ("loc-7", "Take up to two abilities from your discard pile into your hand.", "speaks of abilities, but its effects of bases"),
    ("loc-4", "Sacrifice up to two of your Strider Skiffs.", "speaks of destroying, but its effects of moving"),
    ("elf-4", "If your cavalry is in this battle, enemy troops lose artillery until it ends.", "speaks of artillery, but its effects of initiative"),
    ("sam-8", "Your troops take no damage.", "speaks of troops and damage, but its effects of the end of the battle"),
    ("special-aura-soak", "Your troops get +1 power.", "speaks of power, but its effects of damage, ignored damage and up to a number of things"),
    ("special-renewal", "You draw two more cards and recruit one more troop on each base.", "does not speak of renewals, but its effects do"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "message"), WRONG)
def test_a_text_that_says_something_else_is_told(name, text, message):
    assert said_of(name, text) == [message]


RIGHT = [
    ("closed-paths", "Your opponent can't attack this turn."),
    ("closed-paths", "No attacks by your opponent for the rest of the turn."),
    ("closed-paths", "O oponente não pode atacar até o fim do turno."),
    ("perfect-cut", "One of your troops gets +3 until the turn ends."),
    ("perfect-cut", "Até o fim do turno, uma tropa sua recebe +3."),
    ("first-light", "Your Elves have power 2 and strike first for the rest of this turn."),
    ("counsel-of-stones", "When this turn ends, draw a card for each Druid you have."),
    ("silk-and-venom", "Enemies that fight your Spiderriders get −1 power this turn."),
    ("elf-1", "Each attacking Elf gets +1."),
    ("elf-5", "One of your Dragons in this battle may hurt troops: it loses artillery."),
    ("elf-7", "Put a troop on each of up to two of your bases."),
    ("elf-8", "Swap two of your bases, with everything on them."),
    ("elf-8", "Troque duas de suas bases de lugar."),
    ("sam-2", "With a Kyudoka in this battle, kill one enemy troop there of power 2 or less."),
    ("sam-3", "Your defending Samurai get +2 power. They die after this battle."),
    ("sam-6", "Pay a card: recruit one troop on each base of one of your territories."),
    ("sam-7", "See your opponent's hand and choose an ability there; they discard it."),
    ("sam-8", "Stop this battle. There is no combat."),
    ("loc-1", "Muster one Bargefolk on each of your Barge Yards."),
    ("loc-3", "Your troops ignore 2 damage for each of your Brass Stevedores in this battle, at most 4."),
    ("loc-6", "One of your territories can't be attacked this turn."),
    ("loc-7", "Return up to two bases from the discard pile to your hand."),
    ("loc-7", "Recupere até duas bases do seu descarte."),
    ("loc-10", "Power 1. Strikes first. It guards all of your territories too."),
    ("spo-1", "Sacrifice one Capling here: deal 2 damage to one enemy troop there."),
    ("spo-4", "If you have Beetle Lancers, destroy one troop on an enemy base that holds two."),
    ("spo-7", "Your opponent discards a card at random, two if they hold four or more."),
    ("spo-8", "Steal a random card from your opponent."),
    ("spo-9", "When it arrives, get one ability back from your discard pile."),
    ("destroy-on-base", "Raze one enemy base and everything on it: first its troops die, then destroy that base."),
    ("recruit-two", "Two new Kaijus appear on one of your Islands."),
    ("soak-plain", "The first 3 points of damage to your troops in this battle are ignored."),
    ("discard-opponent", "Your opponent throws away two bases."),
    ("trait-loyal", "One of your special troops becomes loyal until end of turn."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text"), RIGHT)
def test_other_words_for_the_same_are_no_fault(name, text):
    assert said_of(name, text) == []


def test_language_of_a_text_for_all_languages_is_guessed():
    assert language_of("Destroy one of your bases.") == "en"
    assert language_of("Destrua uma de suas bases.") == "pt"
    assert language_of("Compre cartas.") == "pt"
    assert language_of("") == "en"


def test_what_is_remembered_of_a_text_is_of_its_very_effects_and_bases():
    ability, deck = ABILITIES["destroy-own"]
    right = "Sacrifice up to three of your Kyudokas."
    assert said_of("destroy-own", right, "en") == []
    bases = tuple(
        base.model_copy(update={"recruits": LocalizedText({"": "Ronin"}), "name": LocalizedText({"": "Inn"})})
        for base in deck.bases
    )
    own = ability.model_copy(update={"text": LocalizedText({"en": right})})
    renamed = deck.model_copy(update={"abilities": (own,), "bases": bases})
    assert [finding.code for finding in check_texts(renamed)] == ["W334"]
    assert said_of("destroy-own", right, "en") == []
