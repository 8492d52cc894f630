"""Text of strangers on its way out of the program: characters that control a screen, or hide, are shown by their number.

Names, words of templates and names of files come from whoever wrote a deck. On a terminal an escape sequence runs, U+202E
turns the rest of a line around, and U+2028 or a line break begins a line that looks like one of ours. One rule holds for all
that leaves the program: such a character becomes its number, as in `<U+202E>`; in JSON, which other programs read back, it
becomes an escape.

The rule is applied where text leaves: by the streams of the command line (`report/streams.py`), by a diagnostic, and by the
functions that make pages, JSON, cut files and the metadata of a PDF.
"""

from __future__ import annotations

import re

_CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f"  # all but tab and line feed, which are layout
_LINES = "\u2028\u2029"
_DIRECTIONS = "\u202a-\u202e\u2066-\u2069"  # the marks U+200E, U+200F and U+061C turn nothing around
_HIDDEN = "\u00ad\u180e\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff"  # not the joiners of scripts
_HALVES = "\ud800-\udfff"  # half of a character, as in the name of a file that is not UTF-8

_UNSAFE = re.compile(f"[{_CONTROLS}{_LINES}{_DIRECTIONS}{_HIDDEN}{_HALVES}]")
_UNSAFE_IN_A_LINE = re.compile(f"[\t\n{_CONTROLS}{_LINES}{_DIRECTIONS}{_HIDDEN}{_HALVES}]")


def visible(text: str) -> str:
    """Return text of several lines with the number of each character that controls a screen, or hides."""
    return _UNSAFE.sub(_number, text)


def visible_line(text: str) -> str:
    """Return text that stays on one line, also with the number of each tab and line break."""
    return _UNSAFE_IN_A_LINE.sub(_number, text)


def visible_page(page: str) -> str:
    """Return a page of HTML that shows the number of each such character, which without escapes would be an unknown element."""
    return _UNSAFE.sub(lambda found: f"&lt;U+{ord(found[0]):04X}&gt;", page)


def escape_json(text: str) -> str:
    """Return JSON with escapes in the place of such characters; its value stays the same."""
    return _UNSAFE.sub(_escape, text)


def _number(found: re.Match[str]) -> str:
    return f"<U+{ord(found[0]):04X}>"


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x10000:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
