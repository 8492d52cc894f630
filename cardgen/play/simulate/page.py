"""Render the report of a playtest as one HTML page: what stands out, then tables and plots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import ceil

from cardgen.play.simulate import plots
from cardgen.play.simulate.findings import DEAD, SELDOM
from cardgen.play.simulate.formats import STOPPED, change, percent, points, rating, share, versus
from cardgen.play.simulate.page_team import STYLE_OF_TEAM, contribution_sections, team_card_section, team_sections
from cardgen.play.simulate.report import Level, Report, Setup, SkillGap
from cardgen.play.simulate.report_cards import CardUse, EffectUse
from cardgen.play.simulate.tally import rates_of
from cardgen.play.simulate.verdicts import FAIR_OF_TWO, fair_range
from cardgen.report.html import page, table
from cardgen.report.plots import heat, histogram

STYLE = """
.cards th:last-child, .cards td:last-child { text-align: left; }
.findings { list-style: none; padding: 0; }
.findings li { border-left: 6px solid #a12a1e; padding: .2rem .8rem; margin: .35rem 0; background: #faf6f5; }
.findings .fair { border-color: #17663a; } .findings .games { border-color: #d9a400; }
.findings .counter, .findings .card, .findings .seat, .findings .skill { border-color: #1d5b8f; }
.balanced { color: #17663a; font-weight: 600; } .favours { color: #a12a1e; font-weight: 600; } .open { color: #7a5a00; }
"""


def render_page(report: Report) -> str:
    """Return the page of a report."""
    title = f"Playtest: {', '.join(report.setup.decks)}"
    parts = [f"<h1>{escape(title)}</h1>", f'<p class="note">{_played(report)}</p>']
    return page(title, [*parts, *(_body(report) if report.games else ())], STYLE + STYLE_OF_TEAM)


def _played(report: Report) -> str:
    """Return the line that says how the games were played."""
    setup = report.setup
    told = [
        f"{report.games} games",
        f"level{'s' * (len(setup.levels) > 1)} {' and '.join(setup.levels)}",
        f"seed {setup.seed}",
    ]
    told += [f"{name}={value}" for name, value in setup.rules.items()]
    told += [f"cardgen {setup.version}", *([STOPPED[report.stopped]] if report.stopped else [])]
    return escape(", ".join(told)) + ". Bars and brackets are 95 % intervals; " + _counting(report.setup)


def _counting(setup: Setup) -> str:
    """Return how games count, and which of them belong together."""
    if setup.is_cooperative:
        return "all players win or lose together, and undecided games count as half."
    if setup.is_duel:
        return "undecided games count as half."
    return (
        f"each line-up is played in rounds of {len(setup.teams)} games with the same luck, in which every player has each "
        f"seat once; players who share a win share its point. A score of {share(setup.fair_share)} is fair."
    )


def _body(report: Report) -> Iterable[str]:
    yield "<h2>What stands out</h2>"
    items = "".join(f'<li class="{one.kind}">{escape(one.text)}</li>' for one in report.findings)
    yield f'<ul class="findings">{items}</ul>' if items else "<p>Nothing.</p>"
    if len(report.setup.levels) > 1 and not report.setup.is_cooperative:
        yield "<h2>Verdicts over all levels</h2>"
        rows = [[escape(f"{v.first} – {v.second}"), _verdict(v.verdict)] for v in report.verdicts]
        rows += [[escape(versus(v.decks)), _verdict(v.verdict)] for v in report.line_up_verdicts]
        yield table(("pairing" if report.setup.is_duel else "line-up", "verdict"), rows)
    for level in report.levels:
        at = f" at level {escape(level.level)}" if len(report.setup.levels) > 1 else ""
        if report.setup.is_duel:
            yield from _pairings(report.setup, level, at)
        else:
            shown = (
                team_sections(report.setup, level, at)
                if report.setup.is_cooperative
                else _line_ups(report.setup, level, at)
            )
            yield from shown
    for level in report.levels:
        at = f" at level {escape(level.level)}" if len(report.setup.levels) > 1 else ""
        yield from _games(report.setup, level, at)
    if report.skill:
        yield from _skill(report.setup, report.skill)
    yield from _types(report.setup.decks, report.strongest)
    gains = [card.impact.gain for card in report.strongest.cards if card.impact]
    most = ceil(50 * max((abs(end) for gain in gains for end in (gain.low, gain.high)), default=0.0)) / 50
    for deck in report.setup.decks:
        own = [one for one in report.strongest.contributions if one.deck == deck]
        yield from contribution_sections(deck, own)
        if report.setup.is_cooperative:
            yield from team_card_section(deck, [card for card in report.strongest.cards if card.deck == deck])
            continue
        yield from _cards(deck, [card for card in report.strongest.cards if card.deck == deck], max(most, 0.1))
    for title, names in (("Never used in any game", report.unused), ("Words without effect", report.unused_words)):
        if names:
            yield f"<h2>{title}</h2><p>{escape(', '.join(names))}</p>"


def _pairings(setup: Setup, level: Level, at: str) -> Iterable[str]:
    decks = setup.decks
    yield f"<h2>Pairings{at}</h2>"
    yield '<p class="note">Score of the first deck. A pairing is balanced if its whole bar lies in the shaded part.</p>'
    marks = [(f"{p.first} – {p.second}", p.score) for p in level.pairings]
    yield plots.intervals(marks, 0.0, 1.0, share, band=FAIR_OF_TWO)
    rows = []
    for p in level.pairings:
        cells = (p.games, p.won, p.lost, p.undecided, f"{p.turns:.0f}")
        need = f"{p.needed:,}" if p.needed else ""
        names = escape(f"{p.first} – {p.second}")
        rows.append([names, *map(str, cells), percent(p.seat), _verdict(p.verdict), need])
    head = (
        "pairing",
        "games",
        "won",
        "lost",
        "even",
        setup.turn_words[1],
        "first player wins",
        "verdict",
        "games needed",
    )
    yield table(head, rows)
    if len(decks) > 2:
        yield f"<h3>Win rates{at}, row against column</h3>"
        yield _matrix(decks, level)
    if len(decks) > 1:
        yield f"<h3>Ratings{at}</h3>"
        yield '<p class="note">On the scale of Elo, with mean 0; 100 points more are a score of 64 %.</p>'
        elo = sorted(
            ((f"{one.deck}, {percent(one.score)}", one.elo) for one in level.ratings),
            key=lambda mark: -mark[1].estimate,
        )
        limit = max([100.0, *(max(abs(mark.low), abs(mark.high)) for _, mark in elo)])
        yield plots.intervals(elo, -limit, limit, rating)


def _verdict(verdict: str) -> str:
    kind = (
        "balanced"
        if verdict == "balanced"
        else "favours"
        if verdict.startswith(("favours", "levels", "puts"))
        else "open"
    )
    return f'<span class="{kind}">{escape(verdict)}</span>'


def _matrix(decks: Sequence[str], level: Level) -> str:
    rates = rates_of(level.pairings)
    rows = []
    for row in decks:
        cells = [f"<td>{escape(row)}</td>"]
        for other in decks:
            rate = rates.get((row, other))
            limits = f"<br/><small>{100 * rate.low:.0f} to {100 * rate.high:.0f}</small>" if rate else ""
            text = f"{share(rate.estimate)}{limits}" if rate else ""
            cells.append(f'<td style="background:{heat(rate.estimate) if rate else "#eee"}">{text}</td>')
        rows.append("<tr>" + "".join(cells) + "</tr>")
    head = "".join(f"<th>{escape(name)}</th>" for name in ("", *decks))
    return f'<div class="scroll"><table class="heat"><tr>{head}</tr>{"".join(rows)}</table></div>'


def _line_ups(setup: Setup, level: Level, at: str) -> Iterable[str]:
    band = fair_range(setup.fair_share)
    yield f"<h2>Line-ups{at}</h2>"
    yield '<p class="note">Score of each deck. A line-up is balanced if all its bars lie in the shaded part.</p>'
    marks = [(f"{one.deck} in {versus(line.decks)}", one.score) for line in level.line_ups for one in line.scores]
    yield plots.intervals(marks, 0.0, 1.0, share, band=band)
    rows = []
    for line in level.line_ups:
        cells = (line.games, line.undecided, f"{line.turns:.0f}")
        need = f"{line.needed:,}" if line.needed else ""
        rows.append([escape(versus(line.decks)), *map(str, cells), _verdict(line.verdict), need])
    yield table(("line-up", "games", "undecided", setup.turn_words[1], "verdict", "games needed"), rows)
    if level.deck_scores and len(level.line_ups) > 1:
        yield f"<h3>Decks over all line-ups{at}</h3>"
        ranked = sorted(level.deck_scores, key=lambda one: -one.score.estimate)
        yield plots.intervals([(f"{one.deck}, {one.verdict}", one.score) for one in ranked], 0.0, 1.0, share, band=band)
    yield f"<h3>Seats{at}</h3>"
    marks = [(f"seat {number}", seat) for number, seat in enumerate(level.seats, 1)]
    yield plots.intervals(marks, 0.0, 1.0, share, band=band)


def _games(setup: Setup, level: Level, at: str) -> Iterable[str]:
    yield f"<h2>All games{at}</h2>"
    turns = setup.turn_words[1]
    rows = [] if setup.is_cooperative else [["first player wins", percent(level.seat)]]
    rows += [
        [f"{turns}, median and 95 %", f"{level.turns:.0f}, {level.turns_95:.0f}"],
        ["decisions, median", f"{level.decisions:.0f}"],
        ["undecided", percent(level.undecided)],
        ["won from far behind", percent(level.comebacks)],
    ]
    yield table(("", ""), rows)
    yield f"<h3>{turns.capitalize()} of a game</h3>"
    yield histogram(level.lengths, turns)


def _skill(setup: Setup, skill: Sequence[SkillGap]) -> Iterable[str]:
    yield "<h2>Skill</h2>"
    if setup.is_cooperative:
        told = "Games won by a team of better players, and how many more that is than a team of worse players wins."
    else:
        fair = share(setup.fair_share)
        told = f"Each deck against itself: score of the better player. At {fair} skill does not matter."
    yield f'<p class="note">{told}</p>'
    marks = [(_name_of_gap(setup, gap), gap.score) for gap in skill]
    yield plots.intervals(marks, 0.0, 1.0, share)
    rows = [
        [
            escape(name),
            str(gap.games),
            *([points(gap.gain) if gap.gain else ""] if setup.is_cooperative else []),
            points(gap.than_others) if gap.than_others else "",
            escape(gap.verdict),
        ]
        for (name, _), gap in zip(marks, skill, strict=True)
    ]
    more = ["points more than worse players"] if setup.is_cooperative else []
    yield table(("deck and players", "games", *more, "points more than the other decks", ""), rows)


def _name_of_gap(setup: Setup, gap: SkillGap) -> str:
    variant = f", {gap.variant.name}" if gap.variant and setup.variants else ""
    return f"{gap.deck}{variant}: {gap.level} – {gap.below}"


def _types(decks: Sequence[str], level: Level) -> Iterable[str]:
    groups = list(dict.fromkeys(use.group for use in level.groups))
    used = {(use.deck, use.group): f"{use.used:.2f}" for use in level.groups}
    yield "<h2>Cards played in a game, by type</h2>"
    rows = [[escape(deck), *(used.get((deck, group), "") for group in groups)] for deck in decks]
    yield table(("deck", *(group.replace("_", " ") for group in groups)), rows)


def _cards(deck: str, cards: Sequence[CardUse], limit: float) -> Iterable[str]:
    yield f"<h2>Cards of {escape(deck)}</h2>"
    tried = [(card.name, card.impact) for card in cards if card.impact]
    if tried:
        tried.sort(key=lambda both: -both[1].gain.estimate)
        yield (
            '<p class="note">Percentage points that a card adds to the score of the deck, compared with a blank in its '
            "place with the same luck. Dark bars are significant for all cards of the report together; the others may "
            "be chance.</p>"
        )
        marks = [(name, impact.gain) for name, impact in tried]
        yield plots.intervals(marks, -limit, limit, change, strong=[one.significant for _, one in tried])
    rows = [
        [
            escape(card.name),
            escape(card.group.replace("_", " ")),
            plots.bar(card.drawn),
            plots.rate_bar(card.dead, loud=card.dead.low > DEAD),
            percent(card.with_it),
            "<br/>".join(_effect(card, effect) for effect in card.effects),
        ]
        for card in sorted(cards, key=lambda card: -card.with_it.estimate)
    ]
    head = (
        "card",
        "kind",
        "drawn",
        "then never played",
        "score if drawn",
        "games with an effect, of those in which it was played",
    )
    yield table(head, rows, "cards")


def _effect(card: CardUse, effect: EffectUse) -> str:
    rate = effect.games / card.played if card.played else 0.0
    return f"{plots.bar(rate, loud=rate < SELDOM)} {escape(effect.name)}"
