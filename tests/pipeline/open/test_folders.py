"""What lies beside a deck: theme, strings, icons, fonts and templates, and which of several files is used."""

import shutil
from pathlib import Path

import pytest

from cardgen.pipeline.cache import BuildCache
from cardgen.pipeline.check import check_deck
from cardgen.pipeline.open import folders
from cardgen.pipeline.open.games import find_game
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import compose, prepare
from cardgen.plugin.resources import resources
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.errors import CardgenError

pytestmark = pytest.mark.usefixtures("no_front_pages")

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 24">{}</svg>'


@pytest.fixture
def deck(toy_folder: Path) -> Path:
    return toy_folder / "suns.yaml"


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def errors(deck: Path, cache: BuildCache | None = None) -> list[Diagnostic]:
    try:
        compose(prepare(deck, BuildOptions(), cache=cache))
    except CardgenError as error:
        return list(error.diagnostics)
    return []


def problems(deck: Path) -> list[Diagnostic]:
    """What a build finds: its warnings, or its errors if it writes nothing."""
    try:
        job = prepare(deck, BuildOptions())
        assert compose(job)
    except CardgenError as error:
        return list(error.diagnostics)
    return list(job.warnings)


def test_a_theme_of_one_font_beside_the_deck_is_enough(deck):
    put(deck.parent / "theme.yaml", "families: {display: {regular: MyFont}, body: MyFont.ttf}\n")
    put(deck.parent / "fonts" / "readme.txt", "")
    shutil.copy(resources().fonts / "Cinzel-Bold.ttf", deck.parent / "fonts" / "MyFont.ttf")
    project = prepare(deck, BuildOptions()).project
    style = project.renderer.styles.style("body")
    assert {style.font(), style.font(bold=True), style.font(italic=True)} == {"MyFont"}
    assert project.renderer.fonts.path("MyFont") == deck.parent / "fonts" / "MyFont.ttf"
    assert not errors(deck)


def test_an_unknown_font_is_reported_where_the_theme_names_it(deck):
    put(deck.parent / "fonts" / "a.txt", "")
    shutil.copy(resources().fonts / "Cinzel-Bold.ttf", deck.parent / "fonts" / "MyFont.ttf")
    put(deck.parent / "theme.yaml", "families:\n  display: {regular: MyFnt, bold: Cinzel-Bold}\n")
    (found,) = errors(deck)
    assert (found.code, found.message) == ("E408", "unknown font 'MyFnt' in font family 'display'")
    assert (Path(found.span.file).name, found.span.line, found.span.column) == ("theme.yaml", 2, 22)
    assert found.hints == ("did you mean 'MyFont'?", "put MyFnt.ttf into the folder fonts/ beside the deck")


def test_every_place_of_a_theme_that_names_a_font_is_checked(deck):
    cuts = ("regular", "bold", "italic", "bold_italic")
    family = "regular: Cinzel-Bold"
    for where, stated in {
        **{"font family 'display'": f"{{display: {{{family}, fallback: [Cinzel-Bold, Nope]}}}}", "'fallback'": "{}\nfallback: [Cinzel-Bold, Nope]"},
        **{f"font family '{cut}'": f"{{'{cut}': {{{family if cut != 'regular' else ''}, {cut}: Nope}}}}".replace("{, ", "{") for cut in cuts},
    }.items():  # fmt: skip
        put(deck.parent / "theme.yaml", f"families: {stated}\n")
        assert [found.message for found in errors(deck)] == [f"unknown font 'Nope' in {where}"]


def test_a_font_without_truetype_outlines_is_reported(deck):
    put(deck.parent / "fonts" / "MyFont.otf", "OTTO")
    put(deck.parent / "theme.yaml", "families: {body: MyFont}\n")
    assert {found.code for found in errors(deck)} == {"E408"}


