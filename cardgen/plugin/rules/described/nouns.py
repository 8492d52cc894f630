"""Give nouns their articles, genders and possessives, and clauses their negation, as far as the words of rules need it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

_FEMININE = re.compile(r"(a|ção|são|dade|mão|vez|cor|face|torre|base|noite|carta)$")
_MASCULINE = frozenset(("mapa", "dia", "problema", "coringa", "cometa", "planeta"))
_YOURS_PT = {"o": "seu", "a": "sua", "os": "seus", "as": "suas"}
_OF = re.compile(
    r" (?:of|in|with|whose|this|de|d[oa]s?|n?d?est[ea]|em|n[oa]s?|com|cuj[oa]s?) |"
    r" (?:drawn|dealt|made|taken|won|left|shown|\w+ed|\w+[ai]d[oa]s)\b"
)
"""Words after which a noun is described."""
_OPEN = re.compile(r"(table|coast|ice|board|field|street|shore|pile|waste)$")
"""English places that things lie on, not in."""
_NOTHING = re.compile(r"(?!)")


class Nouns:
    """The grammar of a language whose nouns stand alone, without articles and genders; others say what differs."""

    verbs: ClassVar[re.Pattern[str]] = _NOTHING
    """Verbs by which words are a clause."""
    articles: ClassVar[re.Pattern[str]] = _NOTHING
    plurals: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Verbs of one subject and of several."""
    owners: ClassVar[Mapping[str, str]] = {}

    def lower(self, title: str) -> str:
        """Return a title within a sentence: its first letter is small, unless it is a word of capitals."""
        return title if title[1:2].isupper() else title[:1].lower() + title[1:]

    def bare(self, noun: str) -> str:
        """Return a noun without its article."""
        return self.articles.sub("", noun, count=1) if self.articles.match(noun) else noun

    def one(self, plural: str) -> str:
        """Return the singular of a regular noun: `cards` is `card`, `cartas` is `carta`."""
        return plural.removesuffix("s")

    def the(self, title: str) -> str:
        """Return a noun with its article."""
        return title if self.articles.match(title) else self._with_article(title)

    def _with_article(self, title: str) -> str:
        return title

    def some(self, noun: str) -> str:
        """Return one of several things, with its article: `a card in your hand`."""
        return noun

    def whose(self, title: str) -> str:
        """Return the relative pronoun for what something has."""
        del title
        return ""

    def possessive(self, owner: str, title: str) -> str:
        """Return a noun with its owner.

        Args:
            owner: `you`, `they`, `each` or `any`.
        """
        return f"{self.owners.get(owner, '')} {self.bare(title)}".strip()

    def lies(self, place: str) -> str:
        """Return a place with its preposition: `in your hand`, `on the table`."""
        return place

    def agreed(self, subject: str, sentence: str) -> str:
        """Return a sentence whose verb fits its subject, which it begins with: `your points are 5`."""
        if not self.is_plural(subject):
            return sentence
        for one, many in self.plurals:
            start = f"{subject} {one} "
            if sentence.startswith(start):
                return f"{subject} {many} {sentence[len(start) :]}"
        return sentence

    def is_plural(self, subject: str) -> bool:
        """Return whether a subject is several things, by the ending of its noun: `the points of the card`."""
        noun = _OF.split(subject, maxsplit=1)[0]
        return bool(re.fullmatch(r"[^,()]*([^su]s|\bdice)", noun))

    def has_verb(self, clause: str) -> bool:
        """Return whether words are a clause, such as `hearts are broken`."""
        return bool(self.verbs.search(clause))

    def negated(self, clause: str) -> str:
        """Return a clause with `not`."""
        return clause

    def contracted(self, text: str) -> str:
        """Return a text in which words that meet are written as one, such as `do` for `de o`."""
        return text


