"""The template of a file of boxes is kept on the disk, and made anew when the file or what compiles it changes."""

from pathlib import Path

from cardgen.guard.disk_cache import VARIABLE
from cardgen.pipeline import face_files
from cardgen.pipeline.face_files import face_template

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
