from dataclasses import replace

import pytest
import toy
from write.samples import opened

from cardgen.geometry.units import Rect
from cardgen.model.sheet import Side
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.proof.registration import draw_registration_proof, largest_offset, mirror_backs


@pytest.fixture
def job(toy_game):
    def job(**choices):
        return prepare(toy.DECK, BuildOptions(only=("cards",), **choices))

    return job


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge", "manual"])
@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_backs_are_seen_where_faces_are(job, duplex, paper):
    made = job(paper=paper, duplex=duplex)
    for sheet in made.sheets:
        faces = [face.trim for face in sheet.recto.placements]
        backs = mirror_backs(sheet, made)
        assert len(backs) == len(faces)
        assert largest_offset(faces, backs) < 0.01


def test_a_back_that_is_off_is_measured(job):
    made = job()
    sheet = made.sheets[0]
    first, *others = sheet.verso.placements
    off = replace(first, trim=replace(first.trim, x=first.trim.x + 0.7, y=first.trim.y - 0.2))
    moved = replace(sheet, verso=Side((off, *others)))
    faces = [face.trim for face in sheet.recto.placements]
    assert round(largest_offset(faces, mirror_backs(moved, made)), 3) == 0.7


def test_without_backs_nothing_is_apart():
    assert largest_offset([Rect(0, 0, 1, 1)], []) == 0
    for back in (Rect(0, 2, 10, 8), Rect(2, 0, 8, 10), Rect(0, 0, 12, 10), Rect(0, 0, 10, 12)):
        assert largest_offset([Rect(0, 0, 10, 10), Rect(90, 0, 10, 10)], [back, Rect(90, 1, 10, 10)]) == 2, back


def test_without_backs_no_page_shines_through(job):
    made = job(duplex="none")
    assert all("/Far" not in page.Resources.XObject for page in opened(draw_registration_proof(made)).pages)


def test_the_same_job_gives_the_same_bytes(job):
    assert draw_registration_proof(job()) == draw_registration_proof(job())