class EnglishNouns(Nouns):
    """English: `the`, `a` and `an`, and `does not` for verbs that do not negate by themselves."""

    verbs = re.compile(r"\b(is|are|has|have|was|were|can|may|must|will|does|do|fits|counts|leads|opens)\b")
    articles = re.compile(r"(the|a|an) ")
    plurals = (("is", "are"), ("becomes", "become"))
    owners: ClassVar[Mapping[str, str]] = {
        "you": "your",
        "they": "their",
        "each": "each player's",
        "any": "a player's",
        "others": "each other player's",
    }

    def one(self, plural: str) -> str:
        """See `Nouns.one`."""
        return "die" if plural == "dice" else super().one(plural)

    def _with_article(self, title: str) -> str:
        return f"the {title}"

    def some(self, noun: str) -> str:
        """See `Nouns.some`."""
        return f"a {noun}"

    def whose(self, title: str) -> str:
        """See `Nouns.whose`."""
        del title
        return "whose"

    def lies(self, place: str) -> str:
        """See `Nouns.lies`."""
        first = place.split(", ", maxsplit=1)[0].split(" and ", maxsplit=1)[0]
        return f"{'on' if _OPEN.search(first) else 'in'} {place}"

    def negated(self, clause: str) -> str:
        """See `Nouns.negated`."""
        found = self.verbs.search(clause)
        if found and found[0] in ("fits", "counts", "leads", "opens"):
            return f"{clause[: found.start()]}does not {found[0][:-1]}{clause[found.end() :]}"
        return self.verbs.sub(r"\1 not", clause, count=1)

    def contracted(self, text: str) -> str:
        """Return a text with `an` before a vowel, and one article where two meet."""
        text = re.sub(r"\b([aA]) (?=[aeio])", r"\1n ", text.replace("the the ", "the "))
        return re.sub(r"\ban other\b", "another", text)


class PortugueseNouns(Nouns):
    """Portuguese: articles by gender, which the ending of a noun tells, and contractions."""

    verbs = re.compile(r"\b(é|são|está|estão|tem|têm|há|foi|foram|pode|podem|serve|vale|abre|fica|caiu|caem|cai)\b")
    articles = re.compile(r"(o|a|os|as|um|uma) ")
    plurals = (("é", "são"), ("não é", "não são"), ("passa a ser", "passam a ser"))
    owners: ClassVar[Mapping[str, str]] = {
        "they": "desse jogador",
        "each": "de cada jogador",
        "any": "de um jogador",
        "others": "de cada outro jogador",
    }

    def _with_article(self, title: str) -> str:
        return f"{self._article(title)} {title}"

    def _article(self, title: str) -> str:
        first = title.split(maxsplit=1)[0] if title else ""
        single = first.removesuffix("s") if len(first) > 3 else first
        is_feminine = (bool(_FEMININE.search(single)) and single not in _MASCULINE) or first.endswith("ções")
        return ("a" if is_feminine else "o") + ("s" if first.endswith("s") and len(first) > 3 else "")

    def some(self, noun: str) -> str:
        """See `Nouns.some`."""
        return f"{'uma' if self._article(noun) == 'a' else 'um'} {noun}"

    def whose(self, title: str) -> str:
        """See `Nouns.whose`."""
        return f"cuj{self._article(title)}"

    def possessive(self, owner: str, title: str) -> str:
        """See `Nouns.possessive`."""
        bare = self.bare(title)
        article = self._article(bare)
        return f"{_YOURS_PT[article]} {bare}" if owner == "you" else f"{article} {bare} {self.owners[owner]}"

    def lies(self, place: str) -> str:
        """See `Nouns.lies`."""
        return self.contracted(f"em {place}")

    def negated(self, clause: str) -> str:
        """See `Nouns.negated`."""
        return self.verbs.sub(r"não \1", clause, count=1)

    def contracted(self, text: str) -> str:
        """Return a text in which `de o` is `do`, `em a` is `na`, `a o` is `ao` and `por o` is `pelo`."""
        text = re.sub(r"\b([dD])e ([oa]s?)\b", r"\1\2", text)
        text = re.sub(r"\b([eE])m ([oa]s?)\b", lambda found: ("n" if found[1] == "e" else "N") + found[2], text)
        text = re.sub(r"\bpor ([oa]s?)\b", r"pel\1", text)
        text = re.sub(r"\bde (esta|este|essa|esse|ele|ela)(s?)\b", r"d\1\2", text)
        return re.sub(r"\ba (os?)\b", r"a\1", re.sub(r"\ba a(s?)\b", r"à\1", text))


NOUNS: Mapping[str, type[Nouns]] = {"en": EnglishNouns, "pt": PortugueseNouns}
"""The grammars by language; one that is not here is spoken without any."""
