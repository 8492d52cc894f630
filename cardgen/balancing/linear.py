"""Linear algebra on small symmetric matrices, in plain Python, so that the same seed gives the same result everywhere.

numpy would cost a designer a larger download than the rest of the package for matrices of a few hundred rows; its sums are
rounded differently from machine to machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from operator import mul

Vector = list[float]
Matrix = list[Vector]


def cholesky(matrix: Sequence[Sequence[float]]) -> Matrix:
    """Return the lower triangle L with L times its transpose equal to a matrix; row i has i + 1 entries.

    Args:
        matrix: A symmetric, positive definite matrix; only its lower triangle is read.
    """
    lower: Matrix = []
    for i, row in enumerate(matrix):
        new: Vector = []
        for j in range(i):
            own = lower[j]
            new.append((row[j] - sum(map(mul, new, own))) / own[j])  # `map` ends with the shorter one
        new.append(sqrt(max(row[i] - sum(map(mul, new, new)), 1e-12)))
        lower.append(new)
    return lower


def forward(lower: Matrix, right: Sequence[float]) -> Vector:
    """Solve L x = b.

    Args:
        lower: L, from `cholesky`.
    """
    found: Vector = []
    for row, value in zip(lower, right, strict=True):
        found.append((value - sum(map(mul, row, found))) / row[-1])
    return found


def backward(lower: Matrix, right: Sequence[float]) -> Vector:
    """Solve the transpose of L times x = b.

    Args:
        lower: L, from `cholesky`.
    """
    left = list(right)
    for i in range(len(lower) - 1, -1, -1):
        row = lower[i]
        value = left[i] = left[i] / row[-1]
        if value:
            for j in range(i):
                left[j] -= row[j] * value
    return left


def solve(lower: Matrix, right: Sequence[float]) -> Vector:
    """Solve A x = b for the matrix A of a Cholesky factor.

    Args:
        lower: The factor of A, from `cholesky`.
    """
    return backward(lower, forward(lower, right))


def inverse_diagonal(lower: Matrix) -> Vector:
    """Return the diagonal of the inverse of the matrix of a Cholesky factor."""
    size = len(lower)
    total = [0.0] * size
    columns: Matrix = []  # row i: the entries of column i of the inverse of L, from its diagonal downwards
    for i in range(size):
        column = [1 / lower[i][i]]
        for k in range(i + 1, size):
            row = lower[k]
            column.append(-sum(map(mul, row[i:k], column)) / row[k])
        columns.append(column)
        total[i] = sum(map(mul, column, column))
    return total
