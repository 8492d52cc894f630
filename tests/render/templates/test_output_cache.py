"""What the output of a template depends on, and what may be taken from the build before."""

from typing import Any

from cardgen.render.templates.output_cache import OutputCache, RenderingKey, digest_of

DECK = {"title": "Suns", "note": "Old"}
SHARED = {"deck": DECK, "players": 2}
COLORS = {"ink": "#000000"}
FACE: RenderingKey = ("face.j2", "a", (0, 0))
BACK: RenderingKey = ("back.j2", "a", (0, 0))


def kept() -> OutputCache:
    """The face of a card with the title of the deck, and its back with the note and in ink."""
    cache = OutputCache(SHARED, COLORS, {})
    values = {**SHARED, "card": {"cost": 1}}
    assert cache.noted(values)["deck"]["title"] == "Suns"
    cache.keep(FACE, values, "<face/>", ("deck", "card"), ("face.j2", "part.j2"))
    assert cache.noted(values)["deck"]["note"] == "Old"
    cache.note_color("ink")
    cache.keep(BACK, values, "<back/>", ("deck", "players"), ("back.j2",))
    return cache


def test_output_is_taken_again_unless_what_it_was_made_of_has_changed() -> None:
    before = kept().unaffected(())
    assert {key: (one.digest, one.markup) for key, one in before.items()} == {
        FACE: (digest_of("<face/>"), "<face/>"), BACK: (digest_of("<back/>"), "<back/>"),
    }  # fmt: skip
    everything = [FACE, BACK]
    for shared, colors, card, same in (
        (SHARED, COLORS, {"cost": 1}, everything),
        (SHARED, COLORS, {"cost": True}, [BACK]),
        ({**SHARED, "players": 3}, COLORS, {"cost": 1}, [FACE]),
        ({**SHARED, "deck": {**DECK, "title": "Moons"}}, COLORS, {"cost": 1}, [BACK]),
        ({**SHARED, "deck": {**DECK, "note": "New"}}, COLORS, {"cost": 1}, [FACE]),
        ({**SHARED, "deck": {**DECK, "more": 1}}, COLORS, {"cost": 1}, everything),
        (SHARED, {"ink": "#111111"}, {"cost": 1}, [FACE]),
    ):
        cache = OutputCache(shared, colors, before)
        values: dict[str, Any] = {**shared, "card": card}
        reused = {key: cache.reuse(key, values) for key in everything}
        assert [key for key, one in reused.items() if one is not None] == same, (shared, colors, card)
        assert list(cache.unaffected(())) == same
        assert cache.reuse(("face.j2", "b", (0, 0)), values) is None


def test_a_changed_template_affects_what_has_used_it() -> None:
    cache = kept()
    for changed, left in (
        ((), [FACE, BACK]),
        (("face.j2",), [BACK]),
        (("part.j2",), [BACK]),
        (("back.j2", "x.j2"), [FACE]),
    ):
        assert list(cache.unaffected(changed)) == left


def test_output_of_another_process_is_kept_without_its_text() -> None:
    cache, main = kept(), OutputCache(SHARED, COLORS, {})
    assert list(cache.release({FACE})) == [BACK]
    released = cache.release(())
    assert [one.markup for one in released.values()] == [None, None]
    main.add({FACE: released[FACE]})
    main.add({BACK: released[BACK]._replace(reads=dict(released[FACE].reads))})
    again = main.unaffected(())
    assert list(again) == [FACE, BACK] and again[FACE].reads is again[BACK].reads
    assert cache.unaffected(())[FACE].markup is None
