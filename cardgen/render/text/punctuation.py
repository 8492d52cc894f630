"""Replace typewriter characters by typographic ones: quotes, apostrophes, dashes, minus, ellipsis.

No library does this for the texts of a deck. `smartypants` and the typographer of markdown-it-py turn neither a hyphen
before a number into a minus sign nor a spaced hyphen into a dash that stays with the word before it, they take the
apostrophe of 'tis for an opening quote, and they need the whole paragraph, whereas the text between icons and emphasis
arrives in parts.
"""

from __future__ import annotations

import re

from cardgen.model.language import suitable_keys

THIN = "\u202f"  # narrow no-break space
_CURLY = ("\u201c", "\u201d", "\u2018", "\u2019")
_ANGLED = ("\u00ab", "\u00bb", "\u201c", "\u201d")
_LOW = ("\u201e", "\u201c", "\u201a", "\u2018")
_LOW_HIGH = ("\u201e", "\u201d", "\u201a", "\u2019")
_CORNERED = ("\u300c", "\u300d", "\u300e", "\u300f")
# Opening and closing double quotes, then those within quotes; other languages use the English ones.
# Source: CLDR 48, the delimiters of each language, and for French the spaces of the Imprimerie nationale.
_QUOTES = {
    **dict.fromkeys(("de", "cs", "sk", "sl", "bg", "is", "ka", "lt", "et"), _LOW),
    **dict.fromkeys(("pl", "hu", "ro", "hr", "sr"), _LOW_HIGH),
    **dict.fromkeys(("es", "it", "ca", "pt-PT", "el", "fa", "ar", "gl", "eu"), _ANGLED),
    **dict.fromkeys(("es-419", "es-AR", "es-CL", "es-CO", "es-MX", "es-PE", "es-US"), _CURLY),
    **dict.fromkeys(("ru", "uk", "be"), ("\u00ab", "\u00bb", "\u201e", "\u201c")),
    **dict.fromkeys(("nb", "nn", "no"), ("\u00ab", "\u00bb", "\u2018", "\u2019")),
    **dict.fromkeys(("de-CH", "it-CH"), ("\u00ab", "\u00bb", "\u2039", "\u203a")),
    "he": ("\u201d", "\u201d", "\u2019", "\u2019"),
    **dict.fromkeys(("sv", "fi"), ("\u201d", "\u201d", "\u2019", "\u2019")),
    **dict.fromkeys(("ja", "zh-Hant", "zh-TW", "zh-HK"), _CORNERED),
    "fr": ("\u00ab\u00a0", "\u00a0\u00bb", "\u201c", "\u201d"),
}
_OPENS_AFTER = frozenset(" \t\r\n\u00a0\u202f([{\u2013\u2014\u201c\u2018\u201e\u201a\u00ab\u00bf\u00a1\u300c/")
_ELISION = re.compile(r"(?:\d\ds?|tis|twas|til|em|n)\b", re.IGNORECASE)
_MINUS = re.compile(r"(?<![^\s(\u00a0\u2013\u2014/])-(?=\d)")
# The option of a command keeps its hyphens: --players.
_DOUBLE_HYPHEN = re.compile(r"(?<=\S)--|--(?![a-z])")
_DIFFERENCE = re.compile(r"(?<=\d) - (?=\d)")
_SPACED_DASH = re.compile(r"(?<=\S) (?:-|\u2013) ")
# What stands before decides about each of these too, so they are applied to a text with the character before it.
_UNIT = re.compile(r"(?<=\d) (?=(?:[%\u2030\u20ac$\u00b0]|(?:mm|cm|km|kg|min)\b))")
_FRENCH_HIGH = re.compile(r"(?<=[^\s\u00a0\u202f!?;:(\[])[ \u00a0]?(?=[;!?])")
_FRENCH_COLON = re.compile(r"(?<=[^\s\u00a0\u202f:])(?: (?=:)|(?=:(?:\s|$)))")
_FRENCH_GUILLEMETS = re.compile(r"(?<=\u00ab)[ \u202f]|[ \u202f](?=\u00bb)")
_GERSHAYIM = re.compile('(?<=[\u05d0-\u05ea])"(?=[\u05d0-\u05ea])')
_GERESH = re.compile("(?<=[\u05d0-\u05ea])'")
_GERMAN_ABBREVIATION = re.compile(r"\b([zduiosv]\.) ?(?=[A-Za-z\u00e4\u00c4]\.)")


def smart_punctuation(text: str, language: str, before: str = "") -> str:
    """Replace typewriter punctuation by typographic punctuation.

    French, German and other languages also get the spaces that no line break may part, such as the one before `!`.

    Args:
        text: Text as typed. `--` becomes an en dash, except before the name of an option, `---` an em dash, a hyphen between spaces an en dash, and a hyphen
            before a number the minus sign.
        language: Language code; decides the shape of the quotes, English ones for a language without rules.
        before: Text before this one in the same sentence; only its last character counts.
    """
    if "-" in text or "\u2013" in text:
        text = text.replace("---", "\u2014")
        text = _DOUBLE_HYPHEN.sub("\u2013", before[-1:] + text)[len(before[-1:]) :]
        text = _DIFFERENCE.sub(" \u2212 ", text)
        # A no-break space keeps the dash with the word before it, so that no line starts with a dash.
        text = _SPACED_DASH.sub("\u00a0\u2013 ", text)
        text = (_MINUS.sub("\u2212", before[-1:] + text))[len(before[-1:]) :]
    if "..." in text:
        text = text.replace("...", "\u2026")
    if '"' in text or "'" in text:
        if language == "he":  # in abbreviations and numbers they are signs of the script
            text = _GERSHAYIM.sub("\u05f4", _GERESH.sub("\u05f3", text))
        text = _quoted(text, language, before)
    return text if language in _WITHOUT_SPACES else _spaced(text, language, before[-1:])


_WITHOUT_SPACES = frozenset({"en", "pt", "pt-BR"})  # their rules need no special spaces; this saves the search for them


def _spaced(text: str, language: str, before: str) -> str:
    """Put the special spaces of a language, which no line break parts: before units, and around French punctuation."""
    base = language.partition("-")[0]
    text = _UNIT.sub("\u00a0", before + text)
    if base == "fr":
        # In Quebec only the colon and the guillemets are set off. Source: Office québécois de la langue française.
        text = text if language == "fr-CA" else _FRENCH_HIGH.sub(THIN, text)
        text = _FRENCH_GUILLEMETS.sub("\u00a0", _FRENCH_COLON.sub("\u00a0", text))
    elif base == "de":
        text = _GERMAN_ABBREVIATION.sub(f"\\1{THIN}", text)
    return text[len(before) :]


def _quoted(text: str, language: str, before: str) -> str:
    double_open, double_close, single_open, single_close = next(
        (_QUOTES[key] for key in suitable_keys(language) if key in _QUOTES), _CURLY
    )
    out: list[str] = []
    last, singles = before[-1:], 0
    for at, character in enumerate(text):
        opens = not last or last in _OPENS_AFTER
        new = character
        if character == '"':
            new = double_open if opens else double_close
        elif character == "'" and opens and not _ELISION.match(text, at + 1):
            new, singles = single_open, singles + 1
        elif character == "'":
            closes = singles and not text[at + 1 : at + 2].isalpha()
            new, singles = (single_close, singles - 1) if closes else ("\u2019", singles)
        out.append(new)
        last = new[-1]
    return "".join(out)
