"""What a deck of the last version may state, one of this version may: numbers, lists and what may be left out.

What is said about wrong values, and the vocabulary of effects, is in the folders of the games.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, get_args

from pydantic import TypeAdapter, ValidationError

from cardgen.games.attack_the_tower import effects as tower
from cardgen.games.attack_the_tower.schema import ArmyDeck
from cardgen.games.stonewater_weir.effects import SiegeEffect
from cardgen.games.stonewater_weir.schema import WeirDeck
from cardgen.plugin.schema import Model
from tests.recorded import check_recorded

EFFECTS = {tower.Effect, tower.Condition, tower.Cost, tower.Selector, tower.Timing, tower.When, SiegeEffect}
NUMBERS = sorted({sign * one for one in (*range(13), *range(90, 102), 999, 1000, 1001) for sign in (1, -1)})
OTHERS = [1.5, "1", True, "x", "Two words", "", *([1] * count for count in (0, 1, 5, 6, 7)), ["A"], ["x"]]


def models_of(model: type[Model], seen: dict[type[Model], None]) -> None:
    """Add a model and those of its fields, without effects."""
    if model in EFFECTS or model in seen:
        return
    seen[model] = None
    for field in model.model_fields.values():
        for part in _parts(field.annotation):
            models_of(part, seen)


def _parts(annotation: Any) -> Iterator[type[Model]]:
    if isinstance(annotation, type) and issubclass(annotation, Model):
        yield annotation
    for part in get_args(annotation):
        yield from _parts(part)


def admitted(model: type[Model]) -> Iterator[str]:
    """Yield what each field of a model takes, and what it is if it is left out."""
    for name, field in model.model_fields.items():
        annotation: Any = Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
        taken = TypeAdapter(annotation)
        numbers = [one for one in NUMBERS if _is_right(taken, one)]
        right = [repr(one) for one in OTHERS if _is_right(taken, one)]
        if numbers:
            right.insert(0, "any number" if len(numbers) == len(NUMBERS) else f"{numbers[0]} to {numbers[-1]}")
        default = "needed" if field.is_required() else f"or {field.get_default(call_default_factory=True)!r}"
        yield f"{model.__name__}.{name}: {', '.join(right)}; {default}"


def _is_right(adapter: TypeAdapter[Any], value: object) -> bool:
    try:
        adapter.validate_python(value)
    except (ValidationError, ValueError):
        return False
    return True


def test_what_decks_may_state() -> None:
    seen: dict[type[Model], None] = {}
    for deck in (ArmyDeck, WeirDeck):
        models_of(deck, seen)
    check_recorded(Path(__file__).with_name("decks.txt"), [line for model in seen for line in admitted(model)])
