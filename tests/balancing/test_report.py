"""What the assistant says: sentences, page, targets."""

import re
from dataclasses import replace
from itertools import product
from pathlib import Path
from xml.etree import ElementTree
from zlib import crc32

import pytest
from recorded import check_recorded
from report_lines import report_lines

from cardgen.balancing.conclusions import conclude
from cardgen.balancing.document import balance_document, numbers_document
from cardgen.balancing.output import check_outputs, why_not_written, write_page
from cardgen.balancing.result import (
    SECOND,
    BalanceReport,
    BalanceSetup,
    Blame,
    Influence,
    NumberChange,
    PairingRate,
    Proposal,
)
from cardgen.balancing.search import Found
from cardgen.balancing.space import Number, Space
from cardgen.balancing.targets import parse_targets, target_of
from cardgen.pipeline import report_page
from cardgen.play.simulate.intervals import Interval
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.html import render_page
from cardgen.report.sections import DataTable, Intervals

SETUP = BalanceSetup(("<suns>", "moons"), ("<suns>",), ("script",), (), 400, 0, 0.05, 3, 2, "0")
SPACE = Space((Number(0, "power of Dory", 4, -3, 3),), ())


def proposal(score, *changes):
    rate = PairingRate("<suns>", "moons", "script", 0.5, None, Interval(score - 0.03, score, score + 0.03), 200)
    is_met = rate.is_met(0.05)
    return Proposal(changes, len(changes), len(changes), (rate,), (), is_met, rate.is_sure(0.05))


BEFORE = proposal(0.65)
CHANGE = NumberChange("<suns>", "ships/dory", "power of Dory", 4, 1, "suns.yaml:3:4")
PLAYED = Found(None, None, retest={((), 0): {0: 0.5}})


def sentences(before, proposals, blame=(), tested=None):
    tested = proposals if tested is None else tested
    best = [((0, -3),)]
    told = conclude(SETUP, SPACE, PLAYED, before, proposals, tested, blame, best, is_hopeless=bool(blame))
    return " ".join(told)


def test_a_proposal_that_does_it_is_said_to():
    assert sentences(BEFORE, [proposal(0.51, CHANGE)]).startswith("Proposal 1 meets the target with 1 change, in games")


def test_a_doubtful_one_says_how_many_games_would_tell():
    """An interval of 3 points to each side, 1 point from the limit, must be a third as wide: nine times 400 games."""
    told = sentences(BEFORE, [proposal(0.54, CHANGE)])
    assert "Proposal 1 seems to meet the target with 1 change" in told
    assert "About --games 3,600 would tell, 9 times as many." in told
    assert "would tell" not in sentences(BEFORE, [proposal(0.51, CHANGE)])


def test_nothing_is_proposed_for_what_may_be_chance():
    """An interval of 3 points to each side, 2 points from the limit: two and a quarter times 400 games would tell."""
    told = sentences(proposal(0.57), [])
    assert told.startswith("It is not certain that the decks as they are miss the target: farthest off is <suns>")
    assert told.endswith("No change is proposed for what may be chance. About --games 900 would tell, 2 times as many.")
    assert sentences(proposal(0.5774), []).endswith("would tell, 1.2 times as many.")
    assert "not certain" not in sentences(BEFORE, [proposal(0.51, CHANGE)])


def test_changes_that_do_not_help_are_not_proposed():
    told = sentences(BEFORE, [], tested=[proposal(0.57, CHANGE)])
    assert told.startswith("No change that was tried is better than the decks as they are by more than chance")
    assert "About --games" in told
    assert "would tell" not in sentences(BEFORE, [], tested=[proposal(0.62, CHANGE)]), "these have told it"


def test_a_deck_on_target_needs_no_change():
    told = sentences(proposal(0.5), [])
    assert "No change is needed" in told
    assert "Proposal" not in told


