"""Linear algebra in plain Python agrees with what it means."""

from random import Random

import pytest

from cardgen.balancing.linear import backward, cholesky, forward, inverse_diagonal, solve


@pytest.fixture
def matrix():
    rng, size = Random(1), 7
    half = [[rng.gauss(0, 1) for _ in range(size)] for _ in range(size)]
    return [
        [sum(a * b for a, b in zip(x, y, strict=True)) + (i == j) for j, y in enumerate(half)]
        for i, x in enumerate(half)
    ]


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def test_a_factor_solves_its_matrix(matrix):
    right = [1.0, -2.0, 0.5, 3.0, 0.0, 1.0, 4.0]
    assert times(matrix, solve(cholesky(matrix), right)) == pytest.approx(right)


def test_forward_and_backward_are_the_two_halves(matrix):
    lower = cholesky(matrix)
    square = [row + [0.0] * (len(lower) - len(row)) for row in lower]
    right = list(range(7))
    assert times(square, forward(lower, right)) == pytest.approx(right)
    turned = [list(column) for column in zip(*square, strict=True)]
    assert times(turned, backward(lower, right)) == pytest.approx(right)


def test_the_diagonal_of_the_inverse_is_what_solving_gives(matrix):
    lower = cholesky(matrix)
    units = [[float(i == j) for j in range(7)] for i in range(7)]
    assert inverse_diagonal(lower) == pytest.approx([solve(lower, unit)[i] for i, unit in enumerate(units)])


def test_a_matrix_that_rounding_has_made_singular_has_a_factor():
    for corner in (1.0, 1.0 + 1e-9):
        assert cholesky([[1.0], [corner, 1.0]]) == [[1.0], [corner, pytest.approx(1e-6)]]
