"""Help in the editor comes from cardgen's own schemas and descriptions, also in a text that is not finished."""

import asyncio
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from cardgen.preview.editor import worker
from cardgen.preview.editor.assistant import Assistant
from cardgen.preview.editor.cursor import places_at
from cardgen.preview.editor.suggestions import Suggestion
from cardgen.preview.editor.worker import AssistantWorker
from cardgen.processes.worker import WorkerLostError
from tests.preview.coroutines import run_coroutine

SAMURAI = Path(__file__).parents[3] / "decks" / "samurai.yaml"
GAME = "game: attack-the-tower\n"


@pytest.fixture(scope="module")
def assistant() -> Assistant:
    return Assistant(SAMURAI)


def parted(text: str) -> tuple[str, int]:
    """Return a text without the broken bar that marks the cursor, and where that was."""
    assert text.count("¦") == 1
    return text.replace("¦", ""), text.index("¦")


def suggested(assistant: Assistant, text: str, name: str = "samurai.yaml") -> dict[str, Suggestion]:
    return {item.label: item for item in assistant.suggest(name, *parted(text)).items}


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("¦", [((), True), ((), False)]),
        ("bases:\n  - id: a\n    na¦", [(("bases", 0), True)]),
        ("bases:\n  - id: a\n  - id: b\n    type: li¦", [(("bases", 1, "type"), False)]),
        ("bases: [{id: a, ty¦", [(("bases", 0), True)]),
        ('bases: [{id: a, art: "art/¦', [(("bases", 0, "art"), False)]),
        ("a:\n  b:\n    - ¦\nc: [", [(("a", "b", 0), True), (("a", "b", 0), False)]),
        ("a: {b: c}\n# ¦", []),
        ("a: [1, 2\nb: ¦", []),
        ("a: \ud800\nb: ¦", []),
    ],
)
def test_the_place_of_the_cursor_is_known_before_the_text_is_whole(text, places):
    assert {(place.path, place.is_key) for place in places_at(*parted(text))} >= set(places)


def test_only_files_of_fixed_strings_are_offered_their_keys(assistant):
    for name, is_one in (
        ("strings.yaml", True), ("strings.pt-BR.yaml", True), ("art/strings.pt.yaml", True), ("strings.txt", False),
        ("strings.pt.csv", False), ("my-strings.yaml", False), ("strings", False),
    ):  # fmt: skip
        assert bool(suggested(assistant, "¦", name)) is is_one, name


VALUES = st.recursive(
    st.text("abc", min_size=1, max_size=4),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3)
        | st.dictionaries(st.text("xyz", min_size=1, max_size=3), inner, min_size=1, max_size=3)
    ),
    max_leaves=8,
)