def test_a_font_outside_of_the_folder_is_not_read(deck, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "Secret.ttf"
    shutil.copy(resources().fonts / "Cinzel-Bold.ttf", outside)
    put(deck.parent / "fonts" / "a.txt", "")
    (deck.parent / "fonts" / "Secret.ttf").symlink_to(outside)
    put(deck.parent / "theme.yaml", "families: {body: Secret}\n")
    message = "font file 'Secret.ttf' cannot be read: it is a symbolic link out of its folder"
    assert {(found.code, found.message) for found in errors(deck)} == {("E408", message)}


@pytest.mark.parametrize("folder", ["templates", "fonts", "icons"])
def test_a_folder_that_is_a_link_elsewhere_is_not_read(deck, tmp_path_factory, folder):
    outside = tmp_path_factory.mktemp("outside")
    put(outside / "theme.yaml", "nonsense: 1")
    put(outside / "sun.svg", "<svg")
    shutil.copy(resources().fonts / "Cinzel-Bold.ttf", outside / "Secret.ttf")
    (deck.parent / folder).symlink_to(outside)
    codes = {found.code for found in errors(deck)}
    assert codes <= {"E125"}
    assert "Secret" not in look_fonts(deck)


@pytest.mark.parametrize("name", ["theme.yaml", "strings.yaml", "card.svg.j2", "icons/sun.svg", "cards.csv"])
def test_nothing_stands_for_a_file_that_is_a_link_elsewhere(deck, tmp_path_factory, name):
    outside = tmp_path_factory.mktemp("outside") / "secret"
    outside.write_text("secret")
    link = deck.parent / name if name == "cards.csv" else deck.parent / "templates" / name
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(outside)
    if name == "cards.csv":
        text = deck.read_text("utf-8")
        deck.write_text(text[: text.index("cards:")] + "cards: cards.csv\n", "utf-8")
    found = errors(deck)
    assert {item.code for item in found} == {"E125"}, found
    assert "is a symbolic link out of its folder" in found[0].message


def look_fonts(deck: Path) -> list[str]:
    from cardgen.pipeline.open.folders import look_folders
    from cardgen.pipeline.open.project import open_deck
    from cardgen.render.text.fonts import FontBook
    from cardgen.report.diagnostics import Collector

    opened = open_deck(deck, Collector())
    assert opened
    return FontBook(look_folders(deck.parent, opened[1]).fonts).names()


@pytest.mark.parametrize("folder", ["", "templates"])
def test_strings_icons_and_templates_are_found_beside_the_deck_and_in_its_templates(deck, folder):
    home = deck.parent / folder
    put(home / "strings.yaml", "contents: {en: Inside, pt: Dentro}\n")
    put(home / "icons" / "moon.svg", SVG.format('<circle r="9"/>'))
    put(home / "back.svg.j2", "{{ 1 / 0 }}")
    deck.write_text(deck.read_text().replace("{sun}", "{moon}"))
    (found,) = errors(deck)
    assert (found.code, Path(found.span.file)) == ("E403", home / "back.svg.j2")
    (home / "back.svg.j2").unlink()
    assert prepare(deck, BuildOptions()).project.strings["contents"] == "Inside"


def test_the_folder_templates_goes_before_what_lies_beside_the_deck(deck):
    put(deck.parent / "strings.yaml", "contents: Beside\n")
    put(deck.parent / "templates" / "strings.yaml", "contents: Within\n")
    assert prepare(deck, BuildOptions()).project.strings["contents"] == "Within"


def test_a_changed_file_beside_the_deck_is_seen_by_the_next_build(deck):
    cache = BuildCache()

    def contents() -> str:
        return prepare(deck, BuildOptions(), cache=cache).project.strings["contents"]

    before = contents()
    put(deck.parent / "strings.yaml", "contents: Inside\n")
    assert before != contents() == "Inside"
    put(deck.parent / "icons" / "sun.svg", "<svg")
    with pytest.raises(CardgenError):
        contents()


BROKEN = {
    "no xml": "<g>",
    "arial": '<text font-family="Arial">Hello</text>',
    "no font": "<text>Hello</text>",
    "style": '<g style="font-family:Verdana"><text y="9"><tspan>Hello</tspan></text></g>',
    "rule": "<style>.a{font-family:Verdana}</style><text class='a'>Hello</text>",
    "script": "<script>alert(1)</script>",
    "handler": '<g onclick="x"/>',
    "link": '<image href="http://a.b/c.png" width="9" height="9"/>',
    "broken picture inside": '<image href="data:image/png;base64,AAAA" width="9" height="9"/>',
}


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize(
    "way", ["card", *(pytest.param(way, marks=pytest.mark.extended) for way in ("template", "icon"))]
)
def test_check_finds_what_a_build_finds_with_its_place_in_the_picture(deck, name, way):
    picture = {"card": "art/sun.svg", "template": "mark.svg", "icon": "icons/sun.svg"}[way]
    put(deck.parent / picture, SVG.format("\n" + BROKEN[name]))
    if way == "template":
        put(
            deck.parent / "templates" / "back.svg.j2",
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ width }} {{ height }}">\n'
            '<image href="mark.svg" x="1" y="1" width="9" height="9"/></svg>',
        )
    built = problems(deck)
    checked = check_deck(deck, BuildOptions(), lambda _stage: None)
    assert [(item.severity, item.code, item.message, item.span) for item in checked] == [
        (item.severity, item.code, item.message, item.span) for item in built
    ]
    assert built
    for (
        item
    ) in built:  # a placeholder stands for a picture; nothing stands for an icon, or for letters of an unknown font
        assert item.is_error == (way == "icon" or name in {"arial", "no font", "style", "rule"}), item
        assert Path(item.span.file) == deck.parent / picture
        assert any(note == "named here" and place for note, place in item.notes)
    lines = {item.span.line for item in built}
    assert lines <= {0, 2} and (lines == {2} or name in {"loop"})


