"""The identity of a deck: as its game states it, or as read from the keys that decks usually have."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
import toy
from pydantic import BaseModel

from cardgen.model.deck import LocalizedText, PictureReference
from cardgen.pipeline.printed_file.build import BuildOptions, prepare
from cardgen.plugin import registry
from cardgen.plugin.identity import DeckIdentity, default_identity
from cardgen.plugin.resources import resources


def test_default_identity_reads_the_usual_keys():
    title = LocalizedText({"en": "Suns", "pt": "Sóis"})
    deck = SimpleNamespace(title=title, author="Ada", colors={"ink": "#000000"}, emblem=PictureReference("sun.svg"))
    assert default_identity(deck) == DeckIdentity(
        title=title, author="Ada", palette={"ink": "#000000"}, emblem=PictureReference("sun.svg")
    )


class Colors(BaseModel):
    """Colours of a deck."""

    ink: str = "#010203"
    paper: str | None = None


def test_default_identity_reads_all_keys_and_colours_of_a_model():
    keys = ("subtitle", "emblem", "pattern", "land")
    texts = {key: PictureReference(f"{key}.svg") if key != "subtitle" else "A game" for key in keys}
    deck = SimpleNamespace(title="", name="Suns", author=None, colors=Colors(), **texts)
    assert default_identity(deck) == DeckIdentity(title="Suns", palette={"ink": "#010203"}, **texts)


def test_an_author_is_a_text_and_colours_have_six_digits():
    assert default_identity(SimpleNamespace(author=7)).author == "7"
    for wrong in (
        {"ink": "#0000001"},
        {"ink": "#00000"},
        {"ink": "000000"},
        {"ink": "x#000000"},
        {"ink": 0},
        {0: "#000000"},
    ):
        with pytest.raises(ValueError, match=r"colour .* of the identity is .*; expected '#rrggbb'"):
            DeckIdentity(palette=wrong)


def test_default_identity_of_a_deck_without_any_of_the_keys_is_empty():
    assert default_identity(object()) == DeckIdentity()


def test_default_identity_takes_the_name_of_a_deck_without_title():
    assert default_identity(SimpleNamespace(name="Suns")).title == "Suns"


@pytest.mark.usefixtures("toy_game")
def test_pdf_of_a_deck_carries_its_identity_in_the_language_of_the_build():
    job = prepare(toy.DECK, BuildOptions(language="pt"))
    assert (job.title, job.author, job.subject) == ("Toy: Suns", "Ada Lovelace", "Nascemos.")


@pytest.mark.usefixtures("toy_game")
def test_deck_without_title_is_called_by_its_file():
    registry.add_game(replace(toy.GAME, identity=lambda deck: replace(default_identity(deck), title="")))
    assert prepare(toy.DECK, BuildOptions()).title == "Toy: Suns"


def test_game_gives_its_own_identity():
    job = prepare(resources().decks / "samurai.yaml", BuildOptions(only=("counters",)))
    assert (job.title, job.author) == ("Attack the Tower: Samurai", "cardgen")
    assert job.subject
