"""Where PyYAML has no libyaml, its parser in Python reads the same."""

from pathlib import Path

import pytest
import yaml

from cardgen.plugin.resources import resources
from cardgen.yaml_loader import LOADER, PythonLoader


def events(text: str, loader: type) -> list[tuple[object, ...]]:
    return [
        (type(event).__name__, getattr(event, "value", ""), getattr(event, "anchor", ""), event.start_mark.line, event.start_mark.column)
        for event in yaml.parse(text, Loader=loader)
    ]  # fmt: skip


@pytest.mark.skipif(LOADER is PythonLoader, reason="there is only one parser")
@pytest.mark.parametrize("name", ["lockkeepers", "stonewater"])
def test_both_parsers_read_the_decks_that_ship_alike(name: str) -> None:
    text = (resources().decks / f"{name}.yaml").read_text("utf-8")
    assert events(text, PythonLoader) == events(text, LOADER)


@pytest.mark.parametrize(
    "text",
    [
        "{a: b? c, d?: e}",
        "[a?b, c?]",
        "a: b? c\nd?: e",
        "{? a : b}",
        "? a\n: b",
        "{a: 'b?', c}",
        "[a:b, c: d, e #f\n]",
        "a b\n c",
        "- a\n b",
        "k:\n  - [a\nb, c]",
        "?a: b",
        "- ?x y",
        "k: ?x",
    ],
)
def test_question_marks_are_text_inside_of_words(text: str) -> None:
    told = [event[:3] for event in events(text, PythonLoader)]
    assert told == [event[:3] for event in events(text, LOADER)]


def test_a_key_in_brackets_may_be_without_a_value() -> None:
    assert yaml.load("{a:, b: [c:], d:}", Loader=PythonLoader) == {"a": None, "b": [{"c": None}], "d": None}


def test_a_deck_is_read_without_libyaml(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardgen.read import yaml_composer
    from cardgen.read.yaml import load_yaml
    from cardgen.report.diagnostics import Collector

    monkeypatch.setattr(yaml_composer, "LOADER", PythonLoader)
    found = Collector()
    node = load_yaml(Path(resources().decks / "lockkeepers.yaml"), found)
    assert node is not None
    assert not found.items
