"""Keys and tokens by the shapes that their issuers gave them.

Most issuers begin a key with a prefix of their own so that it can be recognised (GitHub's announcement of 2021 says so;
GitLab, Slack, Stripe, npm, PyPI, Hugging Face, Anthropic, OpenAI and others document theirs). The patterns below were
written for this project after those documents. Which issuers matter was taken from what maintained libraries look for:
the plugins of detect-secrets 1.5.0 (Apache-2.0) and the rule names of gitleaks (MIT). Neither runs in the browser
without third-party packages, so no rule of theirs is used; a test runs detect-secrets beside these.

Lengths are lower bounds, because issuers lengthen their keys: what follows a prefix is taken to its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .hit import Hit
from .words import BEGINS, looks_random

_W = "[A-Za-z0-9_-]"
_A = "[A-Za-z0-9]"
_H = "[0-9a-f]"

_SHAPES: dict[str, str] = {
    "an Anthropic key": rf"sk-ant-{_W}{{20,}}+",
    "an OpenRouter key": rf"sk-or-{_W}{{20,}}+",
    "an OpenAI key": rf"sk-(?:proj|svcacct|admin|service|None)-{_W}{{20,}}+|sk-{_A}{{20}}T3BlbkFJ{_A}{{20,}}+",
    "a secret key": rf"sk-{_W}{{20,}}+",
    "a LangSmith key": rf"lsv2_(?:pt|sk)_{_H}{{32}}_{_H}{{10}}",
    "a Groq key": rf"gsk_{_A}{{40,}}+",
    "an xAI key": rf"xai-{_A}{{60,}}+",
    "a Perplexity key": rf"pplx-{_A}{{40,}}+",
    "a Replicate token": rf"r8_{_A}{{37,}}+",
    "a Tavily key": rf"tvly-{_W}{{20,}}+",
    "a Pinecone key": rf"pcsk_{_W}{{40,}}+",
    "a Hugging Face token": rf"(?:hf_|api_org_){_A}{{30,}}+",
    "an AWS access key id": r"(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}(?![A-Za-z0-9])",
    "a Google API key": rf"AIza{_W}{{35}}",
    "a Google OAuth secret": rf"GOCSPX-{_W}{{24,}}+",
    "a Google OAuth token": rf"ya29\.{_W}{{20,}}+|1//0{_W}{{20,}}+",
    "a GitHub token": rf"gh[pousr]_{_A}{{36,}}+|github_pat_{_W}{{50,}}+",
    "a GitLab token": r"gl(?:pat|dt|ft|soat|rt|rtr|ptt|agent|oas|imt|cbt|ffct|wt)-[A-Za-z0-9_.-]{20,}+"
    rf"|GR1348941{_W}{{20,}}+",
    "a Slack token": rf"xox[abceoprs](?:\.xox[bp])?-[A-Za-z0-9-]{{10,}}+|xapp-\d-{_A}++-\d++-{_A}{{20,}}+",
    "a Slack webhook": rf"hooks\.slack\.com/(?:services|workflows|triggers)/{_A}++/{_A}++/[A-Za-z0-9/]{{8,}}+",
    "a Discord webhook": rf"discord(?:app)?\.com/api/webhooks/\d{{10,20}}/{_W}{{40,}}+",
    "a Stripe key": rf"[sr]k_(?:live|test|org)_{_W}{{16,}}+|whsec_[A-Za-z0-9+/=]{{24,}}+",
    "an npm token": rf"npm_{_A}{{36,}}+",
    "a PyPI token": rf"pypi-Ag{_W}{{60,}}+",
    "a SendGrid key": rf"SG\.{_W}{{16,}}+\.{_W}{{16,}}+",
    "a Twilio key": rf"SK{_H}{{32}}(?![A-Za-z0-9])",
    "a Mailgun key": rf"key-{_H}{{32}}(?![A-Za-z0-9])",
    "a DigitalOcean token": rf"do[opr]_v1_{_H}{{64}}",
    "a Databricks token": rf"dapi{_H}{{32}}(?![A-Za-z0-9])",
    "a Shopify token": r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}",
    "a Linear key": rf"lin_(?:api|oauth)_{_A}{{32,}}+",
    "a Notion token": rf"ntn_{_A}{{40,}}+|secret_{_A}{{43}}(?![A-Za-z0-9])",
    "an Atlassian token": r"AT(?:ATT|CTT|BBT|BB)[A-Za-z0-9_=-]{24,}+",
    "a Vault token": rf"hv[sbr]\.{_W}{{24,}}+",
    "a Docker token": rf"dckr_(?:pat|oat)_{_W}{{27,}}+",
    "a Sentry token": r"sntry[su]_[A-Za-z0-9_=+/-]{40,}+",
    "a New Relic key": r"NRAK-[A-Z0-9]{27}",
    "a Square token": rf"sq0(?:atp|csp)-{_W}{{22,}}+",
    "a Supabase key": rf"sbp_{_H}{{40}}|sb_secret_{_W}{{20,}}+",
    "a Grafana token": r"gl(?:sa|c)_[A-Za-z0-9_=+/-]{32,}+",
    "an Airtable token": rf"pat{_A}{{14}}\.{_H}{{64}}",
    "a Postman key": rf"PMAK-{_H}{{24}}-{_H}{{34}}",
    "an Azure storage key": r"(?:(?<=AccountKey=)|(?<=AccessKey=))[A-Za-z0-9+/]{43,86}={1,2}",
    "an Azure signature": r"(?<=[?&;]sig=)[A-Za-z0-9+/%_-]{40,}+={0,2}",
    "an Artifactory key": rf"AKC{_A}{{40,}}+",
    "an age key": r"AGE-SECRET-KEY-1[0-9A-Z]{58}",
    "a JSON Web Token": rf"(?<![_-])eyJ{_W}{{6,}}+\.(?:eyJ{_W}{{2,}}+\.{_W}*+|{_W}*+\.{_W}{{8,}}+\.{_W}++\.{_W}++)",
}
"""Issuers and their shapes; of two that begin at one place the first counts."""

_BEGINNINGS = (
    *(
        "sk-",
        "lsv2_",
        "gsk_",
        "xai-",
        "pplx-",
        "r8_",
        "tvly-",
        "pcsk_",
        "hf_",
        "api_org_",
        "AKIA",
        "ASIA",
        "ABIA",
        "ACCA",
    ),
    *(
        "A3T",
        "AIza",
        "GOCSPX-",
        "ya29.",
        "1//0",
        "ghp_",
        "gho_",
        "ghu_",
        "ghs_",
        "ghr_",
        "github_pat_",
        "glpat-",
        "gldt-",
    ),
    *("glft-", "glsoat-", "glrt-", "glrtr-", "glptt-", "glagent-", "gloas-", "glimt-", "glcbt-", "glffct-", "glwt-"),
    *("GR1348941", "xox", "xapp-", "hooks.slack", "discord", "k_live_", "k_test_", "k_org_", "whsec_", "npm_", "pypi-"),
    *("SG.", "SK", "key-", "dop_", "doo_", "dor_", "dapi", "shpat_", "shpca_", "shppa_", "shpss_", "lin_", "ntn_"),
    *("secret_", "ATATT", "ATCTT", "ATBBT", "ATBB", "hvs.", "hvb.", "hvr.", "dckr_", "sntry", "NRAK-", "sq0", "sbp_"),
    *("sb_secret_", "glsa_", "glc_", "pat", "PMAK-", "AccountKey=", "AccessKey=", "sig=", "AKC", "AGE-SECRET", "eyJ"),
)
"""How the shapes begin: one of these stands in every text that holds a key of such a shape."""

_NAMES = tuple(_SHAPES)
_PREFIXED = re.compile(BEGINS + "(?:" + "|".join(f"({shape})" for shape in _SHAPES.values()) + ")")
_INNER: dict[str, re.Pattern[str]] = {
    "an Azure client secret": re.compile(BEGINS + r"[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![\w~-])"),
    "an Azure key": re.compile(rf"{BEGINS}{_A}{{52}}JQQJ9{_A}{{20,}}+"),
    "a Telegram bot token": re.compile(rf"{BEGINS}\d{{8,10}}:AA{_W}{{32,}}+"),
    "a Discord bot token": re.compile(rf"{BEGINS}[MNO]{_W}{{23,25}}\.{_W}{{6}}\.{_W}{{27,38}}(?![\w-])"),
    "a Mailchimp key": re.compile(BEGINS + r"[0-9a-f]{32}-us\d{1,2}(?![\w-])"),
}
_MARKS = {
    "an Azure client secret": "Q~",
    "an Azure key": "JQQJ9",
    "a Telegram bot token": ":AA",
    "a Discord bot token": ".",
    "a Mailchimp key": "-us",
}
_ROW = re.compile(r"([A-Za-z0-9*.])\1{7}|[xX]{4}|\*{3}|\.{3}")
_LONG_WORD = re.compile(r"[A-Za-z0-9_+/-]{12}")
_UNBROKEN = re.compile(r"\S{12,}+")
"""No shape holds white space, and all are longer than most words."""


def has_long_word(text: str) -> bool:
    """Whether a text can hold a key: cheap, and wrong only in saying yes."""
    return _LONG_WORD.search(text) is not None


def find_tokens(text: str) -> Iterator[Hit]:
    """Each key or token with its issuer's name; its identity is its text."""
    for part in _UNBROKEN.finditer(text) if any(map(text.__contains__, _BEGINNINGS)) else ():
        for found in _PREFIXED.finditer(text, *part.span()):
            name = _NAMES[(found.lastindex or 1) - 1]
            if _is_meant(name, found[0]):
                yield Hit("secret", *found.span(), found[0], name)
    for name, shape in _INNER.items():
        if _MARKS[name] in text:
            yield from (Hit("secret", *found.span(), found[0], name) for found in shape.finditer(text))


def _is_meant(name: str, token: str) -> bool:
    """Whether a token is one: a prefix that other words share (`sk-`) needs a random rest; a row of x stands in."""
    rest = token[token.find("-") + 1 :]
    return _ROW.search(token) is None and (name != "a secret key" or looks_random(rest) or _is_mixed(rest))


def _is_mixed(text: str) -> bool:
    return any(sign.islower() for sign in text) and any(sign.isupper() for sign in text)
