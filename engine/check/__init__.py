"""A verdict on an exported session of any framework, before anything is replayed.

The steps, each a module or a folder:

    source      bytes → text → values, read as far as they go, each defect a finding with line and column
    formats     one module per format: what a file is told by, and a parsed value → a trail
    trail       the foreign session, and what the file does not say
    rules       the findings: missing, ambiguous, underneath you, harm, people and secrets
    verdict     same, differs or unknown, step by step, under the chosen set-up
    bundle      a bundle that replays, made from the trail
    document    all of it as one JSON document; report and sarif are its other forms
"""
