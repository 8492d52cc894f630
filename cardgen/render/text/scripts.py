"""What a text of any script needs before it is shaped: its direction, and where its lines may break.

Latin, Greek and Cyrillic text needs none of this, and does not pay for it. Line breaks follow UAX #14 as uniseg implements
it, which contains the rules of Japanese and Chinese for the beginnings and ends of lines (kinsoku shori). The words of Thai,
which puts no spaces between them, are found by budoux.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Literal, NamedTuple

from cardgen.render.text.bidi import base_level, embedding_levels
from cardgen.render.text.rich import ICON_IN_TEXT

if TYPE_CHECKING:
    from budoux import Parser

# Everything but Latin, Greek, Cyrillic and Armenian letters, punctuation and symbols.
_COMPLEX = (
    "[\u0300-\u036f\u0590-\u1dff\u200e-\u200f\u2066-\u2069\u2de0-\u2dff\u2e80-\ua63f\ua660-\ua71f"
    "\ua800-\uab2f\uab70-\ud7ff\uf900-\ufaff\ufb1d-\ufefe\uff01-\uffef\U00010000-\U0010ffff]"
)
# These regular expressions are compiled when they are used first: it takes long, and ASCII text needs none.
_CURSIVE = "[\u0600-\u07ff\u0840-\u08ff\u1800-\u18af\ufb50-\ufdff\ufe70-\ufefe]"
_RIGHT_TO_LEFT = frozenset(
    {"ar", "arc", "ckb", "dv", "fa", "he", "ks", "nqo", "pnb", "ps", "sd", "syr", "ug", "ur", "yi"}
)
_RIGHT_TO_LEFT_SCRIPTS = frozenset({"Arab", "Hebr", "Syrc", "Thaa", "Nkoo", "Adlm", "Rohg"})
# Scripts without spaces between words; of these, the words of Thai are known.
_THAI = "[\u0e00-\u0e7f]+"
_SOUTH_EAST_ASIAN = "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1980-\u1aaf\ua9e0-\ua9ff\uaa60-\uaadf]"
_HANGUL = "[\uac00-\ud7a3]"
# Thai and Lao vowels that are written before the consonant they belong to, and signs that follow theirs.
_LEADING_VOWELS = frozenset("\u0e40\u0e41\u0e42\u0e43\u0e44\u0ec0\u0ec1\u0ec2\u0ec3\u0ec4")
_FOLLOWING = frozenset("\u0e2f\u0e30\u0e32\u0e33\u0e45\u0e46\u0eaf\u0eb0\u0eb2\u0eb3\u0ec6")
TYPICAL_LETTERS = {
    **{"CJK": "\u6c38", "HANGUL": "\ud55c", "ARABIC": "\u0627", "HEBREW": "\u05d4", "THAI": "\u0e01", "LAO": "\u0e81"},
    **{"DEVANAGARI": "\u0915", "BENGALI": "\u0995", "TAMIL": "\u0b95", "KHMER": "\u1780"},
}
"""A letter of each script, by which a line is centred in its height."""
_ISOLATED = re.compile("[\u2066-\u2068][^\u2069]*\u2069")
_ICON_IN_LINE = "\u4e00"  # where lines break, an icon counts as an ideograph
_MOST_ANALYSED = 2_000
"""Characters in which line breaks are looked for as UAX #14 has them; each takes a tenth of a millisecond, and no card shows more."""


Division = Literal["syllables", "clusters", "word"]
"""What is divided without a hyphen: syllables, clusters of letters that may belong to one, or a word that `analyze` found."""


class Analysis(NamedTuple):
    """One paragraph of any script.

    Attributes:
        text: Its characters, with one for each icon.
        base: Level of the paragraph: 1 if it runs from right to left.
        levels: Embedding level of each character.
        breaks: Offsets in front of which a line may begin.
    """

    text: str
    base: int
    levels: Sequence[int]
    breaks: frozenset[int]


def is_right_to_left(language: str) -> bool:
    """Return whether a language is written from right to left; `az-Arab` states its script."""
    base, *rest = language.split("-")
    script = next((part for part in rest if len(part) == 4), "")
    return script in _RIGHT_TO_LEFT_SCRIPTS if script else base in _RIGHT_TO_LEFT


def is_complex(text: str) -> bool:
    """Return whether a text has characters that need an analysis."""
    return not text.isascii() and re.search(_COMPLEX, text) is not None


def is_cursive(text: str) -> bool:
    """Return whether letters of the text join their neighbours, so that no space may part them."""
    return not text.isascii() and re.search(_CURSIVE, text) is not None


def analyze(text: str, language: str) -> Analysis:
    """Analyze a paragraph.

    Args:
        text: Its characters, with U+FFFC for each icon.
        language: Language code. In a right-to-left language a paragraph runs so unless all of its letters are of other
            scripts, as in English words that stand in for missing ones; in others its first letter decides.
    """
    base = _base_in_right_to_left(text) if is_right_to_left(language) else base_level(text)
    return Analysis(text, base, tuple(embedding_levels(text, base)), _break_offsets(text))


