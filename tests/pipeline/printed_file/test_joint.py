"""Several decks in one print job: nothing is lost, and every back is behind its face."""

import re
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Literal

import pytest
import things as pieces
import toy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardgen.geometry.folds import Fold
from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Rotated, TextSpan, View, with_fonts
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file import joint
from cardgen.pipeline.printed_file.build import compose, prepare
from cardgen.pipeline.printed_file.front_pages import joint_strings
from cardgen.pipeline.printed_file.joint import JointJob, prepare_joint
from cardgen.pipeline.printed_file.output import build_deck, build_decks
from cardgen.plugin import registry
from cardgen.plugin.resources import resources
from cardgen.report.errors import CardgenError


class Tokens(toy.Suns):
    game: Literal["tokens"]


TOKENS = replace(
    toy.GAME, id="tokens", name="Tokens", components=(pieces.ARROWS, pieces.COINS), schema=lambda: Tokens, checks=list
)


def ignore(_stage: str) -> None:
    pass


@pytest.fixture
def decks(toy_folder: Path):
    """Makes decks of the toy game, each with a title and the copies of its two cards."""

    def make(*stated: tuple[str, int, int], color: str = "#222222") -> list[Path]:
        paths = []
        for title, dawns, dusks in stated:
            path = toy_folder / f"{title}.yaml"
            text = toy.DECK.read_text("utf-8").replace("title: Suns", f"title: {title}").replace("#222222", color)
            text = text.replace("copies: 10", f"copies: {dawns}") + f"    copies: {dusks}\n"
            path.write_text(text, "utf-8")
            paths.append(path)
        return paths

    return make


def printed(job: JointJob) -> Counter[object]:
    """How many of each face are on the sheets."""
    faces = {piece.face for part in job.drawn for piece in part.pieces}
    return Counter(
        placement.drawing for sheet in job.sheets for placement in sheet.recto.placements if placement.drawing in faces
    )


def check_backs(job: JointJob) -> None:
    """Each face on a two-sided sheet has its own back behind it."""
    backs = {piece.face: piece.back for part in job.drawn for piece in part.pieces}
    for sheet in job.sheets:
        if sheet.verso is None or not sheet.piece_count:
            continue
        behind = {(round(one.trim.x, 3), round(one.trim.y, 3)): one.drawing for one in sheet.verso.placements}
        for face in sheet.recto.placements:
            if backs[face.drawing]:
                across = sheet.paper.width - face.trim.x - face.trim.width
                assert behind[round(across, 3), round(face.trim.y, 3)] is backs[face.drawing]


counts = st.tuples(st.integers(0, 14), st.integers(0, 14))


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(counts, min_size=1, max_size=3), st.integers(1, 2))
def test_no_piece_is_lost_and_every_back_is_behind_its_face(decks, stated, times):
    named = [(f"Deck{number}", *copies) for number, copies in enumerate(stated)]
    job = prepare_joint(decks(*named) * times, BuildOptions())
    wanted = times * sum(map(sum, stated))
    assert sum(printed(job).values()) == wanted == sum(sheet.piece_count for sheet in job.sheets)
    of_decks = [part for part in job.drawn if part.pieces]
    for part, (dawns, dusks) in zip(of_decks, stated, strict=True):
        assert [printed(job)[piece.face] for piece in part.pieces] == [times * dawns, times * dusks]
    check_backs(job)
    filled = [sheet.piece_count for sheet in job.sheets if sheet.kind == "cards"]
    assert len(set(filled[:-1])) <= 1
    assert compose(job)[0].count(b"/Type /Page\n") % 2 == 0


def test_pieces_share_sheets_and_contents_name_their_decks(decks):
    job = prepare_joint(decks(("Suns", 2, 1), ("Moons", 3, 1)), BuildOptions())
    assert (job.sheets[0].kind, job.sheets[0].title) == ("cards", "Cards: Suns 3, Moons 4")
    assert (job.title, job.subject) == ("Toy: Suns + Moons", ""), "each deck has a subtitle of its own"
    assert [heading for _, heading in job.front] == ["How to print", "Contents and rights"]


def test_sheets_of_a_kind_have_one_heading_whatever_decks_their_titles_name(decks):
    sheets = prepare_joint(decks(("Suns", 12, 9), ("Moons", 3, 8)), BuildOptions(only=("cards",))).sheets
    titles = ["Cards (1/2): Suns 16", "Cards (2/2): Suns 5, Moons 11"]
    assert [(sheet.title, sheet.heading) for sheet in sheets] == [(title, "Cards") for title in titles]


