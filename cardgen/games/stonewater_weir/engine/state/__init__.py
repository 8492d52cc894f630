"""A position as plain data, the tables that it refers to, and how players and chance are asked."""
