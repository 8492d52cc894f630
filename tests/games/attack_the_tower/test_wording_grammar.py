"""Patterns that agree with their words, and the numbers of a text."""

import pytest

from cardgen.games.attack_the_tower.wording import GRAMMARS
from cardgen.games.attack_the_tower.wording.grammar import Noun, Phrase, fill, joined, signed
from cardgen.games.attack_the_tower.wording.numbers import Number, hidden_numbers, numbers, strays

MINUS = "\N{MINUS SIGN}"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"**+3 power**, {MINUS}1, - 2, -4", ["+3", f"{MINUS}1", f"{MINUS}4", "2"]),
        ("Two or três cards, one or a card, 1 card", ["2", "3"]),
        ("{shooter} Type 42, 3.", ["42", "3"]),
        ("B2 and 7th are no numbers", []),
    ],
)
def test_numbers_of_a_text(text, found):
    assert sorted(map(str, numbers(text, GRAMMARS.values()))) == sorted(found)


def test_numbers_fit_if_no_sign_speaks_against_it():
    plus, minus, none = (Number(sign, 3) for sign in ("+", MINUS, ""))
    assert strays([plus], [none]) == strays([none], [minus]) == ()
    assert strays([plus], [minus]) == (plus,)
    assert strays([Number("", 4)], [none]) == (Number("", 4),)


def test_patterns_agree_with_their_words():
    few, she = Phrase("Elves", plural=True), Phrase("tropa", feminine=True)
    assert fill("<a> [a:gets|get] [b:o|a|os|as] [b~um|uma]", a=few, b=she) == "Elves get a uma"
    assert [fill("[x:um|dois]", x=Phrase("x", plural=many)) for many in (False, True)] == ["um", "dois"]
    assert fill("{shooter} [n:base|bases]", n=few) == "{shooter} bases"
    assert Noun("", "Elves").inside("<n> here") == Noun("", "Elves here")


def test_lists_and_changes():
    assert joined(["a", "b", "c"], " and ") == "a, b and c"
    assert joined(["a"], " and ") == "a"
    assert (signed(2), signed(-1)) == ("+2", f"{MINUS}1")


@pytest.mark.parametrize(
    ("apart", "together"),
    [
        ("a carta de a sua mão", "a carta da sua mão"),
        ("uma de essas tropas", "uma dessas tropas"),
        ("causa dano a os atiradores, a as tropas e a uma base", "causa dano aos atiradores, às tropas e a uma base"),
        ("De a onde", "De a onde"),
    ],
)
def test_words_are_contracted_in_portuguese(apart, together):
    assert GRAMMARS["pt"].contracted(apart) == together
    assert GRAMMARS["en"].contracted(apart) == apart


def test_words_that_may_be_numbers_are_told_apart():
    assert hidden_numbers("One more, on both bases.", GRAMMARS.values()) == (Number("", 2), Number("", 1))
    assert hidden_numbers("Draw two cards.", GRAMMARS.values()) == ()
