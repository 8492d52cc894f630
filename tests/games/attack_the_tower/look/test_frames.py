"""The frames that an army can choose, or bring with it."""

import re
import shutil
from itertools import combinations
from pathlib import Path

import pytest

from cardgen.games.attack_the_tower.card_frames import FRAMES
from cardgen.model.drawing import PlacedArtwork
from cardgen.pipeline.author_help.templates import list_templates, open_target
from cardgen.pipeline.open.project import open_project
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import Job, prepare
from cardgen.plugin.resources import resources
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError

from .samples import ARMIES, flat

BROKEN = Path(__file__).parents[3] / "decks_broken"


@pytest.fixture
def army(tmp_path):
    """Draws the cards and counters of a small army with a frame."""
    shutil.copytree(BROKEN / "art", tmp_path / "art")
    text = (BROKEN / "lacks-portuguese.yaml").read_text("utf-8")

    def draw(frame: str) -> Job:
        deck = tmp_path / "dots.yaml"
        deck.write_text(text.replace("  id: dots\n", f"  id: dots\n  frame: {frame}\n", 1), "utf-8")
        return prepare(deck, BuildOptions(only=("bases", "abilities", "counters")))

    return draw


def shapes_of(job: Job) -> list[frozenset[str]]:
    """The outlines that are drawn on each side of each piece."""
    return [
        frozenset(
            path
            for item in flat(side.items)
            if isinstance(item, PlacedArtwork)
            for path in re.findall(' d="([^"]+)"', item.artwork.svg)
        )
        for part in job.drawn
        for side in part.drawings
    ]


def test_each_frame_has_shapes_of_its_own_on_every_side(army):
    drawn = {frame: shapes_of(army(frame)) for frame in FRAMES}
    for one, other in combinations(FRAMES, 2):
        for here, there in zip(drawn[one], drawn[other], strict=True):
            assert here - there, f"{one} has nothing that {other} has not"


def test_each_army_that_ships_has_another_frame():
    projects = [open_project(resources().decks / f"{army}.yaml", BuildOptions(), Collector(), None) for army in ARMIES]
    frames = {project.deck.data.faction.frame for project in projects}
    assert frames == set(FRAMES) - {"plain"}


def test_a_frame_is_a_template(army):
    for frame in FRAMES:
        assert (resources().templates / "attack-the-tower" / "frames" / f"{frame}.svg.j2").is_file()


@pytest.mark.parametrize("frame", ["brass", "frames/mine.svg.j2"])
def test_frames_are_listed_with_the_line_that_chooses_them(army, tmp_path, frame):
    (tmp_path / "frames").mkdir()
    shutil.copy(
        resources().templates / "attack-the-tower" / "frames" / "plain.svg.j2", tmp_path / "frames" / "mine.svg.j2"
    )
    army(frame)
    uses = {use.name: use for use in list_templates(open_target(str(tmp_path / "dots.yaml")))}
    lines = {line for name, use in uses.items() if name.startswith("frames/") for line in use.draws}
    assert lines == {f"frame: {other}" for other in FRAMES if other != frame} | {f"frame: {frame} (chosen)"}
    assert uses["frames/brass.svg.j2"].owner == "game attack-the-tower"
    assert "frames/mine.svg.j2" not in uses or uses["frames/mine.svg.j2"].owner == "yours"


def test_unknown_frame_is_told_what_was_meant(army):
    with pytest.raises(CardgenError) as caught:
        army("laquer")
    (error,) = caught.value.diagnostics
    assert (error.code, error.hints, error.span.line) == ("E204", ("did you mean 'lacquer'?",), 4)
    assert "plain, lacquer, bark, brass, gills" in error.expected


def test_army_brings_a_frame_of_its_own(army, tmp_path):
    own = (resources().templates / "attack-the-tower" / "frames" / "plain.svg.j2").read_text("utf-8")
    (tmp_path / "frames").mkdir()
    (tmp_path / "frames" / "mine.svg.j2").write_text(own.replace("A20 20", "A21 20"), "utf-8")
    assert shapes_of(army("frames/mine.svg.j2")) != shapes_of(army("plain"))


def test_frame_that_is_missing_is_named(army):
    with pytest.raises(CardgenError, match=r"template 'frames/mine\.svg\.j2' does not exist"):
        army("frames/mine.svg.j2")
