"""Make decks of any number of distinct cards, the same ones on every machine."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

PICTURES = 10
_FRAMES = ("#7a1f2b", "#1f4d7a", "#2b6b3a", "#5a3a7a")
_ICONS = ("sword", "shield", "tower")
_COLORS = {"primary": "#8a2430", "dark": "#22181c", "ink": "#221c18", "paper": "#f6efdf", "accent": "#c79a3f"}
_RULES_WORDS = """a after all and any army at attack attacker banner base battle becomes before begins block bridge build but by
camp card cards castle choose city cost counter crown damage deal defender discard draw each end enemy every field fight
first flank for from gain gate gold guard hand has heal hero hidden hill if in instead into its keep king knight leader
less line lose march may more moves must next no number of on one open opponent or order other owner path pay pile place
play player power put raid reach remove return reveal river road round scout second secret shield siege soldier spend
spy stand start steal stone storm strength strike supply take target that the their them this three tower town trade
troop troops turn two under unit until village wall wherever while wins with within woods wound you your"""
_FIRST_NAMES = "Amber Ashen Bitter Broken Crimson Distant Eager Fallen Gentle Hollow Iron Jaded Last Mossy Silent"
_LAST_NAMES = "Archer Bastion Captain Dragoon Envoy Falconer Gatekeeper Herald Ironclad Lancer Marshal Outrider"
_WORDS, _NAMES, _NOUNS = _RULES_WORDS.split(), _FIRST_NAMES.split(), _LAST_NAMES.split()


def write_deck(folder: Path, count: int, *, in_spreadsheet: bool = False) -> Path:
    """Write a deck with its pictures, and return the deck file.

    Args:
        folder: Folder to create.
        count: Number of distinct cards; also the seed of everything random.
        in_spreadsheet: Whether the cards are in a CSV file, which the deck names.
    """
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(count)
    for number in range(PICTURES):
        _picture(chance).save(folder / f"picture-{number}.jpg", quality=88)
    deck = folder / "deck.yaml"
    head = {"game": "benchmark", "faction": {"name": "Benchmark", "colors": _COLORS}}
    lines = [f"{key}: {json.dumps(value)}" for key, value in head.items()]
    cards = [_card(number, chance) for number in range(count)]
    if in_spreadsheet:
        with (folder / "cards.csv").open("w", encoding="utf-8", newline="") as file:
            rows = csv.DictWriter(file, list(cards[0]))
            rows.writeheader()
            rows.writerows(cards)
        lines.append("cards: cards.csv")
    else:
        lines += ["cards:", *map(_in_yaml, cards)]
    deck.write_text("\n".join(lines) + "\n", "utf-8")
    return deck


def _picture(chance: random.Random) -> Image.Image:
    """Return a picture of 600 x 400 pixels with as much detail as a painting: hills under a sky."""
    image = Image.new("RGB", (600, 400), _shade(chance))
    draw = ImageDraw.Draw(image)
    for _ in range(60):
        x, y, size = chance.randrange(600), chance.randrange(400), chance.randrange(20, 160)
        draw.ellipse((x - size, y - size // 2, x + size, y + size // 2), fill=_shade(chance))
    noise = Image.effect_noise((600, 400), 24).convert("RGB")
    return Image.blend(image.filter(ImageFilter.GaussianBlur(3)), noise, 0.12)


def _shade(chance: random.Random) -> tuple[int, int, int]:
    return chance.randrange(30, 230), chance.randrange(30, 230), chance.randrange(30, 230)


def _card(number: int, chance: random.Random) -> dict[str, object]:
    """Return a card."""
    return {
        "id": f"card-{number + 1}",
        "name": f"{chance.choice(_NAMES)} {chance.choice(_NOUNS)} {number + 1}",
        "type": f"Unit - {chance.choice(_NOUNS)}",
        "icon": chance.choice(_ICONS),
        "frame": _FRAMES[number % len(_FRAMES)],
        "cost": chance.randrange(10),
        "art": f"picture-{number % PICTURES}.jpg",
        "text": _rules(chance),
    }


def _in_yaml(card: dict[str, object]) -> str:
    """Return a card as YAML, in the block style that people write."""
    quoted = {key: f'"{value}"' if key in ("frame", "text") else value for key, value in card.items()}
    return "  - " + "\n    ".join(f"{key}: {value}" for key, value in quoted.items())


def _rules(chance: random.Random) -> str:
    """Return 25 to 40 words in sentences, three of them bold, with one icon."""
    words = [chance.choice(_WORDS) for _ in range(chance.randrange(25, 41))]
    for at in chance.sample(range(len(words)), 3):
        words[at] = f"**{words[at]}**"
    words[chance.randrange(len(words))] = f"{{{chance.choice(_ICONS)}}}"
    ends = [*range(8, len(words) - 4, 9), len(words) - 1]
    for start in [0, *(end + 1 for end in ends[:-1])]:
        words[start] = words[start][:1].upper() + words[start][1:] if words[start][0].isalpha() else words[start]
    for end in ends:
        words[end] += "."
    return " ".join(words)
