"""`cardgen import` names the folder, tells what was taken and left, and says what comes next."""

from tests.importing import projects


def test_a_project_becomes_a_folder_of_its_name_beside_it(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    projects.mse(tmp_path / "sets")
    code, out, err = run("import", "sets/foxes.mse-set")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "left: set:26: picture 'image2' is not in the project",
        "took: 2 cards with 6 fields from set",
        "left: the look of MSE (magic and m15), which is not in the set: cards have a stock face",
        "left: set: styling: only cards are read",
        "foxes: 2 cards, 4 files",
        "next:",
        "  cardgen build foxes/foxes.yaml",
        "  cardgen templates foxes/foxes.yaml",
    ]
    assert run("import", "sets/foxes.mse-set", "--quiet", "--overwrite") == (0, "", "")
    code, out, err = run("import", "sets/foxes.mse-set", "--quiet")
    assert (code, out) == (2, "") and "E569" in err


def test_a_folder_in_the_current_one_is_left_alone(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    projects.write(tmp_path / "a b.mse-set", {"set": "card:\n\tname: Fox\n"})
    projects.write(tmp_path / "c", {"set": "card:\n\tname: Fox\n"})
    assert run("import", "a b.mse-set").out.splitlines()[-3:] == [
        "next:", "  cardgen build 'a b/a-b.yaml'", "  cardgen templates 'a b/a-b.yaml'",
    ]  # fmt: skip
    run("import", "c", "--quiet")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a b", "a b.mse-set", "c", "c-cards"]
