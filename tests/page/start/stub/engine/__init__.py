"""An engine that does what a test asks of it, in place of the real one."""
