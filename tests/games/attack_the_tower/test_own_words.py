"""Every sentence that ships is the project's own: no run of six words is one of the published game's.

`source_runs.txt` keeps the runs of the three published documents (manual, elves deck, samurai deck) as hashes, so that the
documents themselves stay out of the repository. With their texts as files it is written anew by

    python -m tests.games.attack_the_tower.test_own_words manual.txt elves.txt samurai.txt
"""

import re
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import pypdfium2
import pytest

from cardgen.model.deck import LocalizedText
from cardgen.plugin.resources import resources
from cardgen.plugin.schema import walk
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector
from tests.games.attack_the_tower.test_wording import LEXICONS, TEXTS, describe

RUNS = Path(__file__).parent / "source_runs.txt"
LENGTH = 6
DIGEST_BYTES = 5
# The names of types are the game's and are listed in its order; a run of them alone is a list, not a sentence.
LISTED = frozenset(
    {
        "special", "weapons", "ability", "light", "shooter", "and", "infantry", "weapon", "cavalry", "siege",
        "shooters", "heavy", "common",
    }
)  # fmt: skip
LANGUAGES = ("en", "pt")
ARMIES = ("elves", "samurai", "lockkeepers", "spore-court")


def runs_of(text: str) -> Iterator[tuple[str, ...]]:
    """Give the runs of six words of a text, without numbers, marks and capitals, and without lists of types."""
    whole = re.sub(r"\ufffe\s*", "", text).replace(
        "\N{RIGHT SINGLE QUOTATION MARK}", "'"
    )  # a hyphen at the end of a line
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)*", re.sub(r"\{[^}]*\}|<[^>]*>", " ", whole).lower())
    for start in range(len(words) - LENGTH + 1):
        run = tuple(words[start : start + LENGTH])
        if len(set(run) - LISTED) > 1:
            yield run


def digest(run: tuple[str, ...]) -> str:
    return blake2b(" ".join(run).encode(), digest_size=DIGEST_BYTES).hexdigest()


SOURCE = set(RUNS.read_text("ascii").split()) if RUNS.exists() else set()


def borrowed(text: str) -> list[str]:
    return [" ".join(run) for run in runs_of(text) if digest(run) in SOURCE]


def test_runs_of_a_source_are_recognised_in_any_dress(monkeypatch):
    source = {digest(run) for run in runs_of("Send the owl over both hills, twice a night.")}
    monkeypatch.setattr(sys.modules[__name__], "SOURCE", source)
    assert borrowed("**SEND** 2 {star} The\nowl <b>over</b> bo\ufffe\nth hills") == ["send the owl over both hills"]
    assert borrowed("The owl over both hills") == []
    assert not list(runs_of("Light infantry, shooter, heavy infantry, cavalry and siege weapon"))


def shipped_texts() -> Iterator[tuple[str, str]]:
    """Give each text of the repository that people read in this game, with the place where it is written."""
    templates = resources().templates
    for folder in ("attack-the-tower", "common"):
        for file in sorted((templates / folder).glob("strings*.yaml")):
            for key, text in load_yaml(file, Collector()).plain().items():
                yield f"{folder}/{file.name}: {key}", text
    for language in LANGUAGES:
        yield f"rules.{language}.md", (templates / "attack-the-tower" / f"rules.{language}.md").read_text("utf-8")
    for page in sorted((templates / "attack-the-tower").rglob("*.j2")):
        yield page.name, page.read_text("utf-8")
    for name in ARMIES:
        yield f"{name}.yaml", (resources().decks / f"{name}.yaml").read_text("utf-8")
    for pairs in TEXTS.values():
        for ability, deck in pairs:
            own = [
                text for _, part in walk(ability) if isinstance(part, LocalizedText) for text in part.languages.values()
            ]
            for text in [*own, *(describe(ability, deck, language) for language in LEXICONS)]:
                yield f"text of {ability.id}", text


def test_no_string_of_the_game_is_a_sentence_of_the_source():
    assert [(place, run) for place, text in shipped_texts() for run in borrowed(text)] == []


@pytest.mark.extended
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("army", ARMIES)
def test_no_printed_page_has_a_sentence_of_the_source(army, language, built):
    _, file = built(army, language=language)
    with pypdfium2.PdfDocument(file) as document:
        pages = [page.get_textpage().get_text_range() for page in document]
    assert [(number, run) for number, text in enumerate(pages, 1) for run in borrowed(text)] == []


if __name__ == "__main__":
    documents = [Path(name).read_text("utf-8") for name in sys.argv[1:]]
    RUNS.write_text("\n".join(sorted({digest(run) for text in documents for run in runs_of(text)})) + "\n", "ascii")
