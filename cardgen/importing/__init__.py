"""Turn projects of other tools into deck folders: one module reads each format, and `folder` writes what they have in common.

A format becomes an `ImportedDeck`: kinds of card with their rows, and faces as boxes in millimetres. Projects may come from
strangers: every file is opened by `files`, and names of written files are made here, never taken from a project.
"""
