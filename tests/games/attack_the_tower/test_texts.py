"""A text of one's own beside its effects: their numbers agree (W331), or there are no effects (W333)."""

from cardgen.games.attack_the_tower.checks.texts import check_effects_exist, check_texts
from cardgen.games.attack_the_tower.schema import Ability
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


def compared(id, **languages):
    """What is said of texts of an ability, each in a language; one of all languages is `all`."""
    ability, deck = ABILITIES[id]
    text = LocalizedText({"" if key == "all" else key: words for key, words in languages.items()})
    findings = check_texts(deck.model_copy(update={"abilities": (ability.model_copy(update={"text": text}),)}))
    return [(one.message.partition(f"text of '{id}' ")[2], one.path[2:]) for one in findings]


def test_a_text_is_compared_in_its_language_or_in_any():
    assert compared("destroy-own", all="Sacrifice até três.") == compared("destroy-own", all="Sacrifice three.") == []
    assert compared("destroy-own", all="Sacrifice up to seven.") == [("says 7, but its effects say 3", ("text",))]
    assert compared("destroy-own", en="Sacrifice até três.", pt="Sacrifice until.", fr="Sacrifiez sept.") == [
        ("does not say 3, but its effects do", ("text", "en")),
        ("does not say 3, but its effects do", ("text", "pt")),
    ]
    ability, _ = ABILITIES["power-while"]
    assert ability.effects[0].power.while_.atleast.of.is_ == "full"
    words = "While you have {0} bases with {1} troops, your Kyudokas get +1 power."
    assert compared("power-while", en=words.format("two", "two")) == []
    assert compared("power-while", en=words.format("two full", "3")) == [
        ("says 3, but its effects do not", ("text", "en"))
    ]


def test_abilities_without_effects_are_told_together_unless_that_is_meant():
    ability, deck = ABILITIES["destroy-own"]

    def told(*abilities):
        return [
            (one.message, one.path) for one in check_effects_exist(deck.model_copy(update={"abilities": abilities}))
        ]

    def without(name, **keys):
        plain = {
            "id": name,
            "name": name,
            "kind": "common",
            "icon": "hand",
            "copies": 1,
            "timing": {"window": ("main",)},
        }
        return Ability.model_validate(plain | keys)

    dances = [without(f"d{at}", text="Dance.") for at in range(6)]
    rules = " a text and no effects, so people can play by it and the computer cannot"
    listed = ", ".join(f"'d{at}'" for at in range(5))
    assert told(ability, dances[0]) == [(f"'d0' has{rules}", ("abilities", 1))]
    assert told(*dances[:5]) == [(f"5 abilities have{rules}: {listed}", ("abilities", 0))]
    assert told(*dances) == [(f"6 abilities have{rules}: {listed} and 1 more", ("abilities", 0))]
    star = {"kind": "special", "icon": "star", "text": "Dance."}
    meant = [
        without("meant", text="Dance.", effects=()),
        without("star", **star, troop={"power": 1}),
        without("s", **star),
    ]
    assert told(*meant) == []
    assert told(without("still")) == [
        ("'still' has neither effects nor a text, so its card says that it does nothing", ("abilities", 0))
    ]
