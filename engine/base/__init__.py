"""What the replay and the check stand on: errors, JSON, memory, the terminal, files that are written."""
