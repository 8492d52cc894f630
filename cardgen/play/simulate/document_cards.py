"""Report on the cards of a deck: faces, what each adds to its deck, and how it is used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import ceil

from cardgen.play.simulate.document_parts import bar_cell, changes_plot, impact_cell
from cardgen.play.simulate.findings import DEAD, SELDOM
from cardgen.play.simulate.formats import percent, points, share
from cardgen.play.simulate.intervals import Interval
from cardgen.play.simulate.report_cards import CardUse, Contribution, EffectUse
from cardgen.report.sections import (
    CardPicture,
    Cards,
    Cell,
    CellContent,
    DataTable,
    Head,
    Part,
    Remark,
    ReportColumn,
    Row,
    Section,
    Tone,
)

_ADDED = (
    "Percentage points that a card adds to the score of the deck, compared with a blank in its place with the same luck. "
    "Dark bars are significant for all cards of the report together; the others may be chance."
)
_ADDED_TOGETHER = (
    "Percentage points that each adds to the share of games won, compared with a blank in its place with the same luck. "
    "Dark bars are significant for all of the report together; the others may be chance."
)


def card_key(deck: str, card: str) -> str:
    """Return the key of the picture of a card."""
    return f"{deck}/{card}"


def limit_of(parts: Iterable[CardUse | Contribution]) -> float:
    """Return the end of the axis of impacts."""
    ends = [abs(end) for one in parts if one.impact for end in (one.impact.gain.low, one.impact.gain.high)]
    return max(ceil(50 * max(ends, default=0.0)) / 50, 0.1)


def card_section(deck: str, cards: Sequence[CardUse], limit: float) -> Section:
    """Return the cards of a deck, the best first, with surely dead ones marked."""
    ranked = sorted(cards, key=_worth, reverse=True)
    parts: list[Part] = [Cards([_picture(deck, card) for card in ranked])]
    tried = any(card.impact for card in cards)
    if tried:
        parts += _impacts(ranked, limit, _ADDED)
    columns: Head = [
        ReportColumn("card", is_text=True),
        ReportColumn("kind", is_text=True),
        "drawn",
        ReportColumn("dead", only="terminal"),
        ReportColumn("then never played", only="page"),
        "win if drawn",
        *(["impact"] if tried else []),
        ReportColumn("games with an effect, of those in which it was played", is_text=True, only="page"),
    ]
    rows: list[Row] = []
    for card in ranked:
        is_dead = card.dead.low > DEAD
        rows.append(
            [
                card.name,
                _words(card.group),
                Cell(share(card.drawn), bar=card.drawn),
                Cell(share(card.dead.estimate), "bad" if is_dead else ""),
                bar_cell(card.dead, is_loud=is_dead),
                percent(card.with_it),
                *([impact_cell(card.impact)] if tried else []),
                tuple(_effect(card, effect) for effect in card.effects),
            ]
        )
    return Section(f"Cards of {deck}", [*parts, DataTable(columns, rows)])


def team_card_section(deck: str, cards: Sequence[CardUse]) -> Section:
    """Return the use of the cards of a deck in won and in lost games of a team."""
    ranked = sorted(cards, key=_worth_together, reverse=True)
    pictures = Cards([_picture(deck, card) for card in ranked])
    return Section(f"Cards of {deck}", [pictures, *_uses(ranked, "card")])


def contribution_sections(contributions: Sequence[Contribution]) -> Iterator[Section]:
    """Yield what contributes to a team besides cards, by deck and group."""
    for deck, group in dict.fromkeys((one.deck, one.group) for one in contributions):
        own = [one for one in contributions if (one.deck, one.group) == (deck, group)]
        ranked = sorted(own, key=_worth_together, reverse=True)
        yield Section(f"{_words(group).capitalize()} of {deck}", [*_uses(ranked, "")])


def _uses(ranked: Sequence[CardUse] | Sequence[Contribution], kind: str) -> Iterator[Part]:
    tried = any(one.impact for one in ranked)
    if tried:
        yield from _impacts(ranked, limit_of(ranked), _ADDED_TOGETHER)
    more = [ReportColumn("kind", is_text=True), ReportColumn("drawn", only="page")] if kind else []
    columns: Head = [kind, *more, "used in won games", "in lost games", *(["impact"] if tried else [])]
    rows: list[Row] = []
    for one in ranked:
        row: list[CellContent] = [one.name]
        if isinstance(one, CardUse):
            row += [_words(one.group), Cell(share(one.drawn), bar=one.drawn)]
        use = one.use
        row += [_use_cell(use.won, is_loud=not use.games_won), _use_cell(use.lost)] if use else ["", ""]
        rows.append([*row, *([impact_cell(one.impact)] if tried else [])])
    yield DataTable(columns, rows)


def _impacts(ranked: Sequence[CardUse] | Sequence[Contribution], limit: float, note: str) -> Iterator[Part]:
    """Yield a plot of what each adds."""
    tried = sorted(
        ((one.name, one.impact) for one in ranked if one.impact), key=lambda both: both[1].gain.estimate, reverse=True
    )
    yield Remark(note, only="page")
    yield changes_plot(((name, impact.gain, impact.significant) for name, impact in tried), limit)


def _use_cell(rate: Interval, *, is_loud: bool = False) -> Cell:
    return replace(bar_cell(rate, is_loud=is_loud), text=percent(rate))


def _picture(deck: str, card: CardUse) -> CardPicture:
    """Return the face of a card, marked if it is surely dead or surely makes a difference."""
    impact, lines = card.impact, list[str]()
    tone: Tone = ""
    if impact:
        tone = "" if not impact.significant else "good" if impact.gain.estimate > 0 else "bad"
        lines = [f"{points(impact.gain)} points"]
    if card.dead.low > DEAD:
        tone = "bad"
        lines.append(f"{share(card.dead.estimate)} never played")
    elif not lines:
        lines.append(f"{share(card.with_it.estimate)} if drawn")
    return CardPicture(card_key(deck, card.id), card.name, lines, tone)


def _effect(card: CardUse, effect: EffectUse) -> Cell:
    rate = effect.games / card.played if card.played else 0.0
    return Cell(f"{share(rate)} {effect.name}", "bad" if rate < SELDOM else "", bar=rate)


def _worth(card: CardUse) -> tuple[bool, float]:
    return card.impact is not None, card.impact.gain.estimate if card.impact else card.with_it.estimate


def _worth_together(one: CardUse | Contribution) -> tuple[bool, float]:
    if one.impact:
        return True, one.impact.gain.estimate
    return False, one.use.won.estimate if one.use else 0.0


def _words(group: str) -> str:
    return group.replace("_", " ")
