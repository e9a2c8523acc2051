"""What is shown and what the inputs say, in every state that the experiment can come into: by its pure part alone."""

from __future__ import annotations

import json
from pathlib import Path

from builder.tools.environment import run_node

WALK = Path(__file__).with_name("experiment_states.mjs")


def test_no_state_mixes_inputs_and_run_or_waits_for_ever() -> None:
    """Whatever the reader chooses and whoever answers, refuses or comes late, in whatever order."""
    found = json.loads(run_node([str(WALK)]).stdout)
    assert found["broken"] == []
    assert found["states"] > 100
