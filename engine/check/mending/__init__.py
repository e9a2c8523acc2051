"""What is made of a file: a bundle that replays, with tokens in place of people's data and secrets."""
