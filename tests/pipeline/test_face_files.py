"""The template of a file of boxes is kept on the disk, and made anew when the file or what compiles it changes."""

from pathlib import Path

import pytest

from cardgen.guard.disk_cache import VARIABLE
from cardgen.pipeline import face_files
from cardgen.pipeline.face_files import face_template, marked_template, read_face
from cardgen.report.errors import CardgenError

FACE = "width: 63\nboxes:\n  - {name: name, type: text, field: name, left: 5, width: 50, top: 4, height: 8}\n"


def test_a_later_program_finds_the_template_until_something_changes(tmp_path: Path, monkeypatch):
    made: list[str] = []
    compile_anew = face_files._compiled.__wrapped__

    def compiled(text: str, shown: str, marked: str) -> str:
        made.append(text)
        return compile_anew(text, shown, marked)

    def template(text: str) -> str:
        face_files._kept.cache_clear()  # what a later program does not have
        return face_template("own.face.yaml", tmp_path / "own.face.yaml", text)

    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(face_files, "_compiled", compiled)
    first = template(FACE)
    assert "card.name" in first
    assert template(FACE) == first
    assert made == [FACE]
    other = FACE.replace("left: 5", "left: 6")
    assert template(other) != first
    assert template(FACE) == first  # of the two, the last one is kept
    assert made == [FACE, other, FACE]
    monkeypatch.setattr(face_files, "_made", lambda: "another compiler")
    assert template(FACE) == first
    assert made == [FACE, other, FACE, FACE]
    face_files._kept.cache_clear()


def test_a_file_of_boxes_with_an_error_is_none():
    for text, codes in (
        ("", ["E109"]),
        ("boxes: [\n", ["E105"]),
        ("width: x\n", ["E202", "E204"]),
        (f"{FACE}width: 63\n", ["E106"]),
        (f"{FACE}hihgt: 1\n", ["E203"]),
    ):
        with pytest.raises(CardgenError) as caught:
            read_face(text, "own.face.yaml")
        assert sorted((item.code, item.span.file) for item in caught.value.diagnostics) == [
            (code, "own.face.yaml") for code in codes
        ]
    for template in (face_template, marked_template):
        with pytest.raises(CardgenError) as caught:
            template("own.face.yaml", Path("/below/own.face.yaml"), "width: x\n")
        assert {item.span.file for item in caught.value.diagnostics} == {"/below/own.face.yaml"}
    root, face = read_face(FACE, "own.face.yaml")
    assert (root.value["width"].span.line, face.width) == (1, 63)


def test_only_files_of_boxes_are_compiled(tmp_path: Path):
    for template in (face_template, marked_template):
        assert template("own.svg.j2", tmp_path / "own.svg.j2", FACE) == FACE
        assert "card.name" in template("own.face.yaml", tmp_path / "own.face.yaml", FACE)
