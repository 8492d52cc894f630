"""Pages in mm go in, one PDF file comes out: the only stage that knows points, ReportLab, Typst and pikepdf."""
