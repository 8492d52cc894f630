"""Codes of languages, and which words serve a reader of a language."""

from __future__ import annotations

import re

LANGUAGE_CODE = re.compile("[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?")
"""`pt`; `pt-BR` for the language of one country, `zh-Hant` in one script. Source: RFC 5646."""
ANY_LANGUAGE = ""
"""The key of words that serve readers of every language."""

# The codes of two letters. Source: ISO 639-1.
_TWO_LETTERS = frozenset(
    """aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es
    et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj
    kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv
    ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th
    ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu""".split()  # noqa: SIM905
)
# What people write for a code: countries, names, and codes of three letters.
_MEANT = {
    **{"jp": "ja", "cn": "zh", "kr": "ko", "gr": "el", "cz": "cs", "dk": "da", "ua": "uk", "iw": "he", "vn": "vi"},
    **{"gb": "en-GB", "us": "en-US", "mx": "es-MX", "at": "de-AT", "ptbr": "pt-BR"},
    **{"english": "en", "german": "de", "deutsch": "de", "spanish": "es", "french": "fr", "portuguese": "pt"},
    **{"italian": "it", "japanese": "ja", "chinese": "zh", "korean": "ko", "arabic": "ar", "hebrew": "he"},
    **{"polish": "pl", "russian": "ru", "dutch": "nl", "greek": "el", "turkish": "tr", "czech": "cs"},
    **{"eng": "en", "deu": "de", "ger": "de", "spa": "es", "fra": "fr", "fre": "fr", "por": "pt", "ita": "it"},
    **{
        "jpn": "ja",
        "zho": "zh",
        "chi": "zh",
        "kor": "ko",
        "ara": "ar",
        "heb": "he",
        "pol": "pl",
        "rus": "ru",
        "nld": "nl",
    },
}
_LONG = frozenset(code for code in _MEANT if len(code) == 3)  # codes whose short form is the right one


def suitable_keys(language: str) -> tuple[str, ...]:
    """Return the keys under which a reader of a language finds suitable words, best first: `pt-BR`, `pt`, and any."""
    parts = language.split("-")
    return tuple(dict.fromkeys((*("-".join(parts[:end]) for end in range(len(parts), 0, -1)), ANY_LANGUAGE)))


def is_language(code: str) -> bool:
    """Return whether a text is the code of a language; of two letters, one that is assigned."""
    base = code.partition("-")[0]
    return LANGUAGE_CODE.fullmatch(code) is not None and (len(base) > 2 or base in _TWO_LETTERS) and base not in _LONG


def find_language(written: str) -> str:
    """Return the code that somebody meant who wrote `jp`, `ptbr`, `en_US` or `German`; empty if none is likely."""
    plain = written.strip().replace("_", "-")
    if plain.lower() in _MEANT:
        return _MEANT[plain.lower()]
    base, *rest = plain.split("-")
    base = _MEANT.get(base.lower(), base.lower())
    found = "-".join([base, *(part.title() if len(part) == 4 else part.upper() for part in rest)])
    if is_language(found):
        return found
    joined = re.fullmatch("([a-z]{2})([a-z]{2})", plain.lower())
    return f"{joined[1]}-{joined[2].upper()}" if joined and joined[1] in _TWO_LETTERS else ""