def test_numbers_that_cannot_do_it_name_the_limit_and_the_card():
    blame = Blame("<suns>", "ships/dory", "Dory", 0.12, (("moons", "script", 0.12),))
    told = sentences(BEFORE, [proposal(0.6, CHANGE)], [blame])
    assert "Numbers alone cannot do it" in told
    assert "as far as it may with power of Dory" in told
    assert "The card to blame is Dory: it adds +12 points" in told


def test_a_card_of_a_deck_that_wins_too_little_adds_too_little():
    """What counts is the score of its own deck, also where another deck wins far too much."""
    blame = Blame("<suns>", "ships/dory", "Dory", 0.02, (("moons", "script", -0.03), ("stars", "greedy", 0.03)))
    other = PairingRate("moons", "stars", "script", 0.5, None, Interval(0.9, 0.95, 0.98), 200)
    weak = proposal(0.35, CHANGE)
    told = sentences(proposal(0.3), [replace(weak, rates=(*weak.rates, other))], [blame])
    assert (
        "Dory: it adds only +2 points to the score of <suns>, and what it does must change. "
        "It adds +3 against stars at greedy and -3 against moons at script."
    ) in told
    near = replace(blame, pairings=(("moons", "script", 0.0), ("stars", "greedy", 0.05)))
    assert sentences(BEFORE, [proposal(0.6, CHANGE)], [near]).endswith("what it does must change.")


def test_too_few_games_do_not_blame_the_numbers():
    doubtful = replace(BEFORE, rates=(replace(BEFORE.rates[0], tested=Interval(0.49, 0.56, 0.63)),), is_met=False)
    told = sentences(BEFORE, [doubtful])
    assert "Numbers alone cannot do it" not in told
    assert "So few games do not tell whether numbers alone can do it. About --games" in told


def test_nothing_is_proposed_before_a_change_was_played():
    told = conclude(SETUP, SPACE, replace(PLAYED, is_stopped=True), BEFORE, [], [], (), [], is_hopeless=False)
    assert told[0].startswith("The run was stopped before a change of numbers was played")


def test_a_level_that_was_not_played_has_no_score():
    setup = replace(SETUP, levels=("script", "greedy"))
    told = conclude(setup, SPACE, PLAYED, replace(BEFORE, is_met=False), [], [], (), [], is_hopeless=False)
    assert told[0].startswith("Nothing is known of greedy:")


@pytest.mark.parametrize(
    ("low", "score", "high", "verdict"),
    [
        (0.47, 0.5, 0.53, "on target"),
        (0.44, 0.5, 0.56, "on target?"),
        (0.54, 0.58, 0.62, "off?"),
        (0.36, 0.4, 0.44, "off"),
        (0.45, 0.5, 0.55, "on target"),
        (0.55, 0.58, 0.62, "off?"),
        (0.36, 0.4, 0.45, "off?"),
        (0.5, 0.55, 0.6, "on target?"),
    ],
)
def test_a_verdict_is_doubtful_as_long_as_the_interval_is(low, score, high, verdict):
    assert replace(BEFORE.rates[0], tested=Interval(low, score, high)).verdict(0.05) == verdict


def test_the_page_is_whole_and_fetches_nothing():
    influence = Influence("<suns>", "power of Dory", Interval(0.01, 0.03, 0.05))
    report = BalanceReport(SETUP, "", 400, ("Done <b>.",), BEFORE, (proposal(0.51, CHANGE),), (influence,))
    shown = render_page(balance_document(report))
    body = ElementTree.fromstring(re.search(r"<body>.*</body>", shown, re.S)[0].replace("<br>", "<br/>"))
    plots = [one for one in body.iter("ul") if (one.get("class") or "").startswith("intervals")]
    assert len(plots) == 4  # as it is, the proposal, all of them, the numbers
    assert not re.search(r"https?:|src=|href=|url\(|@import|<b>\.", shown)
    empty = render_page(
        balance_document(replace(report, proposals=(), influences=(), before=replace(BEFORE, rates=())))
    )
    assert 'class="intervals' not in empty.partition("<body>")[2]


