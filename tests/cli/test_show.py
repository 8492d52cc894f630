"""`cardgen show` writes one picture and says where it is."""


def test_a_picture_is_written_and_its_path_printed(run, in_folder):
    result = run("show", "suns.yaml", "dawn", "--dpi", 72)
    assert (result.code, result.out.strip(), result.err) == (0, "out/suns-cards-dawn.png", "")
    assert (in_folder / "out" / "suns-cards-dawn.png").is_file()


def test_a_picture_goes_where_it_is_told_to(run, in_folder):
    assert run("show", "suns.yaml", "dawn", "--both", "--out", "a.png", "-q").out == ""
    assert (in_folder / "a.png").is_file()


def test_a_picture_is_opened_if_asked(run, in_folder, monkeypatch):
    opened = []
    monkeypatch.setattr("typer.launch", opened.append)
    run("show", "suns.yaml", "dawn", "--open", "--out", "a.png")
    assert opened == ["a.png"]


def test_wrong_usage_is_told(run, in_folder):
    assert run("show", "suns.yaml", "dwan").code == 2
    assert run("show", "suns.yaml", "dawn", "--back", "--both").code == 2
    assert run("show", "suns.yaml", "dawn", "--out", "a.pdf").code == 2
    assert run("show", "suns.yaml", "dawn", "--dpi", "1").code == 2


def test_a_deck_with_errors_gives_1(run, in_folder):
    (in_folder / "suns.yaml").write_text("game: toy", "utf-8")
    assert run("show", "suns.yaml", "dawn").code == 1
