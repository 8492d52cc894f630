"""Pages in mm come in, the bytes of one PDF go out. Only this stage uses points, ReportLab, Typst and pikepdf."""
