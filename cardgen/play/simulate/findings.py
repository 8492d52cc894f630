"""Word the findings of a playtest for the designer, the most important first.

A finding needs a whole interval to support it, not only an estimate; the tables show what is uncertain.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import erfc, sqrt

from cardgen.play.simulate.findings_team import team_findings
from cardgen.play.simulate.formats import games_in_words, percent, points, rating, share, versus
from cardgen.play.simulate.intervals import Z, holm, wilson
from cardgen.play.simulate.report import (
    DeckScore,
    Level,
    LineUpVerdict,
    Pairing,
    Rating,
    ReportFinding,
    SkillGap,
    Verdict,
)
from cardgen.play.simulate.report_cards import CardUse
from cardgen.play.simulate.report_setup import Setup
from cardgen.play.simulate.skill import FORGIVES, HIDDEN, REWARDS
from cardgen.play.simulate.verdicts import BALANCED, DISAGREE, FAIR_OF_TWO, NOT_ENOUGH, STRONG, WEAK

DEAD = 0.25
"""A card is dead if surely more than this share of the players who drew it never played it."""

SELDOM = 0.05
"""An effect is rare if it surely changed something in less than this share of the games in which its card was played."""

TEDIOUS = 0.05
"""Undecided games are too many if surely more than this share of all games are undecided."""

MOST_NAMED = 3  # largest number of cards of a deck that findings praise


def findings(
    setup: Setup,
    verdicts: Sequence[Verdict],
    line_up_verdicts: Sequence[LineUpVerdict],
    levels: Sequence[Level],
    skill: Sequence[SkillGap],
) -> Iterable[ReportFinding]:
    """Yield everything that stands out.

    Args:
        levels: From the weakest to the strongest; cards are judged by the games of the strongest.
    """
    if setup.is_cooperative:
        yield from team_findings(setup, levels)
    elif setup.is_duel:
        if len(levels[-1].ratings) > 2:
            yield from _decks(levels)
        yield from _pairings(verdicts, levels)
        yield from _counters(levels[-1])
        yield from _decks_of_experts(levels)
    else:
        yield from _decks_of_several(setup, levels)
        yield from _line_ups(setup, line_up_verdicts, levels)
    yield from _impacts(levels[-1].cards)
    yield from _cards(levels[-1].cards)
    yield from _seats(setup, levels[-1])
    yield from _undecided(levels[-1])
    yield from _skill(skill)


def _decks_of_several(setup: Setup, levels: Sequence[Level]) -> Iterable[ReportFinding]:
    """Yield the decks that win too many or too few games over all their line-ups, at all levels."""
    fair = setup.fair_share
    if len(levels[-1].line_ups) < 2:
        return
    for same in zip(*(level.deck_scores for level in levels), strict=True):
        for verdict in (STRONG, WEAK):
            if all(one.verdict == verdict for one in same):
                yield _unfair_of_several(same[-1], fair)


def _unfair_of_several(one: DeckScore, fair: float) -> ReportFinding:
    text = f"{one.deck} is {one.verdict}: it wins {percent(one.score)} of its games, where {share(fair)} would be fair"
    return ReportFinding("unfair", one.deck, "", text)


def _line_ups(setup: Setup, verdicts: Sequence[LineUpVerdict], levels: Sequence[Level]) -> Iterable[ReportFinding]:
    for at, verdict in enumerate(verdicts):
        names = versus(verdict.decks)
        same = [(level.level, level.line_ups[at]) for level in levels]
        if verdict.verdict == DISAGREE:
            told = ", ".join(f"{name}: {line_up.verdict}" for name, line_up in same)
            yield ReportFinding("levels", "", "", f"Who wins between {names} depends on the players ({told})")
        for one in same[-1][1].scores if _is_unfair(verdict.verdict) else ():
            if one.verdict in (STRONG, WEAK):
                text = f"Between {names}, {one.deck} is {one.verdict}: it wins {percent(one.score)}"
                yield ReportFinding("unfair", one.deck, "", f"{text}, where {share(setup.fair_share)} would be fair")
    open_ones = [verdict for verdict in verdicts if verdict.verdict == NOT_ENOUGH]
    yield from _open([(versus(one.decks), one.needed) for one in open_ones], len(verdicts), "line-up")
    yield from _all_balanced([one.verdict for one in verdicts], "line-up")


def _is_unfair(verdict: str) -> bool:
    return verdict.startswith(("favours", "puts"))


def _decks(levels: Sequence[Level]) -> Iterable[ReportFinding]:
    """Yield decks that are too strong or too weak against all others together, at all levels."""
    for same in zip(*(level.ratings for level in levels), strict=True):
        deck, scores = same[-1].deck, [one.score for one in same]
        told = f"{percent(scores[-1])} of its games against all others"
        if all(score.low > FAIR_OF_TWO[1] for score in scores):
            yield ReportFinding("unfair", deck, "", f"{deck} is too strong: it wins {told}")
        elif all(score.high < FAIR_OF_TWO[0] for score in scores):
            yield ReportFinding("unfair", deck, "", f"{deck} is too weak: it wins {told}")


def _pairings(verdicts: Sequence[Verdict], levels: Sequence[Level]) -> Iterable[ReportFinding]:
    for at, verdict in enumerate(verdicts):
        same = [(level.level, level.pairings[at]) for level in levels]
        if verdict.verdict == DISAGREE:
            told = ", ".join(f"{name}: {pairing.verdict}" for name, pairing in same)
            text = f"Who wins between {verdict.first} and {verdict.second} depends on the players ({told})"
            yield ReportFinding("levels", "", "", text)
        elif verdict.verdict.startswith("favours"):
            yield _unfair(same[-1][1])
    open_ones = [verdict for verdict in verdicts if verdict.verdict == NOT_ENOUGH]
    yield from _open([(f"{one.first} and {one.second}", one.needed) for one in open_ones], len(verdicts), "pairing")
    yield from _all_balanced([one.verdict for one in verdicts], "pairing")


def _open(open_ones: Sequence[tuple[str, int | None]], count: int, noun: str) -> Iterable[ReportFinding]:
    """Yield that some pairings or line-ups need more games, and the cheapest of them to settle."""
    if not open_ones:
        return
    subject = f"{len(open_ones)} of {count} {noun}s need" if count > 1 else f"The {noun} needs"
    known = [(needed, names) for names, needed in open_ones if needed is not None]
    least, names = min(known, key=lambda both: both[0], default=(0, ""))
    about = f": about {least:,} for {names}" if least else ""
    yield ReportFinding("games", "", "", f"{subject} more games for a verdict{about}")


def _all_balanced(verdicts: Sequence[str], noun: str) -> Iterable[ReportFinding]:
    if verdicts and all(verdict == BALANCED for verdict in verdicts):
        text = f"All {noun}s are balanced" if len(verdicts) > 1 else f"The {noun} is balanced"
        yield ReportFinding("fair", "", "", text)


def _unfair(pairing: Pairing) -> ReportFinding:
    first, second, score = pairing.first, pairing.second, pairing.score
    if score.estimate < 0.5:
        first, second, score = second, first, score.flipped
    return ReportFinding(
        "unfair", first, "", f"{first} is too strong for {second}: it wins {percent(score)} of the games"
    )


def _counters(level: Level) -> Iterable[ReportFinding]:
    """Yield decks that do better against another than their ratings say, as scissors do against paper."""
    told = [pairing for pairing in level.pairings if pairing.games and len(level.ratings) > 2]
    chances = [erfc(Z * abs(p.score.estimate - p.expected) / p.score.half_width / sqrt(2)) for p in told]
    for pairing, is_sure in zip(told, holm(chances), strict=True):
        if is_sure:
            first, second, score, hope = pairing.first, pairing.second, pairing.score, pairing.expected
            if score.estimate < hope:
                first, second, score, hope = second, first, score.flipped, 1 - hope
            text = f"{first} counters {second}: it wins {percent(score)}; their ratings predict {share(hope)}"
            yield ReportFinding("counter", first, "", text)


def _decks_of_experts(levels: Sequence[Level]) -> Iterable[ReportFinding]:
    """Yield decks whose rating differs between the weakest and the strongest players."""
    for weak, strong in zip(levels[0].ratings, levels[-1].ratings, strict=True):
        if strong.elo.low > weak.elo.high or strong.elo.high < weak.elo.low:
            yield _of_experts(weak, strong, levels)


def _of_experts(weak: Rating, strong: Rating, levels: Sequence[Level]) -> ReportFinding:
    change = f"{rating(weak.elo.estimate)} at {levels[0].level}, {rating(strong.elo.estimate)} at {levels[-1].level}"
    players = "better players" if strong.elo.low > weak.elo.high else "worse players"
    text = f"{strong.deck} is stronger with {players}: its rating is {change}"
    return ReportFinding("skill", strong.deck, "", text)


def _impacts(cards: Sequence[CardUse]) -> Iterable[ReportFinding]:
    """Yield the strongest cards of each deck, and all cards that harm their deck."""
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
                often = f"had an effect in only {effect.games}" if effect.games else "never had an effect"
                text = f"{card.name} of {card.deck} was played in {games_in_words(card.played)}, but its '{effect.name}' {often}"
                yield ReportFinding("effect", card.deck, card.id, text)


def _seats(setup: Setup, level: Level) -> Iterable[ReportFinding]:
    """Yield seats that surely win more or less than their share; several seats are judged together (Holm)."""
    seat = level.seat
    if setup.is_duel and (seat.low > 0.5 or seat.high < 0.5):
        kind = "an advantage" if seat.low > 0.5 else "a disadvantage"
        yield ReportFinding("seat", "", "", f"The first player has {kind}: they win {percent(seat)} of the games")
    fair = level.fair_seat
    chances = [erfc(Z * abs(one.estimate - fair) / one.half_width / sqrt(2)) for one in level.seats]
    for number, (one, is_sure) in enumerate(zip(level.seats, holm(chances), strict=True), 1):
        if is_sure:
            kind = "an advantage" if one.estimate > fair else "a disadvantage"
            text = f"Seat {number} has {kind}: it wins {percent(one)} of the games, where {share(fair)} would be fair"
            yield ReportFinding("seat", "", "", text)


def _undecided(level: Level) -> Iterable[ReportFinding]:
    if level.undecided.low > TEDIOUS:
        yield ReportFinding("undecided", "", "", f"Many games are undecided: {percent(level.undecided)}")


def _skill(skill: Sequence[SkillGap]) -> Iterable[ReportFinding]:
    for gap in skill:
        text = f"{gap.level} wins {percent(gap.score)} against {gap.below}"
        if gap.gain:
            text = f"{gap.level} wins {points(gap.gain)} points more often than {gap.below}"
        if gap.verdict == HIDDEN:
            yield ReportFinding("skill", gap.deck, "", f"With {gap.deck} skill does not show: {text}")
        elif gap.verdict in (REWARDS, FORGIVES) and gap.than_others:
            more = f"{points(gap.than_others)} points compared with them"
            yield ReportFinding("skill", gap.deck, "", f"{gap.deck} {gap.verdict} more than the others: {text}, {more}")
