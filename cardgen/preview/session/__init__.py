"""Keep one deck in memory, rebuild it after edits, and describe it as a snapshot."""
