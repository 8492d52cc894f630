"""Replace typewriter characters by typographic ones: quotes, apostrophes, dashes, minus, ellipsis.

No library does this for the texts of a deck. `smartypants` and the typographer of markdown-it-py turn neither a hyphen
before a number into a minus sign nor a spaced hyphen into a dash that stays with the word before it, they take the
apostrophe of 'tis for an opening quote, and they need the whole paragraph, whereas the text between icons and emphasis
arrives in parts.
"""

from __future__ import annotations

import re

# Opening and closing double quotes, then single ones. Other languages use the English ones.
_QUOTES = {
    "en": ("\u201c", "\u201d", "\u2018", "\u2019"),
    "de": ("\u201e", "\u201c", "\u201a", "\u2018"),
    "cs": ("\u201e", "\u201c", "\u201a", "\u2018"),
    "pl": ("\u201e", "\u201d", "\u201a", "\u2019"),
    "fr": ("\u00ab\u00a0", "\u00a0\u00bb", "\u2018", "\u2019"),
}
_OPENS_AFTER = frozenset(" \t\r\n\u00a0([{\u2013\u2014\u201c\u2018\u201e\u201a\u00ab/")
_ELISION = re.compile(r"(?:\d\ds?|tis|twas|til|em|n)\b", re.IGNORECASE)
_MINUS = re.compile(r"(?<![^\s(\u00a0\u2013\u2014/])-(?=\d)")
_DIFFERENCE = re.compile(r"(?<=\d) - (?=\d)")
_SPACED_DASH = re.compile(r"(?<=\S) (?:-|\u2013) ")


def smart_punctuation(text: str, language: str, before: str = "") -> str:
    """Replace typewriter punctuation by typographic punctuation.

    Args:
        text: Text as typed. `--` becomes an en dash, `---` an em dash, a hyphen between spaces an en dash, and a hyphen
            before a number the minus sign.
        language: Language code; decides the shape of the quotes, English ones for a language without rules.
        before: Text before this one in the same sentence; only its last character counts.
    """
    if "-" in text or "\u2013" in text:
        text = text.replace("---", "\u2014").replace("--", "\u2013")
        text = _DIFFERENCE.sub(" \u2212 ", text)
        # A no-break space keeps the dash with the word before it, so that no line starts with a dash.
        text = _SPACED_DASH.sub("\u00a0\u2013 ", text)
        text = (_MINUS.sub("\u2212", before[-1:] + text))[len(before[-1:]) :]
    if "..." in text:
        text = text.replace("...", "\u2026")
    if '"' in text or "'" in text:
        text = _quoted(text, language, before)
    return text


def _quoted(text: str, language: str, before: str) -> str:
    double_open, double_close, single_open, single_close = _QUOTES.get(language.partition("-")[0], _QUOTES["en"])
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
