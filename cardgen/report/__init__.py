"""What cardgen tells people: where a value was written, diagnostics, and the errors that carry them."""