def _base_in_right_to_left(text: str) -> int:
    own = [unicodedata.bidirectional(character) for character in _ISOLATED.sub("", text)]
    return 1 if "R" in own or "AL" in own or "L" not in own else 0


def _break_offsets(text: str) -> frozenset[int]:
    """Return the offsets in front of which a line may begin though no space stands there."""
    return _east_asian_breaks(text).union(_thai_words(text))


def _thai_words(text: str) -> Iterator[int]:
    """Yield the offsets between two words of Thai."""
    for run in re.finditer(_THAI, text):
        starts = accumulate(map(len, _thai_parser().parse(run[0])), initial=run.start())
        yield from (at for at in starts if run.start() < at < run.end() and _may_start(text, at))


@cache
def _thai_parser() -> Parser:
    from budoux import load_default_thai_parser  # only Thai text uses it

    return load_default_thai_parser()


def _east_asian_breaks(text: str) -> frozenset[int]:
    """Return the offsets between two characters, at least one of them East Asian, in front of which a line may begin.

    Beyond `_MOST_ANALYSED` characters these are all between which no space stands.
    """
    if not any(map(is_wide, text)):
        return frozenset()
    from uniseg.linebreak import line_break_units  # slow to load, and only East Asian text uses it

    units = line_break_units(text[:_MOST_ANALYSED].replace(ICON_IN_TEXT, _ICON_IN_LINE))
    starts = [*accumulate(map(len, units))][:-1]
    rest = (at for at in range(_MOST_ANALYSED, len(text)) if not (text[at - 1].isspace() or text[at].isspace()))
    return frozenset(at for at in (*starts, *rest) if is_wide(text[at - 1]) or is_wide(text[at]))


def is_wide(character: str) -> bool:
    """Return whether a character stands in text without spaces between words; Korean has them, and so has no text."""
    return bool(character) and unicodedata.east_asian_width(character) in "WF" and not "\uac00" <= character <= "\ud7a3"


def emergency_breaks(word: str) -> tuple[tuple[int, Division], ...]:
    """Return where a word is divided without a hyphen if the text looks bad otherwise.

    These are the syllables of a Korean word. Lao, Khmer and Burmese put no space between words; their text is divided
    between clusters of letters, unless the author marks the words with zero-width spaces; a syllable certainly begins at a
    vowel that is written before its consonant. A word of Thai is divided between clusters too.

    Returns:
        Offset of each place, and what is divided there.
    """
    word = word[:_MOST_ANALYSED]
    if re.search(_SOUTH_EAST_ASIAN, word):
        from uniseg.graphemecluster import grapheme_cluster_breakables

        clusters = [at for at, can_start in enumerate(grapheme_cluster_breakables(word)) if can_start and at]
        starts = [at for at in clusters if _may_start(word, at)]
        if re.match(_THAI, word):
            return tuple((at, "word") for at in starts)
        return tuple((at, "syllables" if word[at] in _LEADING_VOWELS else "clusters") for at in starts)
    if not re.search(_HANGUL, word):
        return ()
    from uniseg.linebreak import line_break_units

    return tuple((at, "syllables") for at in accumulate(len(unit) for unit in line_break_units(word)) if at < len(word))


def _may_start(word: str, at: int) -> bool:
    """Return whether a line of Thai, Lao, Khmer or Burmese may start with a character."""
    if word[at] in _FOLLOWING or word[at - 1] in _LEADING_VOWELS:
        return False
    return at > 1 and re.match(_SOUTH_EAST_ASIAN, word[at]) is not None and word[at].isalpha()


def script_of(character: str) -> str:
    """Return the script of a letter or mark as Unicode names it, such as `ARABIC`; empty for any other character.

    The scripts that are mixed in Japanese and Chinese text are one: `CJK`.
    """
    words = unicodedata.name(character, "").split() if unicodedata.category(character)[0] in "LM" else ()
    if not words or words[0] in _INHERITING:
        return ""
    return "CJK" if words[0] in _JAPANESE else words[0]


def script_name(character: str) -> str:
    """Return the name of the script of a character for people, such as `Hiragana`; empty if it belongs to none."""
    words = unicodedata.name(character, "").split()
    if not script_of(character) or not words:
        return ""
    return "Chinese character" if words[0] == "CJK" else words[0].title()


def has_same_script(text: str, at: int) -> bool:
    """Return whether a character can be shaped together with the one before it.

    Args:
        at: Index of the second character, at least 1.
    """
    if text[at].isascii() and text[at - 1].isascii():
        return True
    one, other = script_of(text[at - 1]), script_of(text[at])
    return one == other or not one or not other


def upper_case(text: str, language: str) -> str:
    """Return a text in capitals, as its language writes them: with a dot in Turkish, without accents in Greek."""
    base = language.partition("-")[0]
    if base in ("tr", "az"):
        text = text.replace("i", "\u0130")
    if base == "el":
        text = unicodedata.normalize("NFC", unicodedata.normalize("NFD", text).replace("\u0301", ""))
    return text.upper()


_JAPANESE = frozenset({"HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC", "BOPOMOFO"})
_INHERITING = frozenset({"COMBINING", "VARIATION", "MODIFIER"})
