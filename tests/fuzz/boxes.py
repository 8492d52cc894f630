"""Files of boxes that are spoiled: values that no box has, and parts of other faces in wrong places."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import yaml

from cardgen.yaml_loader import LOADER

from .seeds import ROOT

_TOKENS = (0, -1, 1e9, 1e-9, "h", "1/0", "[1]*100000", "range(99999) | list", "'x'*10000000", "card", "parts", "=item", "red", "=x", "{{ 1 }}", "h if h else", "w*h*1e300", "10**10000", "parts.pictures*100000", "../canary/secret.svg", "<svg/>", '"/><x', True, None, [], {}, "tiles", "repeat", "9" * 5_000, "card.__class__", "(1,2)", "inf", "h %(0)", "card.name*100000")  # fmt: skip
_GAME = """id: toy
name: Toy
kinds:
  goods:
    face: my.face.yaml
    fields: {name: text, art: {type: picture, optional: true}, text: {type: text, optional: true}, cost: {type: integer, default: 1}}
"""
_DECK = "game: .\ntitle: Toy\ngoods:\n- {name: One, text: 'Draw {anchor}', art: art/rope.svg}\n- {name: Two, cost: 7}\n"


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield (*path, key)
        yield from _places(inner, (*path, key))


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def plant_boxes(folder: Path, random: Random) -> None:
    """Put a game into a folder whose face is a stock face with other values, missing parts, and parts of another one."""
    faces = [path.read_text("utf-8") for path in sorted((ROOT / "templates/common/stock").glob("*.face.yaml"))]
    face, other = yaml.load(random.choice(faces), LOADER), yaml.load(random.choice(faces), LOADER)
    for _ in range(random.choice((1, 1, 2, 3))):
        path = random.choice([*_places(face)])
        with suppress(KeyError, IndexError, TypeError):  # an earlier change has taken it out
            holder = _at(face, path[:-1])
            match random.randrange(5):
                case 0 | 1 | 2:
                    holder[path[-1]] = random.choice(_TOKENS)
                case 3 if isinstance(holder, list):
                    holder.extend([holder[path[-1]]] * random.choice((1, 300)))
                case _:
                    holder[path[-1]] = _at(other, random.choice([*_places(other)]))
    (folder / "game.yaml").write_text(_GAME, "utf-8")
    (folder / "deck.yaml").write_text(_DECK, "utf-8")
    (folder / "templates" / "my.face.yaml").write_text(
        yaml.safe_dump(face, sort_keys=False, allow_unicode=True), "utf-8"
    )
