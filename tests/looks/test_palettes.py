"""The stock palettes are readable, and a deck or an option chooses among them."""

import pytest
import toy
from typer.testing import CliRunner

from cardgen import BuildOptions, ShowOptions, show
from cardgen.cli import app
from cardgen.model.drawing import PlacedArtwork
from cardgen.pipeline.printed_file.build import prepare
from cardgen.plugin.resources import resources
from cardgen.plugin.theme import Theme, full_palette
from cardgen.read.yaml import load_yaml
from cardgen.render.placeholders.shades import mixed, shades_of
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.validate.contrast import MIN_CONTRAST, contrast_ratio
from cardgen.validate.theme import validate_themes
from looks.conftest import LOOKS

pytestmark = pytest.mark.usefixtures("no_front_pages")

DECK = "game: cards\ntitle: Harbour\ncards: [{name: Dory, text: Sail away.}]\n"


@pytest.fixture(scope="module")
def theme() -> Theme:
    found = Collector()
    node = load_yaml(resources().templates / "common" / "theme.yaml", found, "theme.yaml")
    theme = validate_themes([node], found)
    assert theme and not found.items
    return theme


def test_there_is_a_choice(theme):
    assert len(theme.palettes) >= 10


def test_every_palette_is_readable(theme):
    for name in theme.palettes:
        colors = full_palette(theme, {}, name)
        pairs = [
            *((pair.text, pair.on) for pair in theme.contrast),
            *(("paper", "deep"), ("primary", "wash"), ("accent", "dark")),
        ]
        for text, ground in pairs:
            needed = 3 if text == "accent" else MIN_CONTRAST  # ornaments, and large type
            assert contrast_ratio(colors[text], colors[ground]) >= needed, (name, text, ground)


def test_generated_pictures_have_a_sun_that_shines_and_a_subject_that_stands_out(theme):
    for name in theme.palettes:
        for shades in shades_of(full_palette(theme, {}, name)):
            sky = mixed(shades.high, shades.low, 0.45)
            red = int(shades.glow[1:3], 16) > 2 * int(shades.glow[5:], 16)
            brighter = contrast_ratio(shades.glow, "#000000") > contrast_ratio(sky, "#000000")
            assert brighter or red, shades.name
            assert contrast_ratio(shades.solid, shades.far) > 1.4, shades.name
            assert contrast_ratio(shades.side, shades.far) > 1.2, shades.name


def test_colors_of_the_deck_override_those_of_the_palette(theme):
    colors = full_palette(theme, {"primary": "#112233"}, "harbour")
    assert colors["primary"] == "#112233"
    assert colors["dark"] == theme.palettes["harbour"]["dark"]


def test_an_unknown_palette_is_an_error(theme):
    with pytest.raises(UnlocatedError) as caught:
        full_palette(theme, {}, "habour")
    assert caught.value.code == "E413"
    assert [*caught.value.hints] == ["did you mean 'harbour'?"]


def test_an_option_takes_precedence(tmp_path):
    deck = tmp_path / "deck.yaml"
    deck.write_text(DECK + "palette: rose\nlook: text\n", "utf-8")
    plain = prepare(deck, BuildOptions()).project.renderer.styles.color("primary")
    chosen = prepare(deck, BuildOptions(palette="moss")).project.renderer.styles.color("primary")
    assert (plain, chosen) == ("#a33759", "#5d6420")


@pytest.mark.parametrize(
    ("keys", "options", "message", "status"),
    [
        ("", ["--look", "clasic"], "error[E412]: unknown look 'clasic'", 2),
        ("", ["--palette", "habour"], "error[E413]: unknown palette 'habour'", 2),
        ("palette: habour\n", [], "deck.yaml:4:10: error[E413]: unknown palette 'habour'", 1),
        ("palette: rosse\n", ["--palette", "habour"], "\nerror[E413]: unknown palette 'habour'", 2),
    ],
)
def test_an_unknown_name_is_told_with_the_known_ones(tmp_path, keys, options, message, status):
    deck = tmp_path / "deck.yaml"
    deck.write_text(DECK + keys, "utf-8")
    result = CliRunner().invoke(app, ["check", str(deck), *options])
    assert message in f"\n{result.output}"
    assert result.exit_code == status
    assert "did you mean" in result.output


def artworks(drawing):
    return [item.artwork.svg for item in drawing.items if isinstance(item, PlacedArtwork)]


def test_a_game_of_ones_own_has_the_stock_looks(tmp_path):
    """A kind with a face of its own keeps it, and the stock face stays the default."""
    kinds = "kinds: {ships: {fields: {name: text, cost: integer}}, ports: {face: port.svg.j2}}"
    (tmp_path / "game.yaml").write_text(f"id: harbour\nname: Harbour\n{kinds}\n", "utf-8")
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><rect width="63" height="88" fill="#123456"/></svg>'
    (tmp_path / "port.svg.j2").write_text(svg, "utf-8")
    deck = tmp_path / "deck.yaml"
    deck.write_text("game: harbour\nships: [{name: Dory, cost: 2}]\nports: [{name: Lisbon}]\n", "utf-8")
    faces = {look: [part.pieces[0].face for part in prepare(deck, BuildOptions(look=look)).drawn] for look in LOOKS}
    assert len({str(ship) for ship, _ in faces.values()}) == len(LOOKS) - 1  # landscape draws upright cards as classic
    assert len({str(port) for _, port in faces.values()}) == 1
    ship, _ = [part.pieces[0].face for part in prepare(deck, BuildOptions()).drawn]
    assert artworks(ship) == artworks(faces["classic"][0]) != artworks(faces["tarot"][0])


@pytest.mark.usefixtures("toy_game")
def test_a_game_without_looks_offers_none():
    with pytest.raises(CardgenError) as caught:
        prepare(toy.DECK, BuildOptions(look="classic"))
    assert [problem.code for problem in caught.value.diagnostics] == ["E414"]


def test_one_card_is_shown_with_a_look(tmp_path):
    deck = tmp_path / "deck.yaml"
    deck.write_text(DECK, "utf-8")
    pictures = {
        look: show(deck, "dory", tmp_path / f"{look}.png", ShowOptions(look=look, dpi=72)).file.read_bytes()
        for look in ("classic", "text")
    }
    assert pictures["classic"] != pictures["text"]
    with pytest.raises(CardgenError) as caught:
        show(deck, "dory", tmp_path / "none.png", ShowOptions(look="clasic"))
    assert [problem.code for problem in caught.value.diagnostics] == ["E412"]
