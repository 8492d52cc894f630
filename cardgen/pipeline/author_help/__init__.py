"""Help authors: editor schemas, template guides and copies, generated texts, the table of sizes."""
