"""Check the pictures that a deck names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from pydantic import BaseModel

from cardgen.model.deck import Deck, PictureReference
from cardgen.plugin.schema import WANTED, Values, models_in, values_within, yaml_key
from cardgen.report.diagnostics import Collector, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Path as DataPath
from cardgen.report.source import RowNode, Span
from cardgen.validate.schema_errors import label

_NAMED = 3  # pictures that a warning names


class ErrorsByName(dict[str, UnlocatedError | None]):
    """Maps a name to the error that a check raises for it, or to None; each name is checked once.

    Args:
        check: Function of a name that raises `UnlocatedError`.
    """

    def __init__(self, check: Callable[[str], object]) -> None:
        super().__init__()
        self._check = check

    def __missing__(self, name: str) -> UnlocatedError | None:
        try:
            self._check(name)
            self[name] = None
        except UnlocatedError as error:
            self[name] = error
        return self[name]


@cache
def _wants_pictures(model: type[BaseModel]) -> bool:
    """Return whether a model, or one inside it, has a field that a finished deck states."""
    models, seen = [model], set[type[BaseModel]]()
    while models:
        one = models.pop()
        seen.add(one)
        if any(WANTED in field.metadata for field in one.model_fields.values()):
            return True
        inner = {part for field in one.model_fields.values() for part in models_in(field.annotation)}
        models += inner - seen
    return False


def check_wanted_pictures(deck: Deck, found: Collector, values: Values | None = None) -> None:
    """Warn once (W564) of all pictures that a finished deck states, and for which placeholders are printed.

    Args:
        values: The values to look at, as `values_within` returns them; None for the whole deck.
    """
    if not isinstance(deck.data, BaseModel) or not _wants_pictures(type(deck.data)):
        return
    paths = [
        (*path, yaml_key(name))
        for path, value in (values_within(deck.data) if values is None else values)
        if isinstance(value, BaseModel)
        for name, field in type(value).model_fields.items()
        if WANTED in field.metadata and getattr(value, name) is None
    ]
    if paths:
        owners = [label(path, deck.node) for path in paths[:_NAMED]]
        more = ["..."] if len(paths) > _NAMED else []
        count = "1 picture is" if len(paths) == 1 else f"{len(paths)} pictures are"
        found.add(
            "W564",
            f"{count} missing: {', '.join(owners + more)}",
            deck.node.nearest(paths[0]),
            expected="a picture for each; until then, a placeholder is printed",
        )


def check_pictures(
    deck: Deck, check: Callable[[str], object], diagnostics: Collector, values: Values | None = None
) -> None:
    """Report the errors of all pictures, each where the deck names it.

    Args:
        check: Reads a picture by the path that the deck states, once for each path; raises `UnlocatedError`, E121 to
            E125.
        values: The values to look at, as `values_within` returns them; None for the whole deck.
    """
    errors = ErrorsByName(check)
    places: dict[str, list[Span]] = {}
    for path, value in values_within(deck.data) if values is None else values:
        if isinstance(value, PictureReference) and (error := errors[value]):
            place = deck.node.nearest((*path, "file"))
            if error.span:  # a mistake in the file is one, however many cards show it
                places.setdefault(value, []).append(place)
            else:
                in_table = any(isinstance(node, RowNode) for node in deck.node.along(path))
                notes = [(f"it is the {label(path, deck.node)}", None)] if in_table else []
                diagnostics.items.append(error.at(place, *notes))
    for name, (first, *others) in places.items():
        error = errors[name]
        assert error is not None
        more = [(f"and in {len(others)} more {'places' if len(others) > 1 else 'place'}", None)] if others else []
        diagnostics.items.append(error.at(first, *more))


def note_other_names(
    deck: Deck, other_names: Mapping[str, str], diagnostics: Collector, values: Values | None = None
) -> None:
    """Warn once (W165) of all pictures whose files are called otherwise than the deck writes.

    Args:
        other_names: Path of the file by the name that the deck writes.
        values: The values to look at, as `values_within` returns them; None for the whole deck.
    """
    if not other_names:
        return
    met: dict[str, DataPath] = {}
    for path, value in values_within(deck.data) if values is None else values:
        if isinstance(value, PictureReference) and str(value) in other_names:
            met.setdefault(str(value), path)
    if met:
        pairs = [f"{quoted(name)} is {quoted(other_names[name])}" for name in [*met][:_NAMED]]
        more = f" and {len(met) - _NAMED} more" if len(met) > _NAMED else ""
        count = "1 picture was" if len(met) == 1 else f"{len(met)} pictures were"
        message = f"{count} found under another name: {', '.join(pairs)}{more}"
        diagnostics.add("W165", message, deck.node.nearest(next(iter(met.values()))))
