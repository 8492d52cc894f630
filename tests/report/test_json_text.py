"""Records become JSON by the names of their attributes."""

import json
from dataclasses import dataclass, field

from cardgen.report.json_text import OMIT_DEFAULT, plain, to_json


@dataclass(frozen=True, slots=True)
class Crew:
    name: str
    shares: tuple[float, ...] = ()
    ship: "Crew | None" = None
    teams: tuple[int, ...] = field(default=(0, 1), metadata=OMIT_DEFAULT)


def test_a_record_is_an_object_with_the_names_of_its_attributes() -> None:
    crew = Crew("Tide", (1 / 3, 2), Crew("Ford", teams=(0, 0)))
    inner = {"name": "Ford", "shares": [], "ship": None, "teams": [0, 0]}
    assert plain([{"a": crew}]) == [{"a": {"name": "Tide", "shares": [0.333333, 2], "ship": inner}}]
    assert plain({"a": crew.ship, "b": {"c": 2 / 3}}) == {"a": inner, "b": {"c": 0.666667}}
    assert json.loads(to_json(crew)) == plain(crew)
    assert (
        to_json([True, 0, 10**20, 2.0, 1e-7, None])
        == "[\n  true,\n  0,\n  100000000000000000000,\n  2.0,\n  0.0,\n  null\n]"
    )
