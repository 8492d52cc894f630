"""Each target gets the files that it got from the last version: what they state, and the cells of their pictures.

The other files of this folder say why they are right; here nothing may change unseen.
"""

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pikepdf
from large_box import write_large_box
from PIL import Image
from things import ARROWS, COINS, FACE, PAWNS, entries, kind

from cardgen.exports.job import export
from cardgen.exports.profile import Profile, find_profile
from cardgen.geometry.outlines import HEXAGON, ROUND
from cardgen.model.piece import Place
from cardgen.pipeline.options import ExportOptions
from cardgen.plugin.components import AID, BOARD, CARD
from tests.recorded import check_recorded

FILL = (
    """{{ {"Dawn": "#d9a441", "Dusk": "#4a7a8c", "Old Tom's": "#2f7a3c", "North": "#a03c6e"}.get(card.name, FILL) }}"""
)
CORNER = '<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ bleed + width / 2 }}" height="{{ bleed + height / 4 }}" fill="#101010"/></g>'
LETTERS = {
    (0xD9, 0xA4, 0x41): "D", (0x4A, 0x7A, 0x8C): "K", (0x2F, 0x7A, 0x3C): "T", (0xA0, 0x3C, 0x6E): "N", (0x7A, 0x7A, 0xC0): "o",
    (0x10, 0x10, 0x10): "c", (0x60, 0x20, 0x20): "b", (255, 255, 255): ".",
}  # fmt: skip
"""Letters of the colours: capitals are of one face or back alone, `c` is its upper left corner, `b` the back of many."""

CARDS = replace(kind("cards", 0, 0, "Dawn", "Dusk", copies=2), size=lambda card: card, role=CARD, endwise=True)
PIECES = (
    CARDS,
    replace(kind("notes", 0, 0, "Old Tom's", copies=1, back=False), size=lambda card: card, place=Place(-120, 60, 90)),
    replace(CARDS, name="more", entries=entries("Dawn", "Spare", "Rain", copies=1), back="shared.svg.j2"),
    kind("hexes", 40, 36, "Dawn", "Dusk", copies=1, outline=HEXAGON, place=Place(30, -20)),
    kind("disks", 30, 30, "Dusk", copies=2, outline=ROUND, back=False, place=Place(60, 0)),
    kind("tall", 69.85, 120.65, *(f"Card {number}" for number in range(1, 6)), copies=1),
    replace(PAWNS, entries=entries("Eve", "Dusk", copies=1), place=Place(0, 0, 45)),
    replace(ARROWS, entries=entries("arrows", copies=2)),
    replace(COINS, entries=entries("coins", "none", copies=2), copies_for=lambda card, copies, _: copies * (card["name"] != "none")),
    kind("maps", 260, 190, "North", "South", copies=1, role=BOARD, tiled=True),
    kind("mat", 190, 270, copies=2, back=False, role=BOARD, place=Place(0, 10)),
    kind("aid", 120, 170, copies=1, back=False, role=AID),
)  # fmt: skip
TARGETS = ("png", "tts", "playingcards.io", "screentop", "mpc-autofill", "mpc", "tgc", "drivethru", "pdf-cards")


