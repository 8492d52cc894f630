"""Report on a playtest as a document: what stands out first, then who wins, how games go, and the cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardgen.play.simulate.document_cards import (
    card_key,
    card_section,
    contribution_sections,
    limit_of,
    team_card_section,
)
from cardgen.play.simulate.document_parts import ShortNames, rates_plot
from cardgen.play.simulate.document_people import people_section
from cardgen.play.simulate.document_results import line_up_sections, pairing_sections, verdict_section
from cardgen.play.simulate.document_team import team_sections
from cardgen.play.simulate.formats import STOPPED, games_in_words, percent, points, share, short_names
from cardgen.play.simulate.report import Level, Report, ReportFinding, SkillGap
from cardgen.play.simulate.report_setup import Setup
from cardgen.report.sections import (
    Cell,
    Columns,
    DataTable,
    Head,
    KeyPoint,
    KeyPoints,
    Part,
    Remark,
    ReportColumn,
    ReportDocument,
    Row,
    Section,
    Tone,
)

_NEVER_PLAYED = "dead: share of the games with the card drawn in which it was never played"
_INTERVALS = "in brackets: 95 % intervals"
_IMPACT = "impact: percentage points that a card adds to the score, compared with a blank; *: significant for all cards together"
_TONES: Mapping[str, Tone] = {
    "fair": "good",
    "order": "open",
    "games": "open",
    "team": "info",
    "ending": "info",
    "counter": "info",
    "card": "info",
    "seat": "info",
    "skill": "info",
}
"""Tone of each kind of finding; all others are problems."""
_MOST_BARS = 60  # of a histogram


def playtest_document(report: Report, pictures: Mapping[str, str] | None = None) -> ReportDocument:
    """Return the report of a playtest for people.

    Args:
        pictures: Faces of cards as `data:` addresses, by `card_key`.
    """
    title = f"Playtest: {', '.join(report.setup.decks)}"
    parts: list[Part] = [Remark(_played(report)), Remark(_counting(report.setup), only="page")]
    if report.games:
        parts += [_findings(report), *_body(report), *_legend(report)]
    elif report.people:
        parts.append(people_section(report.people))
    return ReportDocument(title, parts, pictures or {})


def _played(report: Report) -> str:
    """Return the line that says what was played."""
    setup = report.setup
    level = "levels" if len(setup.levels) > 1 else "level"
    rules = "".join(f", {name}={value}" for name, value in setup.rules.items())
    stopped = f"; {STOPPED[report.stopped]}" if report.stopped else ""
    if report.left_out:
        stopped += f", {games_in_words(report.left_out)} left out"
    return f"{games_in_words(report.games)}, {level} {', '.join(setup.levels)}, seed {setup.seed}{rules}{stopped}"


def _counting(setup: Setup) -> str:
    """Return how games count, and which of them belong together."""
    if setup.is_cooperative:
        told = "all players win or lose together, and undecided games count as half."
    elif setup.is_duel:
        told = "undecided games count as half."
    else:
        told = (
            f"each line-up is played in rounds of {len(setup.teams)} games with the same luck, in which every player has "
            "each seat once; players who share a win share its point. "
            f"A score of {share(setup.fair_share)} is fair."
        )
    return f"cardgen {setup.version}. Bars and brackets are 95 % intervals; {told}"


def _findings(report: Report) -> Section:
    parts: list[Part] = [KeyPoints([_finding(one) for one in report.findings])]
    if not report.setup.impact and any(finding.kind == "unfair" for finding in report.findings):
        hint = " To see which cards cause it, add --impact 400: it replaces each card by a blank."
        parts.append(Remark(hint, only="terminal"))
    return Section("What stands out", parts)


def _finding(finding: ReportFinding) -> KeyPoint:
    key = card_key(finding.deck, finding.card) if finding.card else ""
    return KeyPoint(finding.text, _TONES.get(finding.kind, "bad"), key)


def _body(report: Report) -> Iterator[Section]:
    setup = report.setup
    names = short_names(setup.decks)
    several = len(setup.levels) > 1
    if several and len(names) > 1 and not setup.is_cooperative:
        yield verdict_section(report, names)
    for level in report.levels:
        at = f" at level {level.level}" if several else ""
        if setup.is_cooperative:
            yield from team_sections(setup, level, at)
        else:
            yield from (pairing_sections if setup.is_duel else line_up_sections)(setup, level, at, names)
    if report.people:
        yield people_section(report.people)
    yield from _games(report)
    if report.skill:
        yield _skill(report, names)
    strongest = report.strongest
    if strongest.cards:  # a game may have no cards
        yield _types(names, strongest)
    yield from contribution_sections(strongest.contributions)
    limit = limit_of(strongest.cards)
    for deck in setup.decks:
        cards = [card for card in strongest.cards if card.deck == deck]
        if cards:
            yield team_card_section(deck, cards) if setup.is_cooperative else card_section(deck, cards, limit)


def _legend(report: Report) -> Iterator[Part]:
    has_dead = report.strongest.cards and not report.setup.is_cooperative
    yield Remark("; ".join([*([_NEVER_PLAYED] if has_dead else []), _INTERVALS]), only="terminal")
    if report.setup.impact:
        yield Remark(_IMPACT, only="terminal")
    for title, names in (("Never used in any game", report.unused), ("Words without effect", report.unused_words)):
        if names:
            yield Remark(f"{title}: {', '.join(names)}")


def _games(report: Report) -> Iterator[Section]:
    """Yield what is true of all games, with their length."""
    levels, turns = report.levels, report.setup.turn_words[1]
    rows: list[Row] = (
        [] if report.setup.is_cooperative else [["first player wins", *(percent(one.seat) for one in levels)]]
    )
    rows += [
        [f"{turns}, median and 95 %", *(f"{one.turns:.0f}, {one.turns_95:.0f}" for one in levels)],
        ["decisions, median", *(f"{one.decisions:.0f}" for one in levels)],
        ["undecided", *(percent(one.undecided) for one in levels)],
        ["won from far behind", *(percent(one.comebacks) for one in levels)],
    ]
    several = len(levels) > 1
    lengths = [
        Section(
            f"{turns.capitalize()} of a game" + (f" at level {one.level}" if several else ""),
            [_histogram(one.lengths, turns)],
        )
        for one in levels
    ]
    yield Section("All games", [DataTable(("", *(one.level if several else "" for one in levels)), rows), *lengths])


def _histogram(counts: Sequence[tuple[int, int]], label: str) -> Columns:
    """Return a histogram of whole numbers.

    Args:
        counts: Each number with its frequency, in ascending order.
    """
    wide = counts[-1][0] // _MOST_BARS + 1
    bars = [0] * (counts[-1][0] // wide + 1)
    for number, count in counts:
        bars[number // wide] += count
    return Columns(f"games by their {label}", [str(at * wide) for at in range(len(bars))], [("", bars)])


def _skill(report: Report, names: ShortNames) -> Section:
    setup = report.setup
    title = "Skill: the better player's score, same deck"
    note = f"Each deck against itself: score of the better player. At {share(setup.fair_share)} skill does not matter."
    if setup.is_cooperative:
        title = "Skill: games won by better players, and how many more than worse ones win"
        note = "Games won by a team of better players, and how many more that is than a team of worse players wins."
    marks = [(f"{_of_gap(setup, gap)}: {gap.level} – {gap.below}", gap.score) for gap in report.skill]
    columns: Head = [
        "deck",
        ReportColumn("players", is_text=True),
        ReportColumn("games", only="page"),
        "score",
        "than others",
        ReportColumn("", is_text=True),
    ]
    rows: list[Row] = [
        [
            Cell(_of_gap(setup, gap), short=_of_gap(setup, gap, names)),
            f"{gap.level} : {gap.below}",
            str(gap.games),
            f"{percent(gap.score)}, {points(gap.gain)}" if gap.gain else percent(gap.score),
            points(gap.than_others) if gap.than_others else "",
            gap.verdict,
        ]
        for gap in report.skill
    ]
    return Section(title, [Remark(note, only="page"), rates_plot(marks), DataTable(columns, rows)])


def _of_gap(setup: Setup, gap: SkillGap, names: ShortNames | None = None) -> str:
    deck = names[gap.deck] if names else gap.deck
    return ", ".join([deck, *([gap.variant.name] if gap.variant and setup.variants else [])])


def _types(names: ShortNames, level: Level) -> Section:
    used = {(use.group, use.deck): f"{use.used:.2f}" for use in level.groups}
    rows: list[Row] = [
        [group.replace("_", " "), *(used.get((group, deck), "") for deck in names)]
        for group in dict.fromkeys(use.group for use in level.groups)
    ]
    return Section("Cards played, by type", [DataTable(("", *names.values()), rows, is_grid=len(names) > 3)])
