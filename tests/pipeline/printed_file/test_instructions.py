"""The screen tells how to print with the very words of page 1."""

import re

import pytest

from cardgen.model.drawing import TextSpan
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.pipeline.printed_file.instructions import print_instructions


def letters(text: str) -> str:
    """Return a text without spaces and soft hyphens, which depend on the lines."""
    return re.sub(r"[\s\u00ad-]", "", text)


@pytest.mark.parametrize(
    "options",
    [{}, {"duplex": "manual", "evens": "reversed"}, {"duplex": "fold"}, {"duplex": "none", "language": "pt"}],
    ids=["both-sides", "by-hand", "folded", "one-side"],
)
def test_every_word_of_the_instructions_is_on_page_1(toy_folder, options):
    job = prepare(toy_folder / "suns.yaml", BuildOptions(**options))
    page = "".join(word.text for item in job.front[0][0].items if isinstance(item, TextSpan) for word in item.words)
    told = print_instructions(job)
    assert told is not None
    paragraphs = [told.intro, *(one for part in told.parts for one in part.paragraphs if not part.are_steps)]
    steps = [one for part in told.parts for one in part.paragraphs if part.are_steps]
    for paragraph in paragraphs:
        assert letters("".join(words.text for words in paragraph)) in letters(page)
    for step in steps:  # on paper, the title and the text of a step are apart
        for sentence in re.split(r": ", "".join(words.text for words in step)):
            assert letters(sentence).rstrip(":.") in letters(page)
    assert any(part.are_steps and part.title for part in told.parts)
    assert all(part.paragraphs and all(part.paragraphs) for part in told.parts)


def test_marks_of_the_strings_become_looks(toy_folder):
    told = print_instructions(prepare(toy_folder / "suns.yaml", BuildOptions()))
    assert told is not None
    words = [word for part in told.parts for paragraph in part.paragraphs for word in paragraph]
    assert not any("*" in word.text for word in words)
    assert {word.text for word in words if word.bold} >= {"A4", "100%"}
    assert any(word.italic for word in words)


def test_a_deck_without_sheets_has_no_instructions(toy_folder):
    deck = toy_folder / "suns.yaml"
    job = prepare(deck, BuildOptions(), since=prepare(deck, BuildOptions()).inventory)
    assert job.sheets == ()
    assert print_instructions(job) is None