def test_recorded_files(things: Callable[..., Path], tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    check_recorded(Path(__file__).with_name("targets.txt"), [*of_pieces(things, tmp_path), *of_a_large_box(tmp_path)])


def of_pieces(things: Callable[..., Path], folder: Path) -> Iterator[str]:
    deck = things(*PIECES)
    templates = folder / "templates"
    for name, fill in (("thing", "#7a7ac0"), ("thing-back", "#7a7ac0"), ("shared", "#602020")):
        face = FACE.replace("#d9a441", FILL.replace("FILL", repr(fill)) if name != "shared" else fill)
        (templates / f"{name}.svg.j2").write_text(face.replace("</g>", CORNER), "utf-8")
    for target in TARGETS:
        yield from exported(deck, target, folder, {})
    yield from exported(deck, "tts", folder, {"url": "https://example.org/suns/", "only": ("maps", "notes")})
    yield from exported(deck, "screentop", folder, {"only": ("notes",), "card": "40x60mm", "draft": True})


def of_a_large_box(folder: Path) -> Iterator[str]:
    deck = write_large_box(folder / "box")
    yield from exported(deck, "tts", folder, {"only": ("red-die", "arm-die", "figures", "rules"), "players": 1})
    yield from exported(deck, "png", folder, {"only": ("arm-die", "card-box", "rules"), "language": "pt"})


def low(profile: Profile) -> Profile:
    """The target with a tenth of its pixels."""
    formats = {
        name: made.model_copy(update={"canvas": tuple(side // 10 for side in made.canvas)})
        for name, made in profile.formats.items()
    }
    return profile.model_copy(update={"dpi": profile.dpi // 10, "limit": profile.limit // 10, "formats": formats})


def exported(deck: Path, target: str, out: Path, options: dict[str, Any]) -> Iterator[str]:
    yield f"== {target} {options or ''}".rstrip()
    result = export(deck, target, out, ExportOptions(**options), profile=low(find_profile(target)))
    yield f"{result.folder.name}: {result.title}"
    for item in result.left_out:
        yield f"left out: {item.title}, {item.reason}{', only for paper' * item.is_for_paper}"
    for warning in result.warnings:
        yield f"{warning.code} {warning.message}; {warning.expected}; {warning.notes}"
    for name in (*result.files, "manifest.json"):
        data = (result.folder / name).read_bytes()
        text = f"{without_digests(name, result.folder)}: {' '.join(described(name, data, result.folder))}"
        yield re.sub(" +$", "", text, flags=re.MULTILINE)


def without_digests(text: str, folder: Path) -> str:
    """A text with `#` for the digest in the name of a file, where it is that of its content, and without the folder."""

    def mask(found: re.Match[str]) -> str:
        file = folder / unquote(found[0].removeprefix(folder.as_uri()).split("/")[-1])
        is_right = file.exists() and hashlib.sha256(file.read_bytes()).hexdigest()[:8] == found[2]
        return found[0].replace(found[2], "#").replace(folder.as_uri(), "folder") if is_right else found[0]

    return re.sub(r'([^"\s]*)-([0-9a-f]{8})\.\w+', mask, text)


def described(name: str, data: bytes, folder: Path) -> Iterator[str]:
    if name.endswith(".png"):
        with Image.open(io.BytesIO(data)) as picture:
            has_words = folder.name.startswith("deck")  # whose pixels depend on how a viewer smooths letters
            dots = round(picture.info.get("dpi", [0])[0])
            yield f"{picture.width} x {picture.height} {picture.mode} {dots} dpi {'' if has_words else cells(picture)}"
    elif name.endswith(".pcio"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for inner in archive.infolist():
                yield f"\n  {inner.filename} {inner.date_time[:3]}"
                yield from described(inner.filename, archive.read(inner), folder)
    elif name.endswith(".json"):
        found = json.loads(data)
        found.pop("made_by", "") if isinstance(found, dict) else None
        yield without_digests("".join(things_of(found)), folder)
    elif name.endswith(".pdf"):
        with pikepdf.open(io.BytesIO(data)) as pdf:
            yield f"{len(pdf.pages)} pages"
            for same, run in groupby(page_text(page) for page in pdf.pages):
                yield f"\n  {len([*run])} x {same}"
    else:
        text = data.decode().strip()
        yield "\n  " + (text.replace("\nvt", " vt") if name.endswith(".obj") else text).replace("\n", "\n  ")


def things_of(value: Any, depth: int = 1) -> Iterator[str]:
    """A value with a line for each thing in a list of things."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        for thing in value:
            yield "\n" + "  " * depth
            yield from things_of(thing, depth)
    elif isinstance(value, dict) and any(isinstance(one, list | dict) for one in value.values()):
        for key, one in value.items():
            yield f"{key}: "
            yield from things_of(one, depth + 1)
            yield " "
    else:
        yield json.dumps(value, ensure_ascii=False)


def page_text(page: pikepdf.Page) -> str:
    """The boxes of a page, and the size and one pixel of its picture if it is one."""
    boxes = [[round(float(side), 2) for side in page.obj.get(f"/{key}Box", [])] for key in ("Media", "Bleed", "Trim")]
    pictures: Any = page.obj.Resources.get("/XObject", {})
    for picture in [pictures["/P"]] if "/P" in pictures else []:
        whole = picture.read_bytes()
        inks = [round(100 * part / 255 / 5) * 5 for part in whole[len(whole) // 8 * 4 :][:4]]
        return f"{boxes} {picture.Width} x {picture.Height}, inks {inks}"
    return f"{boxes} {len(pictures)} drawings"


def cells(picture: Image.Image) -> str:
    """The nearest letters of the colours of a picture at six places in each of four rows; `-` is transparent."""
    rgba: Any = picture.convert("RGBA")
    rows = [
        [rgba.getpixel((int((x + 0.55) * rgba.width / 6), int((y + 0.45) * rgba.height / 4))) for x in range(6)]
        for y in range(4)
    ]
    return " ".join("".join("-" if at[3] < 128 else nearest(at) for at in row) for row in rows)


def nearest(color: tuple[int, ...]) -> str:
    return LETTERS[min(LETTERS, key=lambda known: sum(abs(a - b) for a, b in zip(known, color, strict=False)))]
