"""What stands out in a playtest: sentences for the designer, the most important first.

A finding is made of whole intervals, never of an estimate alone; what is not sure is left to the tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import erfc, sqrt

from cardgen.play.simulate.intervals import Z, holm, wilson
from cardgen.play.simulate.report import CardUse, Level, Pairing, ReportFinding, SkillGap, Verdict
from cardgen.play.simulate.skill import FORGIVES, HIDDEN, REWARDS
from cardgen.play.simulate.text import percent, points, rating, share
from cardgen.play.simulate.verdicts import BALANCED, DISAGREE, FAIR, NOT_ENOUGH

DEAD = 0.25
"""A card is dead if surely more than this share of its owners who drew it never played it."""

SELDOM = 0.05
"""An effect is seldom if it surely did something in less than this share of the games in which its card was played."""

TEDIOUS = 0.05
"""There are too many undecided games if surely more than this share is."""

MOST_NAMED = 3  # cards of each deck that are named for what they do


def findings(
    verdicts: Sequence[Verdict], levels: Sequence[Level], skill: Sequence[SkillGap]
) -> Iterable[ReportFinding]:
    """Everything that stands out.

    Args:
        verdicts: Of all pairings.
        levels: From the weakest to the strongest; cards are judged by the strongest.
        skill: Of the decks.
    """
    if len(levels[-1].ratings) > 2:
        yield from _decks(levels)
    yield from _pairings(verdicts, levels)
    yield from _counters(levels[-1])
    yield from _decks_of_experts(levels)
    yield from _impacts(levels[-1].cards)
    yield from _cards(levels[-1].cards)
    yield from _games(levels[-1])
    yield from _skill(skill)


def _decks(levels: Sequence[Level]) -> Iterable[ReportFinding]:
    """Decks that are too strong or too weak for all others together, at all levels."""
    for same in zip(*(level.ratings for level in levels), strict=True):
        deck, scores = same[-1].deck, [one.score for one in same]
        told = f"{percent(scores[-1])} of its games against all others"
        if all(score.low > FAIR[1] for score in scores):
            yield ReportFinding("unfair", deck, "", f"{deck} is too strong: it wins {told}")
        elif all(score.high < FAIR[0] for score in scores):
            yield ReportFinding("unfair", deck, "", f"{deck} is too weak: it wins {told}")


def _pairings(verdicts: Sequence[Verdict], levels: Sequence[Level]) -> Iterable[ReportFinding]:
    for at, verdict in enumerate(verdicts):
        same = [(level.level, level.pairings[at]) for level in levels]
        if verdict.verdict == DISAGREE:
            told = ", ".join(f"{name}: {pairing.verdict}" for name, pairing in same)
            text = f"Who wins {verdict.first} against {verdict.second} depends on the players ({told})"
            yield ReportFinding("levels", "", "", text)
        elif verdict.verdict.startswith("favours"):
            yield _unfair(same[-1][1])
    open_ones = [verdict for verdict in verdicts if verdict.verdict == NOT_ENOUGH]
    if open_ones:
        count = f"{len(open_ones)} of {len(verdicts)} pairings" if len(verdicts) > 1 else "The pairing"
        known = [(verdict.needed, verdict) for verdict in open_ones if verdict.needed is not None]
        least, first = min(known, key=lambda both: both[0], default=(0, open_ones[0]))
        need = f"; {first.first} and {first.second} would take about {least:,}" if least else ""
        yield ReportFinding("games", "", "", f"{count} cannot be judged by so few games{need}")
    if verdicts and all(verdict.verdict == BALANCED for verdict in verdicts):
        yield ReportFinding(
            "fair", "", "", "All pairings are balanced" if len(verdicts) > 1 else "The pairing is balanced"
        )


def _unfair(pairing: Pairing) -> ReportFinding:
    first, second, score = pairing.first, pairing.second, pairing.score
    if score.estimate < 0.5:
        first, second, score = second, first, score.flipped
    return ReportFinding("unfair", first, "", f"{first} is too strong for {second}: it wins {percent(score)}")


def _counters(level: Level) -> Iterable[ReportFinding]:
    """Decks that do better against another than against the rest: one number a deck does not tell all (scissors, paper)."""
    told = [pairing for pairing in level.pairings if pairing.games and len(level.ratings) > 2]
    chances = [erfc(Z * abs(p.score.estimate - p.expected) / p.score.half_width / sqrt(2)) for p in told]
    for pairing, sure in zip(told, holm(chances), strict=True):
        if sure:
            first, second, score, hope = pairing.first, pairing.second, pairing.score, pairing.expected
            if score.estimate < hope:
                first, second, score, hope = second, first, score.flipped, 1 - hope
            text = f"{first} counters {second}: it wins {percent(score)}, by their ratings it would be {share(hope)}"
            yield ReportFinding("counter", first, "", text)


def _decks_of_experts(levels: Sequence[Level]) -> Iterable[ReportFinding]:
    """Decks whose rating differs between the weakest and the strongest players."""
    for weak, strong in zip(levels[0].ratings, levels[-1].ratings, strict=True):
        if strong.elo.low > weak.elo.high or strong.elo.high < weak.elo.low:
            change = (
                f"{rating(weak.elo.estimate)} at {levels[0].level}, {rating(strong.elo.estimate)} at {levels[-1].level}"
            )
            hands = "better in strong hands" if strong.elo.low > weak.elo.high else "better in weak hands"
            yield ReportFinding("skill", strong.deck, "", f"{strong.deck} is {hands} than the others: rating {change}")


def _impacts(cards: Sequence[CardUse]) -> Iterable[ReportFinding]:
    """What cards do for their decks: the strongest ones of each, and all that harm it."""
    sure = [(card, card.impact.gain) for card in cards if card.impact and card.impact.significant]
    sure.sort(key=lambda both: -both[1].estimate)
    for deck in dict.fromkeys(card.deck for card in cards):
        own = [(card, gain) for card, gain in sure if card.deck == deck]
        for card, gain in [both for both in own if both[1].estimate > 0][:MOST_NAMED]:
            text = f"{card.name} carries {deck}: {points(gain)} points of its score"
            yield ReportFinding("card", deck, card.id, text)
        for card, gain in own:
            if gain.estimate < 0:
                text = f"{card.name} does {deck} more harm than a blank card: {points(gain)} points of its score"
                yield ReportFinding("harm", deck, card.id, text)


def _cards(cards: Sequence[CardUse]) -> Iterable[ReportFinding]:
    dead = [card for card in cards if card.dead.low > DEAD]
    for card in sorted(dead, key=lambda card: -card.dead.estimate):
        text = f"{card.name} of {card.deck} was never played in {percent(card.dead)} of the games in which it was drawn"
        yield ReportFinding("dead", card.deck, card.id, text)
    for card in cards:
        for effect in card.effects:
            if wilson(effect.games / card.played if card.played else 0.0, card.played).high < SELDOM:
                often = f"worked in {effect.games} only" if effect.games else "never worked"
                text = f"{card.name} of {card.deck} was played in {card.played} games, but '{effect.name}' {often}"
                yield ReportFinding("effect", card.deck, card.id, text)


def _games(level: Level) -> Iterable[ReportFinding]:
    seat = level.seat
    if seat.low > 0.5 or seat.high < 0.5:
        helps = "helps" if seat.low > 0.5 else "harms"
        yield ReportFinding("seat", "", "", f"It {helps} to begin: who does wins {percent(seat)}")
    if level.undecided.low > TEDIOUS:
        yield ReportFinding("undecided", "", "", f"Many games have no end: {percent(level.undecided)} are undecided")


def _skill(skill: Sequence[SkillGap]) -> Iterable[ReportFinding]:
    for gap in skill:
        share = f"{gap.level} beats {gap.below} {percent(gap.score)} of the time"
        if gap.verdict == HIDDEN:
            yield ReportFinding("skill", gap.deck, "", f"With {gap.deck} skill does not show: {share}")
        elif gap.verdict in (REWARDS, FORGIVES) and gap.than_others:
            text = (
                f"{gap.deck} {gap.verdict} more than the others: {share}, {points(gap.than_others)} points beside them"
            )
            yield ReportFinding("skill", gap.deck, "", text)
