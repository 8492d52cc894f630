"""The rules of a described game in words."""

from __future__ import annotations

from pypdfium2 import PdfDocument

import cardgen
from cardgen.plugin.rules.described.rules_words import rules_in_words
from tests.plugin.rules.described.oracles import EXAMPLES, ORACLES, opened


def words(name: str, language: str) -> str:
    """Return the rules of an example in words."""
    return rules_in_words(opened(name)[0].description, language, {"cards": "Cards"})


def test_moves_and_conditions_are_sentences():
    text = words("crazy-eights", "en")
    assert "Deal 7 if the number of all players is 2, or else 5 from stock to hand" in text
    assert "As long as the rank of the top piece of discard is 8, up to 1000 times: move discard to stock" in text
    assert "the rank of the card is 8 or the suit of the card is suit" in text
    assert "**draw**: allowed if stock is not empty and draws is less than 5" in text
    assert "- **hand**, one for each player: only its owner sees the faces" in text


def test_every_oracle_has_words_in_portuguese():
    for name in ORACLES:
        text = words(name.replace("_", "-"), "pt")
        assert "## O fim" in text and "{0}" not in text, name
    assert "Enquanto " in words("crazy-eights", "pt")
    assert "permitido se stock não está vazio" in words("crazy-eights", "pt")


def test_texts_of_effects_and_moves_have_no_marks_of_templates():
    kites = words("kites", "en")
    assert "**Draw n cards.** deal n from Deck to Hand" in kites
    assert "**Play card**" in kites and "{" not in kites and "****" not in kites


def test_a_game_prints_the_same_words_on_a_page_of_their_own(tmp_path):
    for language, heading in (("en", "The end"), ("pt", "O fim")):
        options = cardgen.BuildOptions(language=language)
        with PdfDocument(cardgen.build(EXAMPLES / "kites/kites.yaml", tmp_path, options).files[0]) as pdf:
            texts = [" ".join(page.get_textpage().get_text_bounded().split()) for page in pdf]
        assert [at for at, text in enumerate(texts, 1) if heading.casefold() in text.casefold()] == [len(texts) - 1]
        assert len(texts) % 2 == 0 and texts[-1] == "", "a front, and a blank back"
        for told in words("kites", language).splitlines():
            first = told.strip("-# ").replace("**", "")[:18].strip()
            assert first.casefold() in texts[-2].casefold(), (language, told)