def test_what_was_not_played_before_the_changes_has_no_score_of_before():
    """As after Ctrl-C between two levels."""
    more = PairingRate("<suns>", "moons", "greedy", 0.5, None, Interval(0.4, 0.5, 0.6), 40)
    changed = replace(proposal(0.51, CHANGE), held_out=(more,))
    document = balance_document(BalanceReport(SETUP, "", 400, (), BEFORE, (changed,)))
    parts = [part for section in document.parts[3:] for part in section.parts]
    table, plot = [[part for part in parts if isinstance(part, kind)][-1] for kind in (DataTable, Intervals)]
    assert [row[3] for row in table.rows] == ["65 % (62-68)", ""]
    assert [row.before for row in plot.rows] == [pytest.approx((0.62, 0.65, 0.68)), None]


def test_a_number_that_may_do_nothing_is_shown_as_uncertain():
    ends = [
        (0.0, 0.0, 0.0),
        (0.0, 0.001, 0.002),
        (-0.002, -0.001, 0.0),
        (0.001, 0.002, 0.003),
        (-0.003, -0.002, -0.001),
    ]
    told = tuple(Influence("<suns>", f"n{at}", Interval(*one)) for at, one in enumerate(ends))
    for shown in (told, told[:1]):
        *_, section = balance_document(BalanceReport(SETUP, "", 400, (), BEFORE, (), shown)).parts
        (plot,) = [part for part in section.parts if isinstance(part, Intervals)]
        assert [row.is_strong for row in plot.rows] == [False, False, False, True, True][: len(shown)]
        assert (plot.low, plot.high) == (-0.02, 0.02), "small effects stay small"


def test_a_report_says_what_is_recorded():
    more = PairingRate("<suns>", "stars", "greedy", 0.6, Interval(0.5, 0.55, 0.6), None, 0)
    held = PairingRate("<suns>", "moons", "search", 0.5, Interval(0.4, 0.7, 0.8), Interval(0.51, 0.62, 0.7), 80)
    changes = (CHANGE, NumberChange("moons", "ships/eel", "cost of Eel", 2, 3, "moons.yaml:9:1"))
    changes += (NumberChange("moons", "ships/dory", "copies of Dory", 5, 4, "moons.yaml:4:1"),)
    first = replace(proposal(0.51, *changes), held_out=(held,), texts=("Dory: 4 -> 1", "Eel: 2 -> 3"), steps=4)
    first = replace(first, rates=(*first.rates, more))
    influences = tuple(
        Influence(deck, name, Interval(low, low + 0.02, low + 0.04))
        for deck, name, low in (("<suns>", "power of Dory", 0.01), ("moons", "cost of Eel", -0.09))
    )
    blame = Blame("<suns>", "ships/dory", "Dory", 0.12, (("moons", "script", 0.12), ("stars", "greedy", -0.02)))
    second = Blame("moons", "ships/eel", "Eel", -0.04, (("<suns>", "script", -0.04),))
    setup = replace(SETUP, levels=("script", "greedy"), held_out=("search",), rules={"x": "y", "z": "1"})
    was = replace(held, tested=Interval(0.7, 0.75, 0.8))
    before = replace(BEFORE, rates=(*BEFORE.rates, more), held_out=(was,))
    report = BalanceReport(
        setup,
        "time",
        1400,
        ("Done.", "And well."),
        before,
        (first, proposal(0.62, CHANGE)),
        influences,
        (blame, second),
    )
    numbers = numbers_document(
        [*SPACE.numbers, Number(1, "cost of Eel", 2, -1, 2, group=1)], ["a.yaml:3", "b.yaml:9"], DECKS[:2]
    )
    wide = replace(more, target=0.12, predicted=Interval(0.3, 0.35, 0.4))
    alone = BalanceReport(
        replace(SETUP, is_shared=True, decks=("<suns>", SECOND), within=0.2),
        "",
        7,
        (),
        replace(BEFORE, rates=(wide,)),
        (),
        influences[:1],
    )
    documents = (balance_document(report), numbers, balance_document(alone))
    lines = [line for document in documents for line in (f"== {document.title}", *report_lines(document))]
    check_recorded(Path(__file__).with_name("report.txt"), [*lines, *told_conclusions()])


