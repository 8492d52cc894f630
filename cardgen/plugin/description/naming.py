"""Check ids, names and references in the decks of data games."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from cardgen.model.deck import LocalizedText
from cardgen.plugin.checks import check_unique_ids
from cardgen.plugin.description.decks import data_kinds, references_of
from cardgen.plugin.description.layers import Layers
from cardgen.plugin.description.values import MadeId, attribute_of
from cardgen.plugin.game import Finding
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.source import Path


def check_names(deck: Any, layers: Layers) -> Iterator[Finding]:
    """Yield a finding for each id that is used twice, each name that makes ids unstable, and each broken reference."""
    kinds = data_kinds(layers)
    values = {name: _values(deck, name, kind.single) for name, kind in kinds.items()}
    yield from check_unique_ids(values)
    for name, found in values.items():
        yield from _equal_names(name, found)
    for field, target in references_of(layers.deck).items():
        ids = {value.id for value in values.get(target, ())}
        yield from _broken_references(getattr(deck, attribute_of(field)), (field,), target, ids, values.get(target, ()))
    for name, kind in kinds.items():
        for field, target in references_of(kind.fields).items():
            ids = {value.id for value in values.get(target, ())}
            for index, value in enumerate(values[name]):
                path: Path = (name, field) if kind.single else (name, index, field)
                stated = getattr(value, attribute_of(field))
                yield from _broken_references(stated, path, target, ids, values.get(target, ()))


def _values(deck: Any, name: str, is_single: bool) -> Sequence[Any]:
    found = getattr(deck, attribute_of(name))
    return (found,) if is_single else found


def _equal_names(kind: str, values: Sequence[Any]) -> Iterator[Finding]:
    """Yield W240 if values without an id share a name, once for all of them, at the first that repeats one."""
    same: dict[tuple[tuple[str, str], ...], list[int]] = {}
    for index, value in enumerate(values):
        if isinstance(value.id, MadeId) and isinstance(value.name, LocalizedText):
            same.setdefault(tuple(sorted(value.name.languages.items())), []).append(index)
    repeated = {next(iter(key))[1]: found for key, found in same.items() if len(found) > 1}
    if not repeated:
        return
    words, found = max(repeated.items(), key=lambda item: len(item[1]))  # of equal numbers, the first in the file
    name = f"name {quoted(words)} is used {len(found)} times"
    others = "" if len(repeated) == 1 else f"{len(repeated)} names are used more than once; "
    yield Finding(
        "W240",
        f"{others}{name} in {kind} that have no id",
        (kind, found[1], "name"),
        hints=("add an id to each of them: records and exports tell pieces apart by it",),
        notes=(("first used", (kind, found[0], "name")),),
    )


def _broken_references(
    stated: Any, path: Path, target: str, ids: Collection[str], values: Sequence[Any]
) -> Iterator[Finding]:
    """Yield E225 for each reference to a value that is not there, or to a name that several have."""
    if isinstance(stated, tuple):
        for index, item in enumerate(stated):
            yield from _broken_references(item, (*path, index), target, ids, values)
        return
    if stated is None or stated in ids:
        return
    names = {word: value.id for value in values for word in _words(value.name)}
    if stated.strip() in names:
        message = f"several {target} have the name {quoted(stated)}"
        yield Finding("E225", message, path, "the id of one of them", ("add an id to each of them",))
        return
    known: Mapping[str, str] = {**{one: one for one in sorted(ids)}, **names}
    expected = (
        f"the id or the name of one of the {target}" if ids else f"one of the {target}, of which the deck has none"
    )
    yield Finding("E225", f"{quoted(stated)} is none of the {target}", path, expected, did_you_mean(stated, known))


def _words(name: Any) -> tuple[str, ...]:
    return tuple(name.languages.values()) if isinstance(name, LocalizedText) else (str(name),) if name else ()
