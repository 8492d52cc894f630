"""Hostile inputs without end: seeds that are made wrong at random, each built in a process of its own under limits.

    python -m tests.fuzz --minutes 120 --seed 7

An input depends on the seed and on its number alone, so that what was found can be made again.
"""
