"""Say in words what values of rules mean: names, numbers, pieces and players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardgen.plugin.language_files import language_in, words_in
from cardgen.plugin.rules.described.names import OF_SPACES
from cardgen.plugin.rules.described.nouns import NOUNS, Nouns

_AGREE = frozenset(("eq", "ne", "lt", "lteq", "gt", "gteq", "in", "in_not", "has", "empty"))
"""Phrases whose verb fits the first part."""
_LOOSE = ("Add", "Sub", "CondExpr", "Neg")
"""Arithmetic that stands in parentheses within a product."""
_NUMBERS = ("Call", "Neg", "Sub", "Mul", "Div", "FloorDiv", "Mod")
_PLAYERS = ("players", "others", "left", "right", "first_player", "nobody", "player")


@dataclass(frozen=True, slots=True)
class RuleTerms:
    """What the names of a game are, for its words.

    Attributes:
        zones: Owner of each zone: `table`, `player`, or a board.
        numbers: Owner of each number: `table`, `player`, a kind, or a board.
        flags: Fields of pieces and numbers that hold or do not.
        counters: Numbers that are counted, which no formula gives.
        is_duel: Whether the game is for two players.
        kind: What all pieces are called; empty if there are several kinds.
    """

    zones: Mapping[str, str]
    numbers: Mapping[str, str]
    boards: frozenset[str] = frozenset()
    flags: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    players: frozenset[str] = frozenset()
    counters: frozenset[str] = frozenset()
    is_duel: bool = False
    kind: str = ""


@dataclass(slots=True)
class Addressee:
    """Who is spoken to, and what has a name at one place of the rules.

    Attributes:
        whose: `you`, the player whose turn it is; `they`, a player that an expression is about; `each` of all players.
        bound: What bound names are called, such as `the card`.
    """

    whose: str = "you"
    bound: dict[str, str] = field(default_factory=dict)


class ValueWords:
    """Words for the expressions of a game in one language.

    Args:
        title: Returns the name of a zone, a number or anything else that rules name, for people.
    """

    def __init__(
        self, language: str, title: Callable[[str], str], word: Callable[[str], str], vocabulary: RuleTerms
    ) -> None:
        folder = Path(__file__).parent
        self._words = words_in(folder, language, "value.")
        self.nouns = NOUNS.get(language_in(folder, language), Nouns)()
        self._title = title
        self._word = word
        self._vocabulary = vocabulary
        self.speaker = Addressee()

    @contextmanager
    def speaking(self, whose: str, **bound: str) -> Iterator[None]:
        """Speak about another player, or with further names, for a while."""
        before = self.speaker
        self.speaker = Addressee(whose or before.whose, {**before.bound, **bound})
        yield
        self.speaker = before

    def _truth(self, node: Any, holds: bool = True) -> str:
        """Return the words of a node as a condition, or of its opposite; see `condition_words`."""
        raise NotImplementedError

    def _fill(self, key: str, *parts: str) -> str:
        text = self._words[key].format(*parts)
        return self.nouns.contracted(self.nouns.agreed(parts[0], text) if parts and key in _AGREE else text)

    def _kind(self, node: Any) -> str:
        """Return `card`, `player`, `space`, `number` or `word`: what one of several things is."""
        kind, name = type(node).__name__, getattr(node, "name", getattr(node, "attr", ""))
        if kind in _NUMBERS or (kind == "Filter" and name == "map"):
            return "number"
        if kind == "Const":
            return "word" if isinstance(node.value, str) else "number"
        if kind in ("Filter", "List"):
            return self._kind(node.node if kind == "Filter" else node.items[0])
        if kind == "Getattr" and self._is_kind(node.node):
            return "word"
        if name in self._vocabulary.boards or name in ("beside", "around"):
            return "space"
        is_player = (name in _PLAYERS and name not in self._vocabulary.numbers) or name in self._vocabulary.players
        bound = self.speaker.bound.get(name) in (self._words["other_player"], self._words["that_player"])
        return "player" if is_player or bound else "card"

    def _is_kind(self, node: Any) -> bool:
        name, vocabulary = getattr(node, "name", ""), self._vocabulary
        return name in vocabulary.kinds and name not in self.speaker.bound and name not in vocabulary.zones

    def _noun(self, node: Any, several: bool) -> str:
        kind = "card" if node is None else self._kind(node)
        if kind == "card" and self._vocabulary.kind:
            return self._vocabulary.kind if several else self.nouns.one(self._vocabulary.kind)
        if kind == "player":
            return self._words["players_plain" if several else "one_of_players"]
        return self._words[f"several_{kind}" if several else f"one_{kind}"]

    def that(self, kind: str) -> str:
        """Return what stands for one of several things in a condition about it: `the card`."""
        if kind == "card":
            return self._fill("bound_first", self._noun(None, False))
        return self._words[f"that_{kind}"]

    def _is_player(self, node: Any) -> bool:
        """Return whether a node is the player who is spoken to, or whom an expression is about."""
        return getattr(node, "name", "") == "player" and "player" not in self.speaker.bound

    def _is_zone(self, node: Any) -> bool:
        name = getattr(node, "name", getattr(node, "attr", None))
        return name in self._vocabulary.zones and type(node).__name__ in ("Name", "Getattr")

    def _is_flag(self, node: Any) -> bool:
        name = getattr(node, "name", getattr(node, "attr", None))
        return name in self._vocabulary.flags and type(node).__name__ in ("Name", "Getattr")

    def _of(self, node: Any) -> str:
        """Return the words of a node.

        Raises:
            KeyError: There are none.
        """
        return str(getattr(self, f"_{type(node).__name__.lower()}_words", self._no_words)(node))

    def _no_words(self, node: Any) -> str:
        raise KeyError(type(node).__name__)

    def _const_words(self, node: Any) -> str:
        if isinstance(node.value, bool):
            return self._words["yes" if node.value else "no"]
        return self._word(node.value) if isinstance(node.value, str) else str(node.value).replace("-", "\u2212")

    def _plain_title(self, name: str) -> str:
        return self.nouns.lower(self._title(name))

    def _field(self, name: str) -> str:
        """Return the name of a field or a number of a piece, a player or a space."""
        is_field = name in self._vocabulary.fields
        return self.nouns.lower(self._word(name) if is_field else self._title(name))

    def _owned(self, name: str, owner: str) -> str:
        """Return a zone or a number with its owner.

        Args:
            owner: `table`, or who has it: `you`, `they`, `each`.
        """
        title = self._plain_title(name)
        if owner == "table":
            return self.nouns.the(title)
        return self.nouns.contracted(self.nouns.possessive(owner, title))

    def _name_words(self, node: Any) -> str:
        name, vocabulary = node.name, self._vocabulary
        if name in self.speaker.bound:
            return self.speaker.bound[name]
        for stated in (vocabulary.zones, vocabulary.numbers):
            if name in stated:
                return self._owned(name, self.speaker.whose if stated[name] == "player" else "table")
        if name in vocabulary.boards:
            return self.nouns.the(self._plain_title(name))
        if vocabulary.is_duel and name in ("left", "right"):
            return self._words[f"opponent_{self.speaker.whose}"]
        return self._words.get(f"{name}_{self.speaker.whose}") or self._words.get(name) or self._plain_title(name)

    def _compare_words(self, node: Any) -> str:
        return self._truth(node)

    def _joined(self, key: str, parts: Sequence[str]) -> str:
        whole = parts[0]
        for part in parts[1:]:
            whole = self._fill(key, whole, part)
        return whole

    def _list_words(self, node: Any) -> str:
        parts = [*map(self._of, node.items)]
        return self._fill("or", ", ".join(parts[:-1]), parts[-1]) if len(parts) > 1 else parts[0]

    _tuple_words = _list_words

    def _getitem_words(self, node: Any) -> str:
        form = "at_computed"
        if isinstance(getattr(node.arg, "value", None), int):
            form, index = "at", str(node.arg.value + 1)
        elif type(node.arg).__name__ == "Sub" and getattr(node.arg.right, "value", None) == 1:
            index = self._term(node.arg.left)
        else:
            index = f"{self._term(node.arg)} + 1"
        if getattr(node.node, "name", "") == "players":
            return self._fill(form.replace("at", "at_player"), index)
        return self._fill(form, self._of(node.node), index, self.nouns.the(self._noun(node.node, False)))

    def _neg_words(self, node: Any) -> str:
        return self._fill("neg", self._of(node.node))

    def _test_words(self, node: Any) -> str:
        return self._truth(node)

    def _binary_words(self, node: Any) -> str:
        kind = type(node).__name__
        if kind == "Sub" and getattr(node.left, "value", None) == 0:
            return self._fill("neg", self._of(node.right))
        parts = []
        for part in (node.left, node.right):
            loose = _LOOSE if kind != "Sub" or part is node.right else ("CondExpr",)
            parts.append(f"({self._of(part)})" if type(part).__name__ in loose else self._of(part))
        return self._fill(kind.lower(), *parts)

    _sub_words = _mul_words = _floordiv_words = _div_words = _mod_words = _binary_words

    def _term(self, node: Any) -> str:
        """Return a part of a sum, in brackets where its words would run into the rest of the sum."""
        return f"({self._of(node)})" if type(node).__name__ in ("CondExpr", "Mod") else self._of(node)

    def _add_words(self, node: Any) -> str:
        parts = [self._term(node.left), self._term(node.right)]
        if not self._is_zone(node.right):
            return self._fill("concat" if self._is_zone(node.left) else "add", *parts)
        zones, rest = [parts[1]], node.left
        while type(rest).__name__ == "Add" and self._is_zone(rest.right):
            zones, rest = [self._term(rest.right), *zones], rest.left
        return self._fill("concat", ", ".join([self._term(rest), *zones[:-1]]), zones[-1])

    def _condexpr_words(self, node: Any) -> str:
        first, other = self._of(node.expr1), self._of(node.expr2)
        if first == self._of(node.test):
            return self._fill("or_else", first, other)
        return self._fill("if", first, self._truth(node.test), other)

    def _call_words(self, node: Any) -> str:
        name = node.node.name
        if name == "abs" and type(node.args[0]).__name__ == "Sub":
            return self._fill("difference", self._of(node.args[0].left), self._of(node.args[0].right))
        parts = [*map(self._of, node.args)]
        if name in ("min", "max") and type(node.args[-1]).__name__ == "Const" and len(parts) == 2:
            return self._fill(f"limit_of_{name}", *parts)
        if name in ("min", "max"):
            return self._fill("least_of" if name == "min" else "greatest_of", self._joined("concat", parts))
        return self._fill(name, *parts)

    def _getattr_words(self, node: Any) -> str:
        name, owner, vocabulary = node.attr, node.node, self._vocabulary
        is_own = name not in vocabulary.fields and name not in vocabulary.numbers
        if name in ("top", "bottom", "rest"):
            return self._fill(name, self._of(owner), self._noun(None, name == "rest"))
        if self._is_kind(owner):
            return self._fill("one_word", self._field(name))
        if name in ("left", "right", "name", *OF_SPACES) and is_own:
            return self._general_attribute(name, owner)
        if self._kind(owner) == "player":
            return self._attribute_of_player(name, owner)
        return self._fill("of", self._of(owner), self.nouns.the(self._field(name)))

    def _general_attribute(self, name: str, owner: Any) -> str:
        """Return what every player or every space has."""
        if name == "number" and getattr(owner, "name", "") == "player":
            return self.nouns.contracted(self.nouns.possessive(self.speaker.whose, self._words["seat"]))
        called = self.speaker.bound.get(getattr(owner, "name", ""), getattr(owner, "name", ""))
        if name in ("left", "right") and called in ("player", self._words["that_player"]):
            whose = self.speaker.whose if called == "player" else "they"
            return self._words[f"opponent_{whose}" if self._vocabulary.is_duel else name]
        if name == "left" and getattr(owner, "attr", getattr(owner, "name", "")) == "left" and hasattr(owner, "node"):
            return self._fill("of_left_twice", self._of(owner.node))
        is_seat = name == "number" and self._kind(owner) == "player"
        return self._fill("number_of" if is_seat else f"of_{name}", self._of(owner))

    def _attribute_of_player(self, name: str, owner: Any) -> str:
        """Return a zone or a number of a player."""
        called = getattr(owner, "name", "")
        if self._is_player(owner):
            return self._owned(name, self.speaker.whose)
        if called == "players":
            return self._owned(name, "each")
        title, player = self._plain_title(name), self._of(owner)
        key = "of" if player.count(" ") > 2 else "of_player"  # the dice of the player who lost last
        return self._fill(key, player, self.nouns.the(title), title)
