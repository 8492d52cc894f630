"""Read spreadsheets: CSV with the standard library, XLSX and ODS with python-calamine, into nodes with cell positions.

A file goes in, `Table`s come out of `files.open_spreadsheet`; `rows.read_rows` turns one into `source.RowNode`s that the model
of a list accepts. The files may come from strangers: sizes are limited before anything is unpacked, macros and links
are never followed, and formulas count with the values that the spreadsheet program stored.
"""
