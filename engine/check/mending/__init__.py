"""Makes a bundle that replays from a file, with tokens in place of people's data and secrets."""
