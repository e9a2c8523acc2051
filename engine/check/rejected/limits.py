"""The limits of each API, in one table for each, with the page or the report that tells them.

What is documented stands on a page or in a schema of the vendor, or in the manual of a client library. What is only
told by public reports is kept apart: findings of it are warnings. All places were looked up in November 2026.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Limit:
    """One thing that an API refuses.

    Attributes:
        code: the finding's code.
        api: whose API.
        rule: what the API asks for, as the end of a sentence such as "Mistral asks for …".
        source: the page or report that tells it.
        documented: whether the source is documentation, and no mere report.
        refuses: whether a request beyond it is refused; where it is not, something is read otherwise.
    """

    code: str
    api: str
    rule: str
    source: str
    documented: bool
    refuses: bool = True


Table = Mapping[str, Limit]
"""The limits of one API, by short names."""

_Rows = Mapping[str, tuple[str, str, str]]
"""By a short name: the code without its group, the rule, the source."""


def _table(api: str, documented: _Rows, reported: _Rows) -> Table:
    rows = ((True, documented), (False, reported))
    return {
        name: Limit(f"rejected.{code}", api, rule, source, documented=is_documented)
        for is_documented, table in rows
        for name, (code, rule, source) in table.items()
    }


_CLAUDE = "https://platform.claude.com/docs/en"
_CLAUDE_RESULTS = f"{_CLAUDE}/agents-and-tools/tool-use/handle-tool-calls"
_CLAUDE_SCHEMA = f"{_CLAUDE}/api/messages/create"
_OPENAI = "https://platform.openai.com/docs"
_LANGCHAIN_RESULTS = "https://docs.langchain.com/oss/python/langchain/errors/INVALID_TOOL_RESULTS"
_MISTRAL = "https://mistralai.github.io/mistral-common/code_reference/mistral_common/protocol/instruct/validator/"
_AWS = "https://docs.aws.amazon.com/bedrock/latest/APIReference"
_GITHUB = "https://github.com"
_GEMINI_NAMES = (
    "https://pub.dev/documentation/google_cloud_ai_generativelanguage_v1beta/latest/generativelanguage/"
    "FunctionDeclaration/name.html"
)

_ALPHABET = "of letters, digits, dashes and underscores"
_PAIRS = "one result for each call, and a call for each result"
_NEXT = "the results of all calls directly after the message that makes them"

ANTHROPIC = _table(
    "Anthropic Messages",
    {
        "result_next": ("order", "the results of all calls first in the message after them", _CLAUDE_RESULTS),
        "paired": ("unpaired", _PAIRS, _CLAUDE_RESULTS),
        "signature": ("signature", "the signature of all thinking that is sent back", _CLAUDE_SCHEMA),
        "text": ("empty", "at least one character in each block of text", _CLAUDE_SCHEMA),
        "arguments": ("arguments", "arguments that are a JSON object", _CLAUDE_SCHEMA),
        "image_base64": ("image", "images in base64", f"{_CLAUDE}/build-with-claude/vision"),
        "image_type": ("image", "images in JPEG, PNG, GIF or WebP", f"{_CLAUDE}/build-with-claude/vision"),
        "cache_marks": ("cache-marks", "four cache marks at most", f"{_CLAUDE}/build-with-claude/prompt-caching"),
        "last_message": ("prefill", "a conversation that does not end with the model’s words", f"{_CLAUDE}/api/errors"),
        "call_id": ("name", f"ids {_ALPHABET}", _CLAUDE_SCHEMA),
    },
    {
        "ids_unique": ("unpaired", "an id of its own for each call", f"{_GITHUB}/NachoSEO/claudegram/issues/12"),
        "thinking_text": (
            "signature",
            "text in all thinking that is sent back to this model",
            f"{_GITHUB}/LibreChat-AI/agents/pull/279",
        ),
        "text_not_blank": (
            "empty",
            "text that is more than blanks",
            f"{_GITHUB}/NousResearch/hermes-agent/pull/61318",
        ),
        "content": ("empty", "messages that are not empty", f"{_GITHUB}/anomalyco/opencode/issues/15715"),
        "image_size": ("image", "images of at most 5 MB in base64", f"{_GITHUB}/anthropics/claude-code/issues/19631"),
        "image_as_declared": (
            "image",
            "images of the type that is declared",
            f"{_GITHUB}/anthropics/claude-code/issues/13131",
        ),
        "tool_name": (
            "name",
            f"names {_ALPHABET}, at most 128",
            f"{_GITHUB}/modelcontextprotocol/modelcontextprotocol/issues/1345",
        ),
    },
)

OPENAI_CHAT = _table(
    "OpenAI Chat Completions",
    {
        "result_next": ("order", _NEXT, _LANGCHAIN_RESULTS),
        "paired": ("unpaired", _PAIRS, _LANGCHAIN_RESULTS),
        "content": ("empty", "content in each answer without a call", f"{_OPENAI}/api-reference/chat/create"),
        "image_base64": ("image", "images in base64", f"{_OPENAI}/guides/images-vision"),
        "tool_name": ("name", f"names {_ALPHABET}, at most 64", f"{_OPENAI}/api-reference/chat/create"),
    },
    {
        "arguments": ("arguments", "arguments that are JSON", f"{_GITHUB}/MoonshotAI/kimi-cli/issues/1171"),
        "call_id": ("name", "ids of at most 40 characters", f"{_GITHUB}/microsoft/autogen/issues/6377"),
    },
)

DEEPSEEK = _table(
    "DeepSeek",
    {
        "reasoning": (
            "reasoning-left-out",
            "the reasoning of every turn that makes a call",
            "https://api-docs.deepseek.com/guides/thinking_mode",
        ),
    },
    {},
)

KIMI = _table(
    "Kimi",
    {},
    {
        "reasoning": (
            "reasoning-left-out",
            "the reasoning of every turn that makes a call",
            f"{_GITHUB}/iOfficeAI/AionUi/issues/2746",
        ),
    },
)

MISTRAL = _table(
    "Mistral",
    {
        "result_next": ("order", _NEXT, _MISTRAL),
        "answer_next": ("order", "an answer between a tool’s result and what a user says", _MISTRAL),
        "paired": ("unpaired", "as many results as calls", _MISTRAL),
        "content": ("empty", "content in each answer without a call", _MISTRAL),
        "last_message": ("prefill", "a conversation that does not end with the model’s words", _MISTRAL),
        "tool_name": ("name", f"names {_ALPHABET}, at most 64", _MISTRAL),
        "call_id": ("name", "ids of exactly nine letters and digits", _MISTRAL),
    },
    {
        "arguments": ("arguments", "arguments that are JSON", f"{_GITHUB}/MoonshotAI/kimi-cli/issues/1171"),
        "image_base64": ("image", "images in base64", f"{_GITHUB}/anthropics/claude-code/issues/13131"),
    },
)

OPENAI_RESPONSES = _table(
    "OpenAI Responses",
    {
        "summary": ("reasoning-alone", "a summary, if an empty one", f"{_OPENAI}/api-reference/responses/create"),
        "image_base64": ("image", "images in base64", f"{_OPENAI}/guides/images-vision"),
        "tool_name": ("name", f"names {_ALPHABET}, at most 64", f"{_OPENAI}/api-reference/responses/create"),
    },
    {
        "paired": (
            "unpaired",
            "an output for each call, and a call for each output",
            f"{_GITHUB}/continuedev/continue/issues/10092",
        ),
        "reasoning_alone": (
            "reasoning-alone",
            "what the reasoning led to, directly after it",
            f"{_GITHUB}/openai/openai-node/issues/1567",
        ),
        "reasoning_left_out": (
            "reasoning-left-out",
            "the reasoning that led to what it names by an id",
            f"{_GITHUB}/cline/cline/issues/12242",
        ),
        "stored": (
            "reasoning-not-stored",
            "reasoning with its encrypted content where nothing is stored",
            f"{_GITHUB}/anomalyco/opencode/issues/7724",
        ),
        "arguments": (
            "arguments",
            "arguments that are JSON",
            f"{_GITHUB}/meituan-longcat/LongCat-2.0/issues/14",
        ),
        "call_id": ("name", "ids of at most 64 characters", f"{_GITHUB}/openclaw/openclaw/pull/875"),
    },
)

GEMINI = _table(
    "Gemini generateContent",
    {
        "signature": (
            "signature",
            "the thought signature of the first call of each step since the user’s last words",
            "https://docs.cloud.google.com/vertex-ai/generative-ai/docs/thought-signatures",
        ),
        "tool_name": (
            "name",
            "names of letters, digits, underscores, colons, dots and dashes, at most 128",
            _GEMINI_NAMES,
        ),
    },
    {
        "result_next": (
            "order",
            "as many function responses directly after a turn as it made calls",
            f"{_GITHUB}/google-gemini/gemini-cli/issues/16543",
        ),
        "paired": ("unpaired", _PAIRS, f"{_GITHUB}/microsoft/vscode/issues/299295"),
        "parts": ("empty", "at least one part in each content", f"{_GITHUB}/vercel/ai/issues/3775"),
        "text": ("empty", "parts that hold something", f"{_GITHUB}/router-for-me/CLIProxyAPI/issues/1292"),
    },
)

BEDROCK_CONVERSE = _table(
    "Bedrock Converse",
    {
        "arguments": ("arguments", "arguments that are a JSON object", f"{_AWS}/API_runtime_ToolUseBlock.html"),
        "image_size": ("image", "images of at most 3.75 MB", f"{_AWS}/API_runtime_Message.html"),
        "tool_name": ("name", f"names {_ALPHABET}, at most 64", f"{_AWS}/API_runtime_ToolUseBlock.html"),
        "call_id": ("name", f"ids {_ALPHABET}, at most 64", f"{_AWS}/API_runtime_ToolUseBlock.html"),
    },
    {
        "result_next": (
            "order",
            "the results of all calls in the message after them",
            f"{_GITHUB}/zeroclaw-labs/zeroclaw/pull/1476",
        ),
        "paired": ("unpaired", _PAIRS, f"{_GITHUB}/zeroclaw-labs/zeroclaw/pull/1476"),
        "text_not_blank": (
            "empty",
            "text that is more than blanks",
            f"{_GITHUB}/aws-samples/bedrock-engineer/issues/8",
        ),
        "image_as_declared": (
            "image",
            "images of the type that is declared",
            f"{_GITHUB}/anthropics/claude-code/issues/13131",
        ),
    },
)

SIGNED = _table(
    "Anthropic Messages",
    {
        "anthropic": ("signed-data", "signed thinking as it was", f"{_CLAUDE}/build-with-claude/thinking"),
        "bedrock": (
            "signed-data",
            "signed reasoning as it was",
            "https://docs.aws.amazon.com/sdkfornet/v3/apidocs/items/BedrockRuntime/TReasoningTextBlock.html",
        ),
    },
    {},
)

NUMBER = Limit(
    "rejected.number",
    "JSON",
    "integers below 2 to the power of 53, which every reader takes alike",
    f"{_GITHUB}/earendil-works/pi/issues/8943",
    documented=False,
    refuses=False,
)
"""A service takes such a number; what is read and sent again in JavaScript is another one."""

TABLES: tuple[Table, ...] = (
    ANTHROPIC,
    OPENAI_CHAT,
    DEEPSEEK,
    KIMI,
    MISTRAL,
    OPENAI_RESPONSES,
    GEMINI,
    BEDROCK_CONVERSE,
    SIGNED,
    {"number": NUMBER},
)
"""Every table."""