@pytest.mark.parametrize(
    "body",
    [
        '<path d="M0 0 nonsense"/>',
        '<linearGradient id="a" href="#b"/><linearGradient id="b"/><rect fill="url(#a)" width="9" height="9"/>',
        '<rect width="1e5" height="9" fill="nonsense(3)"/>',
        '<g transform="rotate(x)"><rect width="-5" height="9"/></g>',
        '<circle r="nan"/><use href="#none"/><image width="9" height="9"/>',
        '<svg viewBox="0 0 0 0" width="0"><rect width="1" height="1"/></svg>',
        '<g opacity="7" style="fill:;stroke"><path/></g>',
        '<mask id="m"/><rect mask="url(#m)" width="9" height="9"/>',
        '<filter id="f"><feImage/></filter><rect filter="url(#f)" width="9" height="9"/>',
    ],
)
def test_what_check_accepts_a_build_accepts(deck, body):
    put(deck.parent / "art" / "sun.svg", SVG.format(body))
    assert errors(deck) == []


def test_files_of_the_look_are_watched_in_four_levels_of_few_folders(tmp_path, monkeypatch):
    for name in (
        "theme.yaml", "deck.yaml", "strings.pt-BR.yaml", "strings.yaml", "game.yaml", "my-theme.yaml", "a/one.md", "a/b/two.svg.j2", "a/b/c/three.face.yaml",
        "a/b/c/d/four.md", "icons/sun.svg", "a/sun.svg", ".git/x.md", "_old/x.md", "a/font.ttf", "a/font.otf", "a/notes.txt",
    ):  # fmt: skip
        put(tmp_path / name, "")
    (tmp_path / "link").symlink_to(tmp_path / "a", target_is_directory=True)

    def watched():
        return [Path(path).relative_to(tmp_path).as_posix() for path in folders._watched_below(str(tmp_path))]

    top = ["game.yaml", "strings.pt-BR.yaml", "strings.yaml", "theme.yaml"]
    assert sorted(watched()) == [
        "a/b/c/three.face.yaml",
        "a/b/two.svg.j2",
        "a/font.otf",
        "a/font.ttf",
        "a/one.md",
        *top[:1],
        "icons/sun.svg",
        *top[1:],
    ]
    monkeypatch.setattr(folders, "_MAX_FOLDERS", 2)
    assert sorted(watched()) == ["a/font.otf", "a/font.ttf", "a/one.md", *top]
    assert folders._watched_in(str(tmp_path / "gone")) == ([], [])


def test_folders_of_pictures_outside_of_that_of_the_deck_are_left_out(tmp_path):
    (tmp_path / "deck" / "in").mkdir(parents=True)
    (tmp_path / "deck" / "out").symlink_to(tmp_path, target_is_directory=True)
    found = folders.look_folders(tmp_path / "deck", find_game("cards"), ("in", "..", "out", "none"))
    assert found.pictures == (tmp_path / "deck" / "in", tmp_path / "deck" / "none")


def test_no_folder_of_fonts_leads_out_of_the_folder_of_the_deck(tmp_path):
    deck, elsewhere = tmp_path / "deck", tmp_path / "elsewhere"
    for folder in (deck / "templates" / "fonts", elsewhere):
        folder.mkdir(parents=True)
    (deck / "fonts").symlink_to(elsewhere)
    fonts = folders.look_folders(deck, find_game("cards")).fonts
    assert deck / "fonts" not in fonts and fonts[0] == deck / "templates" / "fonts"
    (deck / "fonts").unlink()
    (deck / "fonts").mkdir()
    assert folders.look_folders(deck, find_game("cards")).fonts[0] == deck / "fonts"
