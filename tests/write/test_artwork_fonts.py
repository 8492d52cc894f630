"""The converter of artworks reads whole folders of fonts; of a stranger's it gets copies of what may be read."""

import os
import shutil

import pytest

from cardgen.guard import files
from cardgen.plugin.resources import resources
from cardgen.write.artwork_fonts import font_families, readable_folders


@pytest.fixture
def fonts(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "_confined", {})
    monkeypatch.setattr(files, "_shipped", set())
    (tmp_path / "deck" / "fonts").mkdir(parents=True)
    files.confine(tmp_path / "deck")
    return tmp_path / "deck" / "fonts"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_no_link_and_no_pipe_in_a_folder_of_a_stranger_is_read(fonts, tmp_path):
    ours = resources().fonts
    shutil.copy(ours / "Cinzel-Bold.ttf", fonts / "Own.ttf")
    shutil.copy(ours / "AlegreyaSans-Bold.ttf", tmp_path / "Secret.ttf")
    (fonts / "Link.ttf").symlink_to(tmp_path / "Secret.ttf")
    (fonts / "sub").symlink_to(tmp_path)
    os.mkfifo(fonts / "Pipe.ttf")  # would never end
    assert font_families([fonts]) == ("Cinzel",)
    (fonts.parent / "more").mkdir()
    shutil.copy(ours / "AlegreyaSans-Bold.ttf", fonts.parent / "more" / "Own.ttf")  # another font of the same name
    shutil.copy(ours / "fallback" / "NotoEmoji-Bold.ttf", fonts / "EMOJI.TTF")
    shutil.copy(ours / "fallback" / "NotoSansMath-Regular.ttf", fonts / "Maths.otf")
    assert font_families([fonts, fonts.parent / "more"]) == ("Alegreya Sans", "Cinzel", "Noto Emoji", "Noto Sans Math")


def test_what_ships_is_read_where_it_lies_and_copies_are_removed(fonts):
    (fonts / "notes.txt").write_text("no font")
    with readable_folders([resources().fonts, fonts]) as (ours, copies):
        assert ours == str(resources().fonts)
        assert copies != str(fonts)
        assert os.listdir(copies) == [], "only fonts are copied"  # noqa: PTH208
    assert not os.path.exists(copies)  # noqa: PTH110
