"""The files of proofs and differences: their names, their folders, and what their pages are told."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cardgen.pipeline.options import BuildOptions
from cardgen.proof import files
from cardgen.proof.files import compare_decks, proof_deck


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What was written to pages of the browser; decks are drawn as their names."""
    pages: list[Any] = []

    def prepare(deck: Path, options: BuildOptions, progress: Callable[[str], None]) -> SimpleNamespace:
        progress(f"load {deck.name}")
        project = SimpleNamespace(other_language=options.language)
        return SimpleNamespace(deck=deck, project=project, warnings=(deck.name,))

    def page(document: Any, path: Path) -> None:
        pages.append((document.title, document.pictures, path))

    def differences(older: SimpleNamespace, newer: SimpleNamespace) -> list[Any]:
        looks = [SimpleNamespace(kind="cards", id=id, key=("cards", id), name=id, copies=1) for id in ("oar", "sail")]
        changes = [SimpleNamespace(status="new", before=None, after=look, design=look) for look in looks]
        return [SimpleNamespace(change=change, keys=()) for change in changes] if older.deck != newer.deck else []

    for name, stand_in in {
        "PROOFS": {"overview": lambda _job: b"all", "proof": lambda _job: b"sheets"},
        "draw_color_vision_proof": lambda _job: b"eyes",
        "draw_differences": lambda older, newer, found: f"{older.deck} {newer.deck} {len(found)}".encode(),
        "draw_faces": lambda deck, wanted: [(key, deck.deck.name) for key in sorted(wanted)],
        "list_differences": differences,
        "prepare": prepare,
        "write_page": page,
    }.items():
        monkeypatch.setattr(files, name, stand_in)
    return pages


@pytest.mark.usefixtures("drawn")
def test_proofs_stand_beside_each_other_in_a_folder(tmp_path: Path) -> None:
    stages: list[str] = []
    for out, options, eyes, names in (
        ("out", BuildOptions(), False, ["suns-overview.pdf", "suns-proof.pdf"]),
        (
            "all.PDF",
            BuildOptions(language="pt"),
            True,
            ["suns.pt-overview.pdf", "suns.pt-proof.pdf", "suns.pt-eyes.pdf"],
        ),
        ("v1.2", BuildOptions(draft=True), False, ["suns-draft-overview.pdf", "suns-draft-proof.pdf"]),
    ):
        result = proof_deck(Path("suns.yaml"), tmp_path / out, options, stages.append, eyes=eyes)
        folder = tmp_path / out.removesuffix(".PDF")
        assert result.files == tuple(folder / name for name in names) and result.warnings == ("suns.yaml",)
        assert [path.read_bytes() for path in result.files] == [b"all", b"sheets", b"eyes"][: len(names)]
    assert stages == ["load suns.yaml", "proof"] * 3


def test_differences_are_written_where_they_are_wanted_and_a_page_also_without_any(
    tmp_path: Path, drawn: list[Any]
) -> None:
    old, new, page = Path("old.yaml"), Path("new.yaml"), tmp_path / "a.html"
    stages: list[str] = []
    for out, target in (
        (tmp_path / "out", tmp_path / "out" / "new-diff.pdf"),
        (tmp_path / "a.PDF", tmp_path / "a.PDF"),
    ):
        found, written = compare_decks(old, new, out, BuildOptions(), stages.append, page)
        assert (len(found), written, written.read_bytes()) == (2, target, b"old.yaml new.yaml 2")
    assert stages == ["load old.yaml", "load new.yaml", "draw"] * 2
    faces = {
        f"{at}/cards/{id}": file
        for at, file in (("before", "old.yaml"), ("after", "new.yaml"))
        for id in ("oar", "sail")
    }
    assert drawn == [("Differences: new.yaml", faces, page)] * 2
    found, written = compare_decks(old, old, tmp_path / "none", BuildOptions(), stages.append, page)
    assert (found, written.exists(), drawn[2:]) == ([], False, [("Differences: old.yaml", {}, page)])
    assert compare_decks(old, new, tmp_path / "none", BuildOptions(), stages.append)[0] and len(drawn) == 3
