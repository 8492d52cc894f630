"""Make the pictures of the documents from real pages.

Usage: python -m docs.generate.pictures [NAME...]
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image

import cardgen
from cardgen import BuildOptions
from cardgen.printer.calibrate import write_calibration
from cardgen.proof.files import compare_decks
from docs.generate import look_pictures, world_pictures
from docs.generate.sessions import follow

ROOT = Path(__file__).resolve().parents[2]
DECKS, IMAGES = ROOT / "decks", ROOT / "docs" / "images"
PAGES = (
    (("samurai", 3), ("solstice", 13), ("tideland", 3), ("sorry-im-late", 3)),
    (("brot-und-pao", 7), ("elves", 5), ("samurai", 9), ("star-charts", 3)),
)
STONEWATER = ((17, 23, 51, 67), (59, 63, 71))
"""Pages of Stonewater Weir in its picture: cards, enemies, heroes and town; two fields and the seasons."""
EXAMPLES = {
    "sorry-im-late": (3, 9, 4),
    "solstice": (5, 13, 4),
    "tideland": (3, 4),
    "star-charts": (3,),
    "brot-und-pao": (3, 4),
}
"""Each game of the gallery with the pages that its picture shows."""
TUTORIALS = {
    "tutorial/from-a-list.md": ((("list-1", "night-market", (3, 4)),), (("list-2", "night-market", (3, 4)),)),
    "tutorial/your-own-game.md": (
        (("own-game-1", "pool", (3, 4)),),
        (("own-game-2", "pool", (3, 7, 9)),),
        (("own-game-3", "pool", (7,)),),
    ),
    "tutorial/own-template.md": tuple(((f"own-face-{step}", "deck", (3,)),) for step in (1, 2, 3, 4)),
}
"""Each page with the pictures after its first, second and third build: name, file and pages."""
LOOKS = {
    "classic": "harbour",
    "full-art": "dusk",
    "text": "graphite",
    "landscape": "forest",
    "tarot": "crimson",
    "playing": "midnight",
}
"""The looks of the game `cards`, each with the palette in which the picture shows it."""
DPI = 62
GAP = 14  # pixels around each page
BACKGROUND = "#6b6660"


def page_picture(file: Path, index: int, dpi: int = DPI) -> Image.Image:
    """Return a page of a PDF as a picture.

    Args:
        file: The PDF.
        index: Index of the page, from 0.
        dpi: Resolution.
    """
    with pdfium.PdfDocument(file) as document:
        picture: Image.Image = document[index].render(scale=dpi / 72).to_pil().convert("RGB")
    return picture


def contact_sheet(rows: Sequence[Sequence[Image.Image]]) -> Image.Image:
    """Return pictures of equal height in rows, on a dark ground, in 256 colours."""
    return true_colors(rows).quantize(256, dither=Image.Dither.NONE)


def true_colors(rows: Sequence[Sequence[Image.Image]]) -> Image.Image:
    """Return pictures of equal height in rows, on a dark ground, in all their colours."""
    width = max(sum(picture.width + GAP for picture in row) for row in rows) + GAP
    height = sum(max(picture.height for picture in row) + GAP for row in rows) + GAP
    sheet, y = Image.new("RGB", (width, height), BACKGROUND), GAP
    for row in rows:
        x = GAP
        for picture in row:
            sheet.paste(picture, (x, y))
            x += picture.width + GAP
        y += max(picture.height for picture in row) + GAP
    return sheet


def deck_file(name: str) -> Path:
    """Return the deck of an army or of a game of the gallery."""
    army = DECKS / f"{name}.yaml"
    return army if army.exists() else ROOT / "examples" / name / f"{name}.yaml"


def pages(folder: Path) -> Image.Image:
    """Return sheets of several games."""
    for name in {name for row in PAGES for name, _ in row}:
        cardgen.build(deck_file(name), folder)
    return contact_sheet([[page_picture(folder / f"{name}.pdf", number - 1) for name, number in row] for row in PAGES])


def stonewater(folder: Path) -> Image.Image:
    """Return sheets of Stonewater Weir."""
    cardgen.build(deck_file("stonewater"), folder)
    file = folder / "stonewater.pdf"
    return contact_sheet([[page_picture(file, number - 1, dpi=52) for number in row] for row in STONEWATER])


def layouts(folder: Path) -> Image.Image:
    """Return a sheet that is folded, and a sheet with cut lines."""
    only = ("abilities",)
    ways = {
        "folded.pdf": BuildOptions(only=only, duplex="fold", gap="4mm"),
        "lines.pdf": BuildOptions(only=only, marks="lines", corners="3mm", gap="3mm"),
    }
    for name, options in ways.items():
        cardgen.build(DECKS / "elves.yaml", folder / name, options)
    return contact_sheet([[page_picture(folder / name, 2) for name in ways]])


def looks(folder: Path) -> Image.Image:
    """Return the list of the first tutorial in every look, each with another palette."""
    cards = ROOT / "docs" / "tutorial" / "night-market.csv"
    for look, palette in LOOKS.items():
        cardgen.build(cards, folder / f"{look}.pdf", BuildOptions(look=look, palette=palette))
    return contact_sheet([[page_picture(folder / f"{look}.pdf", 2, dpi=40) for look in LOOKS]])


def calibration(folder: Path) -> Image.Image:
    """Return the first page of the calibration sheets."""
    write_calibration(folder / "calibration.pdf", paper="a4", flip="long")
    return page_picture(folder / "calibration.pdf", 0, dpi=110).convert("L").quantize(16)


def difference(folder: Path) -> Image.Image:
    """Return the comparison of two versions of a deck."""
    shutil.copytree(DECKS, folder / "decks")
    old = folder / "decks" / "samurai.yaml"
    text = old.read_text("utf-8").replace("recruits: Kyudokas", "recruits: Archers").replace("Perfect Cut", "Cut")
    old.write_text(text, "utf-8")
    compare_decks(old, DECKS / "samurai.yaml", folder / "diff.pdf", BuildOptions(), lambda _stage: None)
    picture = page_picture(folder / "diff.pdf", 0, dpi=100)
    return picture.crop((0, 120, picture.width, 380)).quantize(128, dither=Image.Dither.NONE)


def example(name: str, folder: Path) -> Image.Image:
    """Return pages of a game of the gallery.

    Args:
        name: Name of its folder.
        folder: An empty folder.
    """
    cardgen.build(deck_file(name), folder)
    return contact_sheet([[page_picture(folder / f"{name}.pdf", number - 1, DPI) for number in EXAMPLES[name]]])


def tutorial(page: str, folder: Path) -> dict[str, Image.Image]:
    """Return the pictures of a tutorial by name, as a reader who follows it sees them.

    Args:
        page: The page, below `docs/`.
        folder: An empty folder.
    """
    pictures: dict[str, Image.Image] = {}
    steps = iter(TUTORIALS[page])

    def take(command: str, place: Path) -> None:
        if command.startswith("cardgen build"):
            for name, file, numbers in next(steps, ()):
                pictures[name] = contact_sheet(
                    [[page_picture(place / "out" / f"{file}.pdf", number - 1) for number in numbers]]
                )

    follow(ROOT / "docs" / page, folder, take)
    return pictures


def icons(folder: Path) -> Image.Image:
    """Return the icons that every game has, with their names.

    Args:
        folder: An empty folder.
    """
    names = sorted(path.stem for path in (ROOT / "templates" / "common" / "icons").glob("*.svg"))
    columns, cell = 10, 17
    rows = -(-len(names) // columns)
    (folder / "game.yaml").write_text(
        f"id: icons\nname: Icons\nkinds: {{icons: {{fields: {{}}, face: face.svg.j2, back: none, size: {columns * cell}x{rows * cell}}}}}\n"
    )
    elements = [
        f'<card:icon name="{name}" x="{column * cell + 4.5}" y="{row * cell + 3}" size="8"/>'
        f'<card:text x="{column * cell}" y="{row * cell + 12}" width="{cell}" height="3.5" style="cell" align="center" fit="line"'
        f' min-size="5pt">{name}</card:text>'
        for row, column, name in ((index // columns, index % columns, name) for index, name in enumerate(names))
    ]
    (folder / "face.svg.j2").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:card="urn:cardgen" viewBox="0 0 {{ width }} {{ height }}">'
        f'<card:bleed fill="white"/>{"".join(elements)}</svg>'
    )
    (folder / "icons.yaml").write_text("game: icons\nicons: [{name: all}]\n")
    result = cardgen.show(folder / "icons.yaml", "all", folder / "icons.png", cardgen.ShowOptions(dpi=120))
    with Image.open(result.file) as picture:
        return picture.convert("L").quantize(16)


def main(names: Sequence[str]) -> None:
    """Write the pictures.

    Args:
        names: Names of the pictures to write; none writes all.
    """
    drawings: dict[str, Callable[[Path], Mapping[str, Image.Image]]] = {}
    single = {
        "calibration": calibration,
        "diff": difference,
        "icons": icons,
        "layouts": layouts,
        "looks": looks,
        "pages": pages,
        "stonewater": stonewater,
    }
    for name, draw in single.items():
        drawings[name] = lambda folder, name=name, draw=draw: {name: draw(folder)}
    for name in EXAMPLES:
        drawings[f"example-{name}"] = lambda folder, name=name: {f"example-{name}": example(name, folder)}
    for draw in (look_pictures.look_cards, look_pictures.icons):
        drawings[draw.__name__] = lambda folder, draw=draw: draw(folder, contact_sheet)
    drawings["palettes"] = lambda folder: look_pictures.palettes(folder, true_colors)
    drawings["worlds"] = lambda _folder: world_pictures.world_pictures(DECKS, contact_sheet)
    for page in TUTORIALS:
        drawings[Path(page).stem] = lambda folder, page=page: tutorial(page, folder)
    for name, make in drawings.items():
        if not names or name in names:
            with tempfile.TemporaryDirectory() as folder:
                for made, picture in make(Path(folder)).items():
                    picture.save(IMAGES / f"{made}.png", optimize=True)


if __name__ == "__main__":
    main(sys.argv[1:])
