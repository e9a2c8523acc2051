"""Opening the page in a browser, for each kind of reader; browsers are shared, profiles are not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from builder.tools.launch import VIEWPORT, Variant, launch, new_context, per_browser
from tests.page.harness.guard import Guard

DOWNLOAD_SECONDS = 15
# Long enough for events on their way from the browser to arrive before a test is judged.
SETTLE_MS = 100


@dataclass(frozen=True)
class Saved:
    """What the page gave the reader to keep: the name it proposed and the bytes."""

    name: str
    content: bytes


@dataclass
class BrowserPool:
    """Browsers that are running, one for each name and kind of reader, started on demand."""

    playwright: Playwright
    folder: Path
    running: dict[tuple[str, Variant], Browser] = field(default_factory=dict)

    def get(self, name: str, variant: Variant) -> Browser:
        """The browser for this variant; BuildError when there is no such browser here."""
        key = (name, per_browser(name, variant))
        if key not in self.running or not self.running[key].is_connected():
            self.running[key] = launch(self.playwright, name, key[1], self.folder)
        return self.running[key]

    def close(self) -> None:
        """End all of them."""
        for browser in self.running.values():
            browser.close()


@dataclass
class Opener:
    """Opens pages for one test, all under one guard; calling it opens one."""

    pool: BrowserPool
    guard: Guard
    default_page: Callable[[], Path]
    contexts: list[BrowserContext] = field(default_factory=list)

    def __call__(  # noqa: PLR0913 - one keyword for each kind of reader
        self,
        browser_name: str,
        *,
        dark: bool = False,
        javascript: bool = True,
        wasm: bool = True,
        viewport: tuple[int, int] = VIEWPORT,
        hash: str = "",
        reduced_motion: bool = False,
        init_script: str | None = None,
        path: Path | None = None,
        served: str | None = None,
        network: bool = False,
    ) -> Page:
        """Open the built page (or the file at ``path``) from the disk with the network off.

        Or open what is ``served`` at an address on this machine, with what stands in
        ``assets/`` beside it; then, or with ``network``, this machine can be reached. ``hash``
        goes behind ``#``; ``init_script`` runs before the page's own scripts. The test fails
        at its end for any problem that it has not declared to the guard.
        """
        variant = Variant(dark, javascript, wasm, reduced_motion, network or served is not None)
        address = served or (path or self.default_page()).as_uri()
        context = new_context(self.pool.get(browser_name, variant), variant, viewport)
        self.contexts.append(context)
        self.guard.watch(context, address, assets=served and f"{served.rpartition('/')[0]}/assets/")
        if init_script is not None:
            context.add_init_script(init_script)
        page = context.new_page()
        page.goto(f"{address}#{hash}" if hash else address)
        return page

    def close(self) -> None:
        """Let late events arrive, and close what this test opened."""
        for context in self.contexts:
            if context.pages:
                context.pages[0].wait_for_timeout(SETTLE_MS)
            context.close()

    def save(self, page: Page, trigger: Callable[[], None]) -> Saved:
        """Call ``trigger``, which makes the page offer a file, and return the file.

        Raises Playwright's TimeoutError, or AssertionError in Firefox, when none comes.
        """
        browser = page.context.browser
        if browser is not None and browser.browser_type.name == "firefox":
            return self._saved_by_firefox(page, trigger)
        with page.expect_download(timeout=DOWNLOAD_SECONDS * 1000) as caught:
            trigger()
        saved = Saved(caught.value.suggested_filename, caught.value.path().read_bytes())
        # Firefox saves into the same folder, and all that is new there is taken for its own.
        caught.value.delete()
        return saved

    def _saved_by_firefox(self, page: Page, trigger: Callable[[], None]) -> Saved:
        """Take the file out of the downloads folder: Firefox reports no download here."""
        trigger()
        for _ in range(DOWNLOAD_SECONDS * 20):
            page.wait_for_timeout(50)
            done = self._complete_files()
            if done:
                saved = Saved(done[0].name, done[0].read_bytes())
                # Or the next of its name would be saved as "name(1)".
                done[0].unlink()
                return saved
        raise AssertionError(f"the page saved nothing within {DOWNLOAD_SECONDS} s")

    def _complete_files(self) -> list[Path]:
        """Files no longer being written: a ``.part`` file stands beside one that is."""
        files = sorted(self.pool.folder.iterdir())
        if any(file.suffix == ".part" for file in files):
            return []
        return [file for file in files if file.stat().st_size]
