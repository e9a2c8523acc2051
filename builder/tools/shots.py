"""`python3 build.py shots`: the page's screenshots, to be looked at, and its picture in the README.

Writes a screenshot for each view, width and look to `.build/shots/`; another subject's go to a folder named after it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from builder.progress import Progress
from builder.tools.environment import ROOT, build_folder
from builder.tools.launch import Variant, launch
from builder.tools.subjects import EXAMPLE

WIDTHS = {360: 780, 768: 1024, 1280: 720, 1440: 900}
"""Each width looked at, with the height of its window."""

LOOKS = ("light", "dark", "forced")


@dataclass(frozen=True)
class View:
    """One moment of the page worth looking at.

    Attributes:
        name: the file's name.
        hash: the set-up and the moment.
        selector: the first of these is brought to the top of the window; empty for the top of the page.
        act: what is done first, such as opening a step.
        whole: the page from top to bottom instead of one window of it.
        needs: what must stand in the page's file; a page without it is not looked at in this way.
    """

    name: str
    hash: str = ""
    selector: str = ""
    act: Callable[[Page], None] = lambda _: None
    whole: bool = False
    needs: str = ""


_TRY = "a[data-try]:not([data-try=opening])"
_SAMPLE = "data-own-sample"


def _open_step(page: Page) -> None:
    _unfold(page)
    page.locator(".row-origin .cell").first.click()


def _try(page: Page) -> None:
    page.locator(_TRY).first.click()
    page.locator(".rows .before").first.wait_for(state="attached")


def _open_own_session(page: Page) -> None:
    page.locator(f"[{_SAMPLE}]").first.click()
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
    View("tried", "", _TRY, _try),
    View("prose", "", "section:has(h2):has(a[data-try])"),
    View("own", "", "#own"),
    View("own-verdict", act=_open_own_session, needs=_SAMPLE),
    View("own-steps", "", ".own-steps", _open_own_session, needs=_SAMPLE),
    View("whole", "#t=60", whole=True),
)
"""What `shots` takes, each in every width and look."""

PICTURES = {
    ROOT / "content": (View("README", "#t=40"), ROOT / "README.png"),
    EXAMPLE: (View("README", "#t=60"), EXAMPLE.with_suffix(".png")),
}
"""What the README shows of a subject, by its folder, and where the picture stands."""

PICTURE_SIZE = (1280, 720)


def shots(content: Path, page: Path, names: Sequence[str], progress: Progress) -> None:
    """Take every screenshot of a subject's page, and its picture for the README where it has one.

    Args:
        content: the subject's folder.
        page: the folder in which its page was built.
        names: the views to take; all where there is none.
        progress: is told of each view.
    """
    folder = build_folder(ROOT) / "shots" / ("" if content == ROOT / "content" else content.name)
    folder.mkdir(parents=True, exist_ok=True)
    index = page / "index.html"
    address, text = index.as_uri(), index.read_text("utf-8")
    chosen = [view for view in VIEWS if (not names or view.name in names) and view.needs in text]
    with sync_playwright() as playwright:
        browser = launch(playwright, "chromium", Variant())
        for view in chosen:
            with progress.stage(f"Taking {view.name}"):
                _all_sizes(browser, address, view, folder)
        for view, path in [PICTURES[content]] if content in PICTURES else []:
            with progress.stage(f"Taking {path.name}"):
                _shoot(browser, address, view, PICTURE_SIZE, "light", path)
    progress.note(f"Screenshots are in {folder}")


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
        page.locator(view.selector).first.evaluate("element => element.scrollIntoView({block: 'start'})")
    page.screenshot(path=path, full_page=view.whole)
    context.close()
