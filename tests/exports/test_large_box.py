"""Exports of dice, boxes, figures, dials and boards: at their places, as models, or left out."""

import json
import math
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest
from large_box import write_large_box
from PIL import Image

from cardgen.exports.job import export
from cardgen.pipeline.options import ExportOptions
from exports.conftest import manifest_of


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """Exports the game to a target, once each: the folder."""
    folder = tmp_path_factory.mktemp("large")
    deck, done = write_large_box(folder), {}

    def run(target, **options):
        key = target, tuple(options.items())
        if key not in done:
            out = folder / str(len(done))
            done[key] = export(deck, target, out, ExportOptions(**options)).folder
        return done[key]

    return run


@pytest.fixture(scope="module")
def table(exported):
    return json.loads((exported("tts") / "deck.json").read_text("utf-8"))["ObjectStates"]


def named(table, name):
    return [thing for thing in table if thing["Nickname"].split(" (")[0] == name]


def at(thing):
    place = thing["Transform"]
    return place["posX"] * 25.4, place["posZ"] * 25.4, (place["rotY"] - 180) % 360


def size_of(path):
    with Image.open(path) as picture:
        return picture.size


def local(url):
    return Path(unquote(urlparse(url).path))


def test_what_has_a_place_is_there(table):
    (deck,), (board,), (reaver,) = named(table, "Cards"), named(table, "Map"), named(table, "Reaver")
    assert at(deck) == pytest.approx((-200, 50, 90), abs=0.1)
    assert deck["Transform"]["rotZ"] == 180  # face down
    assert at(board) == pytest.approx((0, 0, 0), abs=0.1)
    assert board["Locked"]
    assert at(reaver) == pytest.approx((30, -20, 0), abs=0.1)
    assert reaver["Transform"]["posY"] > board["Transform"]["posY"]


def test_the_rest_lies_beside_and_apart(table):
    rest = [thing for thing in table if thing["Nickname"].split(" (")[0] not in {"Cards", "Map", "Reaver"}]
    assert all(thing["Transform"]["posX"] * 25.4 > 95 for thing in rest)  # right of the map
    places = [(thing["Transform"]["posX"], thing["Transform"]["posZ"]) for thing in rest]
    assert len({*places}) == len(places) == 9


def test_dice_lie_beside_each_other_as_cubes_and_not_as_nets(table):
    """Their edges are 16 mm and 18 mm, with an inch between them."""
    middles = sorted(die["Transform"]["posX"] * 25.4 for die in (*named(table, "Red die"), *named(table, "Arm die")))
    assert [after - before for before, after in pairwise(middles)] == pytest.approx([41.4, 41.4, 42.4], abs=0.1)


def test_figures_stand_and_tokens_have_two_sides(table):
    (mud,), (gold,) = named(table, "Mudling"), named(table, "Gold")
    assert {thing["Name"] for thing in mud["ContainedObjects"]} == {"Figurine_Custom"}
    assert all("2" in thing["States"] for thing in gold["ContainedObjects"])


def test_a_die_is_a_model_whose_sides_are_those_of_its_net(table):
    assert len(named(table, "Red die")) == 3
    (die,) = named(table, "Arm die")
    assert die["Name"] == "Custom_Model"
    assert {key: value for key, value in die["CustomMesh"].items() if key not in ("MeshURL", "DiffuseURL")} == {
        "NormalURL": "", "ColliderURL": "", "Convex": True, "MaterialIndex": 0, "TypeIndex": 2, "CastShadows": True,
    }  # fmt: skip
    assert [value["Value"] for value in die["RotationValues"]] == ["1", "2", "3", "4", "miss", "jam"]
    width, height = size_of(local(die["CustomMesh"]["DiffuseURL"]))
    assert width * 3 == height * 4


