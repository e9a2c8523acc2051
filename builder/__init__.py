"""The generator: from ``content/`` and the engine to one page, ``dist/index.html``.

``environment`` installs what a build needs, ``pipeline`` builds, ``__main__`` holds the verbs.
"""
