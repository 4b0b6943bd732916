"""Works over time: files on the shelf, amendments, the text on a day, and texts that must agree."""
