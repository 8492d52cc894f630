"""Plan a new game or deck: its kinds and their fields, with sample cards or those of a list."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardgen.pipeline.open.deck_file import SPREADSHEET_GAME, read_deck
from cardgen.pipeline.open.deck_names import purpose_of
from cardgen.pipeline.start.guess_fields import GuessedField, guess_lists
from cardgen.pipeline.start.words import as_yaml, yaml_words
from cardgen.plugin.description.values import NOT_KINDS
from cardgen.plugin.headings import normalized
from cardgen.plugin.resources import resources
from cardgen.plugin.schema import IDENTIFIER
from cardgen.read.strings import readable
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector, Diagnostic, quoted
from cardgen.report.errors import CardgenError

TEMPLATES = "new"
"""Folder of a game that ships in which the templates of a new deck lie: `{name}.yaml.j2` becomes `harbour.yaml`."""
TEMPLATES_OF_RULES = "new-rules"
"""The same for a game with rules of play."""
_LONGEST_NAME = 60  # characters, as of any id
_NO_TEXT = frozenset(("null", "true", "false"))  # words that YAML reads as something else
_NOT_KINDS = NOT_KINDS | _NO_TEXT | {"tokens"}  # tokens are a kind of every new game


@dataclass(frozen=True, kw_only=True)
class NewOptions:
    """All options of a new game or deck.

    Attributes:
        game: Id of a game for which a deck is made; empty for a game of one's own.
        source: Spreadsheet whose list is taken along; None for sample cards.
        kinds: Names of the kinds of card of a game of one's own; empty for `cards`, or the worksheets of the source.
        size: Card size by name or measure; empty for poker.
        languages: Codes of the languages, the first of which is the default; empty for those of the source, or English.
        rules: Whether the game has rules of play and effects of cards.
        look: Stock look; empty for that of the source, or the first one.
        example: Name of a deck that ships, which is copied; empty for none.
    """

    game: str = ""
    source: Path | None = None
    kinds: tuple[str, ...] = ()
    size: str = ""
    languages: tuple[str, ...] = ()
    rules: bool = False
    look: str = ""
    example: str = ""


@dataclass(frozen=True, slots=True)
class FieldPlan:
    """A field of a kind, as it is written into game.yaml."""

    name: str
    spec: str
    comment: str = ""


@dataclass(frozen=True, slots=True)
class KindPlan:
    """A kind of card.

    Attributes:
        fields: Fields that game.yaml states.
        list: Name of a spreadsheet, or the values themselves.
        inherits: Whether the kind has the fields of the game `cards`.
    """

    name: str
    title: Mapping[str, str]
    fields: Sequence[FieldPlan]
    list: str | Sequence[Mapping[str, Any]]
    inherits: bool = False


@dataclass(slots=True)
class Plan:
    """What a new game or deck will be.

    Attributes:
        size: Card size by name or measure.
        languages: Codes of the languages, the first of which is the default.
        samples: Sample cards and tokens, and their titles.
        first_card: Id of a card, for comments.
        look: Look that the list suits; empty for the usual one.
    """

    name: str
    title: str
    size: str
    languages: Sequence[str]
    samples: Mapping[str, Any]
    kinds: list[KindPlan] = field(default_factory=list)
    first_card: str = ""
    look: str = ""


def make_plan(name: str, title: str, options: NewOptions) -> Plan:
    """Return what a new game or deck will be.

    Raises:
        CardgenError: The list cannot be read, or has fewer worksheets than kinds are named (E569).
    """
    samples = load_yaml(resources().templates / "common" / TEMPLATES / "samples.yaml", Collector())
    assert samples
    words: Any = samples.plain()
    plan = Plan(name, title, options.size or "poker", options.languages or ("en",), words)
    if options.source:
        _take_lists(plan, options.source, options)
    else:
        _take_samples(plan, options.kinds or (SPREADSHEET_GAME,))
    plan.look = options.look or plan.look
    return plan


def _take_samples(plan: Plan, names: Sequence[str]) -> None:
    """Add kinds that share the sample cards."""
    cards = plan.samples["cards"]
    for number, kind in enumerate(names):
        own = cards[number :: len(names)] or cards[:1]
        inherits = kind == SPREADSHEET_GAME
        plan.kinds.append(KindPlan(kind, _kind_title(kind, plan), _sample_fields(kind, plan), own, inherits))
    plan.first_card = cards[0]["id"]


def _take_lists(plan: Plan, source: Path, options: NewOptions) -> None:
    """Add a kind for each list of a spreadsheet."""
    lists = guess_lists(source)
    if len(options.kinds) > len(lists):
        message = f"{len(options.kinds)} kinds are named for the lists of {quoted(source.name)}"
        raise CardgenError([Diagnostic("E569", message, expected=f"at most {len(lists)}")])
    if not options.languages:
        plan.languages = tuple(dict.fromkeys(code for one in lists for code in one.languages)) or ("en",)
    for number, one in enumerate(lists):
        sheet = ascii_name(one.sheet) if len(lists) > 1 else ""
        name = options.kinds[number] if number < len(options.kinds) else sheet
        name = name if is_kind_name(name) else SPREADSHEET_GAME
        if any(kind.name == name for kind in plan.kinds):
            name = f"{name}-{number + 1}"
        inherits = name == SPREADSHEET_GAME
        fields = [FieldPlan(item.name, *_spec(item)) for item in one.fields if not (item.is_known and inherits)]
        if not inherits:
            fields.insert(0, FieldPlan("name", "text"))
        file = copied_name(source) + (f"#{one.sheet}" if len(lists) > 1 else "")
        plan.kinds.append(KindPlan(name, _kind_title(name, plan), fields, file, inherits))
    deck, _ = read_deck(source, Collector())
    if deck and isinstance(deck.value, dict) and "look" in deck.value:
        plan.look = str(deck.value["look"].value)
    plan.first_card = lists[0].first or f"{plan.kinds[0].name}-1"


def copied_name(source: Path) -> str:
    """Return the name of the copy of a list, without characters that mean something in a path of a deck."""
    return re.sub(r"[#:\\]", "-", source.name)


def _spec(guessed: GuessedField) -> tuple[str, str]:
    """Return a field as game.yaml states it, and a comment."""
    parts = [f"type: {guessed.type}"]
    if guessed.choices:
        parts.append(f"of: [{', '.join(map(as_yaml, guessed.choices))}]")
    if guessed.is_optional:
        parts.append("optional: true")
    if normalized(guessed.header) != normalized(guessed.name):
        parts.append(f"columns: [{as_yaml(guessed.header)}]")
    comment = "another word is an error; write `text` in place of the choice to allow any" if guessed.choices else ""
    return (guessed.type if len(parts) == 1 else f"{{{', '.join(parts)}}}"), comment


def is_game_name(name: str) -> bool:
    """Return whether a new game or deck may have a name: its file must be one of a deck, not `theme.yaml` or another file beside it."""
    is_usable = re.fullmatch(IDENTIFIER, name) is not None and len(name) <= _LONGEST_NAME
    return is_usable and name not in _NO_TEXT and not purpose_of(f"{name}.yaml")


def is_kind_name(name: str) -> bool:
    """Return whether a new game may have a kind of a name."""
    return re.fullmatch(IDENTIFIER, name) is not None and name not in _NOT_KINDS


def ascii_name(text: str) -> str:
    """Return a text as a name in small letters: `My Game` as `my-game`."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return "-".join(re.findall("[a-z0-9]+", plain.lower()))


def _kind_title(kind: str, plan: Plan) -> Mapping[str, str]:
    titles: Mapping[str, Mapping[str, str]] = plan.samples["titles"]
    return titles[kind] if kind == SPREADSHEET_GAME else {"en": readable(kind)}


def _sample_fields(kind: str, plan: Plan) -> list[FieldPlan]:
    """Return the fields of a kind with sample cards."""
    words = yaml_words(plan.languages)
    cost = FieldPlan(
        "cost",
        f"{{type: integer, min: 0, title: {words(plan.samples['titles']['cost'])}}}",
        "a number stands in the corner",
    )
    if kind == SPREADSHEET_GAME:
        return [cost]
    return [
        FieldPlan("name", "text"),
        FieldPlan("type", "{type: text, optional: true}"),
        cost,
        FieldPlan("text", "{type: rich, optional: true}"),
        FieldPlan("art", "{type: picture, optional: true}", "without it, a picture is generated"),
    ]
