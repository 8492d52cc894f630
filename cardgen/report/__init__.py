"""Reports to the user: positions in source files, diagnostics, and the exceptions that carry them."""
