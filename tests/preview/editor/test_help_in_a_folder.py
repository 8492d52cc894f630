"""What the editor suggests and explains in a folder with a game of its own, and what it reads again."""

from pathlib import Path

import pytest

from cardgen.preview.editor import assistant as assistant_module
from cardgen.preview.editor.assistant import Assistant
from cardgen.preview.editor.suggestions import Suggestions
from tests.recorded import check_recorded

FACE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"></svg>'
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>'
GAME = """id: boats
name: Boats
languages: [pt, en]
card: 63x88
kinds:
  ships:
    title: Ships
    face: ship.svg.j2
    back: rear.svg.j2
    fields: {sail: {type: text}, art: {type: picture, optional: true}}
  crews: {title: Crews, face: crew.svg.j2, fields: {rank: {type: integer}}}
"""
DECK = "game: boats\ntitle: Fleet\nships:\n  - {name: Ferry, sail: lateen}\n"
FILES = {
    "game.yaml": GAME,
    "fleet.yaml": DECK,
    "theme.yaml": 'colors: {mud: "#123456"}\n',
    "strings.en.yaml": 'deck_title: "My {title}"\nboats: Boats afloat\n',
    "strings.pt.yaml": "boats: Barcos\nports: Portos\n",
    "templates/ship.svg.j2": FACE, "templates/rear.svg.j2": FACE, "templates/crew.svg.j2": FACE,
    "icons/wave.svg": ICON, "icons/large.svg": " " * (2 * 2**20 + 1),
    "art/b.SVG": ICON, "a.png": "", "list.csv": "", "words.txt": "",
}  # fmt: skip
TEXTS = (
    ("fleet.yaml", "ships:\n  - ¦"), ("fleet.yaml", "game: boats\nships:\n  - ¦"), ("fleet.yaml", "game: cards\ncards:\n  - fla¦"),
    ("fleet.yaml", "game: nothing\nca¦"), ("fleet.yaml", "game: boa¦"), ("fleet.yaml", "ships:\n  - art: ¦"), ("other.yaml", "ships:\n  - ¦"),
    ("fleet.yaml", "ships:\n  - name: {¦"),
    ("part/theme.yaml", "contr¦"), ("part/game.yaml", "kin¦ds: {}\n"), ("a.face.yaml", "box¦"), ("strings.txt", "¦"),
    ("strings.yaml", "deck_ti¦tle: a\n"), ("strings.yaml", "boa¦ts: a\n"), ("strings.yaml", "por¦ts: a\n"),
    ("strings.yaml", "boats: {¦"), ("strings.pt.yaml", "boats: {¦"), ("strings.pt.yaml", "boa¦ts: a\n"),
    ("templates/ship.svg.j2", "{{ card.sail¦"), ("rear.svg.j2", "{{ card.¦"), ("templates/crew.svg.j2", "{{ card.¦"), ("else.svg.j2", "{{ card.¦"), ("else.svg.j2", "{{ deck.¦"),
    ("templates/crew.svg.j2", "<card:text fill='mu¦"), ("templates/crew.svg.j2", "<card:text style='stock-n¦"),
)  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def labels(assistant: Assistant, name: str, marked: str) -> list[str]:
    """What is suggested that begins with what has been typed."""
    text, offset = marked.replace("¦", ""), marked.index("¦")
    found = assistant.suggest(name, text, offset)
    return [item.label for item in found.items if item.label.startswith(text[found.start : offset])]


def test_help_in_a_folder_with_a_game_is_as_recorded(folder):
    assistant, lines = Assistant(folder / "fleet.yaml"), list[str]()
    for name, marked in TEXTS:
        word = assistant.explain(name, marked.replace("¦", ""), marked.index("¦"))
        lines += [f"== {name}: {marked!r}", " ".join(labels(assistant, name, marked)).strip()]
        lines += [f"? {word.type} | {word.about}"] if word else []
    assert assistant.suggest("other.yaml", "a: b", 4) == Suggestions(4)
    check_recorded(Path(__file__).with_name("help_in_a_folder.txt"), lines)


def test_what_has_changed_in_the_folder_is_read_again(folder):
    assistant = Assistant(folder / "fleet.yaml")
    assert not labels(assistant, "fleet.yaml", "ships:\n  - ke¦")
    (folder / "game.yaml").write_text(GAME.replace("sail:", "keel: {type: text, optional: true}, sail:"), "utf-8")
    assert "keel" in labels(assistant, "fleet.yaml", "ships:\n  - ¦")
    assert "mud" in labels(assistant, "crew.svg.j2", "<card:text fill='¦")
    (folder / "theme.yaml").write_text('colors: {silt: "#123456"}\n', "utf-8")
    assert "silt" in labels(assistant, "crew.svg.j2", "<card:text fill='¦")
    assert labels(assistant, "crew.svg.j2", "{{ card.ra¦") == ["card.rank"]
    for sail in ("lateen", "gaff"):
        (folder / "fleet.yaml").write_text(DECK.replace("lateen", sail), "utf-8")
        word = assistant.explain("templates/ship.svg.j2", "{{ card.sail }}", 8)
        assert word is not None and word.about == sail
    (folder / "fleet.yaml").write_bytes("title: Café\ngame: cards\n".encode("latin-1"))
    assert labels(assistant, "theme.yaml", "contr¦") and not labels(assistant, "crew.svg.j2", "{{ card.ra¦")
    (folder / "fleet.yaml").unlink()  # then the game of the folder is meant
    assert labels(assistant, "fleet.yaml", "ships:\n  - ke¦") == ["keel"]


def test_files_of_the_folder_are_named_without_those_outside_of_it(folder, tmp_path_factory, monkeypatch):
    outside = tmp_path_factory.mktemp("outside") / "own.svg"
    outside.write_text(ICON, "utf-8")
    (folder / "art" / "own.svg").symlink_to(outside)
    wanted = "fleet.yaml", "ships:\n  - art: ¦"
    found = [name for name in labels(Assistant(folder / "fleet.yaml"), *wanted) if "." in name]
    assert found == ["a.png", "art/b.SVG", "icons/large.svg", "icons/wave.svg"]
    monkeypatch.setattr(assistant_module, "_MOST_NAMES", 2)
    assert [name for name in labels(Assistant(folder / "fleet.yaml"), *wanted) if "." in name] == ["a.png"]


def test_an_icon_is_that_of_the_folder_unless_it_is_too_large(folder):
    assistant = Assistant(folder / "fleet.yaml")
    assert assistant.icon("wave") == ICON.encode()
    assert assistant.icon("large") is assistant.icon("nothing") is None


def test_cards_of_an_unknown_game_are_given_no_pictures(folder):
    text = "game: nothing\nships:\n  - name: Ferry\n"
    assert Assistant(folder / "fleet.yaml").name_pictures(text, [(3, "a.png"), (3, "b.png")]) == [None, None]
