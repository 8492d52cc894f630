"""A piece that is asked for by its name: what is said where there is none, or where it has errors."""

import pytest

from cardgen.geometry.units import Size
from cardgen.pipeline.draw.one_piece import draw_piece
from cardgen.pipeline.options import DeckOptions
from cardgen.report.errors import CardgenError

NAMES = "abcdefghijklm"


def test_a_name_that_no_piece_has_is_told(tmp_path):
    deck = tmp_path / "deck.yaml"
    cards = [f"  - {{id: {name}, name: Fish {name}}}\n" for name in NAMES]
    deck.write_text(
        f"game: cards\ncards:\n{''.join(cards)}  - {{name: Old Gull, copies: ten}}\n  - {{name: {{en: Old Crab, pt: Siri}}, copies: ten}}\n",
        "utf-8",
    )
    listed = "the id or the name of a piece: a, b, c, d, e, f, g, h, i, j, k, l and 1 more"
    for name, code, message, expected in (
        ("nobody", "E566", "no piece is called 'nobody'", listed),
        ("cards/nobody", "E566", "no piece is called 'nobody'", listed),
        ("boats/a", "E566", "unknown kind of piece 'boats'", "one of: cards"),
        ("card/a", "E566", "unknown kind of piece 'card'", "one of: cards"),
        ("old crab", "E204", "", ""),
        ("cards/old-crab", "E204", "", ""),
        ("siri", "E204", "", ""),
    ):
        with pytest.raises(CardgenError) as caught:
            draw_piece(deck, name, DeckOptions())
        (error,) = caught.value.diagnostics
        assert error.code == code, name
        assert code == "E566" or error.span.line == 17, "of the piece that is meant"
        assert not message or (error.message, error.expected) == (message, expected)
    with pytest.raises(CardgenError) as caught:
        draw_piece(deck, "cardz", DeckOptions())
    assert caught.value.diagnostics[0].hints == ("did you mean 'cards'?",)
    deck.write_text("game: cards\ncards: [{id: z, name: Twin}, {id: a, name: twin}, {name: Other}]\n", "utf-8")
    for name, message, expected in (
        ("TWIN", "several pieces are called 'TWIN'", "cards/z or cards/a"),
        ("cards", "kind 'cards' has several pieces", "cards/z or cards/a or cards/other"),
    ):
        with pytest.raises(CardgenError) as caught:
            draw_piece(deck, name, DeckOptions())
        (error,) = caught.value.diagnostics
        assert (error.code, error.message, error.expected) == ("E567", message, expected)
    deck.write_text(f"game: cards\ncards:\n{''.join(cards)}  - {{name: Old Crab, copies: ten}}\n", "utf-8")
    deck.write_text(
        deck.read_text("utf-8").replace("id: m,", "id: m, copies: 2,").replace("  - {id: l, name: Fish l}\n", ""),
        "utf-8",
    )
    with pytest.raises(CardgenError) as caught:
        draw_piece(deck, "nobody", DeckOptions())
    assert caught.value.diagnostics[0].expected == listed.replace(", l and 1 more", ", m")


def test_an_unknown_kind_is_told_with_all_of_the_game(tmp_path):
    kinds = "{ships: {fields: {name: text}}, ports: {role: token, fields: {name: text}}}"
    (tmp_path / "game.yaml").write_text(f"id: boats\nname: Boats\nkinds: {kinds}\n", "utf-8")
    (tmp_path / "deck.yaml").write_text("game: boats\nships: [{name: Dory}]\n", "utf-8")
    with pytest.raises(CardgenError) as caught:
        draw_piece(tmp_path / "deck.yaml", "prots/dory", DeckOptions())
    (error,) = caught.value.diagnostics
    assert (error.message, error.expected) == ("unknown kind of piece 'prots'", "one of: ships, ports")
    assert error.hints == ("did you mean 'ports'?",)


def test_of_the_parts_of_a_piece_only_the_one_that_is_asked_for_is_drawn(tmp_path):
    dials = "{size: 40x40, holes: [{at: [0.5, 0.5], diameter: 9}], fields: {name: text}}"
    game = f"id: boats\nname: Boats\nkinds: {{dials: {dials}, hubs: {{role: part, hub_of: dials}}}}\n"
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    (tmp_path / "deck.yaml").write_text("game: boats\ndials: [{name: Log, copies: 2}]\n", "utf-8")
    for name in ("axle", "hubs/washer"):
        (part,) = draw_piece(tmp_path / "deck.yaml", name, DeckOptions()).drawn
        assert [(piece.kind, piece.id) for piece in part.pieces] == [("hubs", name.removeprefix("hubs/"))], name


def test_a_deck_with_errors_outside_of_its_lists_has_all_of_them_told(tmp_path):
    deck = tmp_path / "deck.yaml"
    deck.write_text(
        "game: cards\ntitle: [1]\ncards:\n  - {name: Pike}\n  - {name: Crab, copies: ten}\n  - {name: Eel, copies: x, tags: 3, art: [4]}\n",
        "utf-8",
    )
    with pytest.raises(CardgenError) as caught:
        draw_piece(deck, "pike", DeckOptions())
    assert [error.span.line for error in caught.value.diagnostics] == [2, 5, 6, 6]


def test_only_what_is_wrong_with_the_piece_itself_is_told(tmp_path):
    deck = tmp_path / "deck.yaml"
    deck.write_text(
        "game: cards\ntitle: {en: Sea, it: Mare}\ncards:\n  - {name: {en: Fish}, text: 'Pay {sum}.'}\n  - {name: Crab, art: gone.png, text: 'a ** b'}\n"
        "  - {name: Gull, tags: [x, y]}\n  - {name: Ray, text: 'a ** b'}\n", "utf-8",
    )  # fmt: skip
    for name, strict, codes, is_drawn in (
        ("fish", False, ["E206"], False),
        ("Crab", False, ["E121", "W332"], True),
        ("gull", True, [], True),
        ("ray", False, ["W332"], True),
        ("ray", True, ["W332"], False),
    ):
        try:
            told, drawn = draw_piece(deck, name, DeckOptions(strict=strict)).warnings, True
        except CardgenError as error:
            told, drawn = error.diagnostics, False
        assert (sorted(item.code for item in told), drawn) == (codes, is_drawn), (name, strict)


def test_a_piece_has_the_size_the_bleed_and_the_look_of_its_deck_and_is_alone(tmp_path):
    deck = tmp_path / "deck.yaml"
    deck.write_text("game: cards\nlook: text\ncards: [{name: {en: Fish, pt: Peixe}}, {name: Crab}]\n", "utf-8")
    (tmp_path / "sizes.yaml").write_text("cards: {mine: {size: 40x50mm, bleed: 9mm}}\n", "utf-8")
    for options, size in (
        (DeckOptions(), Size(63.5, 88.9)),
        (DeckOptions(card="mine"), Size(40, 50)),
        (DeckOptions(card="44x68mm"), Size(44, 68)),
    ):
        drawn = draw_piece(deck, "peixe", options)
        (part,) = drawn.drawn
        (piece,) = part.pieces
        assert (piece.id, piece.name, piece.face.size, drawn.card) == ("fish", "Fish", size, size)
        assert piece.face.bleed == part.component.bleed == 3, "that of the game, as in an export"
    seen = {
        draw_piece(deck, "fish", DeckOptions(look=look)).drawn[0].pieces[0].face.items
        for look in ("", "text", "classic")
    }
    assert len(seen) == 2, "the deck states its look"
    with pytest.raises(CardgenError, match="E502"):
        draw_piece(deck, "fish", DeckOptions(card="none"))
