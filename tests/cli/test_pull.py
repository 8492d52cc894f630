"""`cardgen pull`."""

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
    result = run("pull", deck(server("/cards", OLD)), "--dry-run", "--allow-local")
    assert result.out == f"{toy_folder}/cards.csv: 2 rows, new file (not written)\n"
    assert not (toy_folder / "cards.csv").exists()