def test_a_sheet_of_a_single_piece_names_its_deck_without_a_number(decks):
    options = BuildOptions(only=("cards",))
    assert [sheet.title for sheet in prepare_joint(decks(("Suns", 1, 0), ("Moons", 0, 0)), options).sheets] == [
        "Cards: Suns"
    ]
    with pytest.raises(CardgenError) as nothing:
        prepare_joint(decks(("Suns", 0, 0), ("Moons", 0, 0)), options)
    (error,) = nothing.value.diagnostics
    assert (error.code, error.expected) == ("E505", "at least one copy of a card in one of the decks")


def test_the_subtitle_and_the_note_of_one_deck_are_not_those_of_two(decks, toy_folder):
    paths = decks(("Suns", 1, 0), ("Moons", 1, 0))
    paths[0].write_text(paths[0].read_text("utf-8").replace("We rise.", "Ofthesky"), "utf-8")
    (toy_folder / "templates").mkdir(exist_ok=True)
    (toy_folder / "templates" / "strings.en.yaml").write_text("print_note: Buildanother", "utf-8")

    def says(named):
        front = prepare_joint(named, BuildOptions(only=("cards",))).front
        spans = [item for drawing, _ in front for item in drawing.items if isinstance(item, TextSpan)]
        return {"Ofthesky", "Buildanother"} & {word.text for span in spans for word in span.words}

    assert [says(paths), says(paths[:1])] == [set(), {"Ofthesky", "Buildanother"}]


def test_the_title_of_several_decks_has_each_game_once_and_none_that_is_named_like_its_deck_twice():
    def title(*named, is_draft=False):
        members = []
        for game, deck, times in named:
            renderer = SimpleNamespace(shared={"game": {"name": game}, "identity": {"title": deck}})
            project = SimpleNamespace(renderer=renderer, is_draft=is_draft, strings={"draft": "Draft"})
            members.append(SimpleNamespace(deck=SimpleNamespace(project=project), times=times))
        return joint._title(members)

    assert title(("Toy", "Toy", 1)) == "Toy" and title(("Toy", "Toy", 2), is_draft=True) == "Toy: 2 × Toy (draft)"
    assert title(("Toy", "Suns", 1), ("Sea", "Sea", 1), ("Toy", "Toy", 1)) == "Toy: Suns + Toy + Sea"


def test_strings_of_the_first_deck_come_first():
    strings = [{"a": "1", "b": "2"}, {"a": "3", "c": "4"}]
    assert joint_strings([SimpleNamespace(strings=each) for each in strings]) == {"a": "1", "b": "2", "c": "4"}


def test_a_font_of_the_same_bytes_is_the_same_font(decks, toy_folder):
    (suns,) = decks(("Suns", 1, 1))
    shutil.copytree(toy_folder, toy_folder.parent / "same")
    moons = toy_folder.parent / "same" / "Suns.yaml"
    (moons.parent / "fonts").mkdir()
    shutil.copy(resources().fonts / "Cinzel-Bold.ttf", moons.parent / "fonts")
    job = prepare_joint([suns, moons], BuildOptions(only=("cards",)))
    assert not [name for name in job.fonts if "~" in name]
    assert job.fonts["Cinzel-Bold"].is_relative_to(resources().fonts)


def test_a_deck_that_is_named_twice_is_printed_twice(decks):
    job = prepare_joint(decks(("Suns", 2, 1)) * 2, BuildOptions())
    assert [sheet.piece_count for sheet in job.sheets if sheet.kind == "cards"] == [6]
    assert job.title == "Toy: 2 × Suns"
    assert job.sheets[0].title == "Cards"


def test_equal_documents_are_printed_once_and_others_for_each_deck(decks):
    suns, moons = decks(("Suns", 2, 1), ("Moons", 1, 1))
    options = BuildOptions(only=("rules",))
    alone = len(prepare_joint([suns], options).sheets)
    for same in ([suns, suns], [suns, moons]):
        sheets = prepare_joint(same, options).sheets
        assert len(sheets) == alone
        assert [sheet.title for sheet in sheets] == [sheet.heading for sheet in sheets], "they are of all decks"
    (stars,) = decks(("Stars", 1, 1), color="#223355")
    other = prepare_joint([suns, moons, stars], options)
    assert [sheet.title.partition(": ")[2] for sheet in other.sheets] == ["Suns, Moons"] * alone + ["Stars"] * alone


