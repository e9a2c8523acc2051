"""The page's content security policy: what the browser is to refuse, whatever the page's scripts ask for.

The single file may load nothing at all: its one script and its one style are named by their hashes. The hosted form
may load scripts and data from its own origin. `wasm-unsafe-eval` lets WebAssembly compile and nothing else; the worker
is a blob that the page makes.
"""

from __future__ import annotations

import base64
import hashlib
import re

_INLINE = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)


def single_policy(html: str) -> str:
    """The policy of the single file, from its HTML."""
    return _policy(f"script-src {_hashes(html, 'script')} 'wasm-unsafe-eval'", html)


def hosted_policy(html: str) -> str:
    """The policy of the hosted form, from its HTML: the same, and its own origin."""
    return _policy("script-src 'self' 'wasm-unsafe-eval'", html, "connect-src 'self'")


def report_policy(html: str) -> str:
    """The policy of a report, from its HTML: one script, one style, and no markup but what its views make."""
    hashes = f"script-src {_hashes(html, 'script')}; style-src {_hashes(html, 'style')}"
    vouched = "require-trusted-types-for 'script'; trusted-types replay"
    return f"default-src 'none'; {hashes}; {vouched}; base-uri 'none'; form-action 'none'"


def _policy(scripts: str, html: str, *more: str) -> str:
    rules = ("default-src 'none'", scripts, f"style-src {_hashes(html, 'style')}", "worker-src blob:", "img-src data:")
    return "; ".join((*rules, *more, "base-uri 'none'", "form-action 'none'"))


def _hashes(html: str, kind: str) -> str:
    texts = [text for found, text in _INLINE.findall(html) if found == kind]
    return " ".join(f"'sha256-{_digest(text)}'" for text in texts)


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
