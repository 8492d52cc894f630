"""`cardgen new` makes a folder and says what to do next."""

import pytest


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_next_commands_work_as_they_are_printed(run, here):
    result = run("new", "harbour", "--kinds", "ships,ports", "--language", "en,pt", "--size", "tarot")
    assert result.code == 0
    lines = result.out.splitlines()
    assert lines[:2] == ["harbour: game.yaml, harbour.yaml", "next:"]
    commands = [line.split()[1:] for line in lines[2:]]
    assert [command[0] for command in commands] == ["build", "show", "check"]
    for command in commands:
        assert run(*[word for word in command if word != "--open"]).code == 0
    assert (here / "out" / "harbour.pdf").is_file()


def test_a_folder_with_files_is_wrong_usage(run, here):
    run("new", "harbour", "-q")
    result = run("new", "harbour")
    assert (result.code, result.out) == (2, "")
    assert "is not empty" in result.err


def test_a_list_is_taken_along(run, here):
    (here / "cards.csv").write_text("name,cost\nSloop,2\n", "utf-8")
    result = run("new", "My Harbour", "--from", "cards.csv")
    assert result.out.splitlines()[0] == "My Harbour: cards.csv, game.yaml, my-harbour.yaml"
    assert "cardgen build 'My Harbour/my-harbour.yaml'" in result.out


def test_many_files_of_a_folder_are_counted(run, here):
    first = run("new", "brook", "--game", "stonewater-weir").out.splitlines()[0]
    count = sum(path.is_file() for path in (here / "brook" / "art").rglob("*"))
    assert first == f"brook: art/stonewater ({count} files), brook.yaml"
