"""Stage 7: the hosted form, `dist/hosted/`: a small page, and files beside it that a browser may keep for ever.

Each file's name holds the digest of its content, so a new build never meets an old file. Addresses are relative, so the
folder works under any path. The headers that make the most of it are written for the common static hosts; without
them the page works all the same, since its policy also stands in it.
"""

from __future__ import annotations

import hashlib
import json
import re
from fnmatch import fnmatch

from builder.site.page import Parts, data_texts, licences_text, render_hosted
from builder.site.policy import hosted_policy

FOREVER = "public, max-age=31536000, immutable"
"""The caching of a file whose name changes with its content: a year, the longest that browsers heed."""

A_DAY = "public, max-age=86400"
"""The caching of the page: within a day a second visit needs no network at all, and a new build is seen after one."""

_SUFFIXES = {"script": "js", "samples": "json", "source": "json", "prebuilt": "json", "licences": "txt"}


def hosted_files(parts: Parts) -> dict[str, bytes]:
    """Every file of the hosted form, by its path in the folder."""
    contents = _contents(parts)
    addresses = {name: f"assets/{name}-{_digest(data)}.{_SUFFIXES.get(name, 'bin')}" for name, data in contents.items()}
    html = render_hosted(parts, addresses)
    assets = {addresses[name]: data for name, data in contents.items()}
    return {"index.html": html.encode("utf-8"), **assets, **_headers(hosted_policy(html))}


def _contents(parts: Parts) -> dict[str, bytes]:
    # By its first character a browser knows the text as UTF-8, whatever the host says of it.
    texts = {"script": parts.script, **data_texts(parts), "licences": "\ufeff" + licences_text(parts)}
    payloads = {payload.name: payload.data for payload in parts.runtime.payloads}
    return {**{name: text.encode("utf-8") for name, text in texts.items()}, **payloads}


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _headers(policy: str) -> dict[str, bytes]:
    """The headers, in the form of each common host."""
    page = {
        "Content-Security-Policy": policy,
        "Cache-Control": A_DAY,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
    }
    # In a sandboxed frame the page has no origin, so its own files are another's to it.
    asset = {"Cache-Control": FOREVER, "X-Content-Type-Options": "nosniff", "Access-Control-Allow-Origin": "*"}
    files = {
        "_headers": _netlify(page, asset),
        ".htaccess": _apache(page, asset),
        "nginx.conf": _nginx(page, asset),
        "vercel.json": _vercel(page, asset),
    }
    return {name: text.encode("utf-8") for name, text in files.items()}


def _netlify(page: dict[str, str], asset: dict[str, str]) -> str:
    """Netlify and Cloudflare Pages.

    Where two rules fit, Cloudflare joins the values of one header. So each header stands once for each file: how long
    it is kept is said of the page and of the assets apart, and what the page says of content types holds for both.
    """
    kept = {"Cache-Control": page["Cache-Control"]}
    everything = {name: value for name, value in page.items() if name not in kept}
    more = {name: value for name, value in asset.items() if name not in everything}
    rules = (("/*", everything), ("/", kept), ("/index.html", kept), ("/assets/*", more))
    return "".join(
        f"{path}\n" + "".join(f"  {name}: {value}\n" for name, value in headers.items()) for path, headers in rules
    )


def headers_for(rules: str, path: str) -> dict[str, str]:
    """The headers that a host which reads ``_headers`` sends with a file of the folder."""
    blocks = re.split(r"^(?=/)", rules, flags=re.MULTILINE)
    fitting = [block for block in blocks if fnmatch(f"/{path}", block.partition("\n")[0])]
    return {name: value for block in fitting for name, value in re.findall(r"^  ([\w-]+): (.*)$", block, re.MULTILINE)}


def _apache(page: dict[str, str], asset: dict[str, str]) -> str:
    def rules(headers: dict[str, str]) -> str:
        return "".join(f'  Header set {name} "{value}"\n' for name, value in headers.items())

    match = f'<FilesMatch "-[0-9a-f]{{16}}\\.(js|json|bin|txt)$">\n{rules(asset)}</FilesMatch>\n'
    return f'<FilesMatch "\\.html$">\n{rules(page)}</FilesMatch>\n{match}'


def _nginx(page: dict[str, str], asset: dict[str, str]) -> str:
    def rules(headers: dict[str, str]) -> str:
        return "".join(f'  add_header {name} "{value}" always;\n' for name, value in headers.items())

    return (
        "# Include this in the server block that serves the folder.\n"
        f"location ~ /assets/ {{\n{rules(asset)}}}\nlocation ~ (/|\\.html)$ {{\n{rules(page)}}}\n"
    )


def _vercel(page: dict[str, str], asset: dict[str, str]) -> str:
    def rule(source: str, headers: dict[str, str]) -> dict[str, object]:
        return {"source": source, "headers": [{"key": key, "value": value} for key, value in headers.items()]}

    rules = [rule("/(.*)", page), rule("/(.*)assets/(.*)", asset)]
    return json.dumps({"headers": rules}, indent=2) + "\n"
