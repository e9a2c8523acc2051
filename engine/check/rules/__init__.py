"""The rules that find what would affect a replay, one module per group."""
