"""Decide which numbers may change and how far: by rules of the game, options, and the designer's `keep`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from cardgen.balancing.deck_numbers import DeckSource, StatedNumber, matches
from cardgen.balancing.outliers import usual_value
from cardgen.balancing.space import Candidate, Number, of_deck
from cardgen.plugin.rules.contest import GameRules
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.errors import CardgenError, UnlocatedError

SMALL = 12  # numbers up to this change by single steps, larger ones by a tenth
NAMED = 12  # largest number of names that a message lists


@dataclass(slots=True)
class Freedom:
    """The numbers that may change, with the values in the deck files that they stand for.

    Attributes:
        stated: For each number, what the deck file states.
    """

    sources: Sequence[DeckSource]
    numbers: list[Number] = field(default_factory=list)
    stated: list[StatedNumber] = field(default_factory=list)
    _legal: dict[tuple[int, Candidate], bool] = field(default_factory=dict)

    def overrides(self, candidate: Candidate) -> Mapping[int, int]:
        """Return the new values of a candidate by the ids of their nodes."""
        return {id(self.stated[index].node): self.numbers[index].after(steps) for index, steps in candidate}

    def is_legal(self, candidate: Candidate) -> bool:
        """Return whether the rules of the game allow all decks of a candidate."""
        decks = sorted({self.numbers[index].deck for index, _ in candidate})
        return all(self._is_legal(deck, candidate) for deck in decks)

    def _is_legal(self, deck: int, candidate: Candidate) -> bool:
        part = of_deck(self.numbers, candidate, deck)
        if (deck, part) not in self._legal:
            self._legal[deck, part] = self.sources[deck].is_legal(self.overrides(part))
        return self._legal[deck, part]


def find_freedom(
    sources: Sequence[DeckSource], changing: Sequence[int], may: Sequence[str], rules: GameRules, reach: int
) -> Freedom:
    """Return the numbers that may change.

    A number that is illegal alone is tried together with another one of its deck that goes the other way; numbers that are
    legal so keep their sum. A number that the rules do not use is left out: the fingerprint of the deck stays the same.

    Args:
        may: Names of the numbers that may change; empty for all.
        reach: The most steps by which a number may change.

    Raises:
        UnlocatedError: E781, a name means no number; E782, nothing may change.
    """
    freedom = Freedom(sources)
    for pattern in may:
        _check_name(pattern, [sources[deck] for deck in changing], "--may")
    for deck in changing:
        source = sources[deck]
        for pattern in source.keep:
            _check_name(pattern, [source], "keep")
        for stated in source.numbers:
            is_meant = not may or any(matches(pattern, stated.words) for pattern in may)
            if is_meant and not any(matches(pattern, stated.words) for pattern in source.keep):
                _add(freedom, deck, stated, reach)
    _keep_what_plays(freedom, rules)
    _group(freedom)
    if not freedom.numbers:
        names = ", ".join(sources[deck].name for deck in changing)
        hint = "state the numbers that may change in the deck file, or name others with --may"
        raise UnlocatedError("E782", f"no number of {names} may change", hints=(hint,))
    return freedom


def _check_name(pattern: str, sources: Sequence[DeckSource], where: str) -> None:
    numbers = [stated for source in sources for stated in source.numbers]
    if not any(matches(pattern, stated.words) for stated in numbers):
        known = list(dict.fromkeys(word for stated in numbers for word in (*stated.words[1:], stated.words[0])))
        expected = f"names such as {', '.join(known[:NAMED])}"
        hints = did_you_mean(pattern, known) or ("list the numbers with: cardgen balance DECK --list",)
        raise UnlocatedError(
            "E781", f"{where} names {quoted(pattern)}, which no number has", expected=expected, hints=hints
        )


def _add(freedom: Freedom, deck: int, stated: StatedNumber, reach: int) -> None:
    value = stated.node.value
    assert isinstance(value, int)
    step = 1 if abs(value) <= SMALL else round(abs(value) / 10)
    source, ends = freedom.sources[deck], []
    usual = usual_value(freedom.sources, stated)
    back = 0 if usual is None else round((usual - value) / step)
    for sign in (-1, 1):
        # An outlier goes no farther away from its peers.
        end, farthest = 0, 0 if sign * back < 0 else max(reach, sign * back)
        while abs(end) < farthest and _is_sensible(source, stated, value + (end + sign) * step):
            end += sign
        ends.append(end)
    if any(ends):
        freedom.numbers.append(Number(deck, stated.name, value, ends[0], ends[1], step, None, stated.card, back))
        freedom.stated.append(stated)


def _is_sensible(source: DeckSource, stated: StatedNumber, value: int) -> bool:
    """Return whether the schema allows a value that has the sign of the present one, so that +1 power never becomes -1."""
    now = stated.node.value
    assert isinstance(now, int)
    return (
        (value > 0) == (now > 0) and (value < 0) == (now < 0) and source.changed({id(stated.node): value}) is not None
    )


def _keep_what_plays(freedom: Freedom, rules: GameRules) -> None:
    """Remove the numbers that the rules do not use."""
    keep = [index for index in range(len(freedom.numbers)) if _plays(freedom, index, rules)]
    freedom.numbers = [freedom.numbers[index] for index in keep]
    freedom.stated = [freedom.stated[index] for index in keep]


def _plays(freedom: Freedom, index: int, rules: GameRules) -> bool:
    number = freedom.numbers[index]
    source = freedom.sources[number.deck]
    before = _fingerprint(source, source.data, rules)
    for steps in (1, -1):
        if not number.least <= steps <= number.most:
            continue
        data = source.changed({id(freedom.stated[index].node): number.after(steps)})
        try:
            if before is None or _fingerprint(source, data, rules) != before:
                return True
        except (CardgenError, UnlocatedError, ValueError):  # a deck that is illegal may have no contest
            return True
    return False


def _fingerprint(source: DeckSource, data: object, rules: GameRules) -> str | None:
    """Return the digest of what the rules use of a deck; None if the game does not state it."""
    players = rules.player_counts[0]
    contest = rules.contest([data] * (1 if rules.shares_deck else players), {}, players)
    decks = contest.tabletop(source.game.languages[0]).decks
    return decks[0].fingerprint if decks else None


def _group(freedom: Freedom) -> None:
    """Find the numbers that can only change together, and remove those that cannot change at all."""
    legs: list[tuple[int, int]] = [_legal_alone(freedom, index) for index in range(len(freedom.numbers))]
    alone = [least < 0 or most > 0 for least, most in legs]
    groups: list[list[int]] = []
    for index in range(len(freedom.numbers)):
        if alone[index]:
            continue
        for group in groups:
            if any(_is_paired(freedom, other, index) for other in group):
                group.append(index)
                break
        else:
            groups.append([index])
    of_number = {index: at for at, group in enumerate(groups) if len(group) > 1 for index in group}
    kept = [index for index in range(len(freedom.numbers)) if alone[index] or index in of_number]
    numbers = []
    for index in kept:
        number, own_group = freedom.numbers[index], of_number.get(index)
        least, most = (number.least, number.most) if own_group is not None else legs[index]
        back = max(min(number.back, most), least)
        numbers.append(replace(number, least=least, most=most, group=own_group, back=back))
    freedom.numbers, freedom.stated = numbers, [freedom.stated[index] for index in kept]
    freedom._legal.clear()


def _legal_alone(freedom: Freedom, index: int) -> tuple[int, int]:
    """Return how far a number may change if no other one does."""
    number, ends = freedom.numbers[index], []
    for sign, limit in ((-1, number.least), (1, number.most)):
        end = 0
        while end != limit and freedom.is_legal(((index, end + sign),)):
            end += sign
        ends.append(end)
    return ends[0], ends[1]


def _is_paired(freedom: Freedom, first: int, second: int) -> bool:
    """Return whether two numbers may change if one goes up and the other one down."""
    for steps in (1, -1):
        inside = all(
            freedom.numbers[index].least <= change <= freedom.numbers[index].most
            for index, change in ((first, steps), (second, -steps))
        )
        if inside and freedom.is_legal(tuple(sorted(((first, steps), (second, -steps))))):
            return True
    return False
