"""Start a game or a deck: a folder that builds at once, with comments that explain every line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from jinja2 import StrictUndefined
from jinja2.sandbox import SandboxedEnvironment

from cardgen.impose.paper import find_card
from cardgen.model.deck import STANDARD_INPUT, is_spreadsheet
from cardgen.model.language import LANGUAGE_CODE
from cardgen.pipeline.open.deck_file import SPREADSHEET_GAME
from cardgen.pipeline.open.game_files import game_ids
from cardgen.pipeline.open.games import find_game
from cardgen.pipeline.open.look import closed_words
from cardgen.pipeline.open.project import open_deck
from cardgen.pipeline.start.plan import (
    TEMPLATES,
    TEMPLATES_OF_RULES,
    NewOptions,
    Plan,
    ascii_name,
    copied_name,
    is_game_name,
    is_kind_name,
    make_plan,
)
from cardgen.pipeline.start.schema_sample import sample_deck
from cardgen.pipeline.start.words import as_csv, as_yaml, word_in, yaml_words
from cardgen.pipeline.start.write_folder import write_folder
from cardgen.plugin.components import PieceKind
from cardgen.plugin.game import Game
from cardgen.plugin.hooks import deck_model, piece_entries
from cardgen.plugin.resources import resources
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector, Diagnostic, one_of, quoted, sort_diagnostics
from cardgen.report.errors import CardgenError, UnlocatedError, as_cardgen_error


@dataclass(frozen=True, slots=True)
class NewResult:
    """A game or a deck that was started.

    Attributes:
        first_card: Id of a card, for a first look; empty if the deck has errors.
        problems: What is wrong with the deck, such as a row without a name in the list that was taken along.
    """

    folder: Path
    files: tuple[str, ...]
    deck: Path
    first_card: str
    problems: tuple[Diagnostic, ...]


def make_new(folder: Path, options: NewOptions) -> NewResult:
    """Make a folder with a game or a deck, all of its files or none.

    Args:
        folder: The folder, whose name becomes the id of the game; it must not exist, or be empty.

    Raises:
        CardgenError: E569, the name cannot be used, or the folder has files; E201, unknown game; E502, unknown size; E504,
            no language has this code; E13x, the list cannot be read; E601, the folder cannot be written.
    """
    found = Collector()
    name = ascii_name(folder.resolve().name)
    _check(folder, name, options, found)
    game = _game(options.game, found) if options.game else None
    if game and game.id != SPREADSHEET_GAME:
        options = replace(options, languages=options.languages or game.languages[:1])
        for language in options.languages:
            if language not in game.languages:
                expected = f"one of: {', '.join(game.languages)}"
                found.add("E504", f"game {quoted(game.id)} has no language {quoted(language)}", expected=expected)
    if found.has_errors:
        raise CardgenError(found.items)
    title = " ".join(re.findall(r"[^\W_]+", folder.resolve().name))
    plan = make_plan(name, title[:1].upper() + title[1:], options)
    if options.example:
        files = dict(_copies(resources().decks / f"{options.example}.yaml", plan))
    else:
        files = dict(_files(plan, game, TEMPLATES_OF_RULES if options.rules else TEMPLATES))
    if options.source:
        files[copied_name(options.source)] = options.source
    with as_cardgen_error():
        write_folder(folder, files)
    deck, noted = folder / f"{name}.yaml", Collector()
    first_card = _first_card(deck, noted)
    return NewResult(folder, tuple(sorted(files)), deck, first_card, tuple(sort_diagnostics(noted.items)))


def _first_card(deck: Path, found: Collector) -> str:
    """Return the id of the first card of a deck; empty if it has errors."""
    opened = open_deck(deck, found)
    if opened is None:
        return ""
    data, game = opened[0].data, opened[1]
    kinds = (kind for kind in game.components if isinstance(kind, PieceKind))
    return next((entry.id for kind in kinds for entry in piece_entries(game.id, kind, data)), "")


def _check(folder: Path, name: str, options: NewOptions, found: Collector) -> None:
    """Report what is wrong with the name, the folder and the options."""
    if not is_game_name(name):
        expected = "a name that begins with a letter and has no other meaning, such as harbour"
        found.add("E569", f"{quoted(folder.name)} cannot be the name of a game", expected=expected)
    elif not options.game and name in game_ids():
        found.add(
            "E569",
            f"there is a game {quoted(name)} already",
            expected="another name",
            hints=(f"--game {name} makes a deck of it",),
        )
    if folder.is_dir() and any(folder.iterdir()):
        found.add("E569", f"folder {quoted(folder)} is not empty", expected="a new folder: nothing is written over")
    elif folder.exists() and not folder.is_dir():
        found.add("E569", f"{quoted(folder)} is a file", expected="a new folder: nothing is written over")
    _check_options(options, found)


def _check_options(options: NewOptions, found: Collector) -> None:
    """Report what is wrong with the options."""
    _check_kinds(options.kinds, found)
    _check_words(options, found)
    if options.source and options.game not in {"", SPREADSHEET_GAME}:
        expected = "--from with a game of your own, or with --game cards"
        found.add("E569", f"a deck of game {quoted(options.game)} cannot take a list along", expected=expected)
    if options.source and not _is_list_file(options.source):
        expected = "a spreadsheet (.csv, .tsv, .xlsx, .ods), or a list in a JSON, YAML or Markdown file"
        found.add("E569", f"{quoted(options.source.name)} is no list of cards", expected=expected)
    if options.kinds and options.game:
        found.add(
            "E569", f"the kinds of card of game {quoted(options.game)} are its own", expected="either --kinds or --game"
        )
    if options.rules and (options.source or options.game or options.kinds or options.languages):
        found.add(
            "E569",
            "a game with rules begins with its own cards, in English",
            expected="--rules without --game, --from, --kinds and --language",
        )
    for language in options.languages:
        if not LANGUAGE_CODE.fullmatch(language):
            found.add("E504", f"unknown language {quoted(language)}", expected="a code such as en, pt or pt-BR")
    if options.size:
        try:
            find_card(options.size, {})
        except UnlocatedError as error:
            found.items.append(error.at(None))


def _check_words(options: NewOptions, found: Collector) -> None:
    shipped = sorted(file.stem for file in resources().decks.glob("*.yaml"))
    for what, word, known in (("look", options.look, looks()), ("example", options.example, shipped)):
        if word and word not in known:
            found.add("E569", f"unknown {what} {quoted(word)}", expected=f"one of: {', '.join(known)}")


def _is_list_file(path: Path) -> bool:
    is_list = is_spreadsheet(path.name) or path.suffix.lower() in (".yaml", ".yml")
    return is_list and str(path) != STANDARD_INPUT


def _check_kinds(kinds: Sequence[str], found: Collector) -> None:
    for kind in kinds:
        if not is_kind_name(kind):
            expected = "a name in small letters, such as ships, that has no other meaning in a deck or an expression"
            found.add("E569", f"{quoted(kind)} cannot be the name of a kind of card", expected=expected)
    if len(set(kinds)) < len(kinds):
        found.add("E569", "a kind of card is named twice", expected="each kind once")


def _game(game_id: str, found: Collector) -> Game | None:
    try:
        game = find_game(game_id)
    except CardgenError as error:
        found.items += error.diagnostics
        return None
    if game is None:
        known = game_ids()
        found.add("E201", f"unknown game {quoted(game_id)}", **one_of(game_id, known))
    return game


def _files(plan: Plan, game: Game | None, templates: str) -> Iterator[tuple[str, str | Path]]:
    """Yield the name and the content of each file that templates make.

    Args:
        game: Game for which a deck is made; None for a game of one's own.
    """
    folder = (game.resources if game else resources().templates / "common") / templates
    if game and not folder.is_dir():  # the folder of a game that this one extends makes decks of that game
        if game.example and game.example.is_file():
            yield from _copies(game.example, plan)
        else:
            yield f"{plan.name}.yaml", sample_deck(game, plan.title)
        return
    takes_list = bool(plan.kinds) and isinstance(plan.kinds[0].list, str)
    if game and game.id == SPREADSHEET_GAME and not takes_list:
        plan.kinds = [replace(plan.kinds[0], list="cards.csv")]
    environment = _environment(plan)
    values = _values(plan)
    for file in sorted(folder.iterdir()):
        name = file.name.removesuffix(".j2").replace("{name}", plan.name)
        if file.suffix == ".j2" and not (takes_list and name == "cards.csv"):
            text = environment.from_string(file.read_text("utf-8")).render(values)
            yield name, re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)


def _copies(example: Path, plan: Plan) -> Iterator[tuple[str, str | Path]]:
    """Yield a deck that ships under the name and title of the plan, and the pictures that it names."""
    text = example.read_text("utf-8")
    title = f"title: {as_yaml(plan.title)}"
    yield f"{plan.name}.yaml", re.sub(r"^title: .*$", lambda _: title, text, count=1, flags=re.MULTILINE)
    for name in sorted(set(re.findall(r"[\w/-]+\.(?:svg|png|jpe?g)\b", text))):
        if (example.parent / name).is_file():
            yield name, example.parent / name


def _environment(plan: Plan) -> SandboxedEnvironment:
    """Return what renders the templates: plain text, with filters for YAML and CSV."""
    environment = SandboxedEnvironment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    environment.filters |= {
        "scalar": as_yaml,
        "words": yaml_words(plan.languages),
        "word": word_in,
        "cell": as_csv,
    }
    return environment


def _values(plan: Plan) -> dict[str, Any]:
    lists = [kind.list for kind in plan.kinds if not isinstance(kind.list, str)]
    return {
        "name": plan.name,
        "title": plan.title,
        "size": plan.size,
        "languages": list(plan.languages),
        "kinds": plan.kinds,
        "samples": plan.samples,
        "first_card": plan.first_card,
        "extends": any(kind.inherits for kind in plan.kinds),
        "tokens": bool(lists),
        "has_cost": bool(lists),
        "sum_of_kinds": " + ".join(
            f"{_variable(kind.name)} | sum('copies')"
            if len(plan.kinds) == 1
            else f"({_variable(kind.name)} | sum('copies'))"
            for kind in plan.kinds
        ),
        "looks": sorted(looks(), key=lambda look: look != plan.look),
        "palettes": _palettes(),
    }


def _variable(kind: str) -> str:
    """Return the name by which expressions know the list of a kind."""
    return kind.replace("-", "_")


def _palettes() -> list[str]:
    """Return the names of the stock palettes."""
    theme = load_yaml(resources().templates / "common" / "theme.yaml", Collector())
    assert theme and isinstance(theme.value, dict)
    return list(cast("dict[str, Any]", theme.value["palettes"].value))


def looks() -> list[str]:
    """Return the names of the stock looks."""
    game = find_game(SPREADSHEET_GAME)
    return list(closed_words(deck_model(game).model_fields["look"].annotation)) if game else []
