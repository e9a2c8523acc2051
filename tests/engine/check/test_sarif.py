"""SARIF: the properties that the standard requires, each code a rule, each finding a result at its region."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.check.codes import CODES
from engine.check.telling.document import Question, check
from engine.check.telling.sarif import sarif
from engine.replay.settings import Settings
from tests.engine.check.files import CLEAN, EVERYTHING, line_of

Json = Any

MESSAGE = {
    "type": "object",
    "properties": {"text": {"type": "string", "minLength": 1}},
    "required": ["text"],
    "additionalProperties": False,
}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
URI = {"type": "string", "format": "uri-reference", "pattern": "^[!-~]+$"}
LOCATION = {
    "type": "object",
    "properties": {
        "physicalLocation": {
            "type": "object",
            "properties": {
                "artifactLocation": {"type": "object", "properties": {"uri": URI}, "additionalProperties": False},
                "region": {
                    "type": "object",
                    "properties": {
                        "startLine": {"type": "integer", "minimum": 1},
                        "startColumn": {"type": "integer", "minimum": 1},
                    },
                    "required": ["startLine"],
                    "additionalProperties": False,
                },
            },
            "required": ["artifactLocation"],
            "additionalProperties": False,
        },
        "logicalLocations": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"fullyQualifiedName": {"type": "string"}, "kind": {"const": "element"}},
                "additionalProperties": False,
            },
            "uniqueItems": True,
        },
    },
    "required": ["physicalLocation"],
    "additionalProperties": False,
}
RULE = {
    "type": "object",
    "properties": {
        "id": {"type": "string"},
        "shortDescription": MESSAGE,
        "fullDescription": MESSAGE,
        "help": MESSAGE,
        "defaultConfiguration": {"type": "object", "properties": {"level": LEVEL}, "additionalProperties": False},
        "properties": {"type": "object"},
    },
    "required": ["id", "shortDescription", "help"],
    "additionalProperties": False,
}
RESULT = {
    "type": "object",
    "properties": {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": LEVEL,
        "message": MESSAGE,
        "locations": {"type": "array", "items": LOCATION, "minItems": 1},
        "relatedLocations": {"type": "array", "items": LOCATION},
        "occurrenceCount": {"type": "integer", "minimum": 1},
        "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
        "baselineState": {"enum": ["new", "unchanged", "updated", "absent"]},
    },
    "required": ["message", "ruleId", "ruleIndex", "level", "locations"],
    "additionalProperties": False,
}
NOTIFICATION = {
    "type": "object",
    "properties": {"level": LEVEL, "message": MESSAGE, "locations": {"type": "array", "items": LOCATION}},
    "required": ["message"],
    "additionalProperties": False,
}
LOG = Draft202012Validator(
    {
        "type": "object",
        "properties": {
            "$schema": {"type": "string", "format": "uri"},
            "version": {"const": "2.1.0"},
            "runs": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "tool": {
                            "type": "object",
                            "properties": {
                                "driver": {
                                    "type": "object",
                                    "properties": {
                                        "name": {"type": "string"},
                                        "version": {"type": "string"},
                                        "rules": {"type": "array", "items": RULE, "uniqueItems": True},
                                    },
                                    "required": ["name"],
                                    "additionalProperties": False,
                                }
                            },
                            "required": ["driver"],
                            "additionalProperties": False,
                        },
                        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                        "invocations": {
                            "type": "array",
                            "items": {
                                "type": "object",
                                "properties": {
                                    "executionSuccessful": {"type": "boolean"},
                                    "toolExecutionNotifications": {"type": "array", "items": NOTIFICATION},
                                },
                                "required": ["executionSuccessful"],
                                "additionalProperties": False,
                            },
                        },
                        "results": {"type": "array", "items": RESULT},
                    },
                    "required": ["tool"],
                    "additionalProperties": False,
                },
            },
        },
        "required": ["version", "runs"],
        "additionalProperties": False,
    }
)
"""What the standard requires of the parts that are written here, and nothing else beside them."""

NAMES = ["x.json", "a folder/x y.json", "/abs/x.json", "C:\\logs\\x.json", "standard input", "\udcff", "%41", "ä:b"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("data", [EVERYTHING, CLEAN, b"", b"{}"])
def test_the_log_has_what_the_standard_requires(name: str, data: bytes) -> None:
    """For files that are read and files that are not, whatever they are called."""
    log = sarif([check(data, name, Question(Settings()))])
    LOG.validate(log)
    json.dumps(log).encode("ascii")


RUN = sarif([check(EVERYTHING, "logs/everything.json"), check(CLEAN, "clean.json")])["runs"][0]


def test_every_code_is_a_rule() -> None:
    """With its help; the index of a result's rule is right."""
    rules = RUN["tool"]["driver"]["rules"]
    assert {rule["id"] for rule in rules} == {*CODES, "gate.fails"}
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in RUN["results"])


def test_a_finding_is_a_result_at_its_region() -> None:
    """File, line, column and JSON path."""
    [result] = [result for result in RUN["results"] if result["ruleId"] == "ambiguous.call-id-reused"]
    [location] = result["locations"]
    assert result["level"] == "error"
    assert location["physicalLocation"]["artifactLocation"] == {"uri": "logs/everything.json"}
    assert location["physicalLocation"]["region"]["startLine"] == line_of(EVERYTHING, "amount")
    assert location["logicalLocations"][0]["fullyQualifiedName"] == "messages[4].tool_calls[0]"


def test_steps_that_are_not_certain_are_one_result() -> None:
    """At the first of them."""
    log = sarif([check(CLEAN, "x.json", Question(Settings()))])
    [result] = [result for result in log["runs"][0]["results"] if result["ruleId"] == "gate.fails"]
    assert "first that is not certain is S3" in result["message"]["text"]


def test_files_that_cannot_be_read_are_notified() -> None:
    """The run was not successful; what is wrong with them is said."""
    [run] = sarif([check(CLEAN, "good.json"), check(b"{}", "bad.json")])["runs"]
    [invocation] = run["invocations"]
    assert invocation["executionSuccessful"] is False
    assert "bad.json" in invocation["toolExecutionNotifications"][0]["message"]["text"]
    assert RUN["invocations"] == [{"executionSuccessful": True}]
