"""From a file's bytes to values, and where each of them stands in the text."""
