"""Values to plant: people's data and secrets that are nobody's, and the ways in which a value can lie encoded.

Keys are put together here from pieces, so that no scanner takes this file for a leak.
"""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from collections.abc import Callable
from urllib.parse import quote

LETTERS = "Fa0Ke1Fb2Kd3Fc4Ke5Fd6Kf7Fe8Kb9Ff0Kc1"


def fake(prefix: str, length: int, letters: str = LETTERS) -> str:
    """A prefix, and that many letters of no meaning."""
    return prefix + (letters * (length // len(letters) + 1))[:length]


def hexadecimal(prefix: str, length: int) -> str:
    """A prefix, and that many hexadecimal digits of no meaning."""
    return fake(prefix, length, "0fa1eb2dc3")


CAPITALS = "FAKE7KEY2FAKE5KE"

TOKENS: dict[str, str] = {
    "Anthropic": fake("sk-" + "ant-api03-", 93),
    "OpenAI project": fake("sk-" + "proj-", 74),
    "OpenAI service": fake("sk-" + "svcacct-", 60),
    "OpenAI legacy": "sk" + "-" + fake("", 20) + "T3Blbk" + "FJ" + fake("", 20),
    "OpenRouter": hexadecimal("sk-" + "or-v1-", 64),
    "DeepSeek": hexadecimal("sk" + "-", 32),
    "LangSmith": hexadecimal("lsv2" + "_pt_", 32) + hexadecimal("_", 10),
    "Groq": fake("gsk" + "_", 52),
    "xAI": fake("xai" + "-", 80),
    "Perplexity": fake("pplx" + "-", 48),
    "Replicate": fake("r8" + "_", 37),
    "Hugging Face": fake("hf" + "_", 34),
    "AWS": "AK" + "IA" + CAPITALS,
    "AWS session": "AS" + "IA" + CAPITALS,
    "Google": fake("AI" + "za", 35),
    "Google OAuth": fake("GOC" + "SPX-", 28),
    "Google access": fake("ya" + "29.", 60),
    "GitHub": fake("gh" + "p_", 36),
    "GitHub app": fake("gh" + "s_", 36),
    "GitHub fine-grained": fake("github" + "_pat_", 22) + fake("_", 59),
    "GitLab": fake("gl" + "pat-", 20),
    "Slack bot": "xo" + "xb-1234567890-1234567890-" + fake("", 24),
    "Slack user": "xo" + "xp-1234567890-1234567890-" + fake("", 24),
    "Stripe": fake("sk_" + "live_", 24),
    "Stripe restricted": fake("rk_" + "test_", 24),
    "Stripe webhook": fake("whs" + "ec_", 32),
    "npm": fake("np" + "m_", 36),
    "PyPI": fake("py" + "pi-AgEIcHlwaS5vcmc", 70),
    "SendGrid": fake("S" + "G.", 22) + fake(".", 43),
    "Twilio": hexadecimal("S" + "K", 32),
    "Mailgun": hexadecimal("key" + "-", 32),
    "Mailchimp": hexadecimal("", 32) + "-us" + "12",
    "Telegram": fake("123456789" + ":AA", 33),
    "Discord": fake("M", 24) + fake(".", 6) + fake(".", 27),
    "JWT": fake("ey" + "J", 20) + fake(".ey" + "J", 30) + fake(".", 43),
    "Azure client secret": "aB1" + "8" + fake("Q" + "~", 34),
    "Azure OpenAI": fake("", 52) + "JQQJ" + "99" + fake("", 26),
    "DigitalOcean": hexadecimal("do" + "p_v1_", 64),
    "Databricks": hexadecimal("da" + "pi", 32),
    "Shopify": hexadecimal("shp" + "at_", 32),
    "Linear": fake("lin" + "_api_", 40),
    "Notion": fake("nt" + "n_", 44),
    "Atlassian": fake("ATA" + "TT3", 60),
    "Vault": fake("hv" + "s.", 28),
    "Docker": fake("dckr" + "_pat_", 27),
    "Grafana": fake("gl" + "sa_", 32) + hexadecimal("_", 8),
    "Supabase": hexadecimal("sb" + "p_", 40),
    "Square": fake("sq0" + "atp-", 22),
    "Artifactory": fake("AK" + "C", 70),
}

PRIVATE_KEY = "-----BEGIN PRIV" + "ATE KEY-----\n" + (fake("", 64) + "\n") * 3 + "-----END PRIV" + "ATE KEY-----"

CARDS = [
    "4111 1111 1111 1111",
    "4242424242424242",
    "5555-5555-5555-4444",
    "2223003122003222",
    "378282246310005",
    "3782 822463 10005",
    "6011111111111117",
    "30569309025904",
    "3530111333300000",
    "6200000000000005",
    "6759649826438453",
    "4222222222222",
    "4222 222 222 222",
    "6799990100000000019",
    "6799 9901 0000 0000 019",
    "5019717010103742",
    "9792030000000000",
    "9792 0300 0000 0000",
    "135410014004955",
    "1354 10014 004955",
]
IBANS = [
    "DE89370400440532013000",
    "DE89 3704 0044 0532 0130 00",
    "GB29 NWBK 6016 1331 9268 19",
    "FR1420041010050500013M02606",
    "NL91ABNA0417164300",
    "CH93 0076 2011 6238 5295 7",
    "MT84MALT011000012345MTLCAST001S",
    "NO9386011117947",
    "de89370400440532013000",
]
PHONES = [
    "+49 170 1234567",
    "+491701234567",
    "+44 20 7946 0958",
    "+1 415 555 0132",
    "+1 (415) 555-0132",
    "+14155550132",
    "(415) 555-0132",
    "415-555-0132",
    "+33 6 12 34 56 78",
    "06 12 34 56 78",
    "+91 98765 43210",
    "07700 900123",
    "+81 3-1234-5678",
]
PUBLIC_IPS = ["84.17.45.201", "2a00:1450:4001:82b::200e", "2606:4700:4700::1111"]

ONE_OF_EACH: dict[str, str] = {
    "email": "jo.doe@example.org",
    "card": "4111 1111 1111 1111",
    "iban": "DE89 3704 0044 0532 0130 00",
    "phone": "+49 170 1234567",
    "ip": "84.17.45.201",
    "secret": TOKENS["GitHub"],
    "private-key": PRIVATE_KEY,
}


def in_json(text: str) -> str:
    """As a value of JSON text, in ASCII."""
    return json.dumps({"note": [text, 1.5e3, None]})


def in_spaced_json(text: str) -> str:
    """As a value of JSON text with line ends and letters beyond ASCII."""
    return json.dumps({"größe": {"note": text}}, indent=2, ensure_ascii=False)


def in_base64(text: str) -> str:
    """In base64 with padding."""
    return base64.b64encode(text.encode("utf-8", "surrogatepass")).decode()


def in_url_base64(text: str) -> str:
    """In the url-safe alphabet, without padding."""
    return base64.urlsafe_b64encode(f"{text} ??>>".encode("utf-8", "surrogatepass")).decode().rstrip("=")


def in_gzip(text: str) -> str:
    """In gzip, in base64."""
    return base64.b64encode(gzip.compress(text.encode("utf-8", "surrogatepass"), mtime=0)).decode()


def in_zlib(text: str) -> str:
    """In zlib, in base64."""
    return base64.b64encode(zlib.compress(text.encode("utf-8", "surrogatepass"))).decode()


def in_bare_deflate(text: str) -> str:
    """In deflate without a header, in base64."""
    stream = zlib.compressobj(wbits=-15)
    data = stream.compress(f"some words before: {text}".encode("utf-8", "surrogatepass")) + stream.flush()
    return base64.b64encode(data).decode()


def in_binary_text(text: str) -> str:
    """In gzip, its bytes as signs of a text."""
    return gzip.compress(text.encode("utf-8", "surrogatepass"), mtime=0).decode("latin-1")


def in_utf16_base64(text: str) -> str:
    """In UTF-16 in base64, as PowerShell encodes commands."""
    return base64.b64encode(f"say: {text}".encode("utf-16-le", "surrogatepass")).decode()


def in_url(text: str) -> str:
    """As a part of a URL."""
    return f"https://example.org/find?q={quote(text, safe='', errors='surrogatepass')}&page=2"


def in_data_url(text: str) -> str:
    """As a data URL."""
    return f"data:text/plain;base64,{in_base64(text)}"


def in_event_stream(text: str) -> str:
    """As an event stream of two events."""
    return f"data: {json.dumps({'delta': text})}\n\ndata: [DONE]\n\n"


def in_sentence(text: str) -> str:
    """In a sentence."""
    return f"It says: {text} and no more."


TEXTUAL: list[Callable[[str], str]] = [
    in_json,
    in_spaced_json,
    in_base64,
    in_url_base64,
    in_gzip,
    in_zlib,
    in_bare_deflate,
    in_utf16_base64,
    in_url,
    in_data_url,
    in_event_stream,
    in_sentence,
]

ENCODINGS = [*TEXTUAL, in_binary_text]
"""All of them; the last one is only told where it is a whole text, so it stands in no sentence."""
