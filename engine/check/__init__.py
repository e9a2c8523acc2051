"""A verdict on an exported session of any framework, before anything is replayed.

The steps, each a module or a folder:

    source      bytes → text → values, read as far as they go, each defect a finding with line and column
    formats     one module per format: what a file is told by, and a parsed value → a trail
    trail       the foreign session, and what the file does not say
    rules       the findings: missing, ambiguous, underneath you, harm, people and secrets
    codes       every finding's code, with its severity, title, help and remedy
    tools       does a call change the world: marks, hints, arguments, names
    verdict     same, differs or unknown, step by step, under the chosen set-up
    examine     findings, verdict and gate of one session
    bundle      a bundle that replays, made from the trail; manifest names what it lacks
    document    all of it as one JSON document; report and sarif are its other forms

`requests` answers the page, `cli` the terminal.
"""
