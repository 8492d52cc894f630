"""The fonts of a build by their keys: shaped words and the few metrics that typesetting needs, in em."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.guard.files import names_in
from cardgen.model.drawing import ShapedWord
from cardgen.model.font_file import LAST_FONTS
from cardgen.model.font_instance import font_faults
from cardgen.report.diagnostics import did_you_mean
from cardgen.report.errors import UnlocatedError

if TYPE_CHECKING:  # a build that sets no text does not pay for the import
    from cardgen.render.text.font import Font, Ink, Metrics

_LAST_BOLD = {"NotoSans-Regular": "NotoSans-Bold"}
_MOST_FILES = 2000  # entries of a folder of fonts that are looked at


def _font_files(folder: Path) -> list[Path]:
    """Return what is named like a font file in a folder, sorted; what cannot be read is an error when it is used."""
    paths = [folder / name for name in names_in(folder, _MOST_FILES)]
    return [path for path in paths if path.suffix.lower() in {".ttf", ".otf"}]


class FontBook:
    """The fonts of some folders, by the stem of their file name; each is loaded when first used.

    Args:
        folders: Folders to search; the first that holds a name wins.

    Attributes:
        last: Fonts for characters that no font of a style has, as far as a folder holds them.
        last_bold: The same for bold text.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._paths: dict[str, Path] = {}
        for folder in folders:
            for path in _font_files(folder):
                self._paths.setdefault(path.stem, path)
        self.last = tuple(font for font in LAST_FONTS if font in self._paths)
        self.last_bold = tuple(_LAST_BOLD.get(font, font) for font in self.last)
        self._fonts: dict[str, Font] = {}
        self._words: dict[tuple[str, str, tuple[str, ...], str, bool], ShapedWord] = {}
        # Keyed by identity, which avoids hashing all glyphs; the word is stored so that its identity stays unique.
        self._inks: dict[int, tuple[ShapedWord, Ink]] = {}

    def names(self) -> list[str]:
        """Return the keys of all fonts, sorted."""
        return sorted(self._paths)

    def path(self, font: str) -> Path:
        """Return the file of a font.

        Raises:
            UnlocatedError: E408, no font has this key.
        """
        if font not in self._paths:
            expected = f"one of: {', '.join(self.names())}" if self._paths else "a .ttf file in fonts/"
            raise UnlocatedError(
                "E408", f"unknown font '{font}'", expected=expected, hints=did_you_mean(font, self._paths)
            )
        return self._paths[font]

    def _font(self, font: str) -> Font:
        found = self._fonts.get(font)
        if found is None:
            from cardgen.render.text.font import Font

            path = self.path(font)
            with font_faults(path):
                found = self._fonts[font] = Font(path)
        return found

    def shape_word(
        self, font: str, text: str, features: tuple[str, ...] = (), language: str = "", *, rtl: bool = False
    ) -> ShapedWord:
        """Shape a word at size 1.

        Args:
            features: OpenType tags to turn on, or off with a hyphen before them, such as `("smcp", "-liga")`.
            language: Language code, for the letter forms of the language; empty for none.

        Raises:
            UnlocatedError: E408, no font has this key.
        """
        key = (font, text, features, language, rtl)
        found = self._words.get(key)
        if found is None:
            found = self._words[key] = self._font(font).shape(text, features, language, rtl=rtl)
        return found

    def metrics(self, font: str) -> Metrics:
        """Return heights and depth of the letters of a font, em."""
        return self._font(font).metrics

    def space(self, font: str) -> float:
        """Return the width of the space of a font, em."""
        return self._font(font).space

    def missing(self, font: str, text: Iterable[str]) -> str:
        """Return the characters that a font cannot draw, each once, in order of appearance."""
        coverage = self._font(font).coverage
        return "" if coverage.issuperset(text) else "".join(dict.fromkeys(c for c in text if c not in coverage))

    def ink(self, font: str, word: ShapedWord) -> Ink:
        """Return the ink box of a word.

        Args:
            font: Key of the font that the word was shaped in.
        """
        known = self._inks.get(id(word))
        if known is None:
            known = self._inks[id(word)] = word, self._font(font).ink(word)
        return known[1]

    def reach(self, font: str, word: ShapedWord) -> tuple[float, float]:
        """Return how far the ink of a word reaches above the baseline and below it, em."""
        ink = self.ink(font, word)
        return ink.top, -ink.bottom