def scored(*changes, off=(), **scores):
    """A proposal with a score and half of the width of its interval against each deck; 0.3 is wanted against `stars`."""
    rates = [
        PairingRate(
            "<suns>",
            other,
            "script",
            0.3 if other == "stars" else 0.5,
            None,
            Interval(mid - half, mid, mid + half),
            200,
        )
        for other, (mid, half) in scores.items()
    ]
    held = tuple(replace(rates[0], level="search", tested=Interval(mid - 0.06, mid, mid + 0.06)) for mid in off)
    is_met, is_sure = (all(getattr(rate, name)(0.05) for rate in rates) for name in ("is_met", "is_sure"))
    return Proposal(changes, len(changes), len(changes), tuple(rates), held, is_met, is_sure)


def told_conclusions():
    """Yield each sentence once, with the first case that has it, and a sum of all."""
    firsts = {
        "met": scored(moons=(0.5, 0.02), stars=(0.31, 0.03)), "met, it seems": scored(moons=(0.54, 0.02)),
        "perhaps not": scored(moons=(0.57, 0.03)), "missed": scored(moons=(0.65, 0.03), stars=(0.3, 0.04)),
        "missed, the second": scored(moons=(0.5, 0.02), stars=(0.4, 0.03)),
        "conflict": scored(moons=(0.62, 0.03), stars=(0.1, 0.05), suns=(0.58, 0.02), comets=(0.42, 0.03)), "nothing": scored(),
    }  # fmt: skip
    finalists = {
        "none": [], "good": [scored(CHANGE, moons=(0.51, 0.03), off=(0.5, 0.6, 0.62, 0.35))],
        "doubtful": [scored(CHANGE, CHANGE, moons=(0.54, 0.03), stars=(0.27, 0.02)), scored(moons=(0.6, 0.03))],
        "over and under": [scored(CHANGE, moons=(0.62, 0.03), stars=(0.45, 0.05), suns=(0.3, 0.05), comets=(0.42, 0.01))],
    }  # fmt: skip
    card = Blame("<suns>", "ships/dory", "Dory", 0.12, (("moons", "script", 0.12), ("stars", "script", 0.05)))
    setups = (SETUP, replace(SETUP, levels=("script", "greedy", "search")))
    seen, total = {}, 0
    for case in product(firsts, finalists, (False, True), ((), (card,)), (False, True), (False, True), setups):
        before, tested, is_proposed, blame, is_hopeless, is_stopped, setup = case
        found = replace(PLAYED, is_stopped=is_stopped, retest={} if is_stopped and is_hopeless else PLAYED.retest)
        best = [((0, 3 if is_stopped else -3),)] if finalists[tested] else []
        proposals = finalists[tested] if is_proposed else []
        told = conclude(
            setup, SPACE, found, firsts[before], proposals, finalists[tested], blame, best, is_hopeless=is_hopeless
        )
        total = crc32(repr(told).encode(), total)
        for sentence in told:
            seen.setdefault(sentence, f"{before}, {tested}, {is_proposed}, {bool(blame)}, {is_hopeless}, {is_stopped}")
    yield from (f"== {case}\n{sentence}" for sentence, case in seen.items())
    yield f"{total:x}"


DECKS = ("suns", "moons", "stars")


@pytest.mark.parametrize(
    ("text", "targets"),
    [("", [0.5, 0.5]), ("55", [0.55, 0.55]), ("moons=60%, stars=40", [0.6, 0.4]), ("stars=40", [0.5, 0.4])],
)
def test_targets_are_one_number_or_one_for_each(text, targets):
    found = parse_targets(text, DECKS)
    assert [target_of(found, "suns", other) for other in DECKS[1:]] == pytest.approx(targets)
    assert target_of(found, "moons", "suns") == pytest.approx(1 - targets[0])


