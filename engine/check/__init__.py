"""A verdict on an exported session of any framework, before anything is replayed.

The steps, each a module or a folder:

    reading     bytes → text → values, read as far as they go, each defect a finding with line and column
    formats     one module per format: how a file is recognised, and a parsed value → a trail
    trail       the foreign session, and what the file does not say
    rules       the findings: missing, ambiguous, underneath (what changes outside the file), harm, people and secrets
    detect      where people's data and secrets stand in a text, however they are encoded
    codes       every finding's code, with its severity, title, help and remedy
    rejected    what a model's service would refuse of the requests that a replay would send
    owners      which session and step people's data and secrets belong to
    verdict     same, differs or unknown, step by step, under the chosen set-up
    outcome     the outcome of all steps: counts, side effects, the gate
    recorded    whether the file records what a replay needs
    examine     findings, verdict and outcomes of one session, tools answered from the export and called live
    mending     a bundle that replays, made from the trail, with tokens for people's data and secrets
    manifest    what the bundle names as missing from its source
    telling     all of it as one JSON document, as SARIF, for a terminal, for the page

`page_requests` answers the page, `cli` the terminal.
"""
