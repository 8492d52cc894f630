"""Tell what the page can change of a deck as a whole: its title, its card size, its look and its palette."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardgen.pipeline.open.look import looks_of
from cardgen.pipeline.open.project import Project
from cardgen.plugin.hooks import deck_identity, deck_model
from cardgen.report.source import Node

_TEXTS = ("title", "subtitle", "size")


def deck_choices(project: Project) -> dict[str, Any]:
    """Return the texts, the look and the palette of a deck, what else it may choose, and the file that states them."""
    deck = project.deck
    stated = deck.node.value if isinstance(deck.node.value, dict) else {}
    looks = looks_of(project.game)
    return {
        "file": deck.node.span.file if deck.path.suffix in {".yaml", ".yml"} else "",
        "texts": [*_texts(project, stated)],
        "looks": looks,
        "palettes": project.renderer.styles.palettes() if looks else {},
        "look": str(stated["look"].plain()) if "look" in stated else next(iter(looks), ""),
        "palette": str(stated["palette"].plain()) if "palette" in stated else "",
    }


def _texts(project: Project, stated: dict[str, Node]) -> Iterator[tuple[list[str], str]]:
    """Yield where a deck states each of its texts, by language if it does so, and the words; empty if it does not state it."""
    known = deck_model(project.game).model_fields
    languages = deck_identity(project.game, project.deck.data).languages or project.game.languages
    for key in _TEXTS:
        plain = stated[key].plain() if key in stated else None
        if isinstance(plain, dict):
            yield from (([key, code], str(plain.get(code) or "")) for code in dict.fromkeys([*languages, *plain]))
        elif key in known:
            yield [key], "" if plain is None else str(plain)
