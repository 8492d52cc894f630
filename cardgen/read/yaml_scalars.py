"""The scalars of YAML: what a text without quotes means, and which characters a text may have."""

from __future__ import annotations

import math
import re

from cardgen.report.source import Scalar

CONTROL_CHARACTER = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)  # YAML 1.2, section 5.1
_INTEGER = re.compile(r"[-+]?(?:0|[1-9]\d{0,17})", re.ASCII)
_DECIMAL = re.compile(r"[-+]?\d{0,17}\.\d{1,17}(?:[eE][-+]?\d{1,3})?", re.ASCII)
_NUMBER_STARTS = frozenset("0123456789+-.")
_WORDS: dict[str, Scalar] = {"": None, "~": None, "null": None, "true": True, "false": False}


def plain_value(text: str) -> Scalar:
    """Return the value of a scalar without quotes.

    Numbers that a person would not write as such (`007`, `1_000`, `0x1f`, `1e5`, more than 18 digits) stay text.

    Source:
        YAML 1.2.2, section 10.2 (JSON schema), with a leading `+` or `.` allowed too.
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in _NUMBER_STARTS:
        if _INTEGER.fullmatch(text):
            return int(text)
        if _DECIMAL.fullmatch(text) and math.isfinite(number := float(text)):
            return number
    return text