def test_targets_are_5_to_95_percent():
    for text, share in (("5", 0.05), ("95", 0.95), ("33.3333 %", 0.333333)):
        assert parse_targets(text, DECKS)["suns", "moons"] == pytest.approx(share)


@pytest.mark.parametrize("text", ["even", "0", "99", "4.9", "95.1", "moons", "comets=50", "suns=50", "50,60"])
def test_other_targets_are_refused(text):
    with pytest.raises(UnlocatedError) as error:
        parse_targets(text, DECKS)
    assert error.value.code == "E783"


def test_a_matrix_is_drawn_in_yaml_or_as_a_table(tmp_path):
    (tmp_path / "t.yaml").write_text("suns: {moons: 60}\nmoons: {stars: 45}\n")
    (tmp_path / "t.csv").write_text(",,,\n,suns, moons ,stars\n suns ,,60,\n,,,\nmoons,,,45%\n")
    for name in ("t.yaml", "t.csv"):
        for other in (name, name.upper(), name.replace("yaml", "yml")):
            (tmp_path / other).write_text((tmp_path / name).read_text())
            assert parse_targets(str(tmp_path / other), DECKS) == parse_targets(str(tmp_path / name), DECKS)
        found = parse_targets(str(tmp_path / name), DECKS)
        assert [target_of(found, *pair) for pair in (("suns", "moons"), ("stars", "moons"), ("suns", "stars"))] == [
            0.6,
            0.55,
            0.5,
        ]


def test_a_matrix_with_a_deck_that_does_not_play_is_refused(tmp_path):
    (tmp_path / "t.yaml").write_text("suns: {moon: 60}\n")
    with pytest.raises(CardgenError) as error:
        parse_targets(str(tmp_path / "t.yaml"), DECKS)
    assert [(one.code, one.span.line, one.hints) for one in error.value.diagnostics] == [
        ("E783", 1, ("did you mean 'moons'?",))
    ]


@pytest.mark.parametrize(
    ("name", "content", "places"),
    [
        ("t.yaml", "suns: {moons: 60}\nmoons: 40\nstars: {suns: 99, moons: 5}\n", [(2, 8), (3, 15)]),
        ("t.csv", ",suns,moons\n\nsuns,x,60\nmoons,99,\n", [(4, 0)]),
        ("t.csv", ",suns,comets\nsuns,,60\n", [(2, 0)]),
    ],
)
def test_what_is_wrong_in_a_matrix_is_told_with_its_place(tmp_path, name, content, places):
    (tmp_path / name).write_text(content)
    with pytest.raises(CardgenError) as error:
        parse_targets(str(tmp_path / name), DECKS)
    assert [(one.code, one.span.line, one.span.column) for one in error.value.diagnostics] == [
        ("E783", *place) for place in places
    ]


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("t.yaml", "suns: {moons: [1]}\n", "invalid target '[1]'"),
        ("t.yaml", "suns: {moons: {stars: 60}}\n", "invalid target '{'stars': 60}'"),
        ("t.yaml", "suns: 60\n", "row 'suns' of the target is no mapping"),
        ("t.yaml", "", "file is empty"),
        ("t.yaml", "- 60\n", "file contains a list instead of keys and values"),
        ("t.csv", "", "target file 't.csv' is empty"),
        ("t.csv", ",\n\n", "target file 't.csv' is empty"),
    ],
)
def test_a_file_that_is_no_matrix_is_told_in_the_words_of_the_file(tmp_path, monkeypatch, name, content, told):
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(content, "utf-8")
    with pytest.raises((CardgenError, UnlocatedError)) as caught:
        parse_targets(name, DECKS)
    faults = caught.value.diagnostics if isinstance(caught.value, CardgenError) else [caught.value]
    assert [one.message for one in faults] == [told]