def test_documents_that_differ_on_a_later_page_are_printed_for_each_deck(decks, toy_folder):
    (toy_folder / "templates").mkdir(exist_ok=True)
    (toy_folder / "templates" / "rules.en.md").write_text("Same\n\n\\newpage\n\n{{ deck.title }}", "utf-8")
    options = BuildOptions(only=("rules",), duplex="none")
    job = prepare_joint(decks(("Suns", 1, 1), ("Moons", 1, 1)), options)
    assert [sheet.title.partition(": ")[2] for sheet in job.sheets] == ["", "Suns", "", "Moons"]


def test_all_warnings_of_each_deck_are_told(decks):
    paths, options = decks(("Suns", 1, 1), ("Moons", 1, 1)), BuildOptions(only=("cards",))
    for path in paths:
        path.write_text(re.sub("text: .*", f"text: {'Very long words ' * 60}", path.read_text("utf-8")), "utf-8")

    def told(warnings):
        return sorted((item.code, item.message, item.notes) for item in warnings)

    alone = [item for path in paths for item in prepare(path, options).warnings]
    assert told(prepare_joint(paths, options).warnings) == told(alone) and len(alone) >= 4


def test_each_deck_keeps_its_colours(decks):
    suns, stars = decks(("Suns", 1, 1))[0], decks(("Stars", 1, 1), color="#223355")[0]
    job = prepare_joint([suns, stars], BuildOptions(only=("cards",)))
    alone = [prepare_joint([path], BuildOptions(only=("cards",))) for path in (suns, stars)]
    together = [[piece.face.items for piece in part.pieces] for part in job.drawn]
    assert together == [[piece.face.items for piece in one.drawn[0].pieces] for one in alone]


def test_each_deck_keeps_its_fonts(decks, toy_folder):
    (suns,) = decks(("Suns", 1, 1))
    shutil.copytree(toy_folder, toy_folder.parent / "other")
    moons = toy_folder.parent / "other" / "Suns.yaml"
    (moons.parent / "fonts").mkdir()
    font = next(path for name, path in prepare_joint([suns], BuildOptions()).fonts.items() if name == "Cinzel-Bold")
    (moons.parent / "fonts" / "AlegreyaSans-Regular.ttf").write_bytes(font.read_bytes())
    job = prepare_joint([suns, moons], BuildOptions())
    assert job.fonts["AlegreyaSans-Regular"] != job.fonts["AlegreyaSans-Regular~2"]
    used = [
        {item.font for piece in part.pieces for item in piece.face.items if hasattr(item, "font")} for part in job.drawn
    ]
    assert not any("~" in name for name in used[0])
    assert any("~" in name for name in used[2])
    assert compose(job)[0].startswith(b"%PDF")


def test_fonts_are_renamed_in_turned_items_and_in_views_too():
    def items(font):
        span = TextSpan(font, 3, "#000000", 0, 0, (), 1)
        return (
            span,
            Rotated(90, 0, 0, (View(Rect(0, 0, 9, 9), (span, TextSpan("Cinzel", 3, "#000000", 0, 0, (), 1))),)),
        )

    assert with_fonts(items("Alegreya"), {"Alegreya": "Alegreya~2"}) == items("Alegreya~2")


def test_games_of_different_sizes_share_a_file(things, toy_folder):
    deck = things(pieces.CARDS, pieces.MAPS)
    registry.add_game(TOKENS)
    (toy_folder / "tokens.yaml").write_text(deck.read_text("utf-8").replace("game: toy", "game: tokens"), "utf-8")
    other = toy_folder / "tokens.yaml"
    (toy_folder / "templates" / "strings.yaml").write_text(
        "".join(
            f"{name}: {{en: {name.title()}, pt: {name.title()}}}\n" for name in ("arrows", "coins", "maps", "cards")
        ),
        "utf-8",
    )
    job = prepare_joint([deck, other, other], BuildOptions())
    assert list(dict.fromkeys(sheet.kind for sheet in job.sheets)) == ["cards", "maps", "tokens"]
    assert sum(sheet.piece_count for sheet in job.sheets if sheet.kind == "tokens") == 2 * (7 + 9)
    check_backs(job)
    assert job.title == "Toy: Suns + Tokens: 2 × Suns"
    assert {sheet.kind for sheet in prepare_joint([deck, other], BuildOptions(only=("cards",))).sheets} == {"cards"}


