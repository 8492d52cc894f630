"""A text of one's own beside its effects: their numbers agree (W331), and the message has the generated text."""

from cardgen.games.attack_the_tower.checks.texts import check_texts
from cardgen.model.deck import LocalizedText
from tests.games.attack_the_tower.test_wording import TEXTS

ABILITIES = {ability.id: (ability, deck) for pairs in TEXTS.values() for ability, deck in pairs}


def test_what_is_cached_of_a_text_is_of_its_very_effects_and_bases():
    ability, deck = ABILITIES["destroy-own"]
    wrong = ability.model_copy(update={"text": LocalizedText({"en": "Sacrifice up to seven of your Kyudokas."})})
    own = deck.model_copy(update={"abilities": (wrong,)})
    bases = tuple(
        base.model_copy(update={"recruits": LocalizedText({"": "Ronin"}), "name": LocalizedText({"": "Inn"})})
        for base in deck.bases
    )
    for army, troop in ((own, "Kyudokas"), (own.model_copy(update={"bases": bases}), "Ronin"), (own, "Kyudokas")):
        (finding,) = check_texts(army)
        assert finding.code == "W331"
        assert "says 7, but its effects say 3" in finding.message
        assert troop in finding.expected
