"""Words for people are in a file for each language, and no language lacks any."""

import re
from pathlib import Path

import pytest

import cardgen
from cardgen import play
from cardgen.plugin.language_files import Messages, read_language_files, words_in
from cardgen.report.errors import UnlocatedError

PACKAGE = Path(cardgen.__file__).parent
SLOT = re.compile(r"(?<!\{)\{(\w+)[^}]*\}|<(\w+)>")


def test_every_language_has_all_words_and_their_slots():
    folders = [file.parent for file in sorted(PACKAGE.rglob("strings.en.yaml")) if "node_modules" not in file.parts]
    assert len(folders) >= 8
    for folder in folders:
        english = words_in(folder, "en")
        for file in folder.glob("strings.*.yaml"):
            words = words_in(folder, file.name.split(".")[1])
            extra = [*filter(lambda key: key not in english and ".".join(key.split(".")[:-1]) not in english, words)]
            missing = [
                key
                for key in english
                if not re.search(rf"^['\"]?{re.escape(key)}['\"]?:", file.read_text("utf-8"), re.M)
            ]
            assert (str(file), extra, missing) == (str(file), [], [])


def test_words_are_those_of_the_language_or_english():
    folder = Path(play.__file__).parent
    words = read_language_files(folder)
    assert words_in(folder, "pt-BR") == words["pt"]
    assert words_in(folder, "fr") == words["en"]


def test_messages_of_an_unknown_language_are_refused():
    folder = Path(play.__file__).parent
    assert Messages(folder, "pt").say("written", path="a.txt").endswith("a.txt")
    with pytest.raises(UnlocatedError, match="unknown language 'pq'"):
        Messages(folder, "pq")


def test_a_further_language_is_one_more_file(tmp_path):
    (tmp_path / "strings.en.yaml").write_text("left: The game is left.\nagain: Again.\n", "utf-8")
    (tmp_path / "strings.fr.yaml").write_text("left: Partie interrompue.\n", "utf-8")
    words = read_language_files(tmp_path)
    assert list(words) == ["en", "fr"]
    assert words["fr"] == {"left": "Partie interrompue.", "again": "Again."}
    assert words_in(tmp_path, "fr", "le") == {"ft": "Partie interrompue."}
    assert words_in(tmp_path, "de-AT", "ag") == {"ain": "Again."}
