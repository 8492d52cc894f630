"""Order mixed left-to-right and right-to-left text by the Unicode Bidirectional Algorithm (UAX #9).

No library gives what typesetting needs: python-bidi returns the reordered characters, but neither their levels nor where
each of them went, so that fonts, colours and icons could not follow. The tests compare this module with it. Embeddings
and overrides (LRE, RLO and the like), which the standard discourages, are ignored; isolates (LRI, RLI, FSI) are obeyed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from unicodedata import bidirectional, normalize

_LEVELS = 125  # the deepest level (BD2)
_ISOLATES = {"LRI", "RLI", "FSI"}
_IGNORED = {"LRE", "RLE", "LRO", "RLO", "PDF", "BN"}  # X9
_NEUTRAL = {"B", "S", "WS", "ON", "LRI", "RLI", "FSI", "PDI"}
_OPENING = "([{\u0f3a\u0f3c\u169b\u2045\u207d\u208d\u2308\u230a\u2329\u2768\u276a\u276c\u276e\u2770\u2772\u2774\u27c5"
_OPENING += (
    "\u27e6\u27e8\u27ea\u27ec\u27ee\u2983\u2985\u2987\u2989\u298b\u298d\u298f\u2991\u2993\u2995\u2997\u29d8\u29da"
)
_OPENING += "\u29fc\u2e22\u2e24\u2e26\u2e28\u3008\u300a\u300c\u300e\u3010\u3014\u3016\u3018\u301a\ufe59\ufe5b\ufe5d"
_OPENING += "\uff08\uff3b\uff5b\uff5f\uff62"
_CLOSING = ")]}\u0f3b\u0f3d\u169c\u2046\u207e\u208e\u2309\u230b\u232a\u2769\u276b\u276d\u276f\u2771\u2773\u2775\u27c6"
_CLOSING += (
    "\u27e7\u27e9\u27eb\u27ed\u27ef\u2984\u2986\u2988\u298a\u298c\u2990\u298e\u2992\u2994\u2996\u2998\u29d9\u29db"
)
_CLOSING += "\u29fd\u2e23\u2e25\u2e27\u2e29\u3009\u300b\u300d\u300f\u3011\u3015\u3017\u3019\u301b\ufe5a\ufe5c\ufe5e"
_CLOSING += "\uff09\uff3d\uff5d\uff60\uff63"
# Brackets that are canonically equivalent match each other (BD16).
_PARTNERS = {opening: normalize("NFC", closing) for opening, closing in zip(_OPENING, _CLOSING, strict=True)}
_LEFT, _RIGHT = _OPENING + "\u00ab\u2039<\u2264", _CLOSING + "\u00bb\u203a>\u2265"  # these turn, and pair with nothing
MIRRORED = str.maketrans(_LEFT + _RIGHT, _RIGHT + _LEFT)
"""Each character with a mirrored form, and that form."""
_BRACKETS_AT_ONCE = 63  # BD16


def base_level(text: str) -> int:
    """Return 1 if the first letter of a text belongs to a right-to-left script, else 0 (P2 and P3)."""
    return _first_strong([bidirectional(character) or "L" for character in text], 0) or 0


def embedding_levels(text: str, base: int) -> list[int]:
    """Return the level of each character: odd ones run from right to left.

    Args:
        text: One paragraph; an icon counts as a neutral character.
        base: Level of the paragraph, 0 or 1.

    Source: UAX #9, revision 50, rules X1 to I2.
    """
    classes = [bidirectional(character) or "L" for character in text]
    levels, isolated = _explicit_levels(classes, base)
    kept = [at for at, kind in enumerate(classes) if kind not in _IGNORED]
    for run in _isolating_runs(kept, levels, classes, isolated):
        _Sequence(run, text, classes, levels).resolve()
    below = base
    for at, kind in enumerate(classes):  # characters that the algorithm removes take the level before them
        if kind in _IGNORED:
            levels[at] = below
        below = levels[at]
    return levels


def visual_order(levels: Sequence[int]) -> list[int]:
    """Return the indexes of the parts of a line from left to right (L2).

    Args:
        levels: Level of each part, in reading order.
    """
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        reordered: list[int] = []
        for is_reversed, group in groupby(order, lambda at, level=level: levels[at] >= level):  # type: ignore[misc]
            part = list(group)
            reordered += part[::-1] if is_reversed else part
        order = reordered
    return order


def _first_strong(classes: Sequence[str], start: int) -> int | None:
    """Return the level of the first strong character, isolated text left out; None if there is none."""
    depth = 0
    for kind in classes[start:]:
        if kind in _ISOLATES:
            depth += 1
        elif kind == "PDI":
            if not depth and start:
                return None
            depth = max(0, depth - 1)
        elif not depth and kind in ("L", "R", "AL"):
            return 0 if kind == "L" else 1
    return None


def _explicit_levels(classes: Sequence[str], base: int) -> tuple[list[int], dict[int, int]]:
    """Return the level of each character by its isolates (X1 to X8), and the start of the isolate that each PDI ends."""
    levels: list[int] = []
    stack: list[tuple[int, int]] = [(base, -1)]  # level, and the index of the initiator
    ends: dict[int, int] = {}
    overflow = 0
    for at, kind in enumerate(classes):
        if kind == "PDI":
            if overflow:
                overflow -= 1
            elif len(stack) > 1:
                ends[at] = stack.pop()[1]
        levels.append(stack[-1][0])
        if kind in _ISOLATES:
            rtl = kind == "RLI" or (kind == "FSI" and _first_strong(classes, at + 1) == 1)
            above = (levels[-1] + 1) | 1 if rtl else (levels[-1] + 2) & ~1
            if above > _LEVELS or overflow:
                overflow += 1
            else:
                stack.append((above, at))
    return levels, ends


def _isolating_runs(
    kept: Iterable[int], levels: Sequence[int], classes: Sequence[str], ends: dict[int, int]
) -> list[list[int]]:
    """Return the isolating run sequences (X10): the indexes of each, in order."""
    runs = [list(group) for _, group in groupby(kept, lambda at: levels[at])]
    sequences: list[list[int]] = []
    waiting: dict[int, list[int]] = {}  # sequences that end with the initiator of an isolate
    for run in runs:
        sequence = waiting.pop(ends.get(run[0], -1), None) if classes[run[0]] == "PDI" else None
        if sequence is None:
            sequence = []
            sequences.append(sequence)
        sequence += run
        if classes[run[-1]] in _ISOLATES:
            waiting[run[-1]] = sequence
    return sequences


class _Sequence:
    """One isolating run sequence while its levels are resolved."""

    def __init__(self, run: list[int], text: str, classes: Sequence[str], levels: list[int]) -> None:
        self._run = run
        self._text = text
        self._all = classes
        self._levels = levels
        self._level = levels[run[0]]
        self._kinds = [classes[at] for at in run]
        # X10: without embeddings, what is beside the sequence is never deeper than the sequence itself.
        self._sos = self._eos = _direction(self._level)

    def resolve(self) -> None:
        """Resolve weak and neutral characters, and set the levels."""
        self._weak()
        self._brackets()
        self._neutral()
        for at, kind in zip(self._run, self._kinds, strict=True):  # I1 and I2
            if self._level % 2:
                self._levels[at] += kind in ("L", "EN", "AN")
            else:
                self._levels[at] += {"R": 1, "EN": 2, "AN": 2}.get(kind, 0)

    def _weak(self) -> None:
        kinds = self._kinds
        last = strong = self._sos
        for at, kind in enumerate(kinds):  # W1 and W2
            if kind == "NSM":
                kinds[at] = "ON" if last in _ISOLATES or last == "PDI" else last
            last = kinds[at]
            strong = last if last in ("L", "R", "AL") else strong
            if last == "EN" and strong == "AL":
                kinds[at] = "AN"
        # W3
        kinds[:] = ["R" if kind == "AL" else kind for kind in kinds]
        for at in range(1, len(kinds) - 1):  # W4
            before, after = kinds[at - 1], kinds[at + 1]
            if before == after and (
                (kinds[at] in ("ES", "CS") and before == "EN") or (kinds[at] == "CS" and before == "AN")
            ):
                kinds[at] = before
        at = 0
        for kind, group in groupby(list(kinds)):  # W5 and W6
            end = at + len(list(group))
            if kind == "ET" and "EN" in (kinds[at - 1] if at else "", kinds[end] if end < len(kinds) else ""):
                kinds[at:end] = ["EN"] * (end - at)
            at = end
        kinds[:] = ["ON" if kind in ("ES", "ET", "CS") else kind for kind in kinds]
        strong = self._sos
        for at, kind in enumerate(kinds):  # W7
            strong = kind if kind in ("L", "R") else strong
            if kind == "EN" and strong == "L":
                kinds[at] = "L"

    def _brackets(self) -> None:
        """Let pairs of brackets take the direction of what they enclose (N0)."""
        kinds, own = self._kinds, _direction(self._level)
        for start, end in self._pairs():
            inside = {_strong(kind) for kind in kinds[start + 1 : end]} - {""}
            if own in inside:
                found = own
            elif inside:
                before = next((_strong(kind) for kind in reversed(kinds[:start]) if _strong(kind)), self._sos)
                found = before if before != own else own
            else:
                continue
            for at in (start, end):
                kinds[at] = found
                for mark in range(at + 1, len(kinds)):  # marks on a bracket follow it
                    if self._all[self._run[mark]] != "NSM":
                        break
                    kinds[mark] = found

    def _pairs(self) -> list[tuple[int, int]]:
        pairs: list[tuple[int, int]] = []
        open_brackets: list[tuple[str, int]] = []
        for at, index in enumerate(self._run):
            if self._kinds[at] != "ON":
                continue
            character = self._text[index]
            if character in _PARTNERS:
                if len(open_brackets) == _BRACKETS_AT_ONCE:
                    return []
                open_brackets.append((_PARTNERS[character], at))
            elif character in _CLOSING:
                wanted = normalize("NFC", character)
                for depth in range(len(open_brackets) - 1, -1, -1):
                    if open_brackets[depth][0] == wanted:
                        pairs.append((open_brackets[depth][1], at))
                        del open_brackets[depth:]
                        break
        return sorted(pairs)

    def _neutral(self) -> None:
        kinds, own, at = self._kinds, _direction(self._level), 0
        for is_neutral, group in groupby(list(kinds), lambda kind: kind in _NEUTRAL):  # N1 and N2
            end = at + len(list(group))
            if is_neutral:
                before = _strong(kinds[at - 1]) if at else self._sos
                after = _strong(kinds[end]) if end < len(kinds) else self._eos
                kinds[at:end] = [before if before == after else own] * (end - at)
            at = end


def _direction(level: int) -> str:
    return "R" if level % 2 else "L"


def _strong(kind: str) -> str:
    """Return the direction of a resolved class; numbers count as right-to-left, neutrals have none."""
    return "R" if kind in ("R", "EN", "AN") else kind if kind == "L" else ""
