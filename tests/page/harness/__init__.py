"""What every test of the page stands on: opening it, guarding it, and looking into it."""

from tests.page.harness.guard import Guard, Problem
from tests.page.harness.host import Host, serving
from tests.page.harness.look import READERS, axe, wait_for_engine
from tests.page.harness.opening import BrowserPool, Opener
from tests.page.harness.sharing import SharedPages

__all__ = [
    "READERS",
    "BrowserPool",
    "Guard",
    "Host",
    "Opener",
    "Problem",
    "SharedPages",
    "axe",
    "serving",
    "wait_for_engine",
]