def test_every_deck_gets_a_board_of_its_own(things, toy_folder):
    deck = things(pieces.MAPS)
    (toy_folder / "templates" / "strings.yaml").write_text("maps: {en: Maps, pt: Mapas}", "utf-8")
    other = toy_folder / "below" / "moons.yaml"
    shutil.copytree(toy_folder, other.parent)
    (other.parent / "templates" / "strings.yaml").write_text(
        "back_of: {en: 'behind {title}'}\nmaps: {en: Maps, pt: Mapas}", "utf-8"
    )
    other.write_text(deck.read_text("utf-8").replace("title: Suns", "title: Moons"), "utf-8")
    backs = [sheet.title for sheet in prepare_joint([deck, other], BuildOptions(duplex="fold")).sheets if sheet.is_back]
    assert backs == [f"{board}, back: {title}" for title in ("Suns", "Moons") for board in ("North", "South")]
    alone, both, thrice = (
        len(prepare_joint(paths, BuildOptions()).sheets) for paths in ([deck], [deck, other], [deck, other, other])
    )
    assert (both, thrice) == (2 * alone, 3 * alone)


@pytest.mark.parametrize(
    "changes",
    [
        {"gutter": 7.0},
        {"duplex": "one-sided"},
        {"sheet_group": "other"},
        {"fold": Fold(), "size": lambda _: Size(50, 35)},  # unfolded as large as the others
        {"printed_on": "label"},
        {"cut": "none"},
        {"size": lambda _: Size(9, 9)},
        {"tiled": True},
    ],
)
def test_kinds_of_one_name_that_are_printed_otherwise_are_not_joined(things, toy_folder, changes):
    """Here of two games that have a kind of the same name."""
    deck = things(pieces.CARDS)
    registry.add_game(replace(TOKENS, components=(replace(pieces.CARDS, **changes),)))
    (toy_folder / "tokens.yaml").write_text(deck.read_text("utf-8").replace("game: toy", "game: tokens"), "utf-8")
    assert len(prepare_joint([deck, toy_folder / "tokens.yaml"], BuildOptions(duplex="none")).parts) == 2


def test_errors_of_all_decks_are_told_at_once(decks):
    suns, moons = decks(("Suns", 1, 1), ("Moons", 1, 1))
    suns.write_text(suns.read_text("utf-8").replace("id: dawn", "id: dusk"), "utf-8")
    moons.write_text("game: toy\n", "utf-8")
    with pytest.raises(CardgenError) as raised:
        prepare_joint([suns, moons], BuildOptions(paper="a44"))
    told = {(Path(item.span.file).name if item.span else "", item.code) for item in raised.value.diagnostics}
    assert {("Suns.yaml", "E205"), ("Moons.yaml", "E202"), ("", "E502")} <= told


def test_components_are_those_of_any_deck(things, toy_folder, decks):
    suns = decks(("Suns", 1, 1))
    assert {sheet.kind for sheet in prepare_joint(suns * 2, BuildOptions(only=("rules",))).sheets} == {"rules"}
    with pytest.raises(CardgenError, match=r"unknown component 'crads'\n.*\n.*did you mean 'cards'"):
        prepare_joint(suns * 2, BuildOptions(only=("crads",)))
    suns[0].write_text("game: none\n", "utf-8")
    with pytest.raises(CardgenError) as caught:  # of decks whose games are unknown, no component is
        prepare_joint(suns, BuildOptions(only=("cards",)))
    assert [item.code for item in caught.value.diagnostics] == ["E201"]


def test_faults_of_pages_1_and_2_are_told_once(decks, toy_folder):
    paths = decks(("Suns", 1, 1), ("Moons", 1, 1))
    (toy_folder / "templates").mkdir(exist_ok=True)
    names = ("contents", "instructions")
    for name in names:
        (toy_folder / "templates" / f"{name}.svg.j2").write_text("<svg>{{ job.nothing }}</svg>", "utf-8")
    with pytest.raises(CardgenError) as caught:
        prepare_joint(paths, BuildOptions(only=("cards",)))
    for error, name in zip(caught.value.diagnostics, names, strict=True):
        assert "nothing" in error.message and f"{name}.svg.j2" in str(error)


def test_files_are_written_without_a_record(decks, toy_folder):
    out = toy_folder / "out"
    stages = list[str]()
    result = build_decks(decks(("Suns", 3, 2), ("Moons", 4, 1)), out / "all.pdf", BuildOptions(), stages.append)
    assert stages[:2] == ["Suns.yaml", "Moons.yaml"] and stages[-1] == "write"
    assert result.files == (out / "all.pdf",)
    assert [path.name for path in out.iterdir()] == ["all.pdf"]
    assert result.piece_count == 10
    assert result.page_count % 2 == 0


