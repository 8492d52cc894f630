"""Say how the lists and pictures of a deck are found: the keys `columns` and `images`, or the options of these names."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path

from cardgen.pipeline.options import DeckOptions
from cardgen.read.files import is_below
from cardgen.read.tables.context import StatedColumn
from cardgen.records import dataclass
from cardgen.report.diagnostics import Collector, did_you_mean, quoted, quoted_yaml
from cardgen.report.source import DeckNode, Node, Span

COLUMNS, IMAGES = "columns", "images"
"""Keys of a deck; no game sees them."""


@dataclass(frozen=True, slots=True)
class DeckSettings:
    """How the lists and pictures of a deck are found.

    Attributes:
        columns: The column that gives a field, by field.
        images: Folders in which pictures are looked for, as they are stated, relative to the deck.
    """

    columns: Mapping[str, StatedColumn] = field(default_factory=dict)
    images: tuple[str, ...] = ()

    def folders(self, deck: Path) -> tuple[Path, ...]:
        """Return the folders of pictures that exist, and lie below that of the deck."""
        return tuple(deck / name for name in self.images if _is_usable(deck, name))


def settings_of(options: DeckOptions, found: Collector) -> DeckSettings:
    """Return what the options of the command line state.

    Args:
        found: Receives E169 for a mapping that cannot be read.
    """
    columns: dict[str, StatedColumn] = {}
    for text in options.columns:
        key, mark, heading = text.partition("=")
        if mark and key.strip() and heading.strip():
            columns[key.strip()] = StatedColumn(heading.strip())
        else:
            found.add("E169", f"--column {quoted(text)} maps no column", expected="FIELD=HEADING, such as name=Type")
    return DeckSettings(columns, options.images)


def take_settings(
    node: Node, known: Collection[str], options: DeckSettings, deck: Path, found: Collector
) -> DeckSettings:
    """Take the settings out of a deck, unless its game has keys of these names, and lay those of the options over them.

    Args:
        node: Root of the deck, which loses the keys.
        found: Receives E126 for a folder that does not exist, and E204 for other values.
    """
    values = node.value if isinstance(node.value, dict) else {}
    stated = {key: values.pop(key) for key in (COLUMNS, IMAGES) if key in values and key not in known}
    columns = dict(_columns(stated[COLUMNS], found)) if COLUMNS in stated else {}
    images = list(_images(stated[IMAGES], found)) if IMAGES in stated else []
    for name, span in [*((name, None) for name in options.images), *((item, at) for item, at in images)]:
        if not _is_usable(deck, name):
            folders = sorted(path.name for path in deck.iterdir() if path.is_dir()) if deck.is_dir() else []
            fault = "is no path below that of the deck" if (deck / name).is_dir() else "does not exist"
            message, hints = f"folder {quoted(name)} for pictures {fault}", did_you_mean(Path(name).name, folders)
            found.add("E126", message, span, expected="a folder below that of the deck", hints=hints)
    return DeckSettings({**columns, **options.columns}, (*options.images, *(name for name, _ in images)))


def images_of(root: Node) -> tuple[str, ...]:
    """Return the folders of pictures that a deck states, relative to it."""
    return root.images if isinstance(root, DeckNode) else ()


def _is_usable(deck: Path, name: str) -> bool:
    folder = deck / name
    return not Path(name).is_absolute() and ".." not in Path(name).parts and folder.is_dir() and is_below(folder, deck)


def _columns(node: Node, found: Collector) -> Iterator[tuple[str, StatedColumn]]:
    if not isinstance(node.value, dict):
        found.add(
            "E204", f"columns is {quoted_yaml(node.plain())}", node.span, expected="fields with headings: {name: Type}"
        )
        return
    for key, item in node.value.items():
        if isinstance(item.value, str | int | float) and not isinstance(item.value, bool):
            yield key, StatedColumn(str(item.value), item.span)
        else:
            found.add(
                "E204", f"columns: {key} is {quoted_yaml(item.plain())}", item.span, expected="the heading of a column"
            )


def _images(node: Node, found: Collector) -> Iterator[tuple[str, Span]]:
    parts: Sequence[Node] = node.value if isinstance(node.value, list) else [node]
    for part in parts:
        if isinstance(part.value, str):
            yield part.value.replace("\\", "/"), part.span
        else:
            what = f"images is {quoted_yaml(part.plain())}"
            found.add("E204", what, part.span, expected="a folder, or a list of folders")
