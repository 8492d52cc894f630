"""The style sheet of an SVG picture, moved into the `style` of each element that it speaks of.

A picture is placed inside other documents, where its selectors would catch strangers. Drawing programs write classes, ids and
element names, alone or joined; that much is understood, anything else is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice

STYLE_BUDGET = 8 * 2**20  # characters of style that one picture may spread over its elements

RULE_LIMIT = 10_000

# The text may be a stranger's: none of these patterns can go over the same stretch twice.
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
_RULE = re.compile(r"([^{}@;]+)\{([^{}]*)\}\s*")
_SELECTOR = re.compile(r"(\*|[A-Za-z][\w-]*)?((?:[.#][A-Za-z_][\w-]*)*)", re.ASCII)
_DECLARATION = re.compile(r"""(?<![\w-])([A-Za-z][\w-]*)\s*:\s*((?:[^;"']|"[^"]*"|'[^']*')+)""", re.ASCII)
_IMPORTANT = re.compile(r" ?! ?important$", re.IGNORECASE)

Declarations = Mapping[str, tuple[bool, str]]
"""Property to (is it important, value)."""


@dataclass(frozen=True, slots=True)
class _Rule:
    """One selector with its declarations.

    Attributes:
        tag: Element name, or nothing for any.
        names: Classes as `.a`, ids as `#b`; the element must have all.
        declarations: What it sets.
        size: Characters that it adds to an element.
    """

    tag: str
    names: frozenset[str]
    declarations: Declarations
    size: int

    @property
    def weight(self) -> tuple[int, int, int]:
        """Specificity. Source: CSS 2.2, section 6.4.3."""
        ids = sum(name.startswith("#") for name in self.names)
        return ids, len(self.names) - ids, int(bool(self.tag))


class StyleSheet:
    """The rules of a picture, ready to be asked about one element after the other.

    Args:
        text: Text of all `<style>` elements.

    Raises:
        ValueError: It holds something that is not understood; the message says what.
        OverflowError: It has more rules than a picture can need.
    """

    def __init__(self, text: str) -> None:
        rules = list(islice(_rules(_COMMENT.sub(" ", text)), RULE_LIMIT + 1))
        if len(rules) > RULE_LIMIT:
            raise OverflowError
        rules.sort(key=lambda rule: rule.weight)  # stable: later rules win
        self._by_key: dict[str, list[tuple[int, _Rule]]] = {}
        for order, rule in enumerate(rules):
            key = min(rule.names, default=rule.tag or "*")
            self._by_key.setdefault(key, []).append((order, rule))
        self._left = STYLE_BUDGET

    def style(self, tag: str, names: Iterable[str], own: str) -> str:
        """The style of an element: the sheet's, under its own.

        Args:
            tag: Name of the element.
            names: Its classes as `.a` and its id as `#b`.
            own: Its `style` attribute.

        Raises:
            OverflowError: The sheet is spread over more elements than a picture can need.
        """
        if not (self._by_key or own):
            return ""
        names = frozenset(names)
        keys = [*names, tag, "*"]
        candidates = [item for key in keys for item in self._by_key.get(key, ())]
        found = [item for item in candidates if _matches(item[1], tag, names)]
        self._left -= len(candidates) + sum(rule.size for _, rule in found)
        if self._left < 0:
            raise OverflowError
        merged: dict[str, tuple[bool, str]] = {}
        for _, rule in sorted(found, key=lambda item: item[0]):
            _merge(merged, rule.declarations)
        _merge(merged, declarations(own))
        return ";".join(f"{name}:{value}" for name, (_, value) in merged.items())


def declarations(text: str) -> Declarations:
    """The declarations of a style, vendors' own left out."""
    result: dict[str, tuple[bool, str]] = {}
    for name, written in _DECLARATION.findall(_COMMENT.sub(" ", text)):
        value = " ".join(written.split())
        bare = _IMPORTANT.sub("", value)
        _merge(result, {name.lower(): (bare != value, bare)})
    return result


def _merge(into: dict[str, tuple[bool, str]], more: Declarations) -> None:
    for name, (important, value) in more.items():
        if important or not into.get(name, (False, ""))[0]:
            into.pop(name, None)  # so that the order is that of the last word
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
