"""The core knows no game: it, and the templates that all games share, use no word of Attack the Tower."""

import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import yaml

import cardgen
from cardgen.plugin.registry import game_ids
from cardgen.yaml_loader import LOADER

PACKAGE = Path(cardgen.__file__).parent
COMMON = PACKAGE.parent / "templates" / "common"

# Words that only this game has. `base` and `counter`, which it has too, are words of programming.
WORDS = (
    *("faction", "factions", "army", "armies", "palace", "palaces", "troop", "troops", "recruit", "recruits"),
    *("ability", "abilities", "territory", "territories", "renewal", "renewals", "initiative", "artillery"),
    *("attack-the-tower", "attack_the_tower", "attack the tower", "samurai", "elves", "lockkeepers", "spore-court"),
)
WORD = re.compile(rf"(?<![a-z])(?:{'|'.join(map(re.escape, WORDS))})(?![a-z])", re.IGNORECASE)

# Headings of other people's lists, and the names of their cards, are words of their games, of which a game of ours may have some.
HEADINGS = PACKAGE / "plugin" / "headings.yaml"
NAMES = PACKAGE / "render" / "placeholders" / "words.py"
USUAL_HEADINGS = {"ability", "abilities"}

# The decks that ship may be named where a reader is shown what to type: by their files, and in Python that can be run.
DECK_FILE = re.compile(r"(?:decks|old)/[a-z-]+\.yaml|cardgen_attack_the_tower\(")


def core_files() -> Iterator[Path]:
    """All files of the core that people write, but for the explanations of codes, which have a test of their own."""
    for path in sorted([*PACKAGE.rglob("*"), *COMMON.rglob("*")]):
        parts = path.relative_to(PACKAGE.parent).parts
        is_core = parts[:2] != ("cardgen", "games") and "_data" not in parts and path.name != "codes.yaml"
        if is_core and path.suffix in {".py", ".yaml", ".j2"}:
            yield path


def words_in(path: Path) -> list[str]:
    """Each word of the game in a file, with its line."""
    with tokenize.open(path) as file:
        lines = [DECK_FILE.sub("", line) for line in file]
    shown = {at for at, line in enumerate(lines) if line.lstrip().startswith(">>> ")}
    plain = [(at, line) for at, line in enumerate(lines) if not {at, at - 1} & shown]
    return [f"{path}:{at + 1}: {match[0]}" for at, line in plain for match in WORD.finditer(line)]


def test_core_uses_no_word_of_a_game():
    files = list(core_files())
    assert len(files) > 150
    assert [found for path in files if path not in {HEADINGS, NAMES} for found in words_in(path)] == []


def test_usual_headings_are_of_any_game():
    assert {found.rpartition(" ")[2] for found in words_in(HEADINGS)} == USUAL_HEADINGS


def test_core_explains_its_codes_without_a_word_of_a_game():
    codes = yaml.load((PACKAGE / "plugin" / "codes.yaml").read_text("utf-8"), LOADER)
    told = {code: f"{entry['what']} {entry['why']}" for code, entry in codes.items()}  # examples name decks that ship
    assert [code for code, text in told.items() if WORD.search(text)] == []


def test_core_names_no_installed_game():
    ids = [game_id for game_id in game_ids() if game_id not in WORDS]
    assert not [path for path in core_files() for game_id in ids if f'"{game_id}"' in path.read_text("utf-8")]


def test_a_word_is_found_wherever_it_stands(tmp_path):
    file = tmp_path / "module.py"
    file.write_text('"""Of armies."""\nfaction_name = 1\nprint("Attack the Tower")  # troop\n# harmyful, factional\n')
    assert len(words_in(file)) == 4
