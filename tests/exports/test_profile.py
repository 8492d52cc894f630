import pytest

from cardgen.exports.job import WRITERS, export
from cardgen.exports.profile import choose_format, find_format, find_profile, profiles
from cardgen.geometry.units import MM_PER_INCH, Size
from cardgen.pipeline.options import ExportOptions
from cardgen.report.errors import CardgenError, UnlocatedError

PIXELS = 300 / MM_PER_INCH


def test_every_target_that_the_help_names_has_a_profile_and_a_writer():
    assert set(profiles()) == {
        "png", "reading", "pdf-cards", "tts", "tgc", "mpc", "mpc-autofill", "drivethru", "playingcards.io",
        "screentop",
    }  # fmt: skip
    assert {profile.writer for profile in profiles().values()} == set(WRITERS)


@pytest.mark.parametrize("name", profiles()["tgc"].formats)
def test_the_game_crafter_canvas_is_a_multiple_of_75_with_an_eighth_of_an_inch_of_bleed(name):
    made = profiles()["tgc"].formats[name]
    for trim, pixels in zip(made.trim, made.canvas, strict=True):
        assert pixels % 75 == 0
        assert pixels - trim * PIXELS >= 75 - 1
        assert pixels - trim * PIXELS < 2 * 75  # no larger than the rule needs


@pytest.mark.parametrize(("target", "more"), [("mpc", 2 * 36), ("drivethru", 2 * 300 / 8)])
def test_canvas_of_a_printer_is_larger_than_the_card_by_its_bleed(target, more):
    for name, made in profiles()[target].formats.items():
        for trim, pixels in zip(made.trim, made.canvas, strict=True):
            assert pixels == pytest.approx(trim * PIXELS + more, abs=1.5), name


@pytest.mark.parametrize("name", profiles())
def test_drawings_reach_past_every_edge_of_every_canvas(name):
    profile = profiles()[name]
    for made in profile.formats.values():
        over = [
            trim + 2 * profile.bleed_of(made) - pixels / (profile.dpi / MM_PER_INCH)
            for trim, pixels in zip(made.trim, made.canvas, strict=True)
        ]
        assert min(over) == pytest.approx(0), "on one side exactly to the edge"


def test_unknown_target_is_told_with_what_was_meant():
    with pytest.raises(UnlocatedError) as caught:
        find_profile("tgg")
    assert caught.value.code == "E560"
    assert any("tgc" in hint for hint in caught.value.hints)
    with pytest.raises(UnlocatedError, match="unknown target 'TGG'") as caught:
        find_profile("TGG")
    assert any("tgc" in hint for hint in caught.value.hints)
    assert find_profile("TGC") is profiles()["tgc"]


def test_a_card_goes_by_the_shops_name_by_any_name_of_its_size_and_by_measure():
    profile = profiles()["tgc"]
    made = profile.formats["mini"]
    assert choose_format(profile, "mini") is made
    assert choose_format(profile, "tgc:mini") is choose_format(profile, "MINI") is made
    assert choose_format(profile, "44.45x63.5mm") is made
    assert choose_format(profile, "") is profile.formats["poker"]
    assert choose_format(profiles()["png"], "mini") is None


def test_a_card_that_the_shop_does_not_make_is_told_with_all_that_it_makes():
    with pytest.raises(UnlocatedError) as caught:
        choose_format(profiles()["mpc"], "40x53mm")
    assert caught.value.code == "E561"
    assert "40 x 53 mm" in caught.value.message
    assert caught.value.expected.startswith("--card with one of: poker (63.5 x 88.9 mm), ")
    for size in ("200x300mm", "63.5x200mm", "200x88.9mm", "63.5x40mm", "63.44x88.9mm", "63.5x88.96mm"):
        with pytest.raises(UnlocatedError, match="makes no cards of"):
            choose_format(profiles()["mpc"], size)
    for size in ("63.46x88.94mm", "63.54x88.86mm"):
        assert choose_format(profiles()["mpc"], size) is profiles()["mpc"].formats["poker"]


def test_a_shop_of_cards_refuses_a_deck_without_any(toy_folder):
    with pytest.raises(CardgenError) as caught:
        export(toy_folder / "suns.yaml", "tgc", toy_folder / "out", ExportOptions(only=("rules",)))
    assert [item.code for item in caught.value.diagnostics] == ["E562"]
    assert not (toy_folder / "out").exists()
    with pytest.raises(CardgenError) as caught:  # a size of the shop is none of the paper
        export(toy_folder / "suns.yaml", "tgc", toy_folder / "out", ExportOptions(only=("none",), card="mini"))
    assert [(item.code, item.message) for item in caught.value.diagnostics] == [("E504", "unknown component 'none'")]


def test_pieces_without_a_format_have_the_bleed_of_the_profile():
    assert {profile.bleed_of(None) == profile.bleed for profile in profiles().values()} == {True}
    assert any(profile.bleed for profile in profiles().values())


def test_a_card_of_a_shop_is_found_by_its_size_to_within_a_twentieth_of_a_millimetre():
    profile = find_profile("tgc")
    for name, made in profile.formats.items():
        width, height = made.size.width, made.size.height
        assert find_format(profile, Size(width + 0.04, height - 0.04)) == name
        for wide, high in ((0.06, 0), (-0.06, 0), (0, 0.06), (0, -0.06)):
            assert find_format(profile, Size(width + wide, height + high)) != name
