"""Find one piece of a deck by its id or name and draw it alone, whatever is wrong with the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cardgen.model.deck import Deck, LocalizedText
from cardgen.pipeline.draw.components import DrawnDeck, draw_components
from cardgen.pipeline.open.deck_file import read_deck
from cardgen.pipeline.open.look import set_look
from cardgen.pipeline.open.project import make_project
from cardgen.pipeline.options import BuildOptions, DeckOptions
from cardgen.pipeline.presets import load_presets
from cardgen.pipeline.print_settings import resolve
from cardgen.plugin.components import Entry, PieceKind
from cardgen.plugin.game import Game
from cardgen.plugin.hooks import deck_model, piece_entries
from cardgen.plugin.making import HUB_PARTS, BasesOf, HubOf, base_ids
from cardgen.plugin.schema import walk_within
from cardgen.report.diagnostics import Collector, Diagnostic, did_you_mean, quoted, sort_diagnostics
from cardgen.report.errors import CardgenError, UnlocatedError, raise_errors
from cardgen.report.source import Node, Span
from cardgen.report.source import Path as DataPath
from cardgen.validate.gaps import fill_gaps
from cardgen.validate.left_out import TakenOut, take_out_broken
from cardgen.validate.schema import validate_as

_LISTED = 12  # ids that a message lists


@dataclass(frozen=True, slots=True)
class _Found:
    """A piece that a name may mean.

    Attributes:
        path: Where the deck states it; empty for a part that follows from other pieces.
    """

    kind: PieceKind
    id: str
    names: tuple[str, ...] = ()
    path: DataPath = ()


def draw_piece(path: Path, name: str, options: DeckOptions) -> DrawnDeck:
    """Draw one piece of a deck.

    Values of lists that have errors are left out, and the checks of the game are not run: neither matters to the look of
    another piece.

    Args:
        name: Id or name of the piece, in any language; `KIND/ID` if several kinds have one of that id; the name of a
            kind with a single piece.

    Returns:
        The deck with one component that has one piece.

    Raises:
        CardgenError: The piece or the deck itself has errors; E566, no piece has this name; E567, several have it.
    """
    found = Collector()
    node, game = read_deck(path, found)
    if node is None or game is None:
        raise CardgenError(sort_diagnostics(found.items))
    set_look(node, game, options, found)
    deck, left_out = _valid_part(node, path, game, options, found)
    try:
        wanted = _find(name, deck, game, left_out)
    except UnlocatedError as error:
        raise CardgenError([error.at(None)]) from None
    project = make_project(deck, game, options, found, within=wanted.path)
    settings = resolve(BuildOptions(card=options.card), load_presets(path.parent, found), project.card, found)

    def only_it(data: Any) -> list[Entry]:
        """Return the entry, made again: its pictures may be placeholders now."""
        return [entry for entry in wanted.kind.entries(data) if entry.id == wanted.id][:1]

    drawn = tuple(
        replace(component, pieces=tuple(piece for piece in component.pieces if piece.id == wanted.id))
        for component in draw_components(
            project,
            [wanted.kind if isinstance(wanted.kind.made, BasesOf | HubOf) else replace(wanted.kind, entries=only_it)],
            card=settings.card,
            page_of=lambda _document: settings.paper.size,
            bleed_of=lambda kind: kind.bleed,
            found=found,
            progress=lambda _stage: None,
        )
    )
    about = _about(found.items, deck.node, wanted.path)
    raise_errors(Collector(about, found.is_strict), strict=options.strict)
    if not any(component.pieces for component in drawn):  # its template cannot be used, which is told of another piece
        raise CardgenError(sort_diagnostics(found.items))
    return DrawnDeck(
        project=project, paper=settings.paper, card=settings.card, drawn=drawn, warnings=tuple(sort_diagnostics(about))
    )


def _valid_part(
    node: Node, path: Path, game: Game, options: DeckOptions, found: Collector
) -> tuple[Deck, list[TakenOut]]:
    """Return a deck without the values of its lists that have errors, and those values.

    Raises:
        CardgenError: The deck has errors outside of its lists.
    """
    model = deck_model(game)
    if options.draft:
        fill_gaps(node, model, found)
    left_out = take_out_broken(node, model)
    data = validate_as(node, model, found)
    if data is None:
        raise CardgenError(sort_diagnostics([*found.items, *(error for item in left_out for error in item.errors)]))
    return Deck(path, game.id, data, node), left_out


def _find(name: str, deck: Deck, game: Game, left_out: Sequence[TakenOut]) -> _Found:
    """Return the piece that a name means.

    Raises:
        UnlocatedError: E566, no piece has this name; E567, several have it.
        CardgenError: The value with this name has errors, or the game fails.
    """
    kinds = [component for component in game.components if isinstance(component, PieceKind)]
    kind_name, _, own = name.rpartition("/")
    pieces, failures = [], list[Diagnostic]()
    for kind in kinds:
        try:
            pieces += [
                _Found(kind, entry.id, tuple(_names(entry, deck)), entry.path)
                for entry in piece_entries(game.id, kind, deck.data)
            ]
        except CardgenError as error:
            failures += error.diagnostics
    of_kind = [piece for piece in (*pieces, *_parts(kinds, pieces)) if kind_name in {"", piece.kind.name}]
    for is_meant in (
        lambda piece: piece.id == own,
        lambda piece: any(_plain(own) == _plain(word) for word in (piece.id, *piece.names)),
        lambda piece: _plain(own) == _plain(piece.kind.name),
    ):
        meant = {(piece.kind.name, piece.id): piece for piece in reversed(of_kind) if is_meant(piece)}
        # A base is called like its figure, which is meant unless the kind is named.
        meant = {key: piece for key, piece in meant.items() if not isinstance(piece.kind.made, BasesOf)} or meant
        if len(meant) > 1:
            known = _listed([f"{kind}/{id_}" for kind, id_ in reversed(meant)], " or ")
            is_kind = not any(_plain(own) == _plain(word) for it in meant.values() for word in (it.id, *it.names))
            message = (
                f"kind {quoted(own)} has several pieces" if is_kind else f"several pieces are called {quoted(own)}"
            )
            raise UnlocatedError("E567", message, expected=known)
        if meant:
            return next(iter(meant.values()))
    for item in left_out:
        if any(_plain(own) == _plain(word) for word in item.words):
            raise CardgenError(sort_diagnostics(item.errors))
    if failures:
        raise CardgenError(sort_diagnostics(failures))
    if kind_name and not of_kind:
        names = [kind.name for kind in kinds]
        expected = f"one of: {', '.join(names)}"
        raise UnlocatedError(
            "E566",
            f"unknown kind of piece {quoted(kind_name)}",
            expected=expected,
            hints=did_you_mean(kind_name, names),
        )
    words = [word for piece in of_kind for word in (piece.id, *piece.names, piece.kind.name)]
    expected = f"the id or the name of a piece: {_listed(list(dict.fromkeys(piece.id for piece in of_kind)))}"
    raise UnlocatedError("E566", f"no piece is called {quoted(own)}", expected=expected, hints=did_you_mean(own, words))


def _listed(words: Sequence[str], separator: str = ", ") -> str:
    """Return the first words of a list in a line, with the number of the others."""
    more = f" and {len(words) - _LISTED} more" if len(words) > _LISTED else ""
    return separator.join(words[:_LISTED]) + more


def _parts(kinds: Iterable[PieceKind], pieces: Iterable[_Found]) -> Iterator[_Found]:
    """Yield the pieces that follow from others: the bases of figures and the parts of hubs."""
    for kind in kinds:
        if isinstance(kind.made, HubOf):
            yield from (_Found(kind, part) for part in HUB_PARTS)
        elif isinstance(kind.made, BasesOf):
            names = kind.made.kinds
            figures = sorted((it for it in pieces if it.kind.name in names), key=lambda it: names.index(it.kind.name))
            ids = base_ids((figure.kind.name, figure.id) for figure in figures)
            yield from (_Found(kind, own, figure.names) for own, figure in zip(ids, figures, strict=True))


def _names(entry: Entry, deck: Deck) -> Iterator[str]:
    """Yield the names of a piece, in all languages."""
    data = entry.data
    if data is None:
        _, data = next(walk_within(deck.data, entry.path))
    stated = data.get("name") if isinstance(data, Mapping) else getattr(data, "name", None)
    if isinstance(stated, LocalizedText):
        yield from stated.languages.values()
    elif stated:
        yield str(stated)


def _plain(word: str) -> str:
    """Return a name as it is compared: in small letters, without what is neither a letter nor a digit."""
    return "".join(letter for letter in word.casefold() if letter.isalnum())


def _about(items: Iterable[Diagnostic], node: Node, path: DataPath) -> list[Diagnostic]:
    """Return the diagnostics without those about other values of the lists of a deck."""
    others = {span for value in _list_values(node) for span in _spans(value)}
    own = set(_spans(node.at(path))) if path else set()
    return [item for item in items if item.span not in others or item.span in own]


def _list_values(node: Node) -> Iterator[Node]:
    for value in node.value.values() if isinstance(node.value, dict) else ():
        if isinstance(value.value, list):
            yield from value.value


def _spans(node: Node) -> Iterator[Span]:
    """Yield the positions of all keys and values inside a value."""
    yield node.span
    if node.key_span:
        yield node.key_span
    inside: Iterable[Any] = ()
    if isinstance(node.value, dict | list):
        inside = node.value.values() if isinstance(node.value, dict) else node.value
    for value in inside:
        yield from _spans(value)
