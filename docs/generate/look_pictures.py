"""Pictures of the looks, the palettes, the icons and the generated pictures, for the page that shows them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import yaml
from PIL import Image

import cardgen
from cardgen import ExportOptions

ROOT = Path(__file__).resolve().parents[2]
COMMON = ROOT / "templates" / "common"
DPI = 96
LOOKS = {
    "classic": "harbour",
    "full-art": "forest",
    "text": "candy",
    "landscape": "lagoon",
    "tarot": "dusk",
    "playing": "crimson",
}
"""Each look with the palette that its picture has."""
CARDS: Sequence[Mapping[str, object]] = (
    {
        **{"name": "Night Ferry", "type": "Ship", "cost": 3, "crew": 2, "cargo": 4, "tags": ["swift"]},
        **{"text": "**Arrive:** draw two cards, then discard one.", "flavor": "The last boat is never late."},
    },
    {
        **{"name": "Lamplighter", "type": "Person", "cost": 1},
        "text": "Once on each of your turns, look at the top card of the deck.",
    },
)
SUITS: Sequence[Mapping[str, object]] = (
    {"name": "Seven of Hearts", "suit": "Hearts", "rank": 7},
    {"name": "Queen of Moons", "suit": "Moons", "rank": "Q"},
)


def drawn(folder: Path, name: str, cards: Sequence[Mapping[str, object]], **keys: str) -> list[Image.Image]:
    """Return the faces of cards, and the back of the first one.

    Args:
        folder: Folder for the deck and its files.
        name: Name of the deck, which differs from those of other decks in the folder.
        cards: The cards.
        **keys: Keys of the deck, such as its look.
    """
    deck = folder / f"{name}.yaml"
    deck.write_text(json.dumps({"game": "cards", "title": "Night Harbour", **keys, "cards": cards}), "utf-8")
    result = cardgen.export(deck, "png", folder, ExportOptions())
    files = [result.folder / file for file in result.files if str(file).endswith(".png")]
    fronts = [file for file in files if "front" in file.name]
    backs = [file for file in files if "front" not in file.name]
    return [_small(file) for file in (*fronts, *backs[:1])]


def _small(file: Path) -> Image.Image:
    with Image.open(file) as picture:
        width = round(picture.width * DPI / 300)
        return picture.convert("RGB").resize((width, round(picture.height * DPI / 300)), Image.Resampling.LANCZOS)


def look_cards(
    folder: Path, arrange: Callable[[Sequence[Sequence[Image.Image]]], Image.Image]
) -> dict[str, Image.Image]:
    """Return a picture of each look, by name.

    Args:
        folder: An empty folder.
        arrange: Puts rows of pictures onto one.
    """
    return {
        f"look-{look}": arrange(
            [drawn(folder, look, SUITS if look == "playing" else CARDS, look=look, palette=palette)]
        )
        for look, palette in LOOKS.items()
    }


def palettes(folder: Path, arrange: Callable[[Sequence[Sequence[Image.Image]]], Image.Image]) -> dict[str, Image.Image]:
    """Return a picture of a card in each palette, in the order of the theme.

    Args:
        folder: An empty folder.
        arrange: Puts rows of pictures onto one.
    """
    names = list(yaml.safe_load((COMMON / "theme.yaml").read_text("utf-8"))["palettes"])
    cards = [drawn(folder, name, [{**CARDS[0], "name": name.capitalize()}], palette=name)[0] for name in names]
    return {"palettes": arrange([cards[:6], cards[6:]])}


def icons(folder: Path, arrange: Callable[[Sequence[Sequence[Image.Image]]], Image.Image]) -> dict[str, Image.Image]:
    """Return a picture of the icons of general use, with their names.

    Args:
        folder: An empty folder.
        arrange: Puts rows of pictures onto one.
    """
    names = sorted(file.stem for file in (COMMON / "icons").glob("*.svg"))
    (folder / "game.yaml").write_text(
        "id: icons\nname: Icons\nkinds:\n  icons:\n    title: Icons\n    role: token\n    size: 26x26\n    back: none\n"
        "    fields: {name: text, icon: icon}\n",
        "utf-8",
    )
    deck = folder / "icons.yaml"
    values = [{"name": name, "icon": name} for name in names]
    deck.write_text(json.dumps({"game": "icons", "title": "Icons", "palette": "harbour", "icons": values}), "utf-8")
    result = cardgen.export(deck, "png", folder, ExportOptions())
    pictures = [_small(result.folder / file) for file in result.files if str(file).endswith(".png")]
    rows = [pictures[start : start + 10] for start in range(0, len(pictures), 10)]
    return {"icons": arrange(rows)}
