"""Readers of foreign exports, one module per format."""
