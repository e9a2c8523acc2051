"""The page of a report: what ``check --html`` and the page's own section fill with a check.

It holds the views and styles of the page's own section, so that a check is drawn by one renderer wherever it is shown.
The check itself is inert JSON in it; the policy names the one script and the one style by their hashes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from markupsafe import Markup

from builder.errors import BuildError
from builder.site.page import environment, script_json
from builder.site.policy import report_policy
from builder.tools.environment import npm_folder
from builder.tools.esbuild import CLASSIC, bundle

REPORT = "report.html"
"""The file's name in `dist/`."""

DATA = "{REPORT_DATA}"
"""Where a check goes, see `engine.check.telling.html_report`."""

_SCRIPTS = Path("site_templates/scripts/report/main.js")
_STYLES = Path("site_templates/styles/report.css")
_WORDS = ("own", "tapes", "columns", "states", "sides", "sources", "actors", "player")
"""The labels that the views of the own section read."""


def render_report(root: Path, labels: dict[str, Any]) -> str:
    """The page of a report, with `DATA` where a check goes.

    Args:
        root: the project's folder.
        labels: the labels of the page.

    Raises:
        BuildError: where the place for the check stands there more than once.
    """
    script = bundle(root / _SCRIPTS, npm_folder(root), *CLASSIC).replace("</script", "<\\/script")
    own = {name: word for name, word in labels["own"].items() if name != "samples"}
    html = (
        environment(root)
        .get_template("report.html.j2")
        .render(
            labels=labels,
            words=Markup(script_json({**{name: labels[name] for name in _WORDS}, "own": own})),
            script=Markup(script),
            styles=Markup(bundle(root / _STYLES, npm_folder(root))),
            data=Markup(DATA),
            policy="{POLICY}",
        )
    )
    if html.count(DATA) != 1:
        raise BuildError(f"{DATA} stands {html.count(DATA)} times in the report.", remedy="Take the others out.")
    return html.replace("{POLICY}", report_policy(html), 1)
