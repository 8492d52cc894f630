"""The recipes of `docs/how-to/extend-cardgen.md`, followed to the letter in a copy of cardgen."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECIPES = ROOT / "docs" / "how-to" / "extend-cardgen.md"
STEP = re.compile(
    r"^(?:In `(?P<file>[^`]+)`, (?P<how>after|in place of) `(?P<line>[^\n]+)`|Add `(?P<new>[^`]+)`):\n\n"
    r"```\w+\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
HEADING = re.compile(r"^### (.+)$", re.MULTILINE)

USE = """
import json
import sys
from pathlib import Path
from random import Random

import cardgen
from pikepdf import Pdf
from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.effects import Effect
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.compiler.match import compile_match
from cardgen.games.attack_the_tower.schema import ArmyDeck
from cardgen.games.attack_the_tower.wording import describe
from cardgen.impose.paper import find_paper
from cardgen.pipeline.options import BuildOptions, ExportOptions
from cardgen.pipeline.press_report import write_press_report
from cardgen.play.random_play import play_random
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError
from cardgen.validate.schema import validate_as

found, out = {"package": cardgen.__file__}, Path("out")
size = find_paper("oficio")
found["paper"] = [size.width, size.height]

Path("deck.yaml").write_text("game: cards\\ntitle: T\\nlanguages: [it]\\ncards: [{name: One, text: " + "word " * 200 + "}]\\n")
built = cardgen.build("deck.yaml", out, BuildOptions(paper="oficio", pdf_title="Another title"))
with Pdf.open(out / "deck.pdf") as pdf:
    found["title"] = str(pdf.docinfo["/Title"])
found["warnings"] = sorted({item.code for item in built.warnings})
write_press_report([Path("deck.yaml")], BuildOptions(), built.warnings, out / "report.html")
found["report"] = (out / "report.html").read_text("utf-8")
exported = cardgen.export("deck.yaml", "corner-shop", out / "shop", ExportOptions())
found["exported"] = sorted(path.name for path in (out / "shop").rglob("*.png"))

node = load_yaml(Path(sys.argv[1]) / "elves.yaml", Collector())
deck = validate_as(node, ArmyDeck, Collector())
effect = Effect.model_validate({"dismiss": {"who": {"of": "troop", "owner": "opponent", "pick": "one"}}})
number, old = next((n, a) for n, a in enumerate(deck.abilities) if a.effects)
ability = old.model_copy(update={"effects": (effect,)})
deck = deck.model_copy(update={"abilities": (*deck.abilities[:number], ability, *deck.abilities[number + 1 :])})
found["texts"] = [describe(ability, deck, language) for language in ("en", "pt")]
match = compile_match(deck, deck, Config())
found["actions"] = sum(play_random(AttackState.new(match, seed), Random(seed)) for seed in range(3))
print(json.dumps(found))
"""


def recipes() -> dict[str, str]:
    """Return the text of each worked recipe, by its title."""
    parts = HEADING.split(RECIPES.read_text("utf-8"))
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def follow(step: re.Match[str], folder: Path) -> str:
    """Make the change of one step in a copy, and return the file that it touches."""
    if step["new"]:
        (folder / step["new"]).write_text(step["text"], "utf-8")
        return step["new"]
    path = folder / step["file"]
    lines = path.read_text("utf-8").splitlines(keepends=True)
    (index,) = (number for number, line in enumerate(lines) if line.strip() == step["line"])
    lines[index : index + 1] = [lines[index], step["text"]] if step["how"] == "after" else [step["text"]]
    path.write_text("".join(lines), "utf-8")
    return step["file"]


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> tuple[dict[str, set[str]], dict]:
    """The files that each recipe touches, and what a copy of cardgen does in which all were followed."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "cardgen", folder / "cardgen", ignore=shutil.ignore_patterns("web", "static"))
    shutil.copytree(ROOT / "templates", folder / "templates")
    (folder / "fonts").symlink_to(ROOT / "fonts")
    (folder / "decks").symlink_to(ROOT / "decks")
    touched = {title: {follow(step, folder) for step in STEP.finditer(text)} for title, text in recipes().items()}
    environment = {**os.environ, "PYTHONPATH": str(folder), "XDG_CACHE_HOME": str(folder / "cache")}
    command = [sys.executable, "-c", USE, str(ROOT / "decks")]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout.splitlines()[-1])
    assert Path(result["package"]).is_relative_to(folder)
    return touched, result


def test_each_recipe_states_its_steps(copy):
    touched, _ = copy
    assert all(touched.values())
    fenced = sum(text.count("```") for text in recipes().values()) // 2
    assert fenced == sum(len(STEP.findall(text)) for text in recipes().values())


def test_a_paper_is_one_line(copy):
    touched, result = copy
    assert touched["A paper"] == {"cardgen/impose/paper.py"}
    assert result["paper"] == [216, 330]


def test_an_option_is_declared_in_one_file_and_used(copy):
    _, result = copy
    assert result["title"] == "Another title"


def test_an_effect_touches_five_files_and_is_worded_and_played(copy):
    touched, result = copy
    assert len(touched["An effect of Attack the Tower"]) <= 5
    assert ["ismiss" in result["texts"][0], "ispense" in result["texts"][1]] == [True, True]
    assert result["actions"] > 0


def test_an_export_is_an_entry_of_data(copy):
    touched, result = copy
    assert touched["An export"] == {"cardgen/exports/profiles.yaml"}
    assert result["exported"] == ["one-back.png", "one-front.png"]


def test_a_language_is_data_and_what_is_missing_is_told(copy):
    touched, result = copy
    assert all(file.endswith(".yaml") for file in touched["A language"])
    assert "W207" in result["warnings"]


def test_a_check_finds_what_it_looks_for(copy):
    _, result = copy
    assert "W419" in result["warnings"]
    assert "many words" in result["report"]