def paths(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    if isinstance(value, dict):
        return [found for key, item in value.items() for found in paths(item, (*path, key))]
    if isinstance(value, list):
        return [found for index, item in enumerate(value) for found in paths(item, (*path, index))]
    return [path]


@given(st.dictionaries(st.text("xyz", min_size=1, max_size=3), VALUES, min_size=1, max_size=3), st.data())
def test_each_value_of_a_whole_text_has_its_own_path(value, data):
    wanted = data.draw(st.sampled_from(paths(value)))
    target: object = value
    for step in wanted[:-1]:
        target = target[step]  # type: ignore[index]
    target[wanted[-1]] = "HERE"  # type: ignore[index]
    text = yaml.safe_dump(value, default_flow_style=data.draw(st.booleans()), sort_keys=False)
    found = places_at(text, text.index("HERE") + 2)
    assert [place.path for place in found if not place.is_key and place.typed.endswith("HE")] == [wanted]


@given(st.text("ab:-[]{}'\"&*|>%@ \n\t#,?!", max_size=40), st.integers(0, 40))
def test_any_text_has_few_places_and_each_shows_what_is_typed(text, offset):
    head = text[: min(offset, len(text))]
    found = places_at(text, len(head))
    assert found == places_at(head, len(head))  # what follows the cursor does not matter
    assert len({(place.path, place.is_key) for place in found}) == len(found)
    for place in found:
        assert len(place.stated) <= len(place.path) + 1
        written = {*head}
        assert all({*str(step)} <= written | {"\n"} or isinstance(step, int) for step in place.path)
        assert {*place.typed} <= written | {"\n", " "}


def test_keys_are_those_of_the_schema_that_are_not_there_yet(assistant):
    found = suggested(assistant, f"{GAME}bases:\n  - id: dojo\n    type: shooter\n    ¦")
    assert {"name", "recruits", "copies", "art"} <= found.keys() and not {"id", "type", "effects"} & found.keys()
    assert found["copies"].insert == "copies: " and found["copies"].detail == "whole number from 1 to 1000"
    assert found["copies"].rank > found["art"].rank  # it is required


def test_words_of_a_list_are_suggested(assistant):
    assert set(suggested(assistant, f"{GAME}bases:\n  - id: dojo\n    type: s¦")) == {
        "light_infantry",
        "shooter",
        "heavy_infantry",
        "cavalry",
        "siege_weapon",
    }


def test_effects_are_suggested_with_what_they_do(assistant):
    found = suggested(assistant, f"{GAME}abilities:\n  - id: x\n    effects:\n      - ¦")
    assert found["destroy"].about == "Destroy troops, bases or palaces."
    assert "who" in suggested(assistant, f"{GAME}abilities:\n  - effects:\n      - destroy: {{¦")


def test_pictures_and_icons_have_their_pictures(assistant):
    found = suggested(assistant, f"{GAME}bases:\n  - art: art/¦")
    assert found["art/samurai/dojo.svg"].picture == "files/art/samurai/dojo.svg"
    icons = suggested(assistant, f'{GAME}bases:\n  - flavor: "as a {{sho¦')
    assert (icons["shooter"].insert, icons["shooter"].picture) == ("shooter}", "icons/shooter")
    assert assistant.icon("shooter") is not None and assistant.icon("../../pyproject") is None


def test_a_list_names_no_game_whatever_its_rows_say(tmp_path):
    (tmp_path / "list.csv").write_text("name\ngame: attack-the-tower\n", "utf-8")
    (tmp_path / "deck.yaml").write_text("game: attack-the-tower\n", "utf-8")
    for deck, name, text, game in (
        ("list.csv", "list.csv", "game: toy", ""), ("list.csv", "face.svg.j2", "game: toy", ""), ("deck.yaml", "list.csv", "", "attack-the-tower"),
        ("deck.yaml", "deck.yaml", "game: toy", "toy"), ("deck.yaml", "deck.yaml", "cards: []", ""), ("gone.yaml", "theme.yaml", "game: toy", ""),
    ):  # fmt: skip
        assert Assistant(tmp_path / deck)._knowledge(name, text).name == game, (deck, name)
    typed = Assistant(tmp_path / "deck.yaml")
    assert [typed._knowledge("deck.yaml", text).name for text in ("game: toy", "game: to", "game: toy")] == [
        "toy",
        "to",
        "toy",
    ]


def test_only_an_icon_that_is_suggested_is_shown(tmp_path):
    (tmp_path / "templates/icons/old").mkdir(parents=True)
    for name in ("secret", "icons/fish", "icons/old/fish"):
        (tmp_path / f"templates/{name}.svg").write_text(f"<svg>{name}</svg>", "utf-8")
    (tmp_path / "sea.yaml").write_text("game: cards\ncards: [{name: Ferry}]\n", "utf-8")
    assistant = Assistant(tmp_path / "sea.yaml")
    assert assistant.icon("fish") == b"<svg>icons/fish</svg>"
    assert [assistant.icon(name) for name in ("../secret", "old/fish", "")] == [None] * 3


def test_languages_and_games_are_suggested(assistant):
    assert set(suggested(assistant, f"{GAME}bases:\n  - name: {{en: Dojo, ¦")) == {"pt"}
    assert {"attack-the-tower", "cards"} <= set(suggested(assistant, "game: ¦"))


def test_the_theme_the_strings_and_the_game_have_their_own_keys(assistant):
    assert "styles" in suggested(assistant, "¦", "theme.yaml")
    assert "deck_title" in suggested(assistant, "de¦", "strings.yaml")
    assert "contents" in suggested(assistant, "con¦", "strings.fr.yaml")
    assert "kinds" in suggested(assistant, "ki¦", "game.yaml")


def test_a_word_is_explained(assistant):
    text, offset = parted(f"{GAME}bases:\n  - id: dojo\n    ty¦pe: shooter\n")
    found = assistant.explain("samurai.yaml", text, offset)
    assert found is not None and (text[found.start : found.end], found.about) == ("type", "Type of its troops.")
    text, offset = parted(f"{GAME}bases:\n  - id: dojo\n    type: sho¦oter\n")
    found = assistant.explain("samurai.yaml", text, offset)
    assert found is not None and found.title == "type" and "cavalry" in found.values
    assert assistant.explain("samurai.yaml", *parted(f"{GAME}# a ¦comment\n")) is None


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("<svg>{{ card.na¦", "card.name"),
        ("<svg>{{ card.name | ri¦", "rich"),
        ("<svg><card:¦", "card:text"),
        ("<svg><card:text st¦", "style"),
        ('<svg><card:icon name="¦', "shooter"),
        ('<svg><card:bleed fill="¦', "primary"),
        ("<svg><rect fill=\"{{ '¦", "accent"),
        ('<svg><card:text align="¦', "center"),
    ],
)
def test_templates_know_what_they_may_use(assistant, text, label):
    assert label in suggested(assistant, text, "base.svg.j2")


