"""`python3 build.py shots`: the page's screenshots, to be looked at, and the picture in the README.

Views × widths × looks go to `.build/shots/`; the README's picture is one of them, written to `README.png`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from builder.progress import Progress
from builder.tools.environment import build_folder
from builder.tools.launch import Variant, launch

WIDTHS = {360: 780, 768: 1024, 1280: 720, 1440: 900}
"""Each width looked at, with the height of its window."""

LOOKS = ("light", "dark", "forced")


@dataclass(frozen=True)
class View:
    """One moment of the page worth looking at.

    Attributes:
        name: the file's name.
        hash: the set-up and the moment.
        selector: what is brought to the top of the window; empty for the top of the page.
        act: what is done first, such as opening a step.
        whole: the page from top to bottom instead of one window of it.
    """

    name: str
    hash: str = ""
    selector: str = ""
    act: Callable[[Page], None] = lambda _: None
    whole: bool = False


def _open_step(page: Page) -> None:
    _unfold(page)
    page.locator('.cell[data-open="S7"]').click()


def _try(page: Page) -> None:
    page.locator("a[data-try=recorded_tools]").click()
    page.locator(".rows .before").first.wait_for(state="attached")


def _open_own_session(page: Page) -> None:
    page.locator("[data-own-sample^=refund]").click()
    page.locator("#own-verdict:focus").wait_for()


def _unfold(page: Page) -> None:
    if page.locator("#unfold").is_visible():
        page.locator("#unfold").click()


VIEWS = (
    View("opening"),
    View("mid-play", "#t=35"),
    View("unfolded", "#t=35", act=_unfold),
    View("passing", "#tools=recorded&email=token&t=60"),
    View("left-the-script", "#tools=recorded&state=omitted&t=60", act=_unfold),
    View("map", "#t=60", ".panel-map"),
    View("step", "#t=60", act=_open_step),
    View("tried", "", "#self-contained", _try),
    View("prose", "", "#the-opening-run"),
    View("own", "", "#own", _open_own_session),
    View("own-verdict", act=_open_own_session),
    View("own-steps", "", ".own-steps", _open_own_session),
    View("whole", "#t=60", whole=True),
)
"""What `shots` takes, each in every width and look."""

PICTURE = View("README", "#t=40")
PICTURE_SIZE = (1280, 720)


def main(root: Path, argv: Sequence[str]) -> int:
    """Take every screenshot; with names as arguments, only those views. The page must have been built.

    Returns:
        The exit code.
    """
    progress = Progress()
    folder = build_folder(root) / "shots"
    folder.mkdir(parents=True, exist_ok=True)
    address = (root / "dist" / "index.html").as_uri()
    chosen = [view for view in VIEWS if not argv or view.name in argv]
    with sync_playwright() as playwright:
        browser = launch(playwright, "chromium", Variant())
        for view in chosen:
            with progress.stage(f"Taking {view.name}"):
                _all_sizes(browser, address, view, folder)
        with progress.stage("Taking the README's picture"):
            _shoot(browser, address, PICTURE, PICTURE_SIZE, "light", root / "README.png")
    progress.note(f"Screenshots are in {folder}")
    return 0


def _all_sizes(browser: Browser, address: str, view: View, folder: Path) -> None:
    for width, height in WIDTHS.items():
        for look in LOOKS:
            _shoot(browser, address, view, (width, height), look, folder / f"{view.name}-{width}-{look}.png")


def _shoot(browser: Browser, address: str, view: View, size: tuple[int, int], look: str, path: Path) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if look == "dark" else "light",
        forced_colors="active" if look == "forced" else "none",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(address + view.hash)
    page.locator("html:is([data-engine=python], [data-engine=prebuilt])").wait_for(state="attached")
    page.locator("#experiment:not([aria-busy])").wait_for()
    view.act(page)
    if view.selector:
        page.locator(view.selector).evaluate("element => element.scrollIntoView({block: 'start'})")
    page.screenshot(path=path, full_page=view.whole)
    context.close()
