"""Pages for the tests of the engine's start: nothing in them but the driver and its payloads."""
