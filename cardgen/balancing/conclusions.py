"""Word the conclusions of a balance report as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.balancing.budget import told_need
from cardgen.balancing.result import BalanceSetup, Blame, PairingRate, Proposal, count_changes
from cardgen.balancing.search import Found
from cardgen.balancing.space import Candidate, Space
from cardgen.play.simulate.formats import change, share


def conclude(  # noqa: PLR0913, PLR0917 - all that is known
    setup: BalanceSetup,
    space: Space,
    found: Found,
    before: Proposal,
    proposals: Sequence[Proposal],
    tested: Sequence[Proposal],
    blame: Sequence[Blame],
    best: Sequence[Candidate],
    *,
    is_hopeless: bool,
) -> tuple[str, ...]:
    """Return what was found in sentences, the most important first.

    Args:
        proposals: The proposals, from the best; only those that are better than the decks as they are, beyond chance.
        tested: All finalists, from the best.
        blame: The cards, the one to blame first; empty if numbers can do it.
        best: The best candidate; empty without one.
        is_hopeless: Whether it is certain that no change of the numbers meets the target.
    """
    if not before.rates:
        return ("Nothing was played, so nothing is known.",)
    told = _unplayed(setup, before)
    if before.is_met:
        seem, need = ("", "") if before.is_sure else ("seem to ", f" {told_need(setup, before)}")
        return (*told, f"The decks as they are {seem}meet the target: {_worst(before)}. No change is needed.{need}")
    if not any(rate.is_missed(setup.within) for rate in before.rates):
        doubt = f"It is not certain that the decks as they are miss the target: {_worst(before)}."
        return (*told, f"{doubt} No change is proposed for what may be chance. {told_need(setup, before)}")
    if not proposals and tested and not blame:
        chance = f"No change that was tried is better than the decks as they are by more than chance: {_worst(before)}."
        return (*told, f"{chance} {told_need(setup, tested[0])}".rstrip())
    if not proposals and not tested:
        early = "The run was stopped before a change of numbers was played, so none is proposed."
        return (*told, early if found.is_stopped else "No legal change of numbers was found.")
    first = (proposals or tested)[0]
    how = "in games with fresh luck" if found.retest else "by the model; it was not tested, because the run was stopped"
    if first.is_met and proposals:
        sure = "" if first.is_sure or not found.retest else f" {told_need(setup, first)}"
        told.append(f"Proposal 1 {first.verdict} with {count_changes(first.count)}, {how}: {_worst(first)}.{sure}")
        worse = [rate for rate in first.held_out if not rate.is_met(setup.within + rate.known.half_width)]
        told += [f"At {one.level}, which took no part in the search, {_rate(one)}." for one in worse]
    else:
        told.append(_failed(setup, tested, "proposal 1" if proposals else "the best that was tried", how, is_hopeless))
        told += _limits(space, best)
        told += _conflict(first)
        if blame:
            told.append(_blamed(first, blame[0]))
    return tuple(told)


def _unplayed(setup: BalanceSetup, before: Proposal) -> list[str]:
    played = {rate.level for rate in before.rates}
    levels = [level for level in setup.levels if level not in played]
    return (
        [f"Nothing is known of {' and '.join(levels)}: the run was stopped before a game was played there."]
        if levels
        else []
    )


def _failed(setup: BalanceSetup, proposals: Sequence[Proposal], name: str, how: str, is_hopeless: bool) -> str:
    """Return what to say if no proposal meets the target: that none can, or that so few games do not tell.

    Args:
        proposals: All finalists, from the best.
    """
    within, changes = f"{100 * setup.within:g} points of its target", count_changes(setup.most_changes)
    worst = f"of {name}, {_worst(proposals[0])}, {how}"
    if is_hopeless:
        return f"Numbers alone cannot do it: no proposal of at most {changes} brings every pairing within {within}; {worst}."
    return (
        f"No proposal of at most {changes} was seen to bring every pairing within {within}; {worst}. So few games do not tell "
        f"whether numbers alone can do it. {told_need(setup, proposals[0])}".rstrip()
    )


def _worst(proposal: Proposal) -> str:
    worst = max(proposal.rates, key=lambda rate: abs(rate.known.estimate - rate.target))
    return f"farthest off is {_rate(worst)}"


def _rate(rate: PairingRate) -> str:
    known = rate.known
    limits = f"{100 * known.low:.0f}-{100 * known.high:.0f}"
    aim = "" if rate.target == 0.5 else f" instead of {share(rate.target)}"
    return f"{rate.first} against {rate.second} at {rate.level} with {share(known.estimate)} ({limits}){aim}"


def _limits(space: Space, best: Sequence[Candidate]) -> list[str]:
    """Return the numbers that are at the end of their range, where more would be wanted."""
    ends = [
        space.numbers[index].name
        for candidate in best
        for index, steps in candidate
        if steps in (space.numbers[index].least, space.numbers[index].most)
    ]
    return [f"It goes as far as it may with {', '.join(ends)}; a larger --reach could help."] if ends else []


def _conflict(proposal: Proposal) -> list[str]:
    over = [rate for rate in proposal.rates if rate.known.low > rate.target]
    under = [rate for rate in proposal.rates if rate.known.high < rate.target]
    if not over or not under:
        return []
    one = max(over, key=lambda rate: rate.known.estimate - rate.target)
    other = min(under, key=lambda rate: rate.known.estimate - rate.target)
    return [f"What helps one pairing harms another: {_rate(one)}, but {_rate(other)}."]


def _blamed(proposal: Proposal, card: Blame) -> str:
    mean = sum(rate.known.estimate - rate.target for rate in proposal.rates if rate.first == card.deck)
    gains = sorted(card.pairings, key=lambda one: one[2])
    only = "only " * (mean < 0)
    what = f"it adds {only}{change(card.gain)} points to the score of {card.deck}, and what it does must change"
    spread = ""
    if len(gains) > 1 and gains[-1][2] - gains[0][2] > 0.05:
        low, high = gains[0], gains[-1]
        spread = f" It adds {change(high[2])} against {high[0]} at {high[1]} and {change(low[2])} against {low[0]} at {low[1]}."
    return f"The card to blame is {card.name}: {what}.{spread}"
