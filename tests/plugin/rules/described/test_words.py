"""The rules of a described game in words."""

from __future__ import annotations

from pypdfium2 import PdfDocument

import cardgen
from cardgen.plugin.rules.described.expression_words import ExpressionWords
from cardgen.plugin.rules.described.parsing import parsed
from tests.plugin.rules.described.oracles import EXAMPLES, ORACLES, opened


def words(name: str, language: str) -> str:
    """Return the rules of an example in words."""
    return opened(name)[0].in_words(language, {"cards": "Cards"})


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


def test_no_example_shows_an_expression_as_it_is_written(monkeypatch):
    """Every expression of every example has words, in both languages; without them, the text would be that of the file."""
    monkeypatch.setattr(ExpressionWords, "say", lambda writer, text: writer._of(parsed(text)))
    monkeypatch.setattr(ExpressionWords, "condition", lambda writer, text: writer._truth(parsed(text)))
    described = [path.parent.name for path in EXAMPLES.glob("*/game.yaml") if "\nrules:" in path.read_text("utf-8")]
    assert len(described) == 22
    for name in described:
        for language in ("en", "pt"):
            text = words(name, language)
            assert not {"|", "==", "('"} & {*text.replace("(", " (").split()}, name


def test_portuguese_words_of_a_game_in_two_languages_have_no_english_names():
    for name in ("kites", "solstice"):
        text = words(name, "pt")
        for english in ("card", "player", "trick", "hand", "lost", "excess", "suit", "spring"):
            assert f" {english} " not in text and f"{english}:" not in text, (name, english)
