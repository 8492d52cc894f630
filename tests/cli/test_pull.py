"""`cardgen pull`."""

import pypdfium2

from tests.pipeline.pull.test_lists import NEW, OLD, deck, server

__all__ = ["deck", "server"]


def test_pull_shows_what_changed(run, server, deck, toy_folder):
    (toy_folder / "cards.csv").write_bytes(OLD)
    result = run("pull", deck(server("/cards", NEW)), "--allow-local")
    assert result.code == 0
    assert result.out.splitlines() == [
        f"{toy_folder}/cards.csv: 2 rows, 1 added, 1 removed, 1 changed",
        "  + cards/noon: Noon",
        "  ~ cards/dawn: Dawn (text Rise. -> Rise again.; copies 2 -> 3)",
        "  - cards/dusk: Dusk",
    ]


def test_a_pull_that_fails_exits_with_1(run, server, deck):
    result = run("pull", deck(server("/other")), "--allow-local")
    assert result.code == 1
    assert "E148" in result.err


def test_a_dry_run_says_so(run, server, deck, toy_folder):
    made = deck(server("/cards", OLD))
    for quiet, told in ((), f"{toy_folder}/cards.csv: 2 rows, new file (not written)\n"), (("-q",), ""):
        result = run("pull", made, "--dry-run", "--allow-local", *quiet)
        assert (result.code, result.out) == (0, told)
    assert not (toy_folder / "cards.csv").exists()


def test_an_icon_that_is_pulled_is_printed_and_credited(run, tmp_path):
    (tmp_path / "library" / "lorc").mkdir(parents=True)
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="M9 9h400v400z"/></svg>'
    (tmp_path / "library" / "lorc" / "wolf-head.svg").write_text(svg, "utf-8")
    deck = tmp_path / "wolves.yaml"
    deck.write_text("game: cards\ncards:\n  - {name: Pack, text: 'Gain {wolf-head}.'}\n", "utf-8")
    result = run("pull", deck, "--icon", "wolf-head", "--icons-from", tmp_path / "library")
    assert result.code == 0 and result.out.endswith("wolf-head.svg: new picture\n")
    assert run("build", deck, "--out", tmp_path / "out").code == 0
    with pypdfium2.PdfDocument(tmp_path / "out" / "wolves.pdf") as document:
        text = " ".join(document[1].get_textpage().get_text_bounded().split())
    assert "Icons: Lorc (wolf-head), from game-icons.net, under CC BY 3.0" in text
