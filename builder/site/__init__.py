"""From the content to dist/: one module a stage, called in turn by `pipeline`."""