def test_words_of_templates_are_explained(assistant):
    for text, about in (
        ("{{ card.name | ri¦ch }}", "Turns the marks"),
        ("<card:te¦xt x='1'/>", "A box of wrapped rich text"),
        ("<card:text fi¦t='line'/>", "reduces the leading"),
    ):
        found = assistant.explain("base.svg.j2", *parted(text))
        assert found is not None and about in found.about


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("  - id: dojo\n    type: shooter\n", "  - id: dojo\n    type: shooter\n    art: a/b.svg\n"),
        ("  - {id: dojo, type: shooter}\n", "  - {id: dojo, type: shooter, art: a/b.svg}\n"),
        ("  - id: dojo\n    art: 'old.svg' # so\n", "  - id: dojo\n    art: 'a/b.svg' # so\n"),
        (
            "  - id: dojo\n    art: {file: old.svg, focus: top}\n",
            "  - id: dojo\n    art: {file: a/b.svg, focus: top}\n",
        ),
    ],
)
def test_a_card_is_given_a_picture(assistant, before, after):
    text = f"{GAME}bases:\n{before}"
    edit = assistant.name_pictures(text, [(3, "a/b.svg")])[0]
    assert edit is not None
    assert text[: edit.start] + edit.insert + text[edit.end :] == f"{GAME}bases:\n{after}"


def test_a_line_without_a_card_is_given_no_picture(assistant):
    assert assistant.name_pictures(f"{GAME}bases:\n  - id: dojo\n", [(1, "a.svg")]) == [None]
    assert assistant.name_pictures("bases: [", [(1, "a.svg")]) == [None]


def test_help_that_takes_too_long_is_given_up_with_its_process_and_the_next_has_time_of_its_own(monkeypatch):
    monkeypatch.setattr(worker, "_PATIENCE", 0.05)
    ended, asked = [], []

    class Slow(AssistantWorker):
        async def ask(self, name, *rest):
            asked.append(name)
            if name == "lost":
                raise WorkerLostError
            if name == "never":
                await asyncio.Event().wait()
            return (name, *rest) if rest else name

        def stop(self):
            ended.append([*asked])

    async def answers():
        slow = Slow(SAMURAI)
        return await asyncio.gather(
            *(slow.answer(*asking) for asking in (["never"], ["suggest", "a", 2], ["lost"], ["explain"]))
        )

    assert run_coroutine(answers()) == [None, ("suggest", "a", 2), None, "explain"]
    assert ended == [["never"]], "one after the other"
