"""A build with a cache gives what a build from nothing gives, whatever was edited in between, and does less."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pypdfium2
import pytest
from PIL import Image

from cardgen.geometry.units import Size
from cardgen.guard.disk_cache import VARIABLE
from cardgen.pipeline.cache import BuildCache
from cardgen.pipeline.check import check_deck
from cardgen.pipeline.open.project import open_project
from cardgen.pipeline.options import BuildOptions, DeckOptions
from cardgen.pipeline.printed_file import build
from cardgen.pipeline.printed_file.build import Job, check_pages, compose, prepare, write
from cardgen.pipeline.printed_file.front_pages import draw_front_pages
from cardgen.plugin.resources import resources
from cardgen.render.context import Subject
from cardgen.render.renderer import Renderer
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError
from tests import toy

pytestmark = pytest.mark.usefixtures("no_front_pages")

Edit = Callable[[Path], object]
BACK = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:card="urn:cardgen" viewBox="0 0 {{ width }} {{ height }}">
<rect width="10" height="10" fill="{{ 'primary' | color }}"/></svg>"""
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="5"/></svg>'
BACK_FILE = "templates/back.svg.j2"
RULES = "# By {{ identity.title }}\n\nIn {sun} short.\n"


def replaced(name: str, old: str, new: str) -> Edit:
    def edit(folder: Path) -> None:
        text = (folder / name).read_text("utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new), "utf-8")

    return edit


def put(name: str, text: str) -> Edit:
    def edit(folder: Path) -> None:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")

    return edit


def removed(name: str) -> Edit:
    return lambda folder: (folder / name).unlink()


def painted(color: str, width: int) -> Edit:
    return lambda folder: Image.new("RGB", (width, width // 2), color).save(folder / "art" / "sun.png")


def result(deck: Path, target: Path, cache: BuildCache | None, **choices: object) -> tuple[object, list[bytes]]:
    """Diagnostics and, if there are pages, their pixels."""
    try:
        job = prepare(deck, BuildOptions(**choices), cache=cache)
    except CardgenError as error:
        return error.diagnostics, []
    write(job, target, cache)
    document = pypdfium2.PdfDocument(target)
    try:
        return job.warnings, [bytes(page.render(scale=0.7).buffer) for page in document]
    finally:
        document.close()


@pytest.fixture
def cache() -> BuildCache:
    return BuildCache()


@pytest.fixture
def rebuilt(toy_folder: Path, cache: BuildCache) -> Callable[..., tuple[object, list[bytes]]]:
    """The result with the cache after an edit; it must be that of a build from nothing, as that of another command is."""

    def rebuilt(edit: Edit, **choices: object) -> tuple[object, list[bytes]]:
        edit(toy_folder)
        deck = toy_folder / "suns.yaml"
        again = result(deck, toy_folder / "again.pdf", cache, **choices)
        assert again == result(deck, toy_folder / "new.pdf", BuildCache(lasting=False), **choices)
        assert again == result(deck, toy_folder / "kept.pdf", BuildCache(lasting=False, on_disk=True), **choices)
        return again

    return rebuilt


TEXT = replaced("suns.yaml", "**Rise** and", "**Set** and")
EDITS: dict[str, tuple[Edit, ...]] = {
    "text": (TEXT, replaced("suns.yaml", "**Set** and", "**Rise** and")),
    "words on all pages": (replaced("suns.yaml", "title: Suns", "title: Moons"),),
    "color": (replaced("suns.yaml", "#884400", "#004488"), TEXT),
    "picture": (replaced("art/sun.svg", "<svg", "<!-- --><svg"), put("art/sun.svg", SQUARE)),
    "picture that goes before another": (
        put("templates/sky.svg", SQUARE.replace("5", "3")),
        replaced("suns.yaml", "art/sun.svg", "sky.svg"),
        put("sky.svg", SQUARE),
        removed("sky.svg"),
    ),
    "template": (put("templates/back.svg.j2", BACK), removed("templates/back.svg.j2")),
    "icon": (put("templates/icons/sun.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'),),
    "rules": (put("templates/rules.en.md", RULES), replaced("suns.yaml", "title: Suns", "title: Moons")),
    "theme": (put("templates/theme.yaml", "families: 1"), removed("templates/theme.yaml")),
    "broken strings": (put("templates/strings.en.yaml", "cards: [1]"), TEXT),
    "larger names": (
        put("templates/theme.yaml", "styles: {name: {size: 11}}"),
        put("templates/theme.yaml", "styles: {name: {size: 12}}"),
        removed("templates/theme.yaml"),
    ),
    "game": (replaced("suns.yaml", "game: toy", "game: tooy"), replaced("suns.yaml", "game: tooy", "game: toy")),
    "missing picture": (removed("art/sun.svg"), put("art/sun.svg", SQUARE)),
    "broken picture": (put("art/sun.svg", "<svg"), put("art/sun.svg", SQUARE)),
    "shape of the deck": (replaced("suns.yaml", "copies: 10", "copies: x"), replaced("suns.yaml", ": x", ": 9")),
}


ON_ALL_PAGES = {"words on all pages", "color", "theme", "larger names"}


@pytest.mark.parametrize("name", EDITS)
def test_a_rebuild_gives_what_a_build_from_nothing_gives(rebuilt, name, toy_folder, cache, monkeypatch):
    if name in ON_ALL_PAGES:
        monkeypatch.setattr(build, "draw_front_pages", draw_front_pages)
    before = result(toy_folder / "suns.yaml", toy_folder / "first.pdf", cache)
    after = [rebuilt(edit) for edit in EDITS[name]]
    assert any(later != before for later in after)


def test_commands_write_the_same_bytes_whatever_is_on_disk(
    toy_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """What an edit changes is undone, so that files of the cache fit again; the pale text lets the preflight warn."""
    deck, folder = toy_folder / "suns.yaml", str(tmp_path / "cache")
    pale = replaced("suns.yaml", "#884400", "#FFFEFD"), replaced("suns.yaml", "#FFFEFD", "#884400")
    for edit in (
        lambda _folder: None,
        *EDITS["text"],
        *pale,
        *EDITS["picture"],
        put("templates/theme.yaml", "styles: {name: {size: 11}}"),
    ):
        edit(toy_folder)
        found = []
        for kept in ("", folder):
            monkeypatch.setenv(VARIABLE, kept)
            cache = BuildCache(lasting=False, on_disk=True)
            job = prepare(deck, BuildOptions(), cache=cache)
            found.append((job.warnings, compose(job, cache)))
        assert found[0] == found[1]
    assert {file.name.partition("-")[0] for file in Path(folder).iterdir()} >= {
        "artworks",
        "drawings",
        "preflight",
        "template",
    }


def test_a_command_renders_and_draws_only_what_has_changed(toy_folder: Path, monkeypatch: pytest.MonkeyPatch):
    drawn: list[str] = []
    draw_face = Renderer.draw_face

    def note(self: Renderer, markup: str, *rest: Any) -> Any:
        drawn.append(markup)
        return draw_face(self, markup, *rest)

    monkeypatch.setattr(Renderer, "draw_face", note)
    counts = []
    for edit in (lambda _folder: None, lambda _folder: None, TEXT):
        edit(toy_folder)
        drawn.clear()
        cache = BuildCache(lasting=False, on_disk=True)
        job = prepare(toy_folder / "suns.yaml", BuildOptions(), cache=cache)
        check_pages(job, cache)
        counts.append((len(drawn), sum(len(part.drawings) for part in job.drawn)))
    assert counts[0][0] >= 4
    assert counts[1][0] == 0
    assert counts[2][0] == 1
    assert len({count for _, count in counts}) == 1


def test_drawings_are_kept_on_disk_for_those_who_ask_for_it(
    toy_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for is_kept in (False, True):
        monkeypatch.setenv(VARIABLE, str(tmp_path / str(is_kept)))
        cache = BuildCache(lasting=False, on_disk=is_kept)
        check_pages(prepare(toy_folder / "suns.yaml", BuildOptions(), cache=cache), cache)
        kinds = {file.name.partition("-")[0] for file in (tmp_path / str(is_kept)).iterdir()}
        assert "preflight" in kinds and ("drawings" in kinds) == is_kept


def test_a_piece_that_was_on_no_page_is_checked_on_its_first(toy_folder: Path):
    """Text in an artwork is looked at when pages are drawn: it has no font here, which nobody notices of a piece without copies."""
    text = '<text x="1" y="5" style="font-family: Nowhere">A</text>'
    put("art/sun.svg", SQUARE.replace("<rect", f"{text}<rect"))(toy_folder)
    deck = toy_folder / "suns.yaml"
    before = deck.read_text("utf-8")
    deck.write_text(re.sub(r"copies: \d+", "copies: 0", before), "utf-8")
    codes = [[item.code for item in check_deck(deck, BuildOptions(), lambda _stage: None)] for _ in range(2)]
    deck.write_text(before, "utf-8")
    codes.append([item.code for item in check_deck(deck, BuildOptions(), lambda _stage: None)])
    with pytest.MonkeyPatch.context() as without:
        without.setenv(VARIABLE, "")
        assert codes[2] == [item.code for item in check_deck(deck, BuildOptions(), lambda _stage: None)]
    assert codes[0] == codes[1]
    assert any(code.startswith("E") for code in codes[2])


def test_raster_pictures_and_their_warnings_follow_the_file_and_the_deck(rebuilt):
    rebuilt(replaced("suns.yaml", "art/sun.svg", "art/sun.png"))  # it is not there yet
    coarse, _ = rebuilt(painted("red", 400))
    assert [item.code for item in coarse] == ["W410"]
    moved, _ = rebuilt(replaced("suns.yaml", "cards:", "\n\ncards:"))
    assert [item.code for item in moved] == ["W410"]
    assert moved[0].span.line == coarse[0].span.line + 2
    errors, _ = rebuilt(painted("red", 200))
    assert {item.code for item in errors} == {"E410"}
    fine, red = rebuilt(painted("red", 900))
    assert fine == ()
    assert rebuilt(painted("blue", 900))[1] != red


def test_other_options_give_other_pages(rebuilt):
    choices = ({}, {"language": "pt"}, {"paper": "letter"}, {"only": ("cards",)}, {})
    first, *others, last = [rebuilt(lambda _folder: None, **choice)[1] for choice in choices]
    assert first not in others
    assert last == first


class TestWhatIsKept:
    @pytest.fixture
    def job(self, toy_folder: Path, cache: BuildCache) -> Callable[..., Job]:
        def job(edit: Edit = lambda _folder: None) -> Job:
            edit(toy_folder)
            return prepare(toy_folder / "suns.yaml", BuildOptions(), cache=cache)

        return job

    @staticmethod
    def sides(job: Job) -> Iterator[object]:
        for part in job.drawn:
            yield from part.pages
            for piece in part.pieces:
                yield from (piece.face, piece.back)

    def test_only_the_edited_card_is_drawn_again(self, job):
        (dawn, back, dusk, _, page), (dawn2, back2, dusk2, _, page2) = map(list, map(self.sides, (job(), job(TEXT))))
        assert dawn is not dawn2
        assert (back, dusk, page) == (back2, dusk2, page2)  # drawings are compared by identity

    def test_a_build_that_fails_loses_nothing_that_was_drawn(self, job):
        before = list(self.sides(job()))
        with pytest.raises(CardgenError):
            job(replaced("suns.yaml", "{sun}", "{sunn}"))
        assert list(self.sides(job(replaced("suns.yaml", "{sunn}", "{sun}"))))[1:] == before[1:]

    @pytest.mark.parametrize(
        "edit",
        [
            replaced("suns.yaml", "#884400", "#004488"),
            put("templates/new.md", "new"),
            put("templates/theme.yaml", "styles: {name: {size: 11}}"),
            lambda folder: os.utime(folder / "art" / "sun.svg", (1, 1)),
        ],
        ids=["color", "new template", "theme", "picture"],
    )
    def test_nothing_is_kept_once_colors_or_files_differ(self, job, edit):
        before = set(self.sides(job()))
        assert before.isdisjoint(self.sides(job(edit)))

    def test_only_what_an_edited_template_draws_is_drawn_again(self, job, toy_folder):
        shutil.copytree(toy.FOLDER / "templates", toy_folder / "templates")
        (dawn, back, *_), (dawn2, back2, *_) = (
            self.sides(job()),
            self.sides(job(replaced(BACK_FILE, 'size="20"', 'size="19"'))),
        )
        assert (dawn, back is back2) == (dawn2, False)

    def test_a_warning_names_the_present_line_of_an_edited_template(self, job, toy_folder):
        shutil.copytree(toy.FOLDER / "templates", toy_folder / "templates")
        painted("red", 400)(toy_folder)
        before = job(replaced("suns.yaml", "art/sun.svg", "art/sun.png")).warnings
        face = next(note.file for _, note in before[0].notes)
        after = job(replaced(face.partition(f"{toy_folder.name}/")[2], "<svg", "\n<svg")).warnings
        assert after[0].notes[0][1].line == before[0].notes[0][1].line + 1

    def test_what_the_last_build_did_not_use_is_forgotten(self, job):
        first = next(self.sides(job()))
        job(TEXT)
        job()
        assert next(self.sides(job(replaced("suns.yaml", "**Set** and", "**Rise** and")))) is not first

    def test_a_number_that_is_equal_but_written_in_another_way_is_seen(self, toy_folder):
        put("templates/n.svg.j2", BACK.replace("{{ 'primary' | color }}", "red").replace("10", "{{ n }}"))(toy_folder)
        project = open_project(toy_folder / "suns.yaml", DeckOptions(language="en"), Collector(), BuildCache())
        drawings, renderer = set(), project.renderer
        for number in (1, 1.0, 1.0):
            drawings.add(renderer.draw_side("n.svg.j2", {"n": number}, Size(9, 9), 0, Subject("card")))
            renderer = renderer.renewed(renderer.shared, Collector())
        assert len(drawings) == 2

    def test_an_older_job_stays_as_it_was(self, job):
        before = job()
        job(replaced("suns.yaml", "title: Suns", "title: Moons"))
        assert before.project.title == "Toy: Suns"

    def test_artworks_are_converted_once_while_the_fonts_are_the_same(self, job, toy_folder, cache):
        write(job(), toy_folder / "a.pdf", cache)
        fonts = job().fonts
        kept = cache.conversions(fonts)
        assert cache.conversions(fonts) is kept
        assert cache.conversions(dict(list(fonts.items())[:1])) is not kept


def test_what_is_wrong_with_a_deck_is_told_for_each_language_that_reads_it_once():
    reads = []

    def read(found):
        reads.append(found)
        found.add("W207", "no words")
        found.is_strict = True
        return f"deck {len(reads)}"

    def told(cache):
        found = Collector()
        found.add("E101", "before")
        return cache.deck(read, found), [item.code for item in found.items], found.is_strict

    command, preview = BuildCache(lasting=False), BuildCache()
    assert [told(command) for _ in range(2)] == [("deck 1", ["E101", "W207"], True)] * 2
    assert [told(preview)[0] for _ in range(2)] == ["deck 2", "deck 3"]  # its files may change at any time


def test_converted_artworks_are_kept_until_a_font_changes(tmp_path: Path):
    font = resources().fonts / "Cinzel-Bold.ttf"
    copy = tmp_path / "Own.ttf"
    copy.write_bytes(font.read_bytes())
    cache = BuildCache()
    first = cache.conversions({"Own": copy})
    assert cache.conversions({"Own": copy}) is first
    os.utime(copy, ns=(1, 1))
    second = cache.conversions({"Own": copy})
    assert second is not first
    assert cache.conversions({"Own": copy, "Cinzel-Bold": font}) is not second


def test_artworks_are_converted_ahead_for_a_pdf_and_for_a_check_of_what_no_command_has_drawn():
    begun = []
    for lasting, writes, kept in product((False, True), repeat=3):
        cache = BuildCache(lasting=lasting, writes=writes)
        cache.edited, cache._kept = None, "what was drawn" if kept else None
        cache.conversions = lambda fonts, which=(lasting, writes, kept): SimpleNamespace(
            begin=lambda _: begun.append(which)
        )
        cache.begin_conversions({}, [])
    assert begun == [(False, False, False), (False, True, False), (False, True, True)]
