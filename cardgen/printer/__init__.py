"""One's own printers: what they do wrong, measured by a test sheet and kept under a name."""