def test_a_matrix_that_cannot_be_read_is_an_error(tmp_path):
    (tmp_path / "t.csv").write_bytes(b",suns\x00\xff")
    for name in ("t.csv", "other.csv"):
        with pytest.raises(UnlocatedError) as error:
            parse_targets(str(tmp_path / name), DECKS)
        assert error.value.code == "E783"


@pytest.mark.parametrize(
    ("before", "proposals", "reason", "code"),
    [
        (proposal(0.5), [], "no change is needed", ""),
        (BEFORE, [proposal(0.51, CHANGE)], "", ""),
        (BEFORE, [], "", "E789"),
        (proposal(0.57), [], "", "E789"),
        (replace(proposal(0.5), rates=(), is_met=True), [], "", "E789"),  # before the first game
        (BEFORE, [proposal(0.6, CHANGE)], "", "E789"),
        (BEFORE, [proposal(0.51, CHANGE)], "", "E788"),  # the second one
    ],
)
def test_a_deck_is_written_only_if_that_brings_it_to_the_target(before, proposals, reason, code):
    report = BalanceReport(SETUP, "", 400, (), before, tuple(proposals))
    try:
        assert why_not_written(report, 2 if code == "E788" else 1) == reason
        assert not code
    except UnlocatedError as error:
        assert (error.code, error.expected) == (code, "1 to 1" if code == "E788" else "")


def test_the_page_has_the_faces_of_the_cards_that_change_or_are_blamed(monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(report_page, "face_pictures", lambda decks, cards: asked.append((decks, cards)) or {})
    monkeypatch.setattr(report_page, "write_page", lambda document, path: asked.append((document.title, path)))
    blame = tuple(Blame(*card, 0.12, ()) for card in (("moons", "ships/eel", "Eel"), ("<suns>", "ships/cod", "Cod")))
    other = NumberChange("moons", "ships/gull", "cost of Gull", 2, 3, "moons.yaml:4:1")
    proposals = (proposal(0.51, CHANGE), proposal(0.62, other, CHANGE))
    report = BalanceReport(SETUP, "", 400, (), BEFORE, proposals, (), blame)
    write_page(report, tmp_path / "a.html", [tmp_path / "suns.yaml", tmp_path / "moons.yaml"])
    decks = {name: tmp_path / f"{name}.yaml" for name in ("suns", "moons")}
    assert asked == [
        (
            decks,
            [
                *(("<suns>", "ships/dory"), ("moons", "ships/gull"), ("<suns>", "ships/dory")),
                *(("moons", "ships/eel"), ("<suns>", "ships/cod")),
            ],
        ),
        ("Balance: <suns>", tmp_path / "a.html"),
    ]


def test_what_cannot_be_written_is_told_before_the_first_game(tmp_path):
    decks = [tmp_path / "suns.yaml", tmp_path / "moons.yaml"]
    (tmp_path / "words").write_text("no folder")
    check_outputs(decks, None, None, 9)
    check_outputs(decks, tmp_path / "a.html", tmp_path / "new.yaml", 3)
    for write, pick, code, words in (
        *((deck, 1, "E787", "is a deck that plays") for deck in decks),
        (tmp_path / "new.yaml", 4, "E788", "there is no proposal 4 to write"),
        (tmp_path / "folder", 4, "E788", "there is no proposal 4 to write"),
        (tmp_path / "words" / "new.yaml", 1, "E601", "new.yaml' cannot be written: not a directory"),
    ):
        with pytest.raises(UnlocatedError, match=words) as error:
            check_outputs(decks, None, write, pick)
        assert error.value.code == code
        assert error.value.expected == {"E787": "a new file", "E788": "1 to 3"}.get(code, "")
    with pytest.raises(UnlocatedError, match=r"a.html' cannot be written: not a directory"):
        check_outputs(decks, tmp_path / "words" / "a.html", None, 9)
    check_outputs(decks, None, tmp_path / "folder", 3)
    assert [path.name for path in tmp_path.iterdir()] == ["words"]
