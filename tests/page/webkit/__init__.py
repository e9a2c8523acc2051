"""The page's core in WebKitGTK, which Playwright does not drive: through its own WebDriver."""
