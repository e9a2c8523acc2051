"""What the engine's tests share: the schemas, and how long Hypothesis searches."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from jsonschema import Draft202012Validator

ENGINE = Path(__file__).resolve().parents[2] / "engine"

settings.register_profile("engine", deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("engine")


def _validator(name: str) -> Draft202012Validator:
    schema = json.loads((ENGINE / name).read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.fixture(scope="session")
def run_schema() -> Draft202012Validator:
    """The validator of run documents."""
    return _validator("run.schema.json")


@pytest.fixture(scope="session")
def bundle_schema() -> Draft202012Validator:
    """The validator of bundles."""
    return _validator("bundle.schema.json")
