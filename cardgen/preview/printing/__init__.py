"""Print from the page: what `cardgen build`, `export` and `printed` do, in a process of its own."""