def vertices(die):
    """The faces of the model: for each its corners in space, and in the picture."""
    points, places, faces = [], [], []
    for line in local(die["CustomMesh"]["MeshURL"]).read_text("utf-8").splitlines():
        kind, *rest = line.split()
        if kind in {"v", "vt"}:
            (points if kind == "v" else places).append(tuple(map(float, rest)))
        elif kind == "f":
            numbers = [int(part.split("/")[0]) - 1 for part in rest]
            faces.append([(points[number], places[number]) for number in numbers])
    return faces


def test_the_model_is_a_closed_cube_of_true_size_that_is_seen_from_outside(table):
    (die,) = named(table, "Arm die")
    faces = vertices(die)
    assert len(faces) == 12
    half = 18 / 25.4 / 2
    assert {abs(round(number / half)) for face in faces for point, _ in face for number in point} == {1}
    for face in faces:
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = (point for point, _ in face)
        u, v = (bx - ax, by - ay, bz - az), (cx - ax, cy - ay, cz - az)
        normal = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        assert sum(n * p for n, p in zip(normal, (ax + bx + cx, ay + by + cy, az + bz + cz), strict=True)) > 0
        across = [place for _, place in face]
        turn = (across[1][0] - across[0][0]) * (across[2][1] - across[0][1]) - (across[1][1] - across[0][1]) * (
            across[2][0] - across[0][0]
        )
        assert turn > 0  # not mirrored


def test_each_value_turns_its_side_up(table):
    (die,) = named(table, "Arm die")
    cells = {"1": (1, 0), "2": (0, 1), "3": (1, 1), "4": (2, 1), "miss": (2, 1), "jam": (1, 2)}
    cells |= {"4": (3, 1)}
    faces = vertices(die)
    for value in die["RotationValues"]:
        column, row = cells[value["Value"]]
        side = [
            point
            for face in faces
            for point, (x, y) in face
            if column < x * 4 < column + 1 and row < (1 - y) * 3 < row + 1
        ]
        x, y, z = (sum(axis) / len(side) for axis in zip(*side, strict=True))
        x = -x  # as the simulator reads models
        turn = {axis: math.radians(degrees) for axis, degrees in value["Rotation"].items()}
        x, y = x * math.cos(turn["z"]) - y * math.sin(turn["z"]), x * math.sin(turn["z"]) + y * math.cos(turn["z"])
        y, z = y * math.cos(turn["x"]) - z * math.sin(turn["x"]), y * math.sin(turn["x"]) + z * math.cos(turn["x"])
        assert y == pytest.approx(18 / 25.4 / 2, abs=1e-3), value


@pytest.mark.parametrize(
    ("target", "left_out"),
    [
        ("png", set()),
        ("tts", {"Feet", "Hub", "Card box"}),
        ("pdf-cards", {"Feet", "Hub", "Card box", "Red die", "Arm die", "Rules"}),
        ("screentop", {"Feet", "Hub", "Card box", "Red die", "Arm die", "Rules"}),
        ("playingcards.io", {"Feet", "Hub", "Card box", "Red die", "Arm die", "Rules"}),
    ],
)
def test_manifest_says_what_a_target_cannot_make(exported, target, left_out):
    manifest = manifest_of(exported(target))
    assert {*manifest["left_out"]} == left_out
    for title in left_out - {"Rules"}:
        assert "to be printed at home" in manifest["left_out_because"][title]


def test_pictures_of_a_die_are_its_net_and_its_sides(exported):
    folder = exported("png")
    (row,) = [row for row in manifest_of(folder)["pieces"] if row["id"] == "red-die"]
    assert len(row["sides"]) == 6
    assert {size_of(folder / name) for name in row["sides"]} == {(189, 189)}
    with Image.open(folder / row["front"]) as net:
        assert (net.mode, net.getpixel((0, 0))[3]) == ("RGBA", 0)


def test_number_of_players_decides_what_is_exported(exported):
    rows = {row["id"]: row["copies"] for row in manifest_of(exported("png", players=2))["pieces"]}
    assert (rows["two"], rows["three"], rows["gold"]) == (4, 3, 4)
