"""Patterns that agree with their words, the rules of a language, and the numbers of a text."""

import pytest

from cardgen.plugin.wording.languages import ENGLISH, GRAMMARS
from cardgen.plugin.wording.lexicon import Lexicon
from cardgen.plugin.wording.numbers import NumberInText, compare_numbers, find_implied_numbers, find_numbers, unmatched
from cardgen.plugin.wording.phrases import Noun, Phrase, fill, join_words, signed
from cardgen.plugin.wording.sentences import keep_first_icons, to_clause, to_sentence

MINUS = "\N{MINUS SIGN}"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"**+3 power**, {MINUS}1, - 2, -4", ["+3", f"{MINUS}1", f"{MINUS}4", "2"]),
        ("Two or três cards, one or a card, 1 card", ["2", "3"]),
        ("{shooter} Type 42, 3.", ["42", "3"]),
        ("{4} {two} {tile 6}dice, FIVE", ["5"]),
        ("B2 and 7th are no numbers", []),
        ("\N{EN DASH}3 power, +0, 1234567890 coins", [f"{MINUS}3", "+0"]),
        (f"999999999 cards, {'9' * 5000} cards", ["999999999"]),
        ("2,5 and 3.75 and x.4", ["2", "3"]),
    ],
)
def test_numbers_of_a_text(text, found):
    assert sorted(map(str, find_numbers(text, GRAMMARS.values()))) == sorted(found)


def test_numbers_fit_if_no_sign_speaks_against_it():
    plus, minus, none = (NumberInText(sign, 3) for sign in ("+", MINUS, ""))
    assert unmatched([plus], [none]) == unmatched([none], [minus]) == ()
    assert unmatched([plus], [minus]) == (plus,)
    assert unmatched([NumberInText("", 4)], [none]) == (NumberInText("", 4),)


def test_patterns_agree_with_their_words():
    few, she = Phrase("Elves", plural=True), Phrase("tropa", feminine=True)
    assert fill("<a> [a:gets|get] [b:o|a|os|as] [b~um|uma]", a=few, b=she) == "Elves get a uma"
    assert [fill("[x:um|dois]", x=Phrase("x", plural=many)) for many in (False, True)] == ["um", "dois"]
    assert fill("{shooter} [n:base|bases]", n=few) == "{shooter} bases"
    assert Noun("", "Elves").inside("<n> here") == Noun("", "Elves here")
    assert Noun("", "Elves").form(plural=False) == Phrase("Elves")
    assert Noun("tropa", "tropas", True).inside("<n> de <x>", x="ouro") == Noun("tropa de ouro", "tropas de ouro", True)


def test_lists_and_changes():
    assert join_words(["a", "b", "c"], " and ") == "a, b and c"
    assert [join_words(parts, " and ") for parts in (["a", "b"], ["a"], [])] == ["a and b", "a", ""]
    assert join_words(["a", "b", "c"], " or ", "; ") == "a; b or c"
    assert (signed(2), signed(-1)) == ("+2", f"{MINUS}1")


@pytest.mark.parametrize(
    ("apart", "together"),
    [
        ("a carta de a sua mão", "a carta da sua mão"),
        ("uma de essas tropas", "uma dessas tropas"),
        ("causa dano a os atiradores, a as tropas e a uma base", "causa dano aos atiradores, às tropas e a uma base"),
        ("De a onde", "De a onde"),
        *(
            (f"sai {short} {article} monte", f"sai {letter}{article} monte")
            for short, letter in (("de", "d"), ("em", "n"))
            for article in ("o", "os", "a", "as", "esse", "esses", "essa", "essas")
        ),
    ],
)
def test_words_are_contracted_in_portuguese(apart, together):
    assert GRAMMARS["pt"].contract(apart) == together
    assert GRAMMARS["en"].contract(apart) == apart


def test_words_that_may_be_numbers_are_told_apart():
    assert find_implied_numbers("One more, on both bases.", GRAMMARS.values()) == (
        NumberInText("", 2),
        NumberInText("", 1),
    )
    assert find_implied_numbers("Both bases, or +1.", GRAMMARS.values()) == (NumberInText("", 2),)
    assert find_implied_numbers("Draw two cards.", GRAMMARS.values()) == ()


def test_differences_of_numbers_are_told_apart():
    difference = compare_numbers("Draw three cards, +2 power", "Draw two cards, +2 power, 4 damage", [ENGLISH])
    assert ([*map(str, difference.missing)], [*map(str, difference.added)]) == (["4"], ["3"])
    spoken = compare_numbers("Draw 3 cards, then two", "Draw três cards, then two", iter(GRAMMARS.values()))
    assert spoken == ((), ()), "in several languages"
    assert compare_numbers("Draw both cards", "Draw two cards", [ENGLISH]) == ((), ())
    assert compare_numbers("Draw 3 cards", "Draw", [ENGLISH], [NumberInText("", 3)]) == ((), ())


def test_pattern_agrees_with_phrases_only():
    with pytest.raises(TypeError, match="not a Phrase"):
        fill("[who:gets|get]", who="Elves")


@pytest.mark.parametrize(
    ("language", "noun", "words"),
    [
        ("en", Noun("island", "islands"), "an island"),
        ("en", Noun("Arrow", "Arrows"), "an Arrow"),
        ("en", Noun("ship", "ships"), "a ship"),
        ("pt", Noun("ilha", "ilhas", feminine=True), "uma ilha"),
        ("pt", Noun("porto", "portos"), "um porto"),
    ],
)
def test_article_agrees_with_the_noun(language, noun, words):
    assert GRAMMARS[language].indefinite(noun) == Phrase(words, False, noun.feminine)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "zero cartas"),
        (1, "uma carta"),
        (2, "duas cartas"),
        (10, "dez cartas"),
        (11, "11 cartas"),
        (-1, "-1 cartas"),
    ],
)
def test_numeral_agrees_with_the_noun(number, words):
    lexicon = Lexicon(GRAMMARS["pt"], {"card": Noun("carta", "cartas", feminine=True)}, {})
    assert lexicon.quantity(number, "card").text == words


def test_names_are_feminine_by_their_first_word():
    assert [name for name in ("Fadas", "MAGAS do Sol", "Elfos das Fadas", "") if GRAMMARS["pt"].is_feminine(name)] == [
        "Fadas",
        "MAGAS do Sol",
    ]
    assert not ENGLISH.is_feminine("Ladas")


def test_lexicon_prefers_the_phrase_for_a_special_case():
    lexicon = Lexicon(ENGLISH, {}, {"gain": "gains <x>", "gain.unique": "becomes unique"})
    assert lexicon.say(lexicon.variant("gain", "unique")) == "becomes unique"
    assert lexicon.say(lexicon.variant("gain", "artillery"), x="artillery") == "gains artillery"


@pytest.mark.parametrize(
    ("clause", "sentence"),
    [
        ("draw a card", "Draw a card."),
        ("{shooter} **elves** attack.", "{shooter} **Elves** attack."),
        ("3 cards", "3 cards."),
        ("água", "Água."),
    ],
)
def test_clause_becomes_a_sentence(clause, sentence):
    assert to_sentence(clause) == sentence


def test_sentence_becomes_a_clause():
    assert [to_clause("When Elves attack"), to_clause("")] == ["when Elves attack", ""]


def test_each_icon_stays_before_its_first_word():
    text = "{bow} Elves and {bow} Elves, {axe} Dwarves and {bow} Elves"
    assert keep_first_icons(text, ["bow", "axe"]) == "{bow} Elves and Elves, {axe} Dwarves and Elves"
