"""The replay engine: what would happen if this exported session were replayed, and is that faithful and harmless?

Pure Python, standard library only, the same files in the page (on Pyodide) and on the command line.

One run is a chain of small steps, each a module of `engine.replay`:

    session      the recorded session, read from its JSON form and checked
    subject      the session, and the world and the models that an author wrote for it: what holds of them
    fixtures     a subject read from its folder; `declared` checks what its modules declare
    export       the bundle: the session with addresses kept, tokenised or removed
    privacy      the search of the bundle for addresses in clear
    world        today's world: what a live tool answers
    models       what a regenerated turn answers to what it reads
    compare      what differs between two JSON values, field by field
    walk         the replay: through the steps, each compared with what the export records for it
    cause        where a difference begins and what follows from it
    judge        matches, side effects, the gate
    wording      the sentences of a run
    run          all of it as one JSON document with a digest

The page calls `service.answer`, a terminal `cli`. `engine.check` gives a verdict on an exported session of any
framework, before anything is replayed. `engine.base` is what both stand on: errors, JSON, memory, the terminal, files
that are written.

In a checkout the package is called `engine`; installed, `replay_gate`. So its parts name each other relatively.
"""

__version__ = "0.1.0"
