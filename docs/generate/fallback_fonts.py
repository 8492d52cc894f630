"""Make the fonts of `fonts/fallback/`: subsets of the Noto family for characters that no font of a style has.

Usage: python -m docs.generate.fallback_fonts FOLDER, where the folder holds the unpacked npm packages of `SOURCES`. The same
packages give the same bytes.
"""

from __future__ import annotations

import shutil
import sys
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Any

TARGET = Path(__file__).resolve().parents[2] / "fonts" / "fallback"

_LATIN = (0x20, 0x52F), (0x1C80, 0x1C8F), (0x1D00, 0x218F), (0x2C60, 0x2C7F), (0x2DE0, 0x2E5D), (0xA640, 0xA69F)
_EXTENDED_LATIN = (0xA700, 0xA7FF), (0xAB30, 0xAB6F), (0xFB00, 0xFB06), (0xFFFD, 0xFFFD)
_PICTURES = (0x3030, 0x303D), (0x3297, 0x3299), (0x1F000, 0x1FAFF)
SOURCES = {
    "NotoSans-Regular": ("noto-sans", "400Regular/NotoSans_400Regular.ttf", (*_LATIN, *_EXTENDED_LATIN)),
    "NotoSans-Bold": ("noto-sans", "700Bold/NotoSans_700Bold.ttf", (*_LATIN, *_EXTENDED_LATIN)),
    "NotoSansMath-Regular": (
        "noto-sans-math",
        "400Regular/NotoSansMath_400Regular.ttf",
        ((0x2190, 0x23FF), (0x2500, 0x25FF), (0x27C0, 0x27FF), (0x2900, 0x2BFF)),
    ),
    "NotoSansSymbols-Regular": (
        "noto-sans-symbols",
        "400Regular/NotoSansSymbols_400Regular.ttf",
        ((0x2150, 0x2BFF), (0x1F100, 0x1F77F)),
    ),
    "NotoSansSymbols2-Regular": (
        "noto-sans-symbols-2",
        "400Regular/NotoSansSymbols2_400Regular.ttf",
        ((0x2300, 0x2BFF), (0x1F000, 0x1FAFF)),
    ),
    "NotoEmoji-Bold": (  # lines as strong as letters; those of the regular font are hairlines in print
        "noto-emoji",
        "700Bold/NotoEmoji_700Bold.ttf",
        (
            (0x20, 0x39),
            (0xA9, 0xAE),
            (0x200D, 0x200D),
            (0x203C, 0x2BFF),
            *_PICTURES,
            (0xFE0F, 0xFE0F),
            (0xE0020, 0xE007F),
        ),
    ),
}
"""Each font: the package of the scope `@expo-google-fonts`, the file in it, and the characters that are taken."""
_EMOJI = "NotoEmoji-Bold"
_SYMBOLS = frozenset({"NotoSansMath-Regular", "NotoSansSymbols-Regular", "NotoSansSymbols2-Regular"})


def main(folder: Path) -> None:
    """Write the fonts and their licences.

    Args:
        folder: Folder with the unpacked packages, each in a folder of its name.
    """
    TARGET.mkdir(exist_ok=True)
    emoji = _characters(folder, _EMOJI)
    for name, (package, file, _) in SOURCES.items():
        characters = _characters(folder, name)
        if name in _SYMBOLS:
            characters = {code for code in characters if code not in emoji or not _is_picture(code)}
        _write_subset(folder / package / file, TARGET / f"{name}.ttf", characters)
        shutil.copyfile(folder / package / "LICENSE_FONT", TARGET / f"{name.split('-')[0]}-OFL.txt")


def _characters(folder: Path, name: str) -> set[int]:
    """Return the characters of a font that are taken."""
    from fontTools.ttLib import TTFont

    package, file, ranges = SOURCES[name]
    known: Iterable[int] = TTFont(folder / package / file).getBestCmap()
    return {code for code in known if any(first <= code <= last for first, last in ranges)}


def _is_picture(code: int) -> bool:
    """Return whether a character is a picture by default: all of them are drawn in one style, that of the font for emoji.

    Those of plain signs are as wide as a Chinese character, such as a star; a heart is a letter unless a selector follows it.
    """
    return code >= 0x1F100 or (code < 0x1F000 and unicodedata.east_asian_width(chr(code)) == "W")


def _write_subset(source: Path, target: Path, characters: set[int]) -> None:
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options: Any = Options()
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.drop_tables += ["STAT", "vhea", "vmtx", "gasp", "DSIG"]
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "liga", "locl", "rlig", "calt"]
    font = TTFont(source, recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    font.save(target)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
