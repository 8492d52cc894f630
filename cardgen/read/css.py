"""Move the style sheet of an SVG picture into the `style` attributes of its elements.

A picture is placed inside other documents, where its selectors would match elements of other pictures. Drawing programs
write classes, ids and element names, alone or joined; these selectors are supported, everything else is rejected.

Why not tinycss2 and cssselect2: a picture may be untrusted, and cssselect2 evaluates Python source that it makes
from the selector, without a budget. On elements nested 60 deep, a selector such as `.b .a .a .a .a path` takes 0.4 s
and each further `.a` eleven times as long. With combinators forbidden little of it would be left to use, and tinycss2
alone reads the `style` attributes of a picture six times more slowly (measured with tinycss2 1.5, cssselect2 0.10).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import islice

from cardgen.records import dataclass

STYLE_BUDGET = 8 * 2**20  # characters of style that the sheet of one picture may add to its elements

RULE_LIMIT = 10_000

# The text may be untrusted: none of these patterns can backtrack over the same characters.
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
_RULE = re.compile(r"([^{}@;]+)\{([^{}]*)\}\s*")
_SELECTOR = re.compile(r"(\*|[A-Za-z][\w-]*)?((?:[.#][A-Za-z_][\w-]*)*)", re.ASCII)
_DECLARATION = re.compile(r"""(?<![\w-])([A-Za-z][\w-]*)\s*:\s*((?:[^;"']|"[^"]*"|'[^']*')+)""", re.ASCII)
_IMPORTANT = re.compile(r" ?! ?important$", re.IGNORECASE)

Declarations = Mapping[str, tuple[bool, str]]
"""Maps a property to whether it is important, and its value."""


@dataclass(frozen=True, slots=True)
class _Rule:
    """One selector with its declarations.

    Attributes:
        tag: Element name; empty for any.
        names: Classes as `.a` and ids as `#b`, all of which an element must have.
        size: Number of characters that the rule adds to an element.
    """

    tag: str
    names: frozenset[str]
    declarations: Declarations
    size: int

    @property
    def specificity(self) -> tuple[int, int, int]:
        """Specificity; classes count with the ids, which are as many where they decide. Source: CSS 2.2, section 6.4.3."""
        return sum(name.startswith("#") for name in self.names), len(self.names), int(bool(self.tag))


class StyleSheet:
    """The rules of a picture, ready to be applied to one element after the other.

    Args:
        text: Text of all `<style>` elements.

    Raises:
        ValueError: The text holds something that is not supported; the message quotes it.
        OverflowError: There are more than `RULE_LIMIT` rules.
    """

    def __init__(self, text: str) -> None:
        rules = list(islice(_rules(_COMMENT.sub(" ", text)), RULE_LIMIT + 1))
        if len(rules) > RULE_LIMIT:
            raise OverflowError
        rules.sort(key=lambda rule: rule.specificity)  # stable: later rules win
        self._by_key: dict[str, list[tuple[int, _Rule]]] = {}
        for order, rule in enumerate(rules):
            key = min(rule.names, default=rule.tag or "*")
            self._by_key.setdefault(key, []).append((order, rule))
        self._budget = STYLE_BUDGET

    @property
    def is_empty(self) -> bool:
        """Whether it has no rules."""
        return not self._by_key

    def style(self, tag: str, names: Iterable[str], own: str) -> str:
        """Return the style of an element: declarations of the sheet, overridden by those of the element.

        Args:
            names: Classes of the element as `.a`, and its id as `#b`.
            own: Value of its `style` attribute; empty for none.

        Raises:
            OverflowError: The sheet adds more than `STYLE_BUDGET` characters to the elements of the picture.
        """
        if not (self._by_key or own):
            return ""
        names = frozenset(names)
        keys = [*names, tag, "*"]
        candidates = [item for key in keys for item in self._by_key.get(key, ())]
        found = [item for item in candidates if _matches(item[1], tag, names)]
        self._budget -= len(candidates) + sum(rule.size for _, rule in found)
        if self._budget < 0:
            raise OverflowError
        merged: dict[str, tuple[bool, str]] = {}
        for _, rule in sorted(found, key=lambda item: item[0]):
            _merge(merged, rule.declarations)
        _merge(merged, declarations(own))
        return ";".join(f"{name}:{value}" for name, (_, value) in merged.items())


def declarations(text: str) -> Declarations:
    """Return the declarations of a style; vendor-specific properties are left out."""
    result: dict[str, tuple[bool, str]] = {}
    for name, written in _DECLARATION.findall(_COMMENT.sub(" ", text)):
        value = " ".join(written.split())
        bare = _IMPORTANT.sub("", value)
        _merge(result, {name.lower(): (bare != value, bare)})
    return result


def _merge(into: dict[str, tuple[bool, str]], more: Declarations) -> None:
    for name, (important, value) in more.items():
        if important or not into.get(name, (False, ""))[0]:
            into.pop(name, None)  # so that the order is that of the last declarations
            into[name] = (important, value)


def _matches(rule: _Rule, tag: str, names: frozenset[str]) -> bool:
    return rule.tag in ("", tag) and rule.names <= names


def _rules(text: str) -> Iterable[_Rule]:
    text = text.strip()
    position = 0
    while position < len(text):
        match = _RULE.match(text, position)
        if not match:
            rest = text[position : position + 200]
            raise ValueError(rest.split("{")[0].split(";")[0].strip() or rest[0])
        position = match.end()
        yield from _rules_of(match[1], match[2])


def _rules_of(selectors: str, body: str) -> Iterable[_Rule]:
    shared = declarations(body)
    for selector in map(str.strip, selectors.split(",")):
        match = _SELECTOR.fullmatch(selector)
        if not match or not selector:
            raise ValueError(selector or selectors.strip())
        tag = "" if match[1] in (None, "*") else match[1]
        names = frozenset(re.findall(r"[.#][\w-]+", match[2], re.ASCII))
        yield _Rule(tag, names, shared, 1 + len(body))
