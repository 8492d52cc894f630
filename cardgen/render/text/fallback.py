"""Choose the font of each character: the first of a style's fonts that has it, or one that draws a box."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from cardgen.render.text.fonts import FontBook
from cardgen.render.text.scripts import script_name, script_of
from cardgen.report.errors import UnlocatedError

_LISTED = 5
_JOINERS = "\u200c\u200d\ufe0e\ufe0f"
# Fonts of the Noto family, which is free (SIL Open Font License), where the name of the script is not enough. Those of
# letters and signs without one ship with cardgen, so they lack the character too.
_FREE_FONTS = {
    "ARABIC": "Noto Naskh Arabic",
    "CANADIAN": "Noto Sans Canadian Aboriginal",
    "EGYPTIAN": "Noto Sans Egyptian Hieroglyphs",
    "HANGUL": "Noto Sans KR",
    "TIBETAN": "Noto Serif Tibetan",
    **dict.fromkeys(("", "LATIN", "GREEK", "CYRILLIC"), ""),
}
_CHINESE_FONTS = {"ja": "Noto Sans JP", "ko": "Noto Sans KR", "zh-Hant": "Noto Sans TC", "zh-TW": "Noto Sans TC"}
_KANA = range(0x3040, 0x3100)
_OWN_FONT = (
    "put a font that has it into fonts/ beside the deck, and list it in a theme.yaml there, such as"
    " 'fallback: [NotoSansThai-Regular]'"
)


def choose_fonts(text: str, fonts: Sequence[str], fontbook: FontBook) -> tuple[list[str], str]:
    """Return the font of each character of a text, and the characters that no font has, each once.

    A mark has the font of its letter, and punctuation next to a letter in a fallback font has that font too. What no font
    has gets a font whose glyph for missing characters is a box; only a mark is a box if a font has its letter.
    """
    chosen = [fonts[0]] * len(text)
    if not fontbook.missing(fonts[0], text):
        return chosen, ""
    lacking, box_font = "", next(iter(fontbook.last), fonts[0])
    start = 0
    for at in range(1, len(text) + 1):
        if at < len(text) and _continues(text[at]):
            continue
        cluster = text[start:at]
        font = next((font for font in fonts if not fontbook.missing(font, cluster)), None)
        if font is None:
            has_letter = [font for font in fonts if not fontbook.missing(font, cluster[0])]
            nearest = min(has_letter or fonts, key=lambda font: len(fontbook.missing(font, cluster)))
            lacking += fontbook.missing(nearest, cluster)
            font = nearest if has_letter else box_font
        chosen[start:at] = [font] * (at - start)
        start = at
    _match_punctuation(text, chosen, fonts, fontbook)
    return chosen, "".join(dict.fromkeys(lacking))


def _continues(character: str) -> bool:
    return character in _JOINERS or unicodedata.category(character)[0] == "M"


def _match_punctuation(text: str, chosen: list[str], fonts: Sequence[str], fontbook: FontBook) -> None:
    """Give punctuation the fallback font of the letter before it, or behind it if it opens."""
    for at in range(1, len(text)):
        if chosen[at - 1] != fonts[0] and unicodedata.category(text[at]) in ("Pe", "Pf", "Po"):
            chosen[at] = chosen[at] if fontbook.missing(chosen[at - 1], text[at]) else chosen[at - 1]
    for at in range(len(text) - 2, -1, -1):
        if chosen[at + 1] != fonts[0] and unicodedata.category(text[at]) in ("Ps", "Pi"):
            chosen[at] = chosen[at] if fontbook.missing(chosen[at + 1], text[at]) else chosen[at + 1]


class MissingGlyphError(UnlocatedError):
    """An error of a text with characters that no font of its style can draw.

    Attributes:
        characters: The characters, each once.
    """

    def __init__(self, message: str, characters: str, *, hints: Sequence[str]) -> None:
        super().__init__("E407", message, hints=hints)
        self.characters = characters


def missing_glyph_error(fonts: Sequence[str], missing: str, language: str = "") -> MissingGlyphError:
    """Return the error (E407) for characters that no font of a style can draw.

    Args:
        missing: The characters, each once.
        language: Language code, which decides between the fonts of Chinese characters.
    """
    named = ", ".join(_described(character) for character in missing[:_LISTED])
    more = f" and {len(missing) - _LISTED} more" if len(missing) > _LISTED else ""
    names = " and ".join(f"'{font}'" for font in fonts)
    have = "fonts {} have" if len(fonts) > 1 else "font {} has"
    hints = [] if any(map(script_of, missing)) else ["use another character"]
    if not all(map(_continues, missing)):  # a font would need the letter of a mark too, which is not known here
        hints.append(_OWN_FONT)
    hints += dict.fromkeys(filter(None, (_free_font(character, language) for character in missing)))
    return MissingGlyphError(f"{have.format(names)} no glyph for {named}{more}", missing, hints=hints)


def _described(character: str) -> str:
    script = script_name(character)
    return f"'{character}' (U+{ord(character):04X}{f', {script}' if script else ''})"


def _free_font(character: str, language: str) -> str:
    """Return a hint at a free font that has a character; empty if none is known that does not ship."""
    script = script_of(character)
    font, letters = _FREE_FONTS.get(script, f"Noto Sans {script.title()}"), script.title()
    if script == "CJK":
        is_kana = ord(character) in _KANA
        chinese = next((font for code, font in _CHINESE_FONTS.items() if language.startswith(code)), "Noto Sans SC")
        font, letters = ("Noto Sans JP", "Japanese") if is_kana else (chinese, "Chinese characters")
    return font and f"{font} is a free font for {letters}"
