"""The rules that find what a replay would stumble over, one module per group."""
