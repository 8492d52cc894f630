"""Give nouns their articles, genders and possessives, and clauses their negation, in English and Portuguese."""

from __future__ import annotations

import re

_FEMININE = re.compile(r"(a|ção|são|dade|mão|vez|cor|face|torre|base|noite|carta)$")
_MASCULINE = frozenset(("mapa", "dia", "problema", "coringa", "cometa", "planeta"))
_VERBS = {
    "en": re.compile(r"\b(is|are|has|have|was|were|can|may|must|will|does|do|fits|counts|leads|opens)\b"),
    "pt": re.compile(r"\b(é|são|está|estão|tem|têm|há|foi|foram|pode|podem|serve|vale|abre|fica|caiu|caem|cai)\b"),
}
_OWNERS_EN = {
    "you": "your",
    "they": "their",
    "each": "each player's",
    "any": "a player's",
    "others": "each other player's",
}
_OWNERS_PT = {
    "they": "desse jogador",
    "each": "de cada jogador",
    "any": "de um jogador",
    "others": "de cada outro jogador",
}
_YOURS_PT = {"o": "seu", "a": "sua", "os": "seus", "as": "suas"}
_PLURALS = {
    "en": (("is", "are"), ("becomes", "become")),
    "pt": (("é", "são"), ("não é", "não são"), ("passa a ser", "passam a ser")),
}
"""Verbs of one subject and of several."""
_OPEN = re.compile(r"(table|coast|ice|board|field|street|shore|pile|waste)$")
"""English places that things lie on, not in."""
_ARTICLES = {"en": re.compile(r"(the|a|an) "), "pt": re.compile(r"(o|a|os|as|um|uma) ")}


class Nouns:
    """The grammar of one language, as far as the words of rules need it.

    Args:
        language: `en` or `pt`.
    """

    def __init__(self, language: str) -> None:
        self._language = language

    def lower(self, title: str) -> str:
        """Return a title within a sentence: its first letter is small, unless it is a word of capitals."""
        return title if title[1:2].isupper() else title[:1].lower() + title[1:]

    def bare(self, noun: str) -> str:
        """Return a noun without its article."""
        return _ARTICLES[self._language].sub("", noun, count=1) if _ARTICLES[self._language].match(noun) else noun

    def one(self, plural: str) -> str:
        """Return the singular of a regular noun: `cards` is `card`, `cartas` is `carta`."""
        return plural.removesuffix("s")

    def the(self, title: str) -> str:
        """Return a noun with its article."""
        if _ARTICLES[self._language].match(title):
            return title
        return f"the {title}" if self._language == "en" else f"{self._article(title)} {title}"

    def _article(self, title: str) -> str:
        """Return the article of a Portuguese noun, by its ending."""
        first = title.split(maxsplit=1)[0] if title else ""
        single = first.removesuffix("s") if len(first) > 3 else first
        is_feminine = (bool(_FEMININE.search(single)) and single not in _MASCULINE) or first.endswith(("ções", "mãos"))
        return ("a" if is_feminine else "o") + ("s" if first.endswith("s") and len(first) > 3 else "")

    def whose(self, title: str) -> str:
        """Return the relative pronoun for what something has."""
        return "whose" if self._language == "en" else f"cuj{self._article(title)}"

    def possessive(self, owner: str, title: str) -> str:
        """Return a noun with its owner.

        Args:
            owner: `you`, `they`, `each` or `any`.
        """
        bare = self.bare(title)
        if self._language == "en":
            return f"{_OWNERS_EN[owner]} {bare}"
        article = self._article(bare)
        if owner == "you":
            return f"{_YOURS_PT[article]} {bare}"
        return f"{article} {bare} {_OWNERS_PT[owner]}"

    def lies(self, place: str) -> str:
        """Return a place with its preposition: `in your hand`, `on the table`."""
        if self._language == "pt":
            return self.contracted(f"em {place}")
        return f"{'on' if _OPEN.search(place) else 'in'} {place}"

    def agreed(self, subject: str, sentence: str) -> str:
        """Return a sentence whose verb fits its subject, which it begins with: `your points are 5`."""
        if not re.fullmatch(r"(?:(?!\b(?:of|de|do|da|dos|das)\b)[^,()])*[^s]s", subject):
            return sentence
        for one, many in _PLURALS[self._language]:
            start = f"{subject} {one} "
            if sentence.startswith(start):
                return f"{subject} {many} {sentence[len(start) :]}"
        return sentence

    def has_verb(self, clause: str) -> bool:
        """Return whether words are a clause, such as `hearts are broken`."""
        return bool(_VERBS[self._language].search(clause))

    def negated(self, clause: str) -> str:
        """Return a clause with `not`."""
        if self._language == "pt":
            return _VERBS["pt"].sub(r"não \1", clause, count=1)
        found = _VERBS["en"].search(clause)
        if found and found[0].endswith("s") and found[0] in ("fits", "counts", "leads", "opens"):
            return f"{clause[: found.start()]}does not {found[0][:-1]}{clause[found.end() :]}"
        return _VERBS["en"].sub(r"\1 not", clause, count=1)

    def contracted(self, text: str) -> str:
        """Return Portuguese text in which `de o` is `do`, `em a` is `na`, `a o` is `ao` and `por o` is `pelo`."""
        if self._language != "pt":
            return re.sub(r"\b([aA]) (?=[aeio])", r"\1n ", text.replace("the the ", "the ")).replace(
                "an other", "another"
            )
        text = re.sub(r"\b([dD])e ([oa]s?)\b", r"\1\2", text)
        text = re.sub(r"\b([eE])m ([oa]s?)\b", lambda found: ("n" if found[1] == "e" else "N") + found[2], text)
        text = re.sub(r"\bpor ([oa]s?)\b", r"pel\1", text)
        text = re.sub(r"\bde (esta|este|essa|esse|ele|ela)(s?)\b", r"d\1\2", text)
        return re.sub(r"\ba (os?)\b", r"a\1", re.sub(r"\ba a(s?)\b", r"à\1", text))
