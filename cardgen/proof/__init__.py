"""Pages for the screen of a designer: all designs at a glance, two versions side by side, both sides of a sheet at once.

Each module makes the bytes of one kind of PDF out of jobs that are prepared.
"""
