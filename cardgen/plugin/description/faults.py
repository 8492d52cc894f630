"""Check what the models of a `game.yaml` cannot state: name clashes, sizes, shapes, types and defaults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from cardgen.plugin.components import Document
from cardgen.plugin.description.building_faults import building_faults
from cardgen.plugin.description.compile import Tools, compiled_rules
from cardgen.plugin.description.decks import data_kinds, is_list_of_data
from cardgen.plugin.description.field_faults import field_faults
from cardgen.plugin.description.fields import FormulaField
from cardgen.plugin.description.kinds import outline_of, piece_kind
from cardgen.plugin.description.layers import Layers
from cardgen.plugin.description.rules import deck_rules
from cardgen.plugin.description.schema import CheckDescription, KindDescription
from cardgen.plugin.description.values import DECK_KEYS, NOT_KINDS, STANDARD_FIELDS
from cardgen.plugin.game import Finding
from cardgen.plugin.schema import models_in, yaml_key
from cardgen.report.diagnostics import did_you_mean, one_of, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Path

if TYPE_CHECKING:  # listing games does not import pydantic
    from pydantic.fields import FieldInfo

MOST_FIELDS = 10_000
"""Fields of all kinds of a game; the games that ship have fewer than a hundred."""
MOST_FORMULAS = 2_000
"""Formulas among them; Jinja compiles about five hundred in a second."""
_DECK_KEYS = frozenset({*DECK_KEYS, "pull"})
_OWN_FIELDS = frozenset(STANDARD_FIELDS) - {"name"} | {"plan"}


def faults(layers: Layers, tools: Tools) -> Iterator[Finding]:
    """Yield everything that is wrong with the file of a game; those that it extends are sound."""
    if too_many := [*_field_count(layers)]:  # a model of pydantic is made of each kind, which takes long
        yield from too_many
        return
    found = [
        *_removals(layers),
        *_names(layers),
        *_kinds(layers, tools),
        *_deck_fields(layers, tools),
        *_checks(layers),
        *_sizes(layers, tools),
    ]
    yield from found
    own = layers.own.description
    if not layers.kinds and not layers.documents and not layers.root:
        expected = "kinds: with at least one kind of piece"
        yield Finding("E220", f"game {quoted(own.id)} has neither kinds nor documents", (), expected)
    yield from _constants(layers)
    if not found and layers.stated("rules") is not None:
        yield from compiled_rules(layers).faults
    if not found:
        for item in tools.make_evaluator(deck_rules(layers, layers.languages[0])).faults():
            yield Finding(item.code, item.message, (), item.expected, item.hints, span=item.span)


def _removals(layers: Layers) -> Iterator[Finding]:
    if any(map(layers.own.left_out, ("kinds", "deck", "documents", "looks"))):
        from cardgen.plugin.description.removal_faults import removal_faults  # few games leave anything out

        yield from removal_faults(layers)


def _field_count(layers: Layers) -> Iterator[Finding]:
    """Yield E220 for the kind with which there are too many fields, or too many formulas."""
    fields, formulas = len(layers.deck), 0
    for name, kind in layers.kinds.items():
        fields += len(kind.fields)
        formulas += sum(isinstance(field, FormulaField) for field in kind.fields.values())
        for noun, count, most in (("fields", fields, MOST_FIELDS), ("formulas", formulas, MOST_FORMULAS)):
            if count > most:
                message = f"the kinds of the game have more than {most:,} {noun}"
                yield Finding("E220", message, ("kinds", name), f"at most {most:,} in all", on_key=True)
                return


def _names(layers: Layers) -> Iterator[Finding]:
    """Yield E219 for each name that something else has already."""
    own = layers.own.description
    taken = _taken_by_code(layers)
    for name in layers.own.kinds:
        path: Path = ("kinds", name)
        if name in _DECK_KEYS or (name in taken and is_list_of_data(layers, name)):
            yield _clash(f"kind {quoted(name)}", path, "is also the name of a standard key of decks")
        elif name in NOT_KINDS:
            yield _clash(f"kind {quoted(name)}", path, "has a name that means something else in expressions")
        if name in layers.deck:
            yield _clash(f"kind {quoted(name)}", path, "is also a field of the deck")
    yield from _kinds_and_documents(layers)
    for name in layers.own.deck:
        if name in _DECK_KEYS | taken:
            yield _clash(f"field {quoted(name)} of the deck", ("deck", name), "is a standard key of decks")
    yield from _order(layers)
    if len({*(own.languages or ())}) != len(own.languages or ()):
        yield Finding("E219", "a language is listed twice", ("languages",), "each language once")


def _kinds_and_documents(layers: Layers) -> Iterator[Finding]:
    """Yield E219 for each name that a kind and a document have, one of which may be inherited."""
    own = layers.own
    documents = {part.name for part in layers.of_root if isinstance(part, Document)} | layers.documents.keys()
    kinds = {part.name for part in layers.of_root if not isinstance(part, Document)} | layers.kinds.keys()
    for name in sorted(own.kinds.keys() & (documents - own.documents.keys())):
        yield _clash(f"kind {quoted(name)}", ("kinds", name), "is also a document")
    for name in sorted(own.documents.keys() & kinds):
        yield _clash(f"document {quoted(name)}", ("documents", name), "is also a kind")


def _order(layers: Layers) -> Iterator[Finding]:
    known = (*layers.kinds, *layers.documents)
    for index, name in enumerate(layers.own.description.order):
        if name not in known:
            message = f"unknown kind or document {quoted(name)} in 'order'"
            yield Finding("E220", message, ("order", index), **one_of(name, known))


def _taken_by_code(layers: Layers) -> set[str]:
    """Return the keys of decks that the model of the code has, and that no kind of the game brings."""
    brought = layers.code("schema") or (layers.root.schema if layers.root else None)
    own = layers.own
    if not brought or (own.code and own.code.schema):
        return set()
    model = brought()
    return {yaml_key(name) for name in model.model_fields}


def _clash(what: str, path: Path, problem: str) -> Finding:
    return Finding("E219", f"{what} {problem}", path, "another name", on_key=True)


def _kinds(layers: Layers, tools: Tools) -> Iterator[Finding]:
    """Yield what is wrong with the kinds that the file states."""
    kinds, data = layers.kinds, data_kinds(layers)
    for name in layers.own.kinds:
        path: Path = ("kinds", name)
        kind = kinds[name]
        for field in layers.own.kinds[name].fields:
            at: Path = (*path, "fields", field)
            what = f"field {quoted(field)} of {quoted(name)}"
            if field in _OWN_FIELDS:
                hint = "leave it out: every value has it"
                yield Finding("E219", f"{what} is a standard field", at, "another name", (hint,), on_key=True)
            elif name not in data and isinstance(kind.fields[field], FormulaField):
                yield Finding(
                    "E220", f"{what} is a formula, but code makes its pieces", at, "a field that the deck states"
                )
            else:
                yield from field_faults(what, kind.fields[field], at, layers, tools)
        if kind.size:
            yield from _size(kind.size, f"size of {quoted(name)}", (*path, "size"), tools)
        for word, size in _variant_sizes(kind):
            at = (*path, "variants", "of", word, "size")
            yield from _size(size, f"size of variant {quoted(word)} of {quoted(name)}", at, tools)
        of_building = [*building_faults(name, kind, layers, is_data=name in data)]
        yield from of_building
        try:
            outline_of(kind)
        except ValueError as error:
            yield Finding("E228", f"shape of {quoted(name)}: {error}", (*path, "shape"))
            continue
        try:
            if layers.root is None and not of_building:
                sized = kind.model_copy(update={"size": None, "variants": None})
                piece_kind(name, sized, layers, tools.find_size, is_data=name in data)
        except ValueError as error:
            yield Finding("E228", str(error), path, "settings that agree", on_key=True)


def _variant_sizes(kind: KindDescription) -> Iterator[tuple[str, str]]:
    """Yield the variants of a kind that state a size, with it."""
    for word, variant in (kind.variants.of if kind.variants else {}).items():
        if variant.size:
            yield word, variant.size


def _deck_fields(layers: Layers, tools: Tools) -> Iterator[Finding]:
    for name, spec in layers.own.deck.items():
        yield from field_faults(f"field {quoted(name)} of the deck", spec, ("deck", name), layers, tools)


def _sizes(layers: Layers, tools: Tools) -> Iterator[Finding]:
    own = layers.own.description
    if own.card:
        yield from _size(own.card, "card size of the game", ("card",), tools)
    for name, look in layers.own.looks.items():
        if look.card:
            yield from _size(look.card, f"card size of look {quoted(name)}", ("looks", name, "card"), tools)


def _size(text: str, what: str, path: Path, tools: Tools) -> Iterator[Finding]:
    try:
        tools.find_size(text)
    except UnlocatedError as error:
        expected = "a card size of `cardgen sizes`, or WIDTHxHEIGHT in mm, such as 63x88"
        yield Finding("E228", f"{what} is {quoted(text)}", path, expected, error.hints)


def _checks(layers: Layers) -> Iterator[Finding]:
    lists = _fields_of_lists(layers)
    for index, check in enumerate(layers.own.description.checks):
        known = lists if check.each else {}
        wrong = [kind for kind in check.each if kind not in known]
        for kind in wrong:
            message = f"unknown kind {quoted(kind)} in check {index + 1}"
            place: Path = ("checks", index, "each")
            yield Finding("E220", message, place, **one_of(kind, known))
        if check.at is not None and not wrong:
            yield from _place(check, index, lists, layers)


def _fields_of_lists(layers: Layers) -> dict[str, tuple[str, ...]]:
    """Return the fields of the values in each list of the decks; empty for one whose values may have any field."""
    kinds = data_kinds(layers)
    found = {
        name: () if kind.other_fields else tuple(dict.fromkeys((*STANDARD_FIELDS, *kind.fields)))
        for name, kind in kinds.items()
    }
    for name, field in _model_of_code(layers).items():
        for value in models_in(field.annotation):
            found.setdefault(name, tuple(map(yaml_key, value.model_fields)))
    return found


def _model_of_code(layers: Layers) -> Mapping[str, FieldInfo]:
    """Return the fields of the model of decks that the code brings, by their keys."""
    brought = layers.code("schema") or (layers.root.schema if layers.root else None)
    return {yaml_key(name): field for name, field in brought().model_fields.items()} if brought else {}


def _place(
    check: CheckDescription, index: int, of_lists: Mapping[str, tuple[str, ...]], layers: Layers
) -> Iterator[Finding]:
    """Yield E220 for a check that points at something that decks do not have."""
    if check.each:
        lists = [fields for kind, fields in of_lists.items() if kind in check.each]
        if not all(lists):
            return
        known = [field for field in lists[0] if all(field in fields for fields in lists)]
    else:
        known = [*dict.fromkeys((*sorted(_DECK_KEYS), *layers.deck, *layers.kinds, *_model_of_code(layers)))]
    if str(check.at).partition(".")[0] not in known:
        message = f"check {index + 1} points at unknown key {quoted(check.at)}"
        yield Finding("E220", message, ("checks", index, "at"), **one_of(str(check.at), known))


def missing_files(layers: Layers, folders: Sequence[FilePath]) -> Iterator[Finding]:
    """Yield E226 for each file that the file of a game names and that does not exist.

    Args:
        layers: The game and those that it extends.
    """
    own = layers.own.description
    named: list[tuple[Path, str]] = []
    for name, kind in layers.own.kinds.items():
        named += [(("kinds", name, side), getattr(kind, side)) for side in ("face", "back") if getattr(kind, side)]
        pages = kind.large_print
        named += [(("kinds", name, "large_print", part), getattr(pages, part)) for part in ("text", "page") if pages]
    for name, look in layers.own.looks.items():
        named += [(("looks", name, side), getattr(look, side)) for side in ("face", "back") if getattr(look, side)]
    for name, document in layers.own.documents.items():
        named += [(("documents", name, "text"), document.text), (("documents", name, "page"), document.page)]
    for path, file in named:
        languages = dict.fromkeys((*layers.languages, "en", ""))
        wanted = {file.replace("{lang}", part) for code in languages for part in (code, code.partition("-")[0])}
        wanted = {one for one in wanted if not FilePath(one).is_absolute() and ".." not in FilePath(one).parts}
        if (file != "none" or path[-1] != "back") and not any(
            (folder / one).is_file() for folder in folders for one in wanted
        ):
            suffixes = (".md",) if path[-1] == "text" else (".svg.j2", ".face.yaml")
            known = {each.name for folder in folders[:2] for end in suffixes for each in folder.glob(f"*{end}")}
            known |= {f"stock/{each.name}" for folder in folders for each in folder.glob("stock/*.face.yaml")}
            expected = "a file beside the game.yaml, or in its folder templates/"
            yield Finding("E226", f"template {quoted(file)} does not exist", path, expected, did_you_mean(file, known))
    if own.example:
        folder = layers.own.folder.resolve()
        deck = (folder / own.example).resolve()
        if not (deck.is_relative_to(folder) and deck.is_file()):
            message = f"deck {quoted(own.example)} does not exist in the folder of the game"
            yield Finding("E226", message, ("example",), "a file beside the game.yaml")


def _constants(layers: Layers) -> Iterator[Finding]:
    """Yield W242 for a constant whose name is nearly that of an extended game."""
    parent = layers.parent
    for name in layers.own.description.constants if parent else ():
        known = parent.constants if parent else {}
        if name not in known and (hints := did_you_mean(name, known)):
            message = f"constant {quoted(name)} is new: the game extended has none of this name"
            yield Finding("W242", message, ("constants", name), f"one of: {', '.join(known)}", hints, on_key=True)
