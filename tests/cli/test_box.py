def test_writes_a_box_for_each_deck_and_says_its_size(run, in_folder):
    result = run("box", "suns.yaml")
    assert (result.code, result.out) == (0, "out/suns-box.pdf\n")
    assert "52 x 72 x" in result.err
    assert (in_folder / "out/suns-box.pdf").read_bytes().startswith(b"%PDF")


def test_wrong_thickness_is_wrong_usage_and_writes_nothing(run, in_folder):
    result = run("box", "suns.yaml", "--thickness", "30")
    assert result.code == 2
    assert "E530" in result.err
    assert not (in_folder / "out").exists()


def test_out_may_be_the_file_itself(run, in_folder):
    assert run("box", "suns.yaml", "--out", "mine.pdf", "--quiet").code == 0
    assert (in_folder / "mine.pdf").exists()
