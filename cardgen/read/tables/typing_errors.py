"""Recognise a heading that is a known one with a typing error, more strictly than a suggestion for an error does."""

from __future__ import annotations

from collections.abc import Collection

from cardgen.plugin.headings import normalized, usual_headings
from cardgen.read.tables.model_names import ModelNames

_SHORTEST = 4  # letters; of shorter words, too many others differ in one letter only
_SHORTEST_USUAL = 5  # letters of a usual word, of which there are many
_LONG = 8  # letters of a word in which two may be wrong


def nearest_field(header: str, names: ModelNames, given: Collection[str]) -> str:
    """Return the word that a heading probably means: a field, or a usual heading of one; empty if it is near to none.

    Args:
        header: The heading, which is not known.
        given: Keys and normalized headings of the columns that there are; their fields are not meant.
    """
    wrong = normalized(header)
    if len(wrong) < _SHORTEST or not wrong.isalpha():
        return ""
    words = {title: title for title in names.titles}
    for usual in usual_headings().values():
        target = next((key for key in usual.fields if key in names.fields), "")
        if target:
            words |= {word: target for word in usual.words if len(word) >= _SHORTEST_USUAL}
        words |= {field: target or field for field in usual.fields}
    near = [
        word
        for word, target in words.items()
        if target not in given and normalized(word) not in given and _is_near(wrong, normalized(word))
    ]
    return min(near, key=lambda word: (words[word] != word, len(word)), default="")


def _is_near(wrong: str, right: str) -> bool:
    """Return whether a word is another one with one letter wrong, missing, added or exchanged, two in a long word.

    A plural `s` makes another word, as in `names`, and so does another first letter: `mount` is no `count`.
    """
    if len(right) < _SHORTEST or wrong[0] not in right[:2]:
        return False
    if wrong == right or wrong in (f"{right}s", f"{right}es") or right in (f"{wrong}s", f"{wrong}es"):
        return False
    return _distance(wrong, right) <= (2 if min(len(wrong), len(right)) >= _LONG else 1)


def _distance(one: str, other: str) -> int:
    """Return the number of edits between two words, exchanged neighbours counted once (optimal string alignment)."""
    before: list[int] = []
    row: list[int] = [*range(len(other) + 1)]
    for at, letter in enumerate(one, 1):
        older, before, row = before, row, [at]
        for place, aim in enumerate(other, 1):
            cost = min(before[place] + 1, row[place - 1] + 1, before[place - 1] + (letter != aim))
            if at > 1 and place > 1 and letter == other[place - 2] and one[at - 2] == aim:
                cost = min(cost, older[place - 2] + 1)
            row.append(cost)
    return row[-1]