def test_drafts_have_a_name_of_their_own_and_changes_are_refused(decks, toy_folder):
    paths = decks(("Suns", 3, 2), ("Moons", 4, 1))
    result = build_decks(paths, toy_folder / "all.pdf", BuildOptions(draft=True), ignore)
    assert (result.files[0].name, result.title) == ("all-draft.pdf", "Toy: Suns + Moons (draft)")
    with pytest.raises(CardgenError, match="E565"):
        build_decks(paths, toy_folder / "all.pdf", BuildOptions(changed=True), ignore)


def test_a_file_that_cannot_be_written_is_told_with_all_else(decks, toy_folder):
    paths = decks(("Suns", 3, 2), ("Moons", 4, 1))
    (toy_folder / "all.pdf").mkdir()
    for old, new, code in (("art/sun.svg", "art/none.svg", "E121"), ("id: dawn", "id: dusk", "E205")):
        paths[1].write_text(paths[1].read_text("utf-8").replace(old, new), "utf-8")
        with pytest.raises(CardgenError) as caught:
            build_decks(paths, toy_folder / "all.pdf", BuildOptions(only=("cards",)), ignore)
        assert {"E601", code} <= {item.code for item in caught.value.diagnostics}


@pytest.mark.parametrize("duplex", ["short-edge", "manual", "fold", "none"])
def test_every_way_to_print_works(decks, duplex):
    job = prepare_joint(decks(("Suns", 3, 2), ("Moons", 4, 1)), BuildOptions(duplex=duplex))
    assert sum(printed(job).values()) == 10
    assert len(compose(job)) == 1


def test_one_deck_alone_has_the_sheets_of_its_own_build(decks, toy_folder):
    (suns,) = decks(("Suns", 3, 2))
    one = build_decks([suns], toy_folder / "one.pdf", BuildOptions(), ignore)
    own = build_deck(suns, toy_folder, BuildOptions(), ignore)
    assert (one.title, one.sheets, one.page_count) == (own.title, own.sheets, own.page_count)


def test_the_components_of_a_game_stay_together_and_notes_are_about_a_single_deck():
    from cardgen.plugin.resources import resources

    folder = resources().decks
    options = BuildOptions(only=("bases", "aid"), language="en")
    army = prepare_joint([folder / "samurai.yaml"], options)
    both = prepare_joint([folder / "samurai.yaml", folder / "elves.yaml"], options)
    twice = prepare_joint([folder / "samurai.yaml"] * 2, options)
    assert [sheet.title for sheet in both.sheets] == [
        "Bases (1/2): Samurai 25",
        "Bases (2/2): Elves 25",
        "Player aid: Samurai 1, Elves 1",
    ]

    def has(job: JointJob, words: str) -> bool:
        spans = [item for item in job.front[0][0].items if hasattr(item, "words")]
        return words in " ".join(word.text for span in spans for word in span.words)

    assert [has(job, "Each player needs") for job in (army, both, twice)] == [True, False, False]
    assert [has(job, "50 base cards") for job in (army, both, twice)] == [False, True, True]


@pytest.mark.parametrize("asking", [0, 1])
def test_one_deck_that_asks_for_it_makes_its_warnings_errors(decks, toy_folder, asking):
    paths = decks(("Suns", 3, 2), ("Moons", 4, 1))
    for path in paths:
        is_asking = path == paths[asking]
        text = path.read_text("utf-8").replace("art/sun.svg", "art/none.svg")
        path.write_text(text.replace("game: toy", "game: toy\nstrict: true") if is_asking else text, "utf-8")
    with pytest.raises(CardgenError) as caught:
        build_decks(paths, toy_folder / "all.pdf", BuildOptions(), ignore)
    assert "E121" in {item.code for item in caught.value.diagnostics} and not (toy_folder / "all.pdf").exists()


def test_a_deck_that_is_named_in_two_ways_is_one_deck(decks, toy_folder):
    (deck,) = decks(("Suns", 2, 1))
    (toy_folder / "link.yaml").symlink_to(deck.name)
    job = prepare_joint([deck, toy_folder / "link.yaml"], BuildOptions())
    assert (job.title, sum(sheet.piece_count for sheet in job.sheets)) == ("Toy: 2 \u00d7 Suns", 6)


def test_where_nothing_fits_the_paper_that_alone_is_told(decks):
    with pytest.raises(CardgenError) as caught:
        prepare_joint(decks(("Suns", 2, 1), ("Moons", 1, 1)), BuildOptions(only=("cards",), card="300x400mm"))
    assert [item.code for item in caught.value.diagnostics] == ["E501"]
