r"""Turn the notations of other tools in the text of cells into that of cardgen: HTML, BBCode, `%n`, `\n`, `\13\`, `[icon]`.

The notation of cardgen is that of `render/text/rich.py`: `**bold**`, `*italic*`, `{icon}`, and a line break for a line break.
What is not recognised stays as it is.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from cardgen.report.diagnostics import Collector, did_you_mean, quoted
from cardgen.report.source import Span

_SIGN = re.compile(r"[<&\[\\%:{]")  # without any of these, a text has no notation
_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)(?:\s[^<>]{0,300})?\s*/?>", re.IGNORECASE)
_BBCODE = re.compile(r"\[(/?)(b|i|u|sup|sub)\]", re.IGNORECASE)
_BBCODE_BREAK = re.compile(r"\[br\s*/?\]", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});", re.IGNORECASE)
_SQUIB_BREAK = re.compile(r"(?<!\d)%n|%n(?![a-z])")
_NANDECK_CODE = re.compile(r"\\(\d{1,3})\\")
_CARDMAKER = re.compile(r"\\([nq])|\\(c)(?![a-z])")
_DEFINE = re.compile(r"@\[([^\[\]@]{1,80})\]")
_ICONS = re.compile(
    r"\[([\w -]{1,40})\]|(?<![\w:]):([a-z][\w-]{0,39}):(?![\w:])|(?<!\\)\{([^{}\s]{1,60})\}", re.IGNORECASE
)
_DEEPEST_DEFINE = 10  # a define may hold others
_LONGEST = 20_000  # characters of a text with its defines

_BOLD, _ITALIC = frozenset({"b", "strong"}), frozenset({"i", "em", "u", "cite"})
_HOW = {
    **dict.fromkeys(_BOLD, "bold"),
    **dict.fromkeys(_ITALIC, "italic"),
    "sup": "raised digits",
    "sub": "lowered digits",
    **dict.fromkeys(("br", "p", "div", "ul", "ol"), "a line break"),
    "li": "a line with a bullet",
    **dict.fromkeys(("span", "font"), "plain text"),
}
_NORMAL, _RAISED, _LOWERED = "0123456789+-=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙ"
_SHIFTED = {"sup": str.maketrans(_NORMAL, _RAISED), "sub": str.maketrans(_NORMAL, _LOWERED)}


@dataclass(slots=True)
class NotationReader:
    """Reads the notations in the texts of one table, and remembers which it met.

    Attributes:
        is_icon: Returns whether the game has an icon of a name; None leaves icons as they are.
        defines: Texts by the name under which `@[name]` takes them, in lower case.
        columns: Headings of the columns with a notation, with the place where it was met first.
        unknown: What stays as it is, with the place where it was met first.
    """

    is_icon: Callable[[str], bool] | None = None
    defines: Mapping[str, str] = field(default_factory=dict)
    columns: dict[str, Span] = field(default_factory=dict)
    drawn: dict[str, str] = field(default_factory=dict)
    unknown: dict[str, Span] = field(default_factory=dict)

    def read(self, text: str, column: str, place: Span) -> str:
        """Return a text in the notation of cardgen."""
        if not _SIGN.search(text):
            return text
        result = self._codes(self.with_defines(text, place))
        if "<" in result or "[" in result:
            result = self._tags(result, place)
        result = self._icons(_ENTITY.sub(self._entity, result), place)
        if result != text:
            self.columns.setdefault(column, place)
        return result

    def report(self, diagnostics: Collector) -> None:
        """Tell once what was recognised (W166), and what was not (W167)."""
        if self.drawn:
            columns = [*map(quoted, self.columns)]
            where = f"column{'s' if len(columns) > 1 else ''} {', '.join(columns[:3])}{' and more' if len(columns) > 3 else ''}"
            how = ", ".join(f"{sign} is drawn as {what}" for sign, what in self.drawn.items())
            diagnostics.add(
                "W166", f"notation of other tools in {where}: {how}", next(iter(self.columns.values()), None)
            )
        if self.unknown:
            signs = [*self.unknown]
            more = f" and {len(signs) - 5} more" if len(signs) > 5 else ""
            message = f"unknown, and printed as it is: {', '.join(signs[:5])}{more}"
            diagnostics.add("W167", message, self.unknown[signs[0]], hints=self._hints(signs))

    def _hints(self, signs: Iterable[str]) -> tuple[str, ...]:
        known = [f"@[{name}]" for name in self.defines]
        return next((hint for sign in signs if (hint := did_you_mean(sign.lower(), known))), ())

    def with_defines(self, text: str, place: Span) -> str:
        """Return a text with the texts that `@[name]` stands for."""

        def value(match: re.Match[str]) -> str:
            found = self.defines.get(match[1].strip().casefold())
            if found is None:
                self.unknown.setdefault(match[0], place)
                return match[0]
            self.drawn.setdefault("@[...]", "the text of that define")
            return found

        for _ in range(_DEEPEST_DEFINE):
            if "@[" not in text or len(text) > _LONGEST:
                break
            text = _DEFINE.sub(value, text)
        return text

    def _codes(self, text: str) -> str:
        """Return a text with the line breaks and signs that CardMaker, nanDECK and Squib write as codes."""
        if "\\" in text:
            text = _NANDECK_CODE.sub(self._character, text)
            text = _CARDMAKER.sub(self._escape, text)
        if "%n" in text:
            text, count = _SQUIB_BREAK.subn("\n", text)
            if count:
                self.drawn["%n"] = "a line break"
        return text

    def _character(self, match: re.Match[str]) -> str:
        code = int(match[1])
        if code in (10, 13):
            self.drawn[f"\\{code}\\"] = "a line break"
            return "\n"
        if not 32 <= code <= 255:
            return match[0]
        self.drawn["\\code\\"] = "that character"
        return bytes([code]).decode("cp1252", "replace")

    def _escape(self, match: re.Match[str]) -> str:
        sign = {"n": ("\n", "a line break"), "q": ('"', "a quote"), "c": (",", "a comma")}[match[1] or match[2]]
        self.drawn[match[0]] = sign[1]
        return sign[0]

    def _entity(self, match: re.Match[str]) -> str:
        found = html.unescape(match[0])
        if found != match[0]:
            self.drawn.setdefault("&...;", "its character")
        return found

    def _tags(self, text: str, place: Span) -> str:
        """Return a text whose tags are written as stars and line breaks."""
        pairs = {name for name in _HOW if f"[{name}]" in text.lower() and f"[/{name}]" in text.lower()}
        text = _BBCODE.sub(lambda match: f"<{match[1]}{match[2]}>" if match[2].lower() in pairs else match[0], text)
        text = _BBCODE_BREAK.sub("<br>", text)
        if not _TAG.search(text):
            return text
        writer, at, shift = _StarWriter(), 0, ""
        for match in _TAG.finditer(text):
            writer.add(text[at : match.start()].translate(_SHIFTED[shift]) if shift else text[at : match.start()])
            at, name, is_end = match.end(), match[2].lower(), bool(match[1])
            if name not in _HOW:
                self.unknown.setdefault(match[0] if len(match[0]) < 40 else f"<{name} ...>", place)
                writer.add(match[0])
                continue
            self.drawn[f"<{name}>"] = _HOW[name]
            if name in _BOLD or name in _ITALIC:
                writer.mark("**" if name in _BOLD else "*", is_on=not is_end)
            elif name in _SHIFTED:
                shift = "" if is_end else name
            elif name not in ("span", "font"):
                writer.add_break(bullet=name == "li" and not is_end, is_sure=name == "br")
        writer.add(text[at:])
        return writer.text()

    def _icons(self, text: str, place: Span) -> str:
        """Return a text whose icons are in braces, if the game has them; other braces are text."""

        def icon(match: re.Match[str]) -> str:
            written = match[1] or match[2] or match[3]
            name = next((each for each in (written, _icon_name(written)) if self.is_icon and self.is_icon(each)), "")
            if name:
                if match[3] is None:
                    self.drawn["[icon]" if match[1] else ":icon:"] = "that icon"
                return f"{{{name}}}"
            if match[3] is None:
                return match[0]
            self.unknown.setdefault(match[0], place)
            return f"\\{{{match[3]}\\}}"

        return _ICONS.sub(icon, text) if self.is_icon else text


def _icon_name(written: str) -> str:
    return re.sub(r"[\s-]+", "_", written.strip().casefold())


class _StarWriter:
    """Writes text with stars around its bold and italic parts, and no space inside of them at their ends."""

    def __init__(self) -> None:
        self._out: list[str] = []
        self._open: list[str] = []
        self._wanted: list[str] = []
        self._space = ""

    def add(self, text: str) -> None:
        """Add text in the present look."""
        core = text.strip()
        if not core:
            self._space += text
            return
        while any(mark not in self._wanted for mark in self._open):
            self._out.append(self._open.pop())
        self._out.append(self._space + text[: len(text) - len(text.lstrip())])
        for mark in sorted(set(self._wanted) - set(self._open), reverse=True):  # ** goes around *
            self._open.append(mark)
            self._out.append(mark)
        self._out.append(core)
        self._space = text[len(text.rstrip()) :]

    def mark(self, mark: str, *, is_on: bool) -> None:
        """Begin or end a look."""
        if is_on:
            self._wanted.append(mark)
        elif mark in self._wanted:
            self._wanted.remove(mark)

    def add_break(self, *, bullet: bool, is_sure: bool) -> None:
        """Add a line break, unless one of a block is there already; with a bullet for an item of a list."""
        is_needed = is_sure or "\n" not in self._space
        self._space = (f"{self._space.rstrip(' ')}\n" if is_needed else self._space) + ("\u2022 " if bullet else "")

    def text(self) -> str:
        """Return everything that was added, with all looks ended."""
        return re.sub(r"[ \t]*\n[ \t]*", "\n", "".join([*self._out, *reversed(self._open)])).strip()
