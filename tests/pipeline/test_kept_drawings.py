"""What a command keeps of its drawings: kept again if anything is other than before, and given back as it was."""

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace

import pytest

import cardgen
from cardgen.geometry.units import Size
from cardgen.guard import disk_cache
from cardgen.guard.disk_cache import file_stamps
from cardgen.pipeline import kept_drawings
from cardgen.pipeline.kept_drawings import Shelf, code_state, shelf_of
from cardgen.read.pictures import PictureRecord
from cardgen.render.templates.output_cache import RenderedDocument

PAGES = ["what is drawn on a page"]
STATE = {
    "colors": {"ink": "#000000", "paper": "#ffffff"},
    "paths": {("a.png", None): Path("a.png"), ("b.png", Path("below")): Path("below/b.png")},
    "stamps": {Path("a.png"): "1", Path("below/b.png"): "2"},
    "renderings": {number: str(number) for number in range(20)},
    "drawings": {"face": "a drawing", "back": "another"},
    "documents": {("rules", Size(10, 10)): PAGES, ("songs", Size(10, 10)): PAGES},
}


def kept(shelf: Shelf, before, changes: Mapping[str, object]):
    """Keep a state with changes, and return what is on disk then."""
    state = STATE | changes
    documents = {key: RenderedDocument({}, pages, {}, [], [], None) for key, pages in state["documents"].items()}
    renderer = SimpleNamespace(
        styles=SimpleNamespace(colors=lambda: state["colors"]),
        kept=lambda: (state["renderings"], state["drawings"]),
        documents=documents,
    )
    shelf.keep(renderer, PictureRecord(state["paths"], state["stamps"]), before)
    return shelf.load()


def plain(found):
    """What was kept, in the form of STATE."""
    return {
        "colors": found.colors,
        "paths": found.pictures.paths,
        "stamps": found.pictures.stamps,
        "renderings": found.renderings,
        "drawings": found.drawings,
        "documents": {key: known.pages for key, known in found.documents.items()},
    }


@pytest.mark.parametrize("part", STATE)
def test_what_is_other_than_before_in_any_part_is_kept(part):
    shelf = Shelf("a deck", part)
    before = kept(shelf, None, {})
    assert plain(before) == STATE
    pages = {key: known.pages for key, known in before.documents.items()}
    state = STATE | {"documents": pages}
    first, *others = state[part]
    other_key = {**{key: state[part][key] for key in others}, "another": state[part][first]}
    other_values = {key: state[part][others[0]] if key == first else f"other {key}" for key in state[part]}
    fewer = {key: state[part][key] for key in others}
    more = {**state[part], "another": state[part][first]}
    changes = [other_key, more, *([other_values] if part != "drawings" else [])]
    for changed in [
        *changes,
        *([fewer] if part != "documents" else []),
    ]:  # a document that is not drawn now does no harm
        found = kept(shelf, before, {"documents": pages, part: changed})
        assert plain(found)[part] == changed
        shelf = Shelf("a deck", f"{shelf.stamp}+")
        kept(shelf, None, {})


def test_what_is_as_before_is_not_written_again_but_for_a_new_document():
    shelf = Shelf("a deck", "same")
    before = kept(shelf, None, {})
    pages = {key: known.pages for key, known in before.documents.items()}
    few = STATE["renderings"] | dict.fromkeys(range(8), "other")
    many = STATE["renderings"] | dict.fromkeys(range(9), "other")
    assert plain(kept(shelf, before, {"documents": pages, "renderings": few}))["renderings"] == STATE["renderings"]
    assert plain(kept(shelf, before, {"documents": pages, "renderings": many}))["renderings"] == many
    redrawn = {key: [*drawn] for key, drawn in pages.items()}
    assert plain(kept(shelf, before, {"documents": redrawn, "renderings": few}))["renderings"] == few


def test_each_deck_language_and_look_has_a_place_of_its_own(tmp_path, monkeypatch):
    shelves = [
        shelf_of(tmp_path / deck, language, look)
        for deck in ("a.yaml", "below/a.yaml")
        for language in ("en", "pt")
        for look in (1, 2)
    ]
    assert len({(shelf.name, shelf.stamp) for shelf in shelves}) == len(shelves)
    assert len({shelf.name for shelf in shelves}) == 4
    with monkeypatch.context() as other_code:
        other_code.setattr(kept_drawings, "code_state", lambda _: "of another version")
        assert shelf_of(tmp_path / "a.yaml", "en", 1).stamp != shelves[0].stamp
    kept(shelves[0], None, {})
    assert [shelf.load() is not None for shelf in shelves] == [True, *[False] * 7]


def test_what_cannot_be_read_any_more_is_not_there():
    shelf = Shelf("a deck", "broken")
    for content in (b"cnowhere.at_all\nThing\n.", b"N.", b"nothing that was packed"):
        disk_cache.disk_cache().put("drawings", shelf.name, shelf.stamp, content)
        assert shelf.load() is None


def test_the_state_of_code_is_that_of_all_files_of_its_packages():
    top = Path(cardgen.__file__).parent
    files = [*sorted((top / "processes").rglob("*.py")), *sorted((top / "pipeline").rglob("*.py"))]
    assert code_state(("processes", "pipeline")) == file_stamps(*map(str, files))
    assert code_state(("pipeline",)) != code_state(("processes",)) != code_state(("processes", "pipeline"))
