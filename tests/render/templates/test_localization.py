"""A template shows a text of the deck in the language of the build, or in any other that the deck has."""

import copy
import pickle

import pytest
import toy
from pydantic import BaseModel

from cardgen.model.deck import ChoiceWord, LocalizedText
from cardgen.model.drawing import TextSpan
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.render.templates.errors import OverBudgetError
from cardgen.render.templates.localization import fill_placeholders, in_language, localized, titled

BREAD = LocalizedText({"de": "Brot", "pt": "Pão"})


@pytest.mark.parametrize(("language", "words"), [("de", "Brot"), ("pt-BR", "Pão"), ("fr", "Brot")])
def test_a_text_is_in_the_language_of_the_build_and_has_the_others(language, words):
    text = localized({"name": BREAD}, language)["name"]
    assert text == words
    assert [in_language(text, code) for code in ("de", "pt")] == ["Brot", "Pão"]


def test_a_word_of_a_list_has_its_title_in_each_language():
    titles = LocalizedText({"en": "Breads", "pt": "Pães"})
    word = localized([ChoiceWord("bread", titles, "")], "en")[0]
    assert (word, titled(word), in_language(word, "pt")) == ("bread", "Breads", "Pães")
    assert titled((word, 3, [word])) == ("Breads", 3, ["Breads"])
    assert titled([word, "word"]) == ["Breads", "word"]


class Stated(BaseModel, extra="allow"):
    """A model of which one field has a name of Python's."""

    from_: LocalizedText


def test_a_model_is_a_mapping_of_its_fields_and_of_what_is_stated_besides():
    stated = Stated(from_=BREAD, more=[BREAD])
    assert localized(stated, "pt") == {"from": "Pão", "more": ["Pão"]}


def test_a_copy_has_every_language_too():
    text = copy.deepcopy(pickle.loads(pickle.dumps(localized(BREAD, "de"))))
    assert (text, in_language(text, "pt")) == ("Brot", "Pão")


def test_any_other_value_is_the_same_in_every_language():
    assert in_language(localized(LocalizedText({"": "Ada"}), "de"), "pt") == "Ada"
    assert in_language(7, "pt") == "7"


def test_a_change_in_another_language_is_a_change_of_the_value():
    """Previews draw a face again if the `repr` of a variable that its template uses has changed."""
    other = LocalizedText({"de": "Brot", "pt": "Pãozinho"})
    assert repr(localized(BREAD, "de")) != repr(localized(other, "de"))
    assert repr(localized(BREAD, "de")) == repr(localized(LocalizedText(dict(BREAD.languages)), "de"))


def test_a_template_shows_a_text_in_two_languages(toy_folder):
    (toy_folder / "templates").mkdir()
    template = (toy.FOLDER / "templates" / "card.svg.j2").read_text("utf-8")
    shown = "{{ card.name | rich }} / {{ card.name | in_language('pt') | rich }}"
    own = toy_folder / "templates" / "card.svg.j2"
    own.write_text(template.replace("{{ card.name | rich }}", shown), "utf-8")
    job = prepare(toy_folder / "suns.yaml", BuildOptions(only=("cards",)))
    face = job.drawn[0].pieces[0].face
    words = [word.text for item in face.items if isinstance(item, TextSpan) for word in item.words]
    assert " ".join(words).startswith("Dawn / Aurora")


@pytest.mark.parametrize(
    ("text", "values", "filled"),
    [
        ("{n} of {m}, {n}, {icon}", {"n": 2, "m": "é"}, "2 of é, 2, {icon}"),
        ("by {who}", {"who": "אב"}, "by \u2068אב\u2069"),
        ("א {who}", {"who": "ב"}, "א ב"),  # the same direction
        ("א {who}", {"who": "Ada"}, "א Ada"),
    ],
)
def test_values_are_put_into_a_text_and_isolated_if_they_run_the_other_way(text, values, filled):
    assert fill_placeholders(text, **values) == filled


def test_a_text_with_many_long_values_is_refused_before_it_is_made():
    assert len(fill_placeholders("{n}" * 900, n="x" * 1000)) == 900_000
    for text, word in (("{n}" * 1000, "x" * 1000), ("{n}", "x" * 1_000_000), ("x" * 999_999 + "{n}", "x")):
        with pytest.raises(OverBudgetError):
            fill_placeholders(text, n=word)
